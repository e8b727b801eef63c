//! Time of one forward pass: kernel by kernel the slower of reading and computing, and what starting kernels takes.

use super::attention::Attention;
use super::cards::{handed_on, sums};
use super::pass::Pass;
use super::routed::Routed;
use super::shares::{self, Shares};
use super::sight;
use super::trellis::Trellis;
use crate::architecture::{Decoder, DecoderVariant};
use crate::device::roofline::traffic::PCIE_PINNED_SHARE;
use crate::serving::exl3;
use crate::serving::question::{Offload, Question, ServingEngine};
use crate::serving::tensors::{self, Role, Tensor};
use crate::serving::weights::Weights;
use crate::units::Seconds;
use std::borrow::Cow;

/// Tokens of a pass up to which `ExLlama` multiplies each with its experts apart (`MAX_BSZN` of 1.4.1).
const MOST_APART: u64 = 8;
/// Tokens from which layers that lie in the host are sent to the card rather than computed there.
const HOST_BATCH: u64 = 32;

/// Time of a pass.
#[must_use]
pub fn time(question: &Question, weights: &Weights, pass: &Pass) -> Seconds {
    Forward::of(question, weights).time(pass)
}

/// Time of the routed experts of all blocks in a pass of so many tokens; nothing of a model that has none.
#[must_use]
pub fn experts_time(question: &Question, weights: &Weights, tokens: u64) -> Seconds {
    let forward = Forward::of(question, weights);
    let pass = Pass { prompt_tokens: tokens, ..Pass::decode(0, 0.0) };
    let routed = forward.matrices.iter().filter(|matrix| matrix.tensor.experts > 1);
    Seconds::new(routed.map(|matrix| matrix.times * forward.product(matrix, &pass)).sum())
}

/// A model's tensors and an engine's shares, worked out once for passes of many sizes.
pub struct Forward<'a> {
    question: Cow<'a, Question>,
    weights: Cow<'a, Weights>,
    shares: Shares,
    matrices: Vec<Matrix>,
    attention: Attention,
    routed: Option<Routed>,
    /// What is done with weights in EXL3; none in other formats.
    trellis: Option<Trellis>,
    ranks: f64,
    /// Seconds that reading pictures adds to a token of a prompt.
    sight: f64,
    /// Seconds of them, for a whole prompt, in which the card waits for the host.
    waiting: f64,
    /// The smaller model that drafts, where one does.
    drafter: Option<Box<Forward<'a>>>,
}

/// A tensor that passes multiply with, and those like it.
struct Matrix {
    tensor: Tensor,
    /// All of it in its format.
    bytes: f64,
    /// How many like it there are, less those that the host computes with.
    times: f64,
}

impl<'a> Forward<'a> {
    /// The tensors and shares of a question.
    #[must_use]
    pub fn of(question: &'a Question, weights: &'a Weights) -> Self {
        let drafter = question.drafting().map(|drafting| {
            let weights = Weights::of(&drafting);
            Box::new(Forward::worked_out(Cow::Owned(drafting), Cow::Owned(weights), None))
        });
        Self::worked_out(Cow::Borrowed(question), Cow::Borrowed(weights), drafter)
    }

    fn worked_out(asked: Cow<'a, Question>, weights: Cow<'a, Weights>, drafter: Option<Box<Self>>) -> Self {
        let question = &*asked;
        let (model, format) = (&question.model, question.settings.weights_format);
        let on_host = host_share(question);
        let matrices = distinct(model)
            .into_iter()
            .map(|(tensor, times)| {
                let is_there = if tensor.role == Role::Output { 1.0 } else { 1.0 - on_host.of(&tensor) };
                Matrix { bytes: format.stored(model, &tensor).as_f64(), times: times as f64 * is_there, tensor }
            })
            .collect();
        let attention = Attention::of(question);
        let (shares, routed, ranks) = (shares::of(question), Routed::of(question), question.ranks() as f64);
        let trellis = format.is_exl3().then(|| Trellis::of(&question.hardware.gpu));
        let sight = sight::of(question).get() / question.read_tokens().max(1) as f64;
        let waiting = sight::waiting(question).get();
        Self { question: asked, weights, shares, matrices, attention, routed, trellis, ranks, sight, waiting, drafter }
    }

    /// Time of a pass through all stages, nothing else under way.
    #[must_use]
    pub fn time(&self, pass: &Pass) -> Seconds {
        self.time_beside(pass, 1)
    }

