//! Where the engine runs, on whose account, and what happens when more is asked of it than the machine can do.
//!
//! Three lanes, so that none starves another. Estimates take about a millisecond and run right where the request is, as handing
//! them to another thread would cost more than they do. Pages, stored plans and saves take some tens and run on threads of their
//! own, one more than the machine has cores. Searches through the whole catalog and batches take up to seconds; they have one
//! core less than there are, on threads that give way to all others. The runtime has twice as many threads as cores
//! (`serve::runtime`), so that plans and health are answered while all lanes are busy.
//!
//! In each lane a client has its share of places, and of those who wait whoever has had the least goes first ([`lane`]).
//! What a client computes is metered in processor time ([`meter`]), searches and all else apart: whoever searches more than its
//! share is told to come back later, and its pages are drawn all the same.

mod cpu;
mod lane;
mod meter;

use std::net::IpAddr;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread::available_parallelism;
use std::time::Duration;

use api::v1::Scenario;
use tokio::sync::oneshot;

use crate::config::{DEFAULT_COMPUTE_PER_SECOND, DEFAULT_SEARCH_PER_SECOND, Limits};
use crate::limits::{LONGEST_WAIT, LONGEST_WAIT_FOR_SEARCH, RETURN};
use crate::load::writes::Buckets;
use crate::metrics;
use crate::problem::ApiError;
use crate::request::account::Account;
use cpu::Stopwatch;
use lane::{Full, Lane, Patience, Place, Rules};
use meter::{Held, Meter};

/// Estimates that may wait for each core: a burst of thousands of clients is worked off within the longest wait.
const ESTIMATES_WAITING_PER_CORE: usize = 8192;
/// Pages that may wait for each core.
const PAGES_WAITING_PER_CORE: usize = 256;
/// Searches that may wait for each place.
const SEARCHES_WAITING_PER_PLACE: usize = 64;
/// Searches of one client that may wait for each of its places.
const OWN_SEARCHES_WAITING_PER_PLACE: usize = 4;
/// What every request costs beside what it computes: reading and checking it.
const LEAST_COST: Duration = Duration::from_micros(100);

/// Places to compute, and what every client has had of them.
#[derive(Debug)]
pub struct Workers {
    estimates: Lane,
    pages: Lane,
    searches: Lane,
    compute: Meter,
    search: Meter,
    usual: [Usual; 4],
}

/// Tells a long computation that nobody waits for its answer any more.
#[derive(Debug, Clone, Default)]
pub struct Cancelled(Arc<AtomicBool>);

impl Cancelled {
    /// Whether to stop.
    #[must_use]
    pub fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Sets the flag when the request is dropped, be it by a client that left or by the time limit.
struct CancelOnDrop(Cancelled);

impl Drop for CancelOnDrop {
    fn drop(&mut self) {
        self.0.0.store(true, Ordering::Relaxed);
    }
}

/// How long an answer may take, as far as what is asked tells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Effort {
    /// Some tens of milliseconds.
    Page,
    /// Up to seconds.
    Search,
}

impl Effort {
    /// Where no card is named, the whole catalog is searched for one.
    #[must_use]
    pub const fn of(scenario: &Scenario) -> Self {
        if scenario.hardware.gpu.is_some() { Self::Page } else { Self::Search }
    }
}

/// What is computed, as far as it decides where and on which account.
#[derive(Debug, Clone, Copy)]
enum Kind {
    Estimate,
    Page,
    Search,
    /// So many scenarios of a batch that was admitted as a whole.
    Scenarios(u32),
}

impl Kind {
    const fn index(self) -> usize {
        match self {
            Self::Estimate => 0,
            Self::Page => 1,
            Self::Search => 2,
            Self::Scenarios(_) => 3,
        }
    }
}

/// What one of a kind usually costs: a mean in which the last counts an eighth.
#[derive(Debug)]
struct Usual(AtomicU64);

impl Usual {
    fn new(first: Duration) -> Self {
        Self(AtomicU64::new(nanoseconds(first)))
    }

