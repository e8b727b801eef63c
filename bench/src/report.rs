//! Figures with their targets: printed, and written down for everybody to compare with.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use serde_json::{Value, json};

/// What is between these lines of the README is written by this program.
const BEGIN: &str = "<!-- figures: written by the bench, do not edit -->";
const END: &str = "<!-- end of figures -->";

/// What a figure has to be.
#[derive(Debug, Clone, Copy)]
pub enum Target {
    /// No more than this.
    AtMost(f64),
    /// No less than this.
    AtLeast(f64),
    /// Measured for comparison only.
    None,
}

/// One figure, measured several times.
#[derive(Debug, Clone)]
pub struct Figure {
    /// What it is a figure of, in words, with its unit or baseline.
    pub name: String,
    /// The middle of the rounds.
    pub value: f64,
    /// Each round's.
    pub rounds: Vec<f64>,
    /// What it has to be.
    pub target: Target,
}

impl Figure {
    /// A figure from rounds.
    pub fn of(name: impl Into<String>, rounds: Vec<f64>, target: Target) -> Self {
        Self { name: name.into(), value: crate::samples::median(&rounds), rounds, target }
    }

    /// A figure that is counted once.
    pub fn count(name: impl Into<String>, value: u64, target: Target) -> Self {
        Self::of(name, vec![value as f64], target)
    }

    fn is_met(&self) -> bool {
        match self.target {
            Target::AtMost(most) => self.value <= most,
            Target::AtLeast(least) => self.value >= least,
            Target::None => true,
        }
    }

    fn target_text(&self) -> String {
        match self.target {
            Target::AtMost(most) => format!("at most {most}"),
            Target::AtLeast(least) => format!("at least {least}"),
            Target::None => "-".to_owned(),
        }
    }

    fn spread(&self) -> String {
        let (least, most) = self
            .rounds
            .iter()
            .fold((f64::INFINITY, f64::NEG_INFINITY), |(least, most), value| (least.min(*value), most.max(*value)));
        if self.rounds.len() < 2 { "-".to_owned() } else { format!("{} to {}", rounded(least), rounded(most)) }
    }
}

/// All figures of one run.
#[derive(Debug, Default)]
pub struct Report {
    name: &'static str,
    figures: Vec<Figure>,
}

impl Report {
    /// The report of a command.
    pub fn new(name: &'static str) -> Self {
        Self { name, figures: Vec::new() }
    }

    /// Adds a figure.
    pub fn add(&mut self, figure: Figure) {
        self.figures.push(figure);
    }

    /// A line per figure.
    pub fn text(&self) -> String {
        self.figures.iter().fold(String::new(), |mut text, figure| {
            let mark = if figure.is_met() { "" } else { "  MISSED" };
            let (value, spread, target) = (rounded(figure.value), figure.spread(), figure.target_text());
            let _ = writeln!(text, "{}: {}: {value} (rounds {spread}; target {target}){mark}", self.name, figure.name);
            text
        })
    }

    /// Figures that miss their targets.
    pub fn missed(&self) -> Vec<String> {
        let missed = self.figures.iter().filter(|figure| !figure.is_met());
        missed.map(|figure| format!("{} is {}, {}", figure.name, rounded(figure.value), figure.target_text())).collect()
    }

    /// Writes the figures to `bench/results`, and all tables to the README.
    ///
    /// # Errors
    /// Where a file cannot be written.
    pub fn write(&self) -> Result<()> {
        let figures: Vec<Value> = self
            .figures
            .iter()
            .map(|figure| {
                json!({
                    "name": figure.name, "value": figure.value, "rounds": figure.rounds, "target": figure.target_text(),
                    "spread": figure.spread(), "met": figure.is_met(),
                })
            })
            .collect();
        let profile = if cfg!(debug_assertions) { "debug" } else { "release" };
        let document = json!({
            "command": format!("cargo xtask soak {} --write", self.name),
            "date": jiff::Timestamp::now().strftime("%Y-%m-%d").to_string(),
            "machine": machine(),
            "profile": profile,
            "figures": figures,
        });
        let folder = folder().join("results");
        fs::create_dir_all(&folder)?;
        fs::write(folder.join(format!("{}.json", self.name)), format!("{document:#}\n"))?;
        renew_readme()
    }
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).to_owned()
}

/// Processor, cores and system.
fn machine() -> String {
    let processors = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = processors.lines().find_map(|line| line.strip_prefix("model name")).unwrap_or_default();
    let cores = std::thread::available_parallelism().map_or(0, std::num::NonZero::get);
    format!("{cores} cores of {}", model.trim_start_matches([' ', '\t', ':']).trim())
}

/// Puts every result's table between the README's marks.
fn renew_readme() -> Result<()> {
    let mut files: Vec<PathBuf> =
        fs::read_dir(folder().join("results"))?.map(|entry| Ok(entry?.path())).collect::<Result<_>>()?;
    files.sort();
    let mut tables = String::new();
    for file in files.iter().filter(|file| file.extension().is_some_and(|extension| extension == "json")) {
        let result: Value = serde_json::from_slice(&fs::read(file)?)?;
        table(&result, &mut tables);
    }
    let path = folder().join("README.md");
    let readme = fs::read_to_string(&path)?;
    let (before, rest) = readme.split_once(BEGIN).context("bench/README.md has lost its first mark")?;
    let (_, after) = rest.split_once(END).context("bench/README.md has lost its second mark")?;
    Ok(fs::write(&path, format!("{before}{BEGIN}\n{tables}{END}{after}"))?)
}

fn table(result: &Value, out: &mut String) {
    let text = |name: &str| result[name].as_str().unwrap_or_default();
    let _ = writeln!(out, "\n`{}`, {}, {} build, {}\n", text("command"), text("date"), text("profile"), text("machine"));
    let _ = writeln!(out, "| figure | value | rounds | target | met |\n|---|---|---|---|---|");
    for figure in result["figures"].as_array().into_iter().flatten() {
        let word = |name: &str| figure[name].as_str().unwrap_or_default();
        let value = rounded(figure["value"].as_f64().unwrap_or(f64::NAN));
        let met = match (word("target"), figure["met"].as_bool()) {
            ("-", _) => "",
            (_, Some(true)) => "yes",
            _ => "**no**",
        };
        let _ = writeln!(out, "| {} | {value} | {} | {} | {met} |", word("name"), word("spread"), word("target"));
    }
    out.push('\n');
}

/// Three significant digits, whole numbers from a thousand on.
fn rounded(value: f64) -> String {
    match value.abs() {
        size if size >= 100.0 || size.fract() == 0.0 => format!("{value:.0}"),
        size if size >= 10.0 => format!("{value:.1}"),
        size if size >= 1.0 => format!("{value:.2}"),
        _ => format!("{value:.3}"),
    }
}
