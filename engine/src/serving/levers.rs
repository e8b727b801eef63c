//! Single changes of a served model, and what each does.

use super::format::WeightsFormat;
use super::gguf::GgufType;
use super::loads::loads;
use super::pictures;
use super::plain::{Plain, plain};
use super::question::{CacheDtype, Drafter, Offload, Pictures, Question, ServingEngine};
use super::split::Split;
use super::tensors;
use crate::hardware::capability;

/// One change of a setting.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Change {
    /// Fewer requests to make the sampler ready for.
    MaxSequences(u64),
    /// A larger share of the card.
    Utilization(f64),
    /// Keys and values in fewer bits.
    CacheDtype(CacheDtype),
    /// Weights in fewer bits.
    Format(WeightsFormat),
    /// A shorter longest request.
    Context(u64),
    /// More of the model in the host's memory.
    Offload(Offload),
    /// Pictures of fewer pixels: their height and width.
    PictureSize(u64, u64),
    /// The model laid otherwise on the same cards.
    Split {
        /// As it lies.
        from: Split,
        /// As it would lie.
        to: Split,
    },
}

/// What a change does to answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Effect {
    /// Nothing.
    None,
    /// Better answers.
    Better,
    /// Hardly to be told.
    Small,
    /// A little worse answers, the more so the smaller the model.
    Noticeable,
    /// Clearly worse answers.
    Strong,
    /// Longer requests are refused.
    Shorter,
}

/// A change and the plan with it.
#[derive(Debug, Clone, PartialEq)]
pub struct Lever {
    /// What changes.
    pub change: Change,
    /// What it does to answers.
    pub effect: Effect,
    /// The plan with it.
    pub after: Plain,
}

/// Decoding must be this much faster to count as a gain.
const FASTER: f64 = 1.03;
/// More tokens in the pool than this share count as a gain.
const MORE: f64 = 1.02;
/// The share of a card that people set where nothing else runs on it.
const MOST_OF_A_CARD: f64 = 0.95;
/// Requests that vLLM makes its sampler ready for on smaller cards.
const FEW_REQUESTS: u64 = 256;
/// Requests that are enough for one user and a few programs.
const FEWEST_REQUESTS: u64 = 16;

/// Changes that make the plan work, hold more or answer faster; those that cost nothing first.
#[must_use]
pub fn levers(question: &Question, before: &Plain) -> Vec<Lever> {
    let levers: Vec<Lever> = changes(question)
        .into_iter()
        .filter_map(|(change, effect)| {
            let after = plain(&with(question, change));
            let gains = if before.fits {
                let is_faster = after.decode_tokens_per_second > before.decode_tokens_per_second * FASTER;
                let holds_more = after.limits.kv_tokens as f64 > before.limits.kv_tokens as f64 * MORE
                    || after.limits.max_concurrency > before.limits.max_concurrency
                    || after.limits.max_context > before.limits.max_context;
                let is_faster = is_faster || after.total_tokens_per_second > before.total_tokens_per_second * FASTER;
                // Who lays a model otherwise wants answers sooner or more of them.
                let holds_more = holds_more && !matches!(change, Change::Split { .. });
                after.fits && (is_faster || holds_more || effect == Effect::Better)
            } else {
                after.fits
            };
            gains.then_some(Lever { change, effect, after })
        })
        .collect();
    let mut levers = best_splits(levers);
    crate::order::sort_by_key(&mut levers, |lever| lever.effect as u64);
    levers
}

/// The question with one change; of blocks in the host's memory, as many stay there as then do not fit the card.
#[must_use]
pub fn with(question: &Question, change: Change) -> Question {
    let mut other = question.clone();
    let settings = &mut other.settings;
    match change {
        Change::MaxSequences(requests) => settings.max_sequences = requests,
        Change::Utilization(share) => settings.memory_utilization = share,
        Change::CacheDtype(dtype) => settings.kv_cache_dtype = dtype,
        Change::Format(format) => {
            settings.weights_format = format;
            let (engine, has_bf16) = (settings.engine, question.hardware.gpu.bf16.is_some());
            other.drafter = other.drafter.map(|drafter| Drafter::of(drafter.model, engine, format, has_bf16));
        }
        Change::Context(tokens) => {
            settings.context_length = tokens;
            // Pictures are a part of every prompt, however short the text beside them is.
            let least = pictures::of_all(question) + 1;
            settings.prompt_tokens = settings.prompt_tokens.min(tokens.saturating_sub(settings.output_tokens).max(least));
            settings.output_tokens = settings.output_tokens.min(tokens.saturating_sub(settings.prompt_tokens)).max(1);
        }
        Change::Offload(offload) => settings.offload = offload,
        Change::Split { to, .. } => settings.split = to,
        Change::PictureSize(height, width) => {
            let text = settings.prompt_tokens - pictures::of_all(question);
            let smaller = settings.pictures.map(|pictures| Pictures { height, width, ..pictures });
            settings.pictures = smaller;
            let tokens = smaller.map_or(0, |smaller| pictures::of_prompt(&question.model, settings.engine, smaller));
            settings.prompt_tokens = text + tokens;
        }
    }
    let settings = &other.settings;
    let is_moved = matches!(change, Change::CacheDtype(_) | Change::Format(_) | Change::Context(_));
    if is_moved && matches!(settings.offload, Offload::Blocks(_)) {
        other.settings.offload = fewest_on_host(&other).unwrap_or(other.settings.offload);
    }
    other
}

