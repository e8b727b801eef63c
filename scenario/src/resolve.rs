//! From what a person says to what the engine takes: checks every field, collects every error, fills in defaults.
//!
//! After this, nothing is checked again: a [`Request`] is within all limits.

mod adapters;
mod alignment;
mod calibrated;
mod data;
mod errors;
mod framework;
mod hardware;
mod kernels;
mod measured;
mod model;
mod modules;
#[cfg(feature = "json")]
mod passes;
mod pictures;
mod request;
mod serving;
mod subject;
#[cfg(feature = "json")]
mod traced;
mod training;

pub(crate) use data::kind_of;
#[cfg(feature = "json")]
pub(crate) use model::TIED;
pub(crate) use model::{TEXT_KEYS, TowerKind};
pub use model::{TOWER_KEYS, VISION_KEY, all_answering, answering, key_of, may_be_none, model_types, unread};
#[cfg(feature = "json")]
pub use model::{brief, name_of};
pub(crate) use model::{joined, keys};
#[cfg(feature = "json")]
pub use passes::{Passing, answers_in_passes, changed_passing, resolve_passing};
pub use serving::{
    Served, changed, drafters, resolve_serving, serving_reads, serving_that_fits, ways_to_draft, ways_to_serve, without_drafts,
};
pub use training::methods;

use engine::architecture::Architecture;
use engine::inputs::Request;
use errors::Errors;
use framework::not_modeled;
use request::check;
use wire::v1::Scenario;
use wire::v1::scenario::Model;

use crate::error::FieldError;
use crate::fields::FIELDS;

/// The engine's request for a scenario whose framework is modeled, with defaults in the fields left out and a record of
/// those that are open. Callers that answer for other frameworks too take [`resolve_any`].
///
/// # Errors
/// Every field at fault, in the order in which a scenario is written, or the framework where its memory is not modeled.
pub fn resolve(scenario: &Scenario) -> Result<Request, Vec<FieldError>> {
    let request = resolve_any(scenario)?;
    let framework = request.scenario.training.framework;
    if framework.is_modeled() { Ok(request) } else { Err(vec![not_modeled(framework)]) }
}

/// The machine that a part of a scenario says with what it leaves open; none where a field of it is at fault.
#[must_use]
pub fn hardware_of(asked: &wire::v1::scenario::Hardware) -> Option<engine::hardware::Hardware> {
    hardware::resolve(asked, &mut Errors(Vec::new()))
}

/// The engine's request for a scenario, whichever framework runs it: [`engine::answer_of`] takes it.
///
/// # Errors
/// Every field at fault, in the order in which a scenario is written.
pub fn resolve_any(scenario: &Scenario) -> Result<Request, Vec<FieldError>> {
    let request = check(scenario)?;
    if request.scenario.training.framework.is_modeled() { calibrated::calibrate_request(scenario, request) } else { Ok(request) }
}

/// The model of a scenario; none where it is missing or at fault.
pub(crate) fn architecture(asked: &Model) -> Option<Architecture> {
    let mut errors = Errors(
        FIELDS
            .iter()
            .filter(|field| field.pointer.starts_with("/model/"))
            .filter_map(|field| field.check(&Scenario { model: asked.clone(), ..Scenario::default() }))
            .collect(),
    );
    model::resolve(asked, &mut errors).filter(|_| errors.0.is_empty())
}
