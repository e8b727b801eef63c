//! How much one client may ask for, as arguments of the handlers they guard: plans written a minute, and processor time.
//!
//! A handler that takes [`WriteQuota`] or [`ComputeQuota`] first is not reached, and its body not read, by a client that has used up its share.
//! What a handler computes goes through the [`Share`] in them, which counts what it has really cost (`services::compute`).
//! Every answer to a counted request says what is left, in the fields `RateLimit-Policy` and `RateLimit`
//! (draft-ietf-httpapi-ratelimit-headers-10).

use std::net::IpAddr;
use std::num::NonZeroU32;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::extract::{FromRequestParts, Request};
use axum::http::request::Parts;
use axum::http::{Extensions, HeaderMap, HeaderName, HeaderValue};
use governor::clock::{Clock as _, DefaultClock};
use governor::middleware::StateInformationMiddleware;
use governor::state::keyed::DefaultKeyedStateStore;
use governor::{Quota, RateLimiter};

use super::{client, metrics};
use crate::config::Limits;
use crate::problem::{ApiError, whole_seconds};
use crate::services::compute::{Left, Share};
use crate::state::AppState;

/// How often clients that owe nothing are forgotten.
pub const SWEEP_INTERVAL: Duration = Duration::from_mins(1);
/// Seconds' worth of writes that a client may use up at once.
const WRITE_WINDOW_SECONDS: u32 = 60;

/// Bytes of a plan that one write stores: several times what most have with their results and bills. A larger plan takes as many
/// writes as it fills, so that the limit on writes is one on the disk as well.
pub const BYTES_OF_A_WRITE: usize = 128 << 10;

const POLICY: HeaderName = HeaderName::from_static("ratelimit-policy");
const LEFT: HeaderName = HeaderName::from_static("ratelimit");

type Limiter = RateLimiter<IpAddr, DefaultKeyedStateStore<IpAddr>, DefaultClock, StateInformationMiddleware>;

/// How many plans each client may still write.
#[derive(Debug, Clone)]
pub struct Quotas {
    writes: Option<Arc<Buckets>>,
}

/// Token buckets, one per client.
#[derive(Debug)]
pub struct Buckets {
    name: &'static str,
    limiter: Limiter,
    /// Tokens in a full bucket.
    size: NonZeroU32,
    /// Seconds until an empty bucket is full.
    window: u32,
    policy: HeaderValue,
}

/// Where whatever counts leaves word of what is left, and the outermost layer finds it; the last word counts.
#[derive(Debug, Clone, Default)]
pub struct Account(Arc<Mutex<Option<Left>>>);

impl Account {
    /// Leaves word.
    pub fn note(&self, left: Left) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(left);
    }

    /// Says what is left, where the request was counted.
    pub fn tell(&self, headers: &mut HeaderMap) {
        if let Some(Left { policy, left }) = self.0.lock().unwrap_or_else(PoisonError::into_inner).take() {
            headers.insert(POLICY, policy);
            headers.insert(LEFT, left);
        }
    }
}

impl Quotas {
    /// Full buckets; a client may use up a minute's writes at once.
    #[must_use]
    pub fn new(limits: Limits) -> Self {
        let writes = |rate| Buckets::new("writes", Quota::per_minute(rate), rate, WRITE_WINDOW_SECONDS);
        Self { writes: limits.writes_per_minute.map(|rate| Arc::new(writes(rate))) }
    }

    /// Forgets clients whose buckets are full, so that memory does not grow with the number of addresses ever seen.
    pub fn sweep(&self) {
        if let Some(buckets) = &self.writes {
            buckets.limiter.retain_recent();
            buckets.limiter.shrink_to_fit();
        }
    }
}

impl Buckets {
    fn new(name: &'static str, quota: Quota, size: NonZeroU32, window: u32) -> Self {
        let policy = HeaderValue::try_from(format!("\"{name}\";q={size};w={window}"));
        let limiter = RateLimiter::keyed(quota).with_middleware::<StateInformationMiddleware>();
        Self { name, limiter, size, window, policy: policy.unwrap_or(HeaderValue::from_static("")) }
    }

    /// Takes a token, or says how long until there is one.
    fn take(&self, client: IpAddr, account: Option<&Account>) -> Result<(), ApiError> {
        self.take_several(client, NonZeroU32::MIN, account)
    }

    /// Takes the tokens for what a plan of so many bytes stores beyond the first of its write; a full bucket suffices for any.
    ///
    /// # Errors
    /// [`ApiError::TooManyRequests`] with the time until there are as many.
    pub fn weigh(&self, client: IpAddr, bytes: usize) -> Result<(), ApiError> {
        let more = u32::try_from(bytes.saturating_sub(1) / BYTES_OF_A_WRITE).unwrap_or(u32::MAX);
        let more = more.min(self.size.get().saturating_sub(1));
        NonZeroU32::new(more).map_or(Ok(()), |more| self.take_several(client, more, None))
    }

    fn take_several(&self, client: IpAddr, tokens: NonZeroU32, account: Option<&Account>) -> Result<(), ApiError> {
        let checked = self.limiter.check_key_n(&client, tokens).map_err(|_| ApiError::Internal)?;
        let (left, seconds, result) = match checked {
            Ok(state) => {
                let left = state.remaining_burst_capacity();
                let missing = u64::from(self.size.get().saturating_sub(left));
                (left, (missing * u64::from(self.window)).div_ceil(u64::from(self.size.get())), Ok(()))
            }
            Err(until) => {
                metrics::rate_limited(self.name);
                let wait = until.wait_time_from(DefaultClock::default().now());
                (0, whole_seconds(wait), Err(ApiError::TooManyRequests { wait }))
            }
        };
        if let (Some(account), Ok(left)) = (account, HeaderValue::try_from(format!("\"{}\";r={left};t={seconds}", self.name))) {
            account.note(Left { policy: self.policy.clone(), left });
        }
        result
    }
}

/// Permission to save, change or revoke one plan, and to compute what is stored with it.
#[derive(Debug)]
pub struct WriteQuota(pub Share);

impl FromRequestParts<AppState> for WriteQuota {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, ApiError> {
        let client = client::address(&parts.headers, &parts.extensions, state.trust_proxy);
        if let Some(writes) = &state.quotas.writes {
            writes.take(client, parts.extensions.get())?;
        }
        // What is left of computing is no news to whoever writes: word of the writes stands.
        let share = Share::new(client, Arc::clone(&state.workers), None);
        Ok(Self(share.writing(state.quotas.writes.clone())))
    }
}

/// Permission to run the engine.
#[derive(Debug)]
pub struct ComputeQuota(pub Share);

impl FromRequestParts<AppState> for ComputeQuota {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, ApiError> {
        let share = share_of(state, &parts.headers, &parts.extensions);
        share.check()?;
        Ok(Self(share))
    }
}

/// The share of whoever sent a request, where the handler has not asked for a quota.
#[must_use]
pub fn share(state: &AppState, request: &Request) -> Share {
    share_of(state, request.headers(), request.extensions())
}

fn share_of(state: &AppState, headers: &HeaderMap, extensions: &Extensions) -> Share {
    let client = client::address(headers, extensions, state.trust_proxy);
    Share::new(client, Arc::clone(&state.workers), extensions.get().cloned())
}
