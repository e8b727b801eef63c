//! A scenario as query parameters: the planner's address is its state.
//!
//! Each leaf has one short name; what is left out is not written, parameters of others are kept and reported.
//! `v=1` says which language it is.

use crate::error::{FieldError, Reason};
use crate::fields::{FIELDS, Field, Kind, Value};
use crate::limits;
use crate::number::{no_number, parse_integer, parse_number};
use crate::resolve::resolve_any;
use engine::units::SECONDS_PER_HOUR;
use wire::locale::Locale;
use wire::v1::Scenario;
use wire::v1::choices::LoraPreset;
use wire::v1::choices::Workload;
use wire::v1::scenario::ImageSize;

/// The parameter that names the version of the language.
pub const VERSION_NAME: &str = "v";
/// The version that this module reads and writes.
pub const VERSION: &str = "1";

/// The deadline in hours, as forms ask for it; links say it in seconds, as JSON does.
pub const DEADLINE_HOURS: &str = "deadline_hours";

/// The parameters of own prices, which are none of a scenario's: links keep them, so that every page of a plan tells its money
/// in the same currency and by the same prices. Those of numbers are called as in JSON, those of an API shorter.
pub const PRICE_PARAMETERS: [&str; 11] = [
    "prices_in",
    "cny_per_usd",
    "rates",
    "own_prices",
    "electricity_per_kwh",
    "hours_per_day",
    "days_per_year",
    "pue",
    "resale",
    "api_input",
    "api_output",
];

/// The budget, as the pointer of its amount says it.
#[cfg(feature = "json")]
const BUDGET: &str = "/constraints/budget/amount";
/// The rate of its currency.
#[cfg(feature = "json")]
const PER_USD: &str = "/constraints/budget/per_usd";

/// What the parameter `gpu` says of a card whose figures the parameters `gpu.…` give.
pub const OWN_CARD: &str = "custom";

/// What a query string says.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Parsed {
    /// The leaves that could be read.
    pub scenario: Scenario,
    /// The leaves that could not.
    pub errors: Vec<FieldError>,
    /// The leaves that are said more than once, and not each time the same: programs are asked which they mean, and pages say
    /// which one they went by.
    pub repeated: Vec<FieldError>,
    /// Parameters that are none of the scenario's, in their order: the first few, as pages name them and links keep them.
    pub unknown: Vec<(String, String)>,
}

/// Reads decoded parameters. An empty value leaves its field out; of two with the same name the last one counts, as a
/// form sends a hidden "no" before a checkbox's "yes", and those of a list add up, as a form sends one a checkbox.
#[must_use]
pub fn parse(pairs: impl Iterator<Item = (String, String)>) -> Parsed {
    let mut parsed = Parsed::default();
    let mut read: Vec<(&'static Field, String)> = Vec::new();
    let (mut unknown_bytes, mut price_bytes, mut others) = (0, 0, 0);
    for (name, text) in pairs {
        if name == VERSION_NAME {
            if text != VERSION {
                let reason = Reason::UnknownValue { given: text, allowed: vec![VERSION.to_owned()] };
                parsed.errors.push(FieldError::new("/v", reason));
            }
        } else if let Some(field) = Field::by_name(meaning(&name, &text)) {
            let text = if name == DEADLINE_HOURS { in_seconds(text) } else { text };
            let earlier = read.iter().position(|(earlier, _)| earlier.name == field.name);
            let text = match (field.kind, earlier.map(|place| read.remove(place).1)) {
                (Kind::Choices(_) | Kind::Owned | Kind::Parts, Some(earlier)) => append(earlier, text),
                (kind, Some(earlier)) => {
                    if differ(kind, &earlier, &text) {
                        parsed.repeated.retain(|error| error.pointer != field.pointer);
                        parsed.repeated.push(again(field.pointer.to_owned(), &text));
                    }
                    text
                }
                (_, None) => text,
            };
            read.push((field, text));
        } else if PRICE_PARAMETERS.contains(&&*name) {
            price_bytes += name.len() + text.len();
            // Of two the last counts, as of a scenario's own. Some of the prices would look like all of them.
            let is_too_long = price_bytes > limits::PRICE_LINK_BYTES;
            let is_price = |other: &str| PRICE_PARAMETERS.contains(&other);
            parsed.unknown.retain(|(other, _)| *other != name && !(is_too_long && is_price(other)));
            if !is_too_long {
                parsed.unknown.push((name, text));
            }
        } else {
            unknown_bytes += name.len() + text.len();
            if others < limits::UNKNOWN_PARAMETERS && unknown_bytes <= limits::UNKNOWN_BYTES {
                others += 1;
                parsed.unknown.push((name, text));
            }
        }
    }
    settle_card(&mut read);
    for (field, text) in read {
        let text = text.trim();
        if text.is_empty() {
            continue;
        }
        let set = typed(field, text)
            .map_err(|reason| FieldError::new(field.pointer, reason))
            .and_then(|value| field.set(&mut parsed.scenario, value));
        if let Err(error) = set {
            parsed.errors.push(error);
        }
    }
    parsed
}

/// The field that a parameter with such a text means, where two go by one name: a `task` is the data's, or, as in JSON, whether a model
/// trains or answers.
fn meaning<'a>(name: &'a str, text: &str) -> &'a str {
    match name {
        DEADLINE_HOURS => "deadline",
        "task" if Workload::from_word(text.trim()).is_some() => "workload",
        other => other,
    }
}

