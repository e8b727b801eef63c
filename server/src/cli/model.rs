//! `rigwise model`: what a model is, by its own files.
//!
//! Of a `.safetensors` file only the header is read; nothing leaves the machine.

mod gather;

use std::process::ExitCode;

use clap::Args;
use wire::Locale;
use wire::v1::model::{ModelKey, ModelOnCard, ModelPart, ModelReading, ModelWeights};
use wording::format;

use super::language::Language;
use super::output::{fail, print};

/// What to read, and how to say what was read.
#[derive(Debug, Clone, Args)]
pub struct ModelCommand {
    /// A `config.json`, a `.safetensors` file (or several, of one model), a `model.safetensors.index.json`, a
    /// network that `rigwise-trace` wrote down; `-` for standard input.
    #[arg(required = true, value_name = "FILE|-")]
    files: Vec<String>,
    /// Print one JSON object, as `POST /api/v1/model` answers.
    #[arg(long)]
    json: bool,
    /// Language of the texts.
    #[arg(long, value_enum, default_value_t)]
    language: Language,
}

/// Prints what was read; the exit status says whether it is a model without a fault.
pub fn run(command: &ModelCommand) -> ExitCode {
    let locale = Locale::from(command.language);
    let text = match gather::gather(&command.files) {
        Ok(text) => text,
        Err(problem) => return fail(&problem),
    };
    let reading = match api::model::read_model(&text, locale) {
        Ok(reading) => reading,
        Err(problem) => return fail(&problem.detail),
    };
    let printed = if command.json {
        serde_json::to_string(&reading).map_or_else(|error| fail(&error.to_string()), |json| print(&json))
    } else {
        print(&lines(&reading))
    };
    let is_model = reading.errors.is_empty() && (reading.parameters.is_some() || reading.weights.is_some());
    if is_model { printed } else { ExitCode::FAILURE }
}

fn lines(reading: &ModelReading) -> String {
    let mut lines = vec![format!("kind: {}", reading.kind)];
    lines.extend(reading.model_type.iter().map(|kind| format!("model_type: {kind}")));
    lines.extend(reading.in_catalog.iter().map(|entry| format!("in catalog: {} ({}, {})", entry.id, entry.name, entry.because)));
    lines.extend(reading.likely.iter().map(|entry| format!("may be meant: {} ({})", entry.id, entry.name)));
    if let Some(parameters) = &reading.parameters {
        lines.push(format!("parameters: {}", format::count(parameters.total)));
        lines.extend(parameters.active.map(|active| format!("parameters for a token: {}", format::count(active))));
        lines.extend(parameters.parts.iter().map(part));
    }
    lines.extend(reading.weights.iter().flat_map(weights));
    lines.extend(reading.read.iter().map(|key| format!("read: {}", said(key))));
    lines.extend(reading.not_read.iter().map(|key| format!("not read: {}", said(key))));
    lines.extend((!reading.ignored.is_empty()).then(|| format!("without effect: {}", reading.ignored.join(", "))));
    lines.extend(reading.errors.iter().map(|error| format!("fault: {} {}", error.pointer.trim_start_matches('/'), error.detail)));
    lines.extend(reading.notes.iter().map(|note| format!("note: {}", note.text)));
    lines.extend(reading.cards.iter().map(on_card));
    lines.extend(reading.plan.iter().map(|path| format!("plan: {path}")));
    lines.extend(reading.need.iter().map(|path| format!("need: {path}")));
    lines.join("\n")
}

fn part(part: &ModelPart) -> String {
    let parameters = part.parameters.map(format::count);
    let tensors = part.tensors.map(|tensors| format!("{} tensors", format::count(tensors)));
    let bytes = part.bytes.map(|bytes| format!("{} bytes", format::count(bytes)));
    let said: Vec<String> = [parameters, tensors, bytes].into_iter().flatten().collect();
    format!("  {}: {}", part.part, said.join(", "))
}

fn on_card(card: &ModelOnCard) -> String {
    let checkpointed = card.max_micro_batch_size_checkpointed;
    let again = checkpointed.map_or(String::new(), |largest| format!(", {} with blocks computed again", format::count(largest)));
    let gpu = card.gpu.as_str();
    format!("largest micro-batch on {gpu} (bf16-amp, adamw): {}{again}", format::count(card.max_micro_batch_size))
}

fn weights(weights: &ModelWeights) -> Vec<String> {
    let mut lines = vec![format!("tensors: {}", format::count(weights.tensors))];
    lines.extend(weights.bytes.map(|bytes| format!("bytes: {}", format::count(bytes))));
    lines.extend(weights.files.map(|files| format!("files: {}", format::count(files))));
    lines.extend(weights.parts.iter().map(part));
    lines.extend(weights.dtypes.iter().map(|dtype| {
        let [tensors, parameters, bytes] = [dtype.tensors, dtype.parameters, dtype.bytes].map(format::count);
        format!("  {}: {parameters}, {tensors} tensors, {bytes} bytes", dtype.dtype)
    }));
    lines.extend(weights.widths.iter().map(|width| {
        let same = if width.in_catalog.is_empty() { String::new() } else { format!(" (as {})", width.in_catalog.join(", ")) };
        format!("parameters at {} bits: {}{same}", width.bits, format::count(width.parameters))
    }));
    lines.extend(weights.stacks.iter().map(|stack| format!("blocks: {} in {}", format::count(stack.blocks), stack.name)));
    lines.extend(weights.experts.map(|experts| format!("experts: {}", format::count(experts))));
    lines.extend(weights.own_head.map(|own| format!("head of its own: {}", if own { "yes" } else { "no" })));
    lines
}

fn said(ModelKey { key, value, field, only }: &ModelKey) -> String {
    let field = field.as_ref().map_or(String::new(), |field| format!(" ({field})"));
    let only = only.as_ref().map_or(String::new(), |only| format!(" (modelled at {only} alone)"));
    format!("{key} = {value}{field}{only}")
}
