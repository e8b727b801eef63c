//! Models that are served, as others measured them: memory by part and speed, from `engine/reference/serving_*.csv`.
//!
//! Rows of older versions say what these did otherwise: llama.cpp made logits of every token of a batch, transformers before 4.45
//! of every token of the prompt, vLLM captured its graphs outside of its share.

pub mod kernels;
mod rows;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::Read;

use anyhow::{Context, Result, bail};
use engine::serving::memory::activations;
use engine::serving::queue::{self, LoadTest};
use engine::serving::speed::{Pass, prefill, time};
use engine::serving::{ServingEngine, Weights, load, memory};

use crate::gates::Group;
use crate::summary::Summary;
use rows::Lengths;
pub use rows::{Models, Row, models, rows};

/// A measured figure and the engine's.
#[derive(Debug, Clone)]
pub struct Served {
    /// The row.
    pub row: Row,
    /// The engine's figure of the same kind.
    pub predicted: f64,
}

impl Served {
    /// Predicted over measured, less 1.
    #[must_use]
    pub fn relative(&self) -> f64 {
        self.predicted / self.row.value - 1.0
    }

    /// What it is compared with: engine and figure.
    #[must_use]
    pub fn group(&self) -> String {
        let Row { engine, part, standing, .. } = &self.row;
        if standing == "complete" { format!("{engine}: {part}") } else { format!("{engine}, {standing}: {part}") }
    }
}

/// Every row of a table with the engine's figure beside it.
///
/// # Errors
/// A row that cannot be read, or asks for what the engine has no word for.
pub fn serve(table: impl Read, shapes: &Models) -> Result<Vec<Served>> {
    rows(table, shapes)?
        .into_iter()
        .map(|row| {
            let predicted = figure(&row).with_context(|| row.id.clone())?;
            Ok(Served { row, predicted })
        })
        .collect()
}

/// The engine's figure of a row.
fn figure(row: &Row) -> Result<f64> {
    let question = &row.question;
    let weights = Weights::of(question);
    let bytes = |bytes: engine::units::Bytes| bytes.as_f64();
    Ok(match row.part.as_str() {
        "weights" => bytes(weights.per_card),
        "weights_on_cards" => bytes(weights.on_cards),
        "weights_on_host" => bytes(weights.on_host),
        "kv_cache_total" => {
            let blocks = engine::serving::cache::per_token(question, 1);
            bytes(blocks * question.settings.context_length)
        }
        "kv_cache" => bytes(memory::of(question).parts.kv_cache),
        "card_total" => bytes(memory::of(question).total),
        "kv_tokens" => memory::limits(question, &memory::of(question)).kv_tokens as f64,
        "compute_buffer" | "activation_peak" => bytes(memory::of(question).parts.activations),
        "non_torch" => bytes(activations::non_torch(question)),
        "peak" => {
            let parts = memory::of(question).parts;
            // What was printed is a sum over cards.
            let cards = question.hardware.gpu_count as f64;
            bytes(weights.on_cards) + bytes(parts.kv_cache) * cards + bytes(parts.activations)
        }
        "prefill_tokens_per_second" => prompt(row, &weights),
        "decode_tokens_per_second" => 1.0 / time(question, &weights, &Pass::decode(1, depth(row))).get(),
        "request_tokens_per_second" => {
            let answer = question.settings.output_tokens as f64;
            let first = prefill(question, &weights, question.settings.prompt_tokens, 1, 0).get();
            let step = time(question, &weights, &Pass::decode(1, depth(row))).get();
            answer / (first + step * (answer - 1.0))
        }
        "ttft_seconds" if question.settings.engine == ServingEngine::Transformers => {
            prefill(question, &weights, question.settings.prompt_tokens, question.settings.concurrency, 0).get()
        }
        "tpot_seconds" if !question.settings.engine.reserves() => {
            load::steady(question, question.settings.concurrency).inter_token.get()
        }
        "ttft_seconds" => load_test(row)?.time_to_first_token.get(),
        "tpot_seconds" => load_test(row)?.inter_token.context("answers of one token")?.get(),
        "total_output_tokens_per_second" if question.settings.engine.reserves() => load_test(row)?.output_tokens_per_second,
        "total_output_tokens_per_second" => load::steady(question, question.settings.concurrency).output_tokens_per_second,
        other => bail!("no figure is called {other}"),
    })
}

/// The load test of a row, with lengths as its source draws them, and no more requests under way than fit where the engine's memory is
/// known well enough for that.
fn load_test(row: &Row) -> Result<LoadTest> {
    let mut question = row.question.clone();
    let settings = &mut question.settings;
    let Lengths { mean, spread } = rows::lengths(&row.source);
    settings.prompt_tokens = (settings.prompt_tokens as f64 * mean).round() as u64;
    settings.output_tokens = (settings.output_tokens as f64 * mean).round() as u64;
    settings.length_spread = spread;
    let mut limits = memory::limits(&question, &memory::of(&question));
    if question.settings.engine != ServingEngine::TensorrtLlm {
        limits.max_concurrency = limits.max_concurrency.max(question.settings.concurrency);
    }
    queue::load_test(&question, &limits).context("not one request fits")
}

/// Tokens in the cache at the middle of what was written.
fn depth(row: &Row) -> f64 {
    let settings = &row.question.settings;
    let before = if row.depth > 0 || settings.prompt_tokens <= 1 { row.depth } else { settings.prompt_tokens };
    before as f64 + settings.output_tokens as f64 / 2.0
}

