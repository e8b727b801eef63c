//! How a model lies on the cards of a machine: copies, stages of blocks, and shares of matrices and experts.

use std::ops::Range;

use super::question::{Offload, Question, ServingEngine, Settings};
use super::split::Split;
use super::tensors::is_sparse;
use crate::architecture::{AttentionLayout, DecoderVariant, NormKind, PositionWidth, Router};
use crate::units::BytesPerSecond;

/// Most cards of one llama.cpp (`GGML_CUDA_MAX_DEVICES`, `GGML_SYCL_MAX_DEVICES` is 48).
const MOST_OF_LLAMA_CPP: u64 = 16;
/// Stages that engines without shares of matrices have under way at a time: llama.cpp's `GGML_SCHED_MAX_COPIES`.
const UNDER_WAY: u64 = 4;

impl Question {
    /// Copies of the model.
    #[must_use]
    pub fn copies(&self) -> u64 {
        self.settings.split.data.max(1)
    }

    /// Whether more than two cards share matrices and nothing but PCI Express joins them: how fast they sum depends on the board, its sockets
    /// and switches and whether the driver lets cards reach each other.
    #[must_use]
    pub fn sums_over_pcie(&self) -> bool {
        self.ranks() > 2 && self.linked(self.ranks()).is_none()
    }

    /// Whether each copy is a server of its own, between which something else has to balance: llama.cpp, `ExLlama` and TensorRT-LLM have no
    /// word for copies, and vLLM spreads the experts of one model over them.
    #[must_use]
    pub fn copies_are_servers(&self) -> bool {
        let is_mixture = matches!(self.model.variant, DecoderVariant::MixtureOfExperts(_));
        self.copies() > 1
            && match self.settings.engine {
                ServingEngine::LlamaCpp | ServingEngine::TensorrtLlm | ServingEngine::Exllama => true,
                ServingEngine::Vllm => is_mixture,
                ServingEngine::Sglang | ServingEngine::Transformers => false,
            }
    }

    /// Whether all cards work at a time: none waits for the host, and of stages where there are as many batches, in engines that have
    /// several under way.
    #[must_use]
    pub fn keeps_all_cards_busy(&self) -> bool {
        self.settings.offload == Offload::None && self.has_work_for_all()
    }

    fn has_work_for_all(&self) -> bool {
        self.stages() == 1 || (self.batches() > 1 && self.concurrency() >= self.batches())
    }

    /// Cards of one copy.
    #[must_use]
    pub fn cards(&self) -> u64 {
        (self.hardware.gpu_count / self.copies()).max(1)
    }

    /// Stages of blocks one after another: as asked where matrices are split, else every card of a copy is one.
    #[must_use]
    pub fn stages(&self) -> u64 {
        if self.settings.engine.splits_matrices() { self.settings.split.pipeline.max(1) } else { self.cards() }
    }

    /// Cards that share each matrix and the heads; blocks on cards one after another are as one card that holds them all.
    #[must_use]
    pub fn ranks(&self) -> u64 {
        if self.settings.engine.splits_matrices() { (self.cards() / self.stages()).max(1) } else { 1 }
    }

    /// Groups of cards over which whole experts are spread.
    #[must_use]
    pub fn expert_groups(&self) -> u64 {
        self.settings.split.expert.clamp(1, self.ranks())
    }

