//! The optimizer, and what can carry out its step.

/// The optimizer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Optimizer {
    /// `AdamW` with two states in the weights' type.
    Adamw,
    /// `AdamW` with two states in 8 bits (bitsandbytes).
    Adamw8bit,
    /// Adafactor with factored second moments (Hugging Face), no momentum.
    Adafactor,
    /// Stochastic gradient descent without state.
    Sgd,
    /// Stochastic gradient descent with momentum.
    SgdMomentum,
}

impl Optimizer {
    /// Whether it updates tensors that are spread over processes (`DTensor`), as all of `torch.optim`'s here do.
    #[must_use]
    pub const fn takes_distributed_tensors(self) -> bool {
        match self {
            Self::Adamw | Self::Sgd | Self::SgdMomentum => true,
            Self::Adamw8bit | Self::Adafactor => false,
        }
    }

    /// Whether `PyTorch` has it, with a foreach and a fused implementation; the others go tensor by tensor.
    #[must_use]
    pub const fn has_fused_implementation(self) -> bool {
        match self {
            Self::Adamw | Self::Sgd | Self::SgdMomentum => true,
            Self::Adamw8bit | Self::Adafactor => false,
        }
    }

    /// Whether the host can carry out its step, on states that wait in host memory: it has code for Adam and SGD.
    #[must_use]
    pub const fn steps_on_host(self) -> bool {
        match self {
            Self::Adamw | Self::Sgd | Self::SgdMomentum => true,
            Self::Adamw8bit | Self::Adafactor => false,
        }
    }

    /// Whether it is bitsandbytes', which is built for CUDA first and for `PyTorch` alone.
    #[must_use]
    pub const fn needs_bitsandbytes(self) -> bool {
        match self {
            Self::Adamw8bit => true,
            Self::Adamw | Self::Adafactor | Self::Sgd | Self::SgdMomentum => false,
        }
    }
}
