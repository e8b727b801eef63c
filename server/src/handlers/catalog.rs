//! What the engine knows of hardware and models: lists sorted by id, what words find in them, single items, and everything as
//! one file.
//!
//! It changes only with the program, so each answer but those to words is written once and carries a strong tag.

use std::sync::LazyLock;

use api::convert::catalog as convert;
use api::convert::catalog_found as found;
use api::convert::catalog_item as item;
use api::convert::catalog_parts as parts;
use axum::extract::{Path, RawQuery};
use axum::http::HeaderMap;
use axum::response::Response;
use wire::v1::Problem;
use wire::v1::catalog::{
    Catalog, CloudOffer, Cpu, Gpu, List, MemoryKit, Model, Network, Platform, PowerSupply, Rule, Single, Storage,
};

use crate::cache::Tagged;
use crate::handlers::quota::QuotaOnDemand;
use crate::problem::ApiError;

/// The whole catalog as one file: every list, the ids that are gone, and the collections to be named.
#[utoipa::path(get, path = "/api/v1/catalog", operation_id = "catalog", tag = "catalog", responses(
    (status = 200, description = "The catalog", body = Catalog, headers(("ETag" = String, description = "Version of the file"))),
    (status = 304, description = "The client's copy, named by If-None-Match, is still right"),
))]
pub async fn whole(headers: HeaderMap) -> Response {
    static ANSWER: LazyLock<Tagged> = LazyLock::new(|| Tagged::fixed(&convert::whole_catalog()));
    ANSWER.answer(&headers)
}

/// The words that a query asks for; none where it has none.
fn words(query: Option<&str>) -> Option<String> {
    scenario::query::decode(query?).find(|(name, words)| name == found::PARAMETER && !words.is_empty()).map(|(_, words)| words)
}

/// The items of a list that words find, on the client's account.
async fn searched<T: serde::Serialize>(
    quota: QuotaOnDemand,
    search: impl FnOnce() -> Result<List<T>, Problem>,
    headers: &HeaderMap,
) -> Result<Response, ApiError> {
    let list = quota.ask()?.brief(|| Ok::<_, Problem>(Tagged::json(&search()?))).await??;
    Ok(list.answer(headers))
}

/// GPUs, with dense rates, usable memory where it is known, and sources.
#[utoipa::path(get, path = "/api/v1/catalog/gpus", tag = "catalog", params(("q" = Option<String>, Query, description = "Words that an item has, such as `nvidia 24 GB`: in its id, its names, as its vendor, architecture or kind of memory, or as its capacity in GB. Letters and digits are told apart (`rtx4090` is `rtx 4090`); a word that no item has stands for the nearest, and `matches` says so. At most 200 characters.")), responses(
    (status = 200, description = "The GPUs", body = List<Gpu>, headers(("ETag" = String, description = "Version of the list"))),
    (status = 304, description = "The client's copy, named by If-None-Match, is still right"),
))]
pub async fn gpus(quota: QuotaOnDemand, RawQuery(query): RawQuery, headers: HeaderMap) -> Result<Response, ApiError> {
    static ANSWER: LazyLock<Tagged> = LazyLock::new(|| Tagged::fixed(&convert::gpus()));
    match words(query.as_deref()) {
        Some(words) => searched(quota, || found::gpus(&words), &headers).await,
        None => Ok(ANSWER.answer(&headers)),
    }
}

/// Models, with parameter counts, hyper-parameters and usual data.
#[utoipa::path(get, path = "/api/v1/catalog/models", tag = "catalog", params(("q" = Option<String>, Query, description = "Words that an item has, such as `llama 8B`: in its id, its names, its repository, as its family, or as its count of parameters. Letters and digits are told apart (`rtx4090` is `rtx 4090`); a word that no item has stands for the nearest, and `matches` says so. At most 200 characters.")), responses(
    (status = 200, description = "The models", body = List<Model>, headers(("ETag" = String, description = "Version of the list"))),
    (status = 304, description = "The client's copy, named by If-None-Match, is still right"),
))]
pub async fn models(quota: QuotaOnDemand, RawQuery(query): RawQuery, headers: HeaderMap) -> Result<Response, ApiError> {
    static ANSWER: LazyLock<Tagged> = LazyLock::new(|| Tagged::fixed(&convert::models()));
    match words(query.as_deref()) {
        Some(words) => searched(quota, || found::models(&words), &headers).await,
        None => Ok(ANSWER.answer(&headers)),
    }
}

