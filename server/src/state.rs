//! What handlers share; cheap to clone.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::cache::Tagged;
use crate::config::{Config, Limits};
use crate::layers::bodies::Room;
use crate::layers::quota::Quotas;
use crate::services::compute::Workers;
use crate::store::Store;

/// What handlers share.
#[derive(Debug, Clone)]
pub struct AppState {
    /// The plans.
    pub store: Store,
    /// The threads that run the engine.
    pub workers: Workers,
    /// What each client may still ask for.
    pub quotas: Quotas,
    /// Whether a proxy's word about the client counts.
    pub trust_proxy: bool,
    /// Room for bodies on their way in.
    pub bodies: Room,
    /// Set once the process has been told to stop.
    stopping: Arc<AtomicBool>,
    /// The reference of the API, as it is served.
    pub openapi: Tagged,
    /// The same as a tree, for the pages that are drawn from it.
    pub document: Arc<serde_json::Value>,
}

impl AppState {
    /// The state of a server with these settings.
    #[must_use]
    pub fn new(store: Store, config: &Config) -> Self {
        Self::with_limits(store, config.limits, config.trust_proxy)
    }

    /// The state of a server with these limits.
    #[must_use]
    pub fn with_limits(store: Store, limits: Limits, trust_proxy: bool) -> Self {
        Self {
            store,
            workers: Workers::per_core(),
            quotas: Quotas::new(limits),
            trust_proxy,
            bodies: Room::default(),
            stopping: Arc::default(),
            openapi: crate::openapi::served(),
            document: crate::openapi::shared(),
        }
    }

    /// Says that the process is about to stop: readiness is over, what has begun is finished.
    pub fn stop(&self) {
        self.stopping.store(true, Ordering::Relaxed);
    }

    /// Whether the process is about to stop.
    #[must_use]
    pub fn is_stopping(&self) -> bool {
        self.stopping.load(Ordering::Relaxed)
    }
}
