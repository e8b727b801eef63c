//! One item of the catalog by its id, or the ids that may have been meant.

use ::catalog as data;
use data::Kind;

use super::catalog as convert;
use super::catalog_parts as parts;
use super::catalog_products as products;
use scenario::error::{FieldError, Reason};
use scenario::limits::TEXT_LENGTH;
use wire::locale::Locale;
use wire::v1::catalog as v1;
use wire::v1::problem::{Problem, ProblemCode};

/// How many ids are offered for one that is not listed: what one reads at a glance.
pub const OFFERED: usize = 3;

/// The accelerator with this id.
///
/// # Errors
/// It is not listed.
pub fn gpu(id: &str) -> Result<v1::Single<v1::Gpu>, Problem> {
    item(Some(Kind::Gpu), id, data::gpu(id).map(convert::gpu), data::gpus().iter().map(|entry| entry.id))
}

/// The processor with this id.
///
/// # Errors
/// It is not listed.
pub fn cpu(id: &str) -> Result<v1::Single<v1::Cpu>, Problem> {
    item(Some(Kind::Cpu), id, data::cpu(id).map(convert::cpu), data::cpus().iter().map(|entry| entry.id))
}

/// The model with this id.
///
/// # Errors
/// It is not listed.
pub fn model(id: &str) -> Result<v1::Single<v1::Model>, Problem> {
    item(
        Some(Kind::Model),
        id,
        data::listed_model(id).map(convert::model),
        data::listed_models().into_iter().map(|entry| entry.id),
    )
}

/// The drive, or class of drives, with this id.
///
/// # Errors
/// It is not listed.
pub fn storage(id: &str) -> Result<v1::Single<v1::Storage>, Problem> {
    item(Some(Kind::Storage), id, data::storage(id).map(convert::storage), data::storages().iter().map(|entry| entry.id))
}

/// The memory kit with this id.
///
/// # Errors
/// It is not listed.
pub fn memory_kit(id: &str) -> Result<v1::Single<v1::MemoryKit>, Problem> {
    let ids = data::memory_kits().iter().map(|entry| entry.id);
    item(Some(Kind::Memory), id, data::memory_kit(id).map(convert::memory_kit), ids)
}

/// The class of boards with this id.
///
/// # Errors
/// It is not listed.
pub fn platform(id: &str) -> Result<v1::Single<v1::Platform>, Problem> {
    item(None, id, data::platform(id).map(parts::platform), data::platforms().iter().map(|entry| entry.id))
}

/// The board with this id.
///
/// # Errors
/// It is not listed.
pub fn board(id: &str) -> Result<v1::Single<v1::Board>, Problem> {
    item(None, id, data::board(id).map(products::board), data::boards().iter().map(|entry| entry.id))
}

/// The cooler with this id.
///
/// # Errors
/// It is not listed.
pub fn cooler(id: &str) -> Result<v1::Single<v1::Cooler>, Problem> {
    item(None, id, data::cooler(id).map(products::cooler), data::coolers().iter().map(|entry| entry.id))
}

/// The case with this id.
///
/// # Errors
/// It is not listed.
pub fn case(id: &str) -> Result<v1::Single<v1::Case>, Problem> {
    item(None, id, data::case(id).map(products::case), data::cases().iter().map(|entry| entry.id))
}

/// The whole system with this id.
///
/// # Errors
/// It is not listed.
pub fn server(id: &str) -> Result<v1::Single<v1::Server>, Problem> {
    item(None, id, data::server(id).map(products::server), data::servers().iter().map(|entry| entry.id))
}

/// The power supply, or class of them, with this id.
///
/// # Errors
/// It is not listed.
pub fn power_supply(id: &str) -> Result<v1::Single<v1::PowerSupply>, Problem> {
    item(None, id, data::power_supply(id).map(parts::power_supply), data::power_supplies().iter().map(|entry| entry.id))
}

/// The link between nodes with this id.
///
/// # Errors
/// It is not listed.
pub fn network(id: &str) -> Result<v1::Single<v1::Network>, Problem> {
    item(None, id, data::network(id).map(parts::network), data::networks().iter().map(|entry| entry.id))
}

/// The offer of a rented machine with this id.
///
/// # Errors
/// It is not listed.
pub fn cloud_offer(id: &str) -> Result<v1::Single<v1::CloudOffer>, Problem> {
    item(None, id, data::cloud_offer(id).map(parts::cloud_offer), data::cloud_offers().iter().map(|entry| entry.id))
}

/// The rule of power and circuits with this id.
///
/// # Errors
/// It is not listed.
pub fn rule(id: &str) -> Result<v1::Single<v1::Rule>, Problem> {
    item(None, id, data::rule(id).map(parts::rule), data::rules().iter().map(|entry| entry.id))
}

/// The ids to offer for one that is not listed: first what followed it, then what its words find, then the nearest.
#[must_use]
pub fn suggestions(kind: Option<Kind>, id: &str, ids: impl Iterator<Item = &'static str>) -> Vec<&'static str> {
    let successor = kind.and_then(|kind| data::retired(kind, id)).map(|gone| gone.successor).filter(|id| !id.is_empty());
    let found = kind.map(|kind| data::likely(kind, id)).unwrap_or_default();
    let mut offered: Vec<&'static str> = Vec::new();
    for id in successor.into_iter().chain(found).chain(data::nearest_few(id, ids, OFFERED)) {
        if !offered.contains(&id) {
            offered.push(id);
        }
    }
    offered.truncate(OFFERED);
    offered
}

fn item<T>(
    kind: Option<Kind>,
    id: &str,
    found: Option<T>,
    ids: impl Iterator<Item = &'static str>,
) -> Result<v1::Single<T>, Problem> {
    if let Some(item) = found {
        return Ok(v1::Single { catalog_version: data::VERSION.to_owned(), item });
    }
    let offered = suggestions(kind, id, ids);
    let error = FieldError::new(
        "/id",
        Reason::UnknownId {
            given: id.chars().take(TEXT_LENGTH).collect(),
            nearest: offered.first().map(|&nearest| nearest.to_owned()),
            retired: kind.and_then(|kind| data::retired(kind, id)),
        },
    );
    let others: Vec<String> = offered.iter().skip(1).map(|id| format!("`{id}`")).collect();
    let [also, others] = match others.as_slice() {
        [] => [String::new(), String::new()],
        others => [format!(", then {}", others.join(", ")), format!("，其次为 {}", others.join("、"))],
    };
    let [english, chinese] = [Locale::En, Locale::Zh].map(|locale| error.detail(locale));
    let problem = Problem::in_both(ProblemCode::NotFound, english + &also, chinese + &others);
    Err(Problem { errors: vec![(&error).into()], ..problem })
}
