//! Prints the accuracy report. Fails where the estimates are not good enough.
//!
//! `--write` renews `docs/accuracy.md`; `--reference FILE` takes other rows than the ones that ship with the engine.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{SystemTime, UNIX_EPOCH};

use accuracy::{MEDIAN_LIMIT, P95_LIMIT, Report};
use anyhow::{Context, Result, bail};
use serde_json::Value;

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("accuracy: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<()> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let option = arguments.iter().position(|argument| argument == "--reference").and_then(|place| arguments.get(place + 1));
    let table = option.map_or_else(|| root.join("engine/reference/oracle.csv"), PathBuf::from);
    let file = fs::File::open(&table).with_context(|| format!("cannot read {}", table.display()))?;
    let report = Report::new(accuracy::read(file)?, |model| catalog::model(model).is_some(), estimate)?;
    let text = accuracy::markdown(&report);
    print!("{text}");
    if arguments.iter().any(|argument| argument == "--write") {
        let page = root.join("docs/accuracy.md");
        fs::write(&page, format!("{}\n{text}", preamble())).with_context(|| format!("cannot write {}", page.display()))?;
    }
    let shortcomings = report.shortcomings(MEDIAN_LIMIT, P95_LIMIT);
    if !shortcomings.is_empty() {
        bail!("not good enough:\n  {}", shortcomings.join("\n  "));
    }
    Ok(())
}

/// Asks as a program would: JSON in, JSON out.
fn estimate(scenario: &Value) -> Result<Value, String> {
    let text = |error: serde_json::Error| error.to_string();
    match api::estimate_json(&scenario.to_string()) {
        Ok(answer) => serde_json::to_value(answer).map_err(text),
        Err(problem) => Err(serde_json::to_string(&problem).map_err(text)?),
    }
}

fn preamble() -> String {
    format!(
        "# Accuracy\n\n\
         Peak of allocated GPU memory (`vram.allocated_peak_bytes`) against training steps that were simulated tensor by tensor.\n\
         Written on {} by `cargo xtask accuracy --write` with engine {} and catalog {}; deviations are without sign except in the list of misses.\n\n\
         The steps are simulations, not measurements on a card, and they were at hand while the engine was written:\n\
         the figures say how well it reproduces them, not how well it does on models and settings that nobody has simulated.\n",
        today(),
        engine::VERSION,
        catalog::VERSION,
    )
}

/// The date in UTC, by Howard Hinnant's `civil_from_days`.
fn today() -> String {
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs());
    // Days since 0000-03-01, counted in eras of 400 years.
    let days = seconds / 86_400 + 719_468;
    let (era, day_of_era) = (days / 146_097, days % 146_097);
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 };
    let year = year_of_era + era * 400 + u64::from(month <= 2);
    format!("{year}-{month:02}-{day:02}")
}
