//! What a field holds, as a reader says it.

use engine::hardware::Vendor;
use scenario::fields::Value;
use wire::v1::Scenario;
use wording::format;

use crate::fields::{Field, Kind, Text, options};
use crate::locale::Locale;
use crate::messages::inputs;

/// The value of a field in a scenario by its name in the lists, or as a number; none where the scenario leaves it open.
#[must_use]
pub fn value_text(field: &Field, scenario: &Scenario, locale: Locale) -> Option<String> {
    if field.name == "model" && scenario.model.config.is_some() {
        return Some(model_name(scenario, locale));
    }
    if let ("gpu", Some(card)) = (field.name, scenario.hardware.gpu.as_ref().and_then(|gpu| gpu.custom())) {
        let own = inputs::own_card(locale);
        return Some(card.name.clone().filter(|name| name != scenario::query::OWN_CARD).unwrap_or_else(|| own.to_owned()));
    }
    let value = field.leaf()?.get(scenario)?;
    Some(match value {
        Value::Text(word) => match field.kind {
            Kind::Words(words) | Kind::Several(words) => named(words, word, locale),
            Kind::Catalog(catalog) => options::name_of(catalog, &word).map_or(word, str::to_owned),
            Kind::Number | Kind::Hours | Kind::Configuration => word,
        },
        Value::Integer(number) => format::count(number),
        Value::Number(seconds) if matches!(field.kind, Kind::Hours) => format::hours(seconds),
        Value::Number(number) => format::significant(number),
        Value::Size(size) if size.height == size.width => size.height.to_string(),
        Value::Size(size) => format!("{} × {}", size.height, size.width),
        Value::List(names) => match field.kind {
            Kind::Several(words) => {
                let names: Vec<String> = names.into_iter().map(|word| named(words, word, locale)).collect();
                names.join(locale.pick(", ", "、"))
            }
            _ => names.join(", "),
        },
        Value::Integers(numbers) => numbers.iter().map(u64::to_string).collect::<Vec<_>>().join(", "),
        Value::Flag(_) => return None,
    })
}

/// The value of a field that was left open, as it was decided: a Mac runs its own system, though plans call every one but Windows Linux.
#[must_use]
pub fn decided_text(field: &Field, asked: &Scenario, pinned: &Scenario, locale: Locale) -> Option<String> {
    let is_open = field.name == "os" && asked.hardware.os.is_none();
    let card = asked.hardware.gpu.as_ref().filter(|_| is_open).and_then(|gpu| gpu.id()).and_then(catalog::gpu);
    if card.is_some_and(|card| card.spec.vendor == Vendor::Apple) {
        return Some("macOS".to_owned());
    }
    value_text(field, pinned, locale)
}

/// The name of a scenario's model, where it says one.
#[must_use]
pub fn model_name(scenario: &Scenario, locale: Locale) -> String {
    if let Some(id) = &scenario.model.id {
        return scenario::resolve::answering(id).map_or(id.as_str(), |model| model.name).to_owned();
    }
    match scenario.model.config.as_ref().and_then(|config| config.model_type.as_deref()) {
        Some(kind) => inputs::own_model_of(locale, kind),
        None => inputs::own_model(locale).to_owned(),
    }
}

/// A word by its name in a list.
fn named(words: &[(&'static str, Text)], word: String, locale: Locale) -> String {
    words.iter().find(|(id, _)| *id == word).map_or(word, |(_, name)| name(locale).to_owned())
}
