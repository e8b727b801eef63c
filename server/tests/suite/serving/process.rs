//! A server of its own for a test: on free ports, in an empty folder.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::thread::JoinHandle;
use std::time::Duration;

use tempfile::TempDir;

pub const SCENARIO: &str =
    r#"{"id":"a","hardware":{"gpu":"rtx-4090"},"model":{"id":"resnet50"},"training":{"micro_batch_size":16}}"#;

/// A running server.
pub struct Server {
    process: Child,
    address: String,
    metrics: Option<String>,
    log: JoinHandle<String>,
    _folder: TempDir,
}

impl Server {
    /// Starts one with these variables and waits until it listens.
    pub fn start(variables: &[(&str, &str)]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let mut process = Command::new(env!("CARGO_BIN_EXE_rigwise"))
            .arg("serve")
            .current_dir(folder.path())
            .env("RIGWISE_ADDR", "127.0.0.1:0")
            .env_remove("DATABASE_URL")
            .env_remove("RUST_LOG")
            .envs(variables.iter().copied())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(process.stderr.take().unwrap());
        let (mut log, mut metrics) = (String::new(), None);
        let address = loop {
            let mut line = String::new();
            assert!(lines.read_line(&mut line).unwrap() > 0, "the server stopped before it listened: {log}");
            log.push_str(&line);
            let named = line.split("http://").nth(1).map(|rest| rest.split(['/', ' ', '"', '\n']).next().unwrap().to_owned());
            match named {
                Some(address) if line.contains("metrics on") => metrics = Some(address),
                Some(address) => break address,
                None => {}
            }
        };
        // The log is read on, so that the server never waits for its reader.
        let log = std::thread::spawn(move || {
            lines.read_to_string(&mut log).unwrap();
            log
        });
        Self { process, address, metrics, log, _folder: folder }
    }

    /// A connection on which nothing is said yet.
    pub fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(&self.address).unwrap();
        stream.set_read_timeout(Some(Duration::from_mins(1))).unwrap();
        stream
    }

    /// A connection from another address of this machine; `127.0.0.0/8` is all its own.
    #[cfg(target_os = "linux")]
    pub fn connect_from(&self, source: [u8; 4]) -> TcpStream {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_io().build().unwrap();
        let stream = runtime.block_on(async {
            let socket = tokio::net::TcpSocket::new_v4().unwrap();
            socket.bind((source, 0).into()).unwrap();
            socket.connect(self.address.parse().unwrap()).await.unwrap().into_std().unwrap()
        });
        stream.set_nonblocking(false).unwrap();
        stream.set_read_timeout(Some(Duration::from_mins(1))).unwrap();
        stream
    }

    /// Sends bytes and reads to the end.
    pub fn exchange(&self, request: &[u8]) -> String {
        ask(self.connect(), request)
    }

    pub fn send(&self, method: &str, path: &str, headers: &[&str], body: &str) -> String {
        self.exchange(self.request(method, path, headers, body).as_bytes())
    }

    /// A request after which the connection ends.
    pub fn request(&self, method: &str, path: &str, headers: &[&str], body: &str) -> String {
        let lines = headers.iter().fold(String::new(), |lines, header| lines + header + "\r\n");
        format!(
            "{method} {path} HTTP/1.1\r\nHost: {}\r\nContent-Length: {}\r\nConnection: close\r\n{lines}\r\n{body}",
            self.address,
            body.len()
        )
    }

    pub fn get(&self, path: &str, headers: &[&str]) -> String {
        self.send("GET", path, headers, "")
    }

    pub fn post(&self, path: &str, headers: &[&str], body: &str) -> String {
        let all: Vec<&str> = [&["Content-Type: application/json"], headers].concat();
        self.send("POST", path, &all, body)
    }

    /// What Prometheus would read.
    pub fn metrics(&self) -> String {
        let stream = TcpStream::connect(self.metrics.as_ref().unwrap()).unwrap();
        ask(stream, b"GET /metrics HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
    }

    /// Tells it to stop, as a service manager does.
    pub fn signal(&self) {
        assert!(Command::new("kill").args(["-TERM", &self.process.id().to_string()]).status().unwrap().success());
    }

    /// Waits for it to stop well, and gives its log.
    pub fn wait(mut self) -> String {
        let status = self.process.wait().unwrap();
        let log = self.log.join().unwrap();
        assert!(status.success(), "{log}");
        log
    }

    pub fn stop(self) -> String {
        self.signal();
        self.wait()
    }
}

pub fn ask(mut stream: TcpStream, request: &[u8]) -> String {
    // A server that refuses a connection may have closed it before all is sent; what it said can be read still.
    let _ = stream.write_all(request);
    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer);
    String::from_utf8_lossy(&answer).into_owned()
}
