//! How much computing each client has had: processor time, counted when it is over, and held back by what is expected before.
//!
//! Every client's account is one instant: the time by which what it has had is paid off at its rate (the generic cell rate
//! algorithm). Who is further ahead of the present than the window allows waits; an account in the past is forgotten.
//! It is written by hand because a cost that is known only afterwards, and may be more than was there, is what token buckets
//! such as `governor`'s do not take.

use std::collections::BTreeMap;
use std::net::IpAddr;
use std::num::NonZeroU32;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use axum::http::HeaderValue;
use tokio::time::Instant;

use crate::request::account::Left;

/// How much a client may have at once, as time at its rate.
const WINDOW: Duration = Duration::from_secs(10);
/// No more than this is expected of anything, so that a client that has had little may begin what is larger than its whole
/// window.
const MOST_EXPECTED: Duration = Duration::from_secs(9);

/// The accounts of all clients for one kind of work; cheap to clone.
#[derive(Debug, Clone)]
pub struct Meter(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    name: &'static str,
    /// Seconds of computing in a second.
    rate: f64,
    /// Says how much that is, where there is a limit.
    policy: Option<HeaderValue>,
    paid_off: Mutex<BTreeMap<IpAddr, Instant>>,
}

impl Meter {
    /// This many milliseconds of computing in a second; without a limit no request is refused, but the client that has had less
    /// still goes first.
    pub fn new(name: &'static str, per_second: Option<NonZeroU32>, usual: u32) -> Self {
        let rate = f64::from(per_second.map_or(usual, NonZeroU32::get)) / 1e3;
        let most = milliseconds(WINDOW.mul_f64(rate));
        let policy = per_second.and_then(|_| {
            HeaderValue::try_from(format!("\"{name}\";q={most};qu=\"cpu-milliseconds\";w={}", WINDOW.as_secs())).ok()
        });
        Self(Arc::new(Inner { name, rate, policy, paid_off: Mutex::default() }))
    }

    /// What it meters, for metrics.
    pub fn name(&self) -> &'static str {
        self.0.name
    }

    /// Lets a client begin what is expected to cost so much, or says how long until it may.
    pub fn admit(&self, client: IpAddr, expected: Duration) -> Result<Held, Duration> {
        let now = Instant::now();
        let mut accounts = self.accounts();
        let since = accounts.get(&client).map_or(now, |paid_off| now.max(*paid_off));
        let (ahead, cost) = (since - now, self.time_for(expected).min(MOST_EXPECTED));
        let over = (ahead + cost).saturating_sub(WINDOW);
        if self.0.policy.is_some() && !over.is_zero() {
            return Err(over);
        }
        accounts.insert(client, since + cost);
        drop(accounts);
        Ok(Held { meter: self.clone(), client, cost, since })
    }

    /// Puts on a client's account what computing has really cost.
    pub fn charge(&self, client: IpAddr, cost: Duration) {
        let now = Instant::now();
        let cost = self.time_for(cost);
        let mut accounts = self.accounts();
        let account = accounts.entry(client).or_insert(now);
        *account = now.max(*account) + cost;
    }

    /// Where a client's account stands: the earlier, the less it has had.
    pub fn stands_at(&self, client: IpAddr) -> Instant {
        let now = Instant::now();
        self.accounts().get(&client).map_or(now, |paid_off| now.max(*paid_off))
    }

    /// What a client may still have; nothing where there is no limit.
    pub fn remaining(&self, client: IpAddr) -> Option<Left> {
        let policy = self.0.policy.clone()?;
        let now = Instant::now();
        let ahead = self.accounts().get(&client).map_or(Duration::ZERO, |paid_off| paid_off.saturating_duration_since(now));
        let left = milliseconds(WINDOW.saturating_sub(ahead).mul_f64(self.0.rate));
        let seconds = ahead.as_secs() + u64::from(ahead.subsec_nanos() > 0);
        let left = HeaderValue::try_from(format!("\"{}\";r={left};t={seconds}", self.0.name)).ok()?;
        Some(Left { policy, left })
    }

    /// Forgets clients that owe nothing, so that memory does not grow with the number of addresses ever seen.
    pub fn sweep(&self) {
        let now = Instant::now();
        let mut accounts = self.accounts();
        accounts.retain(|_, paid_off| *paid_off > now);
    }

    /// How long a client's rate takes for so much computing.
    fn time_for(&self, cost: Duration) -> Duration {
        cost.div_f64(self.0.rate)
    }

    fn accounts(&self) -> MutexGuard<'_, BTreeMap<IpAddr, Instant>> {
        self.0.paid_off.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What is expected of something that a client has begun; given back when it is over and its true cost is charged.
