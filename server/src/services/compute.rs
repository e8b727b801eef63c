//! Where the engine runs, and what happens when more is asked of it than the machine can do.
//!
//! Two lanes, each with as many places as the machine has cores, so that neither starves the other: short computations (an
//! estimate takes well under a millisecond) run right where the request is, as handing them to another thread would cost
//! more than they do; long ones (recommendations, batches, pages) run on threads of their own.
//! The runtime has twice as many threads as cores (`serve::runtime`), so that plans and health are answered while both
//! lanes are busy. Whoever finds a lane full waits in its queue, and is turned away where that is full too.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread::available_parallelism;
use std::time::{Duration, Instant};

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::layers::metrics;
use crate::problem::ApiError;

/// Short computations that may wait for each core: a burst of thousands of clients is worked off within the longest wait.
const SHORT_WAITING_PER_CORE: usize = 8192;
/// Long computations that may wait for each core.
const LONG_WAITING_PER_CORE: usize = 64;
/// The longest wait for a place: whoever waits longer is better off asking later, or another server.
const LONGEST_WAIT: Duration = Duration::from_secs(5);

/// Places to compute.
#[derive(Debug, Clone)]
pub struct Workers {
    short: Lane,
    long: Lane,
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

/// Places of one kind and the queue in front of them.
#[derive(Debug, Clone)]
struct Lane {
    name: &'static str,
    places: Arc<Semaphore>,
    waiting: Arc<AtomicUsize>,
    most_waiting: usize,
}

/// A place in the queue, given back however the wait ends.
struct Waiting<'a>(&'a AtomicUsize);

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

impl Lane {
    fn new(name: &'static str, places: usize, waiting_per_core: usize) -> Self {
        let most_waiting = places.saturating_mul(waiting_per_core);
        Self { name, places: Arc::new(Semaphore::new(places)), waiting: Arc::default(), most_waiting }
    }

    /// A place, at once or after a wait that has a limit in both length and company.
    async fn enter(&self) -> Result<OwnedSemaphorePermit, ApiError> {
        if let Ok(place) = Arc::clone(&self.places).try_acquire_owned() {
            return Ok(place);
        }
        let ahead = self.waiting.fetch_add(1, Ordering::Relaxed);
        let _waiting = Waiting(&self.waiting);
        if ahead >= self.most_waiting {
            return Err(self.shed());
        }
        match tokio::time::timeout(LONGEST_WAIT, Arc::clone(&self.places).acquire_owned()).await {
            Ok(place) => place.map_err(|error| ApiError::internal(&error)),
            Err(_) => Err(self.shed()),
        }
    }

    /// A place for what has begun and must be finished: it waits for as long as it takes.
    async fn reenter(&self) -> Result<OwnedSemaphorePermit, ApiError> {
        Arc::clone(&self.places).acquire_owned().await.map_err(|error| ApiError::internal(&error))
    }

    fn shed(&self) -> ApiError {
        metrics::shed(self.name);
        ApiError::Overloaded
    }
}

impl Workers {
    /// As many places in each lane as the machine has cores.
    #[must_use]
    pub fn per_core() -> Self {
        Self::with_places(available_parallelism().map_or(1, std::num::NonZero::get))
    }

    fn with_places(places: usize) -> Self {
        Self { short: Lane::new("short", places, SHORT_WAITING_PER_CORE), long: Lane::new("long", places, LONG_WAITING_PER_CORE) }
    }

    /// How many long computations may run at once.
    #[must_use]
    pub fn places() -> usize {
        available_parallelism().map_or(1, std::num::NonZero::get)
    }

    /// Requests that wait in both queues.
    #[must_use]
    pub fn waiting(&self) -> usize {
        [&self.short, &self.long].iter().map(|lane| lane.waiting.load(Ordering::Relaxed)).sum()
    }