    fn cost(&self) -> Duration {
        Duration::from_nanos(self.0.load(Ordering::Relaxed))
    }

    fn learn(&self, cost: Duration) {
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

    fn with_cores(cores: usize, limits: Limits) -> Self {
        let searches = searches(cores);
        let own_searches = (searches / 2).max(1);
        let usual = [1, 10, 1000, 1].map(|milliseconds| Usual::new(Duration::from_millis(milliseconds)));
        Self {
            estimates: Lane::new(Rules {
                name: "short",
                places: cores,
                // One is over in a moment, so that who comes next waits for no place.
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

    fn lane(&self, kind: Kind) -> &Lane {
        match kind {
            Kind::Estimate => &self.estimates,
            Kind::Page => &self.pages,
            Kind::Search | Kind::Scenarios(_) => &self.searches,
        }
    }

    fn meter(&self, kind: Kind) -> &Meter {
        match kind {
            Kind::Estimate | Kind::Page => &self.compute,
            Kind::Search | Kind::Scenarios(_) => &self.search,
        }
    }

    fn usual(&self, kind: Kind) -> &Usual {
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

/// A client's share of the machine: whoever has it may compute, on that client's account.
#[derive(Debug, Clone)]
pub struct Share {
    client: IpAddr,
    workers: Arc<Workers>,
    account: Option<Account>,
    writes: Option<Arc<Buckets>>,
}

impl Share {
    /// The share of a client; what is left of it is noted in the request's account.
    #[must_use]
    pub const fn new(client: IpAddr, workers: Arc<Workers>, account: Option<Account>) -> Self {
        Self { client, workers, account, writes: None }
    }

    /// The same for whoever may also store something, within these limits.
    #[must_use]
    pub fn writing(self, writes: Option<Arc<Buckets>>) -> Self {
        Self { writes, ..self }
    }

    /// Counts what a plan takes on the disk, beyond what every write may.
    ///
    /// # Errors
    /// [`ApiError::TooManyRequests`] where the client has stored too much of late.
    pub fn weigh(&self, bytes: usize) -> Result<(), ApiError> {
        self.writes.as_ref().map_or(Ok(()), |writes| writes.weigh(self.client, bytes))
    }

    /// Fails where the client owes more than its share, and counts what a request costs in any case.
    ///
    /// # Errors
    /// [`ApiError::TooManyRequests`].
    pub fn check(&self) -> Result<(), ApiError> {
        let meter = &self.workers.compute;
        let admitted = self.admit(meter, Duration::ZERO).map(drop);
        if admitted.is_ok() {
            meter.charge(self.client, LEAST_COST);
        }
        self.note(meter);
        admitted
    }

    /// Computes what takes about a millisecond, on the request's own thread.
    ///
    /// # Errors
    /// [`ApiError::Overloaded`] where too many wait, [`ApiError::TooManyRequests`] where too many of the client's own do or its
    /// share is used up, [`ApiError::Internal`] where the computation panicked.
    pub async fn brief<T>(&self, compute: impl FnOnce() -> T) -> Result<T, ApiError> {
        let running = self.turn(Kind::Estimate, Patience::Limited).await?.begin();
        // What the closure owned is gone with it; what it shares is behind locks of its own.
        let result = catch_unwind(AssertUnwindSafe(compute));
        drop(running);
        result.map_err(|_| {
            tracing::error!("a computation panicked");
            ApiError::Internal
        })
    }

    /// Computes a page, or what takes as long, on a thread of its own.
    ///
    /// # Errors
    /// As [`Share::brief`].
    pub async fn run<T: Send + 'static>(&self, compute: impl FnOnce(&Cancelled) -> T + Send + 'static) -> Result<T, ApiError> {
        self.run_as(Effort::Page, compute).await
    }

    /// Computes what takes as long as the effort says, on a thread of its own.
    ///
    /// # Errors
    /// As [`Share::brief`].
    pub async fn run_as<T: Send + 'static>(
        &self,
        effort: Effort,
        compute: impl FnOnce(&Cancelled) -> T + Send + 'static,
    ) -> Result<T, ApiError> {
        let kind = match effort {
            Effort::Page => Kind::Page,
            Effort::Search => Kind::Search,
        };
        self.turn(kind, Patience::Limited).await?.apart(compute).await
    }

    /// Admits a batch of so many scenarios; what is expected of it counts until what this returns is dropped.
    ///
    /// # Errors
    /// [`ApiError::TooManyRequests`] where the client's share does not suffice yet.
    pub fn batch(&self, scenarios: usize) -> Result<Batched, ApiError> {
        let scenarios = u32::try_from(scenarios).unwrap_or(u32::MAX);
        let kind = Kind::Scenarios(scenarios);
        let meter = self.workers.meter(kind);
        let held = self.admit(meter, self.workers.usual(kind).cost().saturating_mul(scenarios));
        self.note(meter);
        Ok(Batched { share: self.clone(), _held: Arc::new(held?) })
    }

    /// Admits something and waits for its turn.
    async fn turn(&self, kind: Kind, patience: Patience) -> Result<Turn, ApiError> {
        let (lane, meter) = (self.workers.lane(kind), self.workers.meter(kind));
        // A batch that was admitted is not stopped by what it has cost so far.
        let held = match kind {
            Kind::Scenarios(_) => None,
            _ => Some(self.admit(meter, self.workers.usual(kind).cost()).inspect_err(|_| self.note(meter))?),
        };
        let since = held.as_ref().map_or_else(|| meter.stands_at(self.client), |held| held.since);
        let place = lane.enter(self.client, since, patience).await.map_err(|full| match full {
            Full::OfAll => {
                metrics::shed(lane.name());
                ApiError::Overloaded
            }
            Full::OfClient => {
                metrics::rate_limited(lane.name());
                ApiError::TooManyRequests { wait: RETURN }
            }
        })?;
        Ok(Turn { share: self.clone(), kind, _place: place, held })
    }

    fn admit(&self, meter: &Meter, expected: Duration) -> Result<Held, ApiError> {
        meter.admit(self.client, expected).map_err(|wait| {
            metrics::rate_limited(meter.name());
            ApiError::TooManyRequests { wait }
        })
    }

    fn note(&self, meter: &Meter) {
        if let (Some(account), Some(left)) = (&self.account, meter.left(self.client)) {
            account.note(left);
        }
    }
}

/// A batch that was admitted.
#[derive(Debug, Clone)]
pub struct Batched {
    share: Share,
    _held: Arc<Held>,
}

impl Batched {
    /// Computes the first scenarios, so many of them; a server that is overloaded can still say so.
    ///
    /// # Errors
    /// As [`Share::brief`].
    pub async fn begin<T: Send + 'static>(
        &self,
        scenarios: usize,
        compute: impl FnOnce(&Cancelled) -> T + Send + 'static,
    ) -> Result<T, ApiError> {
        self.some(scenarios, Patience::Limited, compute).await
    }

    /// Computes some more of an answer that has begun: they are never turned away.
    ///
    /// # Errors
    /// [`ApiError::Internal`] where the computation panicked.
    pub async fn go_on<T: Send + 'static>(
        &self,
        scenarios: usize,
        compute: impl FnOnce(&Cancelled) -> T + Send + 'static,
    ) -> Result<T, ApiError> {
        self.some(scenarios, Patience::Endless, compute).await
    }

    async fn some<T: Send + 'static>(
        &self,
        scenarios: usize,
        patience: Patience,
        compute: impl FnOnce(&Cancelled) -> T + Send + 'static,
    ) -> Result<T, ApiError> {
        let kind = Kind::Scenarios(u32::try_from(scenarios).unwrap_or(u32::MAX));
        self.share.turn(kind, patience).await?.apart(compute).await
    }
}

/// A place, and what is expected of it on its client's account.
#[derive(Debug)]
struct Turn {
    share: Share,
    kind: Kind,
    _place: Place,
    held: Option<Held>,
}

/// A computation under way; what it has cost is charged when this is dropped, on the thread that computed.
struct Running {
    turn: Turn,
    watch: Stopwatch,
}

impl Turn {
    fn begin(self) -> Running {
        Running { turn: self, watch: Stopwatch::start() }
    }

    /// Computes on another thread. The place goes along: an abandoned run still occupies its core until it ends.
    async fn apart<T: Send + 'static>(self, compute: impl FnOnce(&Cancelled) -> T + Send + 'static) -> Result<T, ApiError> {
        let cancelled = Cancelled::default();
        let _guard = CancelOnDrop(cancelled.clone());
        let span = tracing::Span::current();
        let (sender, receiver) = oneshot::channel();
        let is_page = matches!(self.kind, Kind::Page);
        let compute = move || {
            let running = self.begin();
            let _entered = span.entered();
            let result = compute(&cancelled);
            drop(running);
            // Whoever asked may have left.
            let _ = sender.send(result);
        };
        if is_page {
            tokio::task::spawn_blocking(compute);
        } else {
            cpu::in_background(compute).map_err(|error| {
                tracing::error!(%error, "there is no thread for a search");
                ApiError::Overloaded
            })?;
        }
        // A computation that panicked, which the log has, sends nothing.
        receiver.await.map_err(|_| ApiError::Internal)
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let cost = self.watch.elapsed();
        let Turn { share, kind, held, .. } = &mut self.turn;
        let (workers, meter) = (&share.workers, share.workers.meter(*kind));
        meter.charge(share.client, cost);
        *held = None;
        workers.usual(*kind).learn(if let Kind::Scenarios(count) = *kind { cost / count.max(1) } else { cost });
        metrics::computed(workers.lane(*kind).name(), cost);
        share.note(meter);
    }
}

#[cfg(test)]
mod tests {
    use std::net::Ipv4Addr;
    use std::num::NonZeroU32;
    use std::time::Instant;

