//! How much one client may ask for: token buckets by address, as arguments of the handlers they guard.
//!
//! A handler that takes [`WriteQuota`] or [`ComputeQuota`] first is not reached, and its body not read, by a client that has used up its share.

use std::net::IpAddr;
use std::num::NonZeroU32;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use governor::clock::{Clock as _, DefaultClock};
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};

use super::client;
use crate::config::Limits;
use crate::problem::ApiError;
use crate::state::AppState;

/// How often buckets that are full again are forgotten.
pub const SWEEP_INTERVAL: Duration = Duration::from_mins(1);

/// The buckets of all clients.
#[derive(Debug, Clone)]
pub struct Quotas {
    writes: Option<Arc<DefaultKeyedRateLimiter<IpAddr>>>,
    compute: Option<Arc<DefaultKeyedRateLimiter<IpAddr>>>,
}

impl Quotas {
    /// Full buckets; a client may use up a minute's writes, or two seconds' computations, at once.
    #[must_use]
    pub fn new(limits: Limits) -> Self {
        let burst = |rate: NonZeroU32| rate.saturating_mul(NonZeroU32::MIN.saturating_add(1));
        Self {
            writes: limits.writes_per_minute.map(|rate| Arc::new(RateLimiter::keyed(Quota::per_minute(rate)))),
            compute: limits
                .compute_per_second
                .map(|rate| Arc::new(RateLimiter::keyed(Quota::per_second(rate).allow_burst(burst(rate))))),
        }
    }

    /// Forgets clients whose buckets are full, so that memory does not grow with the number of addresses ever seen.
    pub fn sweep(&self) {
        for limiter in [&self.writes, &self.compute].into_iter().flatten() {
            limiter.retain_recent();
            limiter.shrink_to_fit();
        }
    }
}

/// Takes one token, or says how long until there is one.
fn take(limiter: Option<&DefaultKeyedRateLimiter<IpAddr>>, client: IpAddr) -> Result<(), ApiError> {
    let Some(limiter) = limiter else { return Ok(()) };
    limiter
        .check_key(&client)
        .map_err(|until| ApiError::TooManyRequests { wait: until.wait_time_from(DefaultClock::default().now()) })
}

/// Permission to save, change or revoke one plan.
#[derive(Debug)]
pub struct WriteQuota;

impl FromRequestParts<AppState> for WriteQuota {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, ApiError> {
        take(state.quotas.writes.as_deref(), client::address(parts, state.trust_proxy)).map(|()| Self)
    }
}

/// Permission to run the engine once.
#[derive(Debug)]
pub struct ComputeQuota;

impl FromRequestParts<AppState> for ComputeQuota {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, ApiError> {
        take(state.quotas.compute.as_deref(), client::address(parts, state.trust_proxy)).map(|()| Self)
    }
}
