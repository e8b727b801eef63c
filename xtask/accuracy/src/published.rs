//! Peaks that others measured on cards and published, as they lie in `engine/reference/published_memory.csv`.

use std::collections::BTreeMap;
use std::io::Read;

use anyhow::{Context, Result, bail};
use serde_json::Value;

use crate::summary::{Summary, middle};

/// One measured peak and the scenario that asks the engine for the same run.
#[derive(Debug, Clone, PartialEq)]
pub struct Published {
    /// Row of the table.
    pub id: String,
    /// Short name of the source.
    pub source: String,
    /// Repository with commit, file and section.
    pub source_detail: String,
    /// How well the engine can be asked for that very run.
    pub standing: Standing,
    /// What was measured.
    pub metric: Metric,
    /// The measured peak.
    pub peak_bytes: u64,
    /// Kind of model (`cnn`, `decoder`).
    pub family: String,
    /// Model, by the catalog's name or the usual one.
    pub model: String,
    /// The run in the API's words.
    pub scenario: Value,
    /// Why the estimate is known to miss, in English and Chinese; empty where nothing is known.
    pub reasons: [String; 2],
}

/// How well the engine can be asked for a run that somebody else made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Standing {
    /// Every condition is known, and the engine has a word for each.
    Complete,
    /// A condition is not known, or the engine has no word for it: the length of the longest sample, compilation.
    ConditionOpen,
    /// The run's model is another implementation than the engine's.
    NearModel,
    /// Several cards with sharding or offload.
    Sharded,
}

/// What a framework or driver calls the memory of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Metric {
    /// `torch.cuda.max_memory_allocated()`.
    Allocated,
    /// Blocks in use and those that wait for a stream; the engine takes it for allocated.
    Active,
    /// `torch.cuda.max_memory_reserved()`.
    Reserved,
    /// What the driver shows for the process.
    Device,
}

impl Metric {
    /// The answer's figure of the same kind.
    #[must_use]
    pub const fn pointer(self) -> &'static str {
        match self {
            Self::Allocated | Self::Active => "/vram/torch_allocated_peak_bytes",
            Self::Reserved => "/vram/reserved_peak_bytes",
            Self::Device => "/vram/device_peak_bytes",
        }
    }

    /// The word of the table.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Allocated => "allocated",
            Self::Active => "active",
            Self::Reserved => "reserved",
            Self::Device => "device",
        }
    }
}

impl Standing {
    /// All, from the best on.
    pub const ALL: [Self; 4] = [Self::Complete, Self::ConditionOpen, Self::NearModel, Self::Sharded];

    /// The word of the table.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Complete => "complete",
            Self::ConditionOpen => "condition-open",
            Self::NearModel => "near-model",
            Self::Sharded => "sharded",
        }
    }
}

/// A measured peak and the engine's.
#[derive(Debug, Clone, PartialEq)]
pub struct Comparison {
    /// The measurement.
    pub row: Published,
    /// The engine's figure of the same kind.
    pub estimate_bytes: u64,
    /// Estimate over measurement, less 1.
    pub relative: f64,
    /// Whether the engine says that the run, which ran, cannot fit even at the low end of its range.
    pub refused: bool,
}

/// Deviations of a group, a configuration counting once however often it was measured.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Spread {
    /// Measurements.
    pub rows: usize,
    /// Over configurations.
    pub configurations: Summary,
}

/// Reads the table.
///
/// # Errors
/// A row that cannot be read; names it.
pub fn read_published(table: impl Read) -> Result<Vec<Published>> {
    let mut rows = Vec::new();
    for record in csv::Reader::from_reader(table).deserialize() {
        let columns: BTreeMap<String, String> = record?;
        let row = row(&columns).with_context(|| format!("row {:?}", columns.get("id")))?;
        rows.push(row);
    }
    Ok(rows)
}

