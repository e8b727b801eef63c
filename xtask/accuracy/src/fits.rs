//! Statements of others that a run fitted a card or did not, as they lie in `engine/reference/published_fits.csv`.

use std::collections::BTreeMap;
use std::io::Read;

use anyhow::{Context, Result, bail};
use serde_json::Value;

use crate::published::{Standing, figure, is_refused};

/// One statement and the scenario that asks the engine for the same run.
#[derive(Debug, Clone, PartialEq)]
pub struct Statement {
    /// Row of the table; the first where several say the same.
    pub id: String,
    /// Short name of the source.
    pub source: String,
    /// How well the engine can be asked for that very run.
    pub standing: Standing,
    /// Model, by the catalog's name.
    pub model: String,
    /// The run in the API's words.
    pub scenario: Value,
    /// Whether it ran.
    pub ran: bool,
    /// A larger batch that was tried and failed, where one was.
    pub failed_batch: Option<u64>,
}

/// What the engine says to a statement.
#[derive(Debug, Clone, PartialEq)]
pub struct Verdict {
    /// The statement.
    pub statement: Statement,
    /// `vram.fits`.
    pub fits: bool,
    /// Whether even the low end of the range is beyond the card.
    pub refused: bool,
    /// `limits.max_micro_batch_size`.
    pub max_micro_batch_size: u64,
}

impl Verdict {
    /// Whether the engine's plain verdict is what happened.
    #[must_use]
    pub const fn agrees(&self) -> bool {
        self.fits == self.statement.ran
    }

    /// Whether a run that ran is called out of memory by more than the stated range.
    #[must_use]
    pub const fn is_contradicted(&self) -> bool {
        self.statement.ran && self.refused
    }

    /// Whether the engine's largest batch lies between the one that ran and the one that failed; nothing where none failed.
    #[must_use]
    pub fn brackets(&self) -> Option<bool> {
        let ran = self.statement.scenario.pointer("/training/micro_batch_size").and_then(Value::as_u64)?;
        let failed = self.statement.failed_batch?;
        Some((ran..failed).contains(&self.max_micro_batch_size))
    }
}

/// Reads the table.
///
/// # Errors
/// A row that cannot be read; names it.
pub fn read_fits(table: impl Read) -> Result<Vec<Statement>> {
    let mut rows = Vec::new();
    for record in csv::Reader::from_reader(table).deserialize() {
        let columns: BTreeMap<String, String> = record?;
        rows.push(row(&columns).with_context(|| format!("row {:?}", columns.get("id")))?);
    }
    Ok(rows)
}

fn row(columns: &BTreeMap<String, String>) -> Result<Statement> {
    let text = |name: &str| columns.get(name).cloned().with_context(|| format!("there is no column `{name}`"));
    let standing = text("standing")?;
    let failed = text("failed_batch")?;
    Ok(Statement {
        id: text("id")?,
        source: text("source")?,
        standing: Standing::ALL
            .into_iter()
            .find(|known| known.word() == standing)
            .with_context(|| format!("`{standing}` is no standing"))?,
        model: text("model")?,
        scenario: serde_json::from_str(&text("scenario")?)?,
        ran: match text("outcome")?.as_str() {
            "ran" => true,
            "failed" => false,
            other => bail!("`{other}` is no outcome"),
        },
        failed_batch: if failed.is_empty() { None } else { Some(failed.parse()?) },
    })
}

/// Asks `estimate` for every statement.
///
/// # Errors
/// The first statement that is answered by a problem; names it.
pub fn judge(statements: Vec<Statement>, estimate: impl Fn(&Value) -> Result<Value, String>) -> Result<Vec<Verdict>> {
    let verdicts = statements.into_iter().map(|statement| {
        let answer =
            estimate(&statement.scenario).map_err(anyhow::Error::msg).with_context(|| format!("row {}", statement.id))?;
        Ok(Verdict {
            fits: answer.pointer("/vram/fits").and_then(Value::as_bool).context("the answer has no verdict")?,
            refused: is_refused(&answer)?,
            max_micro_batch_size: figure(&answer, "/limits/max_micro_batch_size")?,
            statement,
        })
    });
    verdicts.collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_verdict_is_held_against_what_happened() {
        let table = "id,source,standing,model,scenario,outcome,failed_batch\n\
            A,one,complete,m,\"{\"\"training\"\":{\"\"micro_batch_size\"\":4}}\",ran,8\n\
            B,one,complete,m,{},failed,\n";
        let answer = json!({
            "vram": { "fits": false, "range_bytes": [50, 80], "capacity_bytes": 60, "desktop_bytes": 0 },
            "limits": { "max_micro_batch_size": 3 },
        });
        let verdicts = judge(read_fits(table.as_bytes()).unwrap(), |_| Ok(answer.clone())).unwrap();
        assert!(!verdicts[0].agrees() && !verdicts[0].is_contradicted());
        assert_eq!((verdicts[0].brackets(), verdicts[1].brackets()), (Some(false), None));
        assert!(verdicts[1].agrees());
    }
}