    /// Computes what takes about a millisecond, on the request's own thread.
    ///
    /// # Errors
    /// [`ApiError::Overloaded`] where too many wait, [`ApiError::Internal`] where the computation panicked.
    pub async fn brief<T>(&self, compute: impl FnOnce() -> T) -> Result<T, ApiError> {
        let place = self.short.enter().await?;
        let start = Instant::now();
        // What the closure owned is gone with it; what it shares is behind locks of its own.
        let result = catch_unwind(AssertUnwindSafe(compute));
        metrics::computed(self.short.name, start.elapsed());
        drop(place);
        result.map_err(|_| {
            tracing::error!("a computation panicked");
            ApiError::Internal
        })
    }

    /// Computes when a core is free, on a thread of its own.
    ///
    /// # Errors
    /// As [`Workers::brief`].
    pub async fn run<T: Send + 'static>(&self, compute: impl FnOnce(&Cancelled) -> T + Send + 'static) -> Result<T, ApiError> {
        let place = self.long.enter().await?;
        self.apart(place, compute).await
    }

    /// Like [`Workers::run`], for the rest of an answer that has begun: it is never turned away.
    ///
    /// # Errors
    /// [`ApiError::Internal`] where the computation panicked.
    pub async fn go_on<T: Send + 'static>(&self, compute: impl FnOnce(&Cancelled) -> T + Send + 'static) -> Result<T, ApiError> {
        let place = self.long.reenter().await?;
        self.apart(place, compute).await
    }

    async fn apart<T: Send + 'static>(
        &self,
        place: OwnedSemaphorePermit,
        compute: impl FnOnce(&Cancelled) -> T + Send + 'static,
    ) -> Result<T, ApiError> {
        let cancelled = Cancelled::default();
        let _guard = CancelOnDrop(cancelled.clone());
        let (name, span) = (self.long.name, tracing::Span::current());
        let task = tokio::task::spawn_blocking(move || {
            // The place moves in here: an abandoned run still occupies its core until it ends.
            let _place = place;
            let _entered = span.entered();
            let start = Instant::now();
            let result = compute(&cancelled);
            metrics::computed(name, start.elapsed());
            result
        });
        task.await.map_err(|error| ApiError::internal(&error))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn whoever_finds_the_queue_full_is_turned_away_and_the_others_are_served() {
        let workers = Workers::with_places(1);
        let (release, held) = std::sync::mpsc::channel::<()>();
        let busy = tokio::spawn({
            let workers = workers.clone();
            async move { workers.run(move |_| held.recv()).await }
        });
        while workers.long.places.available_permits() > 0 {
            tokio::task::yield_now().await;
        }
        let queue: Vec<_> = (0..LONG_WAITING_PER_CORE)
            .map(|index| {
                let workers = workers.clone();
                tokio::spawn(async move { workers.run(move |_| index).await })
            })
            .collect();
        while workers.waiting() < LONG_WAITING_PER_CORE {
            tokio::task::yield_now().await;
        }
        assert!(matches!(workers.run(|_| ()).await, Err(ApiError::Overloaded)));
        // The short lane knows nothing of it.
        assert!(workers.brief(|| ()).await.is_ok());
        release.send(()).unwrap();
        assert!(busy.await.unwrap().is_ok());
        for (index, task) in queue.into_iter().enumerate() {
            assert_eq!(task.await.unwrap().unwrap(), index);
        }
        assert_eq!(workers.waiting(), 0);
    }

    #[tokio::test(start_paused = true)]
    async fn nobody_waits_for_ever() {
        let workers = Workers::with_places(1);
        let _place = workers.short.enter().await.unwrap();
        assert!(matches!(workers.brief(|| ()).await, Err(ApiError::Overloaded)));
        assert_eq!(workers.waiting(), 0);
    }

    #[tokio::test]
    async fn a_panic_is_an_answer_and_frees_its_place() {
        let workers = Workers::with_places(1);
        assert!(matches!(workers.brief(|| panic!("a bug")).await, Err::<(), _>(ApiError::Internal)));
        assert!(matches!(workers.run(|_| panic!("a bug")).await, Err::<(), _>(ApiError::Internal)));
        assert!(workers.brief(|| ()).await.is_ok() && workers.run(|_| ()).await.is_ok());
    }
}
