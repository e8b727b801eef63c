//! Models of the catalog with as many parameters.

use std::sync::OnceLock;

use catalog::ModelEntry;
use wire::v1::scenario::Model;

use crate::count::count;

/// What of two models is as many.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Same {
    /// All parameters.
    Whole,
    /// All but the head.
    Body,
}

/// A model of the catalog with as many parameters.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Match {
    /// The model.
    pub entry: &'static ModelEntry,
    /// What is as many.
    pub same: Same,
}

/// Models with exactly as many parameters, or where there is none and it is known how many are no head's, those with as many
/// of these.
pub fn of_count(total: u64, body: Option<u64>) -> Vec<Match> {
    let whole: Vec<Match> = matches(Same::Whole, |entry| entry.published_parameters == total);
    if !whole.is_empty() {
        return whole;
    }
    let Some(body) = body.filter(|body| *body > 0) else { return Vec::new() };
    let bodies = bodies();
    matches(Same::Body, |entry| bodies.iter().any(|(id, count)| *id == entry.id && *count == body))
}

fn matches(same: Same, is_one: impl Fn(&ModelEntry) -> bool) -> Vec<Match> {
    catalog::models().iter().filter(|entry| is_one(entry)).map(|entry| Match { entry, same }).collect()
}

/// What every model of the catalog has without its head, counted once.
fn bodies() -> &'static [(&'static str, u64)] {
    static BODIES: OnceLock<Vec<(&'static str, u64)>> = OnceLock::new();
    BODIES.get_or_init(|| {
        let body = |entry: &ModelEntry| {
            let model = Model { id: Some(entry.id.to_owned()), ..Model::default() };
            count(&model).ok().map(|counted| (entry.id, counted.count.body()))
        };
        catalog::models().iter().filter_map(body).collect()
    })
}
