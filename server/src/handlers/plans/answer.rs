//! What plans answer with: the tag of what they show, and what was created.

use axum::Json;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, HeaderName, IF_NONE_MATCH, LOCATION};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse as _, Response};
use jiff::Timestamp;
use wire::v1::plan::PlanCreated;

use crate::cache;
use crate::problem::ApiError;
use crate::services::plans;
use crate::store::{Created, PlanId, Revision, Store, StoreError};

/// Asked for again each time, with the tag: a revision never changes, but its plan may be revoked at any time, and then no copy
/// of it is to be shown.
pub const REVALIDATE: HeaderValue = HeaderValue::from_static("private, no-cache");
/// Says that the plan was there already.
const REPLAYED: HeaderName = HeaderName::from_static("idempotency-replayed");

/// The tag of a revision: its number, and after it when its plan expires, which a later revision may change.
///
/// It is strong: all else that is shown was stored with the revision and goes out as it was written, prices of the list that was
/// in force then among it.
pub fn tag(number: u64, expires_at: Option<Timestamp>) -> HeaderValue {
    let text = expires_at.map_or_else(|| format!("\"{number}\""), |time| format!("\"{number}-{:x}\"", time.as_second()));
    HeaderValue::try_from(text).unwrap_or(HeaderValue::from_static("\"\""))
}

/// That the client's copy is still right, if `If-None-Match` names it: found out without reading the plan.
pub async fn not_modified(
    store: &Store,
    id: &PlanId,
    number: Option<u64>,
    headers: &HeaderMap,
    now: Timestamp,
) -> Result<Option<Response>, StoreError> {
    if !headers.contains_key(IF_NONE_MATCH) {
        return Ok(None);
    }
    let head = store.head(id, now).await?;
    let number = number.unwrap_or(head.newest);
    let tag = tag(number, head.expires_at);
    if number == 0 || number > head.newest || !cache::is_known(headers, &tag) {
        return Ok(None);
    }
    Ok(Some((StatusCode::NOT_MODIFIED, [(ETAG, tag), (CACHE_CONTROL, REVALIDATE)]).into_response()))
}

/// The revision.
pub fn plan(revision: &Revision) -> Result<Response, ApiError> {
    let body = plans::answer(revision)?;
    let headers = [
        (CONTENT_TYPE, HeaderValue::from_static("application/json")),
        (ETAG, tag(revision.number, revision.expires_at)),
        (CACHE_CONTROL, REVALIDATE),
    ];
    Ok((headers, body).into_response())
}

/// Where a plan was stored, and its key.
pub fn creation(created: &Created) -> Response {
    let answer = PlanCreated {
        id: created.id.to_string(),
        revision: 1,
        url: plans::url(created.id.as_str()),
        edit_key: created.edit_key.expose().to_owned(),
    };
    let headers = [(LOCATION, format!("/api/v1/plans/{}", created.id)), (CACHE_CONTROL, "no-store".to_owned())];
    let mut response = (StatusCode::CREATED, headers, Json(answer)).into_response();
    if created.replayed {
        response.headers_mut().insert(REPLAYED, HeaderValue::from_static("true"));
    }
    response
}
