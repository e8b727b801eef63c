//! Weights, gradients and states divided weight by weight: `torch.distributed.fsdp.fully_shard`.
//!
//! Every repeated block is a group of its own, the rest of the model is the root's group.
//! Each weight is cut along its first dimension into as many pieces as there are GPUs, all as long as the longest
//! (torch/distributed/fsdp/_`fully_shard`/_`fsdp_param.py`, `PyTorch` 2.15).

use crate::dtype::Dtype;
use crate::graph::{Param, rounded};
use crate::training::{Precision, Sharding, Training};

/// How `fully_shard` was called.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fsdp2 {
    /// GPUs that share each weight.
    pub gpus: u64,
    /// `reshard_after_forward` of the blocks: whether their weights are let go between forward and backward.
    pub reshards: bool,
    /// `reduce_dtype`, where the policy has one.
    pub reduced_in: Option<Dtype>,
}

/// What a group's collectives allocate.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Group {
    /// The result of the all-gather, all weights in one.
    pub all_gather: u64,
    /// This rank's pieces in the type that weights are read in, where they are stored in another.
    pub cast: u64,
    /// What the reduce-scatter takes: all gradients in one.
    pub reduce_input: u64,
    /// What it leaves to this rank.
    pub reduce_output: u64,
    /// The gradients of this rank's pieces, where they have another type than they were reduced in.
    pub cast_gradient: Option<u64>,
}

impl Fsdp2 {
    /// `fully_shard` as these settings mean it.
    #[must_use]
    pub const fn of(training: &Training, gpus: u64) -> Self {
        Self {
            gpus,
            reshards: matches!(training.sharding, Sharding::Zero3),
            reduced_in: match training.precision {
                Precision::Fp16Amp | Precision::Bf16Amp => Some(Dtype::F32),
                Precision::Fp32 | Precision::Tf32 | Precision::Bf16 => None,
            },
        }
    }

    /// A rank's piece of a weight, padding included.
    #[must_use]
    pub fn shard(&self, param: &Param) -> Param {
        let leading = param.leading.div_ceil(self.gpus);
        let packed_bytes = param.packed_bytes.map(|bytes| {
            // Scales of quantization are buffers, which are not divided.
            let codes = codes(param, bytes);
            rounded(codes.div_ceil(self.gpus)) + bytes.saturating_sub(rounded(codes))
        });
        if param.matrices == 1 {
            Param { rows: leading, leading, packed_bytes, ..*param }
        } else {
            Param { matrices: param.matrices / param.leading.max(1) * leading, leading, packed_bytes, ..*param }
        }
    }

    /// Bytes of a gathered weight, which is a tensor of its own.
    #[must_use]
    pub fn gathered(&self, param: &Param) -> u64 {
        rounded(self.piece(param) * self.gpus)
    }

    /// Bytes of a rank's piece in the type that the weight is read in.
    fn piece(&self, param: &Param) -> u64 {
        match param.packed_bytes {
            Some(bytes) => codes(param, bytes).div_ceil(self.gpus),
            None => self.shard(param).elements() * param.dtype.bytes(),
        }
    }

    /// What the collectives of a group of weights allocate.
    #[must_use]
    pub fn group<'a>(&self, params: impl Iterator<Item = &'a Param>) -> Group {
        let (mut gathered, mut cast, mut reduced, mut gradient) = (0, 0, 0, 0);
        let mut casts_gradient = false;
        for param in params {
            let piece = self.piece(param);
            gathered += piece;
            if param.stored != param.dtype {
                cast += piece;
            }
            if param.trainable {
                let elements = self.shard(param).elements();
                let reduced_in = self.reduced_in.unwrap_or(param.dtype);
                reduced += elements * reduced_in.bytes();
                gradient += elements * param.stored.bytes();
                casts_gradient |= reduced_in != param.stored;
            }
        }
        Group {
            all_gather: rounded(gathered * self.gpus),
            cast: rounded(cast),
            reduce_input: rounded(reduced * self.gpus),
            reduce_output: rounded(reduced),
            cast_gradient: casts_gradient.then(|| rounded(gradient)),
        }
    }
}

/// Bytes of a packed weight without its scales: a byte or half a byte an element.
const fn codes(param: &Param, bytes: u64) -> u64 {
    let elements = param.elements();
    if bytes >= elements { elements } else { elements.div_ceil(2) }
}
