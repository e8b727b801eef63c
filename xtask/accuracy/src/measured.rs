//! Our own measurements, as the measuring kit writes them to `engine/reference/measured.csv`.

use std::collections::BTreeMap;
use std::io::Read;

use anyhow::{Context, Result};
use serde_json::Value;

use crate::published::{Metric, Published, Standing, figure};

/// A run under a limit on what the allocator may reserve.
#[derive(Debug, Clone, PartialEq)]
pub struct Limited {
    /// The run in the API's words.
    pub scenario: Value,
    /// What the allocator was allowed to reserve.
    pub limit_bytes: u64,
    /// Whether it ran.
    pub ran: bool,
}

/// What the kit measured.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Measured {
    /// Peaks of runs without a limit, one for each kind of figure.
    pub peaks: Vec<Published>,
    /// Runs under a limit.
    pub limited: Vec<Limited>,
}

/// How the estimates stand to runs under a limit.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct UnderLimits {
    /// Runs that ran.
    pub ran: u64,
    /// Of these, the estimate's allocated blocks are within the limit.
    pub ran_within: u64,
    /// Runs that failed.
    pub failed: u64,
    /// Of these, the estimate's reserved segments are beyond the limit.
    pub failed_beyond: u64,
}

/// Reads the kit's table; rows that were counted on a CPU or ended in an error are left out.
///
/// # Errors
/// A row that cannot be read; names it.
pub fn read_measured(table: impl Read) -> Result<Measured> {
    let mut measured = Measured::default();
    for record in csv::Reader::from_reader(table).deserialize() {
        let columns: BTreeMap<String, String> = record?;
        if columns.get("set").is_some_and(|set| set == "measured by us") {
            row(&columns, &mut measured).with_context(|| format!("row {:?}", columns.get("id")))?;
        }
    }
    Ok(measured)
}

fn row(columns: &BTreeMap<String, String>, measured: &mut Measured) -> Result<()> {
    let text = |name: &str| columns.get(name).cloned().with_context(|| format!("there is no column `{name}`"));
    let scenario: Value = serde_json::from_str(&text("scenario")?)?;
    let ran = match text("outcome")?.as_str() {
        "ok" => true,
        "out of memory" => false,
        _ => return Ok(()),
    };
    let limit = text("memory_limit_bytes")?;
    if !limit.is_empty() {
        measured.limited.push(Limited { scenario, limit_bytes: limit.parse()?, ran });
        return Ok(());
    }
    let peaks = [("allocated_bytes", Metric::Allocated), ("reserved_bytes", Metric::Reserved), ("device_bytes", Metric::Device)];
    for (column, metric) in peaks {
        let bytes = text(column)?;
        if ran && !bytes.is_empty() {
            measured.peaks.push(Published {
                id: text("id")?,
                source: text("gpu")?,
                source_detail: format!(
                    "driver {}, CUDA {}, torch {}, {}",
                    text("driver")?,
                    text("cuda")?,
                    text("torch")?,
                    text("date")?
                ),
                standing: Standing::Complete,
                metric,
                peak_bytes: bytes.parse()?,
                family: text("family")?,
                model: text("model")?,
                scenario: scenario.clone(),
                reasons: Default::default(),
            });
        }
    }
    Ok(())
}

/// Asks `estimate` for every run under a limit.
///
/// A run needs its allocated blocks at least, and its reserved segments at most: under pressure the allocator gives back what
/// it holds in reserve.
///
/// # Errors
/// A run that is answered by a problem.
pub fn under_limits(limited: &[Limited], estimate: impl Fn(&Value) -> Result<Value, String>) -> Result<UnderLimits> {
    let mut counts = UnderLimits::default();
    for Limited { scenario, limit_bytes, ran } in limited {
        let answer = estimate(scenario).map_err(anyhow::Error::msg)?;
        if *ran {
            counts.ran += 1;
            counts.ran_within += u64::from(figure(&answer, Metric::Allocated.pointer())? <= *limit_bytes);
        } else {
            counts.failed += 1;
            counts.failed_beyond += u64::from(figure(&answer, Metric::Reserved.pointer())? > *limit_bytes);
        }
    }
    Ok(counts)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_row_gives_a_peak_of_each_kind_or_a_run_under_a_limit() {
        let table = "id,set,family,model,scenario,allocated_bytes,reserved_bytes,device_bytes,memory_limit_bytes,outcome,gpu,driver,cuda,torch,date\n\
            A,measured by us,cnn,m,{},10,20,30,,ok,card,1,2,3,today\n\
            B,measured by us,cnn,m,{},10,20,30,15,ok,card,1,2,3,today\n\
            C,measured by us,cnn,m,{},,,,5,out of memory,card,1,2,3,today\n\
            D,counted on the CPU,cnn,m,{},10,,,,ok,cpu,,,3,today\n\
            E,measured by us,cnn,m,{},,,,,error,card,1,2,3,today\n";
        let measured = read_measured(table.as_bytes()).unwrap();
        assert_eq!(measured.peaks.iter().map(|peak| peak.peak_bytes).collect::<Vec<_>>(), [10, 20, 30]);
        let answer = json!({ "vram": { "torch_allocated_peak_bytes": 16, "reserved_peak_bytes": 18 } });
        let counts = under_limits(&measured.limited, |_| Ok(answer.clone())).unwrap();
        assert_eq!(counts, UnderLimits { ran: 1, ran_within: 0, failed: 1, failed_beyond: 1 });
    }
}
