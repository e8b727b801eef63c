//! llama.cpp: buffers for weights, for keys and values of the whole context, and for the widest point of the graph.

use super::parts::{Memory, Parts, host, host_lacks, range};
use super::tower;
use crate::architecture::{AttentionLayout, DecoderVariant};
use crate::device::memory::CONTEXT;
use crate::serving::cache;
use crate::serving::question::{CacheDtype, Offload, Question};
use crate::serving::tensors::{Role, Tensor, is_sparse, tensors};
use crate::serving::weights::{Places, Weights};
use crate::units::Bytes;

/// The context is padded to a multiple of this.
const CONTEXT_PAD: u64 = 256;
/// Side of the second matrix by which values are rotated before they are stored in blocks.
const ROTATION: u64 = 64;
/// Copies of the graph's inputs that are kept where several cards work one after another.
const PIPELINE: f64 = 0.15;

/// Memory of llama.cpp.
pub(super) fn memory(question: &Question, weights: Weights, capacity: Bytes) -> Memory {
    let settings = &question.settings;
    let cards = question.cards();
    let slots = per_request(question).saturating_mul(question.concurrency());
    let host_blocks = host_blocks(question);
    let drafted = Drafted::of(question, cards);
    let kv_cache = kv_on_card(question, slots, host_blocks, cards) + drafted.kept(slots);
    let activations = compute_buffer(question, cards) + drafted.computing + tower::of_llama_cpp(question);
    let framework = CONTEXT;
    let parts = Parts { weights: weights.per_card, kv_cache, activations, cuda_graphs: Bytes::ZERO, framework };
    let total = parts.total();
    let kv_on_host = of_blocks(question, slots, host_blocks);
    let host = host(question, weights.on_host + kv_on_host + host_buffer(question) + drafted.on_host);
    let used = settings.prompt_tokens.saturating_add(settings.output_tokens).saturating_mul(question.concurrency());
    Memory {
        weights,
        parts,
        total,
        range: range(&parts, 0.3),
        capacity,
        needed: total,
        fits: total <= capacity,
        host_lacks: host_lacks(question, total, host),
        kv_in_use: (kv_on_card(question, used, host_blocks, cards) + drafted.kept(used)).min(kv_cache),
        host,
        stage: None,
    }
}

/// What a drafting model takes beside its weights: one context for all slots, which it drafts for at once (llama.cpp #22838).
struct Drafted {
    /// As it is asked, with its cards.
    question: Option<(Question, u64)>,
    /// The buffer that it computes in.
    computing: Bytes,
    /// Its buffer on the host.
    on_host: Bytes,
}

impl Drafted {
    fn of(question: &Question, cards: u64) -> Self {
        let Some(drafting) = question.drafting() else {
            return Self { question: None, computing: Bytes::ZERO, on_host: Bytes::ZERO };
        };
        Self { computing: compute_buffer(&drafting, cards), on_host: host_buffer(&drafting), question: Some((drafting, cards)) }
    }

    /// Keys and values of so many tokens, on the card that holds most.
    fn kept(&self, tokens: u64) -> Bytes {
        self.question.as_ref().map_or(Bytes::ZERO, |(drafting, cards)| kv_on_card(drafting, tokens, 0, *cards))
    }
}

/// The buffer that a drafting model computes in, and what it keeps of the context; nothing where none drafts.
#[must_use]
pub fn drafted(question: &Question) -> (Bytes, Bytes) {
    let drafted = Drafted::of(question, question.cards());
    let slots = per_request(question).saturating_mul(question.concurrency());
    (drafted.computing, drafted.kept(slots))
}

/// What one token leaves on the fullest card.
pub(super) fn per_token(question: &Question) -> Bytes {
    let (model, cards) = (&question.model, question.cards());
    let host_blocks = host_blocks(question);
    let places = Places { blocks: model.num_hidden_layers, host_blocks, cards };
    let keeping = |block: &u64| model.keeps_tokens(*block);
    let on = |card| {
        (host_blocks..model.num_hidden_layers).filter(keeping).filter(|&block| places.of(block) == Some(card)).count() as u64
    };
    let each = cache::per_token_and_block(question, 1);
    let drafted = question.drafting().map_or(Bytes::ZERO, |drafting| per_token(&drafting));
    each * (0..cards).map(on).max().unwrap_or_default() + drafted
}

/// Blocks whose keys and values lie in the host: those whose weights do.
const fn host_blocks(question: &Question) -> u64 {
    match question.settings.offload {
        Offload::Blocks(blocks) => {
            if blocks < question.model.num_hidden_layers {
                blocks
            } else {
                question.model.num_hidden_layers
            }
        }
        Offload::None | Offload::Experts => 0,
    }
}

