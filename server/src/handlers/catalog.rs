//! What the engine knows of hardware and models, as lists sorted by id.

use api::convert;
use api::v1::catalog::{Cpu, Gpu, List, MemoryKit, Model, Storage};
use axum::Json;
use axum::http::header::CACHE_CONTROL;
use axum::response::{IntoResponse, Response};

/// GPUs, with dense rates, usable memory where it is known, and sources.
#[utoipa::path(get, path = "/api/v1/catalog/gpus", tag = "catalog", responses((status = 200, description = "The GPUs", body = List<Gpu>)))]
pub async fn gpus() -> Response {
    list(convert::gpus())
}

/// Models, with parameter counts and usual data.
#[utoipa::path(get, path = "/api/v1/catalog/models", tag = "catalog", responses((status = 200, description = "The models", body = List<Model>)))]
pub async fn models() -> Response {
    list(convert::models())
}

/// Processors.
#[utoipa::path(get, path = "/api/v1/catalog/cpus", tag = "catalog", responses((status = 200, description = "The processors", body = List<Cpu>)))]
pub async fn cpus() -> Response {
    list(convert::cpus())
}

/// Drives and classes of drives.
#[utoipa::path(get, path = "/api/v1/catalog/storage", tag = "catalog", responses((status = 200, description = "The drives", body = List<Storage>)))]
pub async fn storage() -> Response {
    list(convert::storages())
}

/// Memory kits.
#[utoipa::path(get, path = "/api/v1/catalog/memory", tag = "catalog", responses((status = 200, description = "The memory kits", body = List<MemoryKit>)))]
pub async fn memory() -> Response {
    list(convert::memory_kits())
}

/// The lists change only with the program; some minutes spare most requests and hide no release for long.
fn list<T: serde::Serialize>(list: List<T>) -> Response {
    ([(CACHE_CONTROL, "public, max-age=300")], Json(list)).into_response()
}
