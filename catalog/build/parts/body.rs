//! Sizes, connectors and cooling of accelerators.

use crate::emit::{literal, option};
use crate::row::Row;

/// Kinds of connectors as the data writes them, with the field that counts them.
const CONNECTORS: [(&str, &str); 5] =
    [("16-pin", "pin16"), ("12-pin", "pin12"), ("8-pin", "pin8"), ("6-pin", "pin6"), ("8-pin EPS", "eps8")];

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
    format!(
        "GpuBody {{ form: GpuForm::{}, cooling: Cooling::{}, slot_width: {}, length_mm: {}, partner_cards: {}, connectors: {}, inputs: {}, system_power: {} }}",
        variant(&form),
        variant(&cooling),
        option(row.optional_number("slot_width", &(1.0..=5.0)).map(literal)),
        option(row.optional_number("length_mm", &(100.0..=450.0)).map(literal)),
        option(row.table("partner_cards").map(|cards| partner_cards(&cards))),
        option(connectors.as_deref().map(literal)),
        option(connectors.and_then(|text| inputs(row, &text))),
        option(row.table("system_power").map(|power| system_power(&power))),
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
            let at = CONNECTORS.iter().position(|(name, _)| *name == kind)?;
            Some((at, count.parse::<u64>().ok().filter(|count| (1..=4).contains(count))?))
        });
        row.check(counted.is_some(), "connectors", format!("has {part:?}, which is no count of a known connector"));
        if let Some((at, count)) = counted {
            counts[at] += count;
        }
    }
    let fields: Vec<String> = CONNECTORS.iter().zip(counts).map(|((_, field), count)| format!("{field}: {count}")).collect();
    Some(format!("PowerInputs {{ {} }}", fields.join(", ")))
}

/// The name of an enum's variant for a word of the data.
fn variant(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map(|first| first.to_ascii_uppercase().to_string() + letters.as_str()).unwrap_or_default()
}
