//! What words find in the catalog's lists.

use ::catalog as data;
use data::find::{self, Hit, Kind, LONGEST, Query, Reason};

use super::catalog as convert;
use scenario::error::{FieldError, Reason as Fault};
use wire::v1::catalog as v1;
use wire::v1::problem::Problem;

/// The parameter that has the words.
pub const PARAMETER: &str = "q";

/// The accelerators that have all words of a text.
///
/// # Errors
/// The text is too long.
pub fn gpus(text: &str) -> Result<v1::List<v1::Gpu>, Problem> {
    list(Kind::Gpu, text, |id| data::gpu(id).map(convert::gpu))
}

/// The models that have all words of a text.
///
/// # Errors
/// The text is too long.
pub fn models(text: &str) -> Result<v1::List<v1::Model>, Problem> {
    list(Kind::Model, text, |id| data::model(id).map(convert::model))
}

/// The processors that have all words of a text.
///
/// # Errors
/// The text is too long.
pub fn cpus(text: &str) -> Result<v1::List<v1::Cpu>, Problem> {
    list(Kind::Cpu, text, |id| data::cpu(id).map(convert::cpu))
}

/// At most so many of the items of some lists that have all words of a text.
///
/// # Errors
/// The text is too long.
pub fn found(kinds: &[Kind], text: &str, most: usize) -> Result<v1::Found, Problem> {
    let hits = hits(kinds, text).map_err(|error| scenario::problem::invalid(&[error]))?;
    Ok(v1::Found {
        catalog_version: data::VERSION.to_owned(),
        found: hits.len() as u64,
        matches: hits.iter().take(most).map(found_as).collect(),
    })
}

/// The items of some lists that have all words of a text, the likeliest first.
///
/// # Errors
/// The text is too long.
pub fn hits(kinds: &[Kind], text: &str) -> Result<Vec<Hit>, FieldError> {
    match Query::read(text) {
        Ok(query) => Ok(find::find(kinds, &query)),
        Err(find::TooLong) => Err(FieldError::new(format!("/{PARAMETER}"), Fault::TooLong { max: LONGEST })),
    }
}

/// A hit on the wire.
#[must_use]
pub fn found_as(hit: &Hit) -> v1::Match {
    let nearest = hit.nearest.iter();
    v1::Match {
        list: hit.kind.as_str().to_owned(),
        id: hit.id.to_owned(),
        name: hit.name.to_owned(),
        exact: hit.is_exact(),
        because: hit.because.iter().filter_map(|reason| because(*reason)).collect(),
        nearest: nearest.map(|word| v1::NearestWord { given: word.given.clone(), taken: word.taken.to_owned() }).collect(),
    }
}

fn list<T>(kind: Kind, text: &str, item: impl Fn(&str) -> Option<T>) -> Result<v1::List<T>, Problem> {
    let hits = hits(&[kind], text).map_err(|error| scenario::problem::invalid(&[error]))?;
    Ok(v1::List {
        catalog_version: data::VERSION.to_owned(),
        items: hits.iter().filter_map(|hit| item(hit.id)).collect(),
        matches: Some(hits.iter().map(found_as).collect()),
    })
}

const fn because(reason: Reason) -> Option<v1::MatchReason> {
    Some(match reason {
        Reason::Name => v1::MatchReason::Name,
        Reason::Vendor => v1::MatchReason::Vendor,
        Reason::Family => v1::MatchReason::Family,
        Reason::Memory => v1::MatchReason::Memory,
        Reason::Parameters => v1::MatchReason::Parameters,
        Reason::Segment => v1::MatchReason::Segment,
        Reason::Socket => v1::MatchReason::Socket,
        Reason::Kind => return None,
    })
}
