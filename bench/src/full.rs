//! A disk that fills up: writes are refused by name, reads go on, and writes work again once there is room.

use std::fs;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};

use crate::client::{Answer, Call, ask};
use crate::kills::ledger::{self, Confirmed, Ledger};
use crate::load::scratch;
use crate::process::{Program, database};
use crate::report::{Figure, Report, Target};
use crate::samples::plan;

/// The small disk, and what lies in its way until room is made.
const DISK_MIB: u64 = 8;
const BALLAST_MIB: u64 = 4;
/// Plans that fill it several times over.
const ENOUGH: u64 = 5000;
/// Refused writes before room is made.
const REFUSALS: u64 = 20;
/// How long the server may take to write again once there is room.
const RECOVERY: Duration = Duration::from_secs(10);

/// A file system in memory with a fixed size; unmounted when dropped.
struct Disk(PathBuf);

impl Disk {
    /// Nothing where this user may not mount.
    fn mount(at: &Path) -> Option<Self> {
        let mounted = Command::new("mount").args(["-t", "tmpfs", "-o", &format!("size={DISK_MIB}m"), "tmpfs"]).arg(at).output();
        mounted.is_ok_and(|output| output.status.success()).then(|| Self(at.to_owned()))
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        let unmounted = Command::new("umount").arg("--lazy").arg(&self.0).status();
        if !unmounted.is_ok_and(|status| status.success()) {
            eprintln!("bench: {} is still mounted", self.0.display());
        }
    }
}

/// Fills the disk and makes room again; says so and does nothing where this user may not mount.
pub async fn run(program: &Path) -> Result<Option<Report>> {
    let folder = tempfile::tempdir_in(scratch()?)?;
    let mounted = folder.path().join("disk");
    fs::create_dir(&mounted)?;
    let Some(disk) = Disk::mount(&mounted) else {
        println!("full: a small disk can only be mounted by root, so none is filled");
        return Ok(None);
    };
    let ballast = mounted.join("ballast");
    fs::write(&ballast, vec![1; (BALLAST_MIB << 20) as usize])?;
    let mut program = Program::rigwise(program);
    // The log stays outside, or it would take the room that is missed.
    program.settings.push(("DATABASE_URL", format!("sqlite:{}", database(&mounted).display())));
    let mut server = program.start(folder.path()).await?;
    let mut ledger = Ledger::default();

    let first = fill(server.address(), &mut ledger).await?;
    refuse(server.address(), &mut ledger).await?;
    let stored = ledger.confirmed();
    ledger.check(server.address(), true).await.context("while the disk is full")?;
    let estimate = ask(server.address(), &Call::post("/api/v1/estimate", crate::samples::IMAGES)).await?;
    ensure!(estimate.status == 200, "an estimate without room: {}", estimate.shown());

    fs::remove_file(&ballast)?;
    let pause = wait_for_writes(server.address(), &mut ledger).await?;
    ledger.check(server.address(), true).await.context("once there is room")?;
    ledger::check_database(&database(&mounted)).await?;
    ensure!(server.lives()?, "the server has ended: {}", server.end_of_log());
    drop(server);
    drop(disk);

    let mut report = Report::new("full");
    report.add(Figure::count("plans stored before the disk was full", stored, Target::None));
    report.add(Figure::count(format!("writes refused as `storage-full` ({})", first.status), REFUSALS + 1, Target::None));
    report.add(Figure::count("confirmed plans lost, reads or estimates refused, rows half written", 0, Target::AtMost(0.0)));
    report.add(Figure::of("from room to the next write, s", vec![pause.as_secs_f64()], Target::AtMost(RECOVERY.as_secs_f64())));
    Ok(Some(report))
}

/// Creates plans until one is refused.
async fn fill(server: SocketAddr, ledger: &mut Ledger) -> Result<Answer> {
    for plan in 0..ENOUGH {
        let (answer, confirmed) = create(server, &format!("plan {plan}")).await?;
        match confirmed {
            Some(confirmed) => ledger.take(vec![confirmed]),
            None if is_storage_full(&answer) => return Ok(answer),
            None => bail!("a write on a full disk: {}", answer.shown()),
        }
    }
    bail!("{ENOUGH} plans fit on a disk of {DISK_MIB} MiB")
}

/// Writes until enough were refused. The log may find room again by a checkpoint: what is confirmed then counts as stored.
async fn refuse(server: SocketAddr, ledger: &mut Ledger) -> Result<()> {
    let mut refused = 0;
    for _ in 0..ENOUGH {
        let (answer, confirmed) = create(server, "one more").await?;
        match confirmed {
            Some(confirmed) => ledger.take(vec![confirmed]),
            None if is_storage_full(&answer) => refused += 1,
            None => bail!("a write without room: {}", answer.shown()),
        }
        if refused == REFUSALS {
            return Ok(());
        }
    }
    bail!("only {refused} of {ENOUGH} writes without room are refused")
}

async fn wait_for_writes(server: SocketAddr, ledger: &mut Ledger) -> Result<Duration> {
    let begin = Instant::now();
    loop {
        let (answer, confirmed) = create(server, "room again").await?;
        if let Some(confirmed) = confirmed {
            ledger.take(vec![confirmed]);
            return Ok(begin.elapsed());
        }
        ensure!(begin.elapsed() < RECOVERY, "there is room again, but: {}", answer.shown());
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

fn is_storage_full(answer: &Answer) -> bool {
    answer.status == 507 && answer.json().is_ok_and(|problem| problem["code"] == "storage-full")
}

async fn create(server: SocketAddr, title: &str) -> Result<(Answer, Option<Confirmed>)> {
    let note = vec!["note"; 200].join(" ");
    let answer = ask(server, &Call::post("/api/v1/plans", plan(title, &note))).await?;
    let confirmed = if answer.status == 201 {
        let created = answer.json()?;
        let text = |name: &str| created[name].as_str().unwrap_or_default().to_owned();
        Some(Confirmed { id: text("id"), key: text("edit_key"), number: 1, title: title.to_owned(), note })
    } else {
        None
    };
    Ok((answer, confirmed))
}
