//! How long each step took, what ran beside it, and how it ended.

use std::fmt::{self, Display, Formatter};
use std::time::Duration;

use anyhow::{Result, bail};

/// Less than this is no company.
const COMPANY: Duration = Duration::from_secs(1);

/// How a step ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    Passed,
    /// It has passed before, and nothing that it rests on has changed since.
    Unchanged,
    Failed(String),
    /// For want of another step's result.
    Skipped(&'static str),
}

impl Outcome {
    /// Whether what the step checks holds.
    pub const fn is_good(&self) -> bool {
        matches!(self, Self::Passed | Self::Unchanged)
    }
}

/// A step that has ended, with times since the first one began.
#[derive(Debug, Clone)]
pub struct Row {
    pub name: &'static str,
    pub begin: Duration,
    pub end: Duration,
    pub outcome: Outcome,
}

impl Row {
    fn time(&self) -> Duration {
        self.end.saturating_sub(self.begin)
    }

    /// How long two steps ran at once.
    fn beside(&self, other: &Self) -> Duration {
        self.end.min(other.end).saturating_sub(self.begin.max(other.begin))
    }
}

impl Display for Row {
    fn fmt(&self, formatter: &mut Formatter) -> fmt::Result {
        write!(formatter, "{} ", self.name)?;
        match &self.outcome {
            Outcome::Passed => write!(formatter, "passed, {:.1} s", self.time().as_secs_f64()),
            Outcome::Unchanged => write!(formatter, "unchanged since it passed"),
            Outcome::Failed(error) => write!(formatter, "FAILED: {error}"),
            Outcome::Skipped(need) => write!(formatter, "SKIPPED: needs `{need}`"),
        }
    }
}

/// All steps that have ended, in the order in which they did.
#[derive(Debug, Default)]
pub struct Table(Vec<Row>);

impl Table {
    pub fn add(&mut self, row: Row) {
        self.0.push(row);
    }

    /// Fails where a step did not pass.
    pub fn check(&self) -> Result<()> {
        let bad: Vec<&str> = self.0.iter().filter(|row| !row.outcome.is_good()).map(|row| row.name).collect();
        if !bad.is_empty() {
            bail!("these steps did not pass: {}", bad.join(", "));
        }
        Ok(())
    }

    /// The names of those that ran beside one, the longest company first.
    fn company(&self, row: &Row) -> String {
        let mut others: Vec<(Duration, &str)> = self.0.iter().map(|other| (row.beside(other), other.name)).collect();
        others.retain(|(time, name)| *time >= COMPANY && *name != row.name);
        others.sort_by(|one, other| other.cmp(one));
        others.into_iter().map(|(_, name)| name).collect::<Vec<_>>().join(" ")
    }
}

impl Display for Table {
    fn fmt(&self, formatter: &mut Formatter) -> fmt::Result {
        writeln!(formatter, "{:14} {:>8} {:>8}  {:9} beside", "step", "begin, s", "time, s", "result")?;
        let mut rows: Vec<&Row> = self.0.iter().collect();
        rows.sort_by_key(|row| (row.begin, row.end));
        for row in rows {
            let word = match row.outcome {
                Outcome::Passed => "passed",
                Outcome::Unchanged => "as before",
                Outcome::Failed(_) => "FAILED",
                Outcome::Skipped(_) => "SKIPPED",
            };
            let (begin, time) = (row.begin.as_secs_f64(), row.time().as_secs_f64());
            writeln!(formatter, "{:14} {begin:>8.1} {time:>8.1}  {word:9} {}", row.name, self.company(row))?;
        }
        let total = self.0.iter().map(|row| row.end).max().unwrap_or_default();
        let passed = self.0.iter().filter(|row| row.outcome.is_good()).count();
        writeln!(formatter, "{:14} {:>8} {:>8.1}  {passed} of {} steps passed", "all", "", total.as_secs_f64(), self.0.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(name: &'static str, begin: u64, end: u64, outcome: Outcome) -> Row {
        Row { name, begin: Duration::from_secs(begin), end: Duration::from_secs(end), outcome }
    }

    #[test]
    fn the_table_says_what_ran_beside_what() {
        let mut table = Table::default();
        table.add(row("fmt", 0, 3, Outcome::Passed));
        table.add(row("compile", 0, 90, Outcome::Passed));
        table.add(row("unit", 90, 100, Outcome::Failed("a law".to_owned())));
        table.add(row("browser", 90, 90, Outcome::Unchanged));
        table.add(row("after", 100, 100, Outcome::Skipped("unit")));
        let shown = table.to_string();
        let line = |name: &str| shown.lines().find(|line| line.starts_with(name)).unwrap().split_whitespace().collect::<Vec<_>>();
        assert_eq!(line("compile"), ["compile", "0.0", "90.0", "passed", "fmt"]);
        assert_eq!(line("unit"), ["unit", "90.0", "10.0", "FAILED"], "one begins as the other ends");
        assert_eq!(line("browser")[3..], ["as", "before"]);
        assert_eq!(line("after")[3], "SKIPPED");
        assert_eq!(line("all")[..3], ["all", "100.0", "3"]);
        assert_eq!(table.check().unwrap_err().to_string(), "these steps did not pass: unit, after");
    }
}
