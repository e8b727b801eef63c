//! What is asked of a machine that serves.

use super::format::WeightsFormat;
use super::split::Split;
use crate::architecture::{AttentionLayout, Decoder, Window};
use crate::hardware::Hardware;
use crate::units::{Bytes, Seconds};

/// A machine, a model and how it is to be served, with every field decided.
#[derive(Debug, Clone, PartialEq)]
pub struct Question {
    /// The machine; a model, or as many copies of it as are asked for, lies on all cards of a node.
    pub hardware: Hardware,
    /// The model.
    pub model: Decoder,
    /// How it is served.
    pub settings: Settings,
    /// A smaller model that drafts ahead, where the model's own head does not.
    pub drafter: Option<Drafter>,
    /// The stage of a pipeline that is looked at; none for all of them.
    pub stage: Option<u64>,
    /// The host's memory that plans must do with: what is installed where that was named, else the most that its processor takes.
    pub host_room: Bytes,
}

impl Question {
    /// The question that a drafting model is, beside this one: the same requests on the same cards; none where no other model drafts.
    #[must_use]
    pub fn drafting(&self) -> Option<Self> {
        let drafter = self.drafter.as_ref()?;
        let settings = Settings {
            weights_format: drafter.weights_format,
            drafts: None,
            pictures: None,
            // It is small: all of it lies on the cards, and no experts of it are spread.
            offload: Offload::None,
            split: Split { expert: 1, ..self.settings.split },
            ..self.settings
        };
        Some(Self { model: drafter.model.clone(), settings, drafter: None, ..self.clone() })
    }

    /// Whether the model's own head drafts.
    #[must_use]
    pub const fn has_drafting_head(&self) -> bool {
        self.settings.drafts.is_some() && self.drafter.is_none()
    }

    /// Tokens of a usual prompt that are read anew: all but those that it shares with others, and the last of them.
    #[must_use]
    pub fn read_tokens(&self) -> u64 {
        let prompt = self.settings.prompt_tokens;
        let shared = self.settings.shared_prefix_tokens.min(prompt.saturating_sub(1));
        // Where blocks keep a state or a window of each request, `ExLlama` goes on from places alone that it kept one of.
        let has_states = matches!(self.model.options.attention, AttentionLayout::Hybrid(_)) || self.model.options.sinks;
        let is_kept = self.settings.engine == ServingEngine::Exllama && has_states;
        prompt - if is_kept { shared / STATE_PLACES * STATE_PLACES } else { shared }
    }

    /// The window beyond which this engine's cache forgets keys and values: llama.cpp has one for models that were made with it
    /// (`swa_type` in `llama-model.cpp`, 0c1e570: none for Mistral, switched off for Phi-3), `SGLang` and TensorRT-LLM keep all.
    #[must_use]
    pub fn kept_window(&self) -> Option<Window> {
        let is_kept = match self.settings.engine {
            ServingEngine::Vllm | ServingEngine::Transformers => true,
            ServingEngine::LlamaCpp => self.model.options.interleaved_window,
            // Of the models here gpt-oss alone has blocks that forget (`SlidingAttention` of 1.4.1).
            ServingEngine::Exllama => self.model.options.sinks,
            ServingEngine::Sglang | ServingEngine::TensorrtLlm => false,
        };
        self.model.options.window.filter(|_| is_kept)
    }

    /// The window that this engine's attention looks back over: what is kept, and for `SGLang` that of models made with one, as for
    /// TensorRT-LLM and `ExLlama`, whose models of other makers look back over all (`architecture/` of 1.4.1).
    #[must_use]
    pub fn seen_window(&self) -> Option<Window> {
        let keeps_all =
            matches!(self.settings.engine, ServingEngine::Sglang | ServingEngine::TensorrtLlm | ServingEngine::Exllama);
        let is_seen = keeps_all && self.model.options.interleaved_window;
        if is_seen { self.model.options.window } else { self.kept_window() }
    }
}

/// Tokens from one place to the next at which `ExLlama` keeps states of a prompt (`job.py` of 1.4.1, with chunks of `TabbyAPI`'s size).
const STATE_PLACES: u64 = 2048;

