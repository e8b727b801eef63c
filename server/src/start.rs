//! The state that a server starts with.
//!
//! It is made here and not beside its type because it holds the reference of the API, which is written from the router, whose
//! handlers know the state.

use crate::config::{Config, Limits};
use crate::openapi;
use crate::state::AppState;
use crate::store::Store;

impl AppState {
    /// The state of a server with these settings.
    #[must_use]
    pub fn new(store: Store, config: &Config) -> Self {
        Self::with_limits(store, config.limits, config.trust_proxy)
    }

    /// The state of a server with these limits.
    #[must_use]
    pub fn with_limits(store: Store, limits: Limits, trust_proxy: bool) -> Self {
        Self::with_reference(store, limits, trust_proxy, openapi::reference())
    }
}