    use super::*;

    const UNLIMITED: Limits = Limits { writes_per_minute: None, compute_per_second: None, search_per_second: None };

    fn workers(cores: usize, limits: Limits) -> Arc<Workers> {
        Arc::new(Workers::with_cores(cores, limits))
    }

    fn share(workers: &Arc<Workers>, number: u8) -> Share {
        Share::new(Ipv4Addr::new(192, 0, 2, number).into(), Arc::clone(workers), None)
    }

    fn spin(time: Duration) {
        let watch = Stopwatch::start();
        while watch.elapsed() < time {
            std::hint::spin_loop();
        }
    }

    /// Searches of so many clients that end when the sender is dropped.
    async fn flood(workers: &Arc<Workers>, clients: u8) -> std::sync::mpsc::Sender<()> {
        let (release, held) = std::sync::mpsc::channel::<()>();
        let held = Arc::new(std::sync::Mutex::new(held));
        for number in 100..100 + clients {
            let (share, held) = (share(workers, number), Arc::clone(&held));
            tokio::spawn(async move {
                let wait = move |_: &_| drop(held.lock().map(|held| held.recv()));
                share.run_as(Effort::Search, wait).await
            });
        }
        let begin = Instant::now();
        while workers.searches.waiting() < SEARCHES_WAITING_PER_PLACE.min(usize::from(clients) - 1) {
            assert!(begin.elapsed() < Duration::from_secs(30), "searches wait in a lane of their own");
            tokio::task::yield_now().await;
        }
        release
    }

