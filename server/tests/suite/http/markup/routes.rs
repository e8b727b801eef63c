//! The router's own table of routes.

use std::collections::BTreeMap;

use axum::Router;

/// Routes that are only posted to; the API's are in its document.
pub const POSTED: [&str; 5] = ["/plan/save", "/plan/model", "/p/{id}/revise", "/p/{id}/fork", "/mcp"];

/// Every path of the router, as the router itself writes it.
pub fn of(site: &Router) -> Vec<String> {
    let table = format!("{site:?}");
    let mut paths: Vec<String> = table
        .split("RouteId(")
        .filter_map(|entry| entry.split_once("): \"/").map(|(_, path)| path))
        .filter_map(|path| path.split('"').next().map(|path| format!("/{path}")))
        .collect();
    // The router's own name for what no route takes, which is visited by itself.
    paths.retain(|path| !path.contains("__private__"));
    paths.sort();
    paths.dedup();
    assert!(
        paths.len() > 80
            && ["/", "/plan", "/p/{id}/card", "/api/v1/estimate"].iter().all(|known| paths.iter().any(|path| path == known)),
        "{paths:?}"
    );
    paths
}

/// Names of a path's parameters.
pub fn parameters(path: &str) -> Vec<&str> {
    path.split('{').skip(1).filter_map(|rest| rest.split('}').next()).collect()
}

/// The path with values for its parameters.
pub fn filled(path: &str, values: &BTreeMap<&str, String>) -> String {
    values.iter().fold(path.to_owned(), |path, (name, value)| path.replace(&format!("{{{name}}}"), value))
}
