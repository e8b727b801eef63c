//! Practitioners' rules that code cites by id are on the page that says what the ids mean.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result};

use super::source::rust_files;
use crate::workspace;

/// The page.
const PAGE: &str = "docs/rules.md";
/// Where rules are cited.
const FOLDERS: [&str; 6] = ["engine/src", "wording/src", "scenario/src", "workstation/src", "api/src", "app/src"];
/// What stands before an id: prose, and the functions and fields that take one.
const BEFORE: [&str; 6] = ["rule ", "rules ", "Rule ", "opinion(\"", "about(\"", "rule: \""];

/// Ids that the page does not list.
pub fn breaches() -> Result<Vec<String>> {
    let page = fs::read_to_string(workspace::root().join(PAGE)).with_context(|| format!("cannot read {PAGE}"))?;
    let listed: BTreeSet<&str> = page.lines().filter_map(|line| id(line.strip_prefix("| ")?)).collect();
    let mut breaches = Vec::new();
    for folder in FOLDERS {
        for file in rust_files(Path::new(folder))? {
            let text =
                fs::read_to_string(workspace::root().join(&file)).with_context(|| format!("cannot read {}", file.display()))?;
            let unknown = citations(&text).into_iter().filter(|id| !listed.contains(id));
            breaches.extend(unknown.map(|id| format!("{}: rule {id} is not on {PAGE}", file.display())));
        }
    }
    Ok(breaches)
}

/// The ids that a text cites.
fn citations(text: &str) -> BTreeSet<&str> {
    let after =
        |before: &&str| text.match_indices(*before).map(|(place, before)| &text[place + before.len()..]).collect::<Vec<_>>();
    BEFORE.iter().flat_map(after).filter_map(id).collect()
}

/// The id that a text begins with: a guide's letter and a number.
fn id(text: &str) -> Option<&str> {
    let digits = text.strip_prefix(['A', 'B', 'C', 'D'])?;
    let length = digits.bytes().take_while(u8::is_ascii_digit).count();
    let is_whole = !digits[length..].starts_with(char::is_alphanumeric);
    (length > 0 && is_whole).then(|| &text[..=length])
}

#[cfg(test)]
mod tests {
    use super::citations;

    #[test]
    fn an_id_is_seen_however_it_is_cited() {
        let text = "// rule A3\n// rules B10 and others\nopinion(\"C1\")\nrule: \"B4\"\n// rule of thumb\n// rule A100x";
        assert_eq!(citations(text).into_iter().collect::<Vec<_>>(), ["A3", "B10", "B4", "C1"]);
    }
}
