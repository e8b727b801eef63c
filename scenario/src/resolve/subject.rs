//! The model as other fields must suit it.

use engine::architecture::Architecture;
use wire::v1::Scenario;

use crate::error::Reason;

/// The model as other fields must suit it.
pub struct Subject<'a> {
    /// What it is built like.
    pub architecture: &'a Architecture,
    /// The catalog's entry, where it is one of the catalog.
    pub entry: Option<&'static catalog::ModelEntry>,
    /// Pointer of the field that chose it.
    pub pointer: &'static str,
    /// What that field says.
    pub name: &'a str,
}

impl<'a> Subject<'a> {
    /// The model that a scenario chose.
    pub fn of(scenario: &'a Scenario, architecture: &'a Architecture) -> Self {
        if let Some(id) = &scenario.model.id {
            return Self { architecture, entry: catalog::model(id), pointer: "/model/id", name: id };
        }
        if matches!(architecture, Architecture::Traced(_)) {
            return Self { architecture, entry: None, pointer: "/model/graph", name: "graph" };
        }
        let name = scenario.model.config.as_ref().and_then(|config| config.model_type.as_deref()).unwrap_or_default();
        Self { architecture, entry: None, pointer: "/model/config/model_type", name }
    }

    /// The reason for a choice that does not suit the model.
    pub fn not_applicable(&self, allowed: &[&str]) -> Reason {
        Reason::NotApplicable {
            with: self.pointer,
            value: format!("`{}`", self.name),
            allowed: allowed.iter().map(|&word| word.to_owned()).collect(),
        }
    }
}