/// A model that drafts tokens, all of which another one checks.
#[derive(Debug, Clone, PartialEq)]
pub struct Drafter {
    /// The model.
    pub model: Decoder,
    /// What its weights are stored as.
    pub weights_format: WeightsFormat,
}

impl Drafter {
    /// A model that drafts as an engine loads it beside one in such a format: files of GGUF in the same, checkpoints as they are published.
    #[must_use]
    pub fn of(model: Decoder, engine: ServingEngine, format: WeightsFormat, has_bf16: bool) -> Self {
        let is_file = engine == ServingEngine::LlamaCpp && format.suits(&model);
        let as_published = if has_bf16 { WeightsFormat::Bf16 } else { WeightsFormat::Fp16 };
        Self { weights_format: if is_file { format } else { as_published }, model }
    }
}

/// How a model is served.
#[derive(Debug, Clone, Copy, PartialEq)]
#[expect(clippy::struct_excessive_bools, reason = "switches of programs, which combine freely")]
pub struct Settings {
    /// The program that serves.
    pub engine: ServingEngine,
    /// What the weights are stored as.
    pub weights_format: WeightsFormat,
    /// What keys and values are stored as.
    pub kv_cache_dtype: CacheDtype,
    /// Longest request in tokens, prompt and answer together.
    pub context_length: u64,
    /// Tokens of a usual prompt, those of its pictures among them.
    pub prompt_tokens: u64,
    /// Pictures of a usual prompt; none where it is text alone.
    pub pictures: Option<Pictures>,
    /// Tokens at the beginning of every prompt that are the same in all of them, of which engines keep one copy or read one once.
    pub shared_prefix_tokens: u64,
    /// Tokens of a usual answer.
    pub output_tokens: u64,
    /// How far lengths of prompts and answers lie from the usual one at the most, as a share of it; as many lie at one length as at
    /// another.
    pub length_spread: f64,
    /// Requests that are answered at a time.
    pub concurrency: u64,
    /// Most requests that the engine lets run at a time (vLLM's `max_num_seqs`).
    pub max_sequences: u64,
    /// Most tokens of one forward pass of prompts (`max_num_batched_tokens`, `chunked_prefill_size`, llama.cpp's `ubatch`).
    pub max_batched_tokens: u64,
    /// Share of the card's memory that the engine takes for itself, for those that reserve a share.
    pub memory_utilization: f64,
    /// Whether attention keeps its scores out of memory; llama.cpp can do without, other engines always do so.
    pub flash_attention: bool,
    /// Whether the engine replays captured graphs of kernels; vLLM takes memory for them.
    pub cuda_graphs: bool,
    /// Whether logits are made of every token of a pass, as llama.cpp's bench and older versions do, and not of those alone whose
    /// next token is wanted.
    pub all_logits: bool,
    /// Whether heads of keys and values are repeated for each query's in memory, as transformers before 5 did.
    pub repeated_heads: bool,
    /// Whether every block keeps the cosines and sines of all positions that the model was made for, as transformers before 4.45 did.
    pub position_tables: bool,
    /// What the host holds of the model.
    pub offload: Offload,
    /// How the model lies on the cards.
    pub split: Split,
    /// Requests that come in a second, each by chance; none where as many as `concurrency` are always under way.
    pub request_rate: Option<f64>,
    /// What users are to get.
    pub targets: Targets,
    /// Tokens that are drafted ahead of each pass, by the model's own head (multi-token prediction) or by a smaller model; none where a
    /// pass writes one token.
    pub drafts: Option<Drafts>,
}

/// Pictures of a prompt, all of one size.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pictures {
    /// How many.
    pub count: u64,
    /// Pixels from top to bottom.
    pub height: u64,
    /// Pixels from left to right.
    pub width: u64,
}

/// Tokens that are drafted ahead, all of which the next pass checks at once.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Drafts {
    /// How many, one after another.
    pub tokens: u64,
    /// Chance that a draft is what the model would have written, where those before it were.
    pub acceptance: f64,
}

impl Drafts {
    /// Tokens that a pass writes on the mean: one of its own behind the drafts that are right, up to the first that is not
    /// (Leviathan, Kalman and Matias 2023, equation 1).
    #[must_use]
    pub fn tokens_of_a_pass(self) -> f64 {
        (0..=self.tokens).fold((0.0, 1.0), |(sum, chance), _| (sum + chance, chance * self.acceptance)).0
    }
}