    /// Whether so many cards divide what they split of the model: heads, matrices of the MLP and, within groups of whole experts, those.
    #[must_use]
    pub fn divides(&self, cards: u64) -> bool {
        let model = &self.model;
        let groups = self.expert_groups();
        let (experts, is_spread) = match &model.variant {
            DecoderVariant::MixtureOfExperts(moe) => {
                let is_spread = cards.is_multiple_of(groups) && moe.num_experts.is_multiple_of(groups);
                (moe.moe_intermediate_size, is_spread)
            }
            _ => (0, groups == 1),
        };
        let has_dense = (0..model.num_hidden_layers).any(|block| !is_sparse(model, block));
        let dense = if has_dense { model.intermediate_size } else { 0 };
        let [key_heads, value_heads] = match &model.options.attention {
            AttentionLayout::Hybrid(linear) => [linear.linear_num_key_heads, linear.linear_num_value_heads],
            AttentionLayout::Grouped | AttentionLayout::Latent(_) | AttentionLayout::ShortConvolution(_) => [0, 0],
        };
        let keys = model.num_key_value_heads;
        let tower = self.tower().map_or(0, |tower| tower.num_heads);
        let parts = [model.num_attention_heads, dense, key_heads, value_heads, tower];
        is_spread
            && experts.is_multiple_of((cards / groups).max(1))
            && parts.iter().all(|part| part.is_multiple_of(cards))
            && (keys.is_multiple_of(cards) || cards.is_multiple_of(keys))
    }

    /// Every way to lay the model on these cards that model, engine and settings allow: those with the fewest copies first, of them those
    /// with the fewest stages, then those with the fewest groups of experts.
    #[must_use]
    pub fn layouts(&self) -> Vec<Split> {
        let dividing = |of: u64| (1..=of).filter(move |count| of.is_multiple_of(*count));
        let cards = self.hardware.gpu_count.max(1);
        let mut other = self.clone();
        let mut found = Vec::new();
        for data in dividing(cards) {
            for pipeline in dividing(cards / data) {
                for expert in dividing(cards / data / pipeline) {
                    other.settings.split = Split { data, pipeline, expert };
                    if other.is_laid_so() {
                        found.push(other.settings.split);
                    }
                }
            }
        }
        found
    }

    /// Whether model, engine and settings allow the split, whose numbers come to all cards.
    fn is_laid_so(&self) -> bool {
        let Settings { engine, split, offload, drafts, .. } = &self.settings;
        // One program of transformers answers batch by batch, and copies would share what the host was given of one.
        let is_copied = split.data == 1 || (*engine != ServingEngine::Transformers && *offload == Offload::None);
        if *engine == ServingEngine::LlamaCpp && self.cards() > MOST_OF_LLAMA_CPP {
            return false;
        }
        if !engine.splits_matrices() {
            return is_copied && split.pipeline == 1 && split.expert == 1;
        }
        // Of drafts over stages nothing is modeled (TensorRT-LLM and SGLang refuse them, vLLM does so for some models), and some engines
        // hold a tower on every stage.
        let can_be_staged = drafts.is_none() && self.tower().is_none() && self.has_stages();
        let is_staged = split.pipeline == 1 || (can_be_staged && split.pipeline <= self.model.num_hidden_layers);
        // vLLM spreads experts over all cards that share a matrix or over none (`enable_expert_parallel`).
        let ranks = self.ranks();
        let is_spread = *engine != ServingEngine::Vllm || split.expert == 1 || split.expert == ranks;
        is_copied
            && is_staged
            && is_spread
            && self.divides(ranks)
            && self.drafting().is_none_or(|drafting| drafting.divides(ranks))
    }

    /// Whether the engine hands such blocks on from card to card: vLLM and TensorRT-LLM do for all that are modeled, of `SGLang` 0.5.23
    /// those that take `pp_proxy_tensors`, which Gemma, Granite's mixtures, `OLMo`, Ernie 4.5, Phi-2, `StableLM`, GPT-NeoX, `StarCoder2` and
    /// Cohere's do not.
    #[must_use]
    pub fn has_stages(&self) -> bool {
        let (model, options) = (&self.model, &self.model.options);
        let is_beside = match &model.variant {
            DecoderVariant::Gemma | DecoderVariant::Gemma2 | DecoderVariant::Gemma3 | DecoderVariant::Gemma4 => true,
            DecoderVariant::MixtureOfExperts(mixture) if mixture.router == Router::MiniMaxM2 => false,
            DecoderVariant::MixtureOfExperts(mixture) => mixture.router == Router::Granite || options.norms_all_heads,
            DecoderVariant::Llama | DecoderVariant::Phi3 => options.norms_all_heads,
        } || options.position_width == PositionWidth::Swapped
            || options.norm_kind == NormKind::Bare;
        // OPT alone of those with norms that shift.
        let has_norms = options.norm_kind != NormKind::Layer || options.learned_positions > 0;
        self.settings.engine != ServingEngine::Sglang || (!is_beside && has_norms)
    }