#[derive(Debug)]
pub struct Held {
    meter: Meter,
    client: IpAddr,
    /// As time at the client's rate.
    cost: Duration,
    /// Where the account stood before; the earliest goes first.
    pub since: Instant,
}

impl Drop for Held {
    fn drop(&mut self) {
        if let Some(paid_off) = self.meter.accounts().get_mut(&self.client) {
            *paid_off = paid_off.checked_sub(self.cost).unwrap_or(*paid_off);
        }
    }
}

fn milliseconds(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    const ONE: IpAddr = IpAddr::V4(std::net::Ipv4Addr::new(192, 0, 2, 1));
    const OTHER: IpAddr = IpAddr::V4(std::net::Ipv4Addr::new(192, 0, 2, 2));

    /// A quarter of a core: two and a half seconds at once.
    fn meter() -> Meter {
        Meter::new("test", NonZeroU32::new(250), 1000)
    }

    fn seconds(seconds: f64) -> Duration {
        Duration::from_secs_f64(seconds)
    }

    #[tokio::test(start_paused = true)]
    async fn what_is_expected_keeps_too_many_from_beginning_at_once() {
        let meter = meter();
        let begun: Vec<_> = (0..10).filter_map(|_| meter.admit(ONE, seconds(0.8)).ok()).collect();
        assert_eq!(begun.len(), 3);
        assert!(meter.admit(OTHER, seconds(0.8)).is_ok(), "the other's account is its own");
        drop(begun);
        assert!(meter.admit(ONE, seconds(0.8)).is_ok(), "nothing of it was used");
    }

    #[tokio::test(start_paused = true)]
    async fn a_debt_is_paid_off_at_the_clients_rate() {
        let meter = meter();
        meter.charge(ONE, seconds(5.0));
        // Five seconds at a quarter of a core are twenty, of which the window covers ten.
        let wait = meter.admit(ONE, Duration::ZERO).unwrap_err();
        assert_eq!(wait.as_secs_f64().round(), 10.0);
        tokio::time::advance(wait.saturating_sub(seconds(0.1))).await;
        assert!(meter.admit(ONE, Duration::ZERO).is_err());
        tokio::time::advance(seconds(0.2)).await;
        assert!(meter.admit(ONE, Duration::ZERO).is_ok());
    }

    #[tokio::test(start_paused = true)]
    async fn what_is_larger_than_a_share_is_let_in_where_little_was_used() {
        let meter = meter();
        let large = meter.admit(ONE, seconds(100.0));
        assert!(large.is_ok() && meter.admit(ONE, seconds(1.0)).is_err());
        drop(large);
        meter.charge(ONE, seconds(1.0));
        assert!(meter.admit(ONE, seconds(100.0)).is_err());
    }

    #[tokio::test(start_paused = true)]
    async fn without_a_limit_nobody_is_refused_and_whoever_had_less_still_goes_first() {
        let meter = Meter::new("test", None, 1000);
        meter.charge(ONE, seconds(1000.0));
        assert!(meter.remaining(ONE).is_none());
        let [one, other] = [ONE, OTHER].map(|client| meter.admit(client, seconds(1.0)).unwrap());
        assert!(other.since < one.since);
    }

    #[tokio::test(start_paused = true)]
    async fn only_debtors_are_remembered() {
        let meter = meter();
        meter.charge(ONE, seconds(1.0));
        meter.charge(OTHER, seconds(0.1));
        tokio::time::advance(seconds(1.0)).await;
        meter.sweep();
        assert_eq!(meter.accounts().keys().collect::<Vec<_>>(), [&ONE]);
        assert_eq!(meter.remaining(ONE).unwrap().left, "\"test\";r=1750;t=3");
    }
}
