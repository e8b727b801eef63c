//! Stored plans for people: pages to read, forms to change, pictures and a card to show elsewhere.
//!
//! Whoever holds a plan's edit key may change it. The key comes with each change: typed into the form, or in a header from the
//! page's own script. It is never part of an address that a browser sends, and no cookie stands in for it.

mod change;
mod form;
mod read;
mod show;

use axum::Router;
use axum::routing::{MethodRouter, get, post};

pub use form::expiry;

use crate::state::AppState;

/// Pages of a plan in the app's routes; their addresses are the same in every language.
pub const PATHS: [&str; 6] =
    ["/p/{id}", "/p/{id}/r/{number}", "/p/{id}/diff", "/p/{id}/parts", "/p/{id}/r/{number}/parts", "/p/{id}/revoke"];

/// What reads the page at one of the app's paths; none where the path is no plan's.
pub fn page(path: &str) -> Option<MethodRouter<AppState>> {
    Some(match PATHS.iter().position(|known| *known == path)? {
        0 => get(read::newest),
        1 => get(read::revision),
        2 => get(read::difference),
        3 => get(read::parts),
        4 => get(read::parts_of_revision),
        _ => get(read::revocation).post(change::revoke),
    })
}

/// What is no page of the app.
pub fn routes() -> Router<AppState> {
    Router::new()
        .route("/p/{id}/revise", post(change::revise))
        .route("/p/{id}/fork", post(change::fork))
        .route("/p/{id}/qr.svg", get(show::qr))
        .route("/p/{id}/card", get(show::card))
}
