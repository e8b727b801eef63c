//! The GPUs that a step is shared out to.

use crate::hardware::Hardware;
use crate::training::{Sharding, Training};

/// GPUs that work on one batch: all of them under data parallelism, else one (the others stay idle).
#[must_use]
pub fn training_gpus(hardware: &Hardware, training: &Training) -> u64 {
    match training.sharding {
        Sharding::None => 1,
        Sharding::Ddp | Sharding::Zero1 | Sharding::Zero2 | Sharding::Zero3 => hardware.total_gpus().max(1),
    }
}
