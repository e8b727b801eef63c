//! What the kernels of a step add up to on a card: comparing hosts looks at each kernel once.

use super::kernels::{Card, PhaseSum, PhaseTime};
use super::profile::bound;
use super::rates::main_arithmetic;
use super::{Profile, rate, traffic, training_gpus};
use crate::course::Phase;
use crate::estimate::StepTime;
use crate::hardware::{Gpu, Hardware};
use crate::training::{Offload, Training};
use crate::units::{Flops, Seconds};
use crate::work::StepWork;

/// What a step's kernels add up to on a card, whatever machine is around it.
#[derive(Debug, Clone, Copy, Default)]
pub struct Sums {
    /// Forward, backward and the optimizer's step.
    phases: [PhaseSum; 3],
    /// Operations of forward and backward.
    flops: Flops,
    /// Operations of forward and backward by the type that they are done in, in the order of `Arithmetic`.
    flops_in: [f64; 4],
}

impl Sums {
    /// The sums of a step's kernels.
    #[must_use]
    pub fn of(work: &StepWork, gpu: &Gpu, training: &Training) -> Self {
        let card = Card::new(gpu, training);
        let mut sums = Self::default();
        for item in &work.items {
            let phase = match item.phase {
                Phase::Forward => 0,
                Phase::Backward => 1,
                Phase::OptimizerStep => 2,
            };
            sums.phases[phase].add(item, &card);
            if item.phase != Phase::OptimizerStep {
                sums.flops += item.flops * item.repeat as f64;
                sums.flops_in[item.arithmetic as usize] += item.flops.get() * item.repeat as f64;
            }
        }
        sums
    }

    /// The step on a machine with this card; `work` and `training` are those of the sums.
    #[must_use]
    pub fn profile(&self, work: &StepWork, hardware: &Hardware, training: &Training) -> Profile {
        let Self { flops, flops_in, .. } = *self;
        let [forward, backward, optimizer] = self.phases.map(|phase| phase.beside(&hardware.cpu));
        // The host updates offloaded weights; its time is part of the offload.
        let optimizer = if training.offload == Offload::None { optimizer } else { PhaseTime::default() };
        let micro_steps = training.gradient_accumulation_steps.max(1) as f64;
        let communication = traffic::between_gpus(work, hardware, training, forward.total(), backward.total());
        let offload = traffic::to_host(work, hardware, training, forward.total() + backward.total());
        let slowdown = work.slowdown;
        let time = StepTime {
            forward: forward.total() * micro_steps * slowdown,
            backward: backward.total() * micro_steps * slowdown,
            optimizer: optimizer.total() * slowdown,
            communication: communication * slowdown,
            offload: offload * slowdown,
            wait: Seconds::ZERO,
        };
        Profile {
            time,
            bound: bound(&[forward, backward, optimizer], &[micro_steps, micro_steps, 1.0], communication, offload),
            flops_per_micro_step: flops,
            rated: rate(&hardware.gpu, main_arithmetic(flops_in)),
            global_batch: training.micro_batch_size.max(1)
                * training.gradient_accumulation_steps.max(1)
                * training_gpus(hardware, training),
        }
    }
}
