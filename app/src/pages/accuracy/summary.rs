//! How close a group of estimates is.

use std::collections::{BTreeMap, BTreeSet};

use super::rows::Row;

/// Deviations of a group of rows, without sign; each figure of a configuration counts once
/// however often it was measured.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Summary {
    /// Rows in the group.
    pub rows: usize,
    /// Different configurations among them.
    pub configurations: usize,
    /// Half are closer.
    pub median: f64,
    /// 19 of 20 are closer.
    pub p95: f64,
    /// None is farther off.
    pub worst: f64,
}

impl Summary {
    /// Sums up some rows; nothing where there are none.
    #[must_use]
    pub fn new(rows: &[&Row]) -> Option<Self> {
        let figures = group_by(rows.iter().copied(), |row| (row.section(), row.configuration()));
        let mut sizes: Vec<f64> = figures.into_values().filter_map(|rows| middle(deviations(&rows))).map(f64::abs).collect();
        sizes.sort_by(f64::total_cmp);
        let count = sizes.len();
        Some(Self {
            rows: rows.len(),
            configurations: group_by(rows.iter().copied(), Row::configuration).len(),
            worst: *sizes.last()?,
            p95: sizes[(count * 95 / 100).min(count - 1)],
            median: middle(sizes)?,
        })
    }
}

fn deviations(rows: &[&Row]) -> Vec<f64> {
    rows.iter().map(|row| row.deviation()).collect()
}

pub(super) fn middle(mut values: Vec<f64>) -> Option<f64> {
    values.sort_by(f64::total_cmp);
    let last = values.len().checked_sub(1)?;
    Some(f64::midpoint(values[last / 2], values[values.len() / 2]))
}

/// The rows by a key, sorted by it.
pub fn group_by<'a, K: Ord>(rows: impl IntoIterator<Item = &'a Row>, key: impl Fn(&'a Row) -> K) -> BTreeMap<K, Vec<&'a Row>> {
    let mut groups: BTreeMap<K, Vec<&Row>> = BTreeMap::new();
    for row in rows {
        groups.entry(key(row)).or_default().push(row);
    }
    groups
}

/// The farthest misses, farthest first, one of a configuration and source.
#[must_use]
pub fn farthest(rows: &[Row], count: usize) -> Vec<&Row> {
    let mut all: Vec<_> = rows.iter().collect();
    all.sort_by(|one, other| other.deviation().abs().total_cmp(&one.deviation().abs()));
    let mut seen = BTreeSet::new();
    all.retain(|row| seen.insert((row.set, &row.source, row.configuration())));
    all.truncate(count);
    all
}

#[cfg(test)]
mod tests {
    use super::super::rows::{Metric, Set};
    use super::*;

    fn row(settings: &str, estimate_bytes: u64) -> Row {
        Row {
            set: Set::Published,
            source: "a".to_owned(),
            source_detail: String::new(),
            name: "1".to_owned(),
            family: "cnn".to_owned(),
            model: "resnet50".to_owned(),
            metric: Metric::Allocated,
            settings: settings.to_owned(),
            reference_bytes: 100,
            estimate_bytes,
            reason_en: String::new(),
            reason_zh: String::new(),
        }
    }

    #[test]
    fn configurations_count_once() {
        let rows = [row("batch 1", 90), row("batch 1", 104), row("batch 2", 100)];
        let summary = Summary::new(&rows.iter().collect::<Vec<_>>()).unwrap();
        assert_eq!((summary.rows, summary.configurations), (3, 2));
        // -10% and +4% are one configuration, together -3%.
        assert!((summary.median - 0.015).abs() < 1e-12);
        assert!((summary.worst - 0.03).abs() < 1e-12);
        let misses: Vec<u64> = farthest(&rows, 9).iter().map(|row| row.estimate_bytes).collect();
        assert_eq!(misses, [90, 100]);
        assert_eq!(Summary::new(&[]), None);
    }
}
