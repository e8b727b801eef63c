//! Pictures for link previews, from stored plans.

use axum::body::Bytes;
use axum::extract::{Path, RawQuery, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, HeaderName};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse as _, Response};
use data_encoding::HEXLOWER;
use sha2::{Digest as _, Sha256};
use wire::Locale;

use super::plans::plan_id;
use crate::cache::is_known;
use crate::handlers::quota::ComputeQuota;
use crate::problem::ApiError;
use crate::services::compute::Share;
use crate::services::plans;
use crate::services::preview::{self, Facts};
use crate::state::AppState;
use crate::store::{Revision, StoreError};

/// Some minutes: a plan that is revoked is soon gone from previews as well.
const CACHE: HeaderValue = HeaderValue::from_static("public, max-age=300");
/// Sites that show the link show the picture: they may embed it.
const EMBEDDABLE: (HeaderName, &str) = (HeaderName::from_static("cross-origin-resource-policy"), "cross-origin");
/// Raised when the drawing changes, so that copies of the old one are fetched again.
const DRAWING: u8 = 1;

/// The newest revision; `lang=en` or `lang=zh` for one language, both without.
pub async fn latest(
    ComputeQuota(share): ComputeQuota,
    State(state): State<AppState>,
    Path(id): Path<String>,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let revision = state.store.latest(&plan_id(&id)?, plans::now()).await?;
    draw(&state, &share, revision, query.as_deref(), &headers).await
}

/// One revision.
pub async fn revision(
    ComputeQuota(share): ComputeQuota,
    State(state): State<AppState>,
    Path((id, number)): Path<(String, String)>,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let number = number.parse().map_err(|_| StoreError::NotFound)?;
    let revision = state.store.revision(&plan_id(&id)?, number, plans::now()).await?;
    draw(&state, &share, revision, query.as_deref(), &headers).await
}

async fn draw(
    state: &AppState,
    share: &Share,
    revision: Revision,
    query: Option<&str>,
    request: &HeaderMap,
) -> Result<Response, ApiError> {
    let language = language(query.unwrap_or_default());
    let etag = tag(&revision, language);
    let known = is_known(request, &etag);
    let mut response = if known {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        let png = if let Some(kept) = state.pictures.get(&etag) {
            kept
        } else {
            let drawn = share.run(move |_| preview::png(&Facts::of(&revision.content), language)).await?;
            let drawn = Bytes::from(drawn.ok_or(ApiError::Internal)?);
            state.pictures.keep(etag.clone(), drawn.clone());
            drawn
        };
        ([(CONTENT_TYPE, "image/png")], png).into_response()
    };
    let (name, value) = EMBEDDABLE;
    let headers = response.headers_mut();
    headers.insert(name, HeaderValue::from_static(value));
    headers.insert(CACHE_CONTROL, CACHE);
    headers.insert(ETAG, etag);
    Ok(response)
}

fn language(query: &str) -> Option<Locale> {
    scenario::query::decode(query).filter(|(name, _)| name == "lang").last().and_then(|(_, value)| Locale::from_tag(&value))
}

/// A revision never changes, so its picture follows from its number, the language and the drawing.
fn tag(revision: &Revision, language: Option<Locale>) -> HeaderValue {
    let language = language.map_or("", |locale| locale.as_str());
    // Names in the picture are the catalog's of today.
    let text = format!("{} {} {language} {DRAWING} {}", revision.id.as_str(), revision.number, catalog::VERSION);
    let digest = HEXLOWER.encode(&Sha256::digest(text.as_bytes()));
    HeaderValue::try_from(format!("\"{}\"", &digest[..32])).unwrap_or(HeaderValue::from_static("\"\""))
}
