//! What a request costs around the engine; plans read and created, each against its baseline in the same run.
//!
//! Baselines and figures take turns, so that a machine that slows down slows both.

pub mod closed_loop;
mod inserts;

use std::net::SocketAddr;
use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};

use crate::client::{Call, Connection, ask};
use crate::echo;
use crate::process::{Program, Server};
use crate::report::{Figure, Report, Target};
use crate::samples::{self, quantile};
use closed_loop::{closed_loop, rate};

/// How much is measured.
#[derive(Debug, Clone, Copy)]
struct Amount {
    rounds: usize,
    /// Of one kind of request in one round.
    time: Duration,
}

/// Connections that ask at once, for throughput: enough that the server is never idle on two cores.
pub const CONNECTIONS: usize = 16;

/// Measures against a server of this very program, which has the echo.
pub async fn run(short: bool) -> Result<Report> {
    let amount = if short {
        Amount { rounds: 1, time: Duration::from_millis(300) }
    } else {
        Amount { rounds: 9, time: Duration::from_millis(700) }
    };
    let folder = tempfile::tempdir_in(scratch()?)?;
    let program = Program { path: std::env::current_exe()?, command: "echo", settings: Vec::new() };
    let server = program.start(folder.path()).await?;
    let mut report = Report::new("load");
    for (name, scenario) in [("images", samples::IMAGES), ("text", samples::TEXT)] {
        around_the_engine(&server, name, scenario, amount, &mut report).await?;
    }
    tail(&server, amount, &mut report).await?;
    reads(&server, amount, &mut report).await?;
    creation(&server, folder.path(), amount, &mut report).await?;
    Ok(report)
}

/// A folder on the disk that builds are on; the system's own for temporary files may be in memory.
pub fn scratch() -> Result<std::path::PathBuf> {
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(
        || Path::new(env!("CARGO_MANIFEST_DIR")).parent().map_or_else(|| ".".into(), |root| root.join("target")),
        std::path::PathBuf::from,
    );
    let folder = target.join("bench");
    std::fs::create_dir_all(&folder).with_context(|| format!("cannot create {}", folder.display()))?;
    Ok(folder)
}

/// One thing after the other, time and again: the engine alone, an estimate, an echo. Taking turns at every request rather
/// than every second, all of them meet the same machine.
async fn around_the_engine(server: &Server, name: &str, scenario: &str, amount: Amount, report: &mut Report) -> Result<()> {
    let estimate = Call::post("/api/v1/estimate", scenario);
    let echo = Call::post(echo::PATH, scenario);
    let alone = Call::post(echo::ENGINE, scenario);
    let mut connection = Connection::open(server.address()).await?;
    let mut series: [Vec<f64>; 5] = Default::default();
    for round in 0..=amount.rounds {
        let mut times: [Vec<Duration>; 4] = Default::default();
        let begin = Instant::now();
        while begin.elapsed() < amount.time * 3 || times[0].len() < 3 {
            let [engine, written] = engine(&mut connection, &alone).await?;
            let whole = timed(&mut connection, &estimate).await?;
            let echo = timed(&mut connection, &echo).await?;
            for (times, time) in times.iter_mut().zip([engine, written, whole, echo]) {
                times.push(time);
            }
        }
        // The first round warms caches up.
        if round > 0 || amount.rounds == 1 {
            let [engine, written, whole, echo] = times.map(|times| quantile(&times, 0.5) * 1e6);
            for (values, value) in series.iter_mut().zip([(whole - engine) / echo, engine, written, whole, echo]) {
                values.push(value);
            }
        }
    }
    let [ratio, engine, written, whole, echo] = series;
    report.add(Figure::of(format!("estimate ({name}): time around the engine to time of an echo"), ratio, Target::AtMost(1.3)));
    report.add(Figure::of(format!("estimate ({name}): engine alone, µs"), engine, Target::None));
    report.add(Figure::of(format!("estimate ({name}): writing its answer as JSON, µs"), written, Target::None));
    report.add(Figure::of(format!("estimate ({name}): request, µs"), whole, Target::None));
    report.add(Figure::of(format!("estimate ({name}): echo, µs"), echo, Target::None));
    Ok(())
}

