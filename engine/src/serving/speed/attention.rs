//! Time of attention over what is kept, and of the states that stand in its place.

use super::shares::Shares;
use crate::architecture::{AttentionLayout, Decoder};
use crate::serving::cache;
use crate::serving::question::{Question, ServingEngine};

/// Tokens that a gated delta rule takes into its state at a time (`chunk_size` of flash-linear-attention).
const STATE_CHUNK: u64 = 64;

/// Width of the scores and of the values of a head over what is kept. Latent attention brings its queries to the width of what is
/// kept; vLLM and `SGLang` expand what is kept for prompts instead.
fn widths(question: &Question, is_prompt: bool) -> f64 {
    let model = &question.model;
    let width = match &model.options.attention {
        AttentionLayout::Latent(latent) if is_prompt && question.settings.engine != ServingEngine::LlamaCpp => {
            latent.qk_nope_head_dim + latent.qk_rope_head_dim + latent.v_head_dim
        }
        AttentionLayout::Latent(latent) => 2 * latent.kv_lora_rank + latent.qk_rope_head_dim,
        AttentionLayout::Grouped | AttentionLayout::Hybrid(_) | AttentionLayout::ShortConvolution(_) => 2 * model.head_dim,
    };
    width as f64
}

/// Operations of gated delta rules for a token: what the state says of a key, what is written to it, and what a query finds, each a
/// product of a head's key and value widths.
fn state_work(model: &Decoder) -> f64 {
    let AttentionLayout::Hybrid(linear) = &model.options.attention else { return 0.0 };
    let blocks = (0..model.num_hidden_layers).filter(|&block| linear.layers.contains(block)).count() as f64;
    2.0 * 3.0 * blocks * (linear.values() * linear.linear_key_head_dim) as f64
}

/// What attention reads and computes on one card, for tokens at any depth.
pub(super) struct Attention {
    /// Blocks that look back over all tokens, over a window, and that window.
    reach: cache::Reach,
    /// What one token leaves in a block.
    each: f64,
    /// States of a sequence.
    states: f64,
    /// Heads on this card.
    heads: f64,
    /// Operations for a head and a token of which another is seen: while writing, and while reading a prompt.
    pub(super) widths: (f64, f64),
    /// Operations of states for a token.
    state_work: f64,
    /// Whether scores are kept out of memory.
    is_fused: bool,
}

impl Attention {
    pub(super) fn of(question: &Question) -> Self {
        let (model, ranks) = (&question.model, question.ranks());
        Self {
            reach: cache::Reach::of(question),
            each: cache::per_token_and_block(question, ranks).as_f64(),
            states: cache::states(question, ranks).as_f64(),
            heads: model.num_attention_heads as f64 / ranks as f64,
            widths: (widths(question, false), widths(question, true)),
            state_work: state_work(model) / ranks as f64,
            is_fused: question.settings.flash_attention,
        }
    }

    /// Time of new tokens of some requests over what is kept: reading it, or computing with it.
    pub(super) fn time(&self, shares: &Shares, (requests, tokens): (u64, u64), depth: f64, width: f64) -> f64 {
        let read = self.reach.tokens(depth);
        let flops = 2.0 * self.heads * width * read * tokens as f64 + self.state_work * tokens as f64;
        // Copies of heads are read as well; a state is read and written once for each chunk of tokens.
        let states = 2.0 * self.states * tokens.div_ceil(STATE_CHUNK).max(requests) as f64;
        let bytes = self.each * read * requests as f64 + states;
        if self.is_fused {
            return (bytes / shares.cache_bandwidth).max(flops / shares.attention_rate);
        }
        // Scores of every head stand in memory in FP32 and are passed over for the product, the mask, softmax and values.
        let scores = self.heads * tokens as f64 * read * 4.0;
        (bytes / shares.unfused_bandwidth).max(flops / shares.rate) + scores / shares.score_bandwidth
    }
}
