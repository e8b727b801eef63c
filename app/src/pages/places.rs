//! Links to the places of the site, at the head and at the foot of every page.

use leptos::prelude::*;

use crate::context::{path_prefix, request_path};

/// A list of links to these paths, each with its name; that of the page itself says so.
pub fn places<const N: usize>(of: [(&'static str, &'static str); N]) -> AnyView {
    let prefix = path_prefix().map_or("", |(prefix, _)| prefix);
    let here = request_path();
    let links = of.map(|(path, label)| {
        let current = here.trim_start_matches(prefix) == path;
        // Addresses of plans carry no language, so that a plan reads the same for everyone.
        let href = if matches!(path, "/plan" | "/diagnose") { path.to_owned() } else { format!("{prefix}{path}") };
        view! {
            <li>
                <a href=href aria-current=current.then_some("page")>{label}</a>
            </li>
        }
    });
    view! { <ul>{Vec::from(links)}</ul> }.into_any()
}
