//! Own prices, and the body of a bill: a scenario with them.

use std::collections::BTreeMap;

use serde_json::{Map, Value as Json};

use super::bodies::{read, unknown_members};
use super::document::document;
use super::walk::escaped;
use crate::error::{Expected, FieldError, Reason};
use crate::limits::{self, NumberRange};
use crate::parts::{known_id, known_part};
use crate::prices::{currency, faults, parse_csv, range_of_rate, within};
use crate::problem;
use crate::visible::paragraphs;
use wire::v1::prices::{Currency, OwnPrice, Prices};
use wire::v1::{Problem, Scenario};

pub(super) const FIELDS: [&str; 13] = [
    "currency",
    "cny_per_usd",
    "rates",
    "parts",
    "parts_csv",
    "electricity_per_kwh",
    "hours_per_day",
    "days_per_year",
    "pue",
    "steps",
    "resale",
    "api_input_per_million_tokens",
    "api_output_per_million_tokens",
];
const PART_FIELDS: [&str; 4] = ["id", "unit_price", "currency", "note"];

/// A scenario, with `prices` beside its own members.
///
/// # Errors
/// The body is not JSON, or every field at fault of both.
pub fn parse_bom_request(body: &[u8]) -> Result<(Scenario, Prices), Problem> {
    let mut document = document(body)?;
    let own = document.as_object_mut().and_then(|members| members.remove("prices")).filter(|prices| !prices.is_null());
    let (prices, errors) = own.as_ref().map(prices).unwrap_or_default();
    if errors.is_empty() {
        return Ok((read(&document)?, prices));
    }
    let (scenario, mut all) = super::scenario(&document);
    if all.is_empty() {
        let found = super::faults(&scenario);
        // A bill needs no card: the first machine that is recommended has one.
        all = found.into_iter().filter(|error| error.pointer != "/hardware/gpu" || error.reason != Reason::Required).collect();
    }
    all.extend(errors.into_iter().map(|error| error.under("/prices")));
    all.truncate(limits::ERRORS);
    Err(problem::invalid(&all).of(scenario.id))
}

/// The prices that a document says, and every field at fault, its pointer from `prices` on.
#[must_use]
pub fn prices(document: &Json) -> (Prices, Vec<FieldError>) {
    let Json::Object(members) = document else {
        return (Prices::default(), vec![FieldError::new("", Reason::WrongType { expected: Expected::Object })]);
    };
    // A part or a kind with a number says the same as an entry of `parts`.
    let is_short = |name: &String| known_id(name, false).is_ok();
    let (short, members): (Map<String, Json>, Map<String, Json>) =
        members.clone().into_iter().partition(|(name, _)| is_short(name));
    let members = &members;
    let mut walk = Walk { errors: unknown_members(members, &FIELDS), suggestions: 0 };
    let prices = Prices {
        currency: walk.word(members, "", "currency", currency),
        cny_per_usd: walk.number(members, "", "cny_per_usd", limits::CNY_PER_USD),
        rates: walk.rates(members.get("rates")),
        parts: [walk.read_parts(members), walk.short(&short)].concat(),
        parts_csv: None,
        electricity_per_kwh: walk.number(members, "", "electricity_per_kwh", limits::ELECTRICITY_PER_KWH),
        hours_per_day: walk.number(members, "", "hours_per_day", limits::HOURS_PER_DAY),
        days_per_year: walk.number(members, "", "days_per_year", limits::DAYS_PER_YEAR),
        pue: walk.number(members, "", "pue", limits::PUE),
        steps: walk.steps(members.get("steps")),
        resale: walk.resale(members.get("resale")),
        api_input_per_million_tokens: walk.number(members, "", "api_input_per_million_tokens", limits::PER_MILLION_TOKENS),
        api_output_per_million_tokens: walk.number(members, "", "api_output_per_million_tokens", limits::PER_MILLION_TOKENS),
    };
    // What was read wrong is not blamed again for what it is not.
    let known: Vec<String> = walk.errors.iter().map(|error| error.pointer.clone()).collect();
    walk.errors.extend(faults(&prices).into_iter().filter(|fault| fault.reason != Reason::RateRequired || known.is_empty()));
    walk.errors.truncate(limits::ERRORS);
    (prices, walk.errors)
}

