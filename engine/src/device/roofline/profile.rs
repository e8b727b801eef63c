//! A step's time and what it is spent on.

use super::kernels::PhaseTime;
use crate::estimate::{Bound, StepTime};
use crate::units::{Flops, FlopsPerSecond, SamplesPerSecond, Seconds};

/// The shortest step that is believed: keeps rates finite for a scenario without work.
const SHORTEST_STEP: Seconds = Seconds::new(1e-5);

/// A step's time and what it is spent on.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Profile {
    /// Time by part; nothing waits for data yet.
    pub time: StepTime,
    /// What limits the GPUs, data path aside.
    pub bound: Bound,
    /// Arithmetic of one micro-step on one GPU, recomputation included.
    pub flops_per_micro_step: Flops,
    /// The rated dense rate of the arithmetic that most of the work runs in.
    pub rated: FlopsPerSecond,
    /// Samples per optimizer step over all GPUs that train.
    pub global_batch: u64,
}

impl Profile {
    /// One optimizer step when no GPU ever waits for data.
    #[must_use]
    pub fn step(&self) -> Seconds {
        let StepTime { forward, backward, optimizer, communication, offload, wait: _ } = self.time;
        (forward + backward + optimizer + communication + offload).max(SHORTEST_STEP)
    }

    /// Samples per second of all GPUs when none ever waits for data.
    #[must_use]
    pub fn compute_rate(&self) -> SamplesPerSecond {
        SamplesPerSecond::new(self.global_batch as f64 / self.step().get())
    }
}

/// The largest consumer of a step's time.
pub(super) fn bound(phases: &[PhaseTime; 3], times: &[f64; 3], communication: Seconds, offload: Seconds) -> Bound {
    let (mut arithmetic, mut memory, mut launch) = (Seconds::ZERO, Seconds::ZERO, Seconds::ZERO);
    for (phase, times) in phases.iter().zip(times) {
        if phase.launch > phase.arithmetic + phase.memory {
            launch += phase.launch * *times;
        } else {
            arithmetic += phase.arithmetic * *times;
            memory += phase.memory * *times;
        }
    }
    let candidates = [
        (Bound::Compute, arithmetic),
        (Bound::MemoryBandwidth, memory),
        (Bound::Launch, launch),
        (Bound::Interconnect, communication),
        (Bound::Offload, offload),
    ];
    candidates.into_iter().fold((Bound::Compute, Seconds::ZERO), |best, next| if next.1 > best.1 { next } else { best }).0
}
