//! The engine's answers to the cases' scenarios, worked out once for a process.

use std::sync::LazyLock;

use scenario::fields::{Field, Value};
use scenario::query;

use super::study::Study;
use super::{guide_a, guide_b};
use crate::plan::{self, Plan};

/// A study with the engine's answer to each state.
#[derive(Debug)]
pub struct Answered {
    /// The study.
    pub study: &'static Study,
    /// The answers, state by state.
    pub plans: Vec<Plan>,
}

/// All studies with their answers.
///
/// A state that cannot be read would be left out with its study; a test holds that there is none.
#[must_use]
pub fn answers() -> &'static [Answered] {
    static ANSWERED: LazyLock<Vec<Answered>> = LazyLock::new(|| studies().filter_map(answer).collect());
    &ANSWERED
}

/// Every study, in the order of the page.
fn studies() -> impl Iterator<Item = &'static Study> {
    guide_a::STUDIES.iter().chain(guide_b::STUDIES)
}

fn answer(study: &'static Study) -> Option<Answered> {
    let plans: Option<Vec<Plan>> = study.states.iter().map(|state| plan::read(query::decode(state.query)).plan).collect();
    Some(Answered { study, plans: plans? })
}

/// What a plan's scenario says: each field by its path in the contract, with its value.
#[must_use]
pub fn leaves(plan: &Plan) -> Vec<(String, String)> {
    let named = query::to_query(&plan.asked, &[]).into_iter();
    named
        .filter_map(|(name, value)| {
            let field = Field::by_name(&name)?;
            // A query says 1 and 0, the contract true and false.
            let value = if let Some(Value::Flag(flag)) = field.get(&plan.asked) { flag.to_string() } else { value };
            Some((path(field.pointer), value))
        })
        .collect()
}

/// `/training/method` as people write it: `training.method`.
fn path(pointer: &str) -> String {
    pointer.trim_start_matches('/').replace('/', ".")
}

impl Answered {
    /// What all states' scenarios say alike.
    #[must_use]
    pub fn common(&self) -> Vec<(String, String)> {
        let mut plans = self.plans.iter().map(leaves);
        let first = plans.next().unwrap_or_default();
        plans.fold(first, |common, leaves| common.into_iter().filter(|leaf| leaves.contains(leaf)).collect())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::super::metric::Modeled;
    use super::super::study::Guide;
    use super::*;

    #[test]
    fn every_scenario_resolves_without_a_fault() {
        for study in studies() {
            for state in study.states {
                let reading = plan::read(query::decode(state.query));
                assert!(reading.errors.is_empty(), "{}: {:?}", study.id, reading.errors);
                let plan = reading.plan.unwrap();
                assert!(plan.unknown.is_empty(), "{}: {:?}", study.id, plan.unknown);
                let again = plan::read(query::decode(&plan.query())).plan.unwrap();
                assert_eq!(again.asked, plan.asked, "the link asks for the same scenario");
            }
        }
        assert_eq!(answers().len(), studies().count());
    }

    #[test]
    fn every_reported_figure_is_there_once() {
        let mut ids = BTreeSet::new();
        let mut counted = [0, 0];
        for study in studies() {
            assert!(ids.insert(study.id), "{} twice", study.id);
            let mut metrics = BTreeSet::new();
            for figure in study.figures {
                assert!(metrics.insert(figure.metric), "{}: {:?} twice", study.id, figure.metric);
                assert_eq!(figure.reported.len(), study.states.len(), "{}: {:?}", study.id, figure.metric);
                let reported: Vec<f64> = figure.reported.iter().flatten().copied().collect();
                assert!(reported.iter().all(|value| value.is_finite() && *value >= 0.0), "{}: {:?}", study.id, figure.metric);
                counted[usize::from(study.guide == Guide::B)] += reported.len();
            }
        }
        // Guide A prints 9, 8 and 8 figures of three machines each, and one time of a whole training;
        // guide B 7, 7 and 4 pairs.
        assert_eq!(counted, [3 * (9 + 8 + 8) + 1, 2 * (7 + 7 + 4)]);
    }

    #[test]
    fn the_models_figures_are_numbers() {
        for answered in answers() {
            for figure in answered.study.figures {
                for plan in &answered.plans {
                    let modeled = figure.metric.modeled_value(plan);
                    if let Modeled::Value(value) | Modeled::OneEpoch(value) = modeled {
                        assert!(value.is_finite() && value >= 0.0, "{}: {:?} {value}", answered.study.id, figure.metric);
                    }
                    assert_eq!(modeled == Modeled::Nothing, figure.metric.field().is_none(), "{:?}", figure.metric);
                }
            }
        }
    }

    #[test]
    fn states_differ_and_share_the_rest() {
        for answered in answers() {
            let common = answered.common();
            assert!(common.iter().any(|(path, value)| path == "hardware.gpu" && value == "rtx-4090"));
            for plan in &answered.plans {
                assert!(leaves(plan).len() > common.len(), "{}", answered.study.id);
            }
        }
    }
}
