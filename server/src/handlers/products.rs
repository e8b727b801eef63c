//! Products of the catalog over HTTP: lists sorted by id, and single ones.
//!
//! They change only with the program, so each list is written once and carries a strong tag.

use std::sync::LazyLock;

use api::convert::catalog_item as item;
use api::convert::catalog_products as products;
use axum::extract::Path;
use axum::http::HeaderMap;
use axum::response::Response;
use wire::v1::Problem;
use wire::v1::catalog::{Board, Case, Cooler, List, Server, Single};

use crate::cache::Tagged;
use crate::problem::ApiError;

/// Boards as they are sold: size, memory, slots with their lanes, ports.
#[utoipa::path(get, path = "/api/v1/catalog/boards", tag = "catalog", responses(
    (status = 200, description = "The list", body = List<Board>, headers(("ETag" = String, description = "Version of the list"))),
    (status = 304, description = "The client's copy, named by If-None-Match, is still right"),
))]
pub async fn boards(headers: HeaderMap) -> Response {
    static ANSWER: LazyLock<Tagged> = LazyLock::new(|| Tagged::fixed(&products::boards()));
    ANSWER.answer(&headers)
}

/// Coolers of processors: size, sockets, what they take away for long.
#[utoipa::path(get, path = "/api/v1/catalog/coolers", tag = "catalog", responses(
    (status = 200, description = "The list", body = List<Cooler>, headers(("ETag" = String, description = "Version of the list"))),
    (status = 304, description = "The client's copy, named by If-None-Match, is still right"),
))]
pub async fn coolers(headers: HeaderMap) -> Response {
    static ANSWER: LazyLock<Tagged> = LazyLock::new(|| Tagged::fixed(&products::coolers()));
    ANSWER.answer(&headers)
}

/// Cases: which boards, cards, coolers, supplies and drives they take, and their volume.
#[utoipa::path(get, path = "/api/v1/catalog/cases", tag = "catalog", responses(
    (status = 200, description = "The list", body = List<Case>, headers(("ETag" = String, description = "Version of the list"))),
    (status = 304, description = "The client's copy, named by If-None-Match, is still right"),
))]
pub async fn cases(headers: HeaderMap) -> Response {
    static ANSWER: LazyLock<Tagged> = LazyLock::new(|| Tagged::fixed(&products::cases()));
    ANSWER.answer(&headers)
}

/// Whole systems for several accelerators: places, sockets, supplies, power, network.
#[utoipa::path(get, path = "/api/v1/catalog/servers", tag = "catalog", responses(
    (status = 200, description = "The list", body = List<Server>, headers(("ETag" = String, description = "Version of the list"))),
    (status = 304, description = "The client's copy, named by If-None-Match, is still right"),
))]
pub async fn servers(headers: HeaderMap) -> Response {
    static ANSWER: LazyLock<Tagged> = LazyLock::new(|| Tagged::fixed(&products::servers()));
    ANSWER.answer(&headers)
}

/// One board.
#[utoipa::path(get, path = "/api/v1/catalog/boards/{id}", operation_id = "get_board", tag = "catalog", params(("id" = String, Path, description = "The board")), responses(
    (status = 200, description = "The board", body = Single<Board>),
    (status = 304, description = "The client's copy, named by If-None-Match, is still right"),
    (status = 404, description = "It is not listed; the problem names the nearest ids", body = Problem, content_type = "application/problem+json"),
))]
pub async fn board(Path(id): Path<String>, headers: HeaderMap) -> Result<Response, ApiError> {
    Ok(Tagged::json(&item::board(&id)?).answer(&headers))
}

/// One cooler.
#[utoipa::path(get, path = "/api/v1/catalog/coolers/{id}", operation_id = "get_cooler", tag = "catalog", params(("id" = String, Path, description = "The cooler")), responses(
    (status = 200, description = "The cooler", body = Single<Cooler>),
    (status = 304, description = "The client's copy, named by If-None-Match, is still right"),
    (status = 404, description = "It is not listed; the problem names the nearest ids", body = Problem, content_type = "application/problem+json"),
))]
pub async fn cooler(Path(id): Path<String>, headers: HeaderMap) -> Result<Response, ApiError> {
    Ok(Tagged::json(&item::cooler(&id)?).answer(&headers))
}

/// One case.
#[utoipa::path(get, path = "/api/v1/catalog/cases/{id}", operation_id = "get_case", tag = "catalog", params(("id" = String, Path, description = "The case")), responses(
    (status = 200, description = "The case", body = Single<Case>),
    (status = 304, description = "The client's copy, named by If-None-Match, is still right"),
    (status = 404, description = "It is not listed; the problem names the nearest ids", body = Problem, content_type = "application/problem+json"),
))]
pub async fn case(Path(id): Path<String>, headers: HeaderMap) -> Result<Response, ApiError> {
    Ok(Tagged::json(&item::case(&id)?).answer(&headers))
}

/// One whole system.
#[utoipa::path(get, path = "/api/v1/catalog/servers/{id}", operation_id = "get_server", tag = "catalog", params(("id" = String, Path, description = "The whole system")), responses(
    (status = 200, description = "The whole system", body = Single<Server>),
    (status = 304, description = "The client's copy, named by If-None-Match, is still right"),
    (status = 404, description = "It is not listed; the problem names the nearest ids", body = Problem, content_type = "application/problem+json"),
))]
pub async fn server(Path(id): Path<String>, headers: HeaderMap) -> Result<Response, ApiError> {
    Ok(Tagged::json(&item::server(&id)?).answer(&headers))
}
