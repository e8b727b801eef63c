//! Reads scenarios from JSON by walking the document against the table of [`fields`](crate::fields), so that every
//! unknown field and every wrong type is named at once rather than the first one only.

mod bodies;
mod compare;
mod config;
mod diagnose;
mod document;
mod inside;
mod keys;
mod leaf;
mod merge;
mod plans;
mod prices;
mod text;
mod walk;

pub use crate::resolve::VISION_KEY;
pub use bodies::{parse_batch, parse_code, parse_scenario};
pub use compare::parse_compare;
pub use diagnose::parse_diagnose;
pub use document::documents;
pub use inside::{Inside, inner_network};
pub use keys::{KeyUse, configuration, key_uses};
pub use merge::apply_merge_patch;
pub use plans::{fork, parse_fork_with, parse_plan, parse_plan_with};
pub use prices::{parse_bom_request, prices};
pub use text::{parse_data_set, parse_machine, parse_message, parse_model};

use crate::pointer;
use serde_json::{Map, Value as Json};
use walk::{Walk, escaped};

use crate::error::{Expected, FieldError, Reason};
use crate::fields::{FIELDS, Field};
use wire::v1::Scenario;
use wire::v1::choices::Workload;
use wire::v1::scenario::{GpuChoice, Graph};

/// The scenario that a document says, as far as it can be read, and every field that cannot.
#[must_use]
pub fn scenario(document: &Json) -> (Scenario, Vec<FieldError>) {
    let mut walk = Walk { scenario: Scenario::default(), errors: Vec::new(), suggestions: 0 };
    walk.section(document, "");
    if !walk.errors.is_empty() {
        let others = faults_beside(&walk.scenario, &walk.errors);
        walk.errors.extend(others);
    }
    (walk.scenario, walk.errors)
}

/// What is wrong with a scenario, whichever its task.
#[must_use]
pub fn faults(scenario: &Scenario) -> Vec<FieldError> {
    let found = match scenario.task {
        Some(Workload::Inference) if crate::resolve::answers_in_passes(scenario) => {
            crate::resolve::resolve_passing(scenario).err()
        }
        Some(Workload::Inference) => crate::resolve::resolve_serving(scenario).err(),
        Some(Workload::Training) | None => crate::resolve::resolve_any(scenario).err(),
    };
    found.unwrap_or_default()
}

/// What fields say that can be read, where others cannot, so that all are named at once; only what each says by itself: what
/// they say together is known when all of them can be read.
#[must_use]
pub fn faults_beside(scenario: &Scenario, unread: &[FieldError]) -> Vec<FieldError> {
    let is_named = |pointer: &str| {
        unread.iter().any(|error| {
            pointer.strip_prefix(error.pointer.as_str()).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        })
    };
    let own = FIELDS.iter().filter_map(|field| field.check(scenario));
    // Whether the catalog has an id does not depend on other fields either.
    let ids = faults(scenario).into_iter().filter(|error| matches!(error.reason, Reason::UnknownId { .. }));
    own.chain(ids).filter(|error| !is_named(&error.pointer)).collect()
}

impl Walk {
    fn section(&mut self, document: &Json, pointer: &str) {
        let Json::Object(members) = document else {
            self.push(pointer, Reason::WrongType { expected: Expected::Object });
            return;
        };
        for (key, value) in members {
            self.member(members, key, value, pointer);
        }
    }

    fn member(&mut self, siblings: &Map<String, Json>, key: &str, value: &Json, parent: &str) {
        if parent == pointer::CONFIG {
            self.config_member(siblings, key, value);
            return;
        }
        let pointer = format!("{parent}/{}", escaped(key));
        if pointer == pointer::GRAPH && value.is_object() {
            self.scenario.model.graph = Some(Graph(value.clone().into()));
            return;
        }
        let leaf = Field::at(&pointer);
        let is_section = is_section(&pointer);
        match (leaf, is_section) {
            (None, _) if pointer == pointer::GRAPH && value.is_null() => {}
            (None, _) if pointer == pointer::GRAPH => self.push(&pointer, Reason::WrongType { expected: Expected::Object }),
            // Null says the same as a field left out (and removes one, in a merge patch).
            (Some(_), _) | (_, true) if value.is_null() => {}
            (_, true) if value.is_object() || leaf.is_none() => self.subsection(value, &pointer),
            (Some(_), true) if !value.is_string() => self.push(&pointer, Reason::WrongType { expected: Expected::TextOrObject }),
            (Some(field), _) => self.leaf(field, value),
            (None, _) => {
                let nearest = self.suggestion(key, parent);
                self.push(&pointer, Reason::UnknownField { nearest });
            }
        }
    }

    /// Parts that may be missing as a whole are there once they are named, even when they say nothing.
    fn subsection(&mut self, value: &Json, pointer: &str) {
        if value.is_object() {
            match pointer {
                "/hardware/gpu" => self.scenario.hardware.gpu = Some(GpuChoice::Custom(Box::default())),
                "/model/config" => self.scenario.model.config = Some(Box::default()),
                _ => {}
            }
        }
        let network = value.as_object().filter(|_| pointer == pointer::CONFIG).and_then(inner_network);
        if let Some(Inside { members, beside, .. }) = network.filter(|network| inside::is_known(&network.members)) {
            for key in beside {
                self.unread(key);
            }
            for (key, value) in members.iter() {
                self.member(&members, key, value, pointer);
            }
            return;
        }
        self.section(value, pointer);
    }
}

fn is_section(pointer: &str) -> bool {
    FIELDS.iter().any(|field| field.pointer.strip_prefix(pointer).is_some_and(|rest| rest.starts_with('/')))
}
