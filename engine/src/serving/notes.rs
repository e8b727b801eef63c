//! What a reader should know of an answer.

mod note;

pub use note::{Note, Share};

use super::checked::is_engine_checked;
use super::format::WeightsFormat;
use super::load::Load;
use super::memory::{Limits, Memory};
use super::pictures;
use super::question::{Offload, Question, ServingEngine, Settings};
use super::queue::Queue;
use super::speed::{self, experts_touched};
use crate::architecture::{AttentionLayout, DecoderVariant};
use crate::units::Bytes;

/// Requests beyond those asked for from which the sampler's share is worth a word.
const SPARE_REQUESTS: u64 = 256;
/// Share of the card from which it is.
const SPARE_SHARE: f64 = 0.02;

/// The notes of an answer, what keeps it from working first.
#[must_use]
pub fn notes(question: &Question, memory: &Memory, limits: &Limits, load: Option<&Load>, queue: Option<&Queue>) -> Vec<Note> {
    let (settings, hardware) = (&question.settings, &question.hardware);
    let mut notes = Vec::new();
    let reserves = settings.engine.reserves();
    // What a pool lacks is told in the pool's words, as long as all else has room.
    let beside = if reserves { memory.parts.total().saturating_sub(memory.parts.kv_cache) } else { memory.total };
    if beside > memory.capacity {
        notes.push(Note::DoesNotFit { by: beside - memory.capacity });
    } else if reserves && memory.total > memory.capacity {
        notes.push(Note::ShareTooLarge { by: memory.total - memory.capacity });
    } else if reserves && !memory.fits {
        let at = memory.stage.map(|stage| question.at(stage));
        let longest = super::memory::sequence(at.as_ref().unwrap_or(question), settings.context_length);
        notes.push(Note::PoolTooSmall { pool: memory.parts.kv_cache, longest, holds: limits.max_context });
    } else if memory.works() && limits.max_concurrency < settings.concurrency {
        notes.push(Note::Queues { fits: limits.max_concurrency, asked: settings.concurrency });
    }
    if !memory.host_fits() {
        notes.push(Note::RamShort { by: memory.host_lacks, is_shared: hardware.gpu.pool.is_some() });
    }
    if let Some(pool) = hardware.gpu.pool {
        notes.push(Note::MemoryInCommon { pool, device: hardware.gpu.memory });
    }
    let spare = settings.max_sequences.saturating_sub(question.concurrency()) >= SPARE_REQUESTS;
    let is_sampler = settings.engine == ServingEngine::Vllm && question.tower().is_none();
    if is_sampler && spare && memory.parts.activations > hardware.gpu.memory.scaled(SPARE_SHARE) {
        notes.push(Note::SamplerPeak { bytes: memory.parts.activations, requests: settings.max_sequences });
    }
    let format = settings.weights_format;
    if matches!(format, WeightsFormat::Fp8 | WeightsFormat::Nvfp4) && !format.is_multiplied_by(&hardware.gpu) {
        notes.push(Note::WeightOnly);
    }
    notes.extend(groups_cut(question));
    let is_latent = matches!(question.model.options.attention, AttentionLayout::Latent(_));
    if settings.engine.splits_matrices() && !is_latent && question.ranks() > question.model.num_key_value_heads {
        notes.push(Note::CopiedHeads);
    }
    if question.stages() > 1 {
        notes.push(Note::OneAfterAnother { stages: question.stages(), cards: question.ranks() });
    }
    if question.copies() > 1 {
        let are_servers = question.copies_are_servers();
        notes.push(Note::Copies { copies: question.copies(), cards: question.cards(), are_servers });
    }
    if settings.offload != Offload::None {
        let weights = &memory.weights;
        let read = weights.dense_on_host + weights.routed_on_host.scaled(experts_touched(&question.model, 1));
        let bytes = weights.dense_on_host + weights.routed_on_host;
        notes.push(Note::OnHost { bytes, read, rate: hardware.cpu.memory_bandwidth() });
    }
    notes.extend(missed(settings, load, queue));
    if let Some(drafts) = settings.drafts {
        notes.push(Note::Drafted { written: settings.tokens_of_a_pass(), acceptance: drafts.acceptance });
    }
    notes.extend(of_pictures(question));
    if settings.engine == ServingEngine::TensorrtLlm {
        notes.push(Note::MemoryUnchecked);
    }
    if question.sums_over_pcie() {
        notes.push(Note::SumsOverPcie { cards: question.ranks() });
    }
    if question.batches() > 1 {
        notes.push(Note::StagesUnchecked);
    }
    if !is_engine_checked(settings.engine, &hardware.gpu) {
        notes.push(Note::Unchecked);
    }
    notes
}

/// What pictures take, where prompts have any, and what is not loaded where they have none.
fn of_pictures(question: &Question) -> Vec<Note> {
    if let Some((_, seen)) = question.seen() {
        let (reading, preparing) = (speed::sight::of(question), pictures::preparing(question));
        let size = (seen.height, seen.width);
        return vec![Note::Pictures { tokens: pictures::tokens(question), reading, preparing, size }, Note::PicturesUnchecked];
    }
    let (None, Some(tower)) = (question.tower(), question.model.options.tower) else { return Vec::new() };
    let (matrices, vectors) = tower.weights(question.model.hidden_size);
    vec![Note::TextAlone { bytes: Bytes(2 * (matrices + vectors)) }]
}

/// What users do not get of what was asked for: of requests that come by chance the slowest five of a hundred, else the usual one.
fn missed(settings: &Settings, load: Option<&Load>, queue: Option<&Queue>) -> Vec<Note> {
    let (first, inter_token, of) = match (queue, load) {
        (Some(Queue { request_rate: rate, max_request_rate: most, seen: None }), _) => {
            return vec![Note::Overloaded { rate: *rate, most: *most }];
        }
        (Some(Queue { seen: Some(seen), .. }), _) => (seen.time_to_first_token.p95, seen.inter_token.p95, Share::Slowest),
        (None, Some(load)) => (load.time_to_first_token, load.inter_token, Share::Usual),
        (None, None) => return Vec::new(),
    };
    let later = settings.targets.first_token.filter(|&most| first > most);
    let later = later.map(|most| Note::Later { seconds: first, most, of });
    let slower = settings.missed_pace(inter_token);
    let slower = slower.map(|least| Note::Slower { tokens_per_second: 1.0 / inter_token.get(), least, of });
    later.into_iter().chain(slower).collect()
}

/// The matrix whose groups are cut, where cards cut any.
fn groups_cut(question: &Question) -> Option<Note> {
    let (model, cards) = (&question.model, question.ranks());
    let group = question.settings.weights_format.group()?;
    // Whole experts are not cut.
    let mlp = match &model.variant {
        DecoderVariant::MixtureOfExperts(moe) => (moe.moe_intermediate_size, cards / question.expert_groups()),
        _ => (model.intermediate_size, cards),
    };
    let widths = [mlp, (model.attention_width(), cards)];
    let (width, cards) = widths.into_iter().find(|(width, cards)| *cards > 1 && !width.is_multiple_of(group * cards))?;
    question.settings.engine.splits_matrices().then_some(Note::GroupsCut { width, group, cards })
}