    /// Time of a pass of which so many like it are under way at a time, each at another stage: once the slowest has as many to do as
    /// take longer than the whole way, a pass waits for it.
    #[must_use]
    pub fn time_beside(&self, pass: &Pass, batches: u64) -> Seconds {
        let Self { question, shares, attention, .. } = self;
        // `ExLlama` reads prompts in passes of their own, between those that write.
        if question.settings.engine == ServingEngine::Exllama && pass.writing > 0 && pass.prompt_tokens > 0 {
            let reading = Pass { writing: 0, drafts: 0, depth: 0.0, ..*pass };
            let writing = Pass { prompt_tokens: 0, prompts: 0, prompt_depth: 0.0, ..*pass };
            return self.time_beside(&reading, batches) + self.time_beside(&writing, batches);
        }
        let model = &question.model;
        let mut seconds = 0.0;
        for matrix in &self.matrices {
            seconds += matrix.times * self.product(matrix, pass);
        }
        seconds += attention.time(shares, (pass.writing, pass.written()), pass.depth, attention.widths.0);
        seconds += attention.time(shares, (pass.prompts, pass.prompt_tokens), pass.prompt_depth, attention.widths.1);
        let kernels = model.num_hidden_layers as f64 * shares.kernels_per_block;
        seconds += kernels * shares.ramp;
        // What the host needs to start all kernels runs beside them: the slower of both counts.
        seconds = seconds.max(kernels * shares.launch) + shares.fixed;
        seconds += between_cards(question, pass) + host_time(question, &self.weights, pass);
        if question.batches() > 1 {
            let way = seconds + handed_on(question, pass.tokens());
            seconds = way.max(self.slowest_stage(pass, seconds) * batches as f64);
        }
        seconds += self.sight * pass.prompt_tokens as f64;
        Seconds::new(seconds.max(1e-6) + self.drafting(pass))
    }

    /// Seconds that the slowest stage takes of a pass of so many: its share of the blocks, which are taken as alike (those with states,
    /// windows or a dense MLP in place of experts are not), and of the last what makes logits.
    fn slowest_stage(&self, pass: &Pass, seconds: f64) -> f64 {
        let output = self.matrices.iter().filter(|matrix| matrix.tensor.role == Role::Output);
        let output: f64 = output.map(|matrix| matrix.times * self.product(matrix, pass)).sum();
        let block = (seconds - output) / self.question.model.num_hidden_layers as f64;
        let stages = self.question.stages();
        let of = |stage: u64| {
            let blocks = self.question.blocks_of(stage);
            (blocks.end - blocks.start) as f64 * block + if stage + 1 == stages { output } else { 0.0 }
        };
        (0..stages).map(of).fold(0.0, f64::max)
    }

    /// How much later than the pass that reads the end of its prompt a request has its first token, where the pass takes so long.
    ///
    /// The host starts the kernels of such a pass one by one. While it does, the device goes on with what was started before, so that
    /// the request waits and nobody else: with few tokens and many users published times between tokens show nothing of it.
    #[must_use]
    pub fn behind(&self, pass: Seconds) -> Seconds {
        let started = self.question.model.num_hidden_layers as f64 * self.shares.prompt_block;
        // While the host starts a tower's kernels it starts none of these.
        Seconds::new((started - (pass.get() - self.waiting).max(0.0)).max(0.0))
    }

    /// What the pictures of so many tokens of prompts take.
    #[must_use]
    pub fn sight(&self, prompt_tokens: u64) -> Seconds {
        Seconds::new(self.sight * prompt_tokens as f64)
    }

    /// Time of a product, and of what its tokens are moved for it.
    fn product(&self, Matrix { tensor, bytes, .. }: &Matrix, pass: &Pass) -> f64 {
        let Self { question, shares, ranks, .. } = self;
        let usage = Usage::of(&question.model, tensor, pass);
        let weights = tensor.weights() as f64 / tensor.experts as f64;
        if let (Some(routed), true) = (&self.routed, tensor.experts > 1) {
            let tokens = pass.tokens() as f64;
            let moving = if tensor.role == Role::Down { routed.between(tokens) } else { 0.0 };
            return moving + routed.product(bytes / ranks, weights / routed.sharing, tokens, usage.touched);
        }
        let moved = usage.tokens * (tensor.rows / tensor.experts + tensor.columns) as f64 * 2.0;
        let read = bytes * usage.touched + moved;
        let unpacked = tensor.weights() as f64 * usage.touched;
        if let (Some(trellis), false) = (&self.trellis, exl3::keeps_sixteen(tensor.role)) {
            // Few tokens multiply each with its own experts, whether others have the same (`run_bszN`).
            let visits = usage.tokens / tensor.experts as f64;
            let touched = if tensor.experts > 1 && pass.tokens() <= MOST_APART { visits } else { usage.touched };
            let rows = (visits / touched).max(1.0);
            let computing = (2.0 * weights * usage.tokens / shares.rate).max(moved / shares.bandwidth);
            return trellis.time((bytes * touched, tensor.weights() as f64 * touched), computing, rows);
        }
        shares.matrix(read / ranks, unpacked / ranks, 2.0 * weights * usage.tokens / ranks, usage.tokens)
    }

