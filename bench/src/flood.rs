//! Ten clients that search all the time, from ten addresses and from one: the pages and saves of others must not notice.
//!
//! The others ask alike in an idle round and in a flooded one, which take turns. A stored plan's page is compared with the
//! same plan over the API.

use std::collections::BTreeMap;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use tokio::task::JoinSet;
use tokio::time::{MissedTickBehavior, interval, sleep};

use crate::client::{Call, Connection, ask, stream_from};
use crate::load::closed_loop::rate;
use crate::load::{CONNECTIONS, scratch};
use crate::process::Program;
use crate::report::{Figure, Report, Target};
use crate::samples::{self, median, quantile};

/// How much is measured.
#[derive(Debug, Clone, Copy)]
struct Amount {
    rounds: usize,
    /// Of one round, idle or flooded.
    time: Duration,
    /// Of reading in one round.
    reading: Duration,
}

const LONG: Amount = Amount { rounds: 5, time: Duration::from_secs(8), reading: Duration::from_millis(700) };
const SHORT: Amount = Amount { rounds: 1, time: Duration::from_secs(2), reading: Duration::from_millis(200) };

/// Clients that search, each so often, whatever became of the search before.
const SEARCHERS: u8 = 10;
const SEARCH_EVERY: Duration = Duration::from_millis(500);
/// What they ask: what to buy, for a model that trains long on every card there is.
const SEARCH: &str = r#"{"model":{"id":"sdxl"}}"#;
/// Clients that read and save, each with an address of its own, and the pause before each of their questions.
const OTHERS: u8 = 8;
const PAUSE: Duration = Duration::from_millis(200);
/// What opens a plan may cost no more than this many reads of it.
const MOST_READS: f64 = 2.0;
/// How much slower the slowest hundredth may be than when nobody searches.
const MOST_DELAY: f64 = 3.0;

/// What others do.
#[derive(Debug)]
struct Deed {
    name: &'static str,
    call: Call,
    status: u16,
}

/// What they have seen of each deed.
#[derive(Debug, Default)]
struct Seen {
    times: BTreeMap<&'static str, Vec<Duration>>,
    failures: BTreeMap<String, u64>,
}

/// Measures both, each against a server of its own.
pub async fn run(program: &Path, short: bool) -> Result<Report> {
    let amount = if short { SHORT } else { LONG };
    let mut report = Report::new("flood");
    reads(program, amount, &mut report).await?;
    let folder = tempfile::tempdir_in(scratch()?)?;
    let mut program = Program::rigwise(program);
    // What holds where nobody sets anything.
    for name in ["RIGWISE_WRITES_PER_MINUTE", "RIGWISE_COMPUTE_PER_SECOND", "RIGWISE_SEARCH_PER_SECOND"] {
        program.settings.push((name, String::new()));
    }
    let server = program.start(folder.path()).await?;
    let deeds = Arc::new(deeds(server.address()).await?);
    for (name, addresses) in [("ten addresses", SEARCHERS), ("one address", 1)] {
        flood(server.address(), name, addresses, &deeds, amount, &mut report).await?;
    }
    Ok(report)
}

/// A stored plan's page and the plan over the API, in turns.
async fn reads(program: &Path, amount: Amount, report: &mut Report) -> Result<()> {
    let folder = tempfile::tempdir_in(scratch()?)?;
    let server = Program::rigwise(program).start(folder.path()).await?;
    let id = created(server.address()).await?;
    let (page, read) = (Call::get(format!("/p/{id}")), Call::get(format!("/api/v1/plans/{id}")));
    let (mut costs, mut pages, mut reads) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..amount.rounds {
        let read = rate(server.address(), CONNECTIONS, amount.reading, &read, 200).await?;
        let page = rate(server.address(), CONNECTIONS, amount.reading, &page, 200).await?;
        costs.push(read / page);
        pages.push(page);
        reads.push(read);
    }
    report.add(Figure::of("stored plan: reads over the API in the time of a page", costs, Target::AtMost(MOST_READS)));
    report.add(Figure::of("stored plan: pages/s", pages, Target::None));
    report.add(Figure::of("stored plan: reads over the API/s", reads, Target::None));
    Ok(())
}

async fn created(server: SocketAddr) -> Result<String> {
    let answer = ask(server, &Call::post("/api/v1/plans", samples::plan("flood", ""))).await?;
    ensure!(answer.status == 201, "a plan is not created: {}", answer.shown());
    Ok(answer.json()?["id"].as_str().context("a plan without an id")?.to_owned())
}

async fn deeds(server: SocketAddr) -> Result<Vec<Deed>> {
    let id = created(server).await?;
    let form = "model=resnet50&gpu=rtx-4090&batch=64&title=flood";
    Ok(vec![
        Deed { name: "home page", call: Call::get("/"), status: 200 },
        Deed { name: "planner's page", call: Call::get("/plan?model=resnet50&gpu=rtx-4090&batch=64"), status: 200 },
        Deed { name: "stored plan's page", call: Call::get(format!("/p/{id}")), status: 200 },
        Deed { name: "save", call: Call::form("/plan/save", form), status: 303 },
    ])
}

