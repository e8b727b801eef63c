//! Stored plans for people: pages to read, forms to change, pictures and a card to show elsewhere.
//!
//! Whoever holds a plan's edit key may change it. The key comes with each change: typed into the form, or in a header from the
//! page's own script. It is never part of an address that a browser sends, and no cookie stands in for it.

mod change;
mod form;
mod read;
mod show;
mod views;

use app::PlanView;
use axum::Router;
use axum::routing::{MethodRouter, get, post};

pub use form::expiry;

use crate::state::AppState;

/// Where a plan is in the app's routes; what is below it has the same address in every language.
const PLAN: &str = "/p/{id}";
/// Where one of its revisions is.
const REVISION: &str = "/p/{id}/r/{number}";

/// What reads the page at one of the app's paths; none where the path is no plan's.
pub fn page(path: &str) -> Option<MethodRouter<AppState>> {
    if let Some(below) = path.strip_prefix(REVISION) {
        return match below {
            "" => Some(get(read::revision)),
            "/parts" => Some(get(read::parts_of_revision)),
            _ => Some(views::of_revision(view(below)?)),
        };
    }
    match path.strip_prefix(PLAN)? {
        "" => Some(get(read::newest)),
        "/diff" => Some(get(read::difference)),
        "/parts" => Some(get(read::parts)),
        "/revoke" => Some(get(read::revocation).post(change::revoke)),
        below => Some(views::of_newest(view(below)?)),
    }
}

/// The view at an address below a plan's.
fn view(below: &str) -> Option<PlanView> {
    PlanView::ALL.into_iter().find(|view| view.path() == below)
}

/// What is no page of the app.
pub fn routes() -> Router<AppState> {
    Router::new()
        .route("/p/{id}/revise", post(change::revise))
        .route("/p/{id}/fork", post(change::fork))
        .route("/p/{id}/qr.svg", get(show::qr))
        .route("/p/{id}/card", get(show::card))
}
