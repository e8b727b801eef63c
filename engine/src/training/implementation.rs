//! Which library spreads a run over its GPUs and onto the host, and what its mixed precision means.
//!
//! A stage of `ZeRO` takes different memory in different libraries: each has buffers, copies and a mixed precision of its own.

use super::{Offload, Optimizer, OptimizerImplementation, Precision, Sharding, Training};
use crate::dtype::Dtype;
use std::borrow::Cow;

/// A library that shares a run out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Implementation {
    /// `torch.nn.parallel.DistributedDataParallel`.
    Ddp,
    /// `torch.distributed.fsdp.fully_shard`.
    Fsdp2,
    /// `DeepSpeed`'s `ZeRO`.
    Deepspeed,
}

impl Implementation {
    /// The libraries whose memory is modeled for these settings, the usual one first; none where nothing is shared out.
    ///
    /// `fully_shard` hands the optimizer distributed tensors (`DTensor`), which neither bitsandbytes' kernels nor Hugging Face's
    /// Adafactor take ("got mixed `torch.Tensor` and `DTensor`"); `DeepSpeed` gives each of them a flat piece of the weights.
    #[must_use]
    pub const fn suited(sharding: Sharding, offload: Offload, optimizer: Optimizer) -> &'static [Self] {
        match (sharding, offload) {
            (Sharding::Zero2 | Sharding::Zero3, Offload::None) if !optimizer.takes_distributed_tensors() => &[Self::Deepspeed],
            (_, Offload::Optimizer | Offload::All) | (Sharding::Zero1, Offload::None) => &[Self::Deepspeed],
            (Sharding::None, Offload::None) => &[],
            (Sharding::Ddp, Offload::None) => &[Self::Ddp],
            // `reshard_after_forward=False` keeps the weights whole from forward to backward.
            (Sharding::Zero2, Offload::None) => &[Self::Deepspeed, Self::Fsdp2],
            (Sharding::Zero3, Offload::None) => &[Self::Fsdp2, Self::Deepspeed],
        }
    }
}

impl Training {
    /// Whether weights can lie in another order than PyTorch's own: `fully_shard` refuses such ones ("FSDP does not support
    /// non-contiguous parameters yet"), and `DeepSpeed` copies all of them into one row, in whose pieces they are contiguous.
    #[must_use]
    pub const fn takes_channels_last(&self) -> bool {
        matches!(self.sharding, Sharding::None | Sharding::Ddp) && matches!(self.offload, Offload::None)
    }

    /// Whether its weights can be divided so, by its method and by its optimizer.
    #[must_use]
    pub fn takes_sharding(&self, sharding: Sharding) -> bool {
        self.method.takes_sharding(sharding) && self.optimizer.takes_sharding(sharding)
    }

    /// The library that shares this run out: the one that was asked for where it can, else the usual one.
    #[must_use]
    pub fn library(&self) -> Option<Implementation> {
        let suited = Implementation::suited(self.sharding, self.offload, self.optimizer);
        self.implementation.filter(|asked| suited.contains(asked)).or_else(|| suited.first().copied())
    }

    /// The library that shares this run out where `gpus` train together; none for one GPU that keeps everything.
    #[must_use]
    pub fn library_for(&self, gpus: u64) -> Option<Implementation> {
        if gpus < 2 && self.offload == Offload::None { None } else { self.library() }
    }

    /// Whether `DeepSpeed` updates by an `AdamW` of its own: one fused kernel on the card (`FusedAdam`), or a loop of the host
    /// (`DeepSpeedCPUAdam`). Which of `PyTorch`'s implementations was asked for is then without effect.
    #[must_use]
    pub fn has_librarys_adamw(&self, gpus: u64) -> bool {
        self.optimizer == Optimizer::Adamw && self.library_for(gpus) == Some(Implementation::Deepspeed)
    }

    /// The settings as they are carried out: of `PyTorch`'s implementations the plainest stands for the library's own.
    #[must_use]
    pub fn carried_out(&self, gpus: u64) -> Cow<'_, Self> {
        if self.has_librarys_adamw(gpus) && self.optimizer_implementation != OptimizerImplementation::Foreach {
            Cow::Owned(Self { optimizer_implementation: OptimizerImplementation::Foreach, ..self.clone() })
        } else {
            Cow::Borrowed(self)
        }
    }

    /// The type that weights are computed with where the library, not autocast, mixes precisions: `MixedPrecisionPolicy`'s
    /// `param_dtype`, or the 16-bit weights beside `DeepSpeed`'s FP32 masters, which it keeps for a pure 16-bit run as well.
    #[must_use]
    pub fn computing_dtype(&self, gpus: u64) -> Option<Dtype> {
        match (self.library_for(gpus)?, self.precision) {
            (Implementation::Ddp, _) | (_, Precision::Fp32 | Precision::Tf32) | (Implementation::Fsdp2, Precision::Bf16) => None,
            (Implementation::Fsdp2 | Implementation::Deepspeed, Precision::Fp16Amp) => Some(Dtype::F16),
            (Implementation::Fsdp2, Precision::Bf16Amp) | (Implementation::Deepspeed, Precision::Bf16Amp | Precision::Bf16) => {
                Some(Dtype::Bf16)
            }
        }
    }
}