/// Idle and flooded rounds in turns, and what they say of the others.
async fn flood(
    server: SocketAddr,
    name: &str,
    addresses: u8,
    deeds: &Arc<Vec<Deed>>,
    amount: Amount,
    report: &mut Report,
) -> Result<()> {
    let mut ratios: BTreeMap<&str, [Vec<f64>; 3]> = BTreeMap::new();
    let (mut failures, mut requests) = (0, 0);
    let mut searches: BTreeMap<u16, u64> = BTreeMap::new();
    for _ in 0..amount.rounds {
        let idle = others(server, deeds, amount.time).await;
        let end = Instant::now() + amount.time;
        let searchers: Vec<_> = (0..SEARCHERS).map(|number| tokio::spawn(searcher(server, number % addresses, end))).collect();
        let flooded = others(server, deeds, amount.time).await;
        for searcher in searchers {
            for (status, count) in searcher.await?? {
                *searches.entry(status).or_default() += count;
            }
        }
        for seen in [&idle, &flooded] {
            requests += seen.times.values().map(Vec::len).sum::<usize>() as u64;
            failures += seen.failures.values().sum::<u64>();
            for (failure, count) in &seen.failures {
                println!("flood: {count} times: {failure}");
            }
        }
        for deed in deeds.iter() {
            let [idle, flooded] =
                [&idle, &flooded].map(|seen| seen.times.get(deed.name).map_or(f64::NAN, |times| quantile(times, 0.99)));
            let series = ratios.entry(deed.name).or_default();
            for (series, value) in series.iter_mut().zip([flooded / idle, idle * 1e3, flooded * 1e3]) {
                series.push(value);
            }
        }
    }
    report.add(Figure::count(format!("{name}: pages and saves of others"), requests, Target::None));
    report.add(Figure::count(format!("{name}: of them refused or failed"), failures, Target::AtMost(0.0)));
    for (deed, [ratio, idle, flooded]) in ratios {
        let (idle, flooded) = (median(&idle), median(&flooded));
        let name = format!("{name}: {deed}, p99 to that of an idle server ({flooded:.1} to {idle:.1} ms)");
        report.add(Figure::of(name, ratio, Target::AtMost(MOST_DELAY)));
    }
    for (status, what) in [(200, "answered"), (429, "rate-limited (429)"), (503, "shed (503)")] {
        let count = searches.remove(&status).unwrap_or(0);
        report.add(Figure::count(format!("{name}: searches {what}"), count, Target::None));
    }
    ensure!(searches.is_empty(), "searches were answered otherwise: {searches:?}");
    // The short version compares nothing with targets, but a failure is one anywhere.
    ensure!(failures == 0, "{}", report.text());
    Ok(())
}

/// Asks every now and then, and counts what came back by status.
async fn searcher(server: SocketAddr, address: u8, end: Instant) -> Result<BTreeMap<u16, u64>> {
    let mut clock = interval(SEARCH_EVERY);
    clock.set_missed_tick_behavior(MissedTickBehavior::Skip);
    let mut asked = JoinSet::new();
    while Instant::now() < end {
        clock.tick().await;
        asked.spawn(async move {
            let stream = stream_from(Ipv4Addr::new(127, 0, 0, 101 + address), server).await?;
            Connection::over(stream, server)?.send(&Call::post("/api/v1/recommend", SEARCH)).await
        });
    }
    let mut statuses = BTreeMap::new();
    while let Some(answer) = asked.join_next().await {
        *statuses.entry(answer??.status).or_default() += 1;
    }
    Ok(statuses)
}

/// All others for the given time.
async fn others(server: SocketAddr, deeds: &Arc<Vec<Deed>>, time: Duration) -> Seen {
    let end = Instant::now() + time;
    let tasks: Vec<_> = (0..OTHERS).map(|number| tokio::spawn(other(server, number, Arc::clone(deeds), end))).collect();
    let mut all = Seen::default();
    for task in tasks {
        match task.await {
            Ok(seen) => {
                for (name, mut times) in seen.times {
                    all.times.entry(name).or_default().append(&mut times);
                }
                for (failure, count) in seen.failures {
                    *all.failures.entry(failure).or_default() += count;
                }
            }
            Err(error) => *all.failures.entry(error.to_string()).or_default() += 1,
        }
    }
    all
}

/// One that reads and saves in turn, over connections of its own.
async fn other(server: SocketAddr, number: u8, deeds: Arc<Vec<Deed>>, end: Instant) -> Seen {
    let mut seen = Seen::default();
    // Not all at the same moment.
    sleep(PAUSE * u32::from(number) / u32::from(OTHERS)).await;
    for deed in deeds.iter().cycle().skip(usize::from(number)) {
        if Instant::now() > end {
            return seen;
        }
        match timed(server, number, deed).await {
            Ok(time) => seen.times.entry(deed.name).or_default().push(time),
            Err(error) => *seen.failures.entry(format!("{}: {error:#}", deed.name)).or_default() += 1,
        }
        sleep(PAUSE).await;
    }
    seen
}

async fn timed(server: SocketAddr, number: u8, deed: &Deed) -> Result<Duration> {
    let begin = Instant::now();
    let stream = stream_from(Ipv4Addr::new(127, 0, 0, 2 + number), server).await?;
    let answer = Connection::over(stream, server)?.send(&deed.call).await?;
    ensure!(answer.status == deed.status, "expected {}: {}", deed.status, answer.shown());
    Ok(begin.elapsed())
}
