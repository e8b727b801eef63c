//! The compared rows, as `cargo xtask accuracy --write` leaves them.

use std::sync::LazyLock;

use csv::StringRecord;
use engine::units::Bytes;

/// The whole table, one compared row a line; also served as it is.
pub const TABLE: &str = include_str!("../../../../docs/accuracy.csv");

/// Where a reference comes from, in the order of the page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Set {
    /// A training step simulated tensor by tensor; nothing ran on a card.
    Simulated,
    /// What others measured on their cards and published.
    Published,
    /// What the project's own kit measured.
    Measured,
}

impl Set {
    /// All sets, in the order of the page.
    pub const ALL: [Self; 3] = [Self::Simulated, Self::Published, Self::Measured];
}

/// Which memory a row is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Metric {
    /// Live tensors.
    Live,
    /// The allocator's blocks that hold them; those that only wait for a stream ("active") count too.
    Allocated,
    /// What the framework's allocator holds of the card.
    Reserved,
    /// What the driver counts as used.
    Device,
}

/// How much of a published run is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Standing {
    /// Every condition is, and the engine has a word for each.
    Complete,
    /// A condition is not: the length of the longest sample, compilation.
    ConditionOpen,
    /// It ran another implementation of the model than the engine's.
    NearModel,
    /// It ran on several cards with sharding or offload.
    Sharded,
}

/// Rows of a set that are judged together, in the order of the page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Section {
    /// Simulated live tensors.
    Tensors,
    /// Simulated steps whose tensors went through a model of the framework's allocator.
    Replay(Metric),
    /// Published runs of which this much is known.
    Published(Standing),
    /// Our own measurements of a metric.
    Measured(Metric),
}

/// One reference beside the engine's estimate of the same figure.
#[derive(Debug, Clone)]
pub struct Row {
    /// Kind of reference.
    pub set: Set,
    /// Short name of the source.
    pub source: String,
    /// Where in the source, often with `owner/name@commit`.
    pub source_detail: String,
    /// Name of the row among its source's.
    pub name: String,
    /// Kind of model (`cnn`, `decoder`).
    pub family: String,
    /// The model, by the catalog's id or the source's name.
    pub model: String,
    /// Which memory.
    pub metric: Metric,
    /// Everything else that was set.
    pub settings: String,
    /// What the source says, in bytes; never 0.
    pub reference_bytes: u64,
    /// What the engine says, in bytes.
    pub estimate_bytes: u64,
    /// Why they differ, where that is known; else empty.
    pub reason_en: String,
    /// Why they differ, in Chinese, where that is known; else empty.
    pub reason_zh: String,
}

impl Row {
    /// Estimate over reference, less 1: above 0 the engine asks for too much.
    #[must_use]
    pub fn deviation(&self) -> f64 {
        self.estimate_bytes as f64 / self.reference_bytes as f64 - 1.0
    }

    /// What the row is judged with.
    #[must_use]
    pub fn section(&self) -> Section {
        match (self.set, self.metric) {
            (Set::Simulated, Metric::Live) => Section::Tensors,
            (Set::Simulated, metric) => Section::Replay(metric),
            (Set::Published, _) => Section::Published(self.standing()),
            (Set::Measured, metric) => Section::Measured(metric),
        }
    }

    /// The report says it in brackets at the end of the source; where it does not, nobody vouches for the conditions.
    fn standing(&self) -> Standing {
        match self.source_detail.rsplit_once('(').map(|(_, word)| word.trim_end_matches(')')) {
            Some("complete") => Standing::Complete,
            Some("near-model") => Standing::NearModel,
            Some("sharded") => Standing::Sharded,
            _ => Standing::ConditionOpen,
        }
    }

    /// What tells configurations apart: a simulated step is its own, a measured run can be one of many alike.
    #[must_use]
    pub fn configuration(&self) -> (&str, &str) {
        match self.set {
            Set::Simulated => (&self.model, &self.name),
            Set::Published | Set::Measured => (&self.model, &self.settings),
        }
    }

    /// The reference in GiB.
    #[must_use]
    pub fn reference_gib(&self) -> f64 {
        Bytes(self.reference_bytes).as_gib()
    }

    /// The estimate in GiB.
    #[must_use]
    pub fn estimate_gib(&self) -> f64 {
        Bytes(self.estimate_bytes).as_gib()
    }
}

