//! What handlers share; cheap to clone.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::cache::pages::KeptPages;
use crate::cache::pictures::KeptPictures;
use crate::config::Limits;
use crate::load::bodies::Room;
use crate::load::concurrency::ClientLimit;
use crate::load::writes::Quotas;
use crate::openapi::reference::Reference;
use crate::services::compute::Workers;
use crate::store::Store;

/// What handlers share.
#[derive(Debug, Clone)]
pub struct AppState {
    /// The plans.
    pub store: Store,
    /// Where the engine runs, and what each client has had of it.
    pub workers: Arc<Workers>,
    /// How many plans each client may still write.
    pub quotas: Quotas,
    /// Whether a proxy's word about the client counts.
    pub trust_proxy: bool,
    /// Who occupies connections; behind a proxy, whose requests are under way.
    pub client_limit: ClientLimit,
    /// Pages of stored plans.
    pub pages: KeptPages,
    /// Pictures of stored plans.
    pub pictures: KeptPictures,
    /// Room for bodies on their way in.
    pub bodies: Room,
    /// Set once the process has been told to stop.
    stopping: Arc<AtomicBool>,
    /// The reference of the API.
    pub reference: Arc<Reference>,
}

impl AppState {
    /// The state of a server with these limits and this reference.
    #[must_use]
    pub(crate) fn with_reference(store: Store, limits: Limits, trust_proxy: bool, reference: Arc<Reference>) -> Self {
        Self {
            store,
            workers: Arc::new(Workers::per_core(limits)),
            quotas: Quotas::new(limits),
            trust_proxy,
            client_limit: ClientLimit::new(None, usize::MAX),
            pages: KeptPages::default(),
            pictures: KeptPictures::default(),
            bodies: Room::default(),
            stopping: Arc::default(),
            reference,
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
