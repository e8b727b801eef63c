//! A site without limits, and what a list of its catalog holds.

use axum::Router;
use server::config::Limits;

use crate::http::client::{get, site_with};

pub async fn unlimited() -> Router {
    site_with(Limits { writes_per_minute: None, compute_per_second: None, search_per_second: None }).await
}

/// The ids of a list of the API.
pub async fn ids(site: &Router, list: &str) -> Vec<String> {
    let items = get(site, &format!("/api/v1/catalog/{list}")).await.json()["items"].clone();
    items.as_array().unwrap().iter().map(|item| item["id"].as_str().unwrap().to_owned()).collect()
}

/// The rows of a list's page, by the ids that they link to.
pub fn listed(page: &str, list: &str) -> Vec<String> {
    let link = format!("\"/{list}/");
    let rows = page.split_once("<tbody").unwrap().1.split(&link).skip(1);
    rows.map(|row| row.split('"').next().unwrap().to_owned()).collect()
}
