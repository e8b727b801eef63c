//! Which type each tensor gets in a file of a named mixture (`llama-quantize`), with an importance matrix where files of the
//! mixture are made with one.

use super::block::Block;
use crate::architecture::{Decoder, DecoderVariant};
use crate::serving::tensors::{Role, Tensor};

/// Mixtures by the names that files carry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names are those of the format")]
pub enum GgufType {
    F16,
    Q8_0,
    Q6K,
    Q5KM,
    Q5KS,
    Q5_0,
    Mxfp4Moe,
    Q4KM,
    Q4KS,
    Q4_0,
    Iq4Nl,
    Iq4Xs,
    Q3KL,
    Q3KM,
    Q3KS,
    Iq3M,
    Iq3S,
    Iq3Xs,
    Iq3Xxs,
    Q2K,
    Q2KS,
    Iq2M,
    Iq2S,
    Iq2Xs,
    Iq2Xxs,
    Iq1M,
    Iq1S,
}

/// What a model is like, as far as mixtures ask.
pub struct Traits {
    blocks: u64,
    experts: u64,
    many_queries: bool,
    is_70b: bool,
    tied: bool,
}

impl Traits {
    /// Those of a model.
    pub fn of(model: &Decoder) -> Self {
        let experts = match &model.variant {
            DecoderVariant::MixtureOfExperts(moe) => moe.num_experts,
            _ => 0,
        };
        Self {
            blocks: model.num_hidden_layers,
            experts,
            many_queries: model.num_attention_heads / model.num_key_value_heads.max(1) >= 4,
            // What llama.cpp calls a 70B is any dense model of 80 blocks.
            is_70b: model.num_hidden_layers == 80 && experts == 0,
            tied: model.tie_word_embeddings,
        }
    }

    /// The blocks that mixtures give more bits: the first and last eighth, and every third between.
    fn gets_more_bits(&self, block: u64) -> bool {
        let eighth = self.blocks / 8;
        block < eighth || block >= 7 * self.blocks / 8 || block.checked_sub(eighth).is_some_and(|past| past % 3 == 2)
    }

    const fn in_first(&self, share: u64, block: u64) -> bool {
        block < self.blocks / share
    }
}

impl GgufType {
    /// The type that most tensors have.
    const fn base(self) -> Block {
        match self {
            Self::F16 => Block::F16,
            Self::Q8_0 | Self::Mxfp4Moe => Block::Q8_0,
            Self::Q6K => Block::Q6K,
            Self::Q5KM | Self::Q5KS => Block::Q5K,
            Self::Q5_0 => Block::Q5_0,
            Self::Q4KM | Self::Q4KS => Block::Q4K,
            Self::Q4_0 => Block::Q4_0,
            Self::Iq4Nl => Block::Iq4Nl,
            Self::Iq4Xs => Block::Iq4Xs,
            Self::Q3KL | Self::Q3KM | Self::Q3KS => Block::Q3K,
            Self::Iq3M | Self::Iq3S | Self::Iq3Xs => Block::Iq3S,
            Self::Iq3Xxs => Block::Iq3Xxs,
            Self::Q2K | Self::Q2KS => Block::Q2K,
            Self::Iq2M => Block::Iq2S,
            Self::Iq2S | Self::Iq2Xs => Block::Iq2Xs,
            Self::Iq2Xxs => Block::Iq2Xxs,
            Self::Iq1M => Block::Iq1M,
            Self::Iq1S => Block::Iq1S,
        }
    }

    /// Codebooks of two bits and fewer, which share their exceptions.
    const fn is_two_bit_codebook(self) -> bool {
        matches!(self, Self::Iq2M | Self::Iq2S | Self::Iq2Xs | Self::Iq2Xxs | Self::Iq1M | Self::Iq1S)
    }

    /// The type of a matrix.
    #[must_use]
    pub fn block_of(self, role: Role, tensor: &Tensor, model: &Traits) -> Block {
        // Whatever has three dimensions is stored so: experts, and what latent attention keeps by heads.
        let is_stacked = tensor.experts > 1 || matches!(role, Role::LatentKey | Role::LatentValue);
        if matches!(self, Self::Mxfp4Moe) && is_stacked {
            return Block::Mxfp4;
        }
        if matches!(self, Self::F16 | Self::Q8_0 | Self::Mxfp4Moe) {
            return self.base();
        }
        match role {
            Role::Output => self.output(tensor),
            Role::Embedding if model.tied => self.output(tensor),
            Role::Embedding => self.embedding(),
            _ if self.is_two_bit_codebook() => self.two_bits(role, tensor.block, model),
            Role::Value | Role::StateInput => self.value(tensor.block, model),
            Role::Key if model.experts == 8 => Block::Q8_0,
            Role::Query | Role::Key => match self {
                Self::Iq3Xs => Block::Iq3Xxs,
                Self::Iq3Xxs => Block::Iq2S,
                _ => self.base(),
            },
            Role::QueryKeyValue => match self {
                Self::Q3KM | Self::Q3KL | Self::Iq3M => Block::Q4K,
                Self::Q4KM => Block::Q5K,
                Self::Q5KM => Block::Q6K,
                _ => self.base(),
            },
            Role::AttentionOutput => self.attention_output(model),
            Role::Down => self.down(tensor.block, model),
            Role::Gate | Role::Up => {
                let between = !model.in_first(8, tensor.block) && tensor.block < 7 * model.blocks / 8;
                if matches!(self, Self::Iq3Xs) && between { Block::Iq3Xxs } else { self.base() }
            }
            Role::Compress
            | Role::LatentQuery
            | Role::LatentKey
            | Role::LatentValue
            | Role::StateGate
            | Role::StateDecay
            | Role::StateOutput => self.base(),
            Role::Norm | Role::Bias | Role::Router | Role::Convolution | Role::Tower => Block::F32,
        }
    }

