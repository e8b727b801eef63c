//! Rented machines, and prices of the past.

use crate::emit::{USD, confidence, date, literal, option};
use crate::row::Row;

/// A rented machine.
pub fn offer(row: &Row<'_>) -> String {
    let price = row.number("usd_per_hour", &(0.05..=500.0));
    let spot = row.optional_number("spot_usd_per_hour", &(0.05..=500.0));
    row.check(spot.is_none_or(|spot| spot < price), "spot_usd_per_hour", "is not below the price on demand");
    let count = row.whole("gpu_count", &(1..=16));
    row.check(price / count.max(1) as f64 >= 0.05, "usd_per_hour", "is below five cents an accelerator");
    format!(
        "CloudOffer {{ id: {:?}, provider: {:?}, instance: {:?}, gpu: {:?}, gpu_count: {count}, vcpus: {}, memory: {}, usd_per_hour: {price:?}, \
         spot_usd_per_hour: {}, region: {:?}, date: {}, source: sourced({:?}), confidence: {} }},",
        row.id,
        row.text("provider"),
        row.text("instance"),
        row.text("gpu"),
        option(row.optional_whole("vcpus", &(1..=1024)).map(literal)),
        option(row.optional_whole("memory_gib", &(1..=16_384)).map(|gib| format!("Bytes::from_gib({gib})"))),
        option(spot.map(literal)),
        row.text("region"),
        option(row.optional_text("date").map(|_| literal(date(row, "date")))),
        row.text("source"),
        confidence(row),
    )
}

/// All prices of the past, by part and date; a table's key is the part's id.
pub fn history(rows: &[Row<'_>]) -> Vec<String> {
    let of_part = |row: &Row<'_>| {
        let mut points: Vec<(String, String)> = row.tables("prices").iter().map(|point| price_point(&row.id, point)).collect();
        points.sort();
        points.into_iter().map(|(_, line)| line)
    };
    rows.iter().flat_map(of_part).collect()
}

fn price_point(part: &str, row: &Row<'_>) -> (String, String) {
    let number = |key: &str| row.optional_number(key, &USD);
    let (exact, low, high) = (number("usd"), number("low_usd"), number("high_usd"));
    row.check(exact.is_some() != (low.is_some() || high.is_some()), "usd", "must stand alone, or low_usd and high_usd instead");
    row.check(low.zip(high).is_none_or(|(low, high)| low < high), "high_usd", "is not above low_usd");
    let usd = |value: Option<f64>| option(exact.or(value).map(literal));
    let day = date(row, "date");
    let line = format!(
        "PricePoint {{ part: {part:?}, date: {day:?}, low_usd: {}, high_usd: {}, source: sourced({:?}), confidence: {} }},",
        usd(low),
        usd(high),
        row.text("source"),
        confidence(row),
    );
    row.finish();
    (day, line)
}
