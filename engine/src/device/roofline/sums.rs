//! What the kernels of a step add up to on a card: comparing hosts looks at each kernel once.

use super::kernels::{Card, PhaseSum};
use super::{Profile, summed};
use crate::estimate::Phase;
use crate::hardware::{Gpu, Hardware};
use crate::training::Training;
use crate::units::Flops;
use crate::work::StepWork;

/// What a step's kernels add up to on a card, whatever machine is around it.
#[derive(Debug, Clone, Copy, Default)]
pub struct Sums {
    /// Forward, backward and the optimizer's step.
    pub(super) phases: [PhaseSum; 3],
    /// Operations of forward and backward.
    pub(super) flops: Flops,
    /// The same by arithmetic.
    pub(super) flops_in: [f64; 4],
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
        summed(self, work, hardware, training)
    }
}