/// The parameter that names the language of a page. It is none of a scenario's.
pub const LANGUAGE: &str = "lang";

/// The language that a parameter of a page's address names; none where it is another parameter, or names none of our languages.
#[must_use]
pub fn language(name: &str, value: &str) -> Option<Locale> {
    match value {
        "en" if name == LANGUAGE => Some(Locale::En),
        "zh" if name == LANGUAGE => Some(Locale::Zh),
        _ => None,
    }
}

/// Reads an encoded query string, without its question mark.
#[must_use]
pub fn parse_string(query: &str) -> Parsed {
    parse(decode(query))
}

/// Of these names, which are none of the scenario's, those that are said more than once, and not each time the same.
#[must_use]
pub fn find_repeated(pairs: impl Iterator<Item = (String, String)>, names: &[&str]) -> Vec<FieldError> {
    let mut said: Vec<(String, String)> = Vec::new();
    let mut found: Vec<FieldError> = Vec::new();
    for (name, text) in pairs.filter(|(name, _)| names.contains(&name.as_str())) {
        let Some((_, earlier)) = said.iter_mut().find(|(other, _)| *other == name) else {
            said.push((name, text));
            continue;
        };
        if differ(Kind::Text, earlier, &text) {
            let pointer = format!("/{name}");
            found.retain(|error| error.pointer != pointer);
            found.push(again(pointer, &text));
        }
        *earlier = text;
    }
    found
}

/// The parameters of a scenario, `v=1` first, then the leaves it says in the table's order, then the unknown ones.
#[must_use]
pub fn to_query(scenario: &Scenario, unknown: &[(String, String)]) -> Vec<(String, String)> {
    let leaves = FIELDS.iter().filter_map(|field| Some((field.name.to_owned(), written(field, &field.get(scenario)?))));
    std::iter::once((VERSION_NAME.to_owned(), VERSION.to_owned())).chain(leaves).chain(unknown.iter().cloned()).collect()
}

/// The encoded query string of a scenario, without a question mark.
#[must_use]
pub fn to_string(scenario: &Scenario, unknown: &[(String, String)]) -> String {
    encode(to_query(scenario, unknown).iter().map(|(name, text)| (name.as_str(), text.as_str())))
}

/// The parameter of a scenario that a name is probably a slip of: at most a third of its letters differ.
///
/// ```
/// assert_eq!(scenario::query::meant("presicion"), Some("precision"));
/// assert_eq!(scenario::query::meant("Batch"), Some("batch"));
/// assert_eq!(scenario::query::meant("utm_source"), None);
/// ```
#[must_use]
pub fn meant(name: &str) -> Option<&'static str> {
    let name = name.to_ascii_lowercase();
    let apart = |known: &str| strsim::osa_distance(&name, known);
    let nearest = FIELDS.iter().map(|field| field.name).min_by_key(|known| apart(known))?;
    (apart(nearest) <= name.len().min(nearest.len()) / 3).then_some(nearest)
}

/// Encodes parameters as a form does (`application/x-www-form-urlencoded`).
#[must_use]
pub fn encode<'a>(pairs: impl Iterator<Item = (&'a str, &'a str)>) -> String {
    form_urlencoded::Serializer::new(String::new()).extend_pairs(pairs).finish()
}

/// Decodes a query string as a form encodes it.
pub fn decode(query: &str) -> impl Iterator<Item = (String, String)> {
    form_urlencoded::parse(query.as_bytes()).into_owned()
}

/// The scenario without what it would be given anyway: the same request in fewer words.
///
/// A value that the advisor may otherwise choose stays, because leaving it out would be another question.
#[must_use]
pub fn without_defaults(scenario: &Scenario) -> Scenario {
    let Ok(request) = resolve_any(scenario) else { return scenario.clone() };
    let mut shorter = scenario.clone();
    for field in FIELDS.iter().filter(|field| {
        !field.pointer.starts_with("/constraints")
            && !matches!(field.pointer, "/id" | "/hardware/circuit" | "/hardware/case" | "/hardware/owned" | "/hardware/parts")
    }) {
        if field.get(&shorter).is_none() {
            continue;
        }
        let mut without = shorter.clone();
        field.clear(&mut without);
        if resolve_any(&without).is_ok_and(|other| other == request) {
            shorter = without;
        }
    }
    shorter
}

