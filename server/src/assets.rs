//! The built site's files: inside the binary in release builds, read from the disk in debug builds.
//!
//! Beside a file lie its compressed forms (`.br`, `.gz`), made once at build time; the best that the browser takes is sent.

mod encoding;

use std::borrow::Cow;

use axum::body::{Body, Bytes};
use axum::http::header::{ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, ETAG, VARY};
use axum::http::{HeaderMap, HeaderValue, StatusCode, Uri};
use axum::response::{IntoResponse as _, Response};
use data_encoding::HEXLOWER;
use rust_embed::{EmbeddedFile, RustEmbed};

use crate::cache::{TAG_DIGITS, is_known};
pub use encoding::Encoding;

#[derive(RustEmbed)]
#[folder = "../target/site"]
struct Site;

/// Files keep their names from release to release, so a browser asks each time whether its copy is still right.
const REVALIDATE: HeaderValue = HeaderValue::from_static("public, no-cache");
/// A file asked for by its hash (`?v=`) never changes.
const IMMUTABLE: HeaderValue = HeaderValue::from_static("public, max-age=31536000, immutable");

/// The file at a path of the site, as an answer to a request; nothing where the site has no such file.
#[must_use]
pub fn serve(uri: &Uri, request: &HeaderMap) -> Option<Response> {
    let path = uri.path().trim_start_matches('/');
    let plain = file(path)?;
    let (file, encoding) = smallest_form(path, request).unwrap_or((plain, Encoding::Identity));
    let tag = tag(&file);
    let etag = HeaderValue::from_str(&format!("\"{tag}\"")).ok()?;
    let mut response = if is_known(request, &etag) {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        Body::from(bytes(file.data)).into_response()
    };
    let headers = response.headers_mut();
    headers.insert(CACHE_CONTROL, if asked_by_hash(uri, path) { IMMUTABLE } else { REVALIDATE });
    headers.insert(ETAG, etag);
    headers.insert(VARY, HeaderValue::from_static("accept-encoding"));
    if response.status() == StatusCode::OK {
        let headers = response.headers_mut();
        headers.insert(CONTENT_TYPE, content_type(path));
        if let Some(name) = encoding.header() {
            headers.insert(CONTENT_ENCODING, name);
        }
    }
    Some(response)
}

/// Short version of a site's file, for links such as `/pkg/rigwise.css?v=...`; nothing where there is no such file.
#[must_use]
pub fn version(path: &str) -> Option<String> {
    file(path.trim_start_matches('/')).map(|file| tag(&file))
}

/// A file of the site by its own name; its compressed forms are not files of their own.
fn file(path: &str) -> Option<EmbeddedFile> {
    let is_form = Encoding::COMPRESSED.iter().any(|encoding| path.ends_with(encoding.suffix()));
    // The folder is one of ours, but in debug builds it is a real one: nothing may point out of it.
    let leaves = path.split('/').any(|part| part.is_empty() || part.starts_with('.')) || path.contains('\\');
    (!is_form && !leaves).then(|| Site::get(path))?
}

/// The smallest form of a file that the browser takes.
fn smallest_form(path: &str, request: &HeaderMap) -> Option<(EmbeddedFile, Encoding)> {
    let accepted = request.get(ACCEPT_ENCODING)?.to_str().ok()?;
    Encoding::COMPRESSED
        .into_iter()
        .filter(|encoding| encoding.is_in(accepted))
        .find_map(|encoding| Some((Site::get(&format!("{path}{}", encoding.suffix()))?, encoding)))
}

fn tag(file: &EmbeddedFile) -> String {
    let mut tag = HEXLOWER.encode(&file.metadata.sha256_hash());
    tag.truncate(TAG_DIGITS);
    tag
}

fn asked_by_hash(uri: &Uri, path: &str) -> bool {
    uri.query().and_then(|query| query.strip_prefix("v=")).is_some_and(|asked| version(path).as_deref() == Some(asked))
}

fn content_type(path: &str) -> HeaderValue {
    let guess = mime_guess::from_path(path).first_or_octet_stream();
    let name = match (guess.type_().as_str(), guess.subtype().as_str()) {
        ("text" | "application", "javascript") => "text/javascript; charset=utf-8".to_owned(),
        ("text", subtype) => format!("text/{subtype}; charset=utf-8"),
        _ => guess.essence_str().to_owned(),
    };
    HeaderValue::try_from(name).unwrap_or(HeaderValue::from_static("application/octet-stream"))
}

/// Embedded files are sent from where they lie in the binary.
fn bytes(data: Cow<'static, [u8]>) -> Bytes {
    match data {
        Cow::Borrowed(data) => Bytes::from_static(data),
        Cow::Owned(data) => data.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_leads_out_of_the_site() {
        for path in ["../Cargo.toml", "pkg/../../Cargo.toml", "/etc/passwd", ".env", "pkg/.hidden", "..\\Cargo.toml", ""] {
            assert!(file(path).is_none(), "{path}");
        }
    }

    #[test]
    fn browsers_get_the_types_that_they_insist_on() {
        for (path, expected) in [
            ("pkg/rigwise_text.js", "text/javascript; charset=utf-8"),
            ("pkg/rigwise_text.wasm", "application/wasm"),
            ("pkg/rigwise.css", "text/css; charset=utf-8"),
            ("favicon.svg", "image/svg+xml"),
            ("unknown.zzz", "application/octet-stream"),
        ] {
            assert_eq!(content_type(path), expected, "{path}");
        }
    }
}
