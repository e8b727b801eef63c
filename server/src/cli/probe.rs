//! `rigwise probe`: the hardware of this machine, by what its kernel and its own programs say.
//!
//! Linux only: files of `/proc` and `/sys` are read, and programs that know cards are run as they are, by no shell, each for a
//! bounded time. What they print is read as the page `/machine` reads it. Nothing leaves the machine.

mod gather;

use std::process::ExitCode;

use wire::Locale;
use wire::v1::machine::{MachineFinding, MachineReading};

use super::output::{fail, print};

/// Prints what was found: as JSON, or in lines for people.
pub fn run(as_json: bool) -> ExitCode {
    if !cfg!(target_os = "linux") {
        return fail("probe reads /proc and /sys of Linux; on other systems paste their reports into the page /machine");
    }
    let reading = api::machine::read_machine(&gather::gather(), Locale::En);
    if !as_json {
        return print(&lines(&reading));
    }
    serde_json::to_string(&reading).map_or_else(|error| fail(&error.to_string()), |json| print(&json))
}

fn lines(reading: &MachineReading) -> String {
    let mut lines: Vec<String> = reading.recognized.iter().map(recognized).collect();
    for stranger in &reading.not_in_catalog {
        let nearest = stranger.nearest.as_ref().map_or(String::new(), |id| format!("; nearest: {id}"));
        lines.push(format!("{}: {} (not in the catalog{nearest})", stranger.field, stranger.name));
    }
    lines.extend(reading.missing.iter().map(|field| format!("{field}: not found")));
    lines.extend(reading.notes.iter().map(|note| format!("note: {}", note.text)));
    lines.extend(reading.plan.iter().map(|path| format!("plan: {path}")));
    lines.extend(reading.need.iter().map(|path| format!("need: {path}")));
    lines.join("\n")
}

fn recognized(MachineFinding { field, value, name, .. }: &MachineFinding) -> String {
    if name.is_empty() || name == value { format!("{field}: {value}") } else { format!("{field}: {value} ({name})") }
}
