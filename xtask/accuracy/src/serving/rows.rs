//! Rows of the tables as questions.

use std::collections::BTreeMap;
use std::io::Read;

use anyhow::{Context, Result, bail};
use engine::architecture::{Architecture, Decoder, DecoderOptions, DecoderVariant, MixtureOfExperts, Router};
use engine::hardware::{Hardware, OperatingSystem};
use engine::serving::{Offload, Pictures, Question, ServingEngine, Settings, Split, Targets, WeightsFormat as Format};
use engine::units::Bytes;
use wire::v1::choices::{KvCacheDtype, ServingEngine as Word, WeightsFormat};

/// Models by the name of their row.
pub type Models = BTreeMap<String, Decoder>;

/// One measured figure and the question of the same run.
#[derive(Debug, Clone)]
pub struct Row {
    /// Row of the collection.
    pub id: String,
    /// Repository and commit.
    pub source: String,
    /// The engine's word.
    pub engine: String,
    /// The model's name.
    pub model: String,
    /// The card's id.
    pub gpu: String,
    /// What was measured.
    pub part: String,
    /// Bytes, seconds or tokens a second.
    pub value: f64,
    /// How well the run is known.
    pub standing: String,
    /// Tokens in the cache before.
    pub depth: u64,
    /// The run.
    pub question: Question,
}

/// Reads the models.
///
/// # Errors
/// A line that cannot be read.
pub fn models(table: impl Read) -> Result<Models> {
    let mut models = Models::new();
    for record in csv::Reader::from_reader(table).deserialize() {
        let line: BTreeMap<String, String> = record?;
        let id = text(&line, "id");
        models.insert(id.clone(), model(&line).with_context(|| id)?);
    }
    Ok(models)
}

fn model(line: &BTreeMap<String, String>) -> Result<Decoder> {
    let count = |key: &str| number(line, key);
    let experts = count("num_experts")?;
    let variant = if experts == 0 {
        DecoderVariant::Llama
    } else {
        DecoderVariant::MixtureOfExperts(MixtureOfExperts {
            router: Router::Qwen3Moe,
            num_experts: experts,
            num_experts_per_tok: count("num_experts_per_tok")?,
            moe_intermediate_size: count("moe_intermediate_size")?,
            shared_expert_intermediate_size: 0,
        })
    };
    Ok(Decoder {
        variant,
        vocab_size: count("vocab_size")?,
        hidden_size: count("hidden_size")?,
        intermediate_size: count("intermediate_size")?,
        num_hidden_layers: count("num_hidden_layers")?,
        num_attention_heads: count("num_attention_heads")?,
        num_key_value_heads: count("num_key_value_heads")?,
        head_dim: count("head_dim")?,
        max_position_embeddings: count("max_position_embeddings")?,
        tie_word_embeddings: text(line, "tie_word_embeddings") == "true",
        attention_bias: text(line, "attention_bias") == "true",
        attention_output_bias: false,
        query_key_norm: text(line, "query_key_norm") == "true",
        options: DecoderOptions::LLAMA,
    })
}

/// Reads a table.
///
/// # Errors
/// A line that cannot be read, or that names what the engine does not know.
pub fn rows(table: impl Read, models: &Models) -> Result<Vec<Row>> {
    let mut rows = Vec::new();
    for record in csv::Reader::from_reader(table).deserialize() {
        let line: BTreeMap<String, String> = record?;
        let id = text(&line, "id");
        rows.push(row(&line, models).with_context(|| id)?);
    }
    Ok(rows)
}

fn row(line: &BTreeMap<String, String>, models: &Models) -> Result<Row> {
    let name = text(line, "model");
    let model = models.get(&name).cloned().or_else(|| listed(&name)).with_context(|| format!("no model {name}"))?;
    let gpu = text(line, "gpu");
    let settings = settings(line)?;
    let standing = if line.contains_key("standing") { text(line, "standing") } else { "complete".to_owned() };
    let part = if line.contains_key("part") { text(line, "part") } else { text(line, "metric") };
    Ok(Row {
        id: text(line, "id"),
        source: text(line, "source"),
        engine: text(line, "engine"),
        part,
        value: text(line, "value").parse()?,
        standing,
        depth: number(line, "depth")?,
        question: Question {
            hardware: slotted(hardware(&gpu, number(line, "gpu_count")?.max(1))?, number(line, "pcie_generation")?),
            model,
            settings,
            drafter: None,
            stage: None,
            host_room: Bytes::from_gib(512),
        },
        model: name,
        gpu,
    })
}

/// A model of the catalog.
pub(super) fn listed(name: &str) -> Option<Decoder> {
    match &catalog::listed_model(name)?.architecture {
        Architecture::Decoder(decoder) => Some(decoder.clone()),
        _ => None,
    }
}

pub(super) fn hardware(gpu: &str, gpu_count: u64) -> Result<Hardware> {
    // Rows of processors alone, and of cards that the catalog does not list, have figures that no card decides.
    let gpu = catalog::gpu(if gpu.is_empty() { "rtx-4090" } else { gpu }).with_context(|| format!("no card {gpu}"))?;
    let cpu = catalog::cpu("epyc-9554").context("no processor")?;
    let storage = catalog::storage("samsung-990-pro-2tb").context("no drive")?;
    Ok(Hardware {
        gpu: gpu.spec,
        gpu_count,
        nodes: 1,
        display_attached: false,
        cpu: cpu.spec,
        ram: Bytes::from_gib(512),
        storage: storage.spec,
        os: OperatingSystem::Linux,
    })
}

