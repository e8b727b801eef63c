//! Graphs that plans of one workload share, with everything that was found of them.
//!
//! Plans that differ in optimizer, offload, sharding, loader or memory share their graph and its play: weights, states and
//! gradients only shift what is alive, and the update is a handful of kernels of its own.

use std::collections::BTreeMap;

use super::built::{Built, Shape};
use crate::architecture::Architecture;
use crate::device::roofline::training_gpus;
use crate::graph::Graph;
use crate::host;
use crate::inputs::Scenario;
use crate::models;
use crate::training::{
    ActivationCheckpointing, Attention, Data, LinearAttentionKernels, Loader, LossLogits, MemoryFormat, Method, Offload,
    Optimizer, OptimizerImplementation, Precision, Sharding, Training,
};

/// What searches for one workload share, whatever the machine: neither a graph nor its kernels depend on it.
#[derive(Debug, Default)]
pub(crate) struct Shelf {
    /// What the graphs were built for, settings of a search aside.
    base: Option<(Architecture, Data, Training)>,
    built: Vec<Built>,
    /// Where the graphs of a batch stand: every plan asks for one of some hundred.
    by_batch: BTreeMap<u64, Vec<usize>>,
    clock: u64,
}

impl Shelf {
    /// Clears the shelf where it holds graphs of another workload.
    pub(super) fn prepare(&mut self, scenario: &Scenario) {
        let base = (scenario.model.clone(), scenario.data.clone(), without_searched(&scenario.training));
        if self.base.as_ref() != Some(&base) {
            self.built.clear();
            self.by_batch.clear();
            self.base = Some(base);
        }
    }
}

/// The settings that a search leaves alone and that a graph may depend on.
fn without_searched(training: &Training) -> Training {
    Training {
        method: Method::Full,
        precision: Precision::Fp32,
        optimizer: Optimizer::Adamw,
        optimizer_implementation: OptimizerImplementation::Foreach,
        activation_checkpointing: ActivationCheckpointing::None,
        attention: Attention::Sdpa,
        linear_attention: LinearAttentionKernels::Torch,
        loss_logits: LossLogits::Upcast,
        memory_format: MemoryFormat::Contiguous,
        micro_batch_size: 1,
        gradient_accumulation_steps: 1,
        sharding: Sharding::None,
        offload: Offload::None,
        loader: Loader { ..host::loader::PYTORCH_DEFAULT },
        epochs: 1,
        ..training.clone()
    }
}

/// Operators of graphs that are kept whole, over all of them: some 500 bytes each with their values. Of the others their
/// weights stay.
const WHOLE_OPERATORS: usize = 16_384;
/// Kernels that are kept over all graphs: some 80 bytes each.
const MOST_KERNELS: usize = 400_000;

impl Shelf {
    /// The graph of a plan, with what is known of it.
    pub(super) fn built(&mut self, scenario: &Scenario) -> &mut Built {
        let Scenario { hardware, model, training, data, .. } = scenario;
        let (batch, gpus) = (training.micro_batch_size, training_gpus(hardware, training));
        let computed_in = training.computing_dtype(gpus);
        self.clock += 1;
        let of_batch = self.by_batch.get(&batch).map(Vec::as_slice).unwrap_or_default();
        let place = of_batch.iter().copied().find(|place| self.built[*place].shape.matches(training, computed_in));
        let place = place.unwrap_or_else(|| {
            let spare = self.spare();
            let graph = models::build_in(spare, model, training, data, batch, gpus);
            let shape = Shape::of(training, gpus);
            self.built.push(Built::new(shape, batch, graph));
            self.by_batch.entry(batch).or_default().push(self.built.len() - 1);
            self.built.len() - 1
        });
        let built = &mut self.built[place];
        built.used = self.clock;
        built
    }

    /// The memory of the graph that was not used for longest, where as many are whole as may be.
    fn spare(&mut self) -> Graph {
        let operators: usize = self.built.iter().map(|built| built.graph.ops.len()).sum();
        if operators < WHOLE_OPERATORS {
            return self.built.last().map(|built| built.graph.sized_alike()).unwrap_or_default();
        }
        self.forget_kernels();
        let whole = self.built.iter_mut().filter(|built| !built.graph.ops.is_empty());
        whole.min_by_key(|built| built.used).map(|built| built.graph.stripped()).unwrap_or_default()
    }

    /// Lets go of all kernels where they are too many; they are worked out again.
    fn forget_kernels(&mut self) {
        if self.built.iter().map(Built::kernels).sum::<usize>() > MOST_KERNELS {
            self.built.iter_mut().for_each(Built::forget_kernels);
        }
    }
}
