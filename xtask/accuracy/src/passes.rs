//! Models that answer in passes: single passes as they were simulated tensor by tensor (`engine/reference/passes.csv`), and whole
//! pipelines as others measured them (`pipelines.csv`).

mod published;
mod simulated;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::Read;

use anyhow::{Context, Result};

use crate::gates::Group;
use crate::summary::Summary;
pub use published::published;
pub use simulated::simulated;

/// A figure of a reference and the engine's.
#[derive(Debug, Clone, PartialEq)]
pub struct Compared {
    /// The row.
    pub id: String,
    /// Where it was published; of simulations, that it is one.
    pub source: String,
    /// The library that runs it.
    pub engine: &'static str,
    /// The model.
    pub model: String,
    /// The card; none of simulations.
    pub gpu: String,
    /// The word of the figure in the table of all.
    pub figure: &'static str,
    /// What is compared: of which component, or which part of a pipeline.
    pub group: String,
    /// The reference's figure: bytes or seconds.
    pub value: f64,
    /// The engine's.
    pub predicted: f64,
}

impl Compared {
    /// Predicted over reference, less 1.
    #[must_use]
    pub fn relative(&self) -> f64 {
        self.predicted / self.value - 1.0
    }
}

/// All rows of both tables.
///
/// # Errors
/// A row that cannot be read, or asks for what the engine has no word for.
pub fn compare(passes: impl Read, pipelines: impl Read) -> Result<Vec<Compared>> {
    let mut rows = simulated(passes)?;
    rows.extend(published(pipelines)?);
    Ok(rows)
}

/// The lines of the table of all, in the columns of those of models that write tokens.
///
/// # Errors
/// Where they cannot be written.
pub fn lines(rows: &[Compared]) -> Result<String> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    for row in rows {
        let Compared { id, source, engine, model, gpu, figure, value, predicted, .. } = row;
        let (value, predicted) = (format!("{value:.5}"), format!("{predicted:.5}"));
        let known: [&str; 5] = [id, source, engine, model, gpu];
        let rest = ["1", "", "", "", "", figure, "complete", &value, &predicted];
        writer.write_record(known.into_iter().chain(rest))?;
    }
    Ok(String::from_utf8(writer.into_inner()?)?)
}

/// A row by its columns.
type Record = BTreeMap<String, String>;

fn records(table: impl Read) -> Result<Vec<Record>> {
    csv::Reader::from_reader(table).into_deserialize().map(|row| row.context("a row of passes")).collect()
}

/// A column's text; empty where there is none.
fn text<'a>(record: &'a Record, column: &str) -> &'a str {
    record.get(column).map_or("", String::as_str)
}

/// A number of a column; none where it is empty.
fn number(record: &Record, column: &str) -> Result<Option<u64>> {
    let text = text(record, column);
    let read = || text.parse().with_context(|| format!("{column}: `{text}` is not a whole number"));
    if text.is_empty() { Ok(None) } else { read().map(Some) }
}

fn names(rows: &[Compared]) -> Vec<&str> {
    let mut names: Vec<&str> = Vec::new();
    for row in rows {
        if !names.contains(&&*row.group) {
            names.push(&row.group);
        }
    }
    names
}

/// The groups that gates hold.
#[must_use]
pub fn groups(rows: &[Compared]) -> Vec<Group> {
    let of = |name: &str| rows.iter().filter(|row| row.group == name).map(Compared::relative).collect();
    names(rows).into_iter().map(|name| Group { name: format!("passes {name}"), deviations: of(name) }).collect()
}

/// The section of the report.
#[must_use]
pub fn section(rows: &[Compared]) -> String {
    let mut text = String::from(
        "\n## Models that answer in passes\n\n\
         A pass without gradients, simulated tensor by tensor (`engine/reference/passes.csv`: what is alive beside weights and inputs), \
         and whole pipelines as Hugging Face published them (`pipelines.csv`: one model on one card).\n\n\
         | what | rows | median | 95th percentile | farthest miss |\n|---|---:|---:|---:|---:|\n",
    );
    for name in names(rows) {
        let deviations: Vec<f64> = rows.iter().filter(|row| row.group == name).map(Compared::relative).collect();
        if let Some(summary) = Summary::new(deviations.iter().copied()) {
            let percent = |share: f64| format!("{:.2} %", share * 100.0);
            let figures = [summary.median, summary.p95, summary.worst].map(percent).join(" | ");
            let _ = writeln!(text, "| {name} | {} | {figures} |", deviations.len());
        }
    }
    text
}
