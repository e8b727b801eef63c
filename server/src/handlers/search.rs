//! What words find in the catalog, as ids and names: for a box that offers products while one types.

use api::convert::catalog_found as found;
use axum::extract::RawQuery;
use axum::http::HeaderMap;
use axum::response::Response;
use wire::v1::Problem;
use wire::v1::catalog::Found;

use crate::cache::Tagged;
use crate::handlers::quota::QuotaOnDemand;
use crate::problem::ApiError;

/// GPUs, models and processors that have all words of a text, the likeliest first, each with the reason; the lists themselves
/// take the same words and answer with whole items.
#[utoipa::path(get, path = "/api/v1/catalog/search", operation_id = "search_catalog", tag = "catalog", params(
    ("q" = String, Query, description = "Words that an item has, such as `rtx4090`, `nvidia 24 GB` or `llama 3.1 8b`: in its id, its names, as its vendor, family or kind of memory, as its capacity in GB or its count of parameters. A word that no item has stands for the nearest, and `nearest` says so. At most 200 characters."),
    ("list" = Option<String>, Query, description = "The list to look in: `gpus`, `models` or `cpus`; left out: all of them."),
    ("limit" = Option<u64>, Query, description = "The most hits to give, 1 to 50; default 10."),
), responses(
    (status = 200, description = "What was found", body = Found, headers(("ETag" = String, description = "Version of the answer"))),
    (status = 304, description = "The client's copy, named by If-None-Match, is still right"),
))]
pub async fn search(quota: QuotaOnDemand, RawQuery(query): RawQuery, headers: HeaderMap) -> Result<Response, ApiError> {
    let encoded = query.unwrap_or_default();
    let answer = quota.ask()?.brief(|| Ok::<_, Problem>(Tagged::json(&found::search(&encoded)?))).await??;
    Ok(answer.answer(&headers))
}
