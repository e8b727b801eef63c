//! Copies of plans.

use axum::extract::State;
use axum::response::Response;
use wire::v1::Problem;
use wire::v1::plan::{ForkRequest, PlanCreated};

use super::idempotency::IdempotencyKey;
use super::{Segments, answer, plan_id};
use crate::handlers::body::OptionalJsonBody;
use crate::handlers::quota::WriteQuota;
use crate::problem::ApiError;
use crate::services::plans;
use crate::state::AppState;

/// Copy a plan to one of your own: it gets its own id and key, and the original stays as it is.
///
/// Without a body, or without `change`, the copy keeps figures, bill and versions as they were stored. With `change` the
/// scenario is changed (RFC 7396: members merge, null removes) and recomputed; an empty `change` recomputes it as it is.
/// Faults of the change are named under `/change`, those of the copied scenario under `/scenario`.
#[utoipa::path(post, path = "/api/v1/plans/{id}/fork", operation_id = "fork_plan", tag = "plans",
    request_body = Option<ForkRequest>,
    params(
        ("id" = String, Path, description = "The plan to copy"),
        ("Idempotency-Key" = Option<String>, Header, description = "As for a new plan", min_length = 1, max_length = 255, pattern = "^[!-~]+$"),
    ), responses(
    (status = 201, description = "The copy is stored", body = PlanCreated, headers(
        ("Location" = String, description = "Path of the copy in the API"),
        ("Idempotency-Replayed" = Option<String>, description = "`true` where an earlier request with this key stored the copy"),
    )),
    (status = 400, description = "The body is not JSON, or `Idempotency-Key` is no such text", body = Problem, content_type = "application/problem+json"),
    (status = 404, description = "No such plan or revision was ever stored", body = Problem, content_type = "application/problem+json"),
    (status = 410, description = "The plan was revoked or has expired", body = Problem, content_type = "application/problem+json"),
    (status = 422, description = "Fields are at fault, or the `Idempotency-Key` came before with another body", body = Problem, content_type = "application/problem+json"),
    (status = "default", description = "What went wrong", body = Problem, content_type = "application/problem+json"),
))]
pub async fn fork(
    WriteQuota(share): WriteQuota,
    State(state): State<AppState>,
    Segments(id): Segments<String>,
    key: IdempotencyKey,
    OptionalJsonBody(body): OptionalJsonBody,
) -> Result<Response, ApiError> {
    let now = plans::now();
    let idempotency = key.with(&body);
    let id = plan_id(&id)?;
    let asked = plans::parse_fork(&body, now)?;
    Ok(answer::creation(&plans::fork(&state.store, &share, &id, asked, idempotency.as_ref(), now).await?))
}
