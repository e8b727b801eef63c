//! How many plans each client may write: token buckets, as `governor` has them.

use std::net::IpAddr;
use std::num::NonZeroU32;
use std::sync::Arc;

use axum::http::HeaderValue;
use governor::clock::{Clock as _, DefaultClock};
use governor::middleware::StateInformationMiddleware;
use governor::state::keyed::DefaultKeyedStateStore;
use governor::{Quota, RateLimiter};

use crate::config::Limits;
use crate::limits::BYTES_OF_A_WRITE;
use crate::metrics;
use crate::problem::{ApiError, whole_seconds};
use crate::request::account::{Account, Left};

/// Seconds' worth of writes that a client may use up at once.
const WRITE_WINDOW_SECONDS: u32 = 60;

type Limiter = RateLimiter<IpAddr, DefaultKeyedStateStore<IpAddr>, DefaultClock, StateInformationMiddleware>;

/// How many plans each client may still write.
#[derive(Debug, Clone)]
pub struct Quotas {
    /// None where there is no limit.
    pub writes: Option<Arc<Buckets>>,
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

    /// Takes a token, and notes what is left.
    ///
    /// # Errors
    /// [`ApiError::TooManyRequests`] with the time until there is one.
    pub fn take(&self, client: IpAddr, account: Option<&Account>) -> Result<(), ApiError> {
        self.take_several(client, NonZeroU32::MIN, account)
    }

    /// Takes the tokens for what a plan of this many bytes stores beyond the first of its write; a full bucket suffices for any.
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
                metrics::count_rate_limited(self.name);
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
