//! Every comparison as one line of a table that a page can draw.

use anyhow::Result;

use crate::published::Comparison;
use crate::settings::settings;
use crate::{Deviation, SharedOut, scenario};

/// The table's head.
const HEADER: [&str; 12] = [
    "set",
    "source",
    "source_detail",
    "row",
    "family",
    "model",
    "metric",
    "settings",
    "reference_bytes",
    "estimate_bytes",
    "reason_en",
    "reason_zh",
];

/// From here on a miss is large enough that its reason is reported.
pub(crate) const LARGE_MISS: f64 = 0.05;

/// Comparisons of one set as they go into the table.
#[derive(Debug, Clone, Copy)]
pub enum Lines<'a> {
    /// With simulated steps: their live tensors and, under a source of its own, the replay of the allocator.
    Simulated(&'a [Deviation]),
    /// With simulated steps of one GPU among several.
    Sharded(&'a [SharedOut]),
    /// With measurements of others.
    Published(&'a [Comparison]),
    /// With our own measurements.
    Measured(&'a [Comparison]),
}

/// The table as CSV.
///
/// # Errors
/// A simulated step that cannot be said in the API's words.
pub fn table(parts: &[Lines]) -> Result<String> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(HEADER)?;
    for part in parts {
        match part {
            Lines::Simulated(deviations) => {
                for deviation in *deviations {
                    simulated(&mut writer, deviation)?;
                }
            }
            Lines::Sharded(shared) => {
                for one in *shared {
                    sharded(&mut writer, one)?;
                }
            }
            Lines::Published(comparisons) => measured(&mut writer, "published", comparisons)?,
            Lines::Measured(comparisons) => measured(&mut writer, "measured by us", comparisons)?,
        }
    }
    Ok(String::from_utf8(writer.into_inner()?)?)
}

fn simulated(writer: &mut csv::Writer<Vec<u8>>, deviation: &Deviation) -> Result<()> {
    let Deviation { reference, .. } = deviation;
    let settings = settings(&scenario(reference)?);
    for (source, metric, simulated, estimate) in deviation.figures() {
        let detail = match source {
            "tensor simulation" => "engine/reference: live tensors of one step, PyTorch 2.15 on fake tensors",
            _ => "engine/reference: the same step through a model of PyTorch's caching allocator",
        };
        writer.write_record([
            "simulated",
            source,
            detail,
            reference.setting("id"),
            reference.setting("family"),
            reference.setting("model"),
            metric,
            &settings,
            &simulated.to_string(),
            &estimate.to_string(),
            "",
            "",
        ])?;
    }
    Ok(())
}

fn sharded(writer: &mut csv::Writer<Vec<u8>>, one: &SharedOut) -> Result<()> {
    let SharedOut { row, estimate_bytes, .. } = one;
    writer.write_record([
        "simulated",
        "tensor simulation",
        "engine/reference/sharded.csv: live tensors of the first of several GPUs, the libraries' own code",
        &row.id,
        &row.implementation,
        &row.model,
        "live",
        &settings(&row.scenario),
        &row.peak_bytes.to_string(),
        &estimate_bytes.to_string(),
        "",
        "",
    ])?;
    Ok(())
}

fn measured(writer: &mut csv::Writer<Vec<u8>>, set: &str, comparisons: &[Comparison]) -> Result<()> {
    for Comparison { row, estimate_bytes, relative, .. } in comparisons {
        let reasons = if relative.abs() > LARGE_MISS { row.reasons.each_ref().map(String::as_str) } else { ["", ""] };
        let detail = format!("{} ({})", row.source_detail, row.standing.word());
        writer.write_record([
            set,
            &row.source,
            &detail,
            &row.id,
            &row.family,
            &row.model,
            row.metric.word(),
            &settings(&row.scenario),
            &row.peak_bytes.to_string(),
            &estimate_bytes.to_string(),
            reasons[0],
            reasons[1],
        ])?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::published::{Metric, Published, Standing};

    #[test]
    fn a_reason_is_told_where_the_miss_is_large() {
        let row = Published {
            id: "A".to_owned(),
            source: "one".to_owned(),
            source_detail: "one@1 README.md".to_owned(),
            standing: Standing::Complete,
            metric: Metric::Reserved,
            peak_bytes: 100,
            family: "cnn".to_owned(),
            model: "m".to_owned(),
            scenario: json!({ "training": { "method": "full" } }),
            reasons: ["why".to_owned(), "因".to_owned()],
        };
        let near = Comparison { row: row.clone(), estimate_bytes: 101, relative: 0.01, refused: false };
        let far = Comparison { row, estimate_bytes: 120, relative: 0.2, refused: false };
        let text = table(&[Lines::Published(&[near]), Lines::Measured(&[far])]).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[0], HEADER.join(","));
        assert_eq!(lines[1], "published,one,one@1 README.md (complete),A,cnn,m,reserved,full,100,101,,");
        assert_eq!(lines[2], "measured by us,one,one@1 README.md (complete),A,cnn,m,reserved,full,100,120,why,因");
    }
}
