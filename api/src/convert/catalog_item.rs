//! One item of the catalog by its id, or the ids that may have been meant.

use ::catalog as data;
use data::Kind;

use super::catalog as convert;
use crate::error::{FieldError, Reason};
use crate::limits::TEXT_LENGTH;
use crate::locale::Locale;
use crate::v1::catalog as wire;
use crate::v1::problem::{Problem, ProblemCode};

/// How many ids are offered for one that is not listed: what one reads at a glance.
pub const OFFERED: usize = 3;

/// The accelerator with this id.
///
/// # Errors
/// It is not listed.
pub fn gpu(id: &str) -> Result<wire::Single<wire::Gpu>, Problem> {
    item(Some(Kind::Gpu), id, data::gpu(id).map(convert::gpu), data::gpus().iter().map(|entry| entry.id))
}

/// The processor with this id.
///
/// # Errors
/// It is not listed.
pub fn cpu(id: &str) -> Result<wire::Single<wire::Cpu>, Problem> {
    item(Some(Kind::Cpu), id, data::cpu(id).map(convert::cpu), data::cpus().iter().map(|entry| entry.id))
}

/// The model with this id.
///
/// # Errors
/// It is not listed.
pub fn model(id: &str) -> Result<wire::Single<wire::Model>, Problem> {
    item(Some(Kind::Model), id, data::model(id).map(convert::model), data::models().iter().map(|entry| entry.id))
}

/// The drive, or class of drives, with this id.
///
/// # Errors
/// It is not listed.
pub fn storage(id: &str) -> Result<wire::Single<wire::Storage>, Problem> {
    item(Some(Kind::Storage), id, data::storage(id).map(convert::storage), data::storages().iter().map(|entry| entry.id))
}

/// The memory kit with this id.
///
/// # Errors
/// It is not listed.
pub fn memory_kit(id: &str) -> Result<wire::Single<wire::MemoryKit>, Problem> {
    let ids = data::memory_kits().iter().map(|entry| entry.id);
    item(Some(Kind::Memory), id, data::memory_kit(id).map(convert::memory_kit), ids)
}

/// The ids to offer for one that is not listed: first what followed it, then the nearest.
#[must_use]
pub fn offered(kind: Option<Kind>, id: &str, ids: impl Iterator<Item = &'static str>) -> Vec<&'static str> {
    let successor = kind.and_then(|kind| data::retired(kind, id)).map(|gone| gone.successor).filter(|id| !id.is_empty());
    let nearest = data::nearest_few(id, ids, OFFERED).into_iter().filter(|nearest| Some(*nearest) != successor);
    successor.into_iter().chain(nearest).take(OFFERED).collect()
}

fn item<T>(
    kind: Option<Kind>,
    id: &str,
    found: Option<T>,
    ids: impl Iterator<Item = &'static str>,
) -> Result<wire::Single<T>, Problem> {
    if let Some(item) = found {
        return Ok(wire::Single { catalog_version: data::VERSION.to_owned(), item });
    }
    let offered = offered(kind, id, ids);
    let error = FieldError::new(
        "/id",
        Reason::UnknownId {
            given: id.chars().take(TEXT_LENGTH).collect(),
            nearest: offered.first().map(|&nearest| nearest.to_owned()),
            retired: kind.and_then(|kind| data::retired(kind, id)),
        },
    );
    let others: Vec<String> = offered.iter().skip(1).map(|id| format!("`{id}`")).collect();
    let also = if others.is_empty() { String::new() } else { format!(", then {}", others.join(", ")) };
    let problem = Problem::new(ProblemCode::NotFound, format!("{}{also}", error.detail(Locale::En)));
    Err(Problem { errors: vec![(&error).into()], ..problem })
}
