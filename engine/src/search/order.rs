//! In which order effects are looked at, and which of two plans is better.

use super::workbench::Weighed;
use crate::estimate::Effect;

/// Effects from the gentlest on.
pub(super) const EFFECTS: [Effect; 3] = [Effect::None, Effect::Small, Effect::ChangesMethod];

/// The better of two plans; the first of equals.
pub(super) fn better(best: Weighed, other: &Weighed) -> Weighed {
    if other.standing.order(&best.standing).is_lt() { other.clone() } else { best }
}
