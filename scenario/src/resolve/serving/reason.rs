//! Why a setting cannot be had beside another.

use engine::serving::Question;
use wire::v1::Scenario;
use wire::v1::choices::ServingEngine as Word;

use crate::error::Reason;

/// The field that names the engine.
pub(super) const ENGINE: &str = "/serving/engine";

/// The reason for a choice that does not go with what another field says, and what does.
pub(super) fn not_applicable(with: &'static str, value: &str, allowed: &[&str]) -> Reason {
    let allowed = allowed.iter().map(|&word| word.to_owned()).collect();
    Reason::NotApplicable { with, value: format!("`{value}`"), allowed }
}

/// The engine's word.
pub(super) fn word(question: &Question) -> &'static str {
    Word::from(question.settings.engine).as_str()
}

/// The model as it was asked for, with the field that says so.
pub(super) fn model(scenario: &Scenario) -> (&'static str, &str) {
    let own = scenario.model.config.as_ref().and_then(|config| config.model_type.as_deref()).unwrap_or_default();
    scenario.model.id.as_deref().map_or(("/model/config/model_type", own), |id| ("/model/id", id))
}
