//! What was asked of plans a moment ago, so that asking again whether one has changed costs the database nothing.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::PlanId;
use super::records::PlanState;

/// How long an answer counts: a change by another server on the same database is seen within this time, one of our own at once.
const FRESH: Duration = Duration::from_millis(500);
/// Plans remembered: a few hundred kilobytes.
const CAPACITY: usize = 4096;

/// The state of plans that were read a moment ago; cheap to clone, and all clones share it.
#[derive(Debug, Clone, Default)]
pub struct Recent {
    inner: Arc<Inner>,
}

#[derive(Debug, Default)]
struct Inner {
    plans: Mutex<BTreeMap<PlanId, (Instant, Arc<PlanState>)>>,
    /// Changes that have begun or ended: what was read across one may be older than it.
    changes: AtomicU64,
}

/// The time before a plan was read, by changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Before(u64);

impl Recent {
    /// The plan's state, if it was read a moment ago.
    pub fn get(&self, id: &PlanId) -> Option<Arc<PlanState>> {
        let plans = self.inner.plans.lock().unwrap_or_else(PoisonError::into_inner);
        plans.get(id).filter(|(since, _)| since.elapsed() < FRESH).map(|(_, state)| Arc::clone(state))
    }

    /// To be asked before a plan is read that is to be remembered.
    pub fn before(&self) -> Before {
        Before(self.inner.changes.load(Ordering::SeqCst))
    }

    /// Remembers what was read since, unless something changed meanwhile.
    pub fn remember(&self, id: &PlanId, state: &Arc<PlanState>, before: Before) {
        let mut plans = self.inner.plans.lock().unwrap_or_else(PoisonError::into_inner);
        if self.before() == before {
            if plans.len() >= CAPACITY {
                plans.clear();
            }
            plans.insert(id.clone(), (Instant::now(), Arc::clone(state)));
        }
    }

    /// Forgets a plan that is about to change, or has.
    pub fn forget(&self, id: &PlanId) {
        let mut plans = self.inner.plans.lock().unwrap_or_else(PoisonError::into_inner);
        self.inner.changes.fetch_add(1, Ordering::SeqCst);
        plans.remove(id);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn state(newest: i64) -> Arc<PlanState> {
        Arc::new(PlanState { edit_key_hash: Vec::new(), revoked_at: None, expires_at: None, newest })
    }

    #[test]
    fn what_was_read_before_a_change_is_not_remembered_after_it() {
        let (recent, id) = (Recent::default(), PlanId::random().unwrap());
        let before = recent.before();
        recent.remember(&id, &state(1), before);
        assert_eq!(recent.get(&id).map(|state| state.newest), Some(1));
        recent.forget(&id);
        assert!(recent.get(&id).is_none());
        recent.remember(&id, &state(1), before);
        assert!(recent.get(&id).is_none(), "it was read before the change");
        recent.remember(&id, &state(2), recent.before());
        assert_eq!(recent.get(&id).map(|state| state.newest), Some(2));
    }

    #[test]
    fn no_more_is_kept_than_fits() {
        let recent = Recent::default();
        for _ in 0..=CAPACITY {
            recent.remember(&PlanId::random().unwrap(), &state(1), recent.before());
        }
        assert_eq!(recent.inner.plans.lock().unwrap().len(), 1);
    }
}