    #[tokio::test]
    async fn no_search_fills_the_lane_of_pages() {
        let workers = workers(2, UNLIMITED);
        let release = flood(&workers, 100).await;
        for number in 0..50 {
            assert_eq!(share(&workers, number).run(move |_| number).await.unwrap(), number);
            assert!(share(&workers, number).brief(|| ()).await.is_ok());
        }
        drop(release);
    }

    #[tokio::test]
    async fn whoever_fills_the_queue_is_told_so_and_others_find_room() {
        let workers = workers(2, UNLIMITED);
        let release = flood(&workers, 10).await;
        let greedy: Vec<_> = (0..OWN_SEARCHES_WAITING_PER_PLACE * 2)
            .map(|_| {
                let share = share(&workers, 1);
                tokio::spawn(async move { share.run_as(Effort::Search, |_| ()).await })
            })
            .collect();
        tokio::time::sleep(Duration::from_millis(50)).await;
        let refused = greedy.iter().filter(|task| task.is_finished()).count();
        assert!(refused >= OWN_SEARCHES_WAITING_PER_PLACE, "{refused}");
        drop(release);
        let mut own = 0;
        for task in greedy {
            own += usize::from(matches!(task.await.unwrap(), Err(ApiError::TooManyRequests { .. })));
        }
        assert!(own >= OWN_SEARCHES_WAITING_PER_PLACE, "{own}");
    }

