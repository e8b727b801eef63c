//! What so many of a hundred requests see at the most.

use crate::units::Seconds;

/// What half, 95 and 99 of a hundred requests see at the most.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Percentiles {
    /// Half of them.
    pub p50: Seconds,
    /// 95 of 100.
    pub p95: Seconds,
    /// 99 of 100.
    pub p99: Seconds,
}

impl Percentiles {
    /// Those of figures in any order; zero of none.
    #[must_use]
    pub fn of(mut seconds: Vec<f64>) -> Self {
        seconds.sort_unstable_by(f64::total_cmp);
        let at = |share: f64| {
            let rank = (share * seconds.len() as f64).ceil() as usize;
            Seconds::new(seconds.get(rank.saturating_sub(1)).copied().unwrap_or(0.0))
        };
        Self { p50: at(0.50), p95: at(0.95), p99: at(0.99) }
    }
}
