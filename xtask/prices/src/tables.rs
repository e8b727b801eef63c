//! The catalog's tables as text, changed where prices stand and nowhere else.

use std::collections::BTreeMap;

use anyhow::{Context, Result};
use toml_edit::{Array, DocumentMut, InlineTable, Item, Value};

use crate::checked::{Known, Point};

/// The table of what parts once cost.
pub const HISTORY: &str = "price_history.toml";
/// Price of a row; memory kits have that of one GB.
const PRICES: [&str; 2] = ["price", "price_per_gb"];
/// Tables whose parts have a history.
const WITH_HISTORY: [&str; 4] = ["cpus/", "gpus/", "memory_kits.toml", "storage.toml"];

/// The texts of the catalog's files by their paths below its folder.
pub struct Tables(BTreeMap<String, DocumentMut>);

impl Tables {
    /// The tables of such texts.
    ///
    /// # Errors
    /// One is no TOML.
    pub fn of(texts: impl IntoIterator<Item = (String, String)>) -> Result<Self> {
        let parsed = texts.into_iter().map(|(path, text)| {
            let table = text.parse().with_context(|| path.clone())?;
            Ok((path, table))
        });
        parsed.collect::<Result<_>>().map(Self)
    }

    /// The texts by path.
    pub fn texts(&self) -> impl Iterator<Item = (&str, String)> {
        self.0.iter().map(|(path, table)| (path.as_str(), table.to_string()))
    }

    /// What is known of a part.
    #[must_use]
    pub fn known(&self, part: &str) -> Known {
        let Some((_, row)) = self.row(part) else { return Known::NoRow };
        if row.get("price").and_then(|price| price.get("median_usd")).is_some() {
            return Known::NoRow;
        }
        let of_row = PRICES.iter().find_map(|name| row.get(name)).and_then(|price| number(price.get("usd")?));
        Known::Row { newest: of_row.map(|usd| usd * unit(row)) }
    }

    fn row(&self, part: &str) -> Option<(&str, &Item)> {
        let files = self.0.iter().filter(|(path, _)| *path != HISTORY && !path.starts_with("platforms"));
        files.into_iter().find_map(|(path, table)| Some((path.as_str(), table.get(part)?)))
    }
}

/// How many GB the price of a row is for: memory kits say the price of one.
fn unit(row: &Item) -> f64 {
    row.get("total_gib").and_then(number).unwrap_or(1.0)
}

fn number(item: &Item) -> Option<f64> {
    item.as_float().or_else(|| item.as_integer().map(|whole| whole as f64))
}

/// Writes the prices of a source into the tables, and says in a sentence a line what has changed.
///
/// # Errors
/// A table is not made as the catalog's are.
pub fn write(tables: &mut Tables, points: &[Point], source: &str, confidence: &str) -> Result<Vec<String>> {
    let mut changes = Vec::new();
    for point in points {
        let path = tables.row(&point.part).map(|(path, _)| path.to_owned()).context("a part without a row")?;
        if WITH_HISTORY.iter().any(|start| path.starts_with(start)) {
            let history = tables.0.get_mut(HISTORY).context("no table of what parts once cost")?;
            changes.extend(into_history(history, point, source, confidence)?);
        }
        // What few trust decides nothing.
        if confidence != "low" {
            let row = tables.0.get_mut(&path).and_then(|table| table.get_mut(&point.part)).context("a part without a row")?;
            changes.extend(into_row(row, point, source)?);
        }
    }
    Ok(changes)
}