/// Keys and values in the blocks that keep all tokens, wherever they lie.
#[must_use]
pub fn whole_cache(question: &Question) -> Bytes {
    let slots = per_request(question).saturating_mul(question.concurrency());
    let keeps_all = |block: &u64| {
        question.model.keeps_tokens(*block) && question.kept_window().is_none_or(|window| !window.layers.contains(*block))
    };
    (0..question.model.num_hidden_layers).filter(keeps_all).map(|block| of_block(question, slots, block)).sum()
}

/// Keys and values of so many tokens in the blocks of the fullest card.
fn kv_on_card(question: &Question, tokens: u64, host_blocks: u64, cards: u64) -> Bytes {
    let blocks = question.model.num_hidden_layers;
    let places = Places { blocks, host_blocks, cards };
    let mut on_card = vec![Bytes::ZERO; cards as usize];
    for block in host_blocks..blocks {
        let card = places.of(block).and_then(|card| on_card.get_mut(card as usize));
        if let Some(sum) = card {
            *sum += of_block(question, tokens, block);
        }
    }
    on_card.into_iter().max().unwrap_or_default()
}

/// Keys and values of so many tokens in the first blocks.
fn of_blocks(question: &Question, tokens: u64, blocks: u64) -> Bytes {
    (0..blocks).map(|block| of_block(question, tokens, block)).sum()
}

/// Keys and values in one block: those of a window end with it and a batch, for each request.
fn of_block(question: &Question, tokens: u64, block: u64) -> Bytes {
    let (model, settings) = (&question.model, &question.settings);
    if !model.keeps_tokens(block) {
        // Every request has its state from the start, however short it is.
        return cache::state_of_block(question, block, 1) * question.concurrency();
    }
    let each = cache::per_token_and_block(question, 1);
    let kept = match question.kept_window() {
        Some(window) if window.layers.contains(block) => {
            let reach = window.tokens.saturating_add(settings.max_batched_tokens).next_multiple_of(CONTEXT_PAD);
            tokens.min(reach.saturating_mul(question.concurrency()))
        }
        _ => tokens,
    };
    each * kept
}

/// Tokens that the cache keeps for each request: the whole context is padded, shared out, and each share padded again.
fn per_request(question: &Question) -> u64 {
    let settings = &question.settings;
    let requests = question.concurrency().max(1);
    let whole = settings.context_length.saturating_mul(requests).next_multiple_of(CONTEXT_PAD);
    (whole / requests).next_multiple_of(CONTEXT_PAD)
}

/// Widths of one batch of tokens in FP32, in bytes.
struct Widths {
    tokens: u64,
    hidden: u64,
    intermediate: u64,
    queries: u64,
    keys: u64,
}

impl Widths {
    fn of(question: &Question) -> Self {
        let (model, settings) = (&question.model, &question.settings);
        let tokens = settings.max_batched_tokens.min(settings.context_length.saturating_mul(question.concurrency()));
        let routed = match &model.variant {
            DecoderVariant::MixtureOfExperts(moe) => moe.num_experts_per_tok * moe.moe_intermediate_size,
            _ => 0,
        };
        let dense = if (0..model.num_hidden_layers).all(|block| is_sparse(model, block)) { 0 } else { model.intermediate_size };
        let wide = |width: u64| 4 * tokens * width;
        Self {
            tokens,
            hidden: wide(model.hidden_size),
            intermediate: wide(routed.max(dense)),
            queries: wide(model.num_attention_heads * model.head_dim),
            keys: wide(model.num_key_value_heads * model.head_dim),
        }
    }
}

/// The widest point of the graph for one batch of tokens: logits beside the last hidden states, or a block.
///
/// With fused attention a block is widest in its MLP, or for latent attention where queries are brought to the width of what is kept;
/// without it, in scores and mask in FP32. Exact in 564 contexts of 18 small dense models (`engine/reference/llama_cpp`)
/// and in seven of mixtures, latent attention and a hybrid, all on llama.cpp 0.5.0 but for that hybrid (2026-11), and in load logs up to 2025 by the widths of that time.
fn compute_buffer(question: &Question, cards: u64) -> Bytes {
    let (model, settings) = (&question.model, &question.settings);
    let widths = Widths::of(question);
    let Widths { tokens, hidden, queries, keys, .. } = widths;
    let wanted = if settings.all_logits { tokens } else { question.concurrency() };
    let logits = wanted * model.vocab_size * 4 + hidden;
    let seen = per_request(question).saturating_mul(tokens);
    let inputs = 20 * tokens;
    let scores = seen.saturating_mul(model.num_attention_heads + 1).saturating_mul(4);
    let block = match (settings.flash_attention, settings.all_logits) {
        (true, _) => inputs + 2 * seen + mlp(question, &widths).max(latent(question, &widths)),
        (false, true) => scores + 4 * hidden,
        (false, false) => inputs + scores + 2 * hidden + 2 * queries + 2 * keys,
    };
    let widest = Bytes(logits.max(block)) + sent(question);
    if cards > 1 { widest + widest.scaled(PIPELINE) } else { widest }
}

