//! Power supplies and rules of power.

use super::product::{SUPPLIES, named};
use crate::emit::{confidence, evidence, literal, option, price, price_range};
use crate::row::Row;

/// Efficiency classes with the most that they demand at half load (80 PLUS, 115 V and 230 V), in percent.
const CLASSES: [(&str, f64, Option<f64>); 4] = [
    ("80 PLUS Bronze", 85.0, None),
    ("80 PLUS Gold", 90.0, Some(92.0)),
    ("80 PLUS Platinum", 92.0, Some(94.0)),
    ("80 PLUS Titanium", 94.0, Some(96.0)),
];

/// A power supply as it is sold where it has a maker, or else a class of them.
pub fn supply(row: &Row<'_>) -> String {
    if row.optional_text("maker").is_some() { product(row) } else { class(row) }
}

fn product(row: &Row<'_>) -> String {
    let class = row.choice("efficiency_class", &CLASSES.map(|(class, ..)| class));
    let (low, high) = CLASSES.iter().find(|(known, ..)| *known == class).map_or((0.0, None), |(_, low, high)| (*low, *high));
    let form = row.choice("form", &SUPPLIES.map(|(form, _)| form));
    let variant = SUPPLIES.iter().find(|(known, _)| *known == form).map_or("Atx", |(_, variant)| variant);
    let count = |key: &str, most: u64| option(row.optional_whole(key, &(0..=most)).map(literal));
    let (pin8, fewer) =
        (row.optional_whole("connectors_8pin", &(0..=16)), row.optional_whole("connectors_8pin_with_16pin", &(0..=16)));
    row.check(fewer.is_none() || fewer <= pin8, "connectors_8pin_with_16pin", "are more than without");
    let evidence = evidence(row);
    let noise = option(row.optional_text("noise_class").map(literal));
    let part = option(row.optional_text("part_number").map(literal));
    let maker = row.text("maker");
    let length = row.number("length_mm", &(90.0..=300.0));
    let product = format!(
        "Some(SupplyProduct {{ maker: {maker:?}, part_number: {part}, form: SupplyForm::{variant}, length_mm: {length:?}, is_atx3: {}, pin8_beside_pin16: {}, eps8: {}, sata: {}, noise_class: {noise}, \
         price: {}, evidence: {evidence} }})",
        row.flag("atx3"),
        option(fewer.or(pin8).map(literal)),
        count("connectors_eps", 6),
        count("connectors_sata", 24),
        price(row, "price"),
    );
    let named = named(row);
    // The maker is the product's.
    let named = named.rsplit_once(", maker:").map_or(named.as_str(), |(name, _)| name);
    format!(
        "PowerSupplyEntry {{ {named}, power: Watts::new({:?}), efficiency_class: {class:?}, efficiency_115v: Some({:?}), efficiency_230v: {}, pin16: {}, models_with_pin16: (0, 0), pin8: {}, needs_200v: {}, \
         price: None, product: {product}, confidence: {}, source: sourced({:?}) }},",
        row.number("power_w", &(300.0..=3500.0)),
        low / 100.0,
        option(high.map(|high| literal(high / 100.0))),
        option(row.optional_whole("connectors_16pin", &(0..=6)).map(literal)),
        option(pin8.map(literal)),
        row.flag("needs_200v"),
        confidence(row),
        row.text("source"),
    )
}

/// A class of power supplies.
fn class(row: &Row<'_>) -> String {
    let class = row.choice("efficiency_class", &CLASSES.map(|(class, ..)| class));
    let known = CLASSES.iter().find(|(known, ..)| *known == class);
    let percent = |key: &str| row.optional_number(key, &(50.0..=99.0));
    let (at_115, at_230) = (percent("efficiency_115v_percent"), percent("efficiency_230v_percent"));
    row.check(
        known.is_none_or(|(_, low, high)| at_115 == Some(*low) && at_230 == *high),
        "efficiency_class",
        "demands other efficiencies at half load",
    );
    let share = |percent: Option<f64>| option(percent.map(|percent| literal(percent / 100.0)));
    let power = row.number("power_w", &(300.0..=3000.0));
    row.check(row.id.split('-').any(|word| word == format!("{power}")), "power_w", "is not the power of the id");
    let (with, of) = (row.whole("models_with_16pin", &(0..=10_000)), row.whole("models_counted", &(1..=10_000)));
    row.check(with <= of, "models_with_16pin", "is above the number of models");
    let pin16 = row.optional_whole("connectors_16pin", &(1..=4));
    row.check(pin16.is_none() == (with == 0), "connectors_16pin", "is left out where no model lists one, and only there");
    format!(
        "PowerSupplyEntry {{ id: {:?}, name: {:?}, power: Watts::new({power:?}), efficiency_class: {class:?}, efficiency_115v: {}, efficiency_230v: {}, pin16: {}, \
         models_with_pin16: ({with}, {of}), pin8: {}, needs_200v: {}, price: {}, product: None, confidence: {}, source: sourced({:?}) }},",
        row.id,
        row.text("name"),
        share(at_115),
        share(at_230),
        option(pin16.map(literal)),
        option(row.optional_whole("connectors_8pin", &(0..=16)).map(literal)),
        row.optional_flag("needs_200v").unwrap_or_default(),
        price_range(row, "price"),
        confidence(row),
        row.text("source"),
    )
}

/// Units of rules with their variants of `RuleUnit` and what a figure may be.
const UNITS: [(&str, &str, f64, f64); 3] = [
    ("W", "Watts", 10.0, 5000.0),
    ("W at the wall", "WattsAtTheWall", 100.0, 20_000.0),
    ("% of rating", "PercentOfRating", 10.0, 400.0),
];

/// A rule of power.
pub fn rule(row: &Row<'_>) -> String {
    let unit = row.optional_text("unit").map(|_| row.choice("unit", &UNITS.map(|(unit, ..)| unit)));
    let known = UNITS.iter().find(|(known, ..)| Some(*known) == unit.as_deref());
    let (variant, least, most) = known.map_or(("None", 0.0, f64::MAX), |(_, variant, least, most)| (*variant, *least, *most));
    let value = row.optional_number("value", &(least..=most));
    row.check(value.is_some() == unit.is_some(), "unit", "must stand with a value, and only with one");
    let number = |key: &str, least: f64, most: f64| row.optional_number(key, &(least..=most));
    let (volts, amperes) = (number("volts", 100.0, 400.0), number("amperes", 5.0, 63.0));
    let load = volts.zip(amperes).map(|(volts, amperes)| volts * amperes);
    row.check(load.zip(value).is_none_or(|(load, value)| value <= load), "value", "is above volts x amperes");
    let field = |value: Option<f64>| option(value.map(literal));
    format!(
        "Rule {{ id: {:?}, value: {}, unit: RuleUnit::{variant}, volts: {}, amperes: {}, milliseconds: {}, duty_percent: {}, statement: {:?}, statement_zh: {:?}, \
         source: sourced({:?}), evidence: {}, confidence: {} }},",
        row.id,
        field(value),
        field(volts),
        field(amperes),
        field(number("milliseconds", 0.01, 10_000.0)),
        field(number("duty_percent", 1.0, 100.0)),
        row.text("statement"),
        row.text("statement_zh"),
        row.text("source"),
        evidence(row),
        confidence(row),
    )
}
