//! The schemas that the OpenAPI document is made of.
#![cfg(feature = "json")]

use scenario::fields::{FIELDS, Kind};
use serde_json::Value as Json;
use utoipa::OpenApi;
use wire::v1::{Comparison, Diagnosis, Estimate, Problem, Recommendation, Scenario, catalog, compare, diagnose, plan};

#[derive(OpenApi)]
#[openapi(components(schemas(
    Scenario,
    Estimate,
    Recommendation,
    Diagnosis,
    diagnose::DiagnoseRequest,
    Comparison,
    compare::CompareRequest,
    Problem,
    plan::PlanRequest,
    plan::PlanCreated,
    plan::Plan,
    plan::ForkRequest,
    plan::PlanRevisions,
    plan::PlanDiff,
    catalog::List<catalog::Gpu>,
    catalog::List<catalog::Cpu>,
    catalog::List<catalog::Storage>,
    catalog::List<catalog::MemoryKit>,
    catalog::List<catalog::Model>,
    catalog::List<catalog::Platform>,
    catalog::List<catalog::PowerSupply>,
    catalog::List<catalog::Network>,
    catalog::List<catalog::CloudOffer>,
    catalog::List<catalog::Rule>,
    catalog::Single<catalog::Gpu>,
    catalog::Catalog
)))]
struct Schemas;

fn document() -> Json {
    serde_json::to_value(Schemas::openapi()).expect("a document")
}

/// The schemas that a reference and its alternatives lead to.
fn followed<'a>(document: &'a Json, schema: &'a Json) -> Vec<&'a Json> {
    if let Some(reference) = schema.get("$ref").and_then(Json::as_str) {
        let target = document.pointer(reference.trim_start_matches('#')).unwrap_or_else(|| panic!("{reference} is missing"));
        return followed(document, target);
    }
    let alternatives = ["oneOf", "anyOf", "allOf"].iter().filter_map(|key| schema.get(key)?.as_array()).flatten();
    std::iter::once(schema).chain(alternatives.flat_map(|alternative| followed(document, alternative))).collect()
}

#[test]
fn every_field_of_a_scenario_has_a_schema_with_its_words_and_range() {
    let document = document();
    for field in FIELDS {
        let mut schemas = vec![&document["components"]["schemas"]["Scenario"]];
        for segment in field.pointer.trim_start_matches('/').split('/') {
            let properties: Vec<&Json> = schemas
                .iter()
                .flat_map(|schema| followed(&document, schema))
                .filter_map(|schema| schema.get("properties")?.get(segment))
                .collect();
            assert!(!properties.is_empty(), "{} lacks {segment}", field.pointer);
            schemas = properties;
        }
        // A description or a range beside a reference belongs to the field, one behind it to the type.
        let own = || {
            schemas.iter().flat_map(|schema| {
                std::iter::once(*schema).chain(schema.get("oneOf").and_then(Json::as_array).into_iter().flatten())
            })
        };
        assert!(own().any(|schema| schema.get("description").is_some()), "{} has no description", field.pointer);
        let number = |key: &str| own().find_map(|schema| schema.get(key)?.as_f64());
        let all: Vec<&Json> = schemas.iter().flat_map(|schema| followed(&document, schema)).collect();
        match field.kind {
            Kind::Integer(range) => assert_eq!(
                (number("minimum"), number("maximum")),
                (Some(range.min as f64), Some(range.max as f64)),
                "{}",
                field.pointer
            ),
            Kind::Number(range) => {
                assert_eq!((number("minimum"), number("maximum")), (Some(range.min), Some(range.max)), "{}", field.pointer);
            }
            Kind::Choice(words) => {
                let listed = all.iter().find_map(|schema| schema.get("enum")?.as_array());
                assert_eq!(
                    listed.map(|listed| listed.iter().filter_map(Json::as_str).collect::<Vec<_>>()).as_deref(),
                    Some(words),
                    "{}",
                    field.pointer
                );
            }
            _ => {}
        }
    }
}

#[test]
fn every_reference_leads_somewhere() {
    let document = document();
    let text = document.to_string();
    for reference in text.split("\"$ref\":\"#").skip(1) {
        let pointer = reference.split('"').next().unwrap_or_default();
        assert!(document.pointer(pointer).is_some(), "{pointer}");
    }
}

#[test]
fn types_of_one_name_have_a_schema_each() {
    let document = document();
    let has = |schema: &str, field: &str| document.pointer(&format!("/components/schemas/{schema}/properties/{field}")).is_some();
    assert!(has("Model", "config") && has("CatalogModel", "source"));
    assert!(has("Price", "unknown_parts") && has("CatalogPrice", "source"));
}
