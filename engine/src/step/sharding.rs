//! What each device keeps of weights, gradients and states when several share them, or the host holds them.
//!
//! Rajbhandari et al. 2020 (ZeRO), section 3: stage 1 divides the states, stage 2 the gradients as well, stage 3 the
//! weights as well, which are then fetched layer by layer.

use super::play::Spread;
use crate::graph::Graph;
use crate::training::{Offload, Sharding, Training};

/// Elements of the bucket in which gradients travel under ZeRO (DeepSpeed `reduce_bucket_size`).
const ZERO_BUCKET_ELEMENTS: u64 = 500_000_000;

/// What one device keeps.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Kept {
    /// Share of the weights that is resident, as a divisor; none where they live on the host.
    pub parameter_shards: Option<u64>,
    /// Share of the states, as a divisor; none where they live on the host.
    pub state_shards: Option<u64>,
    /// How the play spreads weights and gradients.
    pub spread: Spread,
    /// Gradients lie in communication buckets once more.
    pub bucket_bytes: u64,
}

/// What one of `gpus` devices keeps under these settings.
#[must_use]
pub fn kept(graph: &Graph, training: &Training, gradient_bytes: u64, gpus: u64) -> Kept {
    let gpus = gpus.max(1);
    let (parameters, gradients, states) = match training.sharding {
        Sharding::None | Sharding::Ddp => (1, 1, 1),
        Sharding::Zero1 => (1, 1, gpus),
        Sharding::Zero2 => (1, gpus, gpus),
        Sharding::Zero3 => (gpus, gpus, gpus),
    };
    let trainable = graph.trainable_parameters().max(1);
    let element = gradient_bytes.div_ceil(trainable);
    let bucket_bytes = match training.sharding {
        Sharding::None | Sharding::Zero3 => 0,
        _ if gpus == 1 => 0,
        // Distributed data parallel copies every gradient into its buckets (`gradient_as_bucket_view=False`).
        Sharding::Ddp | Sharding::Zero1 => gradient_bytes,
        Sharding::Zero2 => gradient_bytes.min(ZERO_BUCKET_ELEMENTS * element),
    };
    let on_host = training.offload == Offload::All;
    Kept {
        parameter_shards: (!on_host).then_some(parameters),
        state_shards: (training.offload == Offload::None).then_some(states),
        spread: Spread { gathered: on_host || parameters > 1, gradient_shards: gradients },
        bucket_bytes,
    }
}
