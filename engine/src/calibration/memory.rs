//! The factor on memory: from a measured peak, and on a played step.

use super::factor::{rounded, within};
use crate::device::memory::{Beyond, CONTEXT, CONTEXT_HIGH, CONTEXT_LOW, DeviceMemory, of_live};
use crate::inputs::Scenario;
use crate::measured::{MEMORY_FACTORS, MemoryFactor, PeakOf, PeakRefusal, RefusedPeak};
use crate::sizing::card::available;
use crate::sizing::played::record_step;
use crate::step::Step;
use crate::step::measured::peak;
use crate::units::{Bytes, MIB};

/// Peaks that are nearer than an allocator's smallest growth of a large segment are the same.
const SAME: u64 = 2 * MIB;
/// Share of what is left of a card from which on it counts as full.
const FULL: f64 = 0.97;
/// A card without an end, on which the allocator gives nothing back.
const ENDLESS: Bytes = Bytes(1 << 62);
/// Halvings of the interval of factors: past the six digits that are kept.
const HALVINGS: u32 = 40;

/// The factor with which the estimate of a decided scenario meets a measured peak.
pub(super) fn factor(scenario: &Scenario, measured: Bytes, of: PeakOf) -> Result<f64, RefusedPeak> {
    let (step, recording) = record_step(scenario);
    let run = Run { scenario, step: &step, beyond: Beyond::of(&recording, &scenario.hardware.gpu), of };
    let estimated = run.at(1.0);
    let refused = |reason| Err(RefusedPeak { measured, estimated, reason });
    let capacity = scenario.hardware.gpu.memory;
    if measured > capacity {
        return refused(PeakRefusal::BeyondCard { capacity });
    }
    if of != PeakOf::Allocated && measured.as_f64() >= available(scenario).as_f64() * FULL {
        return refused(PeakRefusal::FillsCard);
    }
    if measured.0.abs_diff(estimated.0) <= SAME {
        return Ok(1.0);
    }
    let exact = run.at(0.0);
    let found = if measured > exact { run.meeting(measured) } else { None };
    if let Some(factor) = found.filter(|factor| within(*factor, MEMORY_FACTORS)) {
        return Ok(factor);
    }
    // The context differs by driver and kernels, and is no less uncertain than the rest of a small run.
    let (low, high) = (estimated.saturating_sub(CONTEXT - CONTEXT_LOW), estimated + (CONTEXT_HIGH - CONTEXT));
    if of == PeakOf::Device && (low..=high).contains(&measured) {
        return refused(PeakRefusal::TooSmall);
    }
    refused(if measured > exact { PeakRefusal::Factor } else { PeakRefusal::BelowExact { exact } })
}

/// A run that a peak was measured on.
struct Run<'a> {
    scenario: &'a Scenario,
    step: &'a Step,
    beyond: Option<Beyond>,
    of: PeakOf,
}

impl Run<'_> {
    /// The measured figure as it is estimated with a factor, on a card without an end.
    fn at(&self, factor: f64) -> Bytes {
        let mut scenario = self.scenario.clone();
        scenario.measured.memory = Some(MemoryFactor { factor, of: self.of });
        let live = peak(self.step, factor).1.total();
        let DeviceMemory { torch_allocated, reserved, device, .. } = of_live(live, self.beyond, &scenario, ENDLESS);
        match self.of {
            PeakOf::Device => device,
            PeakOf::Reserved => reserved,
            PeakOf::Allocated => torch_allocated,
        }
    }

    /// The smallest factor that reaches the peak, which grows with it; none where none does within a little beyond the bounds.
    fn meeting(&self, measured: Bytes) -> Option<f64> {
        let (mut low, mut high) = (0.0, MEMORY_FACTORS.1 * 2.0);
        if self.at(high) < measured {
            return None;
        }
        for _ in 0..HALVINGS {
            let middle = low + (high - low) * 0.5;
            if self.at(middle) < measured { low = middle } else { high = middle }
        }
        Some(rounded(high))
    }
}
