//! Matrix products that others timed one by one, from `engine/reference/matmul_kernels.csv`.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::Read;

use anyhow::{Context, Result};
use engine::device::roofline;

use crate::gates::Group;
use crate::summary::Summary;

/// A product whose time was measured.
#[derive(Debug)]
pub struct Product {
    gpu: String,
    /// The engine's time over the measured, less 1.
    deviation: f64,
}

/// Every timing with the engine's beside it.
///
/// # Errors
/// A row that cannot be read or names a card that the catalog does not have.
pub fn products(table: impl Read) -> Result<Vec<Product>> {
    let mut products = Vec::new();
    for record in csv::Reader::from_reader(table).deserialize() {
        let line: BTreeMap<String, String> = record?;
        products.push(product(&line).with_context(|| format!("row {:?}", line.get("id")))?);
    }
    Ok(products)
}

fn product(line: &BTreeMap<String, String>) -> Result<Product> {
    let text = |key: &str| line.get(key).map(String::as_str).with_context(|| format!("no {key}"));
    let number = |key: &str| Ok::<u64, anyhow::Error>(text(key)?.parse()?);
    let gpu = text("gpu")?;
    let card = catalog::gpu(gpu).with_context(|| format!("no card {gpu}"))?;
    let predicted = roofline::product(&card.spec, (number("m")?, number("n")?, number("k")?)).get();
    let measured: f64 = text("seconds")?.parse()?;
    Ok(Product { gpu: gpu.to_owned(), deviation: predicted / measured - 1.0 })
}

/// Groups that gates hold, a card each.
#[must_use]
pub fn groups(products: &[Product]) -> Vec<Group> {
    let mut named: BTreeMap<String, Vec<f64>> = BTreeMap::new();
    for Product { gpu, deviation } in products {
        named.entry(format!("matrix products: {gpu}")).or_default().push(*deviation);
    }
    named.into_iter().map(|(name, deviations)| Group { name, deviations }).collect()
}

/// The section of the report.
#[must_use]
pub fn section(products: &[Product]) -> String {
    let mut text = "\n## Matrix products\n\nProducts of BF16 matrices with 512 to 8,192 rows, timed one by one by others \
                    (`engine/reference/matmul_kernels.csv`), against the roofline of training steps, whose share for them was fitted to these \
                    and to whole runs.\n\n| Card | rows | median | 95th percentile | farthest |\n|---|---:|---:|---:|---:|\n"
        .to_owned();
    for Group { name, deviations } in groups(products) {
        let Some(Summary { count, median, p95, worst }) = Summary::new(deviations.iter().copied()) else { continue };
        let percent = |value: f64| format!("{:.1} %", value * 100.0);
        let name = name.trim_start_matches("matrix products: ");
        let _ = writeln!(text, "| {name} | {count} | {} | {} | {} |", percent(median), percent(p95), percent(worst));
    }
    text
}