/// How long the engine takes for its answer inside the server, and how long that takes to become JSON.
async fn engine(connection: &mut Connection, call: &Call) -> Result<[Duration; 2]> {
    let answer = connection.send(call).await?;
    ensure!(answer.status == 200, "{}", answer.shown());
    let times: [u64; 2] = serde_json::from_value(answer.json()?)?;
    Ok(times.map(Duration::from_nanos))
}

/// How long a request takes over a connection that is open.
async fn timed(connection: &mut Connection, call: &Call) -> Result<Duration> {
    let begin = Instant::now();
    let answer = connection.send(call).await?;
    let time = begin.elapsed();
    ensure!(answer.status == 200, "{}", answer.shown());
    Ok(time)
}

/// How far the slowest hundredth is from the middle, with as many clients as cores and with many more.
async fn tail(server: &Server, amount: Amount, report: &mut Report) -> Result<()> {
    let call = Call::post("/api/v1/estimate", samples::IMAGES);
    for connections in [2, CONNECTIONS] {
        let (mut ratios, mut medians) = (Vec::new(), Vec::new());
        for _ in 0..amount.rounds {
            let times = closed_loop(server.address(), connections, amount.time * 2, &call, 200).await?;
            let middle = quantile(&times, 0.5);
            ratios.push(quantile(&times, 0.99) / middle);
            medians.push(middle * 1e6);
        }
        report.add(Figure::of(format!("estimate, {connections} clients: p99 to median"), ratios, Target::AtMost(3.0)));
        report.add(Figure::of(format!("estimate, {connections} clients: median, µs"), medians, Target::None));
    }
    Ok(())
}

/// A plan that the client knows already, to the cheapest answer there is.
async fn reads(server: &Server, amount: Amount, report: &mut Report) -> Result<()> {
    let created = create(server.address()).await?;
    let path = format!("/api/v1/plans/{created}");
    let plan = ask(server.address(), &Call::get(&path)).await?;
    let tag = plan.header("etag").context("a plan without an ETag")?.to_owned();
    let (known, health) = (Call::get(&path).with("if-none-match", tag), Call::get("/healthz"));
    let (mut ratios, mut rates) = (Vec::new(), Vec::new());
    for _ in 0..amount.rounds {
        let alive = rate(server.address(), CONNECTIONS, amount.time, &health, 200).await?;
        let read = rate(server.address(), CONNECTIONS, amount.time, &known, 304).await?;
        ratios.push(read / alive);
        rates.push(read);
    }
    report.add(Figure::of("plan read with a known ETag: requests/s to those of /healthz", ratios, Target::AtLeast(0.8)));
    report.add(Figure::of("plan read with a known ETag: requests/s", rates, Target::None));
    Ok(())
}

async fn create(server: SocketAddr) -> Result<String> {
    let answer = ask(server, &Call::post("/api/v1/plans", samples::plan("bench", ""))).await?;
    ensure!(answer.status == 201, "a plan is not created: {}", answer.shown());
    Ok(answer.json()?["id"].as_str().context("a plan without an id")?.to_owned())
}

/// Plans created over HTTP, to the same rows inserted in a loop with the same durability.
async fn creation(server: &Server, folder: &Path, amount: Amount, report: &mut Report) -> Result<()> {
    let mut baseline = inserts::Baseline::like(&crate::process::database(folder), &folder.join("baseline.db")).await?;
    let call = Call::post("/api/v1/plans", samples::plan("bench", ""));
    let (mut many, mut alone, mut inserts) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..amount.rounds {
        let base = baseline.rate(amount.time).await?;
        many.push(rate(server.address(), CONNECTIONS, amount.time, &call, 201).await? / base);
        alone.push(rate(server.address(), 1, amount.time, &call, 201).await? / base);
        inserts.push(base);
    }
    report.add(Figure::of(
        format!("plans created by {CONNECTIONS} clients: rate to that of inserts in a loop"),
        many,
        Target::AtLeast(0.5),
    ));
    report.add(Figure::of("plans created by one client: rate to that of inserts in a loop", alone, Target::None));
    report.add(Figure::of("inserts in a loop: plans/s", inserts, Target::None));
    Ok(())
}

/// Opens the given number of connections.
async fn connections(server: SocketAddr, count: usize) -> Result<Vec<Connection>> {
    let mut open = Vec::with_capacity(count);
    for _ in 0..count {
        open.push(Connection::open(server).await?);
    }
    Ok(open)
}
