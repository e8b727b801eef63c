//! Bills of stored plans, as files.

use api::export::Format;
use axum::extract::{RawQuery, State};
use axum::http::HeaderMap;
use wire::v1::Problem;
use wire::v1::bom::Bom;

use super::{Segments, plan_id, revision_number};
use crate::handlers::body::Binary;
use crate::handlers::quota::ComputeQuota;
use crate::problem::ApiError;
use crate::request::client::origin_or_local;
use crate::request::language::language_of;
use crate::services::bom::{File, Wanted, is_recomputed, of_plan};
use crate::services::compute::Share;
use crate::services::plans;
use crate::state::AppState;
use crate::store::Revision;

/// What a plan's bills are called before their extension.
const PLAN_FILE: &str = "bom.";

/// The bill of a plan's newest revision, as it was stored with it.
///
/// With `recomputed=true` it is today's: the same scenario and own prices with the catalog of now. Plans that were stored
/// without a bill have only that. A stored bill keeps its texts in English where it cannot be told in another language any more.
#[utoipa::path(get, path = "/api/v1/plans/{id}/{file}", operation_id = "get_plan_bom", tag = "plans",
    params(
        ("id" = String, Path, description = "The plan"),
        ("file" = String, Path, description = "`bom.json`, `bom.csv`, `bom.xlsx`, `bom.md` or `bom.request.md`", example = "bom.csv"),
        ("recomputed" = Option<bool>, Query, description = "Today's bill in place of the stored one"),
        ("lang" = Option<String>, Query, description = "Language of the texts: `en` or `zh`."),
    ), responses(
    (status = 200, description = "The bill of materials", content(
        (Bom = "application/json"),
        (String = "text/csv"),
        (inline(Binary) = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"),
        (String = "text/markdown"),
    )),
    (status = 404, description = "No plan of this id was ever stored, or there is no such file", body = Problem, content_type = "application/problem+json"),
    (status = 410, description = "The plan was revoked or has expired", body = Problem, content_type = "application/problem+json"),
    (status = 422, description = "The bill has to be computed, and the scenario cannot be any more", body = Problem, content_type = "application/problem+json"),
    (status = "default", description = "What went wrong", body = Problem, content_type = "application/problem+json"),
))]
pub async fn bill(
    ComputeQuota(share): ComputeQuota,
    State(state): State<AppState>,
    Segments((id, name)): Segments<(String, String)>,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
) -> Result<File, ApiError> {
    let id = plan_id(&id)?;
    let (wanted, recomputed) = parse_request(&name, query)?;
    let stored = state.store.latest(&id, plans::now()).await?;
    write(&share, stored, wanted, recomputed, origin_or_local(&headers, state.trust_proxy)).await
}

/// The bill of one revision.
#[utoipa::path(get, path = "/api/v1/plans/{id}/revisions/{number}/{file}", operation_id = "get_plan_revision_bom", tag = "plans",
    params(
        ("id" = String, Path, description = "The plan"),
        ("number" = u64, Path, description = "The revision, from 1", minimum = 1),
        ("file" = String, Path, description = "`bom.json`, `bom.csv`, `bom.xlsx`, `bom.md` or `bom.request.md`", example = "bom.csv"),
        ("recomputed" = Option<bool>, Query, description = "Today's bill in place of the stored one"),
        ("lang" = Option<String>, Query, description = "Language of the texts: `en` or `zh`."),
    ), responses(
    (status = 200, description = "The bill of materials", content(
        (Bom = "application/json"),
        (String = "text/csv"),
        (inline(Binary) = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"),
        (String = "text/markdown"),
    )),
    (status = 404, description = "No such plan or revision was ever stored, or there is no such file", body = Problem, content_type = "application/problem+json"),
    (status = 410, description = "The plan was revoked or has expired", body = Problem, content_type = "application/problem+json"),
    (status = 422, description = "The bill has to be computed, and the scenario cannot be any more", body = Problem, content_type = "application/problem+json"),
    (status = "default", description = "What went wrong", body = Problem, content_type = "application/problem+json"),
))]
pub async fn revision_bill(
    ComputeQuota(share): ComputeQuota,
    State(state): State<AppState>,
    Segments((id, number, name)): Segments<(String, String, String)>,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
) -> Result<File, ApiError> {
    let (id, number) = (plan_id(&id)?, revision_number(&number)?);
    let (wanted, recomputed) = parse_request(&name, query)?;
    let stored = state.store.revision(&id, number, plans::now()).await?;
    write(&share, stored, wanted, recomputed, origin_or_local(&headers, state.trust_proxy)).await
}

fn parse_request(name: &str, query: Option<String>) -> Result<(Wanted, bool), ApiError> {
    let format = name.strip_prefix(PLAN_FILE).and_then(Format::from_extension).ok_or(ApiError::NoSuchPath)?;
    let query = query.unwrap_or_default();
    Ok((Wanted { format, locale: language_of(&query)?, attached: true }, is_recomputed(&query)?))
}

async fn write(share: &Share, stored: Revision, wanted: Wanted, recomputed: bool, origin: String) -> Result<File, ApiError> {
    share.run(move |_| of_plan(&stored, wanted, recomputed, &origin)).await?
}
