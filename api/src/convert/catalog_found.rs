//! What words find in the catalog's lists.

use ::catalog as data;
use data::find::{self, Hit, Kind, LONGEST, Query, Reason};

use super::catalog as convert;
use scenario::error::{Expected, FieldError, Reason as Fault, Unit};
use scenario::limits::TEXT_LENGTH;
use scenario::query;
use wire::v1::catalog as v1;
use wire::v1::problem::Problem;

/// The parameter that has the words.
pub const PARAMETER: &str = "q";
/// The parameter that names a list.
pub const LIST: &str = "list";
/// The parameter that says how many hits are given.
pub const LIMIT: &str = "limit";
/// How many hits are given where nothing is said.
pub const USUAL: u64 = 10;
/// The most hits that are given.
pub const MOST: u64 = 50;

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
    list(Kind::Model, text, |id| data::listed_model(id).map(convert::model))
}

/// The processors that have all words of a text.
///
/// # Errors
/// The text is too long.
pub fn cpus(text: &str) -> Result<v1::List<v1::Cpu>, Problem> {
    list(Kind::Cpu, text, |id| data::cpu(id).map(convert::cpu))
}

/// What an encoded query asks for: words, a list or all, how many.
///
/// # Errors
/// Every parameter at fault.
pub fn search(encoded: &str) -> Result<v1::Found, Problem> {
    let said = |name: &str| query::decode(encoded).find(|(given, _)| given == name).map(|(_, text)| text.trim().to_owned());
    let said = |name: &str| said(name).filter(|text| !text.is_empty());
    let mut faults = Vec::new();
    let mut fault = |name: &str, reason| faults.push(FieldError::new(format!("/{name}"), reason));
    let text = said(PARAMETER).unwrap_or_default();
    match Query::read(&text) {
        Ok(query) if query.is_empty() => fault(PARAMETER, Fault::Required),
        Ok(_) => {}
        Err(find::TooLong) => fault(PARAMETER, Fault::TooLong { max: LONGEST }),
    }
    let mut kinds = Kind::ALL.to_vec();
    if let Some(list) = said(LIST) {
        kinds.retain(|kind| kind.as_str() == list);
        if kinds.is_empty() {
            let allowed = Kind::ALL.map(|kind| kind.as_str().to_owned()).to_vec();
            fault(LIST, Fault::UnknownValue { given: list.chars().take(TEXT_LENGTH).collect(), allowed });
        }
    }
    let most = said(LIMIT).map_or(Ok(USUAL), |limit| match limit.parse::<u64>() {
        Ok(limit) if (1..=MOST).contains(&limit) => Ok(limit),
        Ok(_) => Err(Fault::OutOfRange { min: 1.0, max: MOST as f64, unit: Unit::None }),
        Err(_) => Err(Fault::WrongType { expected: Expected::Integer }),
    });
    match most {
        Err(reason) => fault(LIMIT, reason),
        Ok(most) if faults.is_empty() => return found(&kinds, &text, most as usize),
        Ok(_) => {}
    }
    Err(scenario::problem::invalid(&faults))
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
