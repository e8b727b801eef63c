//! A comparison as query parameters.
//!
//! The planner's own parameters say the job, and the first machine where they name a card. Each `with` is one more machine:
//! `name:value` pairs with commas between them, laid over the job under the planner's names.
//!
//! ```text
//! /compare?v=1&model=resnet50&gpu=rtx-4090&with=rtx-5090&with=gpu:rtx-3090,gpus:2,ram:
//! ```
//!
//! An id alone in front is a card. An empty value leaves the field open, though the job says it. A comma or backslash of a
//! value has a backslash before it. An empty `with` says nothing, as forms send boxes that were left empty.

use scenario::error::{FieldError, Reason};
use scenario::fields::{FIELDS, Field, Value};
use scenario::limits;
use scenario::query::{self, Parsed, to_text};
use wire::v1::Scenario;

/// The parameter that says one more machine.
pub const WITH: &str = "with";

/// What an address asks to compare.
#[derive(Debug, Clone)]
pub struct Address {
    /// The job, and the first machine where it names a card.
    pub job: Parsed,
    /// Further machines.
    pub variants: Vec<Variant>,
    /// Whether the address has the parameter at all, be it empty.
    pub says_with: bool,
}

/// One more machine.
#[derive(Debug, Clone)]
pub struct Variant {
    /// As it was typed.
    pub text: String,
    /// What it lays over the job; nothing where it leaves a field open.
    changes: Vec<(&'static Field, Option<Value>)>,
    /// What of it cannot be read.
    pub errors: Vec<FieldError>,
}

/// Reads an encoded query, without its question mark.
#[must_use]
pub fn parse(encoded: &str) -> Address {
    let (with, job): (Vec<_>, Vec<_>) = query::decode(encoded).partition(|(name, _)| name == WITH);
    Address {
        job: query::parse(job.into_iter()),
        says_with: !with.is_empty(),
        variants: with.into_iter().filter(|(_, text)| !text.trim().is_empty()).map(|(_, text)| Variant::parse(text)).collect(),
    }
}

impl Address {
    /// The scenarios to compare, in their order, as far as they can be read.
    #[must_use]
    pub fn scenarios(&self) -> Vec<Scenario> {
        let job = &self.job.scenario;
        let first = job.hardware.gpu.is_some().then(|| job.clone());
        first.into_iter().chain(self.variants.iter().map(|variant| variant.over(job))).collect()
    }

    /// The number of the first of [`variants`](Self::variants) among the scenarios.
    #[must_use]
    pub fn offset(&self) -> usize {
        usize::from(self.job.scenario.hardware.gpu.is_some())
    }

    /// Whatever cannot be read: of the job by its own pointers, of a machine under `/scenarios/{number}`.
    #[must_use]
    pub fn errors(&self) -> Vec<FieldError> {
        let machines = self.variants.iter().enumerate().flat_map(|(place, variant)| {
            let prefix = super::prefix(place + self.offset());
            variant.errors.iter().cloned().map(move |error| error.under(&prefix))
        });
        self.job.errors.iter().cloned().chain(machines).take(limits::ERRORS).collect()
    }
}

impl Variant {
    fn parse(text: String) -> Self {
        let mut variant = Self { text: String::new(), changes: Vec::new(), errors: Vec::new() };
        for (place, piece) in split(&text).into_iter().enumerate() {
            let piece = piece.trim();
            let (name, value) = match piece.split_once([':', '：']) {
                Some((name, value)) => (name.trim(), value.trim()),
                None if piece.is_empty() => continue,
                None if place == 0 => ("gpu", piece),
                None => (piece, ""),
            };
            match Field::by_name(name) {
                Some(field) => match field_value(field, value) {
                    Ok(value) => {
                        let is_said = |(other, said): &(&Field, _)| other.name == field.name && *said != value;
                        if variant.changes.iter().any(is_said) {
                            variant.errors.push(FieldError::new(field.pointer, Reason::Repeated { last: None }));
                        }
                        variant.changes.push((field, value));
                    }
                    Err(error) => variant.errors.push(error),
                },
                None if variant.errors.len() < limits::SUGGESTIONS => variant.errors.push(unknown(name)),
                None => {}
            }
        }
        variant.text = text;
        variant
    }