    const fn output(self, tensor: &Tensor) -> Block {
        if !tensor.columns.is_multiple_of(self.base().layout().0) {
            Block::Q8_0
        } else if self.is_two_bit_codebook() || matches!(self, Self::Iq3Xxs) {
            Block::Q5K
        } else {
            Block::Q6K
        }
    }

    const fn embedding(self) -> Block {
        match self {
            Self::Iq2Xxs | Self::Iq2Xs | Self::Iq1S | Self::Iq1M => Block::Q2K,
            Self::Iq2S | Self::Iq2M | Self::Iq3Xxs => Block::Iq3S,
            _ => self.base(),
        }
    }

    fn two_bits(self, role: Role, block: u64, model: &Traits) -> Block {
        let better = if matches!(self, Self::Iq2S | Self::Iq2M) { Block::Iq3S } else { Block::Q2K };
        match role {
            Role::Value | Role::StateInput if model.many_queries || model.experts >= 4 => Block::Q4K,
            Role::Value | Role::StateInput => better,
            Role::Key if model.experts == 8 => Block::Q4K,
            Role::Down if model.in_first(8, block) => better,
            Role::AttentionOutput if model.experts == 8 => Block::Q5K,
            Role::AttentionOutput if matches!(self, Self::Iq1S | Self::Iq1M) => Block::Iq2Xxs,
            Role::AttentionOutput if matches!(self, Self::Iq2S | Self::Iq2M) => Block::Iq3S,
            _ => self.base(),
        }
    }

    fn value(self, block: u64, model: &Traits) -> Block {
        if model.experts == 8 {
            return Block::Q8_0;
        }
        let chosen = match self {
            Self::Q2K if !model.many_queries => Block::Q3K,
            Self::Q2K | Self::Iq3M => Block::Q4K,
            Self::Q2KS | Self::Iq3Xxs | Self::Iq3Xs | Self::Iq3S if model.many_queries => Block::Q4K,
            Self::Q3KM if block >= 2 => Block::Q4K,
            Self::Q3KM | Self::Q3KL => Block::Q5K,
            Self::Iq4Nl | Self::Iq4Xs if model.many_queries => Block::Q5K,
            Self::Q4KM | Self::Q5KM if model.gets_more_bits(block) => Block::Q6K,
            Self::Q4KS if block < 4 => Block::Q5K,
            _ => self.base(),
        };
        if model.is_70b && matches!(chosen, Block::Q3K | Block::Q4K) { Block::Q5K } else { chosen }
    }

    const fn attention_output(self, model: &Traits) -> Block {
        if model.experts == 8 {
            return match self {
                Self::Q2K
                | Self::Iq3Xs
                | Self::Iq3Xxs
                | Self::Q3KS
                | Self::Q3KM
                | Self::Iq4Nl
                | Self::Q4KS
                | Self::Q4KM
                | Self::Iq3S
                | Self::Iq3M
                | Self::Iq4Xs => Block::Q5K,
                _ => self.base(),
            };
        }
        match self {
            Self::Q2K => Block::Q3K,
            Self::Iq3Xxs => Block::Iq3S,
            Self::Q3KM | Self::Iq3M => Block::Q4K,
            Self::Q3KL => Block::Q5K,
            _ => self.base(),
        }
    }

    fn down(self, block: u64, model: &Traits) -> Block {
        match self {
            Self::Q2K => Block::Q3K,
            Self::Q2KS if model.in_first(8, block) => Block::Q4K,
            Self::Q3KM if model.in_first(16, block) => Block::Q5K,
            Self::Q3KM => Block::Q4K,
            Self::Iq3M if model.in_first(8, block) || (model.experts == 8 && model.gets_more_bits(block)) => Block::Q4K,
            Self::Q3KL => Block::Q5K,
            Self::Q4KM | Self::Q5KM if model.gets_more_bits(block) => Block::Q6K,
            Self::Q4KS if model.in_first(8, block) => Block::Q5K,
            _ => self.base(),
        }
    }
}
