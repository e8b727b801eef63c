//! Files of the built site, under any path that the build gives them.

use axum::extract::Request;
use axum::http::StatusCode;
use axum::response::{IntoResponse as _, Response};

use crate::assets;

/// A script, style or picture: the file, or a short 404 that no browser mistakes for it.
pub async fn file(request: Request) -> Response {
    assets::serve(request.uri(), request.headers()).unwrap_or_else(|| {
        (StatusCode::NOT_FOUND, "there is no such file; the site may not be built: run `cargo xtask serve`\n").into_response()
    })
}
