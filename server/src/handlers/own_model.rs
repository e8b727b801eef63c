//! A pasted `config.json` on its way into the planner without a script: it is longer than an address may be.

use axum::extract::{Request, State};
use axum::response::Response;

use super::form::{self, lead_with_fields};
use crate::handlers::quota::ComputeQuota;
use crate::problem::ApiError;
use crate::problem::page::fault_of;
use crate::request::language::Language;
use crate::state::AppState;

/// `POST /plan/model`: leads to the planner with the form's fields, the configuration by what is read of it.
pub async fn lead(
    quota: Result<ComputeQuota, ApiError>,
    State(state): State<AppState>,
    Language(locale): Language,
    request: Request,
) -> Response {
    let ComputeQuota(share) = match quota {
        Ok(quota) => quota,
        Err(error) => return fault_of(&error, locale),
    };
    match form::read(request, &state, &share, |fields| app::plan::href_of_form(fields.into_iter())).await {
        Ok(address) => lead_with_fields(&address, locale),
        Err(unread) => unread.page(locale),
    }
}
