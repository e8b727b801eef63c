//! What differs between two answers of a plan: two revisions, or one as it was stored and as it is computed today.

use api::plans::Answer;
use jiff::Timestamp;
use scenario::{FieldError, Reason, query};
use serde::Deserialize;
use serde_json::Value as Json;
use wire::Locale;
use wire::v1::bom::Price;
use wire::v1::plan::{DiffSide, PlanDiff};
use wire::v1::{Problem, Scenario};

use super::history::number;
use super::request::inside_plan;
use super::stored::{scenario, unreadable};
use crate::problem::ApiError;
use crate::services::bom;
use crate::services::compute::Share;
use crate::store::{PlanId, Revision, Store, StoreError};

/// The word for an answer of today.
const RECOMPUTED: &str = "recomputed";

/// What a revision is compared with.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum DiffTo {
    /// Its own scenario, computed today.
    #[default]
    Recomputed,
    /// Another revision, as it was stored.
    Revision(u64),
}

/// What a query asks to compare: `from` a revision, the newest where it says none, `to` another or `recomputed`.
///
/// # Errors
/// A problem that names every parameter that cannot be read.
pub fn parse_query(encoded: &str) -> Result<(Option<u64>, DiffTo), Problem> {
    let (mut from, mut to, mut errors) = (None, None, Vec::new());
    for (name, value) in query::decode(encoded) {
        let read = match name.as_str() {
            "from" => number(&value).map(|number| from = Some(number)),
            "to" => side(value).map(|side| to = Some(side)),
            // Of others: what the operation does not document, and what is said twice, is refused before this.
            _ => Ok(()),
        };
        errors.extend(read.err().map(|reason| FieldError::new(format!("/{name}"), reason)));
    }
    if errors.is_empty() { Ok((from, to.unwrap_or_default())) } else { Err(scenario::problem::invalid(&errors)) }
}

/// A revision's number, or the word for today's answer.
fn side(text: String) -> Result<DiffTo, Reason> {
    if text == RECOMPUTED {
        return Ok(DiffTo::Recomputed);
    }
    number(&text).map(DiffTo::Revision).map_err(|reason| match reason {
        Reason::WrongType { .. } => {
            let allowed = vec![RECOMPUTED.to_owned(), "the number of a revision".to_owned()];
            Reason::UnknownValue { given: text, allowed }
        }
        reason => reason,
    })
}

/// Compares a plan's revision, the newest where none is named, with another or with today's answer to its scenario.
///
/// # Errors
/// The plan or a revision is not there, or a problem that names what of the scenario cannot be computed any more.
pub async fn diff(
    store: &Store,
    share: &Share,
    id: &PlanId,
    from: Option<u64>,
    to: DiffTo,
    now: Timestamp,
) -> Result<PlanDiff, ApiError> {
    let older = match from {
        Some(number) => store.revision(id, number, now).await?,
        None => store.latest(id, now).await?,
    };
    let newer = match to {
        DiffTo::Revision(number) => Some(store.revision(id, number, now).await?),
        DiffTo::Recomputed => None,
    };
    share
        .run(move |_| {
            let before = stored_side(&older)?;
            let after = newer.map_or_else(|| side_of_today(&older), |newer| Ok(stored_side(&newer)?))?;
            Ok(api::plans::diff(before.answer(), after.answer()))
        })
        .await?
}

/// One of two answers, with the documents that are compared.
struct Side {
    of: DiffSide,
    estimate: Json,
    prices: Option<Json>,
    price: Option<Price>,
}

impl Side {
    fn answer(&self) -> Answer<'_> {
        let Self { of, estimate, prices, price } = self;
        Answer { side: of.clone(), estimate, prices: prices.as_ref(), price: price.as_ref() }
    }
}

/// The author's own prices as they were stored.
fn prices(revision: &Revision) -> Option<Json> {
    serde_json::from_str(revision.content.prices.as_deref()?).ok()
}

/// What the stored bill costs; none where no bill is stored, or one of another shape.
fn stored_price(revision: &Revision) -> Option<Price> {
    #[derive(Deserialize)]
    struct Priced {
        price: Price,
    }
    let bill: Priced = serde_json::from_str(revision.content.bill.as_deref()?).ok()?;
    Some(bill.price)
}

/// What today's bill costs; none where there is no bill, or where the own prices cannot be read any more.
fn price_of_today(revision: &Revision, scenario: &Scenario) -> Option<Price> {
    if bom::is_of_today(revision) {
        return stored_price(revision);
    }
    let own = bom::own_prices(&revision.content).ok()?;
    api::bill::bom_with(scenario, &own).ok().map(|bill| bill.price)
}

fn stored_side(revision: &Revision) -> Result<Side, StoreError> {
    let side = DiffSide {
        revision: revision.number,
        recomputed: false,
        engine_version: revision.content.engine_version.clone(),
        catalog_version: revision.content.catalog_version.clone(),
    };
    let estimate = serde_json::from_str(&api::plans::without_foreign_figures(&revision.content.result)).map_err(unreadable)?;
    Ok(Side { of: side, estimate, prices: prices(revision), price: stored_price(revision) })
}

fn side_of_today(revision: &Revision) -> Result<Side, ApiError> {
    let scenario = scenario(revision)?;
    let today = api::answer(&scenario, Locale::En).map_err(inside_plan)?;
    let estimate = serde_json::to_value(&today).map_err(|error| ApiError::internal(&error))?;
    let side = DiffSide {
        revision: revision.number,
        recomputed: true,
        engine_version: today.engine_version().to_owned(),
        catalog_version: today.catalog_version().to_owned(),
    };
    Ok(Side { of: side, estimate, prices: prices(revision), price: price_of_today(revision, &scenario) })
}
