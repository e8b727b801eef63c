//! The planner's "create link" button without a script: a plain form that leads to the new plan's page.

use axum::extract::{FromRequest, Request, State};
use axum::http::header::{CACHE_CONTROL, LOCATION, SET_COOKIE};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse as _, Response};
use axum::{Form, extract::rejection::FormRejection};

use super::pages::fault_page;
use crate::language::{COOKIE_SECONDS, Language};
use crate::layers::client::is_same_site;
use crate::layers::quota::WriteQuota;
use crate::problem::ApiError;
use crate::services::plans;
use crate::state::AppState;
use crate::store::{Created, StoreError};

/// The form's own fields; all others are the planner's parameters.
const TITLE: &str = "title";
const NOTE: &str = "note";
/// The planner's parameters as one field, where the form does not repeat them.
const QUERY: &str = "query";

/// `POST /plan/save`: stores the plan of the form and leads to it; a plan with faults leads back to the planner, which shows them.
pub async fn save(
    State(state): State<AppState>,
    Language(locale): Language,
    headers: HeaderMap,
    quota: Result<WriteQuota, ApiError>,
    request: Request,
) -> Response {
    if !is_same_site(&headers, state.trust_proxy) {
        return fault_page(StatusCode::FORBIDDEN, locale);
    }
    let stored = match (quota, Form::<Vec<(String, String)>>::from_request(request, &state).await) {
        (Err(error), _) => Err(Fault::of(&error)),
        (_, Err(rejection)) => Err(Fault::Status(rejection_status(&rejection))),
        (Ok(_), Ok(Form(fields))) => store(&state, fields).await,
    };
    match stored {
        Ok(created) => (StatusCode::SEE_OTHER, [(LOCATION, plans::url(created.id.as_str())), key_cookie(&created), no_store()])
            .into_response(),
        Err(Fault::Planner(query)) => (StatusCode::SEE_OTHER, [(LOCATION, format!("/plan?{query}")), no_store()]).into_response(),
        Err(Fault::Status(status)) => fault_page(status, locale),
    }
}

/// Why a form was not saved.
enum Fault {
    /// The planner at this query shows what is wrong.
    Planner(String),
    /// A page says it.
    Status(StatusCode),
}

impl Fault {
    fn of(error: &ApiError) -> Self {
        if let ApiError::Store(error @ StoreError::Unavailable { .. }) = error {
            tracing::error!(error = error as &dyn std::error::Error, "cannot save a plan");
        }
        Self::Status(StatusCode::from_u16(error.problem().status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR))
    }
}

async fn store(state: &AppState, fields: Vec<(String, String)>) -> Result<Created, Fault> {
    let (mut title, mut note, mut pairs) = (String::new(), String::new(), Vec::new());
    for (name, value) in fields {
        match name.as_str() {
            TITLE => value.trim().clone_into(&mut title),
            // Browsers send line ends as two characters; the limit counts one, as the page's own does.
            NOTE => note = value.trim().replace("\r\n", "\n"),
            QUERY => pairs.extend(api::query::decode(value.trim_start_matches('?'))),
            _ => pairs.push((name, value)),
        }
    }
    let query = api::query::encode(pairs.iter().map(|(name, value)| (name.as_str(), value.as_str())));
    let parsed = api::query::parse(pairs.into_iter());
    if !parsed.errors.is_empty() {
        return Err(Fault::Planner(query));
    }
    let body = plans::from_form(title, note, parsed.scenario).map_err(|_| Fault::Status(StatusCode::UNPROCESSABLE_ENTITY))?;
    plans::create(state, body, None, plans::now()).await.map_err(|error| match error {
        ApiError::Input(_) => Fault::Planner(query),
        error => Fault::of(&error),
    })
}

fn rejection_status(rejection: &FormRejection) -> StatusCode {
    rejection.status()
}

/// The edit key stays with the browser that made the plan, for its page alone and out of reach of scripts.
fn key_cookie(created: &Created) -> (axum::http::HeaderName, String) {
    let (path, key) = (plans::url(created.id.as_str()), created.edit_key.expose());
    (SET_COOKIE, format!("edit_key={key}; Path={path}; Max-Age={COOKIE_SECONDS}; SameSite=Strict; HttpOnly"))
}

fn no_store() -> (axum::http::HeaderName, String) {
    (CACHE_CONTROL, "no-store".to_owned())
}
