//! Rates and memory of data loaders that others measured and published, as they lie in `engine/reference/dataload.csv`,
//! beside the engine's own laws.

mod markdown;

use std::collections::BTreeMap;
use std::io::Read;

use anyhow::{Context, Result, ensure};
use engine::hardware::Cpu;
use engine::host::{cores, decoding, sample, sizes};
use engine::units::Bytes;

pub use markdown::data_path;

/// What a row measured.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// Pictures that one thread decodes with Pillow, which torchvision's data sets use unless told otherwise.
    DecodeDefault,
    /// Pictures that one thread decodes with another library.
    DecodeOther,
    /// Decoded pictures that several workers hand to the training process.
    Loader,
    /// Memory of the training process and its workers.
    WorkerMemory,
}

impl Kind {
    /// All, in the order of the report.
    pub const ALL: [Self; 4] = [Self::DecodeDefault, Self::DecodeOther, Self::Loader, Self::WorkerMemory];

    /// The word of the table.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::DecodeDefault => "decode-default",
            Self::DecodeOther => "decode-other",
            Self::Loader => "loader",
            Self::WorkerMemory => "worker-memory",
        }
    }

    /// Share of rows that must be within [`NEAR`] of the measurement.
    #[must_use]
    pub const fn required_share(self) -> f64 {
        match self {
            Self::DecodeDefault | Self::WorkerMemory => 1.0,
            // Libraries differ by 20 % among themselves, and the engine has one law for all; virtual machines share their
            // memory bandwidth with others.
            Self::DecodeOther | Self::Loader => 0.75,
        }
    }
}

/// How close a rate or a size must be to count as met.
pub const NEAR: f64 = 0.25;

/// One measured figure and the engine's.
#[derive(Debug, Clone, PartialEq)]
pub struct Loading {
    /// Row of the table.
    pub id: String,
    /// What was measured.
    pub kind: Kind,
    /// Short name of the source.
    pub source: String,
    /// Where in the source.
    pub source_detail: String,
    /// Library, or how workers were started.
    pub subject: String,
    /// Processor; empty for memory.
    pub machine: String,
    /// Workers; 1 is a single thread.
    pub workers: u64,
    /// The measured figure.
    pub measured: f64,
    /// The engine's figure.
    pub predicted: f64,
    /// Unit of both.
    pub unit: String,
    /// Why the engine is known to miss, in English and Chinese.
    pub reasons: [String; 2],
}

impl Loading {
    /// Prediction over measurement, less 1.
    #[must_use]
    pub fn relative(&self) -> f64 {
        self.predicted / self.measured - 1.0
    }
}

/// Reads the table and asks the engine for each row.
///
/// # Errors
/// A row that cannot be read; names it.
pub fn read_loading(table: impl Read) -> Result<Vec<Loading>> {
    let mut rows = Vec::new();
    for record in csv::Reader::from_reader(table).deserialize() {
        let columns: BTreeMap<String, String> = record?;
        rows.push(row(&columns).with_context(|| format!("row {:?}", columns.get("id")))?);
    }
    Ok(rows)
}

fn row(columns: &BTreeMap<String, String>) -> Result<Loading> {
    let text = |name: &str| columns.get(name).cloned().with_context(|| format!("there is no column `{name}`"));
    let number = |name: &str| text(name)?.parse::<u64>().with_context(|| format!("`{name}`"));
    let word = text("kind")?;
    let kind = Kind::ALL.into_iter().find(|kind| kind.word() == word).with_context(|| format!("`{word}` is no kind"))?;
    let workers = number("workers")?;
    let predicted = match kind {
        Kind::DecodeDefault | Kind::DecodeOther => {
            let cpu = cpu(number("cores")?, number("threads")?, text("boost_ghz")?.parse()?)?;
            decode_rate(&cpu, Bytes(number("file_bytes")?))
        }
        Kind::Loader => {
            let cpu = cpu(number("cores")?, number("threads")?, text("boost_ghz")?.parse()?)?;
            loader_rate(&cpu, workers, Bytes(number("file_bytes")?), Bytes(number("tensor_bytes")?))
        }
        // The training process is as large as a worker here: nothing runs on a card.
        Kind::WorkerMemory => {
            (sizes::WORKER_LINUX * (workers + 1) + Bytes(number("index_bytes")?)).as_f64() / Bytes::from_mib(1).as_f64()
        }
    };
    let measured: f64 = text("measured")?.parse()?;
    ensure!(measured.is_finite() && measured > 0.0, "{measured} is no figure");
    Ok(Loading {
        id: text("id")?,
        kind,
        source: text("source")?,
        source_detail: text("source_detail")?,
        subject: text("subject")?,
        machine: text("machine")?,
        workers,
        measured,
        predicted,
        unit: text("unit")?,
        reasons: [text("reason_en")?, text("reason_zh")?],
    })
}

