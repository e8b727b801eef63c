//! Runs the engine beside the threads that serve connections, one run per core.
//!
//! The engine only computes: on a connection's thread a long recommendation would hold up everybody else, and more runs than
//! cores at once would only make all of them late.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::available_parallelism;

use tokio::sync::Semaphore;

use crate::problem::ApiError;

/// Permits to compute, one per core.
#[derive(Debug, Clone)]
pub struct Workers(Arc<Semaphore>);

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

impl Workers {
    /// As many at once as the machine has cores.
    #[must_use]
    pub fn per_core() -> Self {
        Self(Arc::new(Semaphore::new(available_parallelism().map_or(1, std::num::NonZero::get))))
    }

    /// Computes when a core is free.
    ///
    /// # Errors
    /// [`ApiError::Internal`] where the computation panicked.
    pub async fn run<T: Send + 'static>(&self, compute: impl FnOnce(&Cancelled) -> T + Send + 'static) -> Result<T, ApiError> {
        let permit = Arc::clone(&self.0).acquire_owned().await.map_err(|error| ApiError::internal(&error))?;
        let cancelled = Cancelled::default();
        let _guard = CancelOnDrop(cancelled.clone());
        let task = tokio::task::spawn_blocking(move || {
            // The permit moves in here: an abandoned run still occupies its core until it ends.
            let _permit = permit;
            compute(&cancelled)
        });
        task.await.map_err(|error| ApiError::internal(&error))
    }
}
