//! What a client may compute, as handlers ask for it.

use std::net::IpAddr;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Duration;

use workstation::price_list;

use super::effort::{Effort, Kind};
use super::lane::Patience;
use super::meter::Held;
use super::tab::Tab;
use super::turn::{Cancelled, Turn};
use super::workers::Workers;
use crate::load::writes::Buckets;
use crate::problem::ApiError;
use crate::request::account::Account;

/// What every request costs beside what it computes: reading and checking it.
const LEAST_COST: Duration = Duration::from_micros(100);

/// A client's share of the machine, which lets a handler compute on that client's account.
#[derive(Debug, Clone)]
pub struct Share {
    tab: Tab,
    writes: Option<Arc<Buckets>>,
}

impl Share {
    /// The share of a client; what is left of it is noted in the request's account.
    #[must_use]
    pub const fn new(client: IpAddr, workers: Arc<Workers>, account: Option<Account>) -> Self {
        Self { tab: Tab { client, workers, account }, writes: None }
    }

    /// The share with limits on what the client may store.
    #[must_use]
    pub fn writing(self, writes: Option<Arc<Buckets>>) -> Self {
        Self { writes, ..self }
    }

    /// Counts what a plan takes on the disk, beyond what every write may.
    ///
    /// # Errors
    /// [`ApiError::TooManyRequests`] where the client has stored too much recently.
    pub fn weigh(&self, bytes: usize) -> Result<(), ApiError> {
        self.writes.as_ref().map_or(Ok(()), |writes| writes.weigh(self.tab.client, bytes))
    }

    /// Fails where the client owes more than its share, and counts what a request costs in any case.
    ///
    /// # Errors
    /// [`ApiError::TooManyRequests`].
    pub fn check(&self) -> Result<(), ApiError> {
        let meter = &self.tab.workers.compute;
        let admitted = self.tab.admit(meter, Duration::ZERO).map(drop);
        if admitted.is_ok() {
            meter.charge(self.tab.client, LEAST_COST);
        }
        self.tab.note(meter);
        admitted
    }

    /// Computes what takes about a millisecond, on the request's own thread.
    ///
    /// # Errors
    /// [`ApiError::Overloaded`] where too many wait, [`ApiError::TooManyRequests`] where too many of the client's own do or its
    /// share is used up, [`ApiError::Internal`] where the computation panicked.
    pub async fn brief<T>(&self, compute: impl FnOnce() -> T) -> Result<T, ApiError> {
        let running = Turn::wait(&self.tab, Kind::Estimate, Patience::Limited).await?.begin();
        // What the closure owned is gone with it; what it shares is behind locks of its own.
        let prices = self.tab.workers.prices.in_force();
        let result = catch_unwind(AssertUnwindSafe(|| price_list::under(prices, compute)));
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
        Turn::wait(&self.tab, effort.into(), Patience::Limited).await?.apart(compute).await
    }

    /// Admits a batch of this many scenarios; what is expected of it counts until what this returns is dropped.
    ///
    /// # Errors
    /// [`ApiError::TooManyRequests`] where the client's share does not suffice yet.
    pub fn batch(&self, scenarios: usize) -> Result<Batched, ApiError> {
        let scenarios = u32::try_from(scenarios).unwrap_or(u32::MAX);
        let kind = Kind::Scenarios(scenarios);
        let meter = self.tab.workers.meter(kind);
        let held = self.tab.admit(meter, self.tab.workers.usual(kind).cost().saturating_mul(scenarios));
        self.tab.note(meter);
        Ok(Batched { tab: self.tab.clone(), _held: Arc::new(held?) })
    }
}

/// A batch that was admitted.
#[derive(Debug, Clone)]
pub struct Batched {
    tab: Tab,
    _held: Arc<Held>,
}

impl Batched {
    /// Computes the first scenarios of the batch; a server that is overloaded can still say so.
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

    /// Computes some more of an answer that has begun: it is never shed.
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
        Turn::wait(&self.tab, kind, patience).await?.apart(compute).await
    }
}

#[cfg(test)]
mod tests {
    use std::net::Ipv4Addr;
    use std::num::NonZeroU32;
    use std::time::Instant;

    use super::*;
    use crate::config::{DEFAULT_SEARCH_PER_SECOND, Limits};
    use crate::limits::LONGEST_WAIT_FOR_SEARCH;
    use crate::services::compute::cpu::Stopwatch;
    use crate::services::compute::workers::{OWN_SEARCHES_WAITING_PER_PLACE, SEARCHES_WAITING_PER_PLACE};

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

    /// Searches of this many clients that end when the sender is dropped.
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
