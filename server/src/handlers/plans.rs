//! Plans over HTTP: create, read, change, revoke.
//!
//! An id that cannot be one is answered like one that nobody was given, and a key is asked for before anything is looked up:
//! answers tell nothing of plans that their reader has no link to.

mod answer;
mod bill;
pub(super) mod conditions;
mod fork;
mod history;
mod idempotency;

use std::convert::Infallible;

use axum::extract::rejection::PathRejection;
use axum::extract::{FromRequestParts, Path, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use serde::de::DeserializeOwned;
use wire::v1::Problem;
use wire::v1::plan::{Plan, PlanCreated, PlanRequest};

pub use bill::*;
pub use fork::*;
pub use history::*;

use super::body::JsonBody;
use crate::handlers::quota::WriteQuota;
use crate::problem::ApiError;
use crate::services::plans;
use crate::state::AppState;
use crate::store::{PlanId, StoreError};
use idempotency::IdempotencyKey;

/// Store a plan, and get a link to share and a key to change it with. The key is shown this once.
///
/// The plan keeps the answer as it is now: scenario, own prices, estimate and bill of materials, with the versions that made
/// them. With an `Idempotency-Key` a request whose answer got lost can be sent again: the same key with the same body gives
/// the same plan and the same edit key for a day, with `Idempotency-Replayed: true`.
#[utoipa::path(post, path = "/api/v1/plans", operation_id = "create_plan", tag = "plans",
    request_body = PlanRequest,
    params(("Idempotency-Key" = Option<String>, Header, description = "Any text that names the request, such as a random UUID: 1 to 255 visible \
        ASCII characters. Keys are each client's own, by its address, and are kept for a day.", min_length = 1, max_length = 255, pattern = "^[!-~]+$",
        example = "0b6f7c1e-6d0a-4f4e-9d3c-6f8f0f2d7a51")),
    responses(
    (status = 201, description = "The plan is stored", body = PlanCreated, headers(
        ("Location" = String, description = "Path of the plan in the API"),
        ("Idempotency-Replayed" = Option<String>, description = "`true` where an earlier request with this key stored the plan"),
    )),
    (status = 400, description = "The body is not JSON, or `Idempotency-Key` is no such text", body = Problem, content_type = "application/problem+json"),
    (status = 422, description = "Fields are at fault, or the `Idempotency-Key` came before with another body", body = Problem, content_type = "application/problem+json"),
    (status = "default", description = "What went wrong", body = Problem, content_type = "application/problem+json"),
))]
pub async fn create(
    WriteQuota(share): WriteQuota,
    State(state): State<AppState>,
    key: IdempotencyKey,
    JsonBody(body): JsonBody,
) -> Result<Response, ApiError> {
    let now = plans::now();
    let idempotency = key.with(&body);
    let created = plans::create(&state.store, &share, plans::parse(&body, now)?, idempotency.as_ref(), now).await?;
    Ok(answer::creation(&created))
}

/// A plan as it was stored: its newest revision.
///
/// The `ETag` begins with the revision's number, which is what a change names in `If-Match`.
#[utoipa::path(get, path = "/api/v1/plans/{id}", operation_id = "get_plan", tag = "plans", params(
    ("id" = String, Path, description = "The plan"),
    ("If-None-Match" = Option<String>, Header, description = "The `ETag` of the client's copy, or several, or `*`"),
), responses(
    (status = 200, description = "The plan", body = Plan, headers(
        ("ETag" = String, description = "Changes with whatever is shown"),
        ("Cache-Control" = String, description = "`private, no-cache`: ask again each time, because a plan may be revoked"),
    )),
    (status = 304, description = "The client's copy, named by `If-None-Match`, is still right"),
    (status = 404, description = "No plan of this id was ever stored", body = Problem, content_type = "application/problem+json"),
    (status = 410, description = "The plan was revoked or has expired", body = Problem, content_type = "application/problem+json"),
    (status = "default", description = "What went wrong", body = Problem, content_type = "application/problem+json"),
))]
pub async fn latest(
    State(state): State<AppState>,
    Segments(id): Segments<String>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let (id, now) = (plan_id(&id)?, plans::now());
    if let Some(answer) = answer::not_modified(&state.store, &id, None, &headers, now).await? {
        return Ok(answer);
    }
    answer::plan(&state.store.latest(&id, now).await?)
}

/// One revision of a plan; it never changes.
#[utoipa::path(get, path = "/api/v1/plans/{id}/revisions/{number}", operation_id = "get_plan_revision", tag = "plans", params(
    ("id" = String, Path, description = "The plan"),
    ("number" = u64, Path, description = "The revision, from 1", minimum = 1),
    ("If-None-Match" = Option<String>, Header, description = "The `ETag` of the client's copy, or several, or `*`"),
), responses(
    (status = 200, description = "The revision", body = Plan, headers(
        ("ETag" = String, description = "Changes with whatever is shown, such as when the plan expires"),
        ("Cache-Control" = String, description = "`private, no-cache`: ask again each time, because a plan may be revoked"),
    )),
    (status = 304, description = "The client's copy, named by `If-None-Match`, is still right"),
    (status = 404, description = "No such plan or revision was ever stored", body = Problem, content_type = "application/problem+json"),
    (status = 410, description = "The plan was revoked or has expired", body = Problem, content_type = "application/problem+json"),
    (status = "default", description = "What went wrong", body = Problem, content_type = "application/problem+json"),
))]
pub async fn revision(
    State(state): State<AppState>,
    Segments((id, number)): Segments<(String, String)>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let (id, number, now) = (plan_id(&id)?, revision_number(&number)?, plans::now());
    if let Some(answer) = answer::not_modified(&state.store, &id, Some(number), &headers, now).await? {
        return Ok(answer);
    }
    answer::plan(&state.store.revision(&id, number, now).await?)
}

