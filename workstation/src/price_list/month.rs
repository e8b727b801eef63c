//! Months of listed prices, as texts that stay: a price is copied all through the search, so that its texts are `'static`.
//!
//! Nothing else of a list is kept like this. Days, shops and numbers, of which there are ever new ones, are the list's own and
//! go with it (`Quoted`); of months there are twelve a year, however often a list is read.

use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

/// The month of what is no day.
const LONG_AGO: &str = "1970-01";

/// Every month that was asked for, once: at most 120,000 texts of seven bytes, since no other text comes in.
static MONTHS: Mutex<BTreeSet<&'static str>> = Mutex::new(BTreeSet::new());

/// The month (`YYYY-MM`) of a day (`YYYY-MM-DD`).
pub(super) fn month_of(day: &str) -> &'static str {
    let Some(month) = day.get(..7).filter(|month| is_month(month)) else { return LONG_AGO };
    let mut months = MONTHS.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = months.get(month) {
        return known;
    }
    let new: &'static str = Box::leak(month.to_owned().into_boxed_str());
    months.insert(new);
    new
}

/// Whether a text is a month of the years 0 to 9999.
fn is_month(text: &str) -> bool {
    let Some((year, month)) = text.split_once('-') else { return false };
    let is_number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    year.len() == 4 && is_number(year) && is_number(month) && matches!(month.parse::<u64>(), Ok(1..=12))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_months_stay() {
        assert_eq!(month_of("2026-10-03"), "2026-10");
        assert!(std::ptr::eq(month_of("2026-10-04"), month_of("2026-10-30")), "one text a month");
        for no_day in ["", "2026", "2026-13-01", "2026-00-01", "-002026-01", "12026-1-01", "A shop, 2026-10-03"] {
            assert_eq!(month_of(no_day), LONG_AGO, "{no_day}");
        }
    }
}