/// A machine whose slots are of an older generation than its cards, where one is named.
fn slotted(mut hardware: Hardware, pcie_generation: u64) -> Hardware {
    if pcie_generation > 0 {
        hardware.gpu.pcie.generation = hardware.gpu.pcie.generation.min(pcie_generation);
    }
    hardware
}

pub(super) fn settings(line: &BTreeMap<String, String>) -> Result<Settings> {
    let word = text(line, "engine");
    let engine: ServingEngine = Word::from_word(&word).and_then(Word::of_tokens).with_context(|| format!("no engine {word}"))?;
    let stored = text(line, "weights_format");
    let format = match (stored.as_str(), engine) {
        ("bf16" | "fp16", ServingEngine::LlamaCpp) => WeightsFormat::F16,
        // Keys and values are the same beside weights of any mixture.
        _ if text(line, "part") == "kv_cache_total" => WeightsFormat::F16,
        (word, _) => WeightsFormat::from_word(word).with_context(|| format!("no format {word}"))?,
    };
    let kept = text(line, "kv_cache_dtype");
    let dtype = match kept.as_str() {
        "" if stored == "fp8" => KvCacheDtype::Fp8,
        "" | "bf16" => KvCacheDtype::Sixteen,
        word => KvCacheDtype::from_word(word).with_context(|| format!("no type of keys and values {word}"))?,
    };
    let batched = number(line, "max_batched_tokens")?;
    let most = match engine {
        ServingEngine::Transformers => 1 << 40,
        ServingEngine::LlamaCpp if batched == 0 => 512,
        ServingEngine::Vllm | ServingEngine::Sglang | ServingEngine::TensorrtLlm if batched == 0 => 8192,
        _ => batched,
    };
    let version = text(line, "version");
    let (prompt_tokens, output_tokens) = (number(line, "prompt_tokens")?, number(line, "output_tokens")?);
    let context = number(line, "context_length")?;
    let utilization = text(line, "memory_utilization");
    Ok(Settings {
        engine,
        weights_format: Format::from(format),
        kv_cache_dtype: dtype.into(),
        context_length: if context == 0 { prompt_tokens + output_tokens } else { context },
        prompt_tokens,
        output_tokens,
        concurrency: number(line, "concurrency")?.max(1),
        max_sequences: match number(line, "max_sequences")? {
            0 if engine == ServingEngine::TensorrtLlm => 2048,
            0 => 256,
            sequences => sequences,
        },
        max_batched_tokens: most,
        memory_utilization: if utilization.is_empty() { 0.9 } else { utilization.parse()? },
        flash_attention: text(line, "flash_attention") == "true" || engine != ServingEngine::LlamaCpp,
        // Graphs lay outside of vLLM's share in the versions of these rows.
        cuda_graphs: false,
        all_logits: engine == ServingEngine::LlamaCpp || is_before_445(&version),
        repeated_heads: version.starts_with('4'),
        position_tables: engine == ServingEngine::Transformers && is_before_445(&version),
        offload: Offload::None,
        request_rate: None,
        targets: Targets::default(),
        drafts: None,
        length_spread: 0.0,
        pictures: pictures(&text(line, "pictures"))?,
        shared_prefix_tokens: 0,
        split: Split {
            data: number(line, "data")?.max(1),
            pipeline: number(line, "pipeline")?.max(1),
            expert: number(line, "expert_groups")?.max(1),
        },
    })
}

/// Pictures of a prompt as `2x720x1280`: how many, their height and their width; none where nothing is said.
fn pictures(text: &str) -> Result<Option<Pictures>> {
    if text.is_empty() {
        return Ok(None);
    }
    let figures: Vec<u64> = text.split('x').map(str::parse).collect::<Result<_, _>>()?;
    let [count, height, width] = figures[..] else { bail!("pictures are {text}") };
    Ok(Some(Pictures { count, height, width }))
}

/// How a source draws lengths of prompts and answers.
pub(super) struct Lengths {
    /// Mean length over the one that a row names.
    pub mean: f64,
    /// How far lengths lie from the mean at the most, as a share of it.
    pub spread: f64,
}

/// The lengths of a source: `InferenceX`, whose runs aiconfigurator collects beside its own, draws 80 to 100 % of the length that it
/// names (`--random-range-ratio 0.8`); the cookbook of `SGLang` names the mean of lengths from one token on; others have one length.
pub(super) fn lengths(source: &str) -> Lengths {
    if source.ends_with("(InferenceX)") {
        Lengths { mean: 0.9, spread: 1.0 / 9.0 }
    } else if source.starts_with("sgl-project/sgl-cookbook@") {
        Lengths { mean: 1.0, spread: 1.0 }
    } else {
        Lengths { mean: 1.0, spread: 0.0 }
    }
}

/// Versions of transformers that made logits of the whole prompt, and tables of positions for every block.
fn is_before_445(version: &str) -> bool {
    let mut parts = version.split('.').filter_map(|part| part.parse::<u64>().ok());
    matches!((parts.next(), parts.next()), (Some(4), Some(minor)) if minor < 45)
}

pub(super) fn text(line: &BTreeMap<String, String>, key: &str) -> String {
    line.get(key).cloned().unwrap_or_default()
}

pub(super) fn number(line: &BTreeMap<String, String>, key: &str) -> Result<u64> {
    let text = text(line, key);
    if text.is_empty() {
        return Ok(0);
    }
    match text.parse::<f64>() {
        Ok(value) if value >= 0.0 && value.fract() == 0.0 => Ok(value as u64),
        _ => bail!("{key} is {text}"),
    }
}
