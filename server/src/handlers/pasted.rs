//! Pages with what is read of a pasted text, which is longer than an address may be. Nothing of it is kept, and none of it is
//! logged.

use std::sync::Arc;

use app::PastedText;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::header::{CACHE_CONTROL, HeaderValue};
use axum::http::{Method, StatusCode};
use axum::response::Response;
use wire::Locale;

use super::form::{self, Unread};
use super::pages::draw::{Shown, render};
use super::quota::ComputeQuota;
use crate::limits::{BODY_LIMIT, LISTING_BODY_LIMIT};
use crate::problem::ApiError;
use crate::problem::page::{fault_of, too_long};
use crate::request::language;
use crate::state::AppState;

/// Paths of the pages that take a text.
pub const PATHS: [&str; 5] = [
    app::pages::diagnose::PATH,
    app::pages::machine::PATH,
    app::pages::own_model::PATH,
    app::pages::dataset::PATH,
    app::pages::run::PATH,
];

/// `POST` of such a page: the page with what is read of the text.
pub async fn pasted(quota: Result<ComputeQuota, ApiError>, State(state): State<AppState>, request: Request) -> Response {
    let (mut parts, body) = request.into_parts();
    let locale = language::of(&parts.uri, &parts.headers);
    let ComputeQuota(share) = match quota {
        Ok(quota) => quota,
        Err(error) => return fault_of(&error, locale),
    };
    let read = form::read(Request::from_parts(parts.clone(), body), &state, &share, |fields| {
        let field = |name: &str| fields.iter().find(|(known, _)| known == name).map_or("", |(_, value)| value.as_str());
        PastedText { text: Arc::from(field("text")), plan: Arc::from(field("plan")) }
    });
    let pasted = match read.await {
        Ok(pasted) => pasted,
        Err(Unread::Status(StatusCode::PAYLOAD_TOO_LARGE)) => return too_long_for(parts.uri.path(), locale),
        Err(unread) => return unread.page(locale),
    };
    // The app knows pages that are read.
    parts.method = Method::GET;
    let request = Request::from_parts(parts, Body::empty());
    let mut response = render(&state, request, Shown::Pasted(pasted), StatusCode::OK).await;
    // The way back leads here again: without a copy of its own the browser would have to send the text once more.
    response.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static("private, max-age=0"));
    response
}

/// That a text is too long for the page at a path, with the command that reads a longer one.
fn too_long_for(path: &str, locale: Locale) -> Response {
    let (most, instead) = if path.ends_with(app::pages::dataset::PATH) {
        let instead = (
            "On your own machine <code>rigwise inspect -</code> reads a listing of any length.",
            "可在本机用 <code>rigwise inspect -</code> 读取任意长度的列表。",
        );
        (LISTING_BODY_LIMIT, instead)
    } else if path.ends_with(app::pages::diagnose::PATH) {
        let instead = (
            "Only the last 256 KiB of a log are read: <code>tail -c 256K run.log</code>.",
            "日志只读取最后 256 KiB：<code>tail -c 256K run.log</code>。",
        );
        (BODY_LIMIT, instead)
    } else if path.ends_with(app::pages::own_model::PATH) {
        let instead = (
            "On your own machine <code>rigwise model FILE</code> reads the file where it lies.",
            "可在本机用 <code>rigwise model 文件</code> 直接读取文件。",
        );
        (BODY_LIMIT, instead)
    } else {
        let instead = (
            "On Linux <code>rigwise probe</code> asks the machine itself; elsewhere paste fewer reports at a time.",
            "在 Linux 上可用 <code>rigwise probe</code> 直接读取本机；其他系统请分次粘贴。",
        );
        (BODY_LIMIT, instead)
    };
    too_long(most, instead, locale)
}
