//! A plan for other places: its link as a QR code, and a card that other sites may show in a frame.

use axum::extract::{Path, Request, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_LANGUAGE, CONTENT_SECURITY_POLICY, CONTENT_TYPE, VARY};
use axum::http::{HeaderName, StatusCode};
use axum::response::{Html, IntoResponse as _, Response};
use fast_qr::convert::svg::SvgBuilder;
use fast_qr::{ECL, QRBuilder};
use wire::Locale;

use super::read::{absent, find};
use crate::policy::POLICY_OF_CARD;
use crate::problem::ApiError;
use crate::problem::page::fault_of;
use crate::request::client;
use crate::request::language::locale_of;
use crate::services::plans;
use crate::state::AppState;
use crate::store::StoreError;

/// `GET /p/{id}/qr.svg`: the short link, dark on light as readers of such codes expect it, with the margin that they need.
pub async fn qr(State(state): State<AppState>, Path(id): Path<String>, request: Request) -> Response {
    let revision = match find(&state, &id, None).await {
        Ok(revision) => revision,
        Err(error) => return absent(&state, error, request).await,
    };
    let link = format!("{}{}", origin(&state, &request), plans::url(revision.id.as_str()));
    match QRBuilder::new(link).ecl(ECL::M).build() {
        Ok(code) => {
            let headers = [(CONTENT_TYPE, "image/svg+xml"), (CACHE_CONTROL, "private, max-age=300")];
            (headers, SvgBuilder::default().to_str(&code)).into_response()
        }
        Err(error) => {
            tracing::error!(?error, "cannot draw a code");
            fault_of(&ApiError::Internal, locale_of(&request))
        }
    }
}

/// `GET /p/{id}/card`: the newest revision's verdict for a frame of another site. It takes no key, sets no cookie, runs no
/// script and has no form, so that nobody gains by what is laid over it.
pub async fn card(State(state): State<AppState>, Path(id): Path<String>, request: Request) -> Response {
    let locale = locale_of(&request);
    let found = find(&state, &id, None).await.and_then(|revision| plans::stored_plan(&revision));
    let (status, html) = match found {
        Ok(stored) => (StatusCode::OK, app::pages::shared::card::document(&stored, &origin(&state, &request), locale)),
        Err(StoreError::NotFound) => (StatusCode::NOT_FOUND, app::pages::shared::card::absent_card(None, locale)),
        Err(StoreError::Revoked) => {
            (StatusCode::GONE, app::pages::shared::card::absent_card(Some(app::GonePlan::Revoked), locale))
        }
        Err(StoreError::Expired) => {
            (StatusCode::GONE, app::pages::shared::card::absent_card(Some(app::GonePlan::Expired), locale))
        }
        Err(error) => return fault_of(&ApiError::Store(error), locale),
    };
    framable(status, html, locale)
}

fn framable(status: StatusCode, html: String, locale: Locale) -> Response {
    let headers = [
        (CONTENT_SECURITY_POLICY, POLICY_OF_CARD),
        (HeaderName::from_static("cross-origin-resource-policy"), "cross-origin"),
        (CACHE_CONTROL, "private, no-cache"),
        (CONTENT_LANGUAGE, locale.as_str()),
        (VARY, "accept-language, cookie"),
    ];
    (status, headers, Html(html)).into_response()
}

fn origin(state: &AppState, request: &Request) -> String {
    client::origin_or_local(request.headers(), state.trust_proxy)
}
