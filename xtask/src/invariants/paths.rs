//! Files that documents name are there: a list of files to touch is worth nothing once one of them has moved.

use std::fs;

use anyhow::{Context, Result};

use crate::workspace;

/// Documents that name files by their path from the root.
const DOCUMENTS: [&str; 8] = [
    "ARCHITECTURE.md",
    "CONTRIBUTING.md",
    "README.md",
    "SECURITY.md",
    "docs/adding.md",
    "docs/design.md",
    "docs/operations.md",
    "docs/rules.md",
];
/// Folders at the root whose files are named.
const ROOTS: [&str; 20] = [
    "api",
    "app",
    "bench",
    "catalog",
    "deploy",
    "docs",
    "end2end",
    "engine",
    "fuzz",
    "markup",
    "measure",
    "migrations",
    "programs",
    "scenario",
    "server",
    "trace",
    "wire",
    "wording",
    "workstation",
    "xtask",
];
/// Signs of a path that stands for many, or for what is yet to be written.
const PATTERNS: [char; 4] = ['*', '<', '…', ' '];

/// Files that are named and not there.
pub fn breaches() -> Result<Vec<String>> {
    let mut breaches = Vec::new();
    for document in DOCUMENTS {
        let text = fs::read_to_string(workspace::root().join(document)).with_context(|| format!("cannot read {document}"))?;
        let missing = paths_in(&text).into_iter().filter(|path| !workspace::root().join(path).exists());
        breaches.extend(missing.map(|path| format!("{document} names `{path}`, which is not there")));
    }
    Ok(breaches)
}

/// The paths that a document names in code, each alternative in braces by itself.
fn paths_in(text: &str) -> Vec<String> {
    let is_path = |code: &&str| {
        let root = code.split_once('/').map(|(root, _)| root);
        root.is_some_and(|root| ROOTS.contains(&root)) && !code.contains(PATTERNS) && !code.starts_with("api/v1")
    };
    text.split('`').skip(1).step_by(2).filter(is_path).flat_map(alternatives).collect()
}

/// `a/{b,c}.rs` as `a/b.rs` and `a/c.rs`.
fn alternatives(path: &str) -> Vec<String> {
    match path.split_once('{').and_then(|(before, rest)| Some((before, rest.split_once('}')?))) {
        Some((before, (words, after))) => words.split(',').map(|word| format!("{before}{word}{after}")).collect(),
        None => vec![path.to_owned()],
    }
}

#[cfg(test)]
mod tests {
    use super::paths_in;

    #[test]
    fn paths_are_told_from_other_code() {
        let text = "`engine/src/{a,b}.rs` and `cargo test`, `wire/src/*.rs`, `api/src/<topic>.rs`, `GET /api`, `docs/adding.md`";
        assert_eq!(paths_in(text), ["engine/src/a.rs", "engine/src/b.rs", "docs/adding.md"]);
    }
}
