//! Kernels of routed experts that others timed one by one, from `engine/reference/expert_kernels.csv`: gate, way up, activation and way
//! down of all experts of a block, weighed and summed; the router is not in them.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::Read;

use anyhow::{Context, Result};
use engine::architecture::{Decoder, DecoderVariant, MixtureOfExperts, Router};
use engine::serving::speed::experts_time;
use engine::serving::{Question, Weights};
use engine::units::Bytes;

use super::rows::{hardware, listed, number, settings, text};
use crate::gates::Group;
use crate::summary::Summary;

/// A kernel whose time was measured.
#[derive(Debug)]
pub struct Kernel {
    format: String,
    tokens: u64,
    /// The engine's time over the measured, less 1.
    deviation: f64,
}

/// Every timing with the engine's beside it.
///
/// # Errors
/// A row that cannot be read or names what the engine does not know.
pub fn kernels(table: impl Read) -> Result<Vec<Kernel>> {
    let mut kernels = Vec::new();
    for record in csv::Reader::from_reader(table).deserialize() {
        let line: BTreeMap<String, String> = record?;
        kernels.push(kernel(&line).with_context(|| text(&line, "id"))?);
    }
    Ok(kernels)
}

fn kernel(line: &BTreeMap<String, String>) -> Result<Kernel> {
    let question = Question {
        hardware: hardware(&text(line, "gpu"), number(line, "gpu_count")?)?,
        model: model(line)?,
        settings: settings(line)?,
        drafter: None,
        stage: None,
        host_room: Bytes::from_gib(512),
    };
    let tokens = number(line, "tokens")?;
    let predicted = experts_time(&question, &Weights::of(&question), tokens).get();
    let measured: f64 = text(line, "seconds").parse()?;
    Ok(Kernel { format: text(line, "weights_format"), tokens, deviation: predicted / measured - 1.0 })
}

/// A model of one block with these experts.
fn model(line: &BTreeMap<String, String>) -> Result<Decoder> {
    let moe = MixtureOfExperts {
        router: Router::Qwen3Moe,
        num_experts: number(line, "num_experts")?,
        num_experts_per_tok: number(line, "num_experts_per_tok")?,
        moe_intermediate_size: number(line, "moe_intermediate_size")?,
        shared_expert_intermediate_size: 0,
    };
    Ok(Decoder {
        hidden_size: number(line, "hidden_size")?,
        num_hidden_layers: 1,
        variant: DecoderVariant::MixtureOfExperts(moe),
        ..listed("qwen3-30b-a3b").context("no model with experts")?
    })
}

/// Groups that gates hold: a token alone, and several of them by format.
#[must_use]
pub fn groups(kernels: &[Kernel]) -> Vec<Group> {
    let mut named: BTreeMap<String, Vec<f64>> = BTreeMap::new();
    for Kernel { format, tokens, deviation } in kernels {
        let what = if *tokens == 1 { "one token" } else { format };
        named.entry(format!("served, experts' kernels: {what}")).or_default().push(*deviation);
    }
    named.into_iter().map(|(name, deviations)| Group { name, deviations }).collect()
}

/// The section of the report.
#[must_use]
pub fn section(kernels: &[Kernel]) -> String {
    let mut text = "\n### Kernels of experts\n\nGate, way up, activation and way down of all experts of a block, as vLLM's kernels were timed one by one \
                    (`engine/reference/expert_kernels.csv`; the shares of this model were fitted to them). A token alone waits for the start of \
                    kernels, which the engine counts by block.\n\n| Kernels | rows | median | 95th percentile | farthest |\n|---|---|---|---|---|\n"
        .to_owned();
    for Group { name, deviations } in groups(kernels) {
        let Some(Summary { count, median, p95, worst }) = Summary::new(deviations.iter().copied()) else { continue };
        let percent = |value: f64| format!("{:.1} %", value * 100.0);
        let name = name.trim_start_matches("served, experts' kernels: ");
        let _ = writeln!(text, "| {name} | {count} | {} | {} | {} |", percent(median), percent(p95), percent(worst));
    }
    text
}
