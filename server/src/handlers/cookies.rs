//! The cookie of a plan that was just created: its edit key, out of reach of scripts, until the plan's page has shown it.
//!
//! The cookie opens nothing. Browsers send cookies along with whatever leads to a plan, also with a form that somebody else
//! wrote; so a change is made only with a key that comes in the form or in a header.

use axum::http::header::{CACHE_CONTROL, HeaderMap, HeaderValue, LOCATION, SET_COOKIE};
use axum::http::{HeaderName, StatusCode};
use axum::response::{IntoResponse as _, Response};

use crate::request::client;
use crate::request::language::cookie;
use crate::services::plans;
use crate::store::{Created, EditKey};

/// The edit key of the plan at the cookie's path.
const KEY: &str = "edit_key";
/// How long a page that was never opened may still show the key.
const KEPT_SECONDS: u32 = 600;

/// The key that the plan's page is still to show.
#[must_use]
pub fn unshown_key(headers: &HeaderMap) -> Option<EditKey> {
    cookie(headers, KEY).filter(|key| !key.is_empty()).map(EditKey::from_caller)
}

/// Leads to a plan that was just created, whose page shows the key.
#[must_use]
pub fn lead_to_new(created: &Created, headers: &HeaderMap, trust_proxy: bool) -> Response {
    let path = plans::url(created.id.as_str());
    let secure = if is_secure(headers, trust_proxy) { "; Secure" } else { "" };
    let mut response = lead_to(&path);
    append(&mut response, &format!("{}{secure}", line(created.edit_key.expose(), &path, KEPT_SECONDS)));
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
    append(response, &line("", path, 0));
    keep_nowhere(response);
}

fn line(key: &str, path: &str, seconds: u32) -> String {
    format!("{KEY}={key}; Path={path}; Max-Age={seconds}; SameSite=Strict; HttpOnly")
}

fn append(response: &mut Response, line: &str) {
    if let Ok(value) = HeaderValue::from_str(line) {
        response.headers_mut().append(SET_COOKIE, value);
    }
}

/// Whether the reader's side of the connection is encrypted, as far as the server can tell.
fn is_secure(headers: &HeaderMap, trust_proxy: bool) -> bool {
    client::origin(headers, trust_proxy).is_some_and(|origin| origin.starts_with("https:"))
}

/// An answer to a form is not to be cached.
pub fn keep_nowhere(response: &mut Response) {
    response.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
}
