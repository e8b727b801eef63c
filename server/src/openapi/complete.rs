//! What holds for every operation, said once: any of them can fail with a problem, and each has an example.

use utoipa::openapi::path::{Operation, Parameter, ParameterBuilder, ParameterIn, PathItem};
use utoipa::openapi::schema::{AdditionalProperties, ObjectBuilder, Schema, Type};
use utoipa::openapi::{ContentBuilder, OpenApi, Ref, RefOr, Required, ResponseBuilder};

use super::examples;
use scenario::limits::UNIT_PRICE;
use scenario::query::LANGUAGE;

/// Media type of everything that goes wrong.
const PROBLEM: &str = "application/problem+json";

/// The tag of what the engine answers.
const ENGINE: &str = "engine";

/// Adds to a document what its operations leave out.
pub fn complete(mut document: OpenApi) -> OpenApi {
    add_short_prices(&mut document);
    for item in document.paths.paths.values_mut() {
        for operation in operations(item) {
            let id = operation.operation_id.clone().unwrap_or_default();
            add_problem(operation);
            add_language(operation);
            add_examples(&id, operation);
        }
    }
    document
}

/// Prices take the id or kind of a part as a member of its own, which the type of the wire has no field for.
fn add_short_prices(document: &mut OpenApi) {
    let schemas = document.components.as_mut().map(|components| &mut components.schemas);
    let Some(RefOr::T(Schema::Object(prices))) = schemas.and_then(|schemas| schemas.get_mut("Prices")) else { return };
    let price = ObjectBuilder::new()
        .schema_type(Type::Number)
        .minimum(Some(UNIT_PRICE.min))
        .maximum(Some(UNIT_PRICE.max))
        .description(Some("The price of one part, by its id or kind: the same as an entry of `parts`"))
        .build();
    prices.additional_properties = Some(Box::new(AdditionalProperties::RefOr(RefOr::T(Schema::Object(price)))));
}

fn operations(item: &mut PathItem) -> impl Iterator<Item = &mut Operation> {
    let PathItem { get, put, post, delete, head, patch, .. } = item;
    [get, put, post, delete, head, patch].into_iter().flatten()
}

/// A method that is not there, a share that is used up, a bug: none of it is particular to an operation.
fn add_problem(operation: &mut Operation) {
    let problem = || {
        let content = ContentBuilder::new().schema(Some(Ref::from_schema_name("Problem"))).build();
        ResponseBuilder::new().description("What went wrong").content(PROBLEM, content).build()
    };
    operation.responses.responses.entry("default".to_owned()).or_insert_with(|| RefOr::T(problem()));
}

/// Answers of the engine have sentences, in the language that a program asks for.
fn add_language(operation: &mut Operation) {
    if operation.tags.iter().flatten().any(|tag| tag == ENGINE) {
        let language = ParameterBuilder::new()
            .name(LANGUAGE)
            .parameter_in(ParameterIn::Query)
            .required(Required::False)
            .description(Some("Language of sentences and problems: `en` or `zh`. It goes before `Accept-Language`; a body's `language` goes before both."))
            .schema(Some(ObjectBuilder::new().schema_type(Type::String).enum_values(Some(["en", "zh"]))))
            .build();
        operation.parameters.get_or_insert_default().push(RefOr::T(language));
    }
}

fn add_examples(id: &str, operation: &mut Operation) {
    if let (Some(RefOr::T(body)), Some(example)) = (operation.request_body.as_mut(), examples::body(id)) {
        for (kind, content) in &mut body.content {
            if let (true, RefOr::T(content)) = (kind.ends_with("json") && !kind.ends_with("ndjson"), content) {
                content.example.get_or_insert_with(|| example.clone());
            }
        }
    }
    for parameter in operation.parameters.iter_mut().flatten() {
        if let RefOr::T(parameter) = parameter {
            add_example(id, parameter);
        }
    }
}

fn add_example(id: &str, parameter: &mut Parameter) {
    if let Some(example) = examples::parameter(id, &parameter.name) {
        *parameter = ParameterBuilder::from(parameter.clone()).example(Some(example)).build();
    }
}