/// A form sends both a card of the list and the boxes for figures: the list decides which of the two counts.
fn settle_card(read: &mut Vec<(&'static Field, String)>) {
    let Some(place) = read.iter().position(|(field, text)| field.name == "gpu" && !text.trim().is_empty()) else { return };
    if read[place].1.trim() != OWN_CARD {
        read.retain(|(field, _)| !field.name.starts_with("gpu."));
        return;
    }
    read.remove(place);
    // Forms have no box for the name, which a card needs.
    if let Some(name) = Field::by_name("gpu.name").filter(|name| read.iter().all(|(field, _)| field.name != name.name)) {
        read.push((name, OWN_CARD.to_owned()));
    }
}

/// Whether two texts of a leaf say different things. A box that is ticked follows a form's hidden "no".
fn differ(kind: Kind, earlier: &str, text: &str) -> bool {
    let (earlier, text) = (earlier.trim(), text.trim());
    let is_ticked = kind == Kind::Flag && flag(earlier) == Some(false) && flag(text) == Some(true);
    !earlier.is_empty() && earlier != text && !is_ticked
}

/// That a parameter is said again, at last as `text`.
fn again(pointer: String, text: &str) -> FieldError {
    let last = text.trim().chars().take(limits::TEXT_LENGTH).collect();
    FieldError::new(pointer, Reason::Repeated { last: Some(last) })
}

/// A list with what another control of a form adds to it.
fn append(earlier: String, text: String) -> String {
    match (earlier.trim().is_empty(), text.trim().is_empty()) {
        (true, _) => text,
        (false, true) => earlier,
        (false, false) => format!("{earlier},{text}"),
    }
}

/// Hours as seconds; what is no number stays as it was typed, so that it is reported.
fn in_seconds(hours: String) -> String {
    parse_number(hours.trim()).map_or(hours, |hours| (hours * SECONDS_PER_HOUR).to_string())
}

/// The value that a parameter's text says.
pub fn value(kind: Kind, text: &str) -> Option<Value> {
    match kind {
        Kind::Text | Kind::Currency | Kind::Choice(_) => Some(Value::Text(text.to_owned())),
        Kind::Integer(_) => parse_integer(text).map(Value::Integer),
        Kind::Number(_) => parse_number(text).map(Value::Number),
        Kind::Flag => flag(text).map(Value::Flag),
        Kind::Integers(_) => words(text).iter().map(|word| parse_integer(word)).collect::<Option<_>>().map(Value::Integers),
        Kind::Size(_) => size(text).map(Value::Size),
        Kind::Targets if LoraPreset::from_word(text).is_some() => Some(Value::Text(text.to_owned())),
        Kind::Choices(_) | Kind::Targets | Kind::Owned | Kind::Parts => Some(Value::List(words(text))),
    }
}

/// The value that the text of a leaf's parameter says. Of money, a sign between thousands in one country is one of a fraction in
/// another.
fn typed(field: &Field, text: &str) -> Result<Value, Reason> {
    #[cfg(feature = "json")]
    match field.pointer {
        BUDGET => return crate::amount::amount(text).map(Value::Number),
        PER_USD => return crate::amount::rate(text).map(Value::Number),
        _ => {}
    }
    value(field.kind, text).ok_or_else(|| match field.kind {
        Kind::Number(_) => no_number(text),
        kind => Reason::WrongType { expected: kind.expected() },
    })
}

/// A leaf's value as its parameter says it.
fn written(field: &Field, value: &Value) -> String {
    #[cfg(feature = "json")]
    if let (BUDGET, Value::Number(amount)) = (field.pointer, value) {
        return crate::amount::written(*amount);
    }
    #[cfg(not(feature = "json"))]
    let _ = field;
    to_text(value)
}

/// A value as a parameter says it.
pub fn to_text(value: &Value) -> String {
    match value {
        Value::Text(text) => text.clone(),
        Value::Integer(value) => value.to_string(),
        Value::Number(value) => value.to_string(),
        Value::Flag(true) => "1".to_owned(),
        Value::Flag(false) => "0".to_owned(),
        Value::Size(size) if size.height == size.width => size.height.to_string(),
        Value::Size(size) => format!("{}x{}", size.height, size.width),
        Value::List(list) => list.join(","),
        Value::Integers(values) => values.iter().map(u64::to_string).collect::<Vec<_>>().join(","),
    }
}

/// A checkbox without a value of its own sends `on`.
fn flag(text: &str) -> Option<bool> {
    match text {
        "1" | "true" | "on" | "yes" => Some(true),
        "0" | "false" | "off" | "no" => Some(false),
        _ => None,
    }
}

/// `512`, or height and width as in `512x768`, with any of the signs that people put between them.
///
/// A comma is none of them, nor one between thousands: no picture has such sides, and `224,224` means two sides.
fn size(text: &str) -> Option<ImageSize> {
    if text.contains([',', '，']) {
        return None;
    }
    match text.split_once(['x', 'X', '×', '*', '＊', 'ｘ']) {
        Some((height, width)) => Some(ImageSize { height: parse_integer(height)?, width: parse_integer(width)? }),
        None => parse_integer(text).map(ImageSize::square),
    }
}

fn words(text: &str) -> Vec<String> {
    text.split([',', '，', ' ']).filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

/// The last value of a parameter that is not empty.
#[must_use]
pub fn last(pairs: &[(String, String)], name: &str) -> Option<String> {
    let value = pairs.iter().rev().find(|(other, _)| other == name).map(|(_, value)| value.trim());
    value.filter(|value| !value.is_empty()).map(str::to_owned)
}
