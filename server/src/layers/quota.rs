//! How much one client may ask for: token buckets by address, as arguments of the handlers they guard.
//!
//! A handler that takes [`WriteQuota`] or [`ComputeQuota`] first is not reached, and its body not read, by a client that has used up its share.
//! Every answer to a counted request says what is left, in the fields `RateLimit-Policy` and `RateLimit`
//! (draft-ietf-httpapi-ratelimit-headers-10).

use std::net::IpAddr;
use std::num::NonZeroU32;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderName, HeaderValue};
use governor::clock::{Clock as _, DefaultClock};
use governor::middleware::StateInformationMiddleware;
use governor::state::keyed::DefaultKeyedStateStore;
use governor::{Quota, RateLimiter};

use super::{client, metrics};
use crate::config::Limits;
use crate::problem::{ApiError, whole_seconds};
use crate::state::AppState;

/// How often buckets that are full again are forgotten.
pub const SWEEP_INTERVAL: Duration = Duration::from_mins(1);
/// Seconds' worth of computations that a client may use up at once.
const COMPUTE_WINDOW_SECONDS: u32 = 2;
/// Seconds' worth of writes that a client may use up at once.
const WRITE_WINDOW_SECONDS: u32 = 60;

const POLICY: HeaderName = HeaderName::from_static("ratelimit-policy");
const LEFT: HeaderName = HeaderName::from_static("ratelimit");

type Limiter = RateLimiter<IpAddr, DefaultKeyedStateStore<IpAddr>, DefaultClock, StateInformationMiddleware>;

/// The buckets of all clients.
#[derive(Debug, Clone)]
pub struct Quotas {
    writes: Option<Arc<Buckets>>,
    compute: Option<Arc<Buckets>>,
}

/// One kind of bucket, a bucket per client.
#[derive(Debug)]
struct Buckets {
    name: &'static str,
    limiter: Limiter,
    /// Tokens in a full bucket.
    size: NonZeroU32,
    /// Seconds until an empty bucket is full.
    window: u32,
    policy: HeaderValue,
}

/// What is left of a client's share, for the answer's headers.
#[derive(Debug, Clone)]
struct Left {
    policy: HeaderValue,
    left: HeaderValue,
}

/// Where a request's handler leaves word of what is left, and the outermost layer finds it.
#[derive(Debug, Clone, Default)]
pub struct Account(Arc<Mutex<Option<Left>>>);

impl Account {
    fn note(&self, left: Left) {
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
    /// Full buckets; a client may use up a minute's writes, or two seconds' computations, at once.
    #[must_use]
    pub fn new(limits: Limits) -> Self {
        let writes = |rate| Buckets::new("writes", Quota::per_minute(rate), rate, WRITE_WINDOW_SECONDS);
        let compute = |rate: NonZeroU32| {
            let size = rate.saturating_mul(NonZeroU32::MIN.saturating_add(COMPUTE_WINDOW_SECONDS - 1));
            Buckets::new("compute", Quota::per_second(rate).allow_burst(size), size, COMPUTE_WINDOW_SECONDS)
        };
        Self {
            writes: limits.writes_per_minute.map(|rate| Arc::new(writes(rate))),
            compute: limits.compute_per_second.map(|rate| Arc::new(compute(rate))),
        }
    }

    /// Forgets clients whose buckets are full, so that memory does not grow with the number of addresses ever seen.
    pub fn sweep(&self) {
        for buckets in [&self.writes, &self.compute].into_iter().flatten() {
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

    /// Takes tokens, at most as many as a bucket holds, or says how long until there are enough.
    fn take(&self, client: IpAddr, tokens: NonZeroU32, account: Option<&Account>) -> Result<(), ApiError> {
        let taken = self.limiter.check_key_n(&client, tokens.min(self.size)).map_err(|error| ApiError::internal(&error))?;
        let (left, seconds, result) = match taken {
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

/// Permission to save, change or revoke one plan.
#[derive(Debug)]
pub struct WriteQuota;

impl FromRequestParts<AppState> for WriteQuota {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, ApiError> {
        let client = client::address(parts, state.trust_proxy);
        let Some(writes) = &state.quotas.writes else { return Ok(Self) };
        writes.take(client, NonZeroU32::MIN, parts.extensions.get()).map(|()| Self)
    }
}

/// Permission to run the engine once, and to ask for more.
#[derive(Debug)]
pub struct ComputeQuota {
    client: IpAddr,
    buckets: Option<Arc<Buckets>>,
    account: Option<Account>,
}

impl FromRequestParts<AppState> for ComputeQuota {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, ApiError> {
        let client = client::address(parts, state.trust_proxy);
        let quota = Self { client, buckets: state.quotas.compute.clone(), account: parts.extensions.get().cloned() };
        quota.take(1)?;
        Ok(quota)
    }
}

impl ComputeQuota {
    /// Counts a batch of this many, of which one was counted already.
    ///
    /// One that is larger than what may be used up at once empties the bucket, and is let in only where it is full but for
    /// the token of the request itself.
    ///
    /// # Errors
    /// [`ApiError::TooManyRequests`] where the client's share does not suffice yet.
    pub fn take_batch(&self, scenarios: usize) -> Result<(), ApiError> {
        let most = self.buckets.as_ref().map_or(u32::MAX, |buckets| buckets.size.get());
        self.take(u32::try_from(scenarios).unwrap_or(u32::MAX).min(most).saturating_sub(1))
    }

    fn take(&self, tokens: u32) -> Result<(), ApiError> {
        match (&self.buckets, NonZeroU32::new(tokens)) {
            (Some(buckets), Some(tokens)) => buckets.take(self.client, tokens, self.account.as_ref()),
            _ => Ok(()),
        }
    }
}
