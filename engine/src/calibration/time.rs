//! Factors on times, from a measured rate.
//!
//! A step takes what the slowest of accelerators and data path takes (their sum where the training process loads by
//! itself). Which of the two a measured rate speaks of follows from how busy the GPUs were, else from what the estimate
//! is bound by; whatever else could not have carried the rate is raised to it.

use super::factor::{positive_rest, rounded, within};
use crate::device::roofline::profile;
use crate::estimate::StageKind;
use crate::host::processes::processes;
use crate::inputs::Scenario;
use crate::measured::{BUSY, COMPUTE_FACTORS, Measured, PATH_FACTORS, RefusedRate};
use crate::sizing::evaluate::work_of;
use crate::sizing::time::path_and_speed;
use crate::units::{SamplesPerSecond, Seconds};

/// Least and most that a GPU is believed to be busy where nothing hides the data path.
const BUSY_SERIAL: (f64, f64) = (0.01, 0.99);

/// What a measured rate says.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(super) struct Factors {
    compute: Option<f64>,
    storage: Option<f64>,
    preprocess: Option<f64>,
    collate: Option<f64>,
    pcie: Option<f64>,
}

impl Factors {
    pub(super) const fn write(self, measured: &mut Measured) {
        let Self { compute, storage, preprocess, collate, pcie } = self;
        measured.compute = compute;
        measured.storage = storage;
        measured.preprocess = preprocess;
        measured.collate = collate;
        measured.pcie = pcie;
    }

    fn set(&mut self, stage: StageKind, factor: f64) {
        let factor = Some(rounded(factor));
        match stage {
            StageKind::Storage => self.storage = factor,
            StageKind::Preprocess => self.preprocess = factor,
            StageKind::Collate => self.collate = factor,
            StageKind::Pcie => self.pcie = factor,
            StageKind::Compute => self.compute = factor,
        }
    }

    fn are_sane(&self) -> bool {
        let Self { compute, storage, preprocess, collate, pcie } = *self;
        compute.is_none_or(|factor| within(factor, COMPUTE_FACTORS))
            && [storage, preprocess, collate, pcie].into_iter().flatten().all(|factor| within(factor, PATH_FACTORS))
    }
}

/// The factors with which the estimate of a decided scenario meets a measured rate.
pub(super) fn factors(
    scenario: &Scenario,
    measured: SamplesPerSecond,
    gpu_utilization: Option<f64>,
) -> Result<Factors, RefusedRate> {
    let mut scenario = scenario.clone();
    // What a new measurement says replaces what an older one did.
    Factors::default().write(&mut scenario.measured);
    let work = work_of(&scenario);
    let (path, speed) = path_and_speed(&scenario, &work);
    let refused = RefusedRate { measured, estimated: speed.rate };
    let profile = profile(&work, &scenario.hardware, &scenario.training);
    let batch = profile.global_batch as f64;
    // Paging is a matter of RAM, and stays what it is.
    let step = positive_rest(batch / measured.get() - speed.paging.get()).ok_or(refused)?;
    let nodes = processes(&scenario).nodes as f64;
    let stages = path.stages.iter().filter(|stage| stage.kind != StageKind::Compute);
    let run = Run {
        compute: profile.step(),
        stages: stages.map(|stage| (stage.kind, Seconds::new(batch / (stage.rate.get() * nodes)))).collect(),
    };
    let factors = if scenario.training.loader.num_workers == 0 {
        run.serial(step, gpu_utilization)
    } else {
        Some(run.overlapped(step, gpu_utilization))
    };
    factors.filter(Factors::are_sane).ok_or(refused)
}

/// Times of one optimizer step's samples, as they are estimated.
struct Run {
    compute: Seconds,
    stages: Vec<(StageKind, Seconds)>,
}

impl Run {
    fn data(&self) -> Seconds {
        self.stages.iter().map(|(_, time)| *time).fold(Seconds::ZERO, Seconds::max)
    }

    /// Workers prepare batches while the GPUs compute: the slower sets the step.
    fn overlapped(&self, step: Seconds, gpu_utilization: Option<f64>) -> Factors {
        let waits = gpu_utilization.map_or(self.data() > self.compute, |busy| busy < BUSY);
        let mut factors = Factors::default();
        if waits {
            self.narrow(step, &mut factors);
        }
        if !waits || self.compute > step {
            factors.set(StageKind::Compute, step.get() / self.compute.get());
        }
        self.raise(step, &mut factors);
        factors
    }

    /// The training process loads by itself: the step is the sum.
    fn serial(&self, step: Seconds, gpu_utilization: Option<f64>) -> Option<Factors> {
        let (compute, data) = (self.compute.get(), self.data().get());
        // None where the GPUs are as quick as estimated, and the rest is the data path's.
        let computing = match gpu_utilization {
            Some(busy) => Some(step.get() * busy.clamp(BUSY_SERIAL.0, BUSY_SERIAL.1)),
            None if data > compute && step.get() > compute => None,
            None if data <= compute && step.get() > data => Some(step.get() - data),
            None => Some(step.get() * (compute / (compute + data))),
        };
        let data = positive_rest(step.get() - computing.unwrap_or(compute))?;
        let mut factors = Factors::default();
        if let Some(computing) = computing {
            factors.set(StageKind::Compute, computing / compute);
        }
        self.narrow(data, &mut factors);
        self.raise(data, &mut factors);
        Some(factors)
    }

    /// The narrowest stage takes this time.
    fn narrow(&self, time: Seconds, factors: &mut Factors) {
        let slowest = self.stages.iter().fold(None, |slowest: Option<&(StageKind, Seconds)>, stage| match slowest {
            Some(best) if best.1 >= stage.1 => Some(best),
            _ => Some(stage),
        });
        if let Some((stage, estimated)) = slowest {
            factors.set(*stage, time.get() / estimated.get());
        }
    }

    /// Every stage that would need longer is as quick as what was measured.
    fn raise(&self, time: Seconds, factors: &mut Factors) {
        for (stage, estimated) in &self.stages {
            if *estimated > time {
                factors.set(*stage, time.get() / estimated.get());
            }
        }
    }
}
