//! The model: an entry of the catalog, or a Hugging Face configuration.

mod build;
mod config;
pub(crate) mod keys;
mod model_type;

use engine::architecture::Architecture;

pub use keys::{model_types, unread};

use super::errors::Errors;
use super::hardware::unknown;
use crate::error::Reason;
use wire::v1::scenario::Model;

/// The model's hyper-parameters; none where they are at fault.
pub(super) fn resolve(asked: &Model, errors: &mut Errors) -> Option<Architecture> {
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
            let entry = catalog::model(id);
            if entry.is_none() {
                errors.push("/model/id", unknown(catalog::Kind::Model, id, catalog::models().iter().map(|model| model.id)));
            }
            entry.map(|entry| entry.architecture.clone())
        }
        (None, Some(config)) => config::resolve(config, errors),
    }
}
