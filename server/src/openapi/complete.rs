//! What holds for every operation, said once: any of them can fail with a problem, and each has an example.

use utoipa::openapi::path::{Operation, Parameter, ParameterBuilder, PathItem};
use utoipa::openapi::{ContentBuilder, OpenApi, Ref, RefOr, ResponseBuilder};

use super::examples;

/// Media type of everything that goes wrong.
const PROBLEM: &str = "application/problem+json";

/// Adds to a document what its operations leave out.
pub fn complete(mut document: OpenApi) -> OpenApi {
    for item in document.paths.paths.values_mut() {
        for operation in operations(item) {
            let id = operation.operation_id.clone().unwrap_or_default();
            add_problem(operation);
            add_examples(&id, operation);
        }
    }
    document
}

fn operations(item: &mut PathItem) -> impl Iterator<Item = &mut Operation> {
    let PathItem { get, put, post, delete, head, patch, .. } = item;
    [get, put, post, delete, head, patch].into_iter().flatten()
}

/// A method that is not there, a share that is used up, a mistake of ours: none of it is particular to an operation.
fn add_problem(operation: &mut Operation) {
    let problem = || {
        let content = ContentBuilder::new().schema(Some(Ref::from_schema_name("Problem"))).build();
        ResponseBuilder::new().description("What went wrong").content(PROBLEM, content).build()
    };
    operation.responses.responses.entry("default".to_owned()).or_insert_with(|| RefOr::T(problem()));
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
