//! `rigwise find`: the catalog by words.

use std::process::ExitCode;

use api::convert::catalog_found::{found, hits};
use catalog::find::{Hit, Kind};
use clap::Args;
use scenario::FieldError;
use wire::Locale;

use super::language::Language;
use super::output::{fail, print};

/// Space between columns.
const GAP: &str = "  ";

/// What to look for, and how to say what was found.
#[derive(Debug, Clone, Args)]
pub struct FindCommand {
    /// Words that a hit has in its names, as its vendor, family, capacity (`24 GB`) or count of parameters (`8B`).
    #[arg(required = true)]
    query: Vec<String>,
    /// The list to look in; left out: all of them.
    #[arg(long, value_parser = kind)]
    list: Option<Kind>,
    /// The most hits to print.
    #[arg(long, default_value_t = 20)]
    limit: usize,
    /// Print JSON, as the API's `matches`.
    #[arg(long)]
    json: bool,
    /// Language of the texts.
    #[arg(long, value_enum, default_value_t)]
    language: Language,
}

/// Prints what was found.
pub fn run(command: &FindCommand) -> ExitCode {
    let text = command.query.join(" ");
    let kinds = command.list.map_or(Kind::ALL.to_vec(), |kind| vec![kind]);
    let found = if command.json { as_json(&kinds, &text, command.limit) } else { as_lines(&kinds, &text, command) };
    match found {
        Err(problem) => fail(&problem),
        Ok(None) => fail(&format!("nothing in the catalog has all of these words: {text}")),
        Ok(Some(said)) => print(&said),
    }
}

fn as_json(kinds: &[Kind], text: &str, most: usize) -> Result<Option<String>, String> {
    let found = found(kinds, text, most).map_err(|problem| problem.detail)?;
    let json = serde_json::to_string(&found).map_err(|error| error.to_string())?;
    Ok(Some(json).filter(|_| found.found > 0))
}

/// A line a hit: its address, its name, and why it is there.
fn as_lines(kinds: &[Kind], text: &str, command: &FindCommand) -> Result<Option<String>, String> {
    let locale = Locale::from(command.language);
    let hits = hits(kinds, text).map_err(|error: FieldError| error.detail(locale))?;
    let shown: Vec<[String; 3]> = hits.iter().take(command.limit).map(|hit| columns(hit, locale)).collect();
    let width = |column: usize| shown.iter().map(|columns| columns[column].chars().count()).max().unwrap_or_default();
    let (address, name) = (width(0), width(1));
    let lines =
        shown.iter().map(|[id, product, why]| format!("{id:address$}{GAP}{product:name$}{GAP}{why}").trim_end().to_owned());
    let mut lines: Vec<String> = lines.collect();
    if hits.len() > lines.len() {
        let rest = hits.len() - lines.len();
        lines.push(match locale {
            Locale::En => format!("and {rest} more"),
            Locale::Zh => format!("另有 {rest} 项"),
        });
    }
    Ok(Some(lines.join("\n")).filter(|_| !hits.is_empty()))
}

fn columns(hit: &Hit, locale: Locale) -> [String; 3] {
    let why = wording::found_instead(hit, locale).unwrap_or_else(|| wording::found_by(hit, locale));
    [format!("{}/{}", hit.kind.as_str(), hit.id), hit.name.to_owned(), why]
}

fn kind(word: &str) -> Result<Kind, String> {
    let names = || Kind::ALL.map(Kind::as_str).join(", ");
    Kind::ALL.into_iter().find(|kind| kind.as_str() == word).ok_or_else(|| format!("must be one of {}", names()))
}
