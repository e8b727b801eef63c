//! Weights as an engine loads them: by card, and what stays in the host.

use super::format::WeightsFormat;
use super::question::{Offload, Question, ServingEngine};
use super::tensors::{self, Role, Tensor};
use crate::architecture::Decoder;
use crate::units::Bytes;

/// Width of a card's share of an expert in MXFP4 is a multiple of this.
const MXFP4_WIDTH: u64 = 128;
/// Width of the residual stream beside it.
const MXFP4_HIDDEN: u64 = 256;
/// Vocabularies are padded to a multiple of this before cards split them.
const VOCABULARY_PAD: u64 = 64;

/// Where the weights of a model lie.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Weights {
    /// On the fullest card.
    pub per_card: Bytes,
    /// On all cards of a copy together.
    pub on_cards: Bytes,
    /// In the host's memory.
    pub on_host: Bytes,
    /// Of those on the host, read for every token: blocks in RAM, not the table of embeddings, and not experts.
    pub dense_on_host: Bytes,
    /// Of those on the host, routed experts, of which a token reads those that it visits.
    pub routed_on_host: Bytes,
}

/// What a model takes in a format, all of it.
#[must_use]
pub fn total(model: &Decoder, format: WeightsFormat) -> Bytes {
    tensors::tensors(model).iter().map(|tensor| format.stored(model, tensor)).sum()
}

impl Weights {
    /// Those of a question.
    #[must_use]
    pub fn of(question: &Question) -> Self {
        if !question.settings.engine.splits_matrices() {
            return Self::by_blocks(question, question.cards());
        }
        let cards = question.ranks();
        if question.stages() == 1 || question.stage.is_some() {
            return Self::split(question, cards);
        }
        let stages: Vec<Self> = (0..question.stages()).map(|stage| Self::split(&question.at(stage), cards)).collect();
        let per_card = stages.iter().map(|stage| stage.per_card).max().unwrap_or_default();
        Self { per_card, on_cards: stages.iter().map(|stage| stage.on_cards).sum(), ..Self::default() }
    }

    /// Every matrix of the stage that is looked at is split, norms, routers and projections to what is kept for all heads are copied; so are heads of keys and values where cards outnumber them.
    fn split(question: &Question, cards: u64) -> Self {
        let (model, format) = (&question.model, question.settings.weights_format);
        let mut per_card = match question.drafting() {
            Some(drafting) => Self::split(&drafting, cards).per_card,
            None if question.has_drafting_head() => drafting_head(question) / cards,
            None => Bytes::ZERO,
        };
        for tensor in tensors::tensors(model).into_iter().filter(|tensor| is_here(question, tensor)) {
            per_card += match tensor.role {
                _ if format == WeightsFormat::Mxfp4 && tensor.experts > 1 && tensor.role != Role::Bias => {
                    padded(question, &tensor, cards)
                }
                // Beside weights that are stored in fewer bits stands an unpacked copy, by which heads are brought to what is kept.
                Role::LatentKey | Role::LatentValue if format.is_quantized() && format != WeightsFormat::Nvfp4 => {
                    (format.stored(model, &tensor) + Bytes(2 * tensor.weights())) / cards
                }
                Role::Tower if question.tower().is_none() => Bytes::ZERO,
                Role::Norm | Role::Router | Role::Compress => format.stored(model, &tensor),
                Role::Embedding | Role::Output if cards > 1 => {
                    let rows = tensor.rows.next_multiple_of(VOCABULARY_PAD * cards) / cards;
                    format.stored(model, &Tensor { rows, ..tensor })
                }
                Role::Key | Role::Value if cards > model.num_key_value_heads => {
                    format.stored(model, &Tensor { rows: model.head_dim, ..tensor })
                }
                Role::QueryKeyValue if cards > model.num_key_value_heads => {
                    let rows = model.num_attention_heads * model.head_dim / cards + 2 * model.head_dim;
                    format.stored(model, &Tensor { rows, ..tensor })
                }
                _ => format.stored(model, &tensor) / cards,
            };
        }
        per_card += rotary_table(model);
        Self { per_card, on_cards: per_card * cards, ..Self::default() }
    }

