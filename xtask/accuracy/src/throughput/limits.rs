//! How close the time of a step must be: the aim, and the groups that are known to miss it.

use std::collections::BTreeMap;

use super::configuration::{Closeness, Configuration};
use super::pairs::{Pair, right_share};

/// How close a group must be.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TimeLimits {
    /// Half must be at least this close.
    pub median: f64,
    /// 9 of 10 must be at least this close.
    pub p90: f64,
}

/// The aim for each family, each generation and each family on a generation.
pub const AIM: TimeLimits = TimeLimits { median: 0.20, p90: 0.45 };

/// Groups that miss the aim today and what they are held to meanwhile, so that they get no worse.
///
/// A family, a generation, or both with a comma between. A line whose group meets the aim is to be deleted.
pub const MISSED: &[(&str, TimeLimits)] = &[];

/// Smaller groups say too little to fail on.
pub const LEAST: usize = 5;

/// Share of card pairs that must be ranked right.
pub const RANKED: f64 = 0.90;

/// What is not good enough about the configurations of which every condition is known.
#[must_use]
pub fn shortcomings(configurations: &[Configuration], pairs: &[Pair]) -> Vec<String> {
    let mut found = Vec::new();
    for (name, group) in groups(configurations) {
        let Some(closeness) = Closeness::new(&group).filter(|closeness| closeness.configurations >= LEAST) else { continue };
        let limits = MISSED.iter().find(|(missed, _)| *missed == name).map_or(AIM, |(_, limits)| *limits);
        for (what, value, limit) in
            [("median deviation", closeness.median, limits.median), ("90th percentile", closeness.p90, limits.p90)]
        {
            if value > limit {
                found.push(format!(
                    "step time, {name}: the {what} is {:.1} %, {:.0} % is the limit",
                    value * 100.0,
                    limit * 100.0
                ));
            }
        }
    }
    if configurations.is_empty() {
        found.push("no measured step time with every condition known".to_owned());
    }
    let share = right_share(pairs);
    if share < RANKED {
        found.push(format!("{:.1} % of card pairs are ranked right, {:.0} % is the limit", share * 100.0, RANKED * 100.0));
    }
    found
}

/// The groups that are held to a limit, by name.
pub(crate) fn groups<'a>(configurations: &'a [Configuration<'a>]) -> BTreeMap<String, Vec<&'a Configuration<'a>>> {
    let mut groups: BTreeMap<String, Vec<&Configuration>> = BTreeMap::new();
    for one in configurations {
        let row = one.row();
        for name in [row.family.clone(), row.generation.to_owned(), format!("{}, {}", row.family, row.generation)] {
            groups.entry(name).or_default().push(one);
        }
    }
    groups
}

#[cfg(test)]
mod tests {
    use super::super::tests::timed;
    use super::super::{Known, configurations};
    use super::*;

    #[test]
    fn a_group_of_five_is_held_to_the_aim() {
        let rows: Vec<_> = (1..=5).map(|batch| timed("rtx-3090", batch, 100.0, 130.0)).collect();
        let found = shortcomings(&configurations(&rows, Known::Complete), &[]);
        assert_eq!(found.len(), 3, "{found:?}");
        assert!(found[0].contains("median deviation is 30.0 %"), "{found:?}");
        assert!(shortcomings(&configurations(&rows[1..], Known::Complete), &[]).is_empty());
    }

    #[test]
    fn what_is_missed_is_still_held_to_something() {
        for (name, limits) in MISSED {
            assert!(limits.median > AIM.median || limits.p90 > AIM.p90, "{name} is held to the aim");
        }
    }
}