    #[tokio::test]
    async fn processor_time_is_charged_and_requests_are_not() {
        // A hundredth of a core: a tenth of a second at once.
        let limit = NonZeroU32::new(10);
        let workers = workers(2, Limits { search_per_second: limit, compute_per_second: limit, ..UNLIMITED });
        let (cheap, dear) = (share(&workers, 1), share(&workers, 2));
        for _ in 0..50 {
            cheap.run(|_| ()).await.unwrap();
        }
        dear.run(|_| spin(Duration::from_millis(150))).await.unwrap();
        assert!(matches!(dear.run(|_| ()).await, Err(ApiError::TooManyRequests { .. })));
        assert!(matches!(dear.check(), Err(ApiError::TooManyRequests { wait }) if wait > Duration::from_secs(2)));
        assert!(cheap.run(|_| ()).await.is_ok() && cheap.check().is_ok());
        // Searches are counted apart, and waiting is not counted at all.
        dear.run_as(Effort::Search, |_| std::thread::sleep(Duration::from_millis(200))).await.unwrap();
        dear.run_as(Effort::Search, |_| spin(Duration::from_millis(150))).await.unwrap();
        assert!(matches!(dear.run_as(Effort::Search, |_| ()).await, Err(ApiError::TooManyRequests { .. })));
    }

    #[tokio::test]
    async fn ten_searches_at_once_are_not_all_let_in() {
        let limits = Limits { search_per_second: NonZeroU32::new(DEFAULT_SEARCH_PER_SECOND), ..UNLIMITED };
        let workers = workers(16, limits);
        let begin = Instant::now();
        let all: Vec<_> = (0..10)
            .map(|_| {
                let share = share(&workers, 1);
                tokio::spawn(async move { share.run_as(Effort::Search, |_| spin(Duration::from_millis(50))).await })
            })
            .collect();
        let mut done = 0;
        for task in all {
            match task.await.unwrap() {
                Ok(()) => done += 1,
                Err(error) => assert!(matches!(error, ApiError::TooManyRequests { .. }), "{error:?}"),
            }
        }
        assert!((1..10).contains(&done), "{done}");
        assert!(begin.elapsed() < LONGEST_WAIT_FOR_SEARCH);
    }

    #[tokio::test]
    async fn a_panic_is_an_answer_and_frees_its_place() {
        let workers = workers(1, UNLIMITED);
        let share = share(&workers, 1);
        for _ in 0..3 {
            assert!(matches!(share.brief(|| panic!("a bug")).await, Err::<(), _>(ApiError::Internal)));
            assert!(matches!(share.run(|_| panic!("a bug")).await, Err::<(), _>(ApiError::Internal)));
            assert!(matches!(share.run_as(Effort::Search, |_| panic!("a bug")).await, Err::<(), _>(ApiError::Internal)));
        }
        assert!(share.brief(|| ()).await.is_ok() && share.run(|_| ()).await.is_ok());
        assert_eq!(workers.waiting(), 0);
    }
}