/// Processors.
#[utoipa::path(get, path = "/api/v1/catalog/cpus", tag = "catalog", params(("q" = Option<String>, Query, description = "Words that an item has, such as `ryzen 9`: in its id or name, as its vendor, socket or kind of memory. Letters and digits are told apart (`rtx4090` is `rtx 4090`); a word that no item has stands for the nearest, and `matches` says so. At most 200 characters.")), responses(
    (status = 200, description = "The processors", body = List<Cpu>, headers(("ETag" = String, description = "Version of the list"))),
    (status = 304, description = "The client's copy, named by If-None-Match, is still right"),
))]
pub async fn cpus(quota: QuotaOnDemand, RawQuery(query): RawQuery, headers: HeaderMap) -> Result<Response, ApiError> {
    static ANSWER: LazyLock<Tagged> = LazyLock::new(|| Tagged::fixed(&convert::cpus()));
    match words(query.as_deref()) {
        Some(words) => searched(quota, || found::cpus(&words), &headers).await,
        None => Ok(ANSWER.answer(&headers)),
    }
}

/// Drives and classes of drives.
#[utoipa::path(get, path = "/api/v1/catalog/storage", tag = "catalog", responses(
    (status = 200, description = "The drives", body = List<Storage>, headers(("ETag" = String, description = "Version of the list"))),
    (status = 304, description = "The client's copy, named by If-None-Match, is still right"),
))]
pub async fn storage(headers: HeaderMap) -> Response {
    static ANSWER: LazyLock<Tagged> = LazyLock::new(|| Tagged::fixed(&convert::storages()));
    ANSWER.answer(&headers)
}

/// Memory kits.
#[utoipa::path(get, path = "/api/v1/catalog/memory", tag = "catalog", responses(
    (status = 200, description = "The memory kits", body = List<MemoryKit>, headers(("ETag" = String, description = "Version of the list"))),
    (status = 304, description = "The client's copy, named by If-None-Match, is still right"),
))]
pub async fn memory(headers: HeaderMap) -> Response {
    static ANSWER: LazyLock<Tagged> = LazyLock::new(|| Tagged::fixed(&convert::memory_kits()));
    ANSWER.answer(&headers)
}

/// Classes of boards: what the boards of a socket and chipset can hold.
#[utoipa::path(get, path = "/api/v1/catalog/platforms", tag = "catalog", responses(
    (status = 200, description = "The list", body = List<Platform>, headers(("ETag" = String, description = "Version of the list"))),
    (status = 304, description = "The client's copy, named by If-None-Match, is still right"),
))]
pub async fn platforms(headers: HeaderMap) -> Response {
    static ANSWER: LazyLock<Tagged> = LazyLock::new(|| Tagged::fixed(&parts::platforms()));
    ANSWER.answer(&headers)
}

/// Classes of power supplies.
#[utoipa::path(get, path = "/api/v1/catalog/power-supplies", tag = "catalog", responses(
    (status = 200, description = "The list", body = List<PowerSupply>, headers(("ETag" = String, description = "Version of the list"))),
    (status = 304, description = "The client's copy, named by If-None-Match, is still right"),
))]
pub async fn power_supplies(headers: HeaderMap) -> Response {
    static ANSWER: LazyLock<Tagged> = LazyLock::new(|| Tagged::fixed(&parts::power_supplies()));
    ANSWER.answer(&headers)
}

/// Links between nodes, with the adapters that they take.
#[utoipa::path(get, path = "/api/v1/catalog/networks", tag = "catalog", responses(
    (status = 200, description = "The list", body = List<Network>, headers(("ETag" = String, description = "Version of the list"))),
    (status = 304, description = "The client's copy, named by If-None-Match, is still right"),
))]
pub async fn networks(headers: HeaderMap) -> Response {
    static ANSWER: LazyLock<Tagged> = LazyLock::new(|| Tagged::fixed(&parts::networks()));
    ANSWER.answer(&headers)
}

