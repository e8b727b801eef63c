//! The port that Prometheus reads, apart from the one that everybody sees.

use std::io;

use axum::Router;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::routing::get;
use metrics_exporter_prometheus::BuildError;
use tokio::net::TcpListener;

use crate::metrics;
use crate::state::AppState;

/// The media type of Prometheus's text format.
const TEXT_FORMAT: &str = "text/plain; version=0.0.4; charset=utf-8";

/// Begins to count; the future answers `GET /metrics`.
///
/// # Errors
/// Where counting has begun before.
pub fn serve(listener: TcpListener, state: AppState) -> Result<impl Future<Output = io::Result<()>>, BuildError> {
    let handle = metrics::start()?;
    let page = get(async move || {
        let text = metrics::render(&handle, state.workers.waiting());
        ([(CONTENT_TYPE, TEXT_FORMAT), (CACHE_CONTROL, "no-store")], text)
    });
    if let Ok(address) = listener.local_addr() {
        tracing::info!(%address, "metrics on http://{address}/metrics");
    }
    Ok(async move { axum::serve(listener, Router::new().route("/metrics", page)).await })
}
