//! Configurations of rates, how close a group of them is, and which of two cards is faster.

use std::collections::BTreeMap;

use super::rows::Row;

/// Every measurement of one run on one card by one source.
#[derive(Debug, Clone)]
pub struct Configuration {
    /// One of its rows, for what they have in common.
    pub row: &'static Row,
    /// How often it was measured.
    pub rows: usize,
    /// The middle of the measured rates.
    pub measured: f64,
}

impl Configuration {
    /// Prediction over the middle of the measurements, less 1: above 0 the engine takes the card for too fast.
    #[must_use]
    pub fn deviation(&self) -> f64 {
        self.row.predicted / self.measured - 1.0
    }
}

/// The configurations of some rows.
#[must_use]
pub fn configurations(rows: impl IntoIterator<Item = &'static Row>) -> Vec<Configuration> {
    let mut groups: BTreeMap<_, Vec<&'static Row>> = BTreeMap::new();
    for row in rows {
        groups.entry(row.configuration()).or_default().push(row);
    }
    let configuration = |rows: Vec<&'static Row>| {
        let measured = middle(rows.iter().map(|row| row.measured).collect())?;
        Some(Configuration { row: rows.first()?, rows: rows.len(), measured })
    };
    groups.into_values().filter_map(configuration).collect()
}

/// Deviations of a group of configurations, without sign.
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
    /// How many are within 25%.
    pub near: usize,
}

impl Closeness {
    /// Sums up some configurations; nothing where there are none.
    #[must_use]
    pub fn new(group: &[&Configuration]) -> Option<Self> {
        let mut sizes: Vec<f64> = group.iter().map(|one| one.deviation().abs()).collect();
        sizes.sort_by(f64::total_cmp);
        let count = sizes.len();
        Some(Self {
            rows: group.iter().map(|one| one.rows).sum(),
            configurations: count,
            worst: *sizes.last()?,
            p90: sizes[(count * 9 / 10).min(count - 1)],
            near: sizes.iter().filter(|size| **size <= 0.25).count(),
            median: middle(sizes)?,
        })
    }
}

fn middle(mut values: Vec<f64>) -> Option<f64> {
    values.sort_by(f64::total_cmp);
    let last = values.len().checked_sub(1)?;
    Some(f64::midpoint(values[last / 2], values[values.len() / 2]))
}

/// How many pairs of cards that ran the same job, batches aside, are measured more than 20% apart, and how many of them
/// the engine puts in the same order.
#[must_use]
pub fn count_ranked_pairs(configurations: &[Configuration]) -> (usize, usize) {
    let mut jobs: BTreeMap<_, BTreeMap<&str, &Configuration>> = BTreeMap::new();
    for one in configurations {
        let Row { source, model, settings, gpu, .. } = one.row;
        let job: Vec<&str> = settings.split(", ").filter(|word| !word.starts_with("batch ")).collect();
        let kept = jobs.entry((source, model, job)).or_default().entry(gpu).or_insert(one);
        if one.rows > kept.rows {
            *kept = one;
        }
    }
    let (mut apart, mut right) = (0, 0);
    for cards in jobs.into_values() {
        let cards: Vec<_> = cards.into_values().collect();
        for (place, one) in cards.iter().enumerate() {
            for other in &cards[place + 1..] {
                let measured = one.measured / other.measured;
                if !(1.0 / 1.2..=1.2).contains(&measured) {
                    apart += 1;
                    right += usize::from((measured > 1.0) == (one.row.predicted > other.row.predicted));
                }
            }
        }
    }
    (apart, right)
}

#[cfg(test)]
mod tests {
    use super::super::rows::{Section, rows};
    use super::*;

    fn complete() -> Vec<Configuration> {
        configurations(rows().iter().filter(|row| row.section == Section::Complete))
    }

    #[test]
    fn a_configuration_counts_once() {
        let all = complete();
        let closeness = Closeness::new(&all.iter().collect::<Vec<_>>()).unwrap();
        assert!(closeness.rows > closeness.configurations, "{closeness:?}");
        assert_eq!(closeness.configurations, all.len());
        assert!(closeness.median <= closeness.p90 && closeness.p90 <= closeness.worst);
        assert_eq!(Closeness::new(&[]), None);
    }

    #[test]
    fn cards_are_ranked_as_the_report_does() {
        let (apart, right) = count_ranked_pairs(&complete());
        assert!(apart > 100 && right <= apart);
        assert!(right as f64 >= 0.9 * apart as f64, "{right} of {apart}");
    }
}
