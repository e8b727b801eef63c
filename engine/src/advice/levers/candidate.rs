//! A change to be weighed.

use crate::estimate::{Change, Effect, LeverKind, RejectionReason};

/// A change to be weighed.
#[derive(Debug, Clone, PartialEq)]
pub struct Candidate {
    /// Stable id.
    pub id: &'static str,
    /// What it is paid with.
    pub kind: LeverKind,
    /// What would change, or why it cannot.
    pub change: Result<Vec<Change>, RejectionReason>,
    /// Whether the results of training stay the same.
    pub effect: Effect,
    /// Where the reason comes from.
    pub source: &'static str,
}

/// The change to a value, unless it is the one that is set.
pub(super) fn set_or<T: PartialEq>(now: &T, then: T, change: impl FnOnce(T) -> Change) -> Result<Vec<Change>, RejectionReason> {
    if *now == then { Err(RejectionReason::AlreadySet) } else { Ok(vec![change(then)]) }
}

/// A lever that is a setting.
pub(super) const fn setting(
    id: &'static str,
    change: Result<Vec<Change>, RejectionReason>,
    effect: Effect,
    source: &'static str,
) -> Candidate {
    Candidate { id, kind: LeverKind::Setting, change, effect, source }
}