    /// Drafts one after another: each a pass of the smaller model, which reads prompts as well, or a block like those of the model and the
    /// output matrix.
    fn drafting(&self, pass: &Pass) -> f64 {
        if let Some(drafter) = &self.drafter {
            let written = if pass.writing > 0 { pass.drafts as f64 } else { 0.0 };
            let one = if written > 0.0 { drafter.time(&Pass::decode(pass.writing, pass.depth)).get() } else { 0.0 };
            let read = if pass.prompt_tokens > 0 { drafter.time(&Pass { writing: 0, drafts: 0, ..*pass }).get() } else { 0.0 };
            return written * one + read;
        }
        if pass.drafts == 0 || pass.writing == 0 {
            return 0.0;
        }
        let Self { question, shares, attention, .. } = self;
        let model = &question.model;
        let blocks = model.num_hidden_layers as f64;
        let alone = Pass::decode(pass.writing, pass.depth);
        let matrices = self.matrices.iter().map(|matrix| {
            let share = if matrix.tensor.role == Role::Output { matrix.times } else { matrix.times / blocks };
            share * self.product(matrix, &alone)
        });
        let seen = attention.time(shares, (pass.writing, pass.writing), pass.depth, attention.widths.0) / blocks;
        let sums = between_cards(question, &alone) / blocks;
        let one = matrices.sum::<f64>() + seen + sums + shares.kernels_per_block * shares.ramp;
        pass.drafts as f64 * one
    }
}

/// Tensors of a model that differ, each with how many like it there are; blocks are taken as alike in time.
fn distinct(model: &Decoder) -> Vec<(Tensor, u64)> {
    let mut found: Vec<(Tensor, u64)> = Vec::new();
    for tensor in tensors::tensors(model) {
        if matches!(tensor.role, Role::Norm | Role::Bias | Role::Embedding | Role::Tower) {
            continue;
        }
        let alike = |(other, _): &&mut (Tensor, u64)| {
            (other.role, other.rows, other.columns, other.experts) == (tensor.role, tensor.rows, tensor.columns, tensor.experts)
        };
        match found.iter_mut().find(alike) {
            Some((_, count)) => *count += 1,
            None => found.push((tensor, 1)),
        }
    }
    if model.tie_word_embeddings {
        let (rows, columns) = (model.vocab_size, model.hidden_size);
        found.push((Tensor { role: Role::Output, block: 0, rows, columns, experts: 1 }, 1));
    }
    found
}

/// How a pass uses a tensor.
struct Usage {
    /// Share of the tensor that is read.
    touched: f64,
    /// Tokens times the experts that each visits.
    tokens: f64,
}

impl Usage {
    fn of(model: &Decoder, tensor: &Tensor, pass: &Pass) -> Self {
        let tokens = pass.tokens() as f64;
        match (&model.variant, tensor.role) {
            // Logits are made of the last token of each sequence alone.
            (_, Role::Output) => Self { touched: 1.0, tokens: pass.told() as f64 },
            (DecoderVariant::MixtureOfExperts(moe), _) if tensor.experts > 1 => {
                Self { touched: experts_touched(model, pass.tokens()), tokens: tokens * moe.num_experts_per_tok as f64 }
            }
            _ => Self { touched: 1.0, tokens },
        }
    }
}

/// Which share of tensors the host computes.
struct OnHost {
    blocks: f64,
    experts: bool,
}

impl OnHost {
    fn of(&self, tensor: &Tensor) -> f64 {
        if tensor.experts > 1 && self.experts { 1.0 } else { self.blocks }
    }
}

fn host_share(question: &Question) -> OnHost {
    let blocks = question.model.num_hidden_layers as f64;
    match question.settings.offload {
        Offload::None => OnHost { blocks: 0.0, experts: false },
        Offload::Experts => OnHost { blocks: 0.0, experts: true },
        Offload::Blocks(count) => OnHost { blocks: (count as f64 / blocks).min(1.0), experts: false },
    }
}

/// Share of a model's experts that so many tokens visit: each visits `k` of `n`, by chance.
#[must_use]
pub fn experts_touched(model: &Decoder, tokens: u64) -> f64 {
    match &model.variant {
        DecoderVariant::MixtureOfExperts(moe) => {
            let miss = 1.0 - moe.num_experts_per_tok as f64 / moe.num_experts.max(1) as f64;
            1.0 - libm::pow(miss.max(0.0), tokens as f64)
        }
        _ => 1.0,
    }
}

/// Two sums over all cards in each block, of the residual stream of all tokens.
fn between_cards(question: &Question, pass: &Pass) -> f64 {
    let model = &question.model;
    sums(question, 2 * model.num_hidden_layers, pass.tokens() as f64 * model.hidden_size as f64 * 2.0)
}

/// What the host adds: blocks that it computes token by token at its memory's rate, or sends to the card for prompts.
fn host_time(question: &Question, weights: &Weights, pass: &Pass) -> f64 {
    let there = (weights.dense_on_host + weights.routed_on_host).as_f64();
    if there == 0.0 {
        return 0.0;
    }
    let hardware = &question.hardware;
    let read = weights.dense_on_host.as_f64() + weights.routed_on_host.as_f64() * experts_touched(&question.model, pass.tokens());
    let computed = read / (hardware.cpu.memory_bandwidth().get() * shares::HOST_SHARE);
    if pass.tokens() < HOST_BATCH {
        return computed;
    }
    let sent = there / (hardware.gpu_link().bandwidth().get() * PCIE_PINNED_SHARE);
    sent.min(computed * pass.tokens() as f64 / HOST_BATCH as f64)
}
