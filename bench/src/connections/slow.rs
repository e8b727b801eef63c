//! Clients that hold a connection and hardly use it.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use anyhow::Result;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

use super::{Stage, source};
use crate::client::stream_from;

/// Between one byte and the next.
const PAUSE: Duration = Duration::from_secs(1);
/// Before a client that was cut off comes back.
const RETURN: Duration = Duration::from_millis(300);

/// Comes back whenever the server has had enough of it.
pub async fn client(stage: Arc<Stage>, number: u64) {
    loop {
        let stream = match stage.opening.acquire().await {
            Ok(_turn) => stream_from(source(number), stage.server).await,
            Err(_) => return,
        };
        if let Ok(stream) = stream {
            stage.open.fetch_add(1, Ordering::Relaxed);
            // Being cut off is what slow clients have to expect.
            let _ = dawdle(stream, number).await;
            stage.open.fetch_sub(1, Ordering::Relaxed);
        }
        tokio::time::sleep(RETURN).await;
    }
}

/// A head, a body, or a reader, that takes its time.
async fn dawdle(mut stream: TcpStream, number: u64) -> Result<()> {
    match number % 5 {
        0 | 1 => {
            stream.write_all(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-Slow: ").await?;
            drip(&mut stream).await
        }
        2 | 3 => {
            let head = "POST /api/v1/estimate HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 4000\r\n\r\n";
            stream.write_all(head.as_bytes()).await?;
            drip(&mut stream).await
        }
        _ => {
            stream.write_all(b"GET /api/v1/catalog HTTP/1.1\r\nHost: localhost\r\n\r\n").await?;
            let mut byte = [0];
            while stream.read(&mut byte).await? > 0 {
                tokio::time::sleep(PAUSE).await;
            }
            Ok(())
        }
    }
}

/// A byte now and then, until the server answers or hangs up.
async fn drip(stream: &mut TcpStream) -> Result<()> {
    let mut answer = [0; 256];
    loop {
        stream.write_all(b"1").await?;
        if let Ok(read) = tokio::time::timeout(PAUSE, stream.read(&mut answer)).await
            && read? == 0
        {
            return Ok(());
        }
    }
}
