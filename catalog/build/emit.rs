//! Writes checked values as Rust source.

use std::fmt::Debug;

use crate::row::Row;

/// Years in which something in the catalog can have been launched or priced.
const YEARS: std::ops::RangeInclusive<u64> = 2016..=2026;

/// What a part, or a GB of memory, can cost in US dollars.
pub const USD: std::ops::RangeInclusive<f64> = 0.5..=200_000.0;

/// A literal; Rust prints text and numbers as it reads them.
pub fn literal(value: impl Debug) -> String {
    format!("{value:?}")
}

/// `Some(...)` or `None`.
pub fn option(value: Option<String>) -> String {
    value.map_or_else(|| "None".to_owned(), |value| format!("Some({value})"))
}

/// `Confidence`, which every row has.
pub fn confidence(row: &Row<'_>) -> String {
    match row.choice("confidence", &["high", "medium", "low"]).as_str() {
        "high" => "Confidence::High",
        "medium" => "Confidence::Medium",
        _ => "Confidence::Low",
    }
    .to_owned()
}

/// A month of launch, or empty text.
pub fn launch(row: &Row<'_>) -> String {
    let launch = row.optional_text("launch").unwrap_or_default();
    row.check(launch.is_empty() || (launch.len() == 7 && is_date(&launch)), "launch", "must be a month as YYYY-MM");
    literal(launch)
}

/// The field `aliases` of a row with a name: what else it is called, for builds that find rows by words.
pub fn aliases(row: &Row<'_>) -> String {
    let aliases = row.optional_texts("aliases").unwrap_or_default();
    let known = [Some(row.id.clone()), row.optional_text("name")];
    for (place, alias) in aliases.iter().enumerate() {
        let is_new = !known.iter().flatten().chain(&aliases[..place]).any(|known| known.eq_ignore_ascii_case(alias));
        row.check(is_new, "aliases", format!("name {alias:?} twice, or what the row is called anyway"));
        row.check(
            alias.trim() == alias && (1..=100).contains(&alias.len()),
            "aliases",
            "must be short, and without spaces around",
        );
    }
    format!("#[cfg(feature = \"find\")] aliases: &{aliases:?},")
}

/// `Option<Price>` from a field `{ usd, date, source }`.
pub fn price(row: &Row<'_>, key: &str) -> String {
    option(row.table(key).map(|price| {
        let usd = price.number("usd", &USD);
        let date = date(&price, "date");
        let source = price.text("source");
        price.finish();
        format!("Price {{ usd: {usd:?}, date: {date:?}, source: sourced({source:?}) }}")
    }))
}

/// `Option<PriceRange>` from a field `{ low_usd, median_usd, high_usd, date, source }`, `high_usd` left out where unknown.
pub fn price_range(row: &Row<'_>, key: &str) -> String {
    option(row.table(key).map(|range| {
        let (low, median, high) = (range.number("low_usd", &USD), range.number("median_usd", &USD), range.optional_number("high_usd", &USD));
        range.check(low <= median && high.is_none_or(|high| median <= high), "median_usd", "is not between the ends");
        let (day, source) = (date(&range, "date"), range.text("source"));
        range.finish();
        let high = option(high.map(literal));
        format!(
            "PriceRange {{ low_usd: {low:?}, median_usd: {median:?}, high_usd: {high}, date: {day:?}, source: sourced({source:?}) }}"
        )
    }))
}

/// `Evidence` of a row.
pub fn evidence(row: &Row<'_>) -> String {
    let variant = match row.choice("evidence", &["opened", "derived", "recalled"]).as_str() {
        "opened" => "Opened",
        "derived" => "Derived",
        _ => "Recalled",
    };
    let trusted = row.optional_text("confidence").is_some_and(|confidence| confidence == "high");
    row.check(variant != "Recalled" || !trusted, "confidence", "cannot be high where the figures are recalled");
    format!("Evidence::{variant}")
}

/// A day or month that must be there.
pub fn date(row: &Row<'_>, key: &str) -> String {
    let date = row.text(key);
    row.check(is_date(&date), key, "must be YYYY-MM or YYYY-MM-DD");
    date
}

/// `YYYY-MM` or `YYYY-MM-DD`.
fn is_date(text: &str) -> bool {
    let parts: Vec<&str> = text.split('-').collect();
    let within = |index: usize, width: usize, range: &std::ops::RangeInclusive<u64>| {
        parts.get(index).is_some_and(|part| part.len() == width && part.parse().is_ok_and(|number| range.contains(&number)))
    };
    within(0, 4, &YEARS) && within(1, 2, &(1..=12)) && (parts.len() == 2 || (parts.len() == 3 && within(2, 2, &(1..=31))))
}

/// The name of an enum's variant for a word of the data: first letter upper, rest lower case (`Nvidia`, `Opened`).
pub fn capitalized(word: &str) -> String {
    let mut letters = word.chars();
    letters
        .next()
        .map(|first| first.to_ascii_uppercase().to_string() + &letters.as_str().to_ascii_lowercase())
        .unwrap_or_default()
}
