//! Keys and values: what a token leaves behind in each block.

use super::question::{CacheDtype, Question};
use crate::architecture::{Decoder, Window};
use crate::units::Bytes;

/// What one token leaves in one block on one of `ranks` cards that split the heads; a head is whole, so that more cards than
/// key-value heads hold copies.
#[must_use]
pub const fn per_token_and_block(model: &Decoder, dtype: CacheDtype, ranks: u64) -> Bytes {
    let heads = model.num_key_value_heads.div_ceil(if ranks == 0 { 1 } else { ranks });
    Bytes(dtype.bytes(heads * model.head_dim).0 * 2)
}

/// What one token leaves in all blocks, as long as no window forgets it.
#[must_use]
pub fn per_token(model: &Decoder, dtype: CacheDtype, ranks: u64) -> Bytes {
    per_token_and_block(model, dtype, ranks) * model.num_hidden_layers
}

/// What a sequence of so many tokens leaves, where blocks with a window keep no more than `slack` tokens beyond it.
#[must_use]
pub fn of_sequence(question: &Question, ranks: u64, tokens: u64, slack: u64) -> Bytes {
    let (full, windowed, window) = blocks(&question.model, question.kept_window());
    let each = per_token_and_block(&question.model, question.settings.kv_cache_dtype, ranks);
    each * full.saturating_mul(tokens).saturating_add(windowed.saturating_mul(tokens.min(window.saturating_add(slack))))
}

/// Tokens that are read of a sequence at such a depth, summed over blocks: those in a window's reach alone.
#[must_use]
pub fn tokens_read(question: &Question, depth: f64) -> f64 {
    let (full, windowed, window) = blocks(&question.model, question.seen_window());
    full as f64 * depth + windowed as f64 * depth.min(window as f64)
}

/// Blocks that look back over all tokens, and blocks that look back over a window, with its length.
fn blocks(model: &Decoder, window: Option<Window>) -> (u64, u64, u64) {
    let total = model.num_hidden_layers;
    match window {
        None => (total, 0, 0),
        Some(window) => {
            let windowed = (0..total).filter(|&block| window.layers.contains(block)).count() as u64;
            (total - windowed, windowed, window.tokens)
        }
    }
}
