//! The advisor's cards for the planner in the browser.

use axum::extract::RawQuery;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::{IntoResponse as _, Response};

use crate::handlers::quota::ComputeQuota;
use crate::problem::ApiError;
use crate::request::language::language_of;

/// The cards of a plan's advice as a piece of HTML; the query is the planner's own, `lang` names the language.
pub async fn cards(ComputeQuota(share): ComputeQuota, RawQuery(query): RawQuery) -> Result<Response, ApiError> {
    let query = query.unwrap_or_default();
    let locale = language_of(&query)?;
    let html = share.run(move |_| app::planner::advice::render(&query, locale)).await?;
    Ok(([(CONTENT_TYPE, "text/html; charset=utf-8"), (CACHE_CONTROL, "private, no-cache")], html).into_response())
}