/// An MLP at its widest: gate, way up and their product, for which no operand makes room, beside two of the residual stream's width;
/// of experts, what each of those that were chosen adds to it; queries where no part of the MLP finds room in their place. Experts
/// for all tokens run beside the others: the residual stream is kept once more, and no queries are.
fn mlp(question: &Question, widths: &Widths) -> u64 {
    let Widths { hidden, intermediate, queries, .. } = *widths;
    let (chosen, shared) = match &question.model.variant {
        DecoderVariant::MixtureOfExperts(moe) => (moe.num_experts_per_tok, moe.shared_expert_intermediate_size > 0),
        _ => (0, false),
    };
    let is_hybrid = matches!(question.model.options.attention, AttentionLayout::Hybrid(_));
    // The room that latent attention had made holds gates and ways up of experts beside what each adds.
    if matches!(question.model.options.attention, AttentionLayout::Latent(_)) {
        return 3 * hidden + intermediate + chosen * hidden;
    }
    let beside = if shared { hidden } else { 0 };
    let left = if shared || is_hybrid { 0 } else { beside_mlp(question, hidden, intermediate, queries) };
    // Without a gate there is one tensor of the MLP's width less.
    let wide = if question.model.mlp().has_gate() { 3 } else { 2 };
    2 * hidden + wide * intermediate + chosen * hidden + beside + left
}

/// Latent attention at its widest: queries, what they become at the width of what is kept, the part that positions turn, and both in
/// one, for every head.
fn latent(question: &Question, widths: &Widths) -> u64 {
    let AttentionLayout::Latent(latent) = &question.model.options.attention else { return 0 };
    let kept = latent.kv_lora_rank + latent.qk_rope_head_dim;
    let head = latent.qk_nope_head_dim + latent.qk_rope_head_dim + latent.kv_lora_rank + latent.qk_rope_head_dim + kept;
    4 * widths.tokens * (question.model.num_attention_heads * head + latent.q_lora_rank) + 2 * widths.hidden
}

/// What the card makes room for of weights that lie in RAM: for prompts they are sent one after another, the largest sets it.
fn sent(question: &Question) -> Bytes {
    let (model, settings) = (&question.model, &question.settings);
    let is_there = |tensor: &Tensor| match settings.offload {
        Offload::None => false,
        Offload::Experts => tensor.experts > 1,
        Offload::Blocks(blocks) => tensor.block < blocks && !matches!(tensor.role, Role::Embedding | Role::Output),
    };
    let sizes = tensors(model).into_iter().filter(is_there).map(|tensor| settings.weights_format.stored(model, &tensor));
    sizes.max().unwrap_or_default()
}

/// What queries leave beside the MLP where nothing of it fits in their place; a cache in blocks is rotated first, by two matrices.
fn beside_mlp(question: &Question, hidden: u64, intermediate: u64, queries: u64) -> u64 {
    let hole = |width: u64| if width < intermediate { width } else { 0 };
    if question.settings.kv_cache_dtype == CacheDtype::Sixteen {
        return hole(queries);
    }
    let power = 1_u64 << question.model.head_dim.max(1).trailing_zeros();
    let rotations = 4 * (power * power + ROTATION * ROTATION);
    rotations + if queries == hidden { 0 } else { hole(queries.max(hidden)) }
}

/// What the host keeps of the graph, the mask, a batch of embeddings and its copy, and of each request's logits.
fn host_buffer(question: &Question) -> Bytes {
    let Widths { tokens, hidden, .. } = Widths::of(question);
    let cells = question.kept_window().map_or(0, |window| (window.tokens + tokens).next_multiple_of(CONTEXT_PAD));
    let seen = per_request(question).saturating_add(cells).saturating_mul(tokens);
    Bytes((seen * 2).saturating_add(2 * hidden + question.concurrency() * question.model.vocab_size * 4))
}
