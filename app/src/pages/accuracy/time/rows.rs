//! The compared rates, as `cargo xtask accuracy --write` leaves them.

use std::sync::LazyLock;

use csv::StringRecord;

/// The whole table, one compared rate a line; also served as it is.
pub const TABLE: &str = include_str!("../../../../../docs/accuracy-time.csv");

/// What a row compares, in the order of the page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Section {
    /// Training on one card with every condition known.
    Complete,
    /// Training on one card with a condition unknown.
    ConditionOpen,
    /// Training on several cards of one machine.
    SeveralCards,
    /// Decoding pictures in one thread with Pillow.
    DecodeDefault,
    /// Decoding pictures in one thread with another library.
    DecodeOther,
    /// Decoded pictures from several workers.
    Loader,
    /// Memory of workers.
    WorkerMemory,
}

impl Section {
    /// All sections, in the order of the page.
    pub const ALL: [Self; 7] = [
        Self::Complete,
        Self::ConditionOpen,
        Self::SeveralCards,
        Self::DecodeDefault,
        Self::DecodeOther,
        Self::Loader,
        Self::WorkerMemory,
    ];

    /// Whether its rows are about a step of training rather than what feeds it.
    #[must_use]
    pub const fn is_step(self) -> bool {
        matches!(self, Self::Complete | Self::ConditionOpen | Self::SeveralCards)
    }

    /// The report says it in brackets at the end of the source.
    const fn word(self) -> &'static str {
        match self {
            Self::Complete => "complete",
            Self::ConditionOpen => "condition-open",
            Self::SeveralCards => "several-cards",
            Self::DecodeDefault => "decode-default",
            Self::DecodeOther => "decode-other",
            Self::Loader => "loader",
            Self::WorkerMemory => "worker-memory",
        }
    }
}

/// One measured rate (or size) beside the engine's.
#[derive(Debug, Clone)]
pub struct Row {
    /// What it compares.
    pub section: Section,
    /// Short name of the source.
    pub source: String,
    /// Where in the source, often with `owner/name@commit`.
    pub source_detail: String,
    /// Name of the row among its source's.
    pub name: String,
    /// Kind of model (`cnn`, `decoder`).
    pub family: String,
    /// The card's architecture; empty where there is no card.
    pub generation: String,
    /// The card, by the catalog's id; empty where there is none.
    pub gpu: String,
    /// The model, by the catalog's id, or the library.
    pub model: String,
    /// Everything else that was set.
    pub settings: String,
    /// What the source says; above 0.
    pub measured: f64,
    /// What the engine says; above 0.
    pub predicted: f64,
    /// Unit of both (`images/s`).
    pub unit: String,
    /// Why they differ, where that is known; else empty.
    pub reason_en: String,
    /// Why they differ, in Chinese, where that is known; else empty.
    pub reason_zh: String,
}

impl Row {
    /// What tells configurations apart; a source may have measured one many times.
    #[must_use]
    pub fn configuration(&self) -> (&str, &str, &str, &str) {
        (&self.source, &self.gpu, &self.model, &self.settings)
    }
}

/// All rows, read once.
///
/// A line that cannot be read would be left out; a test holds that there is none.
#[must_use]
pub fn rows() -> &'static [Row] {
    static ROWS: LazyLock<Vec<Row>> = LazyLock::new(|| read(TABLE).filter_map(Result::ok).collect());
    &ROWS
}

/// Columns of the table, in their order.
const COLUMNS: [&str; 14] = [
    "set",
    "source",
    "source_detail",
    "row",
    "family",
    "generation",
    "gpu",
    "model",
    "settings",
    "measured",
    "predicted",
    "unit",
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
    let number = |column: usize| {
        let number: f64 = text(column).parse().map_err(|error| format!("{}: {error} in {line:?}", COLUMNS[column]))?;
        if number.is_finite() && number > 0.0 { Ok(number) } else { Err(format!("{number} has no logarithm, in {line:?}")) }
    };
    let detail = text(2);
    let word = detail.rsplit_once('(').map_or("", |(_, word)| word.trim_end_matches(')'));
    let section = Section::ALL.into_iter().find(|section| section.word() == word);
    let section = section.ok_or_else(|| format!("unknown section {word:?}"))?;
    if text(0) != if section.is_step() { "step time" } else { "data path" } {
        return Err(format!("unknown set {:?}", line.get(0)));
    }
    Ok(Row {
        section,
        source: text(1),
        source_detail: detail,
        name: text(3),
        family: text(4),
        generation: text(5),
        gpu: text(6),
        model: text(7),
        settings: text(8),
        measured: number(9)?,
        predicted: number(10)?,
        unit: text(11),
        reason_en: text(12),
        reason_zh: text(13),
    })
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
            assert_eq!(row.reason_en.is_empty(), row.reason_zh.is_empty(), "a reason in one language: {row:?}");
            for text in [&row.source, &row.name, &row.family, &row.model, &row.unit] {
                assert!(!text.is_empty(), "{row:?}");
            }
            assert_eq!(row.section.is_step(), catalog::gpu(&row.gpu).is_some(), "no such card: {row:?}");
            assert!(names.insert(row.name.clone()), "twice: {row:?}");
        }
        assert_eq!(names.len(), rows().len());
        for section in Section::ALL {
            assert!(rows().iter().any(|row| row.section == section), "no row is {}", section.word());
        }
    }

    #[test]
    fn what_cannot_be_drawn_is_an_error() {
        let line = |detail: &str, measured: &str| {
            let line = format!("{}\nstep time,a,{detail},1,cnn,Ada,rtx-4090,m,,{measured},2,images/s,,\n", COLUMNS.join(","));
            read(&line).next().unwrap()
        };
        assert_eq!(line("o/n@0123456 (b) (several-cards)", "1").unwrap().section, Section::SeveralCards);
        assert!(line("o/n@0123456", "1").is_err());
        assert!(line("o/n@0123456 (complete)", "0").is_err());
        assert!(line("o/n@0123456 (loader)", "1").is_err());
    }
}
