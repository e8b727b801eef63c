//! The optimizer, and what can carry out its step.

use super::Sharding;

/// The optimizer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Optimizer {
    /// `AdamW` with two states in the weights' type.
    Adamw,
    /// `AdamW` with two states in 8 bits (bitsandbytes).
    Adamw8bit,
    /// Adafactor with factored second moments (Hugging Face), no momentum.
    Adafactor,
    /// Lion with its momentum in 32 bits (bitsandbytes).
    Lion,
    /// Lion with its momentum in 8 bits (bitsandbytes).
    Lion8bit,
    /// Muon for the matrices of repeated blocks, with their momentum in the weights' type, and `AdamW` for all other weights (`PyTorch`).
    Muon,
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
            Self::Adamw8bit | Self::Adafactor | Self::Lion | Self::Lion8bit | Self::Muon => false,
        }
    }

    /// Whether `PyTorch` has it, with a foreach and a fused implementation; the others go tensor by tensor, but for `AdamW` beside Muon,
    /// which goes by lists.
    #[must_use]
    pub const fn has_fused_implementation(self) -> bool {
        match self {
            Self::Adamw | Self::Sgd | Self::SgdMomentum => true,
            Self::Adamw8bit | Self::Adafactor | Self::Lion | Self::Lion8bit | Self::Muon => false,
        }
    }

    /// Whether the host can carry out its step, on states that wait in host memory: it has code for Adam and SGD.
    #[must_use]
    pub const fn steps_on_host(self) -> bool {
        match self {
            Self::Adamw | Self::Sgd | Self::SgdMomentum => true,
            Self::Adamw8bit | Self::Adafactor | Self::Lion | Self::Lion8bit | Self::Muon => false,
        }
    }

    /// Whether it is bitsandbytes', which is built for CUDA first and for `PyTorch` alone.
    #[must_use]
    pub const fn needs_bitsandbytes(self) -> bool {
        match self {
            Self::Adamw8bit | Self::Lion | Self::Lion8bit => true,
            Self::Adamw | Self::Adafactor | Self::Muon | Self::Sgd | Self::SgdMomentum => false,
        }
    }

    /// Whether `PyTorch` alone has it, of the frameworks.
    #[must_use]
    pub const fn is_pytorch_only(self) -> bool {
        self.needs_bitsandbytes() || self.needs_matrices()
    }

    /// Whether it updates weights that are divided so: not where it needs whole matrices, and there are none.
    #[must_use]
    pub const fn takes_sharding(self, sharding: Sharding) -> bool {
        !self.needs_matrices() || matches!(sharding, Sharding::None | Sharding::Ddp)
    }

    /// Whether it looks at whole matrices, which are not to be divided, nor joined to one row.
    #[must_use]
    pub const fn needs_matrices(self) -> bool {
        matches!(self, Self::Muon)
    }
}
