//! What the engine knows of hardware and models: lists sorted by id, single items, and everything as one file.
//!
//! It changes only with the program, so each answer is written once and carries a strong tag.

use std::sync::LazyLock;

use api::convert::catalog as convert;
use api::convert::catalog_item as item;
use api::v1::Problem;
use api::v1::catalog::{Catalog, Cpu, Gpu, List, MemoryKit, Model, Single, Storage};
use axum::extract::Path;
use axum::http::HeaderMap;
use axum::response::Response;

use crate::cache::Tagged;
use crate::problem::ApiError;

/// The whole catalog as one file: every list, the ids that are gone, and the collections to be named.
#[utoipa::path(get, path = "/api/v1/catalog", operation_id = "catalog", tag = "catalog", responses(
    (status = 200, description = "The catalog", body = Catalog, headers(("ETag" = String, description = "Version of the file"))),
    (status = 304, description = "The client's copy, named by If-None-Match, is still right"),
))]
pub async fn whole(headers: HeaderMap) -> Response {
    static ANSWER: LazyLock<Tagged> = LazyLock::new(|| Tagged::json(&convert::whole_catalog()));
    ANSWER.answer(&headers)
}

/// GPUs, with dense rates, usable memory where it is known, and sources.
#[utoipa::path(get, path = "/api/v1/catalog/gpus", tag = "catalog", responses(
    (status = 200, description = "The GPUs", body = List<Gpu>, headers(("ETag" = String, description = "Version of the list"))),
    (status = 304, description = "The client's copy, named by If-None-Match, is still right"),
))]
pub async fn gpus(headers: HeaderMap) -> Response {
    static ANSWER: LazyLock<Tagged> = LazyLock::new(|| Tagged::json(&convert::gpus()));
    ANSWER.answer(&headers)
}

/// Models, with parameter counts, hyper-parameters and usual data.
#[utoipa::path(get, path = "/api/v1/catalog/models", tag = "catalog", responses(
    (status = 200, description = "The models", body = List<Model>, headers(("ETag" = String, description = "Version of the list"))),
    (status = 304, description = "The client's copy, named by If-None-Match, is still right"),
))]
pub async fn models(headers: HeaderMap) -> Response {
    static ANSWER: LazyLock<Tagged> = LazyLock::new(|| Tagged::json(&convert::models()));
    ANSWER.answer(&headers)
}

/// Processors.
#[utoipa::path(get, path = "/api/v1/catalog/cpus", tag = "catalog", responses(
    (status = 200, description = "The processors", body = List<Cpu>, headers(("ETag" = String, description = "Version of the list"))),
    (status = 304, description = "The client's copy, named by If-None-Match, is still right"),
))]
pub async fn cpus(headers: HeaderMap) -> Response {
    static ANSWER: LazyLock<Tagged> = LazyLock::new(|| Tagged::json(&convert::cpus()));
    ANSWER.answer(&headers)
}

/// Drives and classes of drives.
#[utoipa::path(get, path = "/api/v1/catalog/storage", tag = "catalog", responses(
    (status = 200, description = "The drives", body = List<Storage>, headers(("ETag" = String, description = "Version of the list"))),
    (status = 304, description = "The client's copy, named by If-None-Match, is still right"),
))]
pub async fn storage(headers: HeaderMap) -> Response {
    static ANSWER: LazyLock<Tagged> = LazyLock::new(|| Tagged::json(&convert::storages()));
    ANSWER.answer(&headers)
}

/// Memory kits.
#[utoipa::path(get, path = "/api/v1/catalog/memory", tag = "catalog", responses(
    (status = 200, description = "The memory kits", body = List<MemoryKit>, headers(("ETag" = String, description = "Version of the list"))),
    (status = 304, description = "The client's copy, named by If-None-Match, is still right"),
))]
pub async fn memory(headers: HeaderMap) -> Response {
    static ANSWER: LazyLock<Tagged> = LazyLock::new(|| Tagged::json(&convert::memory_kits()));
    ANSWER.answer(&headers)
}

/// One GPU.
#[utoipa::path(get, path = "/api/v1/catalog/gpus/{id}", operation_id = "get_gpu", tag = "catalog", params(("id" = String, Path, description = "The GPU")), responses(
    (status = 200, description = "The GPU", body = Single<Gpu>),
    (status = 304, description = "The client's copy, named by If-None-Match, is still right"),
    (status = 404, description = "It is not listed; the problem names the nearest ids", body = Problem, content_type = "application/problem+json"),
))]
pub async fn gpu(Path(id): Path<String>, headers: HeaderMap) -> Result<Response, ApiError> {
    Ok(Tagged::json(&item::gpu(&id)?).answer(&headers))
}

/// One model.
#[utoipa::path(get, path = "/api/v1/catalog/models/{id}", operation_id = "get_model", tag = "catalog", params(("id" = String, Path, description = "The model")), responses(
    (status = 200, description = "The model", body = Single<Model>),
    (status = 304, description = "The client's copy, named by If-None-Match, is still right"),
    (status = 404, description = "It is not listed; the problem names the nearest ids", body = Problem, content_type = "application/problem+json"),
))]
pub async fn model(Path(id): Path<String>, headers: HeaderMap) -> Result<Response, ApiError> {
    Ok(Tagged::json(&item::model(&id)?).answer(&headers))
}

/// One processor.
#[utoipa::path(get, path = "/api/v1/catalog/cpus/{id}", operation_id = "get_cpu", tag = "catalog", params(("id" = String, Path, description = "The processor")), responses(
    (status = 200, description = "The processor", body = Single<Cpu>),
    (status = 304, description = "The client's copy, named by If-None-Match, is still right"),
    (status = 404, description = "It is not listed; the problem names the nearest ids", body = Problem, content_type = "application/problem+json"),
))]
pub async fn cpu(Path(id): Path<String>, headers: HeaderMap) -> Result<Response, ApiError> {
    Ok(Tagged::json(&item::cpu(&id)?).answer(&headers))
}

/// One drive, or class of drives.
#[utoipa::path(get, path = "/api/v1/catalog/storage/{id}", operation_id = "get_storage", tag = "catalog", params(("id" = String, Path, description = "The drive")), responses(
    (status = 200, description = "The drive", body = Single<Storage>),
    (status = 304, description = "The client's copy, named by If-None-Match, is still right"),
    (status = 404, description = "It is not listed; the problem names the nearest ids", body = Problem, content_type = "application/problem+json"),
))]
pub async fn drive(Path(id): Path<String>, headers: HeaderMap) -> Result<Response, ApiError> {
    Ok(Tagged::json(&item::storage(&id)?).answer(&headers))
}

/// One memory kit.
#[utoipa::path(get, path = "/api/v1/catalog/memory/{id}", operation_id = "get_memory_kit", tag = "catalog", params(("id" = String, Path, description = "The memory kit")), responses(
    (status = 200, description = "The memory kit", body = Single<MemoryKit>),
    (status = 304, description = "The client's copy, named by If-None-Match, is still right"),
    (status = 404, description = "It is not listed; the problem names the nearest ids", body = Problem, content_type = "application/problem+json"),
))]
pub async fn memory_kit(Path(id): Path<String>, headers: HeaderMap) -> Result<Response, ApiError> {
    Ok(Tagged::json(&item::memory_kit(&id)?).answer(&headers))
}
