//! The model: an entry of the catalog, or a Hugging Face configuration.

mod build;
mod config;
pub(crate) mod joined;
pub(crate) mod keys;
mod model_type;
mod nearest;
mod towers;
#[cfg(feature = "json")]
mod traced;

use catalog::ModelEntry;
use engine::architecture::Architecture;

pub use keys::{key_of, may_be_none, model_types, unread};
#[cfg(feature = "json")]
pub(crate) use towers::TIED;
pub(crate) use towers::{TEXT_KEYS, TowerKind};
pub use towers::{TOWER_KEYS, VISION_KEY};
#[cfg(feature = "json")]
pub use traced::{brief, name_of};

use super::errors::Errors;
use super::hardware::unknown;
use crate::error::Reason;
use wire::v1::scenario::{Graph, Model};

/// The hyper-parameters of a model that trains; none where they are at fault.
pub(super) fn resolve(asked: &Model, errors: &mut Errors) -> Option<Architecture> {
    let architecture = read(asked, catalog::models().iter().map(|entry| entry.id), catalog::model, errors)?;
    let trains = !matches!(architecture, Architecture::VideoTransformer(_));
    if !trains {
        errors.push("/model", Reason::NotTrained);
    }
    trains.then_some(architecture)
}

/// The hyper-parameters of a model that answers; none where they are at fault.
pub(super) fn resolve_answering(asked: &Model, errors: &mut Errors) -> Option<Architecture> {
    if asked.graph.is_some() {
        errors.push("/model/graph", Reason::TrainedAlone);
        return None;
    }
    let ids = all_answering().map(|entry| entry.id);
    read(asked, ids, answering, errors)
}

/// Models whose training is not modeled or not offered; the browser's bundle has none.
const fn only_answering() -> &'static [ModelEntry] {
    #[cfg(feature = "json")]
    return catalog::served();
    #[cfg(not(feature = "json"))]
    return &[];
}

/// Every model that answers, whether it trains or not.
pub fn all_answering() -> impl Iterator<Item = &'static ModelEntry> + Clone {
    catalog::models().iter().chain(only_answering())
}

/// The entry of a model, whether it trains or only answers.
#[must_use]
pub fn answering(id: &str) -> Option<&'static ModelEntry> {
    #[cfg(feature = "json")]
    return catalog::listed_model(id);
    #[cfg(not(feature = "json"))]
    return catalog::model(id);
}

/// A traced network, where nothing else names a model.
fn own_network(asked: &Model, graph: &Graph, errors: &mut Errors) -> Option<Architecture> {
    for (pointer, is_said) in [("/model/id", asked.id.is_some()), ("/model/config", asked.config.is_some())] {
        if is_said {
            errors.push("/model/graph", Reason::Conflict { with: pointer });
            return None;
        }
    }
    #[cfg(feature = "json")]
    return traced::resolve(graph, errors);
    #[cfg(not(feature = "json"))]
    match *graph {}
}

fn read(
    asked: &Model,
    ids: impl Iterator<Item = &'static str> + Clone,
    find: fn(&str) -> Option<&'static ModelEntry>,
    errors: &mut Errors,
) -> Option<Architecture> {
    if let Some(graph) = &asked.graph {
        return own_network(asked, graph, errors);
    }
    match (&asked.id, &asked.config) {
        (None, None) => {
            errors.push("/model", Reason::Required);
            None
        }
        (Some(_), Some(_)) => {
            errors.push("/model/config", Reason::Conflict { with: "/model/id" });
            None
        }
        (Some(id), None) => {
            let entry = find(id);
            if entry.is_none() && answering(id).is_some() {
                errors.push("/model/id", Reason::NotTrained);
            } else if entry.is_none() {
                errors.push("/model/id", unknown(catalog::Kind::Model, id, ids));
            }
            entry.map(|entry| entry.architecture.clone())
        }
        (None, Some(config)) => config::resolve(config, errors),
    }
}
