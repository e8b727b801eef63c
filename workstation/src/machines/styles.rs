//! Kinds of cases that people ask for.

use catalog::CaseEntry;
use wire::v1::choices::CaseStyle;

/// Liters of the largest case that is called small: those for Mini-ITX and the smallest for Micro-ATX, whose makers state 11 to
/// 27 liters, where usual towers have 37 and more (the catalog's cases).
const SMALL_LITERS: f64 = 30.0;

/// Whether a case is of a kind; one of which nobody states it is not.
#[must_use]
pub fn is_of(case: &CaseEntry, style: CaseStyle) -> bool {
    match style {
        CaseStyle::Small => case.volume_l.is_some_and(|liters| liters <= SMALL_LITERS),
        CaseStyle::Silenced => case.is_silenced,
    }
}
