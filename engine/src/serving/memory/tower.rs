//! What a tower that reads pictures needs on a card: while it reads, and what it leaves for the decoder.

use crate::architecture::{Patches, Resizing, Tower, TowerVariant};
use crate::serving::pictures;
use crate::serving::question::{Question, ServingEngine};
use crate::units::Bytes;

/// What a tower needs on a card for a moment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Sight {
    /// While it reads.
    pub reading: Bytes,
    /// What it leaves until the decoder has read it.
    pub left: Bytes,
}

/// What an engine with a pool needs: vLLM reads as many of the largest pictures at its start as a pass may have tokens, and keeps what
/// becomes of them while it measures the decoder (`profile_run`, `MultiModalBudget` of 0.33); others make no such measure, and read
/// the pictures of a prompt at a time.
pub(super) fn of(question: &Question) -> Sight {
    let Some(tower) = question.tower() else { return Sight::default() };
    let settings = &question.settings;
    let (count, patches) = if settings.engine == ServingEngine::Vllm {
        largest(question, &tower)
    } else {
        match (question.seen(), pictures::patches(question)) {
            (Some((_, pictures)), Some(patches)) => (pictures.count, patches),
            _ => return Sight::default(),
        }
    };
    let width = question.model.hidden_size;
    let levels = if let TowerVariant::Qwen3 { deepstack } = tower.variant { 1 + deepstack } else { 1 };
    let tokens = count * tower.features(patches);
    let left = Bytes(tokens * width * levels * 2);
    let beside = left.saturating_sub(Bytes(tokens * width * 2));
    // The decoder's input stands in a buffer of its own, and so do features that go into its first blocks.
    let buffers = if settings.engine == ServingEngine::Vllm { settings.max_batched_tokens * width * levels * 2 } else { 0 };
    let reading = Bytes(count * patches.count() * each(&tower, question.ranks())) + beside;
    Sight { reading: reading + Bytes(buffers), left: left + Bytes(buffers) }
}

/// Bytes for each patch at the widest point of a block, on one of so many cards that split heads and MLPs (vLLM 0.33, eager: callers
/// hold the block's input and its normed copy; queries and keys are copied before they are turned), and its pixels.
fn each(tower: &Tower, ranks: u64) -> u64 {
    let (hidden, inner) = (tower.hidden_size, tower.intermediate_size);
    // Whole widths and those that cards split, of attention and of the MLP.
    let (attention, mlp) = match tower.variant {
        TowerVariant::Siglip => ((3, 4), (3, 2)),
        TowerVariant::Pixtral => ((3, 8), (4, 3)),
        TowerVariant::Qwen25 => ((3, 8), (3, 3)),
        TowerVariant::Qwen3 { .. } => ((4, 8), (4, 2)),
    };
    let attention = attention.0 * hidden + attention.1 * hidden / ranks.max(1);
    let mlp = mlp.0 * hidden + mlp.1 * inner / ranks.max(1);
    // Eight bits a color, and 16 for Gemma 3, whose pictures the host has normalised.
    let color = if tower.variant == TowerVariant::Siglip { 2 } else { 1 };
    2 * attention.max(mlp) + color * tower.patch_values()
}

/// The pictures that vLLM measures with: as many of the largest as its budget of tokens holds, at least one.
fn largest(question: &Question, tower: &Tower) -> (u64, Patches) {
    let settings = &question.settings;
    let patches = match tower.resizing {
        Resizing::Fixed(edge) | Resizing::Longest(edge) => tower.patches(edge, edge),
        Resizing::Within { max_pixels, .. } => {
            let side = (max_pixels as f64).sqrt() as u64;
            tower.patches(side, side)
        }
    };
    let tokens = tower.features(patches).max(1);
    let of_a_prompt = settings.pictures.map_or(1, |pictures| pictures.count).min(settings.context_length / tokens).max(1);
    let budget = settings.max_batched_tokens.max(tokens);
    let count = (budget / tokens).min(settings.max_sequences.saturating_mul(of_a_prompt)).max(1);
    (count, patches)
}

