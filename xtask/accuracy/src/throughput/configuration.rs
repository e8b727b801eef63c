//! Runs that are the same, and how close a group of them is.

use std::collections::BTreeMap;

use super::{Known, Throughput, Timed};
use crate::summary::middle;

/// Every measurement of one scenario on one card by one source.
#[derive(Debug, Clone)]
pub struct Configuration<'a> {
    /// Its rows, at least one; they share all but the measured rate and where it stands.
    pub rows: Vec<&'a Timed>,
    /// The middle of the measured rates.
    pub measured: f64,
}

impl<'a> Configuration<'a> {
    fn new(rows: Vec<&'a Timed>) -> Self {
        let mut rates: Vec<f64> = rows.iter().map(|one| one.row.measured).collect();
        rates.sort_by(f64::total_cmp);
        Self { measured: middle(&rates), rows }
    }

    /// What its rows have in common.
    #[must_use]
    pub fn row(&self) -> &'a Throughput {
        &self.rows[0].row
    }

    /// The engine's rate.
    #[must_use]
    pub fn predicted(&self) -> f64 {
        self.rows[0].predicted
    }

    /// Prediction over the middle of the measurements, less 1.
    #[must_use]
    pub fn relative(&self) -> f64 {
        self.predicted() / self.measured - 1.0
    }
}

/// The configurations of a standing, in the order of their sources and scenarios.
#[must_use]
pub fn configurations(timed: &[Timed], standing: Known) -> Vec<Configuration<'_>> {
    let mut groups: BTreeMap<(&str, &str, String), Vec<&Timed>> = BTreeMap::new();
    for one in timed.iter().filter(|one| one.row.standing == standing) {
        groups.entry((&one.row.source, &one.row.gpu, one.row.scenario.to_string())).or_default().push(one);
    }
    groups.into_values().map(Configuration::new).collect()
}

/// How close the predictions of a group are, without sign but for the bias.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Closeness {
    /// Measurements.
    pub rows: usize,
    /// Different ones among them.
    pub configurations: usize,
    /// Half are closer.
    pub median: f64,
    /// 9 of 10 are closer.
    pub p90: f64,
    /// None is farther off.
    pub worst: f64,
    /// The middle deviation with its sign: above 0 the engine is rather too fast.
    pub bias: f64,
}

impl Closeness {
    /// Of some configurations; nothing where there are none.
    #[must_use]
    pub fn new(group: &[&Configuration]) -> Option<Self> {
        let mut signed: Vec<f64> = group.iter().map(|one| one.relative()).collect();
        signed.sort_by(f64::total_cmp);
        let mut sizes: Vec<f64> = signed.iter().copied().map(f64::abs).collect();
        sizes.sort_by(f64::total_cmp);
        let count = sizes.len();
        let worst = *sizes.last()?;
        Some(Self {
            rows: group.iter().map(|one| one.rows.len()).sum(),
            configurations: count,
            median: middle(&sizes),
            p90: sizes[(count * 9 / 10).min(count - 1)],
            worst,
            bias: middle(&signed),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::timed;
    use super::*;

    #[test]
    fn a_configuration_counts_once_by_the_middle_of_its_rates() {
        let rows = [timed("a", 1, 90.0, 100.0), timed("a", 1, 110.0, 100.0), timed("a", 2, 80.0, 100.0)];
        let all = configurations(&rows, Known::Complete);
        let closeness = Closeness::new(&all.iter().collect::<Vec<_>>()).unwrap();
        assert_eq!((closeness.rows, closeness.configurations), (3, 2));
        // 90 and 110 are together 100, which is met; 80 is missed by a quarter.
        assert!((closeness.worst - 0.25).abs() < 1e-12 && (closeness.median - 0.125).abs() < 1e-12);
        assert!(configurations(&rows, Known::SeveralCards).is_empty() && Closeness::new(&[]).is_none());
    }
}