fn row(columns: &BTreeMap<String, String>) -> Result<Published> {
    let text = |name: &str| columns.get(name).cloned().with_context(|| format!("there is no column `{name}`"));
    let standing = text("standing")?;
    let metric = text("metric")?;
    Ok(Published {
        id: text("id")?,
        source: text("source")?,
        source_detail: text("source_detail")?,
        standing: Standing::ALL
            .into_iter()
            .find(|known| known.word() == standing)
            .with_context(|| format!("`{standing}` is no standing"))?,
        metric: match metric.as_str() {
            "allocated" => Metric::Allocated,
            "active" => Metric::Active,
            "reserved" => Metric::Reserved,
            "device" => Metric::Device,
            other => bail!("`{other}` is no metric"),
        },
        peak_bytes: text("peak_bytes")?.parse()?,
        family: text("family")?,
        model: text("model")?,
        scenario: serde_json::from_str(&text("scenario")?)?,
        reasons: [text("reason_en")?, text("reason_zh")?],
    })
}

/// Asks `estimate` for every row.
///
/// # Errors
/// The first row that is answered by a problem; names it.
pub fn compare(rows: Vec<Published>, estimate: impl Fn(&Value) -> Result<Value, String>) -> Result<Vec<Comparison>> {
    let compared = rows.into_iter().map(|row| {
        let answer = estimate(&row.scenario).map_err(anyhow::Error::msg).with_context(|| format!("row {}", row.id))?;
        let estimate_bytes = figure(&answer, row.metric.pointer())?;
        let relative = estimate_bytes as f64 / row.peak_bytes as f64 - 1.0;
        Ok(Comparison { row, estimate_bytes, relative, refused: is_refused(&answer)? })
    });
    compared.collect()
}

/// Whether even the low end of the range is beyond the card.
pub(crate) fn is_refused(answer: &Value) -> Result<bool> {
    let need = figure(answer, "/vram/range_bytes/0")? + figure(answer, "/vram/desktop_bytes")?;
    Ok(need > figure(answer, "/vram/capacity_bytes")?)
}

pub(crate) fn figure(answer: &Value, pointer: &str) -> Result<u64> {
    answer.pointer(pointer).and_then(Value::as_u64).with_context(|| format!("the answer has no whole number at {pointer}"))
}

/// The spread of some comparisons; nothing where there are none.
pub fn spread<'a>(comparisons: impl IntoIterator<Item = &'a Comparison>) -> Option<Spread> {
    let mut configurations: BTreeMap<String, Vec<f64>> = BTreeMap::new();
    for Comparison { row, relative, .. } in comparisons {
        configurations.entry(configuration(row)).or_default().push(*relative);
    }
    let rows = configurations.values().map(Vec::len).sum();
    let medians = configurations.into_values().map(|mut all| {
        all.sort_by(f64::total_cmp);
        middle(&all)
    });
    Some(Spread { rows, configurations: Summary::new(medians)? })
}

/// What two runs must share to be the same configuration: all but the card.
fn configuration(Published { source, metric, scenario, .. }: &Published) -> String {
    let part = |name: &str| scenario.get(name).map(Value::to_string).unwrap_or_default();
    format!("{source}|{}|{}|{}|{}", metric.word(), part("model"), part("training"), part("data"))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    const TABLE: &str = "id,source,source_detail,standing,metric,peak_bytes,family,model,scenario,reason_en,reason_zh\n\
        A,one,one@1,complete,allocated,100,cnn,m,\"{\"\"model\"\":1}\",,\n\
        B,one,one@1,complete,allocated,200,cnn,m,\"{\"\"model\"\":1}\",,\n\
        C,two,two@1,near-model,reserved,50,cnn,m,\"{\"\"model\"\":2}\",why,因\n";

    #[test]
    fn a_configuration_counts_once() {
        let answer = json!({ "vram": {
            "torch_allocated_peak_bytes": 100, "reserved_peak_bytes": 60, "device_peak_bytes": 70,
            "range_bytes": [50, 80], "capacity_bytes": 40, "desktop_bytes": 0,
        }});
        let all = compare(read_published(TABLE.as_bytes()).unwrap(), |_| Ok(answer.clone())).unwrap();
        assert!(all[0].refused);
        let spread = spread(&all).unwrap();
        assert_eq!((spread.rows, spread.configurations.count), (3, 2));
        // A and B are 0 and -50 %: together -25 %; C is +20 %.
        assert!((spread.configurations.worst - 0.25).abs() < 1e-12, "{spread:?}");
    }

    #[test]
    fn an_unknown_word_names_its_row() {
        let table = TABLE.replace("near-model", "nearly");
        let error = format!("{:#}", read_published(table.as_bytes()).unwrap_err());
        assert!(error.contains("\"C\"") && error.contains("nearly"), "{error}");
    }
}