/// Patches beyond which nothing fits any machine, so that no product of them runs over.
const MOST_PATCHES: u64 = 1 << 28;

/// Bytes that the forward pass of `generate` needs for the pictures of all prompts at once, with their pixels as processors hand them
/// over, in FP32, and in 16 bits.
pub(super) fn of_generate(question: &Question) -> Bytes {
    let (Some((tower, pictures)), Some(patches)) = (question.seen(), pictures::patches(question)) else { return Bytes::ZERO };
    let count = patches.count().saturating_mul(pictures.count).saturating_mul(question.concurrency()).min(MOST_PATCHES);
    traced(&tower, question.model.hidden_size, count) + Bytes(count.saturating_mul(6 * tower.patch_values()))
}

/// What a tower's forward pass over so many patches holds at its widest in transformers 5, whose queries and keys are turned in FP32;
/// features for a decoder of such a width are kept until the end, and Pixtral's blocks add a mask of all patches by all patches. Traced
/// tensor by tensor (`engine/reference/picture_towers.csv`).
#[must_use]
pub fn traced(tower: &Tower, width: u64, patches: u64) -> Bytes {
    let (hidden, head) = (tower.hidden_size, tower.hidden_size / tower.num_heads.max(1));
    let (each, mask) = match tower.variant {
        TowerVariant::Siglip => (4 * tower.intermediate_size + 8 * hidden, 0),
        TowerVariant::Pixtral => (34 * hidden + 4 * head + 16, patches.saturating_mul(patches).saturating_mul(2)),
        TowerVariant::Qwen25 => (34 * hidden + 8 * head + 16, 0),
        TowerVariant::Qwen3 { deepstack } => {
            let merged = tower.spatial_merge_size * tower.spatial_merge_size;
            (38 * hidden + 8 * head + 64 + deepstack * width * 2 / merged, 0)
        }
    };
    Bytes(patches.saturating_mul(each).saturating_add(mask))
}

/// Tokens each way of the picture that llama.cpp makes its buffer for (`set_warmup_n_tokens` in `clip.cpp`, 0024aa74), of Qwen's
/// towers and of Pixtral's.
const WARM_UP: (u64, u64) = (46, 16);

/// What llama.cpp reserves for pictures on its first card: a buffer for the widest point of the tower's graph, made for a picture of its
/// own choice and grown for larger ones.
///
/// 248.1 MiB for the tower of Qwen3.6 27B in a published log, by this 248.1.
#[must_use]
pub fn of_llama_cpp(question: &Question) -> Bytes {
    let Some(tower) = question.tower() else { return Bytes::ZERO };
    let (of_qwen, of_pixtral) = WARM_UP;
    let merge = tower.spatial_merge_size;
    let warm_up = match tower.variant {
        TowerVariant::Siglip => tower.patches(1, 1).count(),
        TowerVariant::Pixtral => (of_pixtral * merge) * (of_pixtral * merge),
        TowerVariant::Qwen25 | TowerVariant::Qwen3 { .. } => (of_qwen * merge) * (of_qwen * merge),
    };
    let count = warm_up.max(pictures::patches(question).map_or(0, Patches::count));
    let (hidden, inner) = (tower.hidden_size, tower.intermediate_size);
    // Heads are filled up to a multiple of 16 for the fused kernel; queries in FP32 and keys in 16 bits stand beside what they were
    // made of.
    let padded = tower.num_heads * (hidden / tower.num_heads.max(1)).next_multiple_of(16);
    let attention = 4 * (5 * hidden + 4) + 6 * padded;
    let mlp = match tower.variant {
        TowerVariant::Siglip | TowerVariant::Qwen3 { .. } => 4 * (2 * hidden + inner),
        TowerVariant::Pixtral | TowerVariant::Qwen25 => 4 * (2 * hidden + 3 * inner),
    };
    // Which patches share a window, in FP32 and in 16 bits.
    let windows = if tower.variant == TowerVariant::Qwen25 { 6 * count * count } else { 0 };
    Bytes(count * attention.max(mlp) + windows)
}
