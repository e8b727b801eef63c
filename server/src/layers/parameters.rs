//! Query parameters of the API: what an operation's documentation does not name, it does not read, and says so; what is said
//! more than once must be the same each time.
//!
//! A misspelt name, or the other of two values, would otherwise be answered with another plan's figures.

use axum::extract::{MatchedPath, Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};
use scenario::fields::{FIELDS, Field};
use scenario::{FieldError, Reason, limits, query};

use crate::openapi::parameters::Parameters;
use crate::problem::ApiError;
use crate::state::AppState;

/// Refuses a request with parameters that its operation does not document, all of them named with the nearest that it does.
pub async fn refuse_undocumented(State(state): State<AppState>, path: MatchedPath, request: Request, next: Next) -> Response {
    let faults = faults(&state.reference.parameters, path.as_str(), &request);
    if faults.is_empty() {
        return next.run(request).await;
    }
    ApiError::from(scenario::problem::invalid(&faults)).into_response()
}

/// The parameter of the field that a body calls by this name (`gpu_count` is `gpus` here).
fn by_pointer(given: &str, names: &[&'static str]) -> Option<&'static str> {
    let is_it = |field: &&Field| field.pointer.rsplit('/').next() == Some(given) && names.contains(&field.name);
    FIELDS.iter().find(is_it).map(|field| field.name)
}

fn faults(parameters: &Parameters, path: &str, request: &Request) -> Vec<FieldError> {
    let Some(encoded) = request.uri().query() else { return Vec::new() };
    let method = if request.method() == "HEAD" { "get".to_owned() } else { request.method().as_str().to_ascii_lowercase() };
    let Some(names) = parameters.get(path, &method) else { return Vec::new() };
    let is_known = |given: &str| names.all.contains(&given);
    let repeated = query::find_repeated(query::decode(encoded), &names.single);
    query::decode(encoded)
        .filter(|(given, _)| !is_known(given))
        .take(limits::ERRORS)
        .enumerate()
        .map(|(place, (given, _))| {
            let nearest = (place < limits::SUGGESTIONS)
                .then(|| by_pointer(&given, &names.all).or_else(|| catalog::nearest(&given, names.all.iter().copied())))
                .flatten();
            let given: String = given.chars().take(limits::TEXT_LENGTH).collect();
            let pointer = format!("/{}", given.replace('~', "~0").replace('/', "~1"));
            FieldError::new(pointer, Reason::UnknownParameter { nearest: nearest.map(str::to_owned) })
        })
        .chain(repeated)
        .collect()
}