/// All rows, read once.
///
/// A line that cannot be read would be left out; a test holds that there is none.
#[must_use]
pub fn rows() -> &'static [Row] {
    static ROWS: LazyLock<Vec<Row>> = LazyLock::new(|| read(TABLE).filter_map(Result::ok).filter(is_comparable).collect());
    &ROWS
}

/// Columns of the table, in their order.
const COLUMNS: [&str; 12] = [
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

/// The lines of a table, each a row or what is wrong with it.
fn read(table: &str) -> impl Iterator<Item = Result<Row, String>> {
    let mut reader = csv::Reader::from_reader(table.as_bytes());
    let is_known = reader.headers().is_ok_and(|headers| headers == COLUMNS.as_slice());
    let lines = is_known.then(|| reader.into_records());
    lines.into_iter().flatten().map(|line| line.map_err(|error| error.to_string()).and_then(|line| parse(&line)))
}

fn parse(line: &StringRecord) -> Result<Row, String> {
    let text = |column: usize| line.get(column).unwrap_or_default().to_owned();
    let number = |column: usize| text(column).parse().map_err(|error| format!("{}: {error} in {line:?}", COLUMNS[column]));
    let set = match line.get(0) {
        Some("simulated") => Set::Simulated,
        Some("published") => Set::Published,
        Some("measured by us") => Set::Measured,
        other => return Err(format!("unknown set {other:?}")),
    };
    let metric = match line.get(6) {
        Some("live") => Metric::Live,
        Some("allocated" | "active") => Metric::Allocated,
        Some("reserved") => Metric::Reserved,
        Some("device") => Metric::Device,
        other => return Err(format!("unknown metric {other:?}")),
    };
    Ok(Row {
        set,
        source: text(1),
        source_detail: text(2),
        name: text(3),
        family: text(4),
        model: text(5),
        metric,
        settings: text(7),
        reference_bytes: number(8)?,
        estimate_bytes: number(9)?,
        reason_en: text(10),
        reason_zh: text(11),
    })
}

/// Whether a deviation and its place on logarithmic axes exist.
const fn is_comparable(row: &Row) -> bool {
    row.reference_bytes > 0 && row.estimate_bytes > 0
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_line_is_a_row() {
        let mut names = BTreeSet::new();
        for row in read(TABLE) {
            let row = row.unwrap();
            assert!(is_comparable(&row), "{row:?}");
            assert!(row.deviation().is_finite(), "{row:?}");
            assert_eq!(row.reason_en.is_empty(), row.reason_zh.is_empty(), "a reason in one language: {row:?}");
            for text in [&row.source, &row.name, &row.family, &row.model] {
                assert!(!text.is_empty(), "{row:?}");
            }
            assert!(names.insert((row.set, row.source.clone(), row.name.clone(), row.metric)), "twice: {row:?}");
        }
        assert_eq!(names.len(), rows().len());
        assert!(!names.is_empty());
    }

    #[test]
    fn above_zero_the_estimate_is_too_high() {
        let line = "set,source,source_detail,row,family,model,metric,settings,reference_bytes,estimate_bytes,reason_en,reason_zh\n\
                    measured by us,kit,a,1,cnn,resnet50,device,\"batch 1, fp32\",1000,1150,,\n";
        let row = read(line).next().unwrap().unwrap();
        assert_eq!((row.set, row.metric, row.settings.as_str()), (Set::Measured, Metric::Device, "batch 1, fp32"));
        assert!((row.deviation() - 0.15).abs() < 1e-12);
        assert_eq!(row.section(), Section::Measured(Metric::Device));
    }

    #[test]
    fn published_rows_are_judged_by_what_is_known_of_them() {
        let line = |detail: &str| {
            let line = format!("{}\npublished,a,{detail},1,cnn,m,active,,1000,1150,,\n", COLUMNS.join(","));
            read(&line).next().unwrap().unwrap().section()
        };
        assert_eq!(line("o/n@0123456 a.md (complete)"), Section::Published(Standing::Complete));
        assert_eq!(line("o/n@0123456 (b) (near-model)"), Section::Published(Standing::NearModel));
        assert_eq!(line("o/n@0123456"), Section::Published(Standing::ConditionOpen));
    }
}
