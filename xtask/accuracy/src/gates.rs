//! What holds today, group by group, and may get no worse: `gates.csv`, a line a group, reviewed like code.
//!
//! A gate is the figure that was reached, rounded up to a hundredth of a percent. A group that gets worse fails; one that gets
//! better by more than a little fails as well until its gate is written again, so that no gate is ever loose.

use std::collections::BTreeMap;
use std::io::{Read, Write};

use anyhow::{Context, Result};

use crate::summary::middle;

/// Deviations that are held together, such as those of a family's live tensors.
#[derive(Debug, Clone, PartialEq)]
pub struct Group {
    /// What is compared (`live`, `published`), and of which group: the key of its gate.
    pub name: String,
    /// Every deviation, with its sign; of what is only right or wrong, 0 or 1.
    pub deviations: Vec<f64>,
}

/// What a group reached.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Reached {
    /// Deviations.
    pub count: usize,
    /// Mean, median, 95th percentile and the largest, without sign, in hundredths of a percent, rounded up.
    pub figures: [u64; 4],
}

/// What the figures are called, in the file's order.
const FIGURES: [&str; 4] = ["mean", "median", "95th percentile", "farthest miss"];
/// A figure may be so many hundredths of a percent better than its gate, and a fiftieth of the gate.
const SLACK: u64 = 5;

impl Reached {
    /// Of a group; nothing where it is empty.
    #[must_use]
    pub fn by(group: &Group) -> Option<Self> {
        let mut sizes: Vec<f64> = group.deviations.iter().map(|deviation| deviation.abs()).collect();
        sizes.sort_by(f64::total_cmp);
        let count = sizes.len();
        let worst = *sizes.last()?;
        let mean = sizes.iter().sum::<f64>() / count as f64;
        let figures = [mean, middle(&sizes), sizes[(count * 95 / 100).min(count - 1)], worst];
        Some(Self { count, figures: figures.map(|figure| (figure * 10_000.0 - 1e-6).ceil().max(0.0) as u64) })
    }
}

/// Reads `gates.csv`.
///
/// # Errors
/// A line that cannot be read.
pub fn read(table: impl Read) -> Result<BTreeMap<String, Reached>> {
    let mut gates = BTreeMap::new();
    for record in csv::Reader::from_reader(table).deserialize() {
        let (name, count, mean, median, p95, worst): (String, usize, f64, f64, f64, f64) = record.context("in gates.csv")?;
        let figures = [mean, median, p95, worst].map(|percent| (percent * 100.0).round() as u64);
        gates.insert(name, Reached { count, figures });
    }
    Ok(gates)
}

/// Writes what every group reached, in percent.
///
/// # Errors
/// It cannot be written.
pub fn write(groups: &[Group], place: impl Write) -> Result<()> {
    let mut table = csv::Writer::from_writer(place);
    table.write_record(["group", "count", "mean_percent", "median_percent", "p95_percent", "worst_percent"])?;
    let sorted: BTreeMap<&str, &Group> = groups.iter().map(|group| (group.name.as_str(), group)).collect();
    for (name, group) in sorted {
        let Some(Reached { count, figures }) = Reached::by(group) else { continue };
        let percent = figures.map(|figure| format!("{}.{:02}", figure / 100, figure % 100));
        table.write_record([name, &count.to_string(), &percent[0], &percent[1], &percent[2], &percent[3]])?;
    }
    Ok(table.flush()?)
}

/// Where a group is worse than its gate, or so much better that the gate is loose; also groups and gates without each other.
#[must_use]
pub fn shortcomings(groups: &[Group], gates: &BTreeMap<String, Reached>) -> Vec<String> {
    let mut found = Vec::new();
    for group in groups {
        let Some(reached) = Reached::by(group) else { continue };
        match gates.get(&group.name) {
            None => found.push(format!("{}: there is no gate", group.name)),
            Some(gate) => found.extend(beyond(&group.name, reached, *gate)),
        }
    }
    let is_reached = |name: &str| groups.iter().any(|group| group.name == name && !group.deviations.is_empty());
    found.extend(gates.keys().filter(|name| !is_reached(name)).map(|name| format!("{name}: nothing is compared any more")));
    found
}

fn beyond(name: &str, reached: Reached, gate: Reached) -> Vec<String> {
    let mut found = Vec::new();
    if reached.count != gate.count {
        found.push(format!("{name}: {} deviations, there were {}", reached.count, gate.count));
    }
    for ((what, now), gate) in FIGURES.into_iter().zip(reached.figures).zip(gate.figures) {
        let percent = |figure: u64| format!("{}.{:02} %", figure / 100, figure % 100);
        if now > gate {
            found.push(format!("{name}: the {what} is {}, it was {}", percent(now), percent(gate)));
        } else if now + SLACK + gate / 50 < gate {
            found.push(format!("{name}: the {what} is {}, better than its gate of {}", percent(now), percent(gate)));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn group(deviations: &[f64]) -> Group {
        Group { name: "live: cnn".to_owned(), deviations: deviations.to_vec() }
    }

    #[test]
    fn what_is_written_is_met_and_nothing_worse_is() {
        let held = [group(&[0.0, -0.001, 0.0033, 0.02])];
        let mut file = Vec::new();
        write(&held, &mut file).unwrap();
        assert_eq!(
            String::from_utf8(file.clone()).unwrap().lines().nth(1),
            Some("live: cnn,4,0.61,0.22,2.00,2.00"),
            "rounded up, in percent"
        );
        let gates = read(file.as_slice()).unwrap();
        assert_eq!(shortcomings(&held, &gates), Vec::<String>::new());
        // A family that is off by nine thousandths, a row that is gone, a miss that is farther, a gate that is loose.
        for worse in [&[0.009, 0.008, 0.0123, 0.02][..], &[0.0, 0.001, 0.0033], &[0.0, 0.001, 0.0033, 0.0202], &[0.0; 4]] {
            assert!(!shortcomings(&[group(worse)], &gates).is_empty(), "{worse:?}");
        }
        assert_eq!(shortcomings(&[], &gates), ["live: cnn: nothing is compared any more"]);
        assert_eq!(shortcomings(&held, &BTreeMap::new()), ["live: cnn: there is no gate"]);
    }
}
