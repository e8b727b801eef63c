//! Cookies of a plan's pages: its edit key, out of reach of scripts, and that the key is still to be shown.

use axum::http::header::{CACHE_CONTROL, HeaderMap, HeaderValue, LOCATION, SET_COOKIE};
use axum::http::{HeaderName, StatusCode};
use axum::response::{IntoResponse as _, Response};

use crate::language::{COOKIE_SECONDS, cookie};
use crate::layers::client;
use crate::services::plans;
use crate::store::{Created, EditKey};

/// The edit key of the plan at the cookie's path.
const KEY: &str = "edit_key";
/// The plan at the cookie's path was just created, so its page shows the key once.
const NEW: &str = "new_plan";
/// How long a page that was never opened may still show the key.
const NEW_SECONDS: u32 = 600;

/// The key that the browser keeps for the plan.
#[must_use]
pub fn kept_key(headers: &HeaderMap) -> Option<EditKey> {
    cookie(headers, KEY).filter(|key| !key.is_empty()).map(EditKey::presented)
}

/// Whether the plan's key is still to be shown.
#[must_use]
pub fn is_new(headers: &HeaderMap) -> bool {
    cookie(headers, NEW).is_some()
}

/// Leads to a plan that was just created; its key stays with this browser, for the plan's pages alone.
#[must_use]
pub fn lead_to_new(created: &Created, headers: &HeaderMap, trust_proxy: bool) -> Response {
    let path = plans::url(created.id.as_str());
    let secure = is_secure(headers, trust_proxy);
    let mut response = lead_to(&path);
    for line in [set(KEY, created.edit_key.expose(), &path, COOKIE_SECONDS, secure), set(NEW, "1", &path, NEW_SECONDS, secure)] {
        append(response.headers_mut(), &line);
    }
    response
}

/// Leads to an address of this site after a form.
#[must_use]
pub fn lead_to(path: &str) -> Response {
    let headers: [(HeaderName, String); 2] = [(LOCATION, path.to_owned()), (CACHE_CONTROL, "no-store".to_owned())];
    (StatusCode::SEE_OTHER, headers).into_response()
}

/// The key was shown; it is not shown again, and no cache keeps the page.
pub fn mark_shown(response: &mut Response, path: &str) {
    append(response.headers_mut(), &set(NEW, "", path, 0, false));
    keep_nowhere(response);
}

/// The plan is revoked, so its key is of no use.
pub fn forget_key(response: &mut Response, path: &str) {
    append(response.headers_mut(), &set(KEY, "", path, 0, false));
}

fn set(name: &str, value: &str, path: &str, seconds: u32, secure: bool) -> String {
    let secure = if secure { "; Secure" } else { "" };
    format!("{name}={value}; Path={path}; Max-Age={seconds}; SameSite=Strict; HttpOnly{secure}")
}

fn append(headers: &mut HeaderMap, line: &str) {
    if let Ok(value) = HeaderValue::from_str(line) {
        headers.append(SET_COOKIE, value);
    }
}

/// Whether the reader's side of the connection is encrypted, as far as the server can tell.
fn is_secure(headers: &HeaderMap, trust_proxy: bool) -> bool {
    client::origin(headers, trust_proxy).is_some_and(|origin| origin.starts_with("https:"))
}

/// An answer to a form is nobody's to keep.
pub fn keep_nowhere(response: &mut Response) {
    response.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
}
