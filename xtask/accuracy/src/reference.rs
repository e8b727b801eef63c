//! Reference steps as they lie in `engine/reference/oracle.csv` and `simulated.csv`.

use std::io::Read;

use anyhow::{Context, Result};

/// One simulated training step: its settings in the words of the simulation, and what it needed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reference {
    columns: Vec<(String, String)>,
    /// Weights of the base model.
    pub parameters: u64,
    /// The most bytes that were alive at one moment.
    pub peak_bytes: u64,
}

impl Reference {
    /// The setting in a column; empty where the simulation left it at its default.
    #[must_use]
    pub fn setting(&self, column: &str) -> &str {
        self.columns.iter().find(|(name, _)| name == column).map_or("", |(_, value)| value)
    }

    /// Whether a setting is switched on.
    #[must_use]
    pub fn is_on(&self, column: &str) -> bool {
        matches!(self.setting(column), "1" | "True" | "true")
    }

    /// A setting that is a whole number; some are written as `512.0`.
    ///
    /// # Errors
    /// Where the column holds something else.
    pub fn number(&self, column: &str) -> Result<u64> {
        whole(self.setting(column)).with_context(|| format!("row {}, column {column}", self.setting("id")))
    }
}

/// Reads all rows whose peak comes from a step with shapes that do not depend on data.
///
/// # Errors
/// Where the text is not such a table; names the row and the column.
pub fn read(table: impl Read) -> Result<Vec<Reference>> {
    let mut reader = csv::Reader::from_reader(table);
    let header = reader.headers()?.clone();
    let mut rows = Vec::new();
    for record in reader.records() {
        let record = record?;
        let columns: Vec<_> = header.iter().map(str::to_owned).zip(record.iter().map(str::to_owned)).collect();
        let mut row = Reference { columns, parameters: 0, peak_bytes: 0 };
        // Runs with real tensors (detection) have shapes that depend on random weights: an order of magnitude only.
        if row.setting("mode") == "real_cpu" {
            continue;
        }
        row.parameters = row.number("n_params")?;
        row.peak_bytes = row.number("peak_bytes")?;
        rows.push(row);
    }
    Ok(rows)
}

fn whole(text: &str) -> Result<u64> {
    text.strip_suffix(".0").unwrap_or(text).parse().with_context(|| format!("`{text}` is not a whole number"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_may_be_written_as_floats_and_real_runs_are_left_out() {
        let table = "id,mode,n_params,peak_bytes,seq\nA,fake,10,20.0,512.0\nB,real_cpu,1,1,\n";
        let rows = read(table.as_bytes()).unwrap();
        assert_eq!(rows.len(), 1);
        assert_eq!((rows[0].parameters, rows[0].peak_bytes, rows[0].number("seq").unwrap()), (10, 20, 512));
        assert!(rows[0].number("id").is_err());
    }
}
