//! A stored revision as the API gives it: what was stored goes out as it was written, whatever version wrote it, save for
//! figures that were never this framework's.

use serde::Serialize;
use serde_json::value::RawValue;

use super::stored::{unreadable, url};
use crate::store::{Revision, StoreError};

/// [`wire::v1::plan::Plan`] with its documents unread: figures come back to the last digit, and an answer of an early version
/// with just the members that it has.
#[derive(Serialize)]
struct Answer<'a> {
    id: &'a str,
    revision: u64,
    url: String,
    created_at: String,
    #[serde(skip_serializing_if = "str::is_empty")]
    title: &'a str,
    #[serde(skip_serializing_if = "str::is_empty")]
    note: &'a str,
    scenario: &'a RawValue,
    engine_version: &'a str,
    catalog_version: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    expires: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    prices: Option<&'a RawValue>,
    estimate: &'a RawValue,
}

/// The revision as JSON.
///
/// # Errors
/// Where what is stored is not JSON.
pub fn answer(revision: &Revision) -> Result<Vec<u8>, StoreError> {
    let content = &revision.content;
    let told = api::plans::without_foreign_figures(&content.result);
    let answer = Answer {
        id: revision.id.as_str(),
        revision: revision.number,
        url: url(revision.id.as_str()),
        created_at: revision.created_at.to_string(),
        title: &content.title,
        note: &content.note,
        scenario: serde_json::from_str(&content.scenario).map_err(unreadable)?,
        engine_version: &content.engine_version,
        catalog_version: &content.catalog_version,
        expires: revision.expires_at.map(|time| time.to_string()),
        prices: content.prices.as_deref().map(serde_json::from_str).transpose().map_err(unreadable)?,
        estimate: serde_json::from_str(&told).map_err(unreadable)?,
    };
    serde_json::to_vec(&answer).map_err(unreadable)
}
