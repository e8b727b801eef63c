//! Encoder-decoders of the BART kind by their published hyper-parameters.

use super::Activation;

/// Encoder-decoders of the BART kind (Lewis et al. 2019): positions by a table, layers with biases, as many heads and as wide an MLP in
/// both stacks.
#[derive(Debug, Clone, PartialEq)]
pub struct Bart {
    /// What tells the kinds apart.
    pub variant: BartVariant,
    /// Tokens of the vocabulary.
    pub vocab_size: u64,
    /// Width of the residual stream.
    pub d_model: u64,
    /// Blocks of the encoder.
    pub encoder_layers: u64,
    /// Blocks of the decoder.
    pub decoder_layers: u64,
    /// Attention heads of either stack.
    pub attention_heads: u64,
    /// Width of the MLP of either stack.
    pub ffn_dim: u64,
    /// Longest sequence that positions are there for.
    pub max_position_embeddings: u64,
    /// Of the MLP.
    pub activation: Activation,
    /// Dropout of embeddings and of each half's output.
    pub dropout: f64,
    /// Dropout of attention's probabilities.
    pub attention_dropout: f64,
    /// Dropout within the MLP.
    pub activation_dropout: f64,
}

/// Where stacks of the BART kind norm, and where their positions are from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BartVariant {
    /// Norms after halves, learned positions, embeddings that are normed.
    Bart,
    /// Norms before halves and at the end of a stack, learned positions, embeddings that are normed.
    Mbart,
    /// Norms before halves and at the end of a stack, positions by sines that nothing trains.
    Pegasus,
    /// Norms after halves, positions by sines that nothing trains (OPUS-MT).
    Marian,
}

impl BartVariant {
    /// Whether halves read through norms, and stacks end in one.
    #[must_use]
    pub const fn norms_before(self) -> bool {
        matches!(self, Self::Mbart | Self::Pegasus)
    }

    /// Whether positions are learned, and their sum with the words is normed.
    #[must_use]
    pub const fn learns_positions(self) -> bool {
        matches!(self, Self::Bart | Self::Mbart)
    }
}