impl Settings {
    /// Whether such a wait for the first token and such a time from one token to the next are what users are to get; an answer of one
    /// token has none after it.
    #[must_use]
    pub fn keep(&self, first_token: Seconds, inter_token: Seconds) -> bool {
        let is_soon = self.targets.first_token.is_none_or(|most| first_token <= most);
        is_soon && self.missed_pace(inter_token).is_none()
    }

    /// The tokens a second that were asked for, where such a time from one token to the next is too long for them.
    #[must_use]
    pub fn missed_pace(&self, inter_token: Seconds) -> Option<f64> {
        self.targets.tokens_per_second.filter(|least| self.output_tokens > 1 && inter_token.get() * least > 1.0)
    }

    /// Tokens that a pass writes for a request on the mean.
    #[must_use]
    pub fn tokens_of_a_pass(&self) -> f64 {
        self.drafts.map_or(1.0, Drafts::tokens_of_a_pass)
    }
}

/// What every user is to get.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Targets {
    /// Longest wait for the first token.
    pub first_token: Option<Seconds>,
    /// Fewest tokens of an answer in a second.
    pub tokens_per_second: Option<f64>,
}

/// Programs that serve.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ServingEngine {
    /// vLLM, version 1 of its core.
    Vllm,
    /// `SGLang`.
    Sglang,
    /// TensorRT-LLM's server, with its `PyTorch` backend.
    TensorrtLlm,
    /// llama.cpp's server, and what is built on it.
    LlamaCpp,
    /// `generate` of Hugging Face's transformers.
    Transformers,
    /// `ExLlamaV3` behind `TabbyAPI`.
    Exllama,
}

impl ServingEngine {
    /// Whether it takes a share of the card for a pool of keys and values, whatever the load.
    #[must_use]
    pub const fn reserves(self) -> bool {
        matches!(self, Self::Vllm | Self::Sglang | Self::TensorrtLlm)
    }

    /// Whether those that write go on while prompts are read: in one pass with them, or in `ExLlama` in turn with passes of prompts.
    #[must_use]
    pub const fn mixes(self) -> bool {
        !matches!(self, Self::Sglang | Self::Transformers)
    }

    /// Whether each card holds a share of every matrix, rather than whole blocks.
    #[must_use]
    pub const fn splits_matrices(self) -> bool {
        self.reserves()
    }
}

/// Values of a block of llama.cpp's formats.
const BLOCK: u64 = 32;

/// What keys and values are stored as.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CacheDtype {
    /// 16 bits a value.
    Sixteen,
    /// 8 bits a value, scales by layer.
    Fp8,
    /// Blocks of 32 values in 34 bytes (llama.cpp's `q8_0`; `ExLlama`'s `Q8` takes as many).
    Q8_0,
    /// Blocks of 32 values in 18 bytes (llama.cpp's `q4_0`; `ExLlama`'s `Q4` takes as many).
    Q4_0,
}

impl CacheDtype {
    /// Whether heads of this model can be kept so: llama.cpp stores whole blocks for each. `ExLlama`, which asks it of all heads together,
    /// is held to the same.
    #[must_use]
    pub const fn suits(self, model: &Decoder) -> bool {
        !matches!(self, Self::Q8_0 | Self::Q4_0) || model.head_dim.is_multiple_of(BLOCK)
    }

    /// What so many values take.
    #[must_use]
    pub const fn bytes(self, values: u64) -> Bytes {
        Bytes(match self {
            Self::Sixteen => values.saturating_mul(2),
            Self::Fp8 => values,
            Self::Q8_0 => values.div_ceil(BLOCK).saturating_mul(34),
            Self::Q4_0 => values.div_ceil(BLOCK).saturating_mul(18),
        })
    }
}

/// What the host holds of a model.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Offload {
    /// Nothing but what the engine always keeps there.
    None,
    /// The first blocks, as many (`--n-gpu-layers` has the rest).
    Blocks(u64),
    /// The routed experts of all blocks (`--cpu-moe`).
    Experts,
}
