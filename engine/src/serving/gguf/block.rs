//! Blocks of weights that share scales.

use crate::units::Bytes;

/// Types that a tensor of a GGUF file may have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names are those of the format")]
pub enum Block {
    F32,
    F16,
    Mxfp4,
    Q4_0,
    Q4_1,
    Q5_0,
    Q5_1,
    Q8_0,
    Q2K,
    Q3K,
    Q4K,
    Q5K,
    Q6K,
    Iq1S,
    Iq1M,
    Iq2Xxs,
    Iq2Xs,
    Iq2S,
    Iq3Xxs,
    Iq3S,
    Iq4Nl,
    Iq4Xs,
}

impl Block {
    /// Weights and bytes of a block.
    #[must_use]
    pub const fn layout(self) -> (u64, u64) {
        match self {
            Self::F32 => (1, 4),
            Self::F16 => (1, 2),
            Self::Mxfp4 => (32, 17),
            Self::Q4_0 | Self::Iq4Nl => (32, 18),
            Self::Q4_1 => (32, 20),
            Self::Q5_0 => (32, 22),
            Self::Q5_1 => (32, 24),
            Self::Q8_0 => (32, 34),
            Self::Q2K => (256, 84),
            Self::Q3K | Self::Iq3S => (256, 110),
            Self::Q4K => (256, 144),
            Self::Q5K => (256, 176),
            Self::Q6K => (256, 210),
            Self::Iq1S => (256, 50),
            Self::Iq1M => (256, 56),
            Self::Iq2Xxs => (256, 66),
            Self::Iq2Xs => (256, 74),
            Self::Iq2S => (256, 82),
            Self::Iq3Xxs => (256, 98),
            Self::Iq4Xs => (256, 136),
        }
    }

    /// What so many weights take; rows are whole blocks.
    #[must_use]
    pub const fn bytes(self, weights: u64) -> Bytes {
        let (count, bytes) = self.layout();
        Bytes(weights.div_ceil(count).saturating_mul(bytes))
    }

    /// The type that stands in where rows are no multiple of a block: one of blocks of 32, or FP16.
    #[must_use]
    pub const fn fitting(self, columns: u64) -> Self {
        if columns.is_multiple_of(self.layout().0) {
            return self;
        }
        let smaller = match self {
            Self::Q2K | Self::Q3K => Self::Q4_0,
            Self::Q4K => Self::Q5_0,
            Self::Q5K => Self::Q5_1,
            Self::Q6K => Self::Q8_0,
            Self::Iq1S | Self::Iq1M | Self::Iq2Xxs | Self::Iq2Xs | Self::Iq2S | Self::Iq3Xxs | Self::Iq3S | Self::Iq4Xs => {
                Self::Iq4Nl
            }
            other => other,
        };
        if columns.is_multiple_of(smaller.layout().0) { smaller } else { Self::F16 }
    }
}
