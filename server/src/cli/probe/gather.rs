//! What this machine says of itself, as one text.

use std::collections::BTreeSet;
use std::fs;
use std::io::Read as _;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::mpsc;
use std::time::{Duration, Instant};

/// How long a program may take: `nvidia-smi` wakes all cards, one after the other.
const PATIENCE: Duration = Duration::from_secs(10);
/// How often a program is asked whether it has ended.
const PAUSE: Duration = Duration::from_millis(10);
/// As much as is read of what a program or a file says.
const MOST_BYTES: u64 = 1 << 20;
/// Programs that know cards; those that are not there are passed over.
const PROGRAMS: [(&str, &[&str]); 4] = [
    ("nvidia-smi", &[]),
    ("nvidia-smi", &["--query-gpu=index,name,memory.total,driver_version", "--format=csv"]),
    ("rocm-smi", &["--showproductname", "--showmeminfo", "vram"]),
    ("lspci", &[]),
];

/// Everything, reports with blank lines between them.
pub fn gather() -> String {
    let mut reports = vec![file(Path::new("/proc/meminfo")).unwrap_or_default(), processors(), drives()];
    reports.extend(PROGRAMS.iter().filter_map(|(program, arguments)| run(program, arguments)));
    reports.join("\n\n")
}

fn file(path: &Path) -> Option<String> {
    let mut bytes = Vec::new();
    fs::File::open(path).ok()?.take(MOST_BYTES).read_to_end(&mut bytes).ok()?;
    Some(String::from_utf8_lossy(&bytes).into_owned())
}

/// Of `/proc/cpuinfo`, which repeats them for every thread, each name and each socket once.
fn processors() -> String {
    let text = file(Path::new("/proc/cpuinfo")).unwrap_or_default();
    let is_needed = |line: &&str| line.starts_with("model name") || line.starts_with("physical id");
    let lines: BTreeSet<&str> = text.lines().filter(is_needed).collect();
    lines.into_iter().collect::<Vec<_>>().join("\n")
}

/// The drives of `/sys/block` in the form of `lsblk -P`.
fn drives() -> String {
    let folder = fs::read_dir("/sys/block").into_iter().flatten().filter_map(Result::ok);
    let mut lines: Vec<String> = folder.filter_map(|entry| drive(&entry.path())).collect();
    lines.sort();
    lines.join("\n")
}

fn drive(path: &Path) -> Option<String> {
    let name = path.file_name()?.to_str()?;
    let is_drive = ["nvme", "sd", "hd"].iter().any(|start| name.starts_with(start));
    // What a drive hangs on is in the path that the link leads to.
    let target = fs::canonicalize(path).ok()?;
    let hangs_on = |what: &str| target.to_str().is_some_and(|target| target.contains(what));
    let transport = if name.starts_with("nvme") {
        "nvme"
    } else if hangs_on("/usb") {
        "usb"
    } else if hangs_on("/ata") {
        "sata"
    } else {
        ""
    };
    let value = |file_name: &str| file(&path.join(file_name)).map(|text| text.trim().replace('"', "'"));
    let model = value("device/model").unwrap_or_default();
    let rotational = value("queue/rotational").unwrap_or_default();
    // Sectors of 512 bytes, whatever the drive's own are.
    let bytes = value("size")?.parse::<u64>().ok()?.checked_mul(512)?;
    is_drive.then(|| {
        format!("NAME=\"{name}\" MODEL=\"{model}\" SIZE=\"{bytes}\" ROTA=\"{rotational}\" TRAN=\"{transport}\" TYPE=\"disk\"")
    })
}

/// What a program prints; none where it is not there, fails, or takes too long.
fn run(program: &str, arguments: &[&str]) -> Option<String> {
    let mut child = Command::new(program)
        .args(arguments)
        .env("LC_ALL", "C")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .ok()?;
    let output = child.stdout.take()?;
    let (sender, receiver) = mpsc::channel();
    // On a thread of its own, so that neither a full pipe nor one that is held open keeps this one waiting.
    std::thread::spawn(move || {
        let mut bytes = Vec::new();
        let read = output.take(MOST_BYTES).read_to_end(&mut bytes);
        let _ = sender.send(read.map(|_| bytes));
    });
    let begin = Instant::now();
    let status = loop {
        match child.try_wait() {
            Ok(Some(status)) => break Some(status),
            Ok(None) if begin.elapsed() < PATIENCE => std::thread::sleep(PAUSE),
            _ => break None,
        }
    };
    if status.is_none() {
        let _ = child.kill();
        let _ = child.wait();
        eprintln!("rigwise: {program} took longer than {} seconds and was left out", PATIENCE.as_secs());
    }
    let bytes = receiver.recv_timeout(PATIENCE.saturating_sub(begin.elapsed()).max(PAUSE)).ok()?.ok()?;
    status.filter(std::process::ExitStatus::success).map(|_| String::from_utf8_lossy(&bytes).into_owned())
}
