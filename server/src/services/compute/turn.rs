//! One computation: its place, its cost, and its end when its client has left.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use tokio::sync::oneshot;
use workstation::price_list;

use super::cpu::{self, Stopwatch};
use super::effort::Kind;
use super::lane::{Patience, Place, Shed};
use super::meter::Held;
use super::tab::Tab;
use crate::limits::RETURN;
use crate::metrics;
use crate::problem::ApiError;

/// Tells a long computation that its client has left.
#[derive(Debug, Clone, Default)]
pub struct Cancelled(Arc<AtomicBool>);

impl Cancelled {
    /// Whether to stop.
    #[must_use]
    pub fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Sets the flag when the request is dropped, either by a client that left or by the time limit.
struct CancelOnDrop(Cancelled);

impl Drop for CancelOnDrop {
    fn drop(&mut self) {
        self.0.0.store(true, Ordering::Relaxed);
    }
}

/// A place, and what is expected of it on its client's account.
#[derive(Debug)]
pub struct Turn {
    tab: Tab,
    kind: Kind,
    _place: Place,
    held: Option<Held>,
}

/// A computation under way; what it has cost is charged when this is dropped, on the thread that computed.
pub struct Running {
    turn: Turn,
    watch: Stopwatch,
}

impl Turn {
    /// Admits something and waits for its turn.
    ///
    /// # Errors
    /// [`ApiError::Overloaded`] where too many wait, [`ApiError::TooManyRequests`] where the client's own do or its share is used up.
    pub async fn wait(tab: &Tab, kind: Kind, patience: Patience) -> Result<Self, ApiError> {
        let (lane, meter) = (tab.workers.lane(kind), tab.workers.meter(kind));
        // A batch that was admitted is not stopped by what it has cost so far.
        let held = match kind {
            Kind::Scenarios(_) => None,
            _ => Some(tab.admit(meter, tab.workers.usual(kind).cost()).inspect_err(|_| tab.note(meter))?),
        };
        let since = held.as_ref().map_or_else(|| meter.stands_at(tab.client), |held| held.since);
        let place = lane.enter(tab.client, since, patience).await.map_err(|full| match full {
            Shed::OfAll => {
                metrics::count_shed(lane.name());
                ApiError::Overloaded
            }
            Shed::OfClient => {
                metrics::count_rate_limited(lane.name());
                ApiError::TooManyRequests { wait: RETURN }
            }
        })?;
        Ok(Self { tab: tab.clone(), kind, _place: place, held })
    }

    /// Begins to compute, on this thread.
    pub fn begin(self) -> Running {
        Running { turn: self, watch: Stopwatch::start() }
    }

    /// Computes on another thread. The place goes along: an abandoned run still occupies its core until it ends.
    ///
    /// # Errors
    /// [`ApiError::Internal`] where the computation panicked, [`ApiError::Overloaded`] where there is no thread.
    pub async fn apart<T: Send + 'static>(self, compute: impl FnOnce(&Cancelled) -> T + Send + 'static) -> Result<T, ApiError> {
        let cancelled = Cancelled::default();
        let _guard = CancelOnDrop(cancelled.clone());
        let span = tracing::Span::current();
        let (sender, receiver) = oneshot::channel();
        let prices = self.tab.workers.prices.in_force();
        let is_page = matches!(self.kind, Kind::Page);
        let compute = move || {
            let running = self.begin();
            let _entered = span.entered();
            let result = price_list::under(prices, || compute(&cancelled));
            drop(running);
            // The client may have left.
            let _ = sender.send(result);
        };
        if is_page {
            tokio::task::spawn_blocking(compute);
        } else {
            cpu::in_background(compute).map_err(|error| {
                tracing::error!(%error, "there is no thread for a search");
                ApiError::Overloaded
            })?;
        }
        // A computation that panicked, which the log has, sends nothing.
        receiver.await.map_err(|_| ApiError::Internal)
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let cost = self.watch.elapsed();
        let Turn { tab, kind, held, .. } = &mut self.turn;
        let (workers, meter) = (&tab.workers, tab.workers.meter(*kind));
        meter.charge(tab.client, cost);
        *held = None;
        workers.usual(*kind).learn(if let Kind::Scenarios(count) = *kind { cost / count.max(1) } else { cost });
        metrics::record_computation(workers.lane(*kind).name(), cost);
        tab.note(meter);
    }
}
