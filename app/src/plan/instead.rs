//! What to open in place of a plan that names what the catalog does not list.

use catalog::Kind;
use scenario::{FieldError, Reason, query};

use crate::fields::{Catalog, Kind as FieldKind, by_pointer, options};
use crate::locale::Locale;
use crate::messages::{products as text, run};
use markup::{Element, classed, el};

/// A plan with the nearest ids in the places of those that are not listed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Instead {
    /// The planner's query.
    pub query: String,
    /// What is missing, each with its list and what takes its place.
    pub missing: Vec<Missing>,
}

/// An id that is not listed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Missing {
    /// The list that should have it.
    pub kind: Kind,
    /// The id.
    pub given: String,
    /// The name of what takes its place.
    pub nearest: String,
}

impl Instead {
    /// The names of what takes the places.
    #[must_use]
    pub fn names(&self, locale: Locale) -> String {
        let names: Vec<&str> = self.missing.iter().map(|missing| missing.nearest.as_str()).collect();
        names.join(locale.pick(", ", "、"))
    }

    /// A link to it.
    #[must_use]
    pub fn link(&self, locale: Locale) -> Element {
        el("a")
            .attr("class", "button")
            .attr("href", format!("{}?{}", super::page_for(&self.query), self.query))
            .attr("data-testid", "instead")
            .with(text::take_instead(locale, &self.names(locale)))
    }
}

/// The way on from an encoded query with these faults; none where every id is listed.
#[must_use]
pub fn instead(encoded: &str, errors: &[FieldError]) -> Option<Instead> {
    let mut pairs: Vec<(String, String)> = query::decode(encoded).collect();
    let mut missing = Vec::new();
    for error in errors {
        let Reason::UnknownId { given, nearest: Some(nearest), .. } = &error.reason else { continue };
        let Some(field) = by_pointer(&error.pointer) else { continue };
        let FieldKind::Catalog(catalog) = field.kind else { continue };
        for (_, value) in pairs.iter_mut().filter(|(name, _)| name == field.name) {
            value.clone_from(nearest);
        }
        let name = options::name_of(catalog, nearest).unwrap_or(nearest).to_owned();
        missing.push(Missing { kind: kind(catalog), given: given.clone(), nearest: name });
    }
    let query = query::encode(pairs.iter().map(|(name, value)| (name.as_str(), value.as_str())));
    (!missing.is_empty()).then_some(Instead { query, missing })
}

/// The link alone, as the planner shows it below its faults.
#[must_use]
pub fn offer(encoded: &str, errors: &[FieldError], locale: Locale) -> Option<Element> {
    let link = running(encoded, errors, locale).or_else(|| Some(instead(encoded, errors)?.link(locale)));
    Some(classed("p", "actions").with(link?))
}

/// The way to the page about running, where the model is known for that alone.
fn running(encoded: &str, errors: &[FieldError], locale: Locale) -> Option<Element> {
    errors.iter().find(|error| error.reason == Reason::NotTrained)?;
    let kept = query::decode(encoded).filter(|(name, _)| matches!(name.as_str(), "v" | "model" | "gpu" | "gpus"));
    let pairs: Vec<(String, String)> = kept.collect();
    let asked = query::encode(pairs.iter().map(|(name, value)| (name.as_str(), value.as_str())));
    let link = el("a").attr("class", "button").attr("href", format!("/{}/run?{asked}", locale.as_str()));
    Some(link.attr("data-testid", "run-instead").with(run::run_it(locale)))
}

const fn kind(catalog: Catalog) -> Kind {
    match catalog {
        Catalog::Gpus => Kind::Gpu,
        Catalog::Models => Kind::Model,
        #[cfg(feature = "ssr")]
        Catalog::Answering => Kind::Model,
        Catalog::Cpus => Kind::Cpu,
        Catalog::Storages => Kind::Storage,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_that_is_missing_is_replaced_at_once_and_the_rest_stays() {
        let encoded = "v=1&gpu=retired-example-gpu&model=resnet-18&batch=8&ref=mail";
        let errors = crate::plan::read(query::decode(encoded)).errors;
        let instead = instead(encoded, &errors).expect("two ids are not listed");
        assert_eq!(instead.query, "v=1&gpu=rtx-4090&model=resnet18&batch=8&ref=mail");
        assert_eq!(instead.names(Locale::En), "GeForce RTX 4090, ResNet-18");
        assert!(crate::plan::read(query::decode(&instead.query)).errors.is_empty());
        assert_eq!(super::instead("gpu=rtx-4090&batch=0", &[]), None);
    }
}
