//! Reads public lists of prices into the catalog, or says what is wrong in them.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use jiff::Timestamp;
use prices::{Listing, Tables, checked, write};
use scenario::prices::list::{Sheet, parse_json, parse_table};
use wire::locale::Locale;

const USAGE: &str =
    "usage: prices FILE... --source WHO [--date YYYY-MM-DD] [--confidence high|medium|low] [--accept ID[,ID]] [--write]";

fn main() -> ExitCode {
    match run(std::env::args().skip(1)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("prices: {error:#}");
            ExitCode::FAILURE
        }
    }
}

struct Asked {
    files: Vec<PathBuf>,
    listing: Listing,
    confidence: String,
    is_write: bool,
}

fn asked(mut arguments: impl Iterator<Item = String>) -> Result<Asked> {
    let (mut files, mut source, mut confidence, mut is_write) = (Vec::new(), None, "medium".to_owned(), false);
    let today = Timestamp::now().to_string().get(..10).unwrap_or_default().to_owned();
    let mut listing = Listing { source: String::new(), day: None, today, accepted: Vec::new() };
    while let Some(argument) = arguments.next() {
        let mut value = || arguments.next().with_context(|| format!("{argument} wants a value\n{USAGE}"));
        match argument.as_str() {
            "--source" => source = Some(value()?),
            "--date" => listing.day = Some(value()?.parse::<jiff::civil::Date>().context("--date wants YYYY-MM-DD")?.to_string()),
            "--confidence" => confidence = value()?,
            "--accept" => listing.accepted.extend(value()?.split(',').map(|id| id.trim().to_ascii_lowercase())),
            "--write" => is_write = true,
            other if other.starts_with("--") => bail!("unknown option {other}\n{USAGE}"),
            file => files.push(PathBuf::from(file)),
        }
    }
    if !["high", "medium", "low"].contains(&confidence.as_str()) {
        bail!("--confidence is high, medium or low");
    }
    listing.source =
        source.filter(|source| !source.trim().is_empty()).with_context(|| format!("who published the list?\n{USAGE}"))?;
    if files.is_empty() {
        bail!("no list is given\n{USAGE}");
    }
    Ok(Asked { files, listing, confidence, is_write })
}

fn run(arguments: impl Iterator<Item = String>) -> Result<()> {
    let Asked { files, listing, confidence, is_write } = asked(arguments)?;
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../catalog/data");
    let mut tables = Tables::of(texts(&folder, "")?)?;
    let (mut sheet, mut faults) = (Sheet::default(), Vec::new());
    for file in &files {
        let mut read = read(file)?;
        match checked(&read, &listing, |part| tables.known(part)) {
            Ok(_) => sheet.quotes.append(&mut read.quotes),
            Err(found) => faults.extend(found.into_iter().map(|fault| format!("{}: {fault}", file.display()))),
        }
    }
    if !faults.is_empty() {
        bail!("nothing is changed\n{}", faults.join("\n"));
    }
    let points = checked(&sheet, &listing, |part| tables.known(part)).map_err(|faults| anyhow::anyhow!(faults.join("\n")))?;
    let changes = write(&mut tables, &points, &listing.source, &confidence)?;
    for change in &changes {
        println!("{change}");
    }
    println!("{} prices of {} parts and days, {} changes", sheet.quotes.len(), points.len(), changes.len());
    if !is_write {
        println!("nothing is written; --write does");
        return Ok(());
    }
    for (path, text) in tables.texts() {
        let path = folder.join(path);
        if fs::read_to_string(&path)? != text {
            fs::write(&path, text).with_context(|| path.display().to_string())?;
        }
    }
    println!("written; `cargo build --package catalog` checks the tables");
    Ok(())
}

/// The list of a file.
fn read(file: &Path) -> Result<Sheet> {
    let bytes = fs::read(file).with_context(|| file.display().to_string())?;
    let is_json = file.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("json"));
    let sheet = if is_json { parse_json(&bytes) } else { parse_table(&bytes) };
    sheet.map_err(|faults| {
        let told: Vec<String> = faults.iter().map(|fault| fault.detail(Locale::En)).collect();
        anyhow::anyhow!("{}:\n{}", file.display(), told.join("\n"))
    })
}

/// The tables of the catalog by their paths.
fn texts(folder: &Path, below: &str) -> Result<Vec<(String, String)>> {
    let mut texts = Vec::new();
    for entry in fs::read_dir(folder.join(below))? {
        let entry = entry?;
        let path = format!("{below}{}", entry.file_name().to_string_lossy());
        if entry.file_type()?.is_dir() {
            texts.extend(self::texts(folder, &format!("{path}/"))?);
        } else if entry.path().extension().is_some_and(|ending| ending == "toml") {
            texts.push((path, fs::read_to_string(entry.path())?));
        }
    }
    Ok(texts)
}
