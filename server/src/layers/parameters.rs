//! Query parameters of the API: what an operation's documentation does not name, it does not read, and says so; what is said
//! more than once must be the same each time.
//!
//! A misspelt name, or the other of two values, would otherwise be answered with another plan's figures.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use api::fields::Field;
use api::{FieldError, Reason, limits, query};
use axum::extract::{MatchedPath, Request};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};
use serde_json::Value;

use crate::openapi;
use crate::problem::ApiError;

/// The names that an operation takes, by its path's template and its method.
type Known = BTreeMap<(String, String), Names>;

/// The names that an operation takes.
#[derive(Debug, Default)]
struct Names {
    /// All of them.
    all: Vec<&'static str>,
    /// Those that say one thing each, and are not a scenario's: whoever reads a scenario knows which of its own are lists.
    single: Vec<&'static str>,
}

static KNOWN: LazyLock<Known> = LazyLock::new(|| known(&openapi::shared()));

/// Refuses a request with parameters that its operation does not document, all of them named with the nearest that it does.
pub async fn documented_only(path: MatchedPath, request: Request, next: Next) -> Response {
    let faults = faults(path.as_str(), &request);
    if faults.is_empty() {
        return next.run(request).await;
    }
    ApiError::from(scenario::problem::invalid(&faults)).into_response()
}

fn faults(path: &str, request: &Request) -> Vec<FieldError> {
    let Some(encoded) = request.uri().query() else { return Vec::new() };
    let method = if request.method() == "HEAD" { "get".to_owned() } else { request.method().as_str().to_ascii_lowercase() };
    let Some(names) = KNOWN.get(&(path.to_owned(), method)) else { return Vec::new() };
    let is_known = |given: &str| names.all.contains(&given);
    let repeated = query::repeated(query::decode(encoded), &names.single);
    query::decode(encoded)
        .filter(|(given, _)| !is_known(given))
        .take(limits::ERRORS)
        .enumerate()
        .map(|(place, (given, _))| {
            let nearest = (place < limits::SUGGESTIONS).then(|| catalog::nearest(&given, names.all.iter().copied())).flatten();
            let given: String = given.chars().take(limits::TEXT_LENGTH).collect();
            let pointer = format!("/{}", given.replace('~', "~0").replace('/', "~1"));
            FieldError::new(pointer, Reason::UnknownParameter { nearest: nearest.map(str::to_owned) })
        })
        .chain(repeated)
        .collect()
}

/// Every operation's query parameters, as the document has them.
fn known(document: &Value) -> Known {
    let mut known = Known::new();
    for (path, item) in document["paths"].as_object().into_iter().flatten() {
        for (method, operation) in item.as_object().into_iter().flatten() {
            let parameters = operation["parameters"].as_array().into_iter().flatten();
            let mut names = Names::default();
            for parameter in parameters.filter(|parameter| parameter["in"] == "query") {
                let Some(name) = parameter["name"].as_str() else { continue };
                // Read once in the life of the process.
                let name: &'static str = name.to_owned().leak();
                names.all.push(name);
                if parameter["schema"]["type"] != "array" && Field::named(name).is_none() && name != query::DEADLINE_HOURS {
                    names.single.push(name);
                }
            }
            known.insert((path.clone(), method.clone()), names);
        }
    }
    known
}
