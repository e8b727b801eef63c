//! How close a group of estimates is.

/// How close a group of estimates is; deviations without sign.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Summary {
    /// Estimates in the group.
    pub count: usize,
    /// Half are closer.
    pub median: f64,
    /// 19 of 20 are closer.
    pub p95: f64,
    /// None is farther off.
    pub worst: f64,
}

impl Summary {
    /// Of signed deviations; nothing where there are none.
    pub fn new(deviations: impl IntoIterator<Item = f64>) -> Option<Self> {
        let mut sizes: Vec<f64> = deviations.into_iter().map(f64::abs).collect();
        sizes.sort_by(f64::total_cmp);
        let count = sizes.len();
        let worst = *sizes.last()?;
        Some(Self { count, median: middle(&sizes), p95: sizes[(count * 95 / 100).min(count - 1)], worst })
    }

    /// What keeps this group from being good enough, in the words of the limits; empty where nothing does.
    #[must_use]
    pub fn beyond(&self, limits: Limits) -> Vec<String> {
        let mut found = Vec::new();
        for (what, value, limit) in [
            ("median deviation", self.median, limits.median),
            ("95th percentile", self.p95, limits.p95),
            ("farthest miss", self.worst, limits.worst),
        ] {
            if value > limit {
                found.push(format!("the {what} is {:.2} %, {:.0} % is the limit", value * 100.0, limit * 100.0));
            }
        }
        found
    }
}

/// How close a group of estimates must be.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Limits {
    /// Half must be at least this close.
    pub median: f64,
    /// 19 of 20 must be at least this close.
    pub p95: f64,
    /// All must be at least this close.
    pub worst: f64,
}

/// The middle of sorted values, of which there is at least one; the mean of two where there is no middle one.
pub(crate) fn middle(sorted: &[f64]) -> f64 {
    let count = sorted.len();
    f64::midpoint(sorted[(count - 1) / 2], sorted[count / 2])
}
