//! Every name that a query or a form can have.

use std::collections::BTreeSet;

use html5ever::tendril::TendrilSink as _;
use html5ever::{ParseOpts, parse_document};
use markup5ever_rcdom::{NodeData, RcDom};
use utoipa::openapi::OpenApi;

/// Names that pages read beside those of tables and forms.
const OF_PAGES: [&str; 5] = ["revise", "recomputed", "only", "plan", "see"];

/// The code's own tables: fields of a scenario, prices, symptoms, comparisons, and what the API documents.
pub fn of_tables(document: &OpenApi) -> BTreeSet<String> {
    let fields = scenario::fields::FIELDS.iter().map(|field| field.name);
    let others = [
        scenario::query::VERSION_NAME,
        scenario::query::DEADLINE_HOURS,
        api::compare::address::WITH,
        scenario::diagnose::SYMPTOM_NAME,
    ];
    let known = fields
        .chain(scenario::prices::PARAMETERS)
        .chain(others)
        .chain(scenario::diagnose::FIGURES.iter().map(|figure| figure.parameter))
        .chain(OF_PAGES)
        .map(str::to_owned);
    known.chain(documented(document)).collect()
}

/// Names of the API's query parameters.
fn documented(document: &OpenApi) -> Vec<String> {
    let document = serde_json::to_value(document).unwrap();
    let operations = document["paths"].as_object().unwrap().values().flat_map(|item| item.as_object().unwrap().values());
    let parameters = operations.filter_map(|operation| operation["parameters"].as_array()).flatten();
    parameters
        .filter(|parameter| parameter["in"] == "query")
        .map(|parameter| parameter["name"].as_str().unwrap().to_owned())
        .collect()
}

/// Names of the fields in a page's forms.
pub fn of_forms(html: &str) -> BTreeSet<String> {
    let document = parse_document(RcDom::default(), ParseOpts::default()).one(html);
    let mut names = BTreeSet::new();
    let mut rest = vec![document.document.clone()];
    while let Some(node) = rest.pop() {
        if let NodeData::Element { name, attrs, .. } = &node.data
            && matches!(&*name.local, "input" | "select" | "textarea" | "button")
        {
            let attrs = attrs.borrow();
            names.extend(
                attrs.iter().filter(|attribute| &*attribute.name.local == "name").map(|attribute| attribute.value.to_string()),
            );
        }
        rest.extend(node.children.borrow().iter().cloned());
    }
    names
}