/// Add a revision: the link then shows it, and the ones before stay under their numbers.
///
/// Needs the edit key, and in `If-Match` the revision that the change is based on, so that nobody's change is lost. The body is
/// the whole plan: without `expires` the plan no longer expires.
#[utoipa::path(put, path = "/api/v1/plans/{id}", operation_id = "put_plan", tag = "plans", request_body = PlanRequest, params(
    ("id" = String, Path, description = "The plan"),
    ("If-Match" = String, Header, description = "The newest revision's `ETag`, or its number in quotes; several may be listed. `*` names no revision.", example = "\"1\""),
), security(("edit_key" = [])), responses(
    (status = 200, description = "The new revision", body = Plan, headers(("ETag" = String, description = "Tag of the new revision"))),
    (status = 400, description = "The body is not JSON, or `If-Match` is no list of tags", body = Problem, content_type = "application/problem+json"),
    (status = 401, description = "The edit key is missing", body = Problem, content_type = "application/problem+json"),
    (status = 403, description = "The edit key is another plan's", body = Problem, content_type = "application/problem+json"),
    (status = 404, description = "No plan of this id was ever stored", body = Problem, content_type = "application/problem+json"),
    (status = 410, description = "The plan was revoked or has expired", body = Problem, content_type = "application/problem+json"),
    (status = 412, description = "The plan has a newer revision", body = Problem, content_type = "application/problem+json"),
    (status = 422, description = "Fields are at fault", body = Problem, content_type = "application/problem+json"),
    (status = 428, description = "`If-Match` is missing or names no revision", body = Problem, content_type = "application/problem+json"),
    (status = "default", description = "What went wrong", body = Problem, content_type = "application/problem+json"),
))]
pub async fn replace(
    WriteQuota(share): WriteQuota,
    State(state): State<AppState>,
    Segments(id): Segments<String>,
    headers: HeaderMap,
    JsonBody(body): JsonBody,
) -> Result<Response, ApiError> {
    let (key, now) = (conditions::edit_key(&headers)?, plans::now());
    let id = plan_id(&id)?;
    // Asked before anything is computed, so that the engine's time is spent only on requests that may change the plan.
    let base = conditions::base_revision(&headers, state.store.check_key(&id, &key, now).await?)?;
    let body = plans::parse(&body, now)?;
    answer::plan(&plans::revise(&state.store, &share, &id, &key, base, body, now).await?)
}

/// Take a plan back: from now on its link says that it was revoked. This cannot be undone.
#[utoipa::path(delete, path = "/api/v1/plans/{id}", operation_id = "revoke_plan", tag = "plans", params(
    ("id" = String, Path, description = "The plan"),
    ("If-Match" = Option<String>, Header, description = "Revoke only while this is the newest revision: its `ETag`, or its number in quotes"),
), security(("edit_key" = [])), responses(
    (status = 204, description = "The plan is revoked"),
    (status = 401, description = "The edit key is missing", body = Problem, content_type = "application/problem+json"),
    (status = 403, description = "The edit key is another plan's", body = Problem, content_type = "application/problem+json"),
    (status = 404, description = "No plan of this id was ever stored", body = Problem, content_type = "application/problem+json"),
    (status = 410, description = "The plan was revoked before, or has expired", body = Problem, content_type = "application/problem+json"),
    (status = 412, description = "The plan has a newer revision than `If-Match` names", body = Problem, content_type = "application/problem+json"),
    (status = "default", description = "What went wrong", body = Problem, content_type = "application/problem+json"),
))]
pub async fn revoke(
    _: WriteQuota,
    State(state): State<AppState>,
    Segments(id): Segments<String>,
    headers: HeaderMap,
) -> Result<StatusCode, ApiError> {
    let (key, now) = (conditions::edit_key(&headers)?, plans::now());
    let id = plan_id(&id)?;
    conditions::check_revision(&headers, state.store.check_key(&id, &key, now).await?)?;
    state.store.revoke(&id, &key, now).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// What stands in a path where names are expected; nothing where it is not even text, which was never the name of anything.
#[derive(Debug)]
pub struct Segments<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned + Default + Send> FromRequestParts<S> for Segments<T> {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Infallible> {
        let read: Result<Path<T>, PathRejection> = Path::from_request_parts(parts, state).await;
        Ok(Self(read.map(|Path(segments)| segments).unwrap_or_default()))
    }
}

pub(super) fn plan_id(text: &str) -> Result<PlanId, ApiError> {
    PlanId::parse(text).ok_or(ApiError::Store(StoreError::NotFound))
}

/// What is not a number was never a revision's: the answer is the same as for one that is not there.
fn revision_number(text: &str) -> Result<u64, ApiError> {
    let is_number = text.bytes().all(|byte| byte.is_ascii_digit()) && !text.starts_with('0');
    text.parse().ok().filter(|_| is_number).ok_or(ApiError::Store(StoreError::NotFound))
}
