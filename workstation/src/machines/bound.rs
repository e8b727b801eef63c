//! The shortest run that a card could reach with any settings: what need not be planned because it could never win.

use engine::hardware::{Cpu, Storage};
use engine::host::feed::Feed;
use engine::units::Bytes;

use super::candidate::Candidate;
use super::shortest::Shortest;
use super::workload::Workload;

/// What a run takes at the least: its first epoch and each later one, in seconds.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Pace {
    /// The first epoch.
    pub first: f64,
    /// A later one.
    pub later: f64,
}

impl Pace {
    /// The whole run.
    fn run(self, epochs: f64) -> f64 {
        self.first + self.later * (epochs - 1.0).max(0.0)
    }
}

/// Rounding of sums in another order: a bound must not be above what it bounds by that.
const ROUNDING: f64 = 1.0 - 1e-9;

/// A set of equal cards beside a processor, whatever its memory and drives.
#[derive(Debug)]
pub struct Place {
    feed: Feed,
    samples: f64,
    epochs: f64,
}

impl Place {
    /// Such cards beside a processor.
    pub fn new(work: &Workload, candidate: &Candidate, cpu: &Cpu) -> Self {
        let Shortest { planned, open, epochs, samples, .. } = &work.shortest;
        let mut planned = planned.clone();
        planned.hardware.gpu = candidate.entry.spec;
        planned.hardware.gpu_count = candidate.count;
        planned.hardware.nodes = work.order.nodes;
        planned.hardware.cpu = *cpu;
        Self { feed: Feed::of(&planned, open), samples: *samples, epochs: *epochs }
    }

    /// The run with such memory and drives at the least, where the cards alone keep this pace.
    pub fn run(&self, ram: Bytes, storage: &Storage, pace: Pace) -> f64 {
        let (first, later) = self.feed.least(ram, storage);
        let fed = Pace { first: first.get() * self.samples, later: later.get() * self.samples };
        Pace { first: pace.first.max(fed.first), later: pace.later.max(fed.later) }.run(self.epochs) * ROUNDING
    }

    /// Whether drives serve a whole epoch in so many seconds, nothing of it cached: faster ones are of no use then.
    pub fn is_served(&self, storage: &Storage, epoch: f64) -> bool {
        self.served_within(storage) <= epoch * ROUNDING
    }

    /// What drives need for a whole epoch of which nothing is cached, in seconds.
    pub fn served_within(&self, storage: &Storage) -> f64 {
        self.feed.served_within(storage).get() * self.samples
    }

    /// Memory that any plan needs, and what leaves it a reserve.
    pub fn least_ram(&self) -> (Bytes, Bytes) {
        self.feed.least_ram()
    }
}
