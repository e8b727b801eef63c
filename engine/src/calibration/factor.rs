//! How a factor is written, and within which bounds it is believed.

use crate::units::Seconds;

/// A factor as it is written: six digits are more than any measurement has, and survive every number format.
pub(super) fn rounded(factor: f64) -> f64 {
    libm::round(factor * 1e6) / 1e6
}

/// Whether a factor is within bounds.
pub(super) fn within(factor: f64, bounds: (f64, f64)) -> bool {
    factor >= bounds.0 && factor <= bounds.1
}

/// A time that is not negative, whatever was taken off it.
pub(super) fn positive_rest(time: f64) -> Option<Seconds> {
    (time > 0.0 && time < f64::INFINITY).then(|| Seconds::new(time))
}
