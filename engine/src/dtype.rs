//! Types of tensor elements, by what they cost.

/// Type of an element.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Dtype {
    /// 4 bytes.
    F32,
    /// 2 bytes, IEEE half.
    F16,
    /// 2 bytes, bfloat16.
    Bf16,
    /// 1 byte: masks and packed weights.
    U8,
    /// 8 bytes: indices.
    I64,
}

impl Dtype {
    /// Bytes of one element.
    #[must_use]
    pub const fn bytes(self) -> u64 {
        match self {
            Self::F32 => 4,
            Self::F16 | Self::Bf16 => 2,
            Self::U8 => 1,
            Self::I64 => 8,
        }
    }

    /// Whether it is one of the 16-bit floating types.
    #[must_use]
    pub const fn is_half(self) -> bool {
        matches!(self, Self::F16 | Self::Bf16)
    }

    /// What two operands promote to, as far as floats go.
    #[must_use]
    pub const fn promoted(self, other: Self) -> Self {
        match (self, other) {
            (Self::F32, _) | (_, Self::F32) => Self::F32,
            (Self::U8, other) => other,
            _ => self,
        }
    }
}
