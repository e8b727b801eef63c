//! What a reader should know of an answer.

use super::checked::is_engine_checked;
use super::format::WeightsFormat;
use super::load::Load;
use super::memory::{Limits, Memory};
use super::pictures;
use super::question::{Offload, Question, ServingEngine, Settings};
use super::queue::Queue;
use super::speed::{self, experts_touched};
use crate::architecture::{AttentionLayout, DecoderVariant};
use crate::units::{Bytes, BytesPerSecond, Seconds};

/// Requests that a figure is said of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Share {
    /// A usual one, as many under way as were asked for.
    Usual,
    /// The slowest five of a hundred that come by chance.
    Slowest,
}

/// A note; [`Note::is_problem`] tells what keeps the plan from working.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Note {
    /// A card lacks so much.
    DoesNotFit {
        /// What is missing.
        by: Bytes,
    },
    /// The engine refuses to start: its pool does not hold one request of the longest context.
    PoolTooSmall {
        /// The pool.
        pool: Bytes,
        /// What one such request takes.
        longest: Bytes,
        /// Tokens that the pool holds of one request.
        holds: u64,
    },
    /// The share of the card that the engine is to take leaves no room for what lies outside of it.
    ShareTooLarge {
        /// What is missing.
        by: Bytes,
    },
    /// Fewer requests fit at a time than were asked for: the rest wait.
    Queues {
        /// How many fit.
        fits: u64,
        /// How many were asked for.
        asked: u64,
    },
    /// Most of what a pass needs is the sampler's, for more requests than were asked for.
    SamplerPeak {
        /// What it takes.
        bytes: Bytes,
        /// Requests that it is made ready for.
        requests: u64,
    },
    /// The card unpacks the format to multiply: less memory, no more speed for prompts.
    WeightOnly,
    /// Cards split a matrix within groups of inputs that share a scale: only a checkpoint that was padded for it loads.
    GroupsCut {
        /// Inputs of the matrix.
        width: u64,
        /// Inputs that share a scale.
        group: u64,
        /// Cards.
        cards: u64,
    },
    /// Cards outnumber heads of keys and values, which are copied.
    CopiedHeads,
    /// Blocks lie on cards one after another: one request is answered no faster than by one card.
    OneAfterAnother {
        /// Stages: cards, or groups of cards that share each matrix.
        stages: u64,
        /// Cards of a stage.
        cards: u64,
    },
    /// Copies of the model run side by side, and each request is answered by one of them.
    Copies {
        /// How many.
        copies: u64,
        /// Cards of each.
        cards: u64,
        /// Whether each is a server of its own.
        are_servers: bool,
    },
    /// More than two cards sum over PCI Express: boards differ widely.
    SumsOverPcie {
        /// Cards that share each matrix.
        cards: u64,
    },
    /// One published run over stages alone was at hand to check speeds against.
    StagesUnchecked,
    /// Part of the model is computed by the processor.
    OnHost {
        /// What lies there.
        bytes: Bytes,
        /// What a token reads of it.
        read: Bytes,
        /// Bytes a second at which it is read, the rate that the processor's memory is rated for.
        rate: BytesPerSecond,
    },
    /// The installed memory does not hold what the host needs.
    RamShort {
        /// What is missing.
        by: Bytes,
        /// It is the one memory of host and device, which holds not both.
        is_shared: bool,
    },
    /// Device and host share one memory, and the processor is its own: neither RAM nor a second device can be chosen.
    MemoryInCommon {
        /// All of it.
        pool: Bytes,
        /// The most that the system lets the device take.
        device: Bytes,
    },
    /// More requests come than can be finished: those that wait become ever more.
    Overloaded {
        /// Requests that come in a second.
        rate: f64,
        /// The most that are finished in a second.
        most: f64,
    },
    /// Requests get fewer tokens a second than was asked for.
    Slower {
        /// What they get.
        tokens_per_second: f64,
        /// What was asked for.
        least: f64,
        /// Of how many in a hundred that is said.
        of: Share,
    },
    /// Requests wait longer for the first token than was asked for.
    Later {
        /// How long they wait.
        seconds: Seconds,
        /// What was asked for.
        most: Seconds,
        /// Of how many in a hundred that is said.
        of: Share,
    },
    /// Tokens are drafted ahead, and how many of them are right is a guess.
    Drafted {
        /// Tokens that a pass writes on the mean.
        written: f64,
        /// Chance that a draft is right.
        acceptance: f64,
    },
    /// What the pictures of a prompt take: tokens of it each, time of the card and, before that, of a core of the host.
    Pictures {
        /// Tokens that a picture adds to a prompt.
        tokens: u64,
        /// What the card needs for all of a prompt.
        reading: Seconds,
        /// What a core of the host needs for all of a prompt.
        preparing: Seconds,
        /// How tall and wide they are, in pixels.
        size: (u64, u64),
    },
    /// Speed and memory with pictures follow from the tower's layers; published runs under load were slower.
    PicturesUnchecked,
    /// The model can read pictures, and the engine is started without what reads them.
    TextAlone {
        /// What it does not load.
        bytes: Bytes,
    },
    /// Its memory was checked against a single start.
    MemoryUnchecked,
    /// No published run was at hand to check the speed of this engine on such a card against.
    Unchecked,
}

impl Note {
    /// A stable code for programs.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::DoesNotFit { .. } => "does-not-fit",
            Self::PoolTooSmall { .. } => "kv-pool-too-small",
            Self::ShareTooLarge { .. } => "share-too-large",
            Self::Queues { .. } => "requests-wait",
            Self::SamplerPeak { .. } => "sampler-peak",
            Self::WeightOnly => "weight-only",
            Self::GroupsCut { .. } => "groups-cut",
            Self::CopiedHeads => "copied-heads",
            Self::OneAfterAnother { .. } => "one-card-at-a-time",
            Self::Copies { .. } => "copies",
            Self::SumsOverPcie { .. } => "sums-over-pcie",
            Self::StagesUnchecked => "unchecked-stages",
            Self::OnHost { .. } => "computed-on-host",
            Self::RamShort { .. } => "ram-short",
            Self::MemoryInCommon { .. } => "memory-in-common",
            Self::Overloaded { .. } => "overloaded",
            Self::Slower { .. } => "slower-than-asked",
            Self::Later { .. } => "later-than-asked",
            Self::Drafted { .. } => "drafted",
            Self::Pictures { .. } => "pictures-in-prompts",
            Self::PicturesUnchecked => "unchecked-pictures",
            Self::TextAlone { .. } => "text-alone",
            Self::MemoryUnchecked => "unchecked-memory",
            Self::Unchecked => "unchecked-speed",
        }
    }

    /// Whether the plan does not work as it stands.
    #[must_use]
    pub const fn is_problem(&self) -> bool {
        matches!(self, Self::DoesNotFit { .. } | Self::PoolTooSmall { .. } | Self::ShareTooLarge { .. } | Self::RamShort { .. })
    }

    /// Whether it works with a cost or a risk.
    #[must_use]
    pub const fn is_warning(&self) -> bool {
        matches!(
            self,
            Self::Queues { .. }
                | Self::WeightOnly
                | Self::GroupsCut { .. }
                | Self::OneAfterAnother { .. }
                | Self::OnHost { .. }
                | Self::Overloaded { .. }
                | Self::Slower { .. }
                | Self::Later { .. }
                | Self::PicturesUnchecked
                | Self::SumsOverPcie { .. }
                | Self::StagesUnchecked
                | Self::Unchecked
        )
    }
}

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