fn into_history(history: &mut DocumentMut, point: &Point, source: &str, confidence: &str) -> Result<Option<String>> {
    let mut entry = InlineTable::new();
    entry.insert("date", point.day.as_str().into());
    if point.low < point.median {
        entry.insert("low_usd", usd(point.low));
        entry.insert("high_usd", usd(point.median));
    } else {
        entry.insert("usd", usd(point.median));
    }
    entry.insert("source", sourced(point, source, "lowest to median listing").into());
    entry.insert("confidence", confidence.into());
    if history.get(&point.part).is_none() {
        let mut row = toml_edit::Table::new();
        row.insert("prices", Item::Value(Value::Array(Array::new())));
        history.insert(&point.part, Item::Table(row));
        arrange(history);
    }
    let prices = history[&point.part]["prices"].as_array_mut().context("prices that are no list")?;
    let text = |value: &Value, key: &str| value.as_inline_table()?.get(key)?.as_str().map(str::to_owned);
    let is_there = |value: &Value| {
        let of_source = text(value, "source").is_some_and(|other| other.starts_with(source));
        text(value, "date").as_deref() == Some(&point.day) && of_source
    };
    if prices.iter().any(is_there) {
        return Ok(None);
    }
    let place = prices.iter().take_while(|value| text(value, "date").is_some_and(|day| day <= point.day)).count();
    prices.insert(place, Value::InlineTable(entry));
    for value in prices.iter_mut() {
        value.decor_mut().set_prefix("\n  ");
        value.decor_mut().set_suffix("");
    }
    prices.set_trailing("\n");
    prices.set_trailing_comma(true);
    Ok(Some(format!("{}: {} of {} in the history", point.part, price_range(point), point.day)))
}

/// Orders the parts of the history by their ids, as its head says.
fn arrange(history: &mut DocumentMut) {
    let mut parts: Vec<String> = history.iter().map(|(part, _)| part.to_owned()).collect();
    parts.sort();
    // The comment at the head of the file belongs to whichever part stands first.
    let placed = history.iter().filter_map(|(_, row)| row.as_table()).filter(|row| row.position().is_some());
    let head = placed.min_by_key(|row| row.position()).and_then(|row| row.decor().prefix().cloned());
    for (place, part) in parts.iter().enumerate() {
        let Some(row) = history[part].as_table_mut() else { continue };
        row.set_position(Some(isize::try_from(place).unwrap_or(isize::MAX)));
        let blank = "\n".into();
        row.decor_mut().set_prefix(if place == 0 { head.clone().unwrap_or(blank) } else { blank });
    }
}

fn into_row(row: &mut Item, point: &Point, source: &str) -> Result<Option<String>> {
    let (name, unit) = (if row.get("total_gib").is_some() { "price_per_gb" } else { "price" }, unit(row));
    let old = row.get(name);
    let day = old.and_then(|price| price.get("date")).and_then(Item::as_str).unwrap_or_default();
    if day >= point.day.as_str() {
        return Ok(None);
    }
    let mut price = InlineTable::new();
    price.insert("usd", usd((point.median / unit * 100.0).round() / 100.0));
    price.insert("date", point.day.as_str().into());
    price.insert("source", sourced(point, source, "median listing").into());
    row.as_table_mut().context("a row that is no table")?.insert(name, Item::Value(Value::InlineTable(price)));
    Ok(Some(format!("{}: {} USD of {} in its row", point.part, point.median, point.day)))
}

fn sourced(point: &Point, source: &str, what: &str) -> String {
    if point.listings > 1 { format!("{source}, {what}") } else { source.to_owned() }
}

/// Dollars as the tables write them: whole ones without a point.
fn usd(value: f64) -> Value {
    if value.fract() == 0.0 { Value::from(value as i64) } else { Value::from(value) }
}

fn price_range(point: &Point) -> String {
    if point.low < point.median { format!("{} to {} USD", point.low, point.median) } else { format!("{} USD", point.median) }
}

#[cfg(test)]
mod tests {
    use super::*;

    const KITS: &str = "# Kits.\n\n[ddr5-udimm-2x32]\ntotal_gib = 64\nprice_per_gb = { usd = 3.1, date = \"2025-07-23\", source = \"a list\" } # kept\n";
    const CASES: &str = "[a-case]\nname = \"A case\"\nprice = { usd = 90, date = \"2026-09-01\", source = \"a list\" }\n";
    const PAST: &str = "# What parts once cost.\n#\n# More of it.\n\n[ddr5-udimm-2x48]\nprices = [\n  { date = \"2025-05\", usd = 200, source = \"a list\", confidence = \"low\" },\n]\n";

    fn tables() -> Tables {
        let texts = [("memory_kits.toml", KITS), ("cases.toml", CASES), (HISTORY, PAST)];
        Tables::of(texts.map(|(path, text)| (path.to_owned(), text.to_owned()))).expect("tables")
    }

