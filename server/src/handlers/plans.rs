//! Plans over HTTP: create, read, change, revoke.

mod conditions;

use api::v1::Problem;
use api::v1::plan::{Plan, PlanCreated, PlanRequest};
use axum::Json;
use axum::extract::{Path, State};
use axum::http::header::{CACHE_CONTROL, ETAG, HeaderName, LOCATION};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};

use super::body::JsonBody;
use crate::layers::quota::WriteQuota;
use crate::problem::ApiError;
use crate::services::plans;
use crate::state::AppState;
use crate::store::{PlanId, Revision, StoreError};

/// The newest revision changes; a client asks again each time, with the `ETag`.
const REVALIDATE: HeaderValue = HeaderValue::from_static("private, no-cache");

/// Store a plan, and get a link to share and a key to change it with. The key is shown this once.
#[utoipa::path(post, path = "/api/v1/plans", operation_id = "create_plan", tag = "plans", request_body = PlanRequest, responses(
    (status = 201, description = "The plan is stored", body = PlanCreated, headers(("Location" = String, description = "Path of the plan in the API"))),
    (status = "default", description = "What went wrong", body = Problem, content_type = "application/problem+json"),
))]
pub async fn create(_: WriteQuota, State(state): State<AppState>, JsonBody(body): JsonBody) -> Result<Response, ApiError> {
    let now = plans::now();
    let body = plans::parse(&body, now)?;
    let expires = body.expires;
    let content = state.workers.run(move |_| plans::content(&body)).await??;
    let created = state.store.create(&content, expires, None, now).await?;
    let answer = PlanCreated {
        id: created.id.to_string(),
        revision: 1,
        url: plans::url(created.id.as_str()),
        edit_key: created.edit_key.expose().to_owned(),
    };
    let headers = [(LOCATION, format!("/api/v1/plans/{}", created.id)), (CACHE_CONTROL, "no-store".to_owned())];
    Ok((StatusCode::CREATED, headers, Json(answer)).into_response())
}

/// A plan as it was stored: its newest revision. The `ETag` is the revision's number.
#[utoipa::path(get, path = "/api/v1/plans/{id}", operation_id = "get_plan", tag = "plans", params(("id" = String, Path, description = "The plan")), responses(
    (status = 200, description = "The plan", body = Plan),
    (status = 404, description = "No plan of this id was ever stored", body = Problem, content_type = "application/problem+json"),
    (status = 410, description = "The plan was revoked or has expired", body = Problem, content_type = "application/problem+json"),
    (status = "default", description = "What went wrong", body = Problem, content_type = "application/problem+json"),
))]
pub async fn latest(State(state): State<AppState>, Path(id): Path<String>, headers: HeaderMap) -> Result<Response, ApiError> {
    let revision = state.store.latest(&plan_id(&id)?, plans::now()).await?;
    read(revision, &headers)
}

/// One revision of a plan; it never changes.
#[utoipa::path(get, path = "/api/v1/plans/{id}/revisions/{number}", operation_id = "get_plan_revision", tag = "plans", params(
    ("id" = String, Path, description = "The plan"),
    ("number" = u64, Path, description = "The revision, from 1", minimum = 1),
), responses(
    (status = 200, description = "The revision", body = Plan),
    (status = 404, description = "No such plan or revision was ever stored", body = Problem, content_type = "application/problem+json"),
    (status = 410, description = "The plan was revoked or has expired", body = Problem, content_type = "application/problem+json"),
    (status = "default", description = "What went wrong", body = Problem, content_type = "application/problem+json"),
))]
pub async fn revision(
    State(state): State<AppState>,
    Path((id, number)): Path<(String, String)>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    // What is not a number was never a revision's: the answer is the same as for one that is not there.
    let number = number.parse().map_err(|_| StoreError::NotFound)?;
    let revision = state.store.revision(&plan_id(&id)?, number, plans::now()).await?;
    read(revision, &headers)
}

/// Add a revision: the link then shows it, and the ones before stay under their numbers.
///
/// Needs the edit key, and in `If-Match` the revision that the change is based on, so that nobody's change is lost.
#[utoipa::path(put, path = "/api/v1/plans/{id}", operation_id = "put_plan", tag = "plans", request_body = PlanRequest, params(
    ("id" = String, Path, description = "The plan"),
    ("If-Match" = String, Header, description = "The newest revision's number in quotes, as its ETag has it", example = "\"1\""),
), security(("edit_key" = [])), responses(
    (status = 200, description = "The new revision", body = Plan),
    (status = 401, description = "The edit key is missing", body = Problem, content_type = "application/problem+json"),
    (status = 403, description = "The edit key is another plan's", body = Problem, content_type = "application/problem+json"),
    (status = 412, description = "The plan has a newer revision", body = Problem, content_type = "application/problem+json"),
    (status = 428, description = "`If-Match` is missing", body = Problem, content_type = "application/problem+json"),
    (status = "default", description = "What went wrong", body = Problem, content_type = "application/problem+json"),
))]
pub async fn replace(
    _: WriteQuota,
    State(state): State<AppState>,
    Path(id): Path<String>,
    headers: HeaderMap,
    JsonBody(body): JsonBody,
) -> Result<Response, ApiError> {
    let id = plan_id(&id)?;
    let (key, base) = (conditions::edit_key(&headers)?, conditions::base_revision(&headers)?);
    let now = plans::now();
    let body = plans::parse(&body, now)?;
    let expires_at = body.expires;
    let content = state.workers.run(move |_| plans::content(&body)).await??;
    let number = state.store.append(&id, &key, base, &content, expires_at, now).await?;
    // Written from what was just stored, so that a change right after this one cannot appear in its place.
    let stored = Revision { id, number, newest: number, content, created_at: now, expires_at };
    Ok((tag(number), Json(plans::on_the_wire(stored)?)).into_response())
}

/// Take a plan back: from now on its link says that it was revoked. This cannot be undone.
#[utoipa::path(delete, path = "/api/v1/plans/{id}", operation_id = "revoke_plan", tag = "plans", params(("id" = String, Path, description = "The plan")),
    security(("edit_key" = [])), responses(
    (status = 204, description = "The plan is revoked"),
    (status = 401, description = "The edit key is missing", body = Problem, content_type = "application/problem+json"),
    (status = 403, description = "The edit key is another plan's", body = Problem, content_type = "application/problem+json"),
    (status = 410, description = "The plan was revoked before", body = Problem, content_type = "application/problem+json"),
    (status = "default", description = "What went wrong", body = Problem, content_type = "application/problem+json"),
))]
pub async fn revoke(
    _: WriteQuota,
    State(state): State<AppState>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<StatusCode, ApiError> {
    state.store.revoke(&plan_id(&id)?, &conditions::edit_key(&headers)?, plans::now()).await?;
    Ok(StatusCode::NO_CONTENT)
}

pub(super) fn plan_id(text: &str) -> Result<PlanId, ApiError> {
    PlanId::parse(text).ok_or(ApiError::Store(StoreError::NotFound))
}

fn read(revision: Revision, headers: &HeaderMap) -> Result<Response, ApiError> {
    let tag = tag(revision.number);
    if conditions::knows_already(headers, revision.number) {
        return Ok((StatusCode::NOT_MODIFIED, tag).into_response());
    }
    Ok((tag, Json(plans::on_the_wire(revision)?)).into_response())
}

fn tag(number: u64) -> [(HeaderName, HeaderValue); 2] {
    let tag = HeaderValue::try_from(format!("\"{number}\"")).unwrap_or(HeaderValue::from_static("\"\""));
    [(ETAG, tag), (CACHE_CONTROL, REVALIDATE)]
}
