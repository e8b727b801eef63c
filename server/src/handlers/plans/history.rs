//! The revisions of a plan, and what differs between two answers of it.

use axum::Json;
use axum::extract::{RawQuery, State};
use axum::http::header::{CACHE_CONTROL, LINK};
use axum::response::{IntoResponse as _, Response};
use wire::v1::Problem;
use wire::v1::plan::{PlanDiff, PlanRevisions};

use super::answer::REVALIDATE;
use super::{Segments, plan_id};
use crate::handlers::quota::ComputeQuota;
use crate::problem::ApiError;
use crate::services::plans::{self, DiffTo, Page, Paged};
use crate::state::AppState;

/// The revisions of a plan, the newest first, a page at a time.
#[utoipa::path(get, path = "/api/v1/plans/{id}/revisions", operation_id = "list_plan_revisions", tag = "plans", params(
    ("id" = String, Path, description = "The plan"),
    ("limit" = Option<u64>, Query, description = "Most revisions on the page; default 20", minimum = 1, maximum = 100),
    ("before" = Option<u64>, Query, description = "Only revisions older than this one", minimum = 1, maximum = 9_007_199_254_740_991_u64),
), responses(
    (status = 200, description = "One page of them", body = PlanRevisions, headers(
        ("Link" = String, description = "Where the first page is, and the next where there is one (RFC 8288): \
            `</api/v1/plans/…/revisions?limit=20&before=7>; rel=\"next\"`"),
    )),
    (status = 404, description = "No plan of this id was ever stored", body = Problem, content_type = "application/problem+json"),
    (status = 410, description = "The plan was revoked or has expired", body = Problem, content_type = "application/problem+json"),
    (status = 422, description = "Parameters are at fault", body = Problem, content_type = "application/problem+json"),
    (status = "default", description = "What went wrong", body = Problem, content_type = "application/problem+json"),
))]
pub async fn revisions(
    State(state): State<AppState>,
    Segments(id): Segments<String>,
    RawQuery(query): RawQuery,
) -> Result<Response, ApiError> {
    let id = plan_id(&id)?;
    let asked = plans::parse_page(&query.unwrap_or_default())?;
    let Paged { page, next } = plans::revisions(&state.store, &id, asked, plans::now()).await?;
    let link = |page: Page, relation: &str| {
        let before = page.before.map_or_else(String::new, |number| format!("&before={number}"));
        format!("</api/v1/plans/{id}/revisions?limit={}{before}>; rel=\"{relation}\"", page.limit)
    };
    let first = link(Page { before: None, ..asked }, "first");
    let links = next.map_or_else(|| first.clone(), |next| format!("{first}, {}", link(next, "next")));
    Ok(([(LINK, links)], [(CACHE_CONTROL, REVALIDATE)], Json(page)).into_response())
}

/// What differs between two answers of a plan: a revision as it was stored and as it is computed today, or two revisions.
///
/// Settings are compared with every default filled in, so that a default that moved is seen; figures are compared as they were
/// answered. A scenario that cannot be computed any more, because the catalog no longer has a part of it, is a problem that
/// names the field.
#[utoipa::path(get, path = "/api/v1/plans/{id}/diff", operation_id = "diff_plan", tag = "plans", params(
    ("id" = String, Path, description = "The plan"),
    ("from" = Option<u64>, Query, description = "The revision to compare; default the newest", minimum = 1, maximum = 9_007_199_254_740_991_u64),
    ("to" = Option<String>, Query, description = "What to compare it with: the number of a revision, or `recomputed`, the default", pattern = "^(recomputed|[1-9][0-9]{0,14})$", example = "recomputed"),
), responses(
    (status = 200, description = "What differs", body = PlanDiff),
    (status = 404, description = "No such plan or revision was ever stored", body = Problem, content_type = "application/problem+json"),
    (status = 410, description = "The plan was revoked or has expired", body = Problem, content_type = "application/problem+json"),
    (status = 422, description = "Parameters are at fault, or the scenario cannot be computed any more", body = Problem, content_type = "application/problem+json"),
    (status = "default", description = "What went wrong", body = Problem, content_type = "application/problem+json"),
))]
pub async fn diff(
    ComputeQuota(share): ComputeQuota,
    State(state): State<AppState>,
    Segments(id): Segments<String>,
    RawQuery(query): RawQuery,
) -> Result<Response, ApiError> {
    let id = plan_id(&id)?;
    let (from, to): (Option<u64>, DiffTo) = plans::parse_diff(&query.unwrap_or_default())?;
    let found = plans::diff(&state.store, &share, &id, from, to, plans::now()).await?;
    Ok(([(CACHE_CONTROL, REVALIDATE)], Json(found)).into_response())
}
