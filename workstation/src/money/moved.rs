//! What a change of a machine brings, and what it sets free.

use std::collections::BTreeMap;

use catalog::Price;
use wire::locale::Locale;
use wire::v1::money::Moved;
use wording::format::cents;

use super::book::Book;
use crate::machines::{Build, Part, part_name};

/// Parts by their ids, each with its number in all lines.
struct Counted<'a> {
    part: &'a Part,
    quantity: u64,
    price: Option<Price>,
}

fn counted(build: &Build) -> BTreeMap<&'static str, Counted<'_>> {
    let mut counted: BTreeMap<&str, Counted> = BTreeMap::new();
    for part in &build.parts {
        let line = counted.entry(part.id).or_insert(Counted { part, quantity: 0, price: None });
        line.quantity += part.quantity;
        line.price = line.price.or(part.price);
    }
    counted
}

/// Parts that must be bought for the changed machine, where all parts of the machine as it is are there, in the order of kinds.
pub fn comes(changed: &Build, book: &Book, locale: Locale) -> Vec<Moved> {
    let lines = counted(changed).into_values();
    let bought = lines.filter_map(|Counted { part, quantity, price }| {
        let missing = book.missing(part.id, quantity);
        (missing > 0).then(|| moved(part, missing, book.beside(part.id, price, quantity), locale))
    });
    in_order(bought.collect())
}

/// Parts of the machine that the changed one has not, each with what it sells for, where the buyer said so.
pub fn goes(build: &Build, changed: &Build, book: &Book, locale: Locale) -> Vec<Moved> {
    let stays = counted(changed);
    let freed = counted(build).into_iter().filter_map(|(id, Counted { part, quantity, .. })| {
        let free = quantity.saturating_sub(stays.get(id).map_or(0, |line| line.quantity));
        let sold = book.prices().resale.get(id).map(|amount| amount * free as f64);
        (free > 0).then(|| moved(part, free, sold, locale))
    });
    in_order(freed.collect())
}

fn moved(part: &Part, quantity: u64, amount: Option<f64>, locale: Locale) -> Moved {
    Moved {
        kind: part.kind.as_str().to_owned(),
        id: part.id.to_owned(),
        name: part_name(part, locale),
        quantity,
        amount: amount.map(cents),
    }
}

/// As bills list them.
fn in_order(mut parts: Vec<Moved>) -> Vec<Moved> {
    let place = |part: &Moved| scenario::parts::PartKind::ALL.iter().position(|kind| kind.as_str() == part.kind);
    parts.sort_by(|a, b| place(a).cmp(&place(b)).then_with(|| a.id.cmp(&b.id)));
    parts
}

/// What all of them are sold for together; what nobody priced brings nothing.
pub fn sold(goes: &[Moved]) -> f64 {
    goes.iter().filter_map(|part| part.amount).sum()
}
