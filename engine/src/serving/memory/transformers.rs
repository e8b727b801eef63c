//! `generate` of transformers: a cache that grows by concatenation, and the activations of the whole prompt at once.

use super::parts::{Memory, Parts, host, host_lacks, paged, range};
use super::tower;
use crate::architecture::DecoderVariant;
use crate::device::memory::{CONTEXT, workspaces};
use crate::serving::cache;
use crate::serving::format::WeightsFormat;
use crate::serving::question::Question;
use crate::serving::weights::Weights;
use crate::units::Bytes;

/// Memory of `generate` with a cache that grows block by block (from 4.36 on).
pub(super) fn memory(question: &Question, weights: Weights, capacity: Bytes) -> Memory {
    let settings = &question.settings;
    let batch = question.concurrency();
    // The longest request that is to be held; all of a batch grow to it.
    let tokens = settings.context_length;
    // Blocks lie on cards one after another.
    let cards = question.cards();
    let share = |bytes: Bytes| Bytes(bytes.0.div_ceil(cards));
    let of = |tokens: u64| share(cache::of_sequence(question, 1, tokens, 0) * batch);
    let kv_cache = of(tokens);
    // While a block's keys grow by one token, the old and the new stand side by side.
    let copy = cache::per_token_and_block(question, 1) * tokens.saturating_mul(batch) / 2;
    let prompt = tokens.saturating_sub(settings.output_tokens).max(1);
    // A tower has read the pictures before the first key is kept.
    let prefill = (of(prompt) + prefill(question, prompt)).max(tower::of_generate(question));
    let activations =
        prefill.saturating_sub(kv_cache).max(copy + logits(question)) + unpacked(question) + share(position_tables(question));
    let (workspace, _) = workspaces(&question.hardware.gpu);
    let framework = CONTEXT + workspace;
    let known = Parts { weights: weights.per_card, kv_cache, activations, cuda_graphs: Bytes::ZERO, framework };
    // What rounding to the driver's pages adds is the libraries'.
    let total = paged(known.total());
    let host = host(question, Bytes::ZERO);
    let parts = Parts { framework: framework + (total - known.total()), ..known };
    Memory {
        weights,
        parts,
        total,
        range: range(&parts, 0.25),
        capacity,
        needed: total,
        fits: total <= capacity,
        host_lacks: host_lacks(question, total, host),
        kv_in_use: kv_cache,
        host,
        stage: None,
    }
}

/// What the widest block needs for all prompts at once: the activated gate, the way up and their product in the MLP's width, and
/// four of the residual stream's: the embeddings and the block's input, which callers hold, the sum and its normed copy. Exact to
/// the byte per token on an H100 (transformers 5.17, three models, prompts of 1,024 to 32,768 tokens, batches of 1 and 8; 2026-11).
fn prefill(question: &Question, prompt: u64) -> Bytes {
    let model = &question.model;
    let tokens = prompt.saturating_mul(question.concurrency());
    let width = match &model.variant {
        DecoderVariant::MixtureOfExperts(moe) => moe.moe_intermediate_size.max(model.hidden_size),
        _ => model.intermediate_size,
    };
    // Without a gate there are the way up and what its activation makes of it.
    let wide = if model.mlp().has_gate() { 3 } else { 2 };
    let mlp = 2 * (wide * width + 4 * model.hidden_size);
    // The norm squares in FP32.
    let norm = 2 * 4 * model.hidden_size + 8 * model.hidden_size;
    let logits = if question.settings.all_logits { logits(question) * prompt } else { logits(question) };
    // Cosines and sines of the positions, one for all requests.
    let rotary = 4 * model.head_dim * prompt;
    Bytes(tokens.saturating_mul(mlp.max(norm)).saturating_add(rotary)).max(logits)
}

/// Logits of the last token of each request: in 16 bits and in FP32.
fn logits(question: &Question) -> Bytes {
    Bytes(question.concurrency().saturating_mul(question.model.vocab_size).saturating_mul(6))
}

/// Cosines and sines in 16 bits of every position that the model was made for, a pair of tables for each block (`cos_cached` and
/// `sin_cached` of transformers before 4.45); today's make those of a pass alone, once for all blocks.
fn position_tables(question: &Question) -> Bytes {
    let model = &question.model;
    let block = 2 * 2 * model.max_position_embeddings.saturating_mul(model.head_dim);
    if question.settings.position_tables { Bytes(block.saturating_mul(model.num_hidden_layers)) } else { Bytes::ZERO }
}

/// The largest matrix in 16 bits, which GPTQ's kernels unpack for prompts into a buffer of their own.
fn unpacked(question: &Question) -> Bytes {
    if !matches!(question.settings.weights_format, WeightsFormat::GptqInt4 | WeightsFormat::GptqInt8) {
        return Bytes::ZERO;
    }
    let model = &question.model;
    Bytes(2 * model.hidden_size * model.intermediate_size.max(model.num_attention_heads * model.head_dim))
}
