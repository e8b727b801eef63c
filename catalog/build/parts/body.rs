//! Sizes, connectors and cooling of accelerators.

use crate::emit::{literal, option};
use crate::gpus::BOARD_POWER;
use crate::row::Row;

/// Kinds of connectors as the data writes them, with the field that counts them and the watts that one carries.
const CONNECTORS: [(&str, &str, f64); 5] = [
    ("16-pin", "pin16", 600.0),
    ("12-pin", "pin12", 600.0),
    ("8-pin", "pin8", 150.0),
    ("6-pin", "pin6", 75.0),
    ("8-pin EPS", "eps8", 300.0),
];
/// What a slot feeds, in watts.
const SLOT: f64 = 75.0;
/// How far vendors go beyond the standard: 230 W over one 8-pin connector and the slot are common, 250 W are sold.
const BEYOND: f64 = 1.12;

/// `GpuBody` of an accelerator.
pub fn body(row: &Row<'_>) -> String {
    let form = row.choice("form", &["card", "sxm", "oam", "superchip", "computer"]);
    let cooling = row.choice("cooling", &["fans", "blower", "passive", "server"]);
    let card = form == "card";
    row.check(
        card == (cooling != "server") || form == "computer",
        "cooling",
        "is that of a server for modules, and only for them",
    );
    let connectors = row.optional_text("connectors");
    row.check(card || connectors.is_none(), "connectors", "are for cards");
    let size = |key: &str, range| row.optional_number(key, &range).map(literal);
    let (slot_width, length) = (size("slot_width", 1.0..=5.0), size("length_mm", 100.0..=450.0));
    let partner_cards = row.table("partner_cards").map(|cards| partner_cards(&cards));
    let known = slot_width.is_some() || length.is_some() || partner_cards.is_some() || connectors.is_some();
    let source = row.optional_text("body_source");
    row.check(known == source.is_some(), "body_source", "says where sizes and connectors come from, where there are any");
    format!(
        "GpuBody {{ form: GpuForm::{}, cooling: Cooling::{}, slot_width: {}, length_mm: {}, partner_cards: {}, connectors: {}, inputs: {}, system_power: {}, source: {} }}",
        variant(&form),
        variant(&cooling),
        option(slot_width),
        option(length),
        option(partner_cards),
        option(connectors.as_deref().map(literal)),
        option(connectors.and_then(|text| inputs(row, &text))),
        option(row.table("system_power").map(|power| system_power(&power))),
        option(source.map(|source| format!("sourced({source:?})"))),
    )
}

fn partner_cards(row: &Row<'_>) -> String {
    let median = row.number("median_length_mm", &(100.0..=450.0));
    let longest = row.number("longest_mm", &(100.0..=450.0));
    let slots = row.number("most_slots", &(1.0..=5.0));
    row.check(longest >= median, "longest_mm", format!("is below the median of {median}"));
    row.finish();
    format!("PartnerCards {{ median_length_mm: {median:?}, longest_mm: {longest:?}, most_slots: {slots:?} }}")
}

fn system_power(row: &Row<'_>) -> String {
    let power = row.number("w", &(200.0..=2000.0));
    let source = row.text("source");
    row.finish();
    format!("SystemPower {{ power: Watts::new({power:?}), source: sourced({source:?}) }}")
}

/// `PowerInputs` of a text such as `1x 6-pin + 1x 8-pin` or `none`; nothing where it names no count (`varies ...`).
fn inputs(row: &Row<'_>, text: &str) -> Option<String> {
    if text.starts_with("varies") {
        return None;
    }
    let mut counts = [0; CONNECTORS.len()];
    for part in text.split(" + ").filter(|_| text != "none") {
        let counted = part.split_once("x ").and_then(|(count, kind)| {
            let at = CONNECTORS.iter().position(|(name, ..)| *name == kind)?;
            Some((at, count.parse::<u32>().ok().filter(|count| (1..=4).contains(count))?))
        });
        row.check(counted.is_some(), "connectors", format!("has {part:?}, which is no count of a known connector"));
        let (at, count) = counted?;
        counts[at] += count;
    }
    let fed = SLOT + CONNECTORS.iter().zip(counts).map(|((.., watts), count)| watts * f64::from(count)).sum::<f64>();
    let drawn = row.optional_number("board_power_w", &BOARD_POWER).unwrap_or(0.0);
    row.check(drawn <= fed * BEYOND, "connectors", format!("and the slot feed {fed} W, but the card draws {drawn} W"));
    let fields: Vec<String> = CONNECTORS.iter().zip(counts).map(|((_, field, _), count)| format!("{field}: {count}")).collect();
    Some(format!("PowerInputs {{ {} }}", fields.join(", ")))
}

/// The name of an enum's variant for a word of the data.
fn variant(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map(|first| first.to_ascii_uppercase().to_string() + letters.as_str()).unwrap_or_default()
}
