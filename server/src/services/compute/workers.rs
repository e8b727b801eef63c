//! The lanes of this machine, and what everything usually costs in them.

use std::sync::atomic::{AtomicU64, Ordering};
use std::thread::available_parallelism;
use std::time::Duration;

use super::effort::Kind;
use super::lane::{Lane, Rules};
use super::meter::Meter;
use crate::config::{DEFAULT_COMPUTE_PER_SECOND, DEFAULT_SEARCH_PER_SECOND, Limits};
use crate::limits::{LONGEST_WAIT, LONGEST_WAIT_FOR_SEARCH};
use crate::prices::Prices;

/// Estimates that may wait for each core: a burst of thousands of clients is worked off within the longest wait.
const ESTIMATES_WAITING_PER_CORE: usize = 8192;
/// Pages that may wait for each core.
const PAGES_WAITING_PER_CORE: usize = 256;
/// Searches that may wait for each place.
pub(super) const SEARCHES_WAITING_PER_PLACE: usize = 64;
/// Searches of one client that may wait for each of its places.
pub(super) const OWN_SEARCHES_WAITING_PER_PLACE: usize = 4;

/// Places to compute, and what every client has had of them.
#[derive(Debug)]
pub struct Workers {
    estimates: Lane,
    pages: Lane,
    pub(super) searches: Lane,
    pub(super) compute: Meter,
    pub(super) search: Meter,
    usual: [Usual; 4],
    /// The prices that whatever is computed goes by.
    pub prices: Prices,
}

/// What one of a kind usually costs: a mean in which the last counts an eighth.
#[derive(Debug)]
pub struct Usual(AtomicU64);

impl Usual {
    fn new(first: Duration) -> Self {
        Self(AtomicU64::new(nanoseconds(first)))
    }

    /// The mean.
    pub fn cost(&self) -> Duration {
        Duration::from_nanos(self.0.load(Ordering::Relaxed))
    }

    /// Takes one into the mean.
    pub fn learn(&self, cost: Duration) {
        let mean = self.0.load(Ordering::Relaxed);
        // One that is lost to another thread is no loss to a mean.
        self.0.store(mean - mean / 8 + nanoseconds(cost) / 8, Ordering::Relaxed);
    }
}

fn nanoseconds(time: Duration) -> u64 {
    u64::try_from(time.as_nanos()).unwrap_or(u64::MAX)
}

impl Workers {
    /// Places by the machine's cores.
    #[must_use]
    pub fn per_core(limits: Limits) -> Self {
        Self::with_cores(cores(), limits)
    }

    pub(super) fn with_cores(cores: usize, limits: Limits) -> Self {
        let searches = searches(cores);
        let own_searches = (searches / 2).max(1);
        let usual = [1, 10, 1000, 1].map(|milliseconds| Usual::new(Duration::from_millis(milliseconds)));
        Self {
            estimates: Lane::new(Rules {
                name: "short",
                places: cores,
                // An estimate is over in a moment, so that the next one does not wait for a place.
                places_per_client: cores,
                waiting: cores * ESTIMATES_WAITING_PER_CORE,
                waiting_per_client: cores * ESTIMATES_WAITING_PER_CORE / 2,
                longest_wait: LONGEST_WAIT,
            }),
            pages: Lane::new(Rules {
                name: "pages",
                places: cores + 1,
                places_per_client: cores,
                waiting: cores * PAGES_WAITING_PER_CORE,
                waiting_per_client: cores * PAGES_WAITING_PER_CORE / 4,
                longest_wait: LONGEST_WAIT,
            }),
            searches: Lane::new(Rules {
                name: "searches",
                places: searches,
                places_per_client: own_searches,
                waiting: searches * SEARCHES_WAITING_PER_PLACE,
                waiting_per_client: own_searches * OWN_SEARCHES_WAITING_PER_PLACE,
                longest_wait: LONGEST_WAIT_FOR_SEARCH,
            }),
            compute: Meter::new("compute", limits.compute_per_second, DEFAULT_COMPUTE_PER_SECOND),
            search: Meter::new("search", limits.search_per_second, DEFAULT_SEARCH_PER_SECOND),
            usual,
            prices: Prices::default(),
        }
    }

    /// How many searches may run at once.
    #[must_use]
    pub fn searches_at_once() -> usize {
        searches(cores())
    }

    /// Requests that wait in all queues.
    #[must_use]
    pub fn waiting(&self) -> usize {
        [&self.estimates, &self.pages, &self.searches].iter().map(|lane| lane.waiting()).sum()
    }

    /// Forgets clients that owe nothing.
    pub fn sweep(&self) {
        self.compute.sweep();
        self.search.sweep();
    }

    /// Where something is computed.
    pub(super) fn lane(&self, kind: Kind) -> &Lane {
        match kind {
            Kind::Estimate => &self.estimates,
            Kind::Page => &self.pages,
            Kind::Search | Kind::Scenarios(_) => &self.searches,
        }
    }

    /// What counts it.
    pub(super) fn meter(&self, kind: Kind) -> &Meter {
        match kind {
            Kind::Estimate | Kind::Page => &self.compute,
            Kind::Search | Kind::Scenarios(_) => &self.search,
        }
    }

    /// What one of its kind usually costs.
    pub(super) fn usual(&self, kind: Kind) -> &Usual {
        &self.usual[kind.index()]
    }
}

fn cores() -> usize {
    available_parallelism().map_or(1, std::num::NonZero::get)
}

/// One core is left for everything else.
fn searches(cores: usize) -> usize {
    (cores - 1).max(1)
}
