//! The groups that gates hold: every comparison that the report makes is in at least one.

use std::collections::BTreeMap;

use crate::gates::Group;
use crate::throughput::groups as timed_groups;
use crate::{Comparison, Configuration, Known, Loading, Pair, Report, Timed, Verdict, configurations};

/// Deviations by the name of their group.
type Named = BTreeMap<String, Vec<f64>>;

/// Live tensors, blocks and segments of simulated steps, by family; live tensors also by family and method, so that a small
/// group cannot hide in a large one.
#[must_use]
pub fn simulated(report: &Report) -> Vec<Group> {
    let mut named = Named::new();
    for deviation in &report.deviations {
        let setting = |name| deviation.reference.setting(name);
        let (family, method) = (setting("family"), setting("method"));
        for (_, metric, simulated, estimate) in deviation.figures() {
            let relative = estimate as f64 / simulated as f64 - 1.0;
            named.entry(format!("simulated {metric}: {family}")).or_default().push(relative);
            if metric == "live" {
                named.entry(format!("simulated {metric}: {family}, {method}")).or_default().push(relative);
            }
        }
    }
    into_groups(named)
}

/// Measured peaks, by how much of the run is known, family, source and metric.
#[must_use]
pub fn published(comparisons: &[Comparison]) -> Vec<Group> {
    let mut named = Named::new();
    for Comparison { row, relative, .. } in comparisons {
        let name = format!("published, {}: {}, {}, {}", row.standing.word(), row.family, row.source, row.metric.word());
        named.entry(name).or_default().push(*relative);
    }
    into_groups(named)
}

/// Statements that a run fitted or not: how many verdicts are wrong.
#[must_use]
pub fn fits(verdicts: &[Verdict]) -> Vec<Group> {
    let mut named = Named::new();
    for verdict in verdicts {
        let name = format!("fits, {}: {}", verdict.statement.standing.word(), verdict.statement.source);
        named.entry(name).or_default().push(f64::from(u8::from(!verdict.agrees())));
    }
    into_groups(named)
}

/// Step times: of runs with every condition known by family, generation and both; of the others by source.
#[must_use]
pub fn times(timed: &[Timed], pairs: &[Pair]) -> Vec<Group> {
    let mut named = Named::new();
    let complete = configurations(timed, Known::Complete);
    for (name, group) in timed_groups(&complete) {
        named.insert(format!("time, complete: {name}"), group.iter().map(|one| one.relative()).collect());
    }
    for standing in [Known::ConditionOpen, Known::SeveralCards] {
        for one in configurations(timed, standing) {
            let name = format!("time, {}: {}", standing.word(), Configuration::row(&one).source);
            named.entry(name).or_default().push(one.relative());
        }
    }
    let wrong = pairs.iter().map(|pair| f64::from(u8::from(!pair.is_right()))).collect();
    named.insert("time: the faster of two cards".to_owned(), wrong);
    into_groups(named)
}

/// Rates and memory of data loaders, by kind.
#[must_use]
pub fn loading(rows: &[Loading]) -> Vec<Group> {
    let mut named = Named::new();
    for row in rows {
        named.entry(format!("data path: {}", row.kind.word())).or_default().push(row.relative());
    }
    into_groups(named)
}

fn into_groups(named: Named) -> Vec<Group> {
    named.into_iter().map(|(name, deviations)| Group { name, deviations }).collect()
}
