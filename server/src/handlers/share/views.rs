//! Views of a plan beside its own page, each at an address below the plan's or a revision's.
//!
//! They are not kept as they were drawn, unlike the plan's own page: what most of them show follows the query as well, and few
//! readers open them.

use app::{PlanTask, PlanView};
use axum::extract::{Path, Request, State};
use axum::http::StatusCode;
use axum::response::Response;
use axum::routing::{MethodRouter, get};

use super::read::{absent, find, find_numbered, task};
use crate::handlers::cookies::lead_to;
use crate::handlers::quota::PageQuota;
use crate::services::plans;
use crate::state::AppState;
use crate::store::{Revision, StoreError};

/// `GET /p/{id}/code` and its like: a view of the newest revision.
pub fn of_newest(view: PlanView) -> MethodRouter<AppState> {
    get(move |_: PageQuota, state: State<AppState>, id: Path<String>, request: Request| newest(view, state, id, request))
}

/// `GET /p/{id}/r/{number}/code` and its like: a view of one revision.
pub fn of_revision(view: PlanView) -> MethodRouter<AppState> {
    get(move |_: PageQuota, state: State<AppState>, place: Path<(String, String)>, request: Request| {
        revision(view, state, place, request)
    })
}

async fn newest(view: PlanView, State(state): State<AppState>, Path(id): Path<String>, request: Request) -> Response {
    let found = find(&state, &id, None).await;
    draw(view, &state, found, request).await
}

async fn revision(
    view: PlanView,
    State(state): State<AppState>,
    Path((id, number)): Path<(String, String)>,
    request: Request,
) -> Response {
    let found = find_numbered(&state, &id, &number).await;
    draw(view, &state, found, request).await
}

async fn draw(view: PlanView, state: &AppState, found: Result<Revision, StoreError>, request: Request) -> Response {
    let revision = match found {
        Ok(revision) => revision,
        Err(error) => return absent(state, error, request).await,
    };
    if let Some(plan) = plan_alone(&revision, &request) {
        return plan;
    }
    task(state, &revision, PlanTask::View(view), request, StatusCode::OK).await
}

/// The way to the plan's own page from an address below it, where the plan runs a model: all there is to say of such a plan but its
/// parts stands there.
fn plan_alone(revision: &Revision, request: &Request) -> Option<Response> {
    let is_run = plans::stored_plan(revision).is_ok_and(|stored| stored.is_run());
    let (plan, _) = request.uri().path().rsplit_once('/')?;
    let query = request.uri().query().map(|query| format!("?{query}")).unwrap_or_default();
    is_run.then(|| lead_to(&format!("{plan}{query}")))
}