    /// The job on this machine.
    #[must_use]
    pub fn over(&self, job: &Scenario) -> Scenario {
        let mut scenario = job.clone();
        // The name of the first machine is not that of another.
        scenario.id = None;
        for (field, value) in &self.changes {
            match value {
                // It was checked by its field when it was read.
                Some(value) => drop(field.set(&mut scenario, value.clone())),
                None => field.clear(&mut scenario),
            }
        }
        scenario
    }
}

fn field_value(field: &'static Field, text: &str) -> Result<Option<Value>, FieldError> {
    if text.is_empty() {
        return Ok(None);
    }
    let wrong = || FieldError::new(field.pointer, Reason::WrongType { expected: field.kind.expected() });
    let value = query::value(field.kind, text).ok_or_else(wrong)?;
    field.set(&mut Scenario::default(), value.clone())?;
    Ok(Some(value))
}

fn unknown(name: &str) -> FieldError {
    let name: String = name.chars().take(limits::TEXT_LENGTH).collect();
    let nearest = catalog::nearest(&name, FIELDS.iter().map(|field| field.name)).map(str::to_owned);
    FieldError::new(format!("/{}", name.replace('~', "~0").replace('/', "~1")), Reason::UnknownField { nearest })
}

/// The pieces between commas; a backslash keeps what follows it.
fn split(text: &str) -> Vec<String> {
    let mut pieces = vec![String::new()];
    let mut letters = text.chars();
    while let Some(letter) = letters.next() {
        match (letter, pieces.last_mut()) {
            (',', _) => pieces.push(String::new()),
            ('\\', Some(last)) => last.extend(letters.next()),
            (other, Some(last)) => last.push(other),
            (_, None) => {}
        }
    }
    pieces
}

/// The parameters of a comparison: the first scenario, then how each other one differs from it, then those of others.
#[must_use]
pub fn to_query(scenarios: &[Scenario], unknown: &[(String, String)]) -> Vec<(String, String)> {
    let Some((first, others)) = scenarios.split_first() else { return query::to_query(&Scenario::default(), unknown) };
    let mut pairs = query::to_query(first, &[]);
    pairs.extend(others.iter().map(|other| (WITH.to_owned(), variant(first, other))));
    pairs.extend(unknown.iter().cloned());
    pairs
}

/// The encoded parameters of a comparison, without a question mark.
#[must_use]
pub fn to_string(scenarios: &[Scenario], unknown: &[(String, String)]) -> String {
    let pairs = to_query(scenarios, unknown);
    query::encode(pairs.iter().map(|(name, text)| (name.as_str(), text.as_str())))
}

/// What a `with` says of a scenario beside another one.
#[must_use]
pub fn variant(first: &Scenario, other: &Scenario) -> String {
    let is_custom = |scenario: &Scenario| scenario.hardware.gpu.as_ref().is_some_and(|gpu| gpu.custom().is_some());
    let mut first = first.clone();
    first.id = None;
    let changes = FIELDS.iter().filter_map(|field| {
        let (before, after) = (field.get(&first), field.get(other));
        // A card by its figures and one by its id take each other's place as a whole.
        let is_of_the_other_kind = field.pointer.starts_with("/hardware/gpu") && is_custom(&first) != is_custom(other);
        if before == after || (after.is_none() && is_of_the_other_kind && field.name.starts_with("gpu") && field.name != "gpus") {
            return None;
        }
        Some(pair(field, after.as_ref()))
    });
    let changes: Vec<String> = changes.collect();
    if changes.is_empty() {
        // The same once more still has to say something.
        let said = FIELDS.iter().find_map(|field| Some(pair(field, Some(&field.get(other)?))));
        return said.unwrap_or_default();
    }
    changes.join(",")
}

fn pair(field: &Field, value: Option<&Value>) -> String {
    let value = value.map(to_text).unwrap_or_default().replace('\\', "\\\\").replace(',', "\\,");
    format!("{}:{value}", field.name)
}
