//! Keys and values: what a token leaves behind in each block, and what a block keeps of a whole sequence in their place.

use super::question::{Question, ServingEngine};
use crate::architecture::{AttentionLayout, LinearAttention, Window};
use crate::units::Bytes;

/// What one token leaves in a block that keeps tokens, on one of `ranks` cards that split the heads; a head is whole, so that more
/// cards than key-value heads hold copies, and the one vector of latent attention lies on every card.
#[must_use]
pub const fn per_token_and_block(question: &Question, ranks: u64) -> Bytes {
    let (model, dtype) = (&question.model, question.settings.kv_cache_dtype);
    if let AttentionLayout::Latent(latent) = &model.options.attention {
        // `ExLlama` keeps what positions turn in 16 bits, whatever the rest is kept in (`CacheLayer_MLA_quant`).
        if matches!(question.settings.engine, ServingEngine::Exllama) {
            return Bytes(dtype.bytes(latent.kv_lora_rank).0 + 2 * latent.qk_rope_head_dim);
        }
        // `generate` keeps the vector too, since 5.24 of transformers (`cache.update` comes before `expand_kv`).
        return dtype.bytes(latent.kv_lora_rank + latent.qk_rope_head_dim);
    }
    let heads = model.num_key_value_heads.div_ceil(if ranks == 0 { 1 } else { ranks });
    Bytes(dtype.bytes(heads * model.head_dim).0 * 2)
}

/// What one token leaves in all blocks, as long as no window forgets it.
#[must_use]
pub fn per_token(question: &Question, ranks: u64) -> Bytes {
    let drafted = question.drafting().map_or(Bytes::ZERO, |drafting| per_token(&drafting, ranks));
    drafted + own_per_token(question, ranks)
}

/// What one token leaves in the blocks of the model itself.
fn own_per_token(question: &Question, ranks: u64) -> Bytes {
    let each = per_token_and_block(question, ranks);
    if has_two_pools(question) {
        let (full, windowed, _) = blocks(question, question.model.options.window);
        return each * full + (each * windowed).scaled(WINDOW_SHARE);
    }
    let (full, windowed, _) = blocks(question, question.kept_window());
    each * (full + drafting(question) + windowed)
}

/// What one token leaves in the blocks that keep every token, and which requests can share therefore.
#[must_use]
pub fn of_full_blocks(question: &Question, ranks: u64) -> Bytes {
    let (full, _, _) = blocks(question, question.kept_window());
    let drafted = question.drafting().map_or(Bytes::ZERO, |drafting| of_full_blocks(&drafting, ranks));
    drafted + per_token_and_block(question, ranks) * (full + drafting(question))
}

/// Blocks that draft, which keep tokens as the model's do.
fn drafting(question: &Question) -> u64 {
    u64::from(question.has_drafting_head())
}

/// What a block keeps of a sequence in place of keys and values, on one of `ranks` cards: the last inputs of its convolution and a
/// matrix of key and value widths for each head; nothing for blocks that keep tokens.
#[must_use]
pub fn state_of_block(question: &Question, block: u64, ranks: u64) -> Bytes {
    match &question.model.options.attention {
        AttentionLayout::Hybrid(linear) if linear.layers.contains(block) => state(question, linear, ranks),
        _ => Bytes::ZERO,
    }
}

/// llama.cpp keeps both in FP32 (`llama-model.cpp`, 0c1e570); others the inputs of the convolution in 16 bits, and vLLM the matrices
/// as well where the configuration does not ask for more (`gated_delta_net_state_dtype`, 0.33). `ExLlama` has room for the input of the
/// token at hand beside those before it (`GDNLayerState` of 1.4.1).
fn state(question: &Question, linear: &LinearAttention, ranks: u64) -> Bytes {
    let before = linear.linear_conv_kernel_dim.saturating_sub(1);
    let inputs = (before + u64::from(question.settings.engine == ServingEngine::Exllama)) * linear.convolved();
    let matrices = linear.values() * linear.linear_key_head_dim;
    let (input, value) = match question.settings.engine {
        ServingEngine::LlamaCpp => (4, 4),
        ServingEngine::Vllm if !linear.float32_state => (2, 2),
        ServingEngine::Vllm
        | ServingEngine::Sglang
        | ServingEngine::TensorrtLlm
        | ServingEngine::Transformers
        | ServingEngine::Exllama => (2, 4),
    };
    Bytes((inputs * input + matrices * value).div_ceil(ranks.max(1)))
}

/// What all blocks keep of a sequence in place of keys and values, on one of `ranks` cards.
#[must_use]
pub fn states(question: &Question, ranks: u64) -> Bytes {
    question.blocks().map(|block| state_of_block(question, block, ranks)).sum()
}

/// Tokens of `SGLang`'s pool for windows, as a share of those of its other pool (`swa_full_tokens_ratio` of 0.5.23).
const WINDOW_SHARE: f64 = 0.8;

/// Whether windows have a pool of their own: in `SGLang`, those of gpt-oss (`hybrid_swa_archs`).
fn has_two_pools(question: &Question) -> bool {
    question.settings.engine == ServingEngine::Sglang && question.model.options.sinks
}

/// What a sequence of so many tokens leaves, where blocks with a window keep no more than `slack` tokens beyond it.
#[must_use]
pub fn of_sequence(question: &Question, ranks: u64, tokens: u64, slack: u64) -> Bytes {
    if has_two_pools(question) {
        return per_token(question, ranks) * tokens;
    }
    let (full, windowed, window) = blocks(question, question.kept_window());
    let each = per_token_and_block(question, ranks);
    let full = full + drafting(question);
    let kept =
        each * full.saturating_mul(tokens).saturating_add(windowed.saturating_mul(tokens.min(window.saturating_add(slack))));
    let drafted = question.drafting().map_or(Bytes::ZERO, |drafting| of_sequence(&drafting, ranks, tokens, slack));
    kept + states(question, ranks) + drafted
}

/// How far the blocks of a model look back.
#[derive(Debug, Clone, Copy)]
pub struct Reach {
    /// Blocks that see all tokens.
    full: u64,
    /// Blocks that see a window.
    windowed: u64,
    /// The window in tokens.
    window: u64,
}

impl Reach {
    /// That of a question's model in its engine.
    #[must_use]
    pub fn of(question: &Question) -> Self {
        let (full, windowed, window) = blocks(question, question.seen_window());
        Self { full, windowed, window }
    }

    /// Tokens that are read of a sequence at such a depth, summed over blocks: those in a window's reach alone.
    #[must_use]
    pub fn tokens(self, depth: f64) -> f64 {
        self.full as f64 * depth + self.windowed as f64 * depth.min(self.window as f64)
    }
}

/// Blocks that look back over all tokens, and blocks that look back over a window, with its length.
fn blocks(question: &Question, window: Option<Window>) -> (u64, u64, u64) {
    let model = &question.model;
    let keeping = question.blocks().filter(|&block| model.keeps_tokens(block));
    match window {
        None => (keeping.count() as u64, 0, 0),
        Some(window) => {
            let windowed = keeping.clone().filter(|&block| window.layers.contains(block)).count() as u64;
            (keeping.count() as u64 - windowed, windowed, window.tokens)
        }
    }
}
