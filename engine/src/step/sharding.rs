//! What each device keeps of weights, gradients and states when several share them, or the host holds them.
//!
//! Rajbhandari et al. 2020 (`ZeRO`), section 3: stage 1 divides the states, stage 2 the gradients as well, stage 3 the
//! weights as well, which are then fetched layer by layer.
//! How much a stage takes beyond its shares follows from the library: [`ddp`], [`fsdp2`] and [`deepspeed`] each say what
//! stays throughout the step; `play::fsdp2` and `play::deepspeed` say what comes and goes in it.

pub mod ddp;
pub mod deepspeed;
pub mod fsdp2;
mod kept;

pub use kept::Kept;

use super::optimizer::{self, Temporaries};
use super::runs::{Lifetimes, Run, overlapping, runs};
use crate::graph::{Graph, Param};
use crate::training::{Implementation, Training};
use deepspeed::Deepspeed;
use fsdp2::Fsdp2;

/// How a step is shared out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Spread {
    /// Everything is here.
    Whole,
    /// Everything is here, and the gradients once more in buckets.
    Ddp,
    /// By `fully_shard`.
    Fsdp2(Fsdp2),
    /// By `DeepSpeed`'s `ZeRO`, divided or on the host.
    Deepspeed(Deepspeed),
}

impl Spread {
    /// How these settings share a step out among `gpus`.
    #[must_use]
    pub fn of(training: &Training, gpus: u64) -> Self {
        match training.library_for(gpus) {
            None => Self::Whole,
            Some(Implementation::Ddp) => Self::Ddp,
            Some(Implementation::Fsdp2) => Self::Fsdp2(Fsdp2::of(training, gpus)),
            Some(Implementation::Deepspeed) => Self::Deepspeed(Deepspeed::of(training, gpus)),
        }
    }

    /// How the tensors that come and go in the step are shared out: buckets of replicas stay, so that they do not count.
    #[must_use]
    pub const fn in_play(self) -> Self {
        match self {
            Self::Ddp => Self::Whole,
            other => other,
        }
    }
}

/// What the tensors of [`Kept`] add up to.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Amounts {
    /// Weights.
    pub weights: u64,
    /// States.
    pub states: u64,
    /// Gradients before the step, and buckets.
    pub gradients: u64,
    /// The most that the optimizer's step allocates for itself.
    pub temporary: u64,
}

impl Kept {
    /// What one device keeps.
    #[must_use]
    pub fn of(graph: &Graph, training: &Training, spread: Spread) -> Self {
        match spread {
            Spread::Whole => Self::whole(&graph.params, training),
            Spread::Ddp => Self { buckets: ddp::buckets(graph), ..Self::whole(&graph.params, training) },
            Spread::Fsdp2(fsdp2) => {
                let shards: Vec<Param> = graph.params.iter().map(|param| fsdp2.shard(param)).collect();
                Self::whole(&shards, training)
            }
            Spread::Deepspeed(deepspeed) => deepspeed.kept(graph, training),
        }
    }

    /// What a device keeps that holds these weights alone, whole or its shards of them.
    fn whole(params: &[Param], training: &Training) -> Self {
        let gradient = |param: &Param| if param.trainable { [param.stored_bytes(), 0, 0, 0] } else { [0; 4] };
        let state = |param: &Param| if param.trainable { optimizer::state_tensors(param, training) } else { [0; 4] };
        let trainable = params.iter().filter(|param| param.trainable);
        let (temporaries, lifetimes) = match optimizer::temporaries_of(trainable, training) {
            Temporaries::AllWeights => (runs(params, gradient), Lifetimes::Together),
            Temporaries::WeightByWeight => (runs(params, gradient), Lifetimes::InTurn),
            Temporaries::Denominators => (runs(params, gradient), Lifetimes::Overlapping),
            Temporaries::Bytes(bytes) => (vec![Run { bytes: vec![bytes], copies: 1 }], Lifetimes::Together),
        };
        Self {
            weights: runs(params, |param| [param.stored_bytes(), 0, 0, 0]),
            states: runs(params, state),
            gradients: if training.gradient_accumulation_steps > 1 { runs(params, gradient) } else { Vec::new() },
            buckets: Vec::new(),
            temporaries,
            lifetimes,
        }
    }

    fn amounts(&self) -> Amounts {
        let all = |runs: &[Run]| runs.iter().map(|run| run.bytes.iter().sum::<u64>() * run.copies).sum::<u64>();
        Amounts {
            weights: all(&self.weights),
            states: all(&self.states),
            gradients: all(&self.gradients) + self.buckets.iter().sum::<u64>(),
            temporary: match self.lifetimes {
                Lifetimes::Together => all(&self.temporaries),
                Lifetimes::InTurn => self.temporaries.iter().flat_map(|run| run.bytes.iter().copied()).max().unwrap_or(0),
                Lifetimes::Overlapping => overlapping(&self.temporaries),
            },
        }
    }
}

impl Amounts {
    /// What the tensors that one device keeps add up to.
    #[must_use]
    pub fn of(graph: &Graph, training: &Training, spread: Spread) -> Self {
        match spread {
            Spread::Whole | Spread::Ddp => {
                let accumulating = training.gradient_accumulation_steps > 1;
                let buckets = if spread == Spread::Ddp { ddp::buckets(graph).iter().sum() } else { 0 };
                Self {
                    weights: graph.params.iter().map(|param| param.stored_bytes() * param.copies).sum(),
                    states: optimizer::state_bytes(graph, training),
                    gradients: buckets + if accumulating { optimizer::gradient_bytes(graph) } else { 0 },
                    temporary: optimizer::temporary_bytes(graph, training).0,
                }
            }
            Spread::Fsdp2(_) | Spread::Deepspeed(_) => Kept::of(graph, training, spread).amounts(),
        }
    }
}
