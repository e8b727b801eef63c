//! The measuring kit as one file: what `python3 -m measure.pack` makes, so that a stranger can check an estimate on a card.

use std::sync::LazyLock;

use axum::body::Bytes;
use axum::http::header::{CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use rust_embed::RustEmbed;

use crate::problem::ApiError;
use crate::services::archive;

/// The kit's package, without its tests and what packs it.
#[derive(RustEmbed)]
#[folder = "../measure"]
#[include = "*.py"]
#[include = "models/*.py"]
#[include = "catalog.json"]
#[include = "requirements.txt"]
#[include = "README.md"]
#[exclude = "pack.py"]
#[exclude = "tests/*"]
struct Kit;

/// What starts the package, and the zip with it.
const START: &str = "__main__.py";
const FOLDER: &str = "measure";

static ZIP: LazyLock<Option<Bytes>> = LazyLock::new(|| {
    let mut files: Vec<_> = Kit::iter().filter_map(|path| Some((path.to_string(), Kit::get(&path)?.data))).collect();
    files.sort_unstable_by(|(one, _), (other, _)| one.cmp(other));
    let start = files.iter().find(|(path, _)| path == START)?;
    // The package lies in a folder, so that the processes that it starts can import it.
    let packed = files.iter().map(|(path, data)| ([FOLDER, path].join("/"), data.as_ref()));
    archive::zip(std::iter::once((START.to_owned(), start.1.as_ref())).chain(packed)).ok().map(Bytes::from)
});

/// The kit: `python3 measure.zip` runs it.
pub async fn download() -> Result<Response, ApiError> {
    let zip = ZIP.clone().ok_or(ApiError::NoSuchPath)?;
    let headers = [
        (CONTENT_TYPE, "application/zip"),
        (CONTENT_DISPOSITION, "attachment; filename=\"measure.zip\""),
        (CACHE_CONTROL, "public, max-age=3600"),
    ];
    Ok((headers, zip).into_response())
}
