//! A machine as the wire says it: its scenario, its parts and its price.

use scenario::pin::pin;
use wire::Locale;
use wire::v1::Scenario;
use wire::v1::bom;

use super::standards::{is_outdated, months_since};
use super::words::{owned_note, part_name, part_note, part_reason};
use super::{Build, CURRENCY, Part, PartKind, PartNote, ShopNote, part};
use crate::price_list;

/// The machine's scenario under the caller's own name and constraints.
#[must_use]
pub fn named_scenario(asked: &Scenario, build: &Build) -> Scenario {
    Scenario { id: asked.id.clone(), constraints: asked.constraints.clone(), ..build.scenario.clone() }
}

/// The machine's scenario with every field decided.
#[must_use]
pub fn pinned_scenario(asked: &Scenario, build: &Build) -> Scenario {
    pin(&named_scenario(asked, build), &build.answer.scenario)
}

/// What a machine is made of, told in the reader's language.
#[must_use]
pub fn parts(build: &Build, locale: Locale) -> Vec<bom::Part> {
    build.parts.iter().map(|part| self::part(part, part.owned(build.owned()), locale)).collect()
}

/// What a machine costs.
#[must_use]
pub fn price(build: &Build) -> bom::Price {
    let bill = build.bill();
    let price = bom::Price::of(bill.amount, bill.unknown_parts, CURRENCY, bill.as_of.map(str::to_owned));
    let is_unpriced_card = |part: &Part| {
        part.kind == PartKind::Gpu && part.price.is_none() && !part.is_within && part.owned(build.owned()) < part.quantity
    };
    price.with_cards(build.parts.iter().any(is_unpriced_card))
}

/// Months since the oldest price in a sum, where they are so many that it says little of what the machine costs today.
#[must_use]
pub fn outdated_months(price: &bom::Price) -> Option<u64> {
    price.as_of.as_deref().and_then(months_since).filter(|months| is_outdated(*months))
}

/// What to know of a price of the price list.
fn quote_notes(id: &str) -> Vec<PartNote> {
    let quoted = price_list::quoted(id);
    let quoted = quoted.as_deref();
    let taxed = quoted.filter(|quoted| quoted.tax_included == Some(true)).map(|_| PartNote::Shop(ShopNote::TaxIncluded));
    let sold_out = quoted.filter(|quoted| quoted.is_sold_out()).map(|_| PartNote::Shop(ShopNote::SoldOut));
    taxed.into_iter().chain(sold_out).collect()
}

fn part(part: &Part, owned: u64, locale: Locale) -> bom::Part {
    let mut notes: Vec<String> = part.notes.iter().map(|note| part_note(note, locale)).collect();
    notes.extend(quote_notes(part.id).iter().map(|note| part_note(note, locale)));
    notes.extend((owned > 0).then(|| owned_note(owned, part.quantity, locale)));
    let quoted = price_list::quoted(part.id).filter(|_| part.price.is_some());
    let mut line = bom::Part {
        kind: part.kind.as_str().to_owned(),
        id: part.id.to_owned(),
        name: part_name(part, locale),
        maker: part.maker().map(str::to_owned),
        quantity: part.quantity,
        owned,
        reason: part_reason(&part.reason, locale),
        unit_price: part.price.map(|price| wording::format::cents(price.usd)),
        currency: CURRENCY.to_owned(),
        price_date: part.price.map(|price| part::month(price.date).to_owned()),
        price_source: part.price_source(locale),
        vendor: quoted.as_ref().and_then(|quoted| quoted.vendor.clone()),
        part_number: quoted
            .as_ref()
            .and_then(|quoted| quoted.part_number.clone())
            .or_else(|| part.part_number().map(str::to_owned)),
        included: part.is_within,
        shop_url: None,
        line_total: None,
        notes,
    };
    line.line_total = line.price();
    line
}