    fn text(tables: &Tables, path: &str) -> String {
        tables.texts().find(|(other, _)| *other == path).expect("a table").1
    }

    fn point(part: &str, day: &str, low: f64, median: f64) -> Point {
        Point { part: part.into(), day: day.into(), low, median, listings: if low < median { 3 } else { 1 } }
    }

    #[test]
    fn a_newer_price_is_written_where_it_stands_and_the_rest_stays_as_it_was() {
        let mut tables = tables();
        let changes = write(&mut tables, &[point("ddr5-udimm-2x32", "2026-10-01", 600.0, 640.0)], "a shop", "medium");
        assert_eq!(changes.expect("written").len(), 2);
        assert_eq!(
            text(&tables, "memory_kits.toml"),
            KITS.replace(
                "{ usd = 3.1, date = \"2025-07-23\", source = \"a list\" } # kept",
                "{ usd = 10, date = \"2026-10-01\", source = \"a shop, median listing\" }"
            )
        );
        let added = "[ddr5-udimm-2x32]\nprices = [\n  { date = \"2026-10-01\", low_usd = 600, high_usd = 640, source = \"a shop, lowest to median listing\", confidence = \"medium\" },\n]\n\n";
        assert_eq!(text(&tables, HISTORY), PAST.replace("[ddr5-udimm-2x48]", &format!("{added}[ddr5-udimm-2x48]")));
        assert_eq!(tables.known("ddr5-udimm-2x32"), Known::Row { newest: Some(640.0) });
        // The same list again says nothing new.
        let again = write(&mut tables, &[point("ddr5-udimm-2x32", "2026-10-01", 600.0, 640.0)], "a shop", "medium");
        assert_eq!(again.expect("nothing to write"), Vec::<String>::new());
    }

    /// The catalog's own tables: what is written is what is known then, and every other line stays as it was.
    #[test]
    fn the_shipped_tables_keep_every_other_line() {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../catalog/data");
        let paths = ["gpus/nvidia-geforce.toml", "memory_kits.toml", "storage.toml", "cases.toml", HISTORY];
        let texts = paths.map(|path| (path.to_owned(), std::fs::read_to_string(folder.join(path)).expect("a table")));
        let mut tables = Tables::of(texts.clone()).expect("tables");
        assert!(tables.texts().all(|(path, text)| texts.contains(&(path.to_owned(), text))), "read and written alike");
        let parts = ["arc-b580-no-such", "rtx-5090", "ddr5-udimm-2x32", "samsung-990-pro-4tb", "fractal-design-north"];
        assert_eq!(parts.map(|part| tables.known(part) == Known::NoRow), [true, false, false, false, false]);
        let points: Vec<Point> = parts[1..].iter().map(|part| point(part, "2099-01-01", 640.0, 640.0)).collect();
        write(&mut tables, &points, "a shop", "high").expect("written");
        assert!(points.iter().all(|point| tables.known(&point.part) == Known::Row { newest: Some(640.0) }));
        for (path, before) in &texts {
            let after = text(&tables, path);
            let kept = before.lines().filter(|line| !after.lines().any(|other| other == *line)).count();
            assert!(kept <= 1, "{path}: {kept} lines are gone");
        }
        let history = text(&tables, HISTORY);
        let ids: Vec<&str> = history.lines().filter_map(|line| line.strip_prefix('[')?.strip_suffix(']')).collect();
        assert!(ids.is_sorted() && ids.contains(&"samsung-990-pro-4tb"), "{ids:?}");
    }

    #[test]
    fn what_is_older_or_of_low_confidence_decides_nothing() {
        let mut tables = tables();
        let older = write(&mut tables, &[point("a-case", "2026-08-01", 70.0, 70.0)], "a shop", "high").expect("older");
        let low = write(&mut tables, &[point("ddr5-udimm-2x32", "2026-10-01", 640.0, 640.0)], "a shop", "low").expect("low");
        assert_eq!((older.len(), low), (0, vec!["ddr5-udimm-2x32: 640 USD of 2026-10-01 in the history".to_owned()]));
        assert_eq!((text(&tables, "cases.toml"), text(&tables, "memory_kits.toml")), (CASES.to_owned(), KITS.to_owned()));
        assert_eq!(tables.known("no-such-part"), Known::NoRow);
    }
}