fn changes(question: &Question) -> Vec<(Change, Effect)> {
    let settings = &question.settings;
    let reads_eight_bit = question.hardware.gpu.has_capability(capability::ADA);
    let mut changes = Vec::new();
    match settings.engine {
        ServingEngine::Vllm | ServingEngine::Sglang | ServingEngine::TensorrtLlm => {
            let most = if settings.max_sequences > FEW_REQUESTS { FEW_REQUESTS } else { FEWEST_REQUESTS };
            let enough = question.concurrency().max(most);
            // Of requests that come at a rate, fewer at a time are fewer that are finished.
            let is_steady = settings.request_rate.is_none();
            if is_steady && settings.engine == ServingEngine::Vllm && settings.max_sequences > enough {
                changes.push((Change::MaxSequences(enough), Effect::None));
            }
            let share = super::memory::largest_share(question).min(MOST_OF_A_CARD);
            if share > 0.05 && share.total_cmp(&settings.memory_utilization).is_ne() {
                changes.push((Change::Utilization(share), Effect::None));
            }
            if settings.kv_cache_dtype == CacheDtype::Sixteen && reads_eight_bit {
                changes.push((Change::CacheDtype(CacheDtype::Fp8), Effect::Small));
            }
            if matches!(settings.weights_format, WeightsFormat::Bf16 | WeightsFormat::Fp16) {
                let eight = if reads_eight_bit { WeightsFormat::Fp8 } else { WeightsFormat::GptqInt8 };
                changes.push((Change::Format(eight), Effect::Small));
                changes.push((Change::Format(WeightsFormat::AwqInt4), Effect::Noticeable));
            }
        }
        ServingEngine::LlamaCpp => llama_cpp(question, &mut changes),
        ServingEngine::Exllama => exllama(question, &mut changes),
        ServingEngine::Transformers => {
            if matches!(settings.weights_format, WeightsFormat::Bf16 | WeightsFormat::Fp16) {
                changes.push((Change::Format(WeightsFormat::BnbNf4), Effect::Noticeable));
            }
        }
    }
    // A format that this model does not come in, or that the engine does not load on this card, is no way out.
    let is_loaded =
        |format: WeightsFormat| format.suits(&question.model) && loads(settings.engine, format, &question.hardware.gpu);
    changes.retain(|(change, _)| !matches!(change, Change::Format(format) if !is_loaded(*format)));
    shorter(question, &mut changes);
    let from = question.settings.split;
    changes.extend(splits(question).into_iter().map(|to| (Change::Split { from, to }, Effect::None)));
    changes.extend(smaller_pictures(question).map(|change| (change, Effect::Noticeable)));
    changes
}

/// Other ways to lay the model on the same cards, experts whole or shared by all that share a matrix.
#[must_use]
pub fn splits(question: &Question) -> Vec<Split> {
    if question.hardware.gpu_count < 2 {
        return Vec::new();
    }
    let ranks = |split: &Split| question.hardware.gpu_count / (split.data * split.pipeline);
    let is_usual = |split: &Split| split.expert == 1 || split.expert == ranks(split);
    question.layouts().into_iter().filter(|split| *split != question.settings.split && is_usual(split)).collect()
}

/// Of ways to lay the model otherwise the one that answers a single request soonest and the one that gives most in all; of other changes all.
fn best_splits(levers: Vec<Lever>) -> Vec<Lever> {
    let (splits, mut others): (Vec<Lever>, Vec<Lever>) =
        levers.into_iter().partition(|lever| matches!(lever.change, Change::Split { .. }));
    let best = |figure: &dyn Fn(&Plain) -> f64| {
        // Of equals the first: it has the fewest copies and stages.
        splits.iter().reduce(|best, next| if figure(&next.after) > figure(&best.after) { next } else { best })
    };
    let soonest = best(&|after| after.decode_tokens_per_second);
    let most = best(&|after| after.total_tokens_per_second).filter(|most| soonest != Some(*most));
    others.extend(soonest.into_iter().chain(most).cloned());
    others
}

