//! Rates of training that others measured and published, as they lie in `engine/reference/throughput.csv`, and how far the
//! engine's compute time is off.
//!
//! A row says samples, images, sequences or tokens per second of a run whose data never waits; it is compared with
//! `speed.compute_samples_per_second` times the row's units per sample.
//! A [`Configuration`] is a source, a card and a scenario; it counts once however often it was measured.

mod configuration;
mod limits;
mod markdown;
mod pairs;

use std::collections::BTreeMap;
use std::io::Read;

use anyhow::{Context, Result, ensure};
use serde_json::Value;

pub use configuration::{Closeness, Configuration, configurations};
pub(crate) use limits::groups;
pub use limits::shortcomings;
pub use markdown::time;
pub use pairs::{Pair, pairs};

/// One measured rate and the scenario that asks the engine for the same run.
#[derive(Debug, Clone, PartialEq)]
pub struct Throughput {
    /// Row of the table.
    pub id: String,
    /// Short name of the source.
    pub source: String,
    /// Repository with commit, file and section.
    pub source_detail: String,
    /// How well the engine can be asked for that very run.
    pub standing: Known,
    /// Kind of model (`cnn`, `decoder`).
    pub family: String,
    /// The card, by the catalog's id.
    pub gpu: String,
    /// The card's architecture, from the catalog.
    pub generation: &'static str,
    /// Model, by the catalog's id.
    pub model: String,
    /// The run in the API's words.
    pub scenario: Value,
    /// Units of the measured rate that one sample is; 1 except for tokens.
    pub units_per_sample: f64,
    /// The measured rate, of all cards together.
    pub measured: f64,
    /// What is counted (`images/s`).
    pub unit: String,
    /// Why the estimate is known to miss, in English and Chinese; empty where nothing is known.
    pub reasons: [String; 2],
}

/// How well the engine can be asked for a timed run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Known {
    /// One card, and every condition is known.
    Complete,
    /// One card; a condition is not known, such as the mean length of samples.
    ConditionOpen,
    /// Several cards of one machine that exchange gradients.
    SeveralCards,
}

impl Known {
    /// All, from the best on.
    pub const ALL: [Self; 3] = [Self::Complete, Self::ConditionOpen, Self::SeveralCards];

    /// The word of the table.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Complete => "complete",
            Self::ConditionOpen => "condition-open",
            Self::SeveralCards => "several-cards",
        }
    }
}

/// A measured rate and the engine's.
#[derive(Debug, Clone, PartialEq)]
pub struct Timed {
    /// The measurement.
    pub row: Throughput,
    /// The engine's rate in the row's unit.
    pub predicted: f64,
}

impl Timed {
    /// Prediction over measurement, less 1: above 0 the engine takes the card for too fast.
    #[must_use]
    pub fn relative(&self) -> f64 {
        self.predicted / self.row.measured - 1.0
    }
}

/// Reads the table.
///
/// # Errors
/// A row that cannot be read, or whose card the catalog does not have; names it.
pub fn read_throughput(table: impl Read) -> Result<Vec<Throughput>> {
    let mut rows = Vec::new();
    for record in csv::Reader::from_reader(table).deserialize() {
        let columns: BTreeMap<String, String> = record?;
        rows.push(row(&columns).with_context(|| format!("row {:?}", columns.get("id")))?);
    }
    Ok(rows)
}

fn row(columns: &BTreeMap<String, String>) -> Result<Throughput> {
    let text = |name: &str| columns.get(name).cloned().with_context(|| format!("there is no column `{name}`"));
    let standing = text("standing")?;
    let gpu = text("gpu")?;
    let measured: f64 = text("measured")?.parse()?;
    ensure!(measured.is_finite() && measured > 0.0, "{measured} is no rate");
    Ok(Throughput {
        id: text("id")?,
        source: text("source")?,
        source_detail: text("source_detail")?,
        standing: Known::ALL
            .into_iter()
            .find(|known| known.word() == standing)
            .with_context(|| format!("`{standing}` is no standing"))?,
        family: text("family")?,
        generation: catalog::gpu(&gpu).with_context(|| format!("the catalog has no card `{gpu}`"))?.architecture,
        gpu,
        model: text("model")?,
        scenario: serde_json::from_str(&text("scenario")?)?,
        units_per_sample: text("units_per_sample")?.parse()?,
        measured,
        unit: text("unit")?,
        reasons: [text("reason_en")?, text("reason_zh")?],
    })
}

/// Asks `estimate` for every row, once where several rows ask the same.
///
/// # Errors
/// The first row that is answered by a problem or without a rate; names it.
pub fn time_all(rows: Vec<Throughput>, estimate: impl Fn(&Value) -> Result<Value, String>) -> Result<Vec<Timed>> {
    let mut answered: BTreeMap<String, f64> = BTreeMap::new();
    let timed = rows.into_iter().map(|row| {
        let question = row.scenario.to_string();
        let rate = if let Some(rate) = answered.get(&question) {
            *rate
        } else {
            let answer = estimate(&row.scenario).map_err(anyhow::Error::msg).with_context(|| format!("row {}", row.id))?;
            let rate = answer.pointer("/speed/compute_samples_per_second").and_then(Value::as_f64);
            rate.filter(|rate| *rate > 0.0).with_context(|| format!("row {}: the answer has no rate", row.id))?
        };
        answered.insert(question, rate);
        Ok(Timed { predicted: rate * row.units_per_sample, row })
    });
    timed.collect()
}

#[cfg(test)]
pub(crate) mod tests {
    use serde_json::json;

    use super::*;

    pub(crate) fn timed(gpu: &str, batch: u64, measured: f64, predicted: f64) -> Timed {
        let row = Throughput {
            id: format!("{gpu}-{batch}-{measured}"),
            source: "one".to_owned(),
            source_detail: "one@1".to_owned(),
            standing: Known::Complete,
            family: "cnn".to_owned(),
            gpu: gpu.to_owned(),
            generation: "Ampere",
            model: "resnet50".to_owned(),
            scenario: json!({ "hardware": { "gpu": gpu }, "training": { "micro_batch_size": batch } }),
            units_per_sample: 1.0,
            measured,
            unit: "images/s".to_owned(),
            reasons: [String::new(), String::new()],
        };
        Timed { row, predicted }
    }

    #[test]
    fn tokens_are_samples_times_their_length() {
        let table = "id,source,source_detail,standing,family,gpu,model,scenario,units_per_sample,measured,unit,reason_en,reason_zh\n\
                     A,one,one@1,complete,decoder,rtx-3090,gpt2,{},1024,2048,tokens/s,,\n";
        let rows = read_throughput(table.as_bytes()).unwrap();
        assert_eq!(rows[0].generation, "Ampere");
        let timed = time_all(rows, |_| Ok(json!({ "speed": { "compute_samples_per_second": 2.5 } }))).unwrap();
        assert!((timed[0].relative() - 0.25).abs() < 1e-12);
        let error = read_throughput(table.replace("rtx-3090", "rtx-0").as_bytes()).unwrap_err();
        assert!(format!("{error:#}").contains("rtx-0"));
    }
}