/// Tokens of a prompt a second, behind what lies in the cache already.
fn prompt(row: &Row, weights: &Weights) -> f64 {
    let tokens = row.question.settings.prompt_tokens;
    tokens as f64 / prefill(&row.question, weights, tokens, 1, row.depth).get()
}

/// Groups that gates hold.
#[must_use]
pub fn groups(served: &[Served]) -> Vec<Group> {
    let mut named: BTreeMap<String, Vec<f64>> = BTreeMap::new();
    for one in served {
        named.entry(format!("served, {}", one.group())).or_default().push(one.relative());
    }
    let wrong = ordered(served).into_iter().map(|is_right| f64::from(u8::from(!is_right))).collect();
    named.insert("served: the faster of two cards".to_owned(), wrong);
    named.into_iter().map(|(name, deviations)| Group { name, deviations }).collect()
}

/// Pairs of cards that ran the same and differ by more than this are told apart.
const APART: f64 = 0.15;

/// Of each pair of cards that decode or read the same model in the same format and clearly differ, whether the order is right.
#[must_use]
pub fn ordered(served: &[Served]) -> Vec<bool> {
    let mut alike: BTreeMap<String, Vec<&Served>> = BTreeMap::new();
    for one in served.iter().filter(|one| one.row.standing == "complete" && one.row.part.ends_with("_tokens_per_second")) {
        let settings = &one.row.question.settings;
        let key = format!(
            "{} {} {} {:?} {} {} {} {} {}",
            one.row.engine,
            one.row.model,
            one.row.part,
            settings.weights_format,
            settings.prompt_tokens,
            settings.output_tokens,
            one.row.depth,
            settings.flash_attention,
            one.row.question.hardware.gpu_count,
        );
        alike.entry(key).or_default().push(one);
    }
    let mut pairs = Vec::new();
    for group in alike.values() {
        for (place, one) in group.iter().enumerate() {
            for other in &group[place + 1..] {
                let measured = one.row.value / other.row.value;
                if one.row.gpu != other.row.gpu && !(1.0 / (1.0 + APART)..=1.0 + APART).contains(&measured) {
                    pairs.push((one.predicted > other.predicted) == (measured > 1.0));
                }
            }
        }
    }
    pairs
}

/// The section of the report.
#[must_use]
pub fn section(served: &[Served]) -> String {
    let mut named: BTreeMap<String, Vec<f64>> = BTreeMap::new();
    for one in served {
        named.entry(one.group()).or_default().push(one.relative());
    }
    let mut text = "\n## Models that answer\n\nMemory and speed of served models, against figures of others (`engine/reference/serving_*.csv`). \
                    First tokens and times between tokens under load are those of a load test, played from its start, with lengths as its source draws them.\n\n\
                    | Engine and figure | rows | median | 95th percentile | farthest | bias | measured over predicted, 80 of 100 |\n|---|---|---|---|---|---|---|\n"
        .to_owned();
    for (name, deviations) in &named {
        let Some(Summary { count, median, p95, worst }) = Summary::new(deviations.iter().copied()) else { continue };
        let mut sorted = deviations.clone();
        sorted.sort_by(f64::total_cmp);
        let bias = crate::summary::middle(&sorted);
        let percent = |value: f64| format!("{:.1} %", value * 100.0);
        let [low, high] = eighty(&sorted);
        let _ = writeln!(
            text,
            "| {name} | {count} | {} | {} | {} | {:+.1} % | {low:.2} to {high:.2} |",
            percent(median),
            percent(p95),
            percent(worst),
            bias * 100.0
        );
    }
    let pairs = ordered(served);
    let (right, all) = (pairs.iter().filter(|is_right| **is_right).count(), pairs.len());
    let _ = writeln!(text, "\nThe faster of two cards is told right in {right} of {all} pairs that differ by more than 15 %.");
    text
}

/// Between what shares of the predicted figure 80 of 100 measured ones lie, by sorted deviations of the predicted.
fn eighty(sorted: &[f64]) -> [f64; 2] {
    let at = |share: f64| sorted[((sorted.len() - 1) as f64 * share).round() as usize];
    [1.0 / (1.0 + at(0.9)), 1.0 / (1.0 + at(0.1))]
}

/// Every comparison as a line of a table.
///
/// # Errors
/// None in practice: the table is written to memory.
pub fn lines(served: &[Served]) -> Result<String> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record([
        "row",
        "source",
        "engine",
        "model",
        "gpu",
        "gpu_count",
        "prompt_tokens",
        "output_tokens",
        "depth",
        "concurrency",
        "figure",
        "standing",
        "measured",
        "predicted",
    ])?;
    for Served { row, predicted } in served {
        let settings = &row.question.settings;
        writer.write_record([
            row.id.as_str(),
            &row.source,
            &row.engine,
            &row.model,
            &row.gpu,
            &row.question.hardware.gpu_count.to_string(),
            &settings.prompt_tokens.to_string(),
            &settings.output_tokens.to_string(),
            &row.depth.to_string(),
            &settings.concurrency.to_string(),
            &row.part,
            &row.standing,
            &format!("{:.5}", row.value),
            &format!("{predicted:.5}"),
        ])?;
    }
    Ok(String::from_utf8(writer.into_inner()?)?)
}