    /// The bytes a second of the link that joins so many cards; none where nothing but PCI Express does.
    #[must_use]
    pub fn linked(&self, cards: u64) -> Option<BytesPerSecond> {
        let gpu = &self.hardware.gpu;
        gpu.nvlink.filter(|_| gpu.nvlink_reach.joins(cards))
    }

    /// Requests that the fullest copy answers at a time.
    #[must_use]
    pub fn concurrency(&self) -> u64 {
        self.settings.concurrency.div_ceil(self.copies())
    }

    /// This question with one of its stages looked at.
    #[must_use]
    pub fn at(&self, stage: u64) -> Self {
        Self { stage: Some(stage), ..self.clone() }
    }

    /// Blocks of the stage that is looked at, else all.
    #[must_use]
    pub fn blocks(&self) -> Range<u64> {
        match self.stage {
            Some(stage) => self.blocks_of(stage),
            None => 0..self.model.num_hidden_layers,
        }
    }

    /// Blocks of a stage: as many in each, and one more of those that are left over in the first stages with TensorRT-LLM (`pp_layers` of
    /// its `Mapping`), in the last with `SGLang` and in the last but one and those before it with vLLM, for its last has the output
    /// matrix (`get_pp_indices` of 0.5.23 and 0.33).
    #[must_use]
    pub fn blocks_of(&self, stage: u64) -> Range<u64> {
        let (blocks, stages) = (self.model.num_hidden_layers, self.stages());
        let (each, left) = (blocks / stages, blocks % stages);
        let longer_before = |stage: u64| match self.settings.engine {
            ServingEngine::TensorrtLlm => stage.min(left),
            ServingEngine::Vllm => (stage + left).saturating_sub(stages - 1).min(left),
            ServingEngine::Sglang | ServingEngine::LlamaCpp | ServingEngine::Transformers | ServingEngine::Exllama => {
                (stage + left).saturating_sub(stages)
            }
        };
        (stage * each + longer_before(stage))..((stage + 1) * each + longer_before(stage + 1))
    }

    /// Whether what comes before the first block is looked at.
    #[must_use]
    pub const fn has_first_stage(&self) -> bool {
        matches!(self.stage, None | Some(0))
    }

    /// Whether what comes behind the last block is looked at.
    #[must_use]
    pub fn has_last_stage(&self) -> bool {
        self.stage.is_none_or(|stage| stage + 1 == self.stages())
    }

    /// Batches that a copy has under way at a time, each at another stage: as many as there are (`max_concurrent_batches` of vLLM 0.33, which
    /// lets one more wait, `pp_loop_size` of `SGLang` 0.5.23, `num_micro_batches` of TensorRT-LLM).
    #[must_use]
    pub fn batches(&self) -> u64 {
        if self.settings.engine.splits_matrices() { self.stages() } else { 1 }
    }

    /// Share of the time of so many passes over one prompt, one after another, where stages work on several of them at a time, with so many
    /// batches of others under way beside them.
    #[must_use]
    pub fn in_line(&self, passes: u64, batches: u64) -> f64 {
        let stages = match self.settings.engine {
            ServingEngine::LlamaCpp => self.stages().min(UNDER_WAY),
            // Requests that are under way are left alone until they come back (`inflight_req_ids`).
            ServingEngine::TensorrtLlm | ServingEngine::Transformers | ServingEngine::Exllama => 1,
            ServingEngine::Vllm | ServingEngine::Sglang => self.stages(),
        };
        let free = (stages as f64 / batches.max(1) as f64).max(1.0);
        let passes = passes.max(1) as f64;
        (passes + free - 1.0) / (passes * free)
    }
}
