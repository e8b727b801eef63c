//! Networks that write down what is said, by their published hyper-parameters.

/// Frames of a spectrogram in a second of sound: one every 10 ms (Radford et al. 2022, section 2.2).
const FRAMES_PER_SECOND: u64 = 100;
/// Frames that become one position of the encoder: its second convolution has a stride of two.
const FRAMES_PER_POSITION: u64 = 2;

/// Encoder-decoders of the Whisper kind (Radford et al. 2022), as transformers builds them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Whisper {
    /// Tokens of the vocabulary.
    pub vocab_size: u64,
    /// Width of the residual stream of both halves.
    pub d_model: u64,
    /// Blocks of the encoder.
    pub encoder_layers: u64,
    /// Attention heads of the encoder.
    pub encoder_attention_heads: u64,
    /// Width of the encoder's MLP.
    pub encoder_ffn_dim: u64,
    /// Blocks of the decoder.
    pub decoder_layers: u64,
    /// Attention heads of the decoder.
    pub decoder_attention_heads: u64,
    /// Width of the decoder's MLP.
    pub decoder_ffn_dim: u64,
    /// Bands of the spectrogram.
    pub num_mel_bins: u64,
    /// Positions of a window of sound.
    pub max_source_positions: u64,
    /// Most tokens of a window's text, with those that begin it.
    pub max_target_positions: u64,
    /// Bytes of a weight in the published file (`torch_dtype`).
    pub published_bytes: u64,
}

impl Whisper {
    /// Tokens before the text: its start, the language, the task, and that no times are wanted.
    pub const PROMPT: u64 = 4;

    /// Frames of a window's spectrogram.
    #[must_use]
    pub const fn frames(&self) -> u64 {
        self.max_source_positions * FRAMES_PER_POSITION
    }

    /// Seconds of sound in a window, to which shorter ones are filled up with silence.
    #[must_use]
    pub const fn window_seconds(&self) -> u64 {
        self.frames() / FRAMES_PER_SECOND
    }

    /// Most tokens of a window's text.
    #[must_use]
    pub const fn longest_text(&self) -> u64 {
        self.max_target_positions.saturating_sub(Self::PROMPT)
    }
}

impl super::Architecture {
    /// Whether it writes down what it hears.
    #[must_use]
    pub const fn hears(&self) -> bool {
        matches!(self, Self::Whisper(_))
    }

    /// Positions that the encoder makes of a window of sound; none of what hears nothing.
    #[must_use]
    pub const fn heard_positions(&self) -> u64 {
        match self {
            Self::Whisper(model) => model.max_source_positions,
            _ => 0,
        }
    }
}