struct Walk {
    errors: Vec<FieldError>,
    suggestions: usize,
}

impl Walk {
    fn push(&mut self, pointer: String, reason: Reason) {
        if self.errors.len() < limits::ERRORS {
            self.errors.push(FieldError::new(pointer, reason));
        }
    }

    fn keep<T>(&mut self, pointer: String, read: Result<T, Reason>) -> Option<T> {
        read.map_err(|reason| self.push(pointer, reason)).ok()
    }

    fn number(&mut self, members: &Map<String, Json>, parent: &str, name: &str, range: NumberRange) -> Option<f64> {
        let value = present(members, name)?;
        let read = value.as_f64().ok_or(Reason::WrongType { expected: Expected::Number });
        self.keep(format!("{parent}/{name}"), read.and_then(|value| within(range, value)))
    }

    fn word<T>(
        &mut self,
        members: &Map<String, Json>,
        parent: &str,
        name: &str,
        of: impl Fn(&str) -> Result<T, Reason>,
    ) -> Option<T> {
        let value = present(members, name)?;
        let read = value.as_str().ok_or(Reason::WrongType { expected: Expected::Text });
        self.keep(format!("{parent}/{name}"), read.and_then(of))
    }

    fn list<'a>(&mut self, value: Option<&'a Json>, pointer: &str, max: usize) -> &'a [Json] {
        match value {
            None | Some(Json::Null) => &[],
            Some(Json::Array(items)) if items.len() <= max => items,
            Some(Json::Array(_)) => {
                self.push(pointer.to_owned(), Reason::WrongCount { min: 0, max });
                &[]
            }
            Some(_) => {
                self.push(pointer.to_owned(), Reason::WrongType { expected: Expected::List });
                &[]
            }
        }
    }

    /// What a dollar is in other currencies.
    fn rates(&mut self, value: Option<&Json>) -> BTreeMap<Currency, f64> {
        let members = match value {
            None | Some(Json::Null) => return BTreeMap::new(),
            Some(Json::Object(members)) => members,
            Some(_) => {
                self.push("/rates".to_owned(), Reason::WrongType { expected: Expected::Object });
                return BTreeMap::new();
            }
        };
        let mut rates = BTreeMap::new();
        for code in members.keys() {
            if let Some(of) = self.keep(format!("/rates/{}", escaped(code)), currency(code)) {
                if rates.contains_key(&of) {
                    self.push(format!("/rates/{}", escaped(code)), Reason::Repeated { last: None });
                }
                rates.extend(self.number(members, "/rates", code, range_of_rate(of)).map(|rate| (of, rate)));
            }
        }
        rates
    }

    /// What parts would sell for, by id.
    fn resale(&mut self, value: Option<&Json>) -> BTreeMap<String, f64> {
        let members = match value {
            None | Some(Json::Null) => return BTreeMap::new(),
            Some(Json::Object(members)) if members.len() <= limits::RESALES => members,
            Some(Json::Object(_)) => {
                self.push("/resale".to_owned(), Reason::WrongCount { min: 0, max: limits::RESALES });
                return BTreeMap::new();
            }
            Some(_) => {
                self.push("/resale".to_owned(), Reason::WrongType { expected: Expected::Object });
                return BTreeMap::new();
            }
        };
        let mut resale = BTreeMap::new();
        for name in members.keys() {
            let known = known_part(name, self.suggestions < limits::SUGGESTIONS);
            self.suggestions += usize::from(known.is_err());
            if let Some(id) = self.keep(format!("/resale/{}", escaped(name)), known) {
                if resale.contains_key(&id) {
                    self.push(format!("/resale/{}", escaped(name)), Reason::Repeated { last: None });
                }
                resale.extend(self.number(members, "/resale", name, limits::UNIT_PRICE).map(|amount| (id, amount)));
            }
        }
        resale
    }

    /// The amounts, from small to large and each once.
    fn steps(&mut self, value: Option<&Json>) -> Vec<f64> {
        let items = self.list(value, "/steps", limits::LADDER_STEPS);
        let mut steps = Vec::new();
        for (index, item) in items.iter().enumerate() {
            let read = item.as_f64().ok_or(Reason::WrongType { expected: Expected::Number });
            steps.extend(self.keep(format!("/steps/{index}"), read.and_then(|step| within(limits::LADDER_STEP, step))));
        }
        steps.sort_by(f64::total_cmp);
        steps.dedup();
        steps
    }

    /// The parts, as a list or as a table.
    fn read_parts(&mut self, members: &Map<String, Json>) -> Vec<OwnPrice> {
        match (present(members, "parts"), present(members, "parts_csv")) {
            (Some(_), Some(_)) => {
                self.push("/parts_csv".to_owned(), Reason::Conflict { with: "/prices/parts" });
                Vec::new()
            }
            (None, Some(Json::String(table))) => parse_csv(table.as_bytes()).unwrap_or_else(|errors| {
                self.errors.extend(errors.into_iter().map(|error| error.under("/parts_csv")));
                Vec::new()
            }),
            (None, Some(_)) => {
                self.push("/parts_csv".to_owned(), Reason::WrongType { expected: Expected::Text });
                Vec::new()
            }
            (parts, None) => self.parts(parts),
        }
    }

    /// Prices by id as members: `{"rtx-4090": 1599}`.
    fn short(&mut self, members: &Map<String, Json>) -> Vec<OwnPrice> {
        let mut parts = Vec::new();
        for id in members.keys() {
            let price = self.number(members, "", id, limits::UNIT_PRICE);
            let id = id.trim().to_ascii_lowercase();
            parts.extend(price.map(|unit_price| OwnPrice { id, unit_price, currency: None, note: None }));
        }
        parts
    }

    fn parts(&mut self, value: Option<&Json>) -> Vec<OwnPrice> {
        let items = self.list(value, "/parts", limits::PRICE_ROWS);
        let mut parts = Vec::new();
        for (index, item) in items.iter().enumerate() {
            if self.errors.len() >= limits::ERRORS {
                break;
            }
            parts.extend(self.part(item, &format!("/parts/{index}")));
        }
        parts
    }

    fn part(&mut self, item: &Json, pointer: &str) -> Option<OwnPrice> {
        let Json::Object(members) = item else {
            self.push(pointer.to_owned(), Reason::WrongType { expected: Expected::Object });
            return None;
        };
        let before = self.errors.len();
        for error in unknown_members(members, &PART_FIELDS) {
            self.push(format!("{pointer}{}", error.pointer), error.reason);
        }
        for name in ["id", "unit_price"] {
            if present(members, name).is_none() {
                self.push(format!("{pointer}/{name}"), Reason::Required);
            }
        }
        let may_suggest = self.suggestions < limits::SUGGESTIONS;
        let id = self.word(members, pointer, "id", |id| known_id(id, may_suggest));
        self.suggestions += usize::from(id.is_none());
        let unit_price = self.number(members, pointer, "unit_price", limits::UNIT_PRICE);
        let currency = self.word(members, pointer, "currency", currency);
        let note = self.word(members, pointer, "note", |note| {
            let is_short = note.chars().count() <= limits::TEXT_LENGTH;
            if is_short { Ok(paragraphs(note)) } else { Err(Reason::TooLong { max: limits::TEXT_LENGTH }) }
        });
        let note = note.filter(|note| !note.is_empty());
        (self.errors.len() == before).then_some(OwnPrice { id: id?, unit_price: unit_price?, currency, note })
    }
}

/// A member that says something; null says the same as one left out.
fn present<'a>(members: &'a Map<String, Json>, name: &str) -> Option<&'a Json> {
    members.get(name).filter(|value| !value.is_null())
}
