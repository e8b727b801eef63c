//! A connection's two ends: no client can hold one open by not reading, and none loses an answer by still sending.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use hyper::rt::{Read, ReadBufCursor, Write};
use hyper_util::rt::TokioIo;
use tokio::io::{AsyncRead as _, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::{Instant, Sleep, sleep_until};
use wire::v1::{Problem, ProblemCode};

/// How long a client may leave an answer lying before the connection is given up.
const STALL: Duration = Duration::from_secs(30);
/// How long what a client still sends is read and thrown away after the last answer. Closing at once would reset the
/// connection, and the client would lose an answer such as "the body is too large" that it has not read yet.
const LINGER: Duration = Duration::from_secs(1);

/// A connection with patience, but not without end.
pub struct Patient {
    io: TokioIo<TcpStream>,
    /// Runs while the client does not read, or after the last answer.
    timer: Option<Pin<Box<Sleep>>>,
    is_closing: bool,
}

impl Patient {
    /// A connection that was just accepted.
    pub fn new(stream: TcpStream) -> Self {
        Self { io: TokioIo::new(stream), timer: None, is_closing: false }
    }

    /// Passes on what came of a write, unless the client has not read for too long.
    fn watch_write(&mut self, written: Poll<io::Result<usize>>, context: &mut Context<'_>) -> Poll<io::Result<usize>> {
        if written.is_ready() {
            self.timer = None;
            return written;
        }
        ready!(self.timer_of(STALL).poll(context));
        Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
    }

    fn timer_of(&mut self, wait: Duration) -> Pin<&mut Sleep> {
        self.timer.get_or_insert_with(|| Box::pin(sleep_until(Instant::now() + wait))).as_mut()
    }
}

impl Read for Patient {
    fn poll_read(mut self: Pin<&mut Self>, context: &mut Context<'_>, buffer: ReadBufCursor<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.io).poll_read(context, buffer)
    }
}

impl Write for Patient {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.io).poll_write(context, bytes);
        self.watch_write(written, context)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.io).poll_write_vectored(context, slices);
        self.watch_write(written, context)
    }

    fn is_write_vectored(&self) -> bool {
        self.io.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.io).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let this = &mut *self;
        if !this.is_closing {
            ready!(Pin::new(&mut this.io).poll_shutdown(context))?;
            this.is_closing = true;
            this.timer = None;
        }
        let mut space = [0; 4096];
        loop {
            let mut buffer = ReadBuf::new(&mut space);
            match Pin::new(this.io.inner_mut()).poll_read(context, &mut buffer) {
                Poll::Ready(Ok(())) if !buffer.filled().is_empty() => {}
                // The client has closed its end too, or is gone.
                Poll::Ready(_) => return Poll::Ready(Ok(())),
                Poll::Pending => {
                    ready!(this.timer_of(LINGER).poll(context));
                    return Poll::Ready(Ok(()));
                }
            }
            // A client that never pauses must not keep the connection for ever either.
            if this.timer_of(LINGER).deadline() < Instant::now() {
                return Poll::Ready(Ok(()));
            }
        }
    }
}

/// Whose connections are too many.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refusal {
    /// The client's own.
    OfClient,
    /// All clients' together.
    OfAll,
}

/// Tells a client that there are too many connections, without looking at what it asks.
pub async fn refuse(stream: TcpStream, reason: Refusal) {
    let (status, code, detail) = match reason {
        Refusal::OfClient => (
            "429 Too Many Requests",
            ProblemCode::TooManyRequests,
            "too many connections from one address; close some, or use them again for several requests",
        ),
        Refusal::OfAll => (
            "503 Service Unavailable",
            ProblemCode::Overloaded,
            "the server has too many connections; try again in a few seconds",
        ),
    };
    let body = serde_json::to_string(&Problem::new(code, detail)).unwrap_or_default();
    let answer = format!(
        "HTTP/1.1 {status}\r\ncontent-type: application/problem+json\r\ncache-control: no-store\r\n\
         retry-after: 5\r\nconnection: close\r\ncontent-length: {}\r\n\r\n{body}",
        body.len()
    );
    let mut stream = Patient::new(stream);
    // It fits into the system's buffer, so one write is enough; a client for which it is not has not read anything for long.
    let write = std::future::poll_fn(|context| Pin::new(&mut stream).poll_write(context, answer.as_bytes()));
    if tokio::time::timeout(LINGER, write).await.is_ok_and(|written| written.is_ok()) {
        let _ = std::future::poll_fn(|context| Pin::new(&mut stream).poll_shutdown(context)).await;
    }
}
