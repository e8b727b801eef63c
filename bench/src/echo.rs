//! The site with two more handlers: one reads a scenario as every handler does and gives it back, the other says how long the
//! engine takes for it where the server runs it.

use std::time::Instant;

use anyhow::Result;
use axum::Json;
use axum::Router;
use axum::body::Bytes;
use axum::http::StatusCode;
use axum::routing::post;

use server::config::Config;
use server::serve;

/// Where a scenario comes back.
pub const PATH: &str = "/bench/echo";
/// Where a scenario is answered with two times in nanoseconds: its estimate, and writing that as JSON.
pub const ENGINE: &str = "/bench/engine";

/// Serves until told to stop, with the settings of the environment.
pub async fn serve() -> Result<()> {
    Ok(serve::serve_with(&Config::from_environment()?, Router::new().route(PATH, post(echo)).route(ENGINE, post(engine))).await?)
}

async fn echo(body: Bytes) -> Result<Json<wire::v1::Scenario>, StatusCode> {
    scenario::json::parse_scenario(&body).map(Json).map_err(|_| StatusCode::UNPROCESSABLE_ENTITY)
}

/// As the estimate's handler does it, on the request's own thread: caches and clock are those that a request meets.
async fn engine(body: Bytes) -> Result<Json<[u64; 2]>, StatusCode> {
    let scenario = scenario::json::parse_scenario(&body).map_err(|_| StatusCode::UNPROCESSABLE_ENTITY)?;
    let begin = Instant::now();
    let answer = api::estimate(&scenario).map_err(|_| StatusCode::UNPROCESSABLE_ENTITY)?;
    let engine = begin.elapsed();
    let begin = Instant::now();
    let text = serde_json::to_vec(&answer).map_err(|_| StatusCode::INTERNAL_SERVER_ERROR)?;
    let written = begin.elapsed();
    drop(std::hint::black_box(text));
    Ok(Json([engine, written].map(|time| u64::try_from(time.as_nanos()).unwrap_or(u64::MAX))))
}
