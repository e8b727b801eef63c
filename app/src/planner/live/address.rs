//! The page's address, and the links that follow it.

use scenario::query;
use wasm_bindgen::JsValue;

use super::browser::document;

/// Adds the plan's address to the browser's history, so that its way back undoes the change; none where it is there already.
pub(super) fn add(address: &str) {
    let Some(window) = web_sys::window() else { return };
    let location = window.location();
    let here = [location.pathname(), location.search()].map(Result::unwrap_or_default).concat();
    if here != address {
        let history = window.history().ok();
        let _ = history.map(|history| history.push_state_with_url(&JsValue::NULL, "", Some(address)));
    }
    follow_in_language_link(address);
}

/// Puts the plan's address in place of the one before it.
pub(super) fn replace(address: &str) {
    // A browser that refuses shows the older address; the plan on the page is right all the same.
    let history = web_sys::window().and_then(|window| window.history().ok());
    let _ = history.map(|history| history.replace_state_with_url(&JsValue::NULL, "", Some(address)));
    follow_in_language_link(address);
}

/// The link to the other language stands outside of the planner; it must lead to this plan, not to the first one.
pub(super) fn follow_in_language_link(address: &str) {
    let Some(link) = document().and_then(|document| document.query_selector("a.language").ok().flatten()) else { return };
    let Some(href) = link.get_attribute("href") else { return };
    let path = href.split('?').next().unwrap_or_default();
    let to = query::encode([("to", address)].into_iter());
    let _ = link.set_attribute("href", &format!("{path}?{to}"));
}
