//! Estimates against references: how far the engine is off, by family of models and by source, with its worst misses.
//!
//! The model behind it: a reference is the peak of one training step, either *simulated* tensor by tensor ([`Reference`]) or
//! *measured* on a card ([`Published`]); it becomes a scenario of the API, the engine answers it, and the *deviation* is the
//! answer over the reference less 1.
//! Figures are compared with figures of the same kind: live tensors, allocated blocks, reserved segments, the driver's view.
//! Rates are compared alike: a run that others timed ([`Throughput`]), and what feeds it ([`Loading`]).
//! A [`Report`] keeps every deviation, so a page, a table and a test read the same figures.

mod dataload;
mod fits;
pub mod gates;
pub mod groups;
mod markdown;
pub mod matmul;
mod measured;
pub mod passes;
mod published;
mod reference;
mod report;
pub mod serving;
mod settings;
mod sharded;
mod step;
mod summary;
mod table;
mod throughput;
mod time_table;

use engine::training::Method;
use scenario::resolve::resolve;
use serde_json::{Value, json};

pub use dataload::{Kind, Loading, NEAR, data_path, read_loading, shortcomings as loading_shortcomings};
pub use fits::{Statement, Verdict, judge, read_fits};
pub use markdown::{allocator, fitting, markdown, measured, shared_out, under_limits_text};
pub use measured::{Limited, Measured, UnderLimits, read_measured, under_limits};
pub use published::{Comparison, Metric, Published, Spread, Standing, compare, read_published, spread};
pub use reference::{Reference, read};
pub use report::{Deviation, Group, Report, Unanswered};
pub use settings::{settings, timed_settings};
pub use sharded::{SHARDED_LIMITS, Sharded, SharedOut, by_implementation, read_sharded, sharded_shortcomings, share_out};
pub use step::scenario;
pub use summary::{Limits, Summary};
pub use table::{Lines, table};
pub use throughput::{
    Closeness, Configuration, Known, Pair, Throughput, Timed, configurations, pairs, read_throughput,
    shortcomings as time_shortcomings, time, time_all,
};
pub use time_table::time_table;

/// Files of simulated steps in `engine/reference`: those that the engine was first written beside, and those asked for since.
pub const SIMULATED: [&str; 2] = ["oracle.csv", "simulated.csv"];

/// How close live tensors must be to the simulated steps, each family on its own.
pub const SIMULATED_LIMITS: Limits = Limits { median: 0.01, p95: 0.03, worst: 0.08 };
/// How close blocks and segments must be to the replay of the simulated steps, each family on its own; fragmentation of a
/// single step is chance, so that the farthest miss has no limit.
pub const REPLAYED_LIMITS: Limits = Limits { median: 0.03, p95: 0.10, worst: f64::INFINITY };
/// How close an estimate must be to measurements of which every condition is known; the farthest miss has no limit.
pub const PUBLISHED_LIMITS: Limits = Limits { median: 0.05, p95: 0.15, worst: f64::INFINITY };

/// Asks as a program would: JSON in, JSON out.
///
/// # Errors
/// The API's problem, as text.
pub fn estimate(scenario: &Value) -> Result<Value, String> {
    let text = |error: serde_json::Error| error.to_string();
    match api::estimate_json(&scenario.to_string()) {
        Ok(answer) => serde_json::to_value(answer).map_err(text),
        Err(problem) => Err(serde_json::to_string(&problem).map_err(text)?),
    }
}

/// What the engine says of a simulated step: as [`estimate`], but with adapters beside a head that stays frozen where the
/// simulation left it so, which no plan does.
///
/// # Errors
/// The API's problem, as text.
pub fn play(reference: &Reference, asked: &Value) -> Result<Value, String> {
    if !matches!(reference.setting("method"), "lora" | "dora") || reference.setting("head") == "trained" {
        return estimate(asked);
    }
    let asked = api::parse_scenario_json(&asked.to_string()).map_err(|problem| format!("{problem:?}"))?;
    let mut request = resolve(&asked).map_err(|errors| format!("{errors:?}"))?;
    if let Method::Lora(lora) = &mut request.scenario.training.method {
        lora.trains_head = false;
    }
    let estimate = engine::desk::Desk::default().estimate(&request);
    let device = &estimate.vram;
    Ok(json!({ "parameters": { "total": estimate.parameters.total }, "vram": {
        "allocated_peak_bytes": device.allocated_peak.0,
        "torch_allocated_peak_bytes": device.torch_allocated_peak.0,
        "reserved_peak_bytes": device.reserved_peak.0,
    } }))
}
