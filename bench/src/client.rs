//! A client over one connection that stays open, light enough to share two cores with the server that it measures.
//!
//! It knows as much of HTTP/1.1 as the server's answers need: lengths, chunks, and answers without a body.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpSocket, TcpStream};

/// The longest that an answer may take before it counts as none: twice the server's own limit.
const PATIENCE: Duration = Duration::from_mins(1);
/// Read at once.
const PIECE: usize = 64 << 10;

/// What is asked.
#[derive(Debug, Clone)]
pub struct Call {
    line: String,
    headers: String,
    body: Vec<u8>,
}

/// What came back.
#[derive(Debug)]
pub struct Answer {
    /// The status code.
    pub status: u16,
    head: String,
    body: Vec<u8>,
}

impl Call {
    /// Asks for a path.
    pub fn get(path: impl AsRef<str>) -> Self {
        Self { line: format!("GET {} HTTP/1.1", path.as_ref()), headers: String::new(), body: Vec::new() }
    }

    /// Sends JSON.
    pub fn post(path: impl AsRef<str>, json: impl Into<Vec<u8>>) -> Self {
        Self::json("POST", path.as_ref(), json.into())
    }

    /// Sends JSON in place of what is there.
    pub fn put(path: impl AsRef<str>, json: impl Into<Vec<u8>>) -> Self {
        Self::json("PUT", path.as_ref(), json.into())
    }

    /// Sends a form, as a browser does.
    pub fn form(path: impl AsRef<str>, fields: &str) -> Self {
        let headers = format!("Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {}\r\n", fields.len());
        Self { line: format!("POST {} HTTP/1.1", path.as_ref()), headers, body: fields.as_bytes().to_vec() }
    }

    fn json(method: &str, path: &str, body: Vec<u8>) -> Self {
        let headers = format!("Content-Type: application/json\r\nContent-Length: {}\r\n", body.len());
        Self { line: format!("{method} {path} HTTP/1.1"), headers, body }
    }

    /// Adds a header.
    #[must_use]
    pub fn with(mut self, name: &str, value: impl AsRef<str>) -> Self {
        self.headers.extend([name, ": ", value.as_ref(), "\r\n"]);
        self
    }

    fn bytes(&self, host: &str) -> Vec<u8> {
        let mut bytes = format!("{}\r\nHost: {host}\r\n{}\r\n", self.line, self.headers).into_bytes();
        bytes.extend_from_slice(&self.body);
        bytes
    }
}

impl Answer {
    /// A header by its name in small letters.
    pub fn header(&self, name: &str) -> Option<&str> {
        header(&self.head, name)
    }

    /// The body as JSON.
    ///
    /// # Errors
    /// Where it is none.
    pub fn json(&self) -> Result<serde_json::Value> {
        serde_json::from_slice(&self.body).with_context(|| self.shown())
    }

    /// Status and the beginning of the body, for messages.
    pub fn shown(&self) -> String {
        let text = String::from_utf8_lossy(&self.body);
        format!("{} {}", self.status, text.chars().take(300).collect::<String>())
    }
}

fn header<'a>(head: &'a str, name: &str) -> Option<&'a str> {
    let lines = head.lines().filter_map(|line| line.split_once(':'));
    lines.into_iter().find(|(key, _)| key.eq_ignore_ascii_case(name)).map(|(_, value)| value.trim())
}

/// An open connection.
#[derive(Debug)]
pub struct Connection {
    stream: TcpStream,
    host: String,
    /// What has arrived and is not read yet.
    buffer: Vec<u8>,
}

impl Connection {
    /// Connects.
    ///
    /// # Errors
    /// Where nobody listens.
    pub async fn open(server: SocketAddr) -> Result<Self> {
        Self::over(TcpStream::connect(server).await?, server)
    }

    /// Speaks HTTP over a stream that is open already.
    ///
    /// # Errors
    /// Where the other end has closed it.
    pub fn over(stream: TcpStream, server: SocketAddr) -> Result<Self> {
        stream.set_nodelay(true)?;
        Ok(Self { stream, host: server.to_string(), buffer: Vec::new() })
    }

    /// Asks and waits for the whole answer.
    ///
    /// # Errors
    /// Where the connection breaks, or no answer comes in time.
    pub async fn send(&mut self, call: &Call) -> Result<Answer> {
        tokio::time::timeout(PATIENCE, self.exchange(call)).await.context("no answer came in time")?
    }

    async fn exchange(&mut self, call: &Call) -> Result<Answer> {
        self.stream.write_all(&call.bytes(&self.host)).await?;
        let end = self.until(b"\r\n\r\n").await?;
        let head = String::from_utf8(self.take(end)).context("a head that is no text")?;
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).context("a head without a status")?;
        let body = self.body(&head, status).await?;
        Ok(Answer { status, head, body })
    }

    async fn body(&mut self, head: &str, status: u16) -> Result<Vec<u8>> {
        if matches!(status, 204 | 304) {
            return Ok(Vec::new());
        }
        if let Some(length) = header(head, "content-length") {
            let length = length.parse()?;
            self.at_least(length).await?;
            return Ok(self.take(length));
        }
        ensure!(header(head, "transfer-encoding").is_some_and(|coding| coding == "chunked"), "an answer of no known length");
        let mut body = Vec::new();
        loop {
            let end = self.until(b"\r\n").await?;
            let line = String::from_utf8(self.take(end))?;
            let length = usize::from_str_radix(line.trim().split(';').next().unwrap_or_default(), 16)?;
            self.at_least(length + 2).await?;
            body.extend_from_slice(&self.take(length + 2)[..length]);
            if length == 0 {
                return Ok(body);
            }
        }
    }

    /// Reads up to the end of a mark and says where that is.
    async fn until(&mut self, mark: &[u8]) -> Result<usize> {
        loop {
            if let Some(position) = self.buffer.windows(mark.len()).position(|window| window == mark) {
                return Ok(position + mark.len());
            }
            self.read().await?;
        }
    }

    async fn at_least(&mut self, length: usize) -> Result<()> {
        while self.buffer.len() < length {
            self.read().await?;
        }
        Ok(())
    }

    async fn read(&mut self) -> Result<()> {
        self.buffer.reserve(PIECE);
        ensure!(self.stream.read_buf(&mut self.buffer).await? > 0, "the server has closed the connection");
        Ok(())
    }

    fn take(&mut self, length: usize) -> Vec<u8> {
        // What is left is little or nothing; what is taken may be the whole answer and is not copied.
        let rest = self.buffer.split_off(length);
        std::mem::replace(&mut self.buffer, rest)
    }
}

/// A stream from an address of its own on this machine, so that ports do not run out.
///
/// # Errors
/// Where nobody listens, or the address is not this machine's.
pub async fn stream_from(source: Ipv4Addr, server: SocketAddr) -> Result<TcpStream> {
    let socket = TcpSocket::new_v4()?;
    socket.bind(SocketAddr::new(IpAddr::V4(source), 0))?;
    Ok(socket.connect(server).await?)
}

/// Asks once over a connection of its own.
///
/// # Errors
/// As [`Connection::send`].
pub async fn ask(server: SocketAddr, call: &Call) -> Result<Answer> {
    Connection::open(server).await?.send(call).await
}
