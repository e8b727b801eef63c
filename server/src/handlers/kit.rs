//! Packages in Python, each as one file that Python runs: the measuring kit (what `python3 -m measure.pack` makes), so that a stranger
//! can check an estimate on a card, and the tracer, so that anybody can ask about a network of their own.

use std::borrow::Cow;
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

/// The tracer's package.
#[derive(RustEmbed)]
#[folder = "../trace/rigwise_trace"]
#[include = "*.py"]
struct Tracer;

/// What starts a package, and the zip with it.
const START: &str = "__main__.py";

static KIT: LazyLock<Option<Bytes>> = LazyLock::new(|| packed::<Kit>("measure"));
static TRACER: LazyLock<Option<Bytes>> = LazyLock::new(|| packed::<Tracer>("rigwise_trace"));

/// A package as a zip that starts it; it lies in a folder, so that the processes that it starts can import it.
fn packed<Package: RustEmbed>(folder: &str) -> Option<Bytes> {
    let mut files: Vec<(String, Cow<'static, [u8]>)> =
        Package::iter().filter_map(|path| Some((path.to_string(), Package::get(&path)?.data))).collect();
    files.sort_unstable_by(|(one, _), (other, _)| one.cmp(other));
    let start = files.iter().find(|(path, _)| path == START)?;
    let inside = files.iter().map(|(path, data)| ([folder, path].join("/"), data.as_ref()));
    archive::zip(std::iter::once((START.to_owned(), start.1.as_ref())).chain(inside)).ok().map(Bytes::from)
}

/// The kit: `python3 measure.zip` runs it.
pub async fn download() -> Result<Response, ApiError> {
    sent(KIT.clone(), "attachment; filename=\"measure.zip\"")
}

/// The tracer: `python3 rigwise-trace.zip` runs it.
pub async fn tracer() -> Result<Response, ApiError> {
    sent(TRACER.clone(), "attachment; filename=\"rigwise-trace.zip\"")
}

fn sent(zip: Option<Bytes>, disposition: &'static str) -> Result<Response, ApiError> {
    let zip = zip.ok_or(ApiError::NoSuchPath)?;
    let headers =
        [(CONTENT_TYPE, "application/zip"), (CONTENT_DISPOSITION, disposition), (CACHE_CONTROL, "public, max-age=3600")];
    Ok((headers, zip).into_response())
}
