//! What a field holds, as a reader says it.

use api::fields::{Field as Leaf, Value};
use api::v1::Scenario;

use crate::fields::{Field, Kind, options};
use crate::format;
use crate::locale::Locale;

/// The value of a field in a scenario by its name in the lists, or as a number; none where the scenario leaves it open.
#[must_use]
pub fn spoken(field: &Field, scenario: &Scenario, locale: Locale) -> Option<String> {
    let value = Leaf::named(field.name)?.get(scenario)?;
    Some(match value {
        Value::Text(word) => match field.kind {
            Kind::Words(words) => words.iter().find(|(id, _)| *id == word).map_or(word, |(_, name)| name(locale).to_owned()),
            Kind::Catalog(catalog) => options::name_of(catalog, &word).map_or(word, str::to_owned),
            Kind::Number => word,
        },
        Value::Integer(number) => format::count(number),
        Value::Number(number) => format::significant(number),
        Value::Size(size) if size.height == size.width => size.height.to_string(),
        Value::Size(size) => format!("{} x {}", size.height, size.width),
        Value::List(names) => names.join(", "),
        Value::Flag(_) => return None,
    })
}
