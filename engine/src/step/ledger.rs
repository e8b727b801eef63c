//! The ledger of live bytes: what is alive, by part, and the most that ever was.

use crate::course::{Layer, Moment, Phase};
use crate::estimate::VramParts;
use crate::units::Bytes;

/// Part of the sum that a tensor belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// Weights and buffers.
    Parameters,
    /// Gradients of weights.
    Gradients,
    /// States of the optimizer.
    OptimizerState,
    /// Kept for backward.
    Activations,
    /// Anything else.
    Temporary,
    /// The batch.
    Inputs,
}

/// Signed live bytes by part; signed because the change over a block may go either way.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Live {
    parts: [i64; 6],
    /// Their sum, which is asked for at every operator.
    total: i64,
}

impl Live {
    /// Adds bytes to a part; negative to free.
    pub const fn add(&mut self, part: Part, bytes: i64) {
        self.parts[part as usize] += bytes;
        self.total += bytes;
    }

    /// All parts together.
    #[must_use]
    pub const fn total(&self) -> i64 {
        self.total
    }

    /// This plus `times` the change from `from` to `to`.
    #[must_use]
    pub fn extrapolated(&self, from: &Self, to: &Self, times: i64) -> Self {
        let mut out = *self;
        for (i, slot) in out.parts.iter_mut().enumerate() {
            *slot += (to.parts[i] - from.parts[i]) * times;
        }
        out.total += (to.total - from.total) * times;
        out
    }

    /// As exact byte counts.
    ///
    /// Between repeated blocks a tensor may be counted as kept where only the last of its kind is; what one part is then
    /// short of, the other has too much of, so that the sum stays.
    #[must_use]
    pub fn parts(&self) -> VramParts {
        let mut live = self.parts;
        let (kept, passing) = (Part::Activations as usize, Part::Temporary as usize);
        for (short, long) in [(passing, kept), (kept, passing)] {
            if live[short] < 0 {
                live[long] += live[short];
                live[short] = 0;
            }
        }
        let [parameters, gradients, optimizer_state, activations, temporary, inputs] =
            live.map(|bytes| Bytes(bytes.max(0).cast_unsigned()));
        VramParts { parameters, gradients, optimizer_state, activations, temporary, inputs }
    }
}

/// The most that was alive at once, and when.
#[derive(Debug, Clone, Copy)]
pub struct Peak {
    /// What was alive.
    pub live: Live,
    /// Its sum.
    pub total: i64,
    /// When.
    pub moment: Moment,
}

impl Peak {
    /// Nothing yet.
    #[must_use]
    pub fn none() -> Self {
        let moment = Moment { phase: Phase::Forward, operator: "", layer: Layer::Stem };
        Self { live: Live::default(), total: i64::MIN, moment }
    }

    /// Takes note of a state.
    pub fn offer(&mut self, live: &Live, extra_temporary: i64, phase: Phase, operator: &'static str, layer: Layer) {
        let total = live.total() + extra_temporary;
        if total > self.total {
            self.live = *live;
            self.live.add(Part::Temporary, extra_temporary);
            self.total = total;
            self.moment = Moment { phase, operator, layer };
        }
    }

    /// The larger of the two; the earlier one on a tie.
    #[must_use]
    pub const fn or(self, later: Self) -> Self {
        if later.total > self.total { later } else { self }
    }

    /// This peak `times` blocks later, where each block changes what is alive from `from` to `to`.
    #[must_use]
    pub fn shifted(&self, from: &Live, to: &Live, times: i64, layer: Layer) -> Self {
        let live = self.live.extrapolated(from, to, times);
        Self { live, total: live.total(), moment: Moment { layer, ..self.moment } }
    }
}

impl Live {
    /// The state `step` of `steps` on the way to `last`.
    #[must_use]
    pub fn between(&self, last: &Self, step: i64, steps: i64) -> Self {
        let mut out = *self;
        for (slot, end) in out.parts.iter_mut().zip(last.parts) {
            *slot += share(end - *slot, step, steps);
        }
        out.total = out.parts.iter().sum();
        out
    }
}

/// `step` of `steps` parts of a difference.
fn share(difference: i64, step: i64, steps: i64) -> i64 {
    match difference.checked_mul(step) {
        Some(product) => product / steps,
        // The product of a difference and a count may need more than 64 bits where the share of it does not.
        None => i64::try_from(i128::from(difference) * i128::from(step) / i128::from(steps)).unwrap_or(i64::MAX),
    }
}
