//! Figures of findings, as short as sentences have them.

use wording::number;

/// Watts without decimals.
pub fn watts(watts: f64) -> String {
    number(watts.round())
}

/// A share in whole percent.
pub fn percent(share: f64) -> String {
    format!("{} %", number((share * 100.0).round()))
}

/// A figure with one decimal at most.
pub fn rounded(value: f64) -> String {
    number((value * 10.0).round() / 10.0)
}