/// Rented machines with the price of an hour: history with date and source.
#[utoipa::path(get, path = "/api/v1/catalog/cloud", tag = "catalog", responses(
    (status = 200, description = "The list", body = List<CloudOffer>, headers(("ETag" = String, description = "Version of the list"))),
    (status = 304, description = "The client's copy, named by If-None-Match, is still right"),
))]
pub async fn cloud(headers: HeaderMap) -> Response {
    static ANSWER: LazyLock<Tagged> = LazyLock::new(|| Tagged::fixed(&parts::cloud_offers()));
    ANSWER.answer(&headers)
}

/// Rules of power: what connectors, supplies and circuits carry.
#[utoipa::path(get, path = "/api/v1/catalog/rules", tag = "catalog", responses(
    (status = 200, description = "The list", body = List<Rule>, headers(("ETag" = String, description = "Version of the list"))),
    (status = 304, description = "The client's copy, named by If-None-Match, is still right"),
))]
pub async fn rules(headers: HeaderMap) -> Response {
    static ANSWER: LazyLock<Tagged> = LazyLock::new(|| Tagged::fixed(&parts::rules()));
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

/// One class of boards.
#[utoipa::path(get, path = "/api/v1/catalog/platforms/{id}", operation_id = "get_platform", tag = "catalog", params(("id" = String, Path, description = "The class of boards")), responses(
    (status = 200, description = "The class of boards", body = Single<Platform>),
    (status = 304, description = "The client's copy, named by If-None-Match, is still right"),
    (status = 404, description = "It is not listed; the problem names the nearest ids", body = Problem, content_type = "application/problem+json"),
))]
pub async fn platform(Path(id): Path<String>, headers: HeaderMap) -> Result<Response, ApiError> {
    Ok(Tagged::json(&item::platform(&id)?).answer(&headers))
}

/// One class of power supplies.
#[utoipa::path(get, path = "/api/v1/catalog/power-supplies/{id}", operation_id = "get_power_supply", tag = "catalog", params(("id" = String, Path, description = "The class of power supplies")), responses(
    (status = 200, description = "The class of power supplies", body = Single<PowerSupply>),
    (status = 304, description = "The client's copy, named by If-None-Match, is still right"),
    (status = 404, description = "It is not listed; the problem names the nearest ids", body = Problem, content_type = "application/problem+json"),
))]
pub async fn power_supply(Path(id): Path<String>, headers: HeaderMap) -> Result<Response, ApiError> {
    Ok(Tagged::json(&item::power_supply(&id)?).answer(&headers))
}

/// One link.
#[utoipa::path(get, path = "/api/v1/catalog/networks/{id}", operation_id = "get_network", tag = "catalog", params(("id" = String, Path, description = "The link")), responses(
    (status = 200, description = "The link", body = Single<Network>),
    (status = 304, description = "The client's copy, named by If-None-Match, is still right"),
    (status = 404, description = "It is not listed; the problem names the nearest ids", body = Problem, content_type = "application/problem+json"),
))]
pub async fn network(Path(id): Path<String>, headers: HeaderMap) -> Result<Response, ApiError> {
    Ok(Tagged::json(&item::network(&id)?).answer(&headers))
}

/// One offer.
#[utoipa::path(get, path = "/api/v1/catalog/cloud/{id}", operation_id = "get_cloud_offer", tag = "catalog", params(("id" = String, Path, description = "The offer")), responses(
    (status = 200, description = "The offer", body = Single<CloudOffer>),
    (status = 304, description = "The client's copy, named by If-None-Match, is still right"),
    (status = 404, description = "It is not listed; the problem names the nearest ids", body = Problem, content_type = "application/problem+json"),
))]
pub async fn cloud_offer(Path(id): Path<String>, headers: HeaderMap) -> Result<Response, ApiError> {
    Ok(Tagged::json(&item::cloud_offer(&id)?).answer(&headers))
}

/// One rule.
#[utoipa::path(get, path = "/api/v1/catalog/rules/{id}", operation_id = "get_rule", tag = "catalog", params(("id" = String, Path, description = "The rule")), responses(
    (status = 200, description = "The rule", body = Single<Rule>),
    (status = 304, description = "The client's copy, named by If-None-Match, is still right"),
    (status = 404, description = "It is not listed; the problem names the nearest ids", body = Problem, content_type = "application/problem+json"),
))]
pub async fn rule(Path(id): Path<String>, headers: HeaderMap) -> Result<Response, ApiError> {
    Ok(Tagged::json(&item::rule(&id)?).answer(&headers))
}