    /// Whole blocks go to cards one after another; the output matrix counts as the last block.
    fn by_blocks(question: &Question, cards: u64) -> Self {
        let (model, settings) = (&question.model, &question.settings);
        let format = settings.weights_format;
        let host_blocks = match settings.offload {
            Offload::Blocks(count) => count.min(model.num_hidden_layers),
            Offload::None | Offload::Experts => 0,
        };
        let places = Places { blocks: model.num_hidden_layers, host_blocks, cards };
        let mut on_card = vec![Bytes::ZERO; cards as usize];
        let mut weights = Self::default();
        if let Some(drafting) = question.drafting() {
            // Every card is counted with an even share, the last with what the fullest has.
            let drafting = Self::by_blocks(&drafting, cards);
            (0..cards).for_each(|card| add(&mut on_card, card, drafting.on_cards / cards));
            add(&mut on_card, cards - 1, drafting.per_card.saturating_sub(drafting.on_cards / cards));
            weights.on_host = drafting.on_host;
        }
        for tensor in tensors::tensors(model) {
            let bytes = format.stored(model, &tensor);
            let routed = tensor.experts > 1 && settings.offload == Offload::Experts;
            match tensor.role {
                // llama.cpp and `ExLlama` look tokens up on the host; where the output shares the table, the card holds one of its own.
                Role::Embedding if format.is_gguf() || settings.engine == ServingEngine::Exllama => {
                    weights.on_host += bytes;
                    if model.tie_word_embeddings {
                        add(&mut on_card, cards - 1, format.stored(model, &Tensor { role: output_of(format), ..tensor }));
                    }
                }
                Role::Tower if settings.engine == ServingEngine::Exllama && question.tower().is_none() => {}
                Role::Tower if format.is_gguf() => add(&mut on_card, 0, projector(question)),
                Role::Embedding | Role::Tower => add(&mut on_card, 0, bytes),
                _ if routed => {
                    weights.on_host += bytes;
                    weights.routed_on_host += bytes;
                }
                Role::Output => add(&mut on_card, cards - 1, bytes),
                _ => {
                    if let Some(card) = places.of(tensor.block) {
                        add(&mut on_card, card, bytes);
                    } else {
                        weights.on_host += bytes;
                        if tensor.experts > 1 {
                            weights.routed_on_host += bytes;
                        } else {
                            weights.dense_on_host += bytes;
                        }
                    }
                }
            }
        }
        weights.per_card = on_card.iter().copied().max().unwrap_or_default();
        weights.on_cards = on_card.iter().copied().sum();
        weights
    }
}

/// Whether a tensor is one of the stage that is looked at: what goes in is the first's, what comes out the last's, which has a copy of
/// the embeddings where both are one.
fn is_here(question: &Question, tensor: &Tensor) -> bool {
    match tensor.role {
        Role::Embedding => question.has_first_stage() || (question.model.tie_word_embeddings && question.has_last_stage()),
        Role::Tower => question.has_first_stage(),
        Role::Output => question.has_last_stage(),
        // The last norm and a bias of the output stand in no block and weigh nothing beside one.
        _ => question.blocks().contains(&tensor.block),
    }
}

/// What the output matrix is stored as where it is the table of embeddings: files of llama.cpp have it as they have the table.
const fn output_of(format: WeightsFormat) -> Role {
    if format.is_gguf() { Role::Embedding } else { Role::Output }
}

/// Adds to what a card holds.
fn add(on_card: &mut [Bytes], card: u64, bytes: Bytes) {
    if let Some(sum) = on_card.get_mut(card as usize) {
        *sum += bytes;
    }
}

