//! The site with one more handler: it reads a scenario as every handler does and gives it back.

use anyhow::Result;
use axum::Json;
use axum::Router;
use axum::body::Bytes;
use axum::http::StatusCode;
use axum::routing::post;

use server::config::Config;
use server::serve;

/// Where the handler is.
pub const PATH: &str = "/bench/echo";

/// Serves until told to stop, with the settings of the environment.
pub async fn serve() -> Result<()> {
    Ok(serve::serve_with(&Config::from_environment()?, Router::new().route(PATH, post(echo))).await?)
}

async fn echo(body: Bytes) -> Result<Json<api::v1::Scenario>, StatusCode> {
    api::json::parse_scenario(&body).map(Json).map_err(|_| StatusCode::UNPROCESSABLE_ENTITY)
}