/// Pictures of half the height and width, where the model sees less of them then.
fn smaller_pictures(question: &Question) -> Option<Change> {
    /// The smallest side that a picture is told by.
    const LEAST: u64 = 32;
    let (_, seen) = question.seen()?;
    let (height, width) = (seen.height / 2, seen.width / 2);
    let smaller = Pictures { height, width, ..seen };
    let is_less = pictures::of_prompt(&question.model, question.settings.engine, smaller) < pictures::of_all(question);
    (height.min(width) >= LEAST && is_less).then_some(Change::PictureSize(height, width))
}

/// Bits that files of EXL3 are published in most, in tenths of one, with what they do to answers.
const OF_EXL3: [(u8, Effect); 4] = [(60, Effect::Small), (40, Effect::Noticeable), (30, Effect::Strong), (25, Effect::Strong)];

fn exllama(question: &Question, changes: &mut Vec<(Change, Effect)>) {
    let settings = &question.settings;
    if settings.kv_cache_dtype == CacheDtype::Sixteen && CacheDtype::Q8_0.suits(&question.model) {
        changes.push((Change::CacheDtype(CacheDtype::Q8_0), Effect::Small));
    }
    let now = if let WeightsFormat::Exl3(tenths) = settings.weights_format { tenths } else { u8::MAX };
    for (tenths, effect) in OF_EXL3 {
        if tenths < now {
            changes.push((Change::Format(WeightsFormat::Exl3(tenths)), effect));
        } else if tenths > now && effect == Effect::Small {
            changes.push((Change::Format(WeightsFormat::Exl3(tenths)), Effect::Better));
        }
    }
}

fn llama_cpp(question: &Question, changes: &mut Vec<(Change, Effect)>) {
    let settings = &question.settings;
    if settings.kv_cache_dtype == CacheDtype::Sixteen && CacheDtype::Q8_0.suits(&question.model) {
        changes.push((Change::CacheDtype(CacheDtype::Q8_0), Effect::Small));
    }
    let smaller = [
        (GgufType::Q8_0, Effect::Small),
        (GgufType::Q6K, Effect::Small),
        (GgufType::Q4KM, Effect::Noticeable),
        (GgufType::Q3KM, Effect::Strong),
        (GgufType::Q2K, Effect::Strong),
        (GgufType::Iq2Xxs, Effect::Strong),
    ];
    let now = super::weights::total(&question.model, settings.weights_format);
    for (mixture, effect) in smaller {
        let format = WeightsFormat::Gguf(mixture);
        let size = super::weights::total(&question.model, format);
        if size < now {
            changes.push((Change::Format(format), effect));
        } else if size > now && effect == Effect::Small {
            changes.push((Change::Format(format), Effect::Better));
        }
    }
    // A pool in common has no other place to keep anything, and copies would share what the host holds of one.
    if question.hardware.gpu.pool.is_none() && question.copies() == 1 {
        let blocks = question.model.num_hidden_layers;
        if settings.offload != Offload::Experts && (0..blocks).any(|block| tensors::is_sparse(&question.model, block)) {
            changes.push((Change::Offload(Offload::Experts), Effect::None));
        }
        if let Some(best) = fewest_on_host(question).filter(|&best| best != settings.offload) {
            changes.push((Change::Offload(best), Effect::None));
        }
    }
}

/// The fewest blocks in the host with which the rest fits the card, nothing where all fit; none where not even all of them help.
#[must_use]
pub fn fewest_on_host(question: &Question) -> Option<Offload> {
    let as_offload = |blocks: u64| if blocks == 0 { Offload::None } else { Offload::Blocks(blocks) };
    let fits = |blocks: u64| super::memory::of(&with(question, Change::Offload(as_offload(blocks)))).fits;
    let (mut low, mut high) = (0, question.model.num_hidden_layers);
    if !fits(high) {
        return None;
    }
    while low < high {
        let middle = low + (high - low) / 2;
        if fits(middle) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    Some(as_offload(low))
}

/// The longest context that there is room for, where it still holds a usual request.
fn shorter(question: &Question, changes: &mut Vec<(Change, Effect)>) {
    let settings = &question.settings;
    let memory = super::memory::of(question);
    let longest = super::memory::limits(question, &memory).max_context;
    let round = if longest >= 2048 { 1024 } else { 128 };
    let tokens = longest / round * round;
    let usual = settings.prompt_tokens.saturating_add(settings.output_tokens);
    if !memory.works() && tokens >= usual && tokens < settings.context_length {
        changes.push((Change::Context(tokens), Effect::Shorter));
    } else if memory.works() && settings.engine == ServingEngine::LlamaCpp && settings.context_length / 2 >= usual {
        changes.push((Change::Context(settings.context_length / 2), Effect::Shorter));
    }
}