/// The file of a tower that llama.cpp loads beside the decoder's (`mmproj`), where pictures are asked for: matrices in 16 bits, norms,
/// biases and positions in FP32.
#[must_use]
pub fn projector(question: &Question) -> Bytes {
    if question.settings.engine != ServingEngine::LlamaCpp {
        return Bytes::ZERO;
    }
    let weights = question.tower().map(|tower| tower.weights(question.model.hidden_size));
    weights.map_or(Bytes::ZERO, |(matrices, vectors)| Bytes(2 * matrices + 4 * vectors))
}

/// Which card a block lies on.
pub(super) struct Places {
    /// Blocks of the model.
    pub blocks: u64,
    /// The first of them, which lie in the host.
    pub host_blocks: u64,
    /// Cards.
    pub cards: u64,
}

impl Places {
    /// The card of a block, none where the host has it: blocks and the output matrix are spread evenly in their order.
    pub fn of(&self, block: u64) -> Option<u64> {
        let place = block.checked_sub(self.host_blocks)?;
        let places = self.blocks - self.host_blocks + 1;
        Some((place * self.cards / places).min(self.cards - 1))
    }
}

/// A card's share of experts in MXFP4, whose widths kernels round up: that of the MLP to 128, the residual stream's to 256 for Marlin
/// (`mxfp4_round_up_hidden_size_and_intermediate_size` of vLLM 0.33; 65.90 GiB of gpt-oss 120B, measured 65.97) and to 128 in
/// TensorRT-LLM (63.4 GiB, "Use 63.32 GB for model weights" and 63.52 GiB allocated in a log of its 1.1).
/// Triton's on Hopper take a little less, by one log 64.4.
fn padded(question: &Question, tensor: &Tensor, cards: u64) -> Bytes {
    let rows = tensor.rows / tensor.experts;
    let (width, hidden) = if tensor.role == Role::Down { (tensor.columns, rows) } else { (rows, tensor.columns) };
    // Whole experts are spread over groups of cards, within which each is split.
    let (groups, cards) = (question.expert_groups(), cards / question.expert_groups());
    let width = width.div_ceil(cards).next_multiple_of(MXFP4_WIDTH);
    let is_narrow = question.settings.engine == ServingEngine::TensorrtLlm;
    let hidden = hidden.next_multiple_of(if is_narrow { MXFP4_WIDTH } else { MXFP4_HIDDEN });
    question
        .settings
        .weights_format
        .stored(&question.model, &Tensor { rows: width * (tensor.experts / groups), columns: hidden, ..*tensor })
}

/// What drafts ahead: a block like the model's last, and a projection of a token's embedding and its hidden state together to the
/// width of one (`DeepSeek` V3, section 2.2). Checkpoints in four bits keep it in 16.
fn drafting_head(question: &Question) -> Bytes {
    let (model, format) = (&question.model, question.settings.weights_format);
    let stored = match format {
        WeightsFormat::Bf16 | WeightsFormat::Fp16 | WeightsFormat::Fp8 => format,
        _ => WeightsFormat::Bf16,
    };
    let last = model.num_hidden_layers.saturating_sub(1);
    let is_of_block = |tensor: &Tensor| !matches!(tensor.role, Role::Embedding | Role::Output | Role::Tower);
    let block = tensors::tensors(model).into_iter().filter(|tensor| tensor.block == last && is_of_block(tensor));
    let block: Bytes = block.map(|tensor| stored.stored(model, &tensor)).sum();
    block + Bytes(2 * 2 * model.hidden_size * model.hidden_size)
}

/// Cosines and sines of every position, which vLLM and `SGLang` keep in 16 bits beside the weights: position x turned features.
fn rotary_table(model: &Decoder) -> Bytes {
    Bytes(model.max_position_embeddings * model.options.rotary_dim.unwrap_or(model.head_dim) * 2)
}
