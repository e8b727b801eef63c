//! Ten thousand connections at once, a tenth of them as slow as can be: the others must not notice.

mod slow;

use std::collections::BTreeMap;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use tokio::sync::Semaphore;

use crate::client::{Call, Connection, ask, stream_from};
use crate::load::scratch;
use crate::process::{Program, Server};
use crate::report::{Figure, Report, Target};
use crate::samples::{self, Numbers, quantile};

/// Who comes, and for how long.
#[derive(Debug, Clone, Copy)]
struct Crowd {
    connections: u64,
    slow: u64,
    /// How long everybody stays once all are there.
    time: Duration,
    /// The mean pause of one client between an answer and its next question.
    pause: Duration,
}

const LONG: Crowd = Crowd { connections: 10_000, slow: 1_000, time: Duration::from_mins(1), pause: Duration::from_secs(9) };
const SHORT: Crowd = Crowd { connections: 500, slow: 50, time: Duration::from_secs(5), pause: Duration::from_secs(1) };

/// Connections that are being opened at once: fewer than wait in the system's queue.
const OPENING: usize = 200;
/// Files beyond connections that either side has open.
const SPARE_FILES: u64 = 600;
/// The server's memory at its peak.
const MOST_MEMORY_MIB: f64 = 512.0;

/// What clients have seen.
#[derive(Debug, Default)]
struct Seen {
    times: Vec<Duration>,
    failures: BTreeMap<String, u64>,
}

/// What all clients share.
#[derive(Debug)]
struct Stage {
    server: SocketAddr,
    calls: Vec<(Call, u16)>,
    opening: Semaphore,
    open: AtomicU64,
    crowd: Crowd,
}

/// Lets the crowd in and looks at what happens to it.
pub async fn run(program: &Path, short: bool) -> Result<Report> {
    let crowd = if short { SHORT } else { LONG };
    let files = rlimit::increase_nofile_limit(crowd.connections + SPARE_FILES)?;
    ensure!(
        files >= crowd.connections,
        "{files} files may be open at once; raise that limit to {}",
        crowd.connections + SPARE_FILES
    );
    let folder = tempfile::tempdir_in(scratch()?)?;
    let mut program = Program::rigwise(program);
    program.settings.push(("RIGWISE_MAX_CONNECTIONS", (crowd.connections + SPARE_FILES / 2).to_string()));
    let mut server = program.start(folder.path()).await?;
    let stage = Arc::new(Stage {
        server: server.address(),
        calls: calls(server.address()).await?,
        opening: Semaphore::new(OPENING),
        open: AtomicU64::new(0),
        crowd,
    });
    let slow: Vec<_> = (0..crowd.slow).map(|number| tokio::spawn(slow::client(Arc::clone(&stage), number))).collect();
    let clients: Vec<_> =
        (crowd.slow..crowd.connections).map(|number| tokio::spawn(client(Arc::clone(&stage), number))).collect();
    let most = watch(&stage, &server).await?;
    let mut seen = Seen::default();
    for client in clients {
        let one = client.await?;
        seen.times.extend(one.times);
        for (failure, count) in one.failures {
            *seen.failures.entry(failure).or_default() += count;
        }
    }
    slow.iter().for_each(tokio::task::JoinHandle::abort);
    ensure!(server.lives()?, "the server has ended: {}", server.end_of_log());
    for (failure, count) in seen.failures.iter().take(10) {
        println!("connections: {count} times: {failure}");
    }
    report(&seen, most, server.peak_memory()?, crowd)
}

fn report(seen: &Seen, most: u64, memory: u64, crowd: Crowd) -> Result<Report> {
    let failures: u64 = seen.failures.values().sum();
    let mib = memory as f64 / f64::from(1 << 20);
    let mut report = Report::new("connections");
    report.add(Figure::count(
        format!("connections at once, {} of them slow", crowd.slow),
        most,
        Target::AtLeast(crowd.connections as f64),
    ));
    report.add(Figure::count("requests of the others", seen.times.len() as u64 + failures, Target::None));
    report.add(Figure::count("of them failed", failures, Target::AtMost(0.0)));
    report.add(Figure::of("median answer, ms", vec![quantile(&seen.times, 0.5) * 1e3], Target::None));
    report.add(Figure::of("p99 of answers, ms", vec![quantile(&seen.times, 0.99) * 1e3], Target::None));
    report.add(Figure::of("server's memory at its peak, MiB", vec![mib], Target::AtMost(MOST_MEMORY_MIB)));
    // The short version compares nothing with targets, but a failure is one anywhere.
    ensure!(failures == 0, "{}", report.text());
    Ok(report)
}

/// What clients ask in turn, with the status that is right.
async fn calls(server: SocketAddr) -> Result<Vec<(Call, u16)>> {
    let created = ask(server, &Call::post("/api/v1/plans", samples::plan("crowd", ""))).await?.json()?;
    let path = format!("/api/v1/plans/{}", created["id"].as_str().context("a plan without an id")?);
    let tag = ask(server, &Call::get(&path)).await?.header("etag").context("a plan without an ETag")?.to_owned();
    Ok(vec![
        (Call::get("/healthz"), 200),
        (Call::post("/api/v1/estimate", samples::IMAGES), 200),
        (Call::get(path).with("if-none-match", tag), 304),
        (Call::get("/api/v1/catalog/gpus/rtx-4090"), 200),
    ])
}

/// Waits for the crowd, then for its time to pass; returns how many were there at once.
async fn watch(stage: &Stage, server: &Server) -> Result<u64> {
    let mut most = 0;
    let begin = Instant::now();
    // Everybody's time begins when the last has come, so this ends while all are still there.
    while begin.elapsed() < stage.crowd.time {
        let open = stage.open.load(Ordering::Relaxed).min(server.open_files()? as u64);
        most = most.max(open);
        tokio::time::sleep(Duration::from_millis(500)).await;
    }
    Ok(most)
}

/// An address of its own for every few clients: `127.0.0.0/8` is all this machine's.
fn source(number: u64) -> Ipv4Addr {
    Ipv4Addr::new(127, 0, 1 + (number >> 7) as u8 % 100, 1 + (number & 127) as u8)
}

/// One that asks, waits a while, and asks again, over one connection.
async fn client(stage: Arc<Stage>, number: u64) -> Seen {
    let mut seen = Seen::default();
    if let Err(error) = ask_again_and_again(&stage, number, &mut seen).await {
        *seen.failures.entry(format!("{error:#}")).or_default() += 1;
    }
    seen
}

async fn ask_again_and_again(stage: &Stage, number: u64, seen: &mut Seen) -> Result<()> {
    let end = Instant::now() + stage.crowd.time;
    let stream = {
        let _turn = stage.opening.acquire().await?;
        stream_from(source(number), stage.server).await.context("connecting")?
    };
    let mut connection = Connection::over(stream, stage.server)?;
    stage.open.fetch_add(1, Ordering::Relaxed);
    let mut numbers = Numbers::new(number);
    loop {
        let mean = stage.crowd.pause.as_millis() as u64;
        tokio::time::sleep(Duration::from_millis(mean / 2 + numbers.below(mean))).await;
        if Instant::now() > end {
            return Ok(());
        }
        let (call, status) = &stage.calls[numbers.below(stage.calls.len() as u64) as usize];
        let begin = Instant::now();
        let answer = connection.send(call).await.context("asking")?;
        ensure!(answer.status == *status, "expected {status}: {}", answer.shown());
        seen.times.push(begin.elapsed());
    }
}
