//! Networks that take noise away from films, by their published hyper-parameters.

/// Frames of a film that become one of its latent, beside the first, which has one of its own: the autoencoders halve
/// time twice (`temporal_compression_ratio`, `scale_factor_temporal`).
pub const LATENT_FRAMES: u64 = 4;

/// Denoising transformers on latents of films, as diffusers builds them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VideoTransformer {
    /// How film and text meet.
    pub variant: VideoTransformerVariant,
    /// Channels of a latent's pixel.
    pub in_channels: u64,
    /// Side of a patch in latent pixels; a patch is one latent frame deep.
    pub patch_size: u64,
    /// Blocks.
    pub num_layers: u64,
    /// Width of a head.
    pub attention_head_dim: u64,
    /// Attention heads.
    pub num_attention_heads: u64,
    /// Width of the text encoding.
    pub text_dim: u64,
    /// Frames of a film that the model was published with.
    pub usual_frames: u64,
    /// Height of such a film in pixels.
    pub usual_height: u64,
    /// Width of such a film in pixels.
    pub usual_width: u64,
}

/// How film and text meet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum VideoTransformerVariant {
    /// One sequence with the same weights for both (`CogVideoXTransformer3DModel`, Yang et al. 2024).
    Joint {
        /// Width of the time embedding.
        time_embed_dim: u64,
        /// Whether positions turn queries and keys, rather than being added to patches.
        rotary: bool,
    },
    /// The film attends to itself, then to the text (`WanTransformer3DModel`, Wan team 2025).
    Cross {
        /// Width of the MLP.
        ffn_dim: u64,
        /// Networks that follow each other from much noise to little, of which one works at a time.
        networks: u64,
    },
}

impl VideoTransformer {
    /// Width of the residual stream.
    #[must_use]
    pub const fn width(&self) -> u64 {
        self.num_attention_heads * self.attention_head_dim
    }

    /// Frames of the latent of a film of so many.
    #[must_use]
    pub const fn latent_frames(frames: u64) -> u64 {
        frames.saturating_sub(1) / LATENT_FRAMES + 1
    }

    /// Films have one frame and a multiple of so many: latent frames, which the decoder of the joint kind takes two at a time.
    #[must_use]
    pub const fn frame_step(&self) -> u64 {
        match self.variant {
            VideoTransformerVariant::Joint { .. } => 2 * LATENT_FRAMES,
            VideoTransformerVariant::Cross { .. } => LATENT_FRAMES,
        }
    }

    /// Tokens of a text, to which the pipelines fill every prompt up (`max_sequence_length`).
    #[must_use]
    pub const fn text_tokens(&self) -> u64 {
        match self.variant {
            VideoTransformerVariant::Joint { .. } => 226,
            VideoTransformerVariant::Cross { .. } => 512,
        }
    }

    /// Networks that take noise away, one at a time.
    #[must_use]
    pub const fn networks(&self) -> u64 {
        match self.variant {
            VideoTransformerVariant::Joint { .. } => 1,
            VideoTransformerVariant::Cross { networks, .. } => networks,
        }
    }

    /// Whether passes with and without the prompt are made as one batch, as the pipeline of the joint kind does.
    #[must_use]
    pub const fn guides_in_a_batch(&self) -> bool {
        matches!(self.variant, VideoTransformerVariant::Joint { .. })
    }
}

impl super::Architecture {
    /// Whether it makes films.
    #[must_use]
    pub const fn makes_videos(&self) -> bool {
        matches!(self, Self::VideoTransformer(_))
    }
}
