//! Clients that each wait for an answer before they ask again.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use anyhow::{Result, ensure};

use super::connections;
use crate::client::{Call, Connection};

/// Asks for the given time and returns how long each answer took.
///
/// # Errors
/// Where an answer has another status than expected.
pub async fn closed_loop(server: SocketAddr, clients: usize, time: Duration, call: &Call, status: u16) -> Result<Vec<Duration>> {
    let open = connections(server, clients).await?;
    let end = Instant::now() + time;
    let tasks: Vec<_> = open.into_iter().map(|connection| tokio::spawn(client(connection, end, call.clone(), status))).collect();
    let mut all = Vec::new();
    for task in tasks {
        all.append(&mut task.await??);
    }
    Ok(all)
}

/// Answers a second.
///
/// # Errors
/// As [`closed_loop`].
pub async fn rate(server: SocketAddr, clients: usize, time: Duration, call: &Call, status: u16) -> Result<f64> {
    let begin = Instant::now();
    let answers = closed_loop(server, clients, time, call, status).await?;
    Ok(answers.len() as f64 / begin.elapsed().as_secs_f64())
}

async fn client(mut connection: Connection, end: Instant, call: Call, status: u16) -> Result<Vec<Duration>> {
    let mut times = Vec::new();
    // A slow machine still asks once.
    while times.is_empty() || Instant::now() < end {
        let begin = Instant::now();
        let answer = connection.send(&call).await?;
        times.push(begin.elapsed());
        ensure!(answer.status == status, "expected {status}: {}", answer.shown());
    }
    Ok(times)
}
