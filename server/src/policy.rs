//! Content security policies: what the browser lets an answer do.

use axum::http::header::HeaderValue;

/// What answers that are no pages may do: nothing at all.
pub const POLICY_OF_DATA: HeaderValue =
    HeaderValue::from_static("default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'");

/// What a plan's card may do: be shown in a frame of any site, and load the site's style.
pub const POLICY_OF_CARD: &str = "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors *";

/// The policy of a page: everything from this site, WebAssembly, nothing inline. A script runs by the page's nonce alone: one
/// that is injected does not, though its file is of this site.
#[must_use]
pub fn policy_of_page(nonce: &str) -> String {
    format!(
        "default-src 'none'; script-src 'nonce-{nonce}' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; \
         font-src 'self'; connect-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    )
}

/// What a policy says that lets pages of all sites show the answer in a frame.
pub const IN_ANY_FRAME: &[u8] = b"frame-ancestors *";