/// A processor of this many equal cores; what the data path does not ask for here is another server's.
fn cpu(performance_cores: u64, threads: u64, boost_ghz: f64) -> Result<Cpu> {
    let server = catalog::cpu("epyc-7763").context("the catalog has lost its server")?.spec;
    Ok(Cpu { performance_cores, efficiency_cores: 0, threads, boost_ghz, ..server })
}

/// Pictures per second that one thread decodes.
fn decode_rate(cpu: &Cpu, file: Bytes) -> f64 {
    decoding::decode_time(file, cores::busy_clock_ghz(cpu, 1)).get().recip()
}

/// Pictures per second that workers decode, stack and hand over.
fn loader_rate(cpu: &Cpu, workers: u64, file: Bytes, tensor: Bytes) -> f64 {
    let clock_ghz = cores::busy_clock_ghz(cpu, workers);
    let core = decoding::decode_time(file, clock_ghz).get()
        + sample::FETCH_SECONDS_AT_1_GHZ / clock_ghz
        + tensor.as_f64() * sample::COPY_SECONDS_PER_BYTE;
    cores::capacity(cpu, workers) / core
}

/// What is not good enough.
#[must_use]
pub fn shortcomings(rows: &[Loading]) -> Vec<String> {
    let mut found = Vec::new();
    for kind in Kind::ALL {
        let (near, count) = near(rows, kind);
        if (near as f64) < kind.required_share() * count as f64 || count == 0 {
            found.push(format!(
                "data path, {}: {near} of {count} rows are within {:.0} %, {:.0} % of them is the limit",
                kind.word(),
                NEAR * 100.0,
                kind.required_share() * 100.0
            ));
        }
    }
    found
}

/// How many rows of a kind are near, and how many there are.
fn near(rows: &[Loading], kind: Kind) -> (usize, usize) {
    let of_kind = rows.iter().filter(|row| row.kind == kind);
    (of_kind.clone().filter(|row| row.relative().abs() <= NEAR).count(), of_kind.count())
}

#[cfg(test)]
mod tests {
    use super::*;

    const TABLE: &str = "id,kind,source,source_detail,subject,machine,cores,threads,boost_ghz,workers,file_bytes,tensor_bytes,\
        index_bytes,measured,unit,reason_en,reason_zh\n\
        A,decode-default,one,one,pillow,m,8,16,4.0,1,110000,,,592,images/s,,\n\
        B,worker-memory,one,one,fork,,,,,4,,,0,2560,MiB,,\n";

    #[test]
    fn the_engine_is_asked_for_each_row() {
        let rows = read_loading(TABLE.as_bytes()).unwrap();
        // 148 pictures a second and GHz; five processes of 256 MiB.
        assert!(rows[0].relative().abs() < 1e-9, "{rows:?}");
        assert!((rows[1].predicted - 1280.0).abs() < 1e-9, "{rows:?}");
        let found = shortcomings(&rows);
        assert!(found.iter().any(|what| what.contains("worker-memory: 0 of 1")), "{found:?}");
        assert!(!found.iter().any(|what| what.contains("decode-default")), "{found:?}");
    }
}
