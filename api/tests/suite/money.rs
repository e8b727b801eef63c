//! Money: own prices, energy, rent and upgrades say what an estimate and a sum say.
#![cfg(feature = "json")]

mod bodies;
mod energy;
mod ladder;
mod listed;
mod own;
mod owned;
mod rent;

use wire::v1::bom::Bom;
use wire::v1::prices::{Currency, OwnPrice};
use wire::v1::{Prices, Scenario};

fn asked(query: &str) -> Scenario {
    let parsed = scenario::query::parse_string(query);
    assert!(parsed.errors.is_empty(), "{:?}", parsed.errors);
    parsed.scenario
}

#[track_caller]
fn priced(query: &str, prices: &Prices) -> Bom {
    api::bom_with(&asked(query), prices).unwrap_or_else(|problem| panic!("{query}: {problem:?}"))
}

fn own(id: &str, unit_price: f64) -> OwnPrice {
    OwnPrice { id: id.to_owned(), unit_price, currency: None, note: None }
}

fn in_yuan(cny_per_usd: f64) -> Prices {
    Prices { currency: Some(Currency::CNY), cny_per_usd: Some(cny_per_usd), ..Prices::default() }
}
