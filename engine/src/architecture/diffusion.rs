//! Denoising networks on latents by their published hyper-parameters.

use std::borrow::Cow;

/// Pixels of a picture's side that become one of its latent: the autoencoders halve three times.
pub const LATENT_FACTOR: u64 = 8;

/// The frozen models that come with a denoising network: the autoencoder and the encoders of texts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Companions {
    /// Weights of all of them.
    pub parameters: u64,
    /// Tokens that a text is encoded in.
    pub text_tokens: u64,
    /// Elements of an encoded text, the pooled encoding included.
    pub encoding_elements: u64,
}

/// Conditional U-Nets of latent diffusion (Rombach et al. 2022), as diffusers builds them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DiffusionUnet {
    /// Channels of the latent going in.
    pub in_channels: u64,
    /// Channels of the latent coming out.
    pub out_channels: u64,
    /// Channels per level.
    pub block_out_channels: Cow<'static, [u64]>,
    /// Residual blocks per level on the way down; one more on the way up.
    pub layers_per_block: u64,
    /// Attention heads per level.
    pub num_attention_heads: Cow<'static, [u64]>,
    /// Transformer blocks per attention, per level; 0 for a level without attention.
    pub transformer_layers_per_block: Cow<'static, [u64]>,
    /// Transformer blocks in the middle.
    pub mid_transformer_layers: u64,
    /// Width of the text encoding.
    pub cross_attention_dim: u64,
    /// Tokens of the text encoding.
    pub text_tokens: u64,
    /// Attention projects in and out by a linear layer rather than a 1x1 convolution.
    pub use_linear_projection: bool,
    /// Width of the additional embedding's input, 0 where there is none.
    pub addition_embed_input: u64,
    /// Parameters of the frozen companions (VAE and text encoders).
    pub companion_parameters: u64,
}

/// Diffusion transformers (Esser et al. 2024), as diffusers builds them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DiffusionTransformer {
    /// Which layout of embeddings and blocks.
    pub variant: DiffusionTransformerVariant,
    /// Channels of a latent pixel, or of a packed patch where `patch_size` is 1.
    pub in_channels: u64,
    /// Side of a patch.
    pub patch_size: u64,
    /// Blocks with separate weights for picture and text.
    pub num_layers: u64,
    /// Width of a head.
    pub attention_head_dim: u64,
    /// Attention heads.
    pub num_attention_heads: u64,
    /// Width of the text encoding.
    pub joint_attention_dim: u64,
    /// Width of the pooled text encoding.
    pub pooled_projection_dim: u64,
    /// Parameters of the frozen companions (VAE and text encoders).
    pub companion_parameters: u64,
}

/// Layouts of diffusion transformers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DiffusionTransformerVariant {
    /// Joint blocks throughout, a fixed table of positions (`SD3Transformer2DModel`).
    Joint {
        /// Side of the table of positions.
        pos_embed_max_size: u64,
        /// Blocks, from the first on, with a second attention over the picture alone.
        dual_attention_layers: u64,
        /// Whether queries and keys pass an RMS norm.
        qk_norm: bool,
    },
    /// Joint blocks, then blocks over the joined sequence; rotary positions (`FluxTransformer2DModel`).
    JointThenSingle {
        /// Blocks over the joined sequence.
        num_single_layers: u64,
        /// Whether the guidance scale is embedded.
        guidance_embeds: bool,
    },
}

impl DiffusionUnet {
    /// The frozen models beside it.
    #[must_use]
    pub const fn companions(&self) -> Companions {
        Companions {
            parameters: self.companion_parameters,
            text_tokens: self.text_tokens,
            encoding_elements: self.text_tokens * self.cross_attention_dim,
        }
    }
}

impl DiffusionTransformer {
    /// The frozen models beside it, for texts of so many tokens: the model leaves their length open.
    #[must_use]
    pub const fn companions(&self, text_tokens: u64) -> Companions {
        Companions {
            parameters: self.companion_parameters,
            text_tokens,
            encoding_elements: text_tokens * self.joint_attention_dim + self.pooled_projection_dim,
        }
    }
}
