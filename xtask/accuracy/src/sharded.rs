//! Simulated steps of one GPU among several that share the run out, and what the engine says of them.

use std::collections::BTreeMap;
use std::io::Read;

use anyhow::{Context, Result};
use serde_json::Value;

use crate::summary::{Limits, Summary};

/// One simulated step of one GPU.
#[derive(Debug, Clone, PartialEq)]
pub struct Sharded {
    /// The row.
    pub id: String,
    /// The library that shares the run out.
    pub implementation: String,
    /// The model, cut to its first blocks where the scenario has fewer than the published one.
    pub model: String,
    /// Weights of the whole model as it was cut.
    pub parameters: u64,
    /// The most bytes that were alive at one moment.
    pub peak_bytes: u64,
    /// Segments of the allocator's replay, where there was one.
    pub reserved_bytes: Option<u64>,
    /// The run in the words of the API.
    pub scenario: Value,
}

/// A row with the engine's figures.
#[derive(Debug, Clone)]
pub struct SharedOut {
    /// The row.
    pub row: Sharded,
    /// `vram.allocated_peak_bytes`.
    pub estimate_bytes: u64,
    /// Estimate over simulation, less 1.
    pub relative: f64,
    /// Estimate over simulation, less 1, of `vram.reserved_peak_bytes`; none where the step was not replayed.
    pub reserved: Option<f64>,
}

/// How close live tensors must be to the simulated steps of each library.
///
/// What holds on 2026-11-22, rounded up: 0.00, 0.00 and 0.00 % for replicas, 0.00, 3.15 and 3.15 % for `DeepSpeed` (the one
/// miss is a fetch of whole weights in a forward pass of 64 tokens), 0.00, 0.28 and 1.60 % for `fully_shard`.
pub const SHARDED_LIMITS: [(&str, Limits); 3] = [
    ("ddp", Limits { median: 0.001, p95: 0.001, worst: 0.001 }),
    ("deepspeed", Limits { median: 0.001, p95: 0.035, worst: 0.035 }),
    ("fsdp2", Limits { median: 0.001, p95: 0.005, worst: 0.02 }),
];

/// Reads the rows.
///
/// # Errors
/// Where the text is not such a table.
pub fn read_sharded(table: impl Read) -> Result<Vec<Sharded>> {
    let mut reader = csv::Reader::from_reader(table);
    let header = reader.headers()?.clone();
    let mut rows = Vec::new();
    for record in reader.records() {
        let record = record?;
        let column = |name: &str| {
            let place = header.iter().position(|column| column == name).with_context(|| format!("no column {name}"))?;
            Ok::<_, anyhow::Error>(record.get(place).unwrap_or_default())
        };
        rows.push(Sharded {
            id: column("id")?.to_owned(),
            implementation: column("implementation")?.to_owned(),
            model: column("model")?.to_owned(),
            parameters: column("parameters")?.parse()?,
            peak_bytes: column("peak_bytes")?.parse()?,
            reserved_bytes: column("reserved_bytes")?.parse().ok(),
            scenario: serde_json::from_str(column("scenario")?)?,
        });
    }
    Ok(rows)
}

/// Asks `estimate` for every row.
///
/// # Errors
/// Where the API answers with a problem, or counts other weights than the simulation; names the row.
pub fn share_out(rows: Vec<Sharded>, estimate: impl Fn(&Value) -> Result<Value, String>) -> Result<Vec<SharedOut>> {
    rows.into_iter()
        .map(|row| {
            let answer = estimate(&row.scenario).map_err(anyhow::Error::msg).with_context(|| format!("row {}", row.id))?;
            let figure = |pointer: &str| answer.pointer(pointer).and_then(Value::as_u64).context("a figure is missing");
            let parameters = figure("/parameters/total")?;
            anyhow::ensure!(
                parameters == row.parameters,
                "{} has {} weights, the engine counts {parameters}",
                row.id,
                row.parameters
            );
            let estimate_bytes = figure("/vram/allocated_peak_bytes")?;
            let reserved = figure("/vram/reserved_peak_bytes")?;
            let over = |estimate: u64, simulated: u64| estimate as f64 / simulated as f64 - 1.0;
            Ok(SharedOut {
                relative: over(estimate_bytes, row.peak_bytes),
                reserved: row.reserved_bytes.map(|simulated| over(reserved, simulated)),
                estimate_bytes,
                row,
            })
        })
        .collect()
}

/// Deviations by library.
#[must_use]
pub fn by_implementation(shared: &[SharedOut]) -> BTreeMap<&str, Summary> {
    let mut groups: BTreeMap<&str, Vec<f64>> = BTreeMap::new();
    for one in shared {
        groups.entry(&one.row.implementation).or_default().push(one.relative);
    }
    groups.into_iter().filter_map(|(name, all)| Some((name, Summary::new(all)?))).collect()
}

/// What is not good enough, each library on its own.
#[must_use]
pub fn sharded_shortcomings(shared: &[SharedOut]) -> Vec<String> {
    let groups = by_implementation(shared);
    let mut found = Vec::new();
    for (implementation, limits) in SHARDED_LIMITS {
        match groups.get(implementation) {
            None => found.push(format!("no simulated step of {implementation}")),
            Some(summary) => found.extend(summary.beyond(limits).into_iter().map(|what| format!("{implementation}: {what}"))),
        }
    }
    found
}
