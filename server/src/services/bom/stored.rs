//! The bill that was stored with a plan, in the reader's language where that can be without another figure.

use engine::training::Framework;
use wire::Locale;
use wire::v1::bom::{Bom, Part};

use super::today::{is_of_today, of_today};
use crate::store::Revision;

/// A stored bill for a reader.
pub(super) enum Stored<'a> {
    /// As it was written, in the language that bills are stored in, and its text.
    AsWritten(Box<Bom>, &'a str),
    /// With the texts of the reader's language beside the same figures.
    Translated(Box<Bom>),
}

/// The bill that was stored with a plan; none where none was, or one that this version does not read.
pub(super) fn bill(revision: &Revision, locale: Locale) -> Option<Stored<'_>> {
    let text = revision.content.bill.as_deref()?;
    let stored = match serde_json::from_str::<Bom>(text) {
        // Figures that an early version gave for a framework that is not modeled were another's.
        Ok(bom) if bom.estimate.inputs().training.framework.is_some_and(|framework| !Framework::from(framework).is_modeled()) => {
            return None;
        }
        Ok(bom) => bom,
        Err(error) => {
            tracing::info!(%error, "a stored bill is of another shape; it is recomputed");
            return None;
        }
    };
    if locale != Locale::En
        && is_of_today(revision)
        && let Ok(today) = of_today(revision, locale)
        // A price list may have changed since: a reader of either language has to see what was stored.
        && is_same(&stored, &today)
    {
        return Some(Stored::Translated(Box::new(today)));
    }
    Some(Stored::AsWritten(Box::new(stored), text))
}

/// Whether two bills list the same parts at the same prices.
fn is_same(one: &Bom, other: &Bom) -> bool {
    let lines = |bom: &Bom| bom.parts.len();
    one.price == other.price
        && lines(one) == lines(other)
        && one.parts.iter().zip(&other.parts).all(|(one, other)| line(one) == line(other))
}

/// What an order takes from a line.
fn line(part: &Part) -> (&str, [u64; 2], Option<f64>, &str, [Option<&str>; 4]) {
    let texts = [&part.price_date, &part.vendor, &part.part_number, &part.shop_url].map(Option::as_deref);
    (&part.id, [part.quantity, part.owned], part.unit_price, &part.currency, texts)
}
