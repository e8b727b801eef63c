//! Which crate may depend on which: ARCHITECTURE.md draws it, and manifests and imports must agree.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail};

use super::source::rust_files;
use crate::workspace;

/// Where the crates and their arrows are drawn.
const MAP: &str = "ARCHITECTURE.md";
/// What points from a crate to those that it may use.
const ARROW: &str = "──>";
/// Libraries of others that the engine may use: it stays pure, without serialization, input or output.
const OF_THE_ENGINE: [&str; 2] = ["libm", "thiserror"];
/// Crates of the workspace beside the drawing, and who may use them: `accuracy` makes a page of the site.
const BESIDE: [(&str, &[&str]); 1] = [("accuracy", &["server"])];

/// Dependencies and imports that the drawing does not have, and crates that are missing in it.
pub fn breaches() -> Result<Vec<String>> {
    let text = read(Path::new(MAP))?;
    let ranks = read_arrows(&text)?;
    let mut breaches = Vec::new();
    for (package, rank) in &ranks {
        if !text.lines().any(|line| line.starts_with(&format!("{package}/ "))) {
            breaches.push(format!("{MAP} draws `{package}` and does not say what it is"));
        }
        let manifest = read(&Path::new(package).join("Cargo.toml"))?;
        let named: BTreeSet<&str> = dependencies(&manifest).into_iter().collect();
        if package == "engine" {
            let strangers = named.iter().filter(|name| !OF_THE_ENGINE.contains(name));
            breaches.extend(strangers.map(|name| format!("engine must not depend on {name}")));
        }
        let wrong = named.iter().filter(|name| ranks.get(**name).is_some_and(|other| other >= rank));
        breaches.extend(wrong.map(|name| format!("{package} must not depend on {name}: {MAP} draws no such arrow")));
        for (other, users) in BESIDE {
            if named.contains(other) && !users.contains(&package.as_str()) {
                breaches.push(format!("{package} must not depend on {other}"));
            }
        }
        let imported = imports(package, ranks.keys().map(String::as_str))?;
        let idle = named.iter().filter(|name| ranks.contains_key(**name) && !imported.contains(**name));
        breaches.extend(idle.map(|name| format!("{package} depends on {name} and imports nothing of it")));
    }
    Ok(breaches)
}

fn read(path: &Path) -> Result<String> {
    fs::read_to_string(workspace::root().join(path)).with_context(|| format!("cannot read {}", path.display()))
}

/// The crates of the drawing, each with how far it is from the engine; those in braces stand beside each other.
fn read_arrows(map: &str) -> Result<BTreeMap<String, usize>> {
    let Some(line) = map.lines().find(|line| line.contains(ARROW)) else { bail!("{MAP} draws no arrows") };
    let mut ranks = BTreeMap::new();
    for (rank, step) in line.split(ARROW).collect::<Vec<_>>().into_iter().rev().enumerate() {
        for name in step.split(['{', '}', ',']).map(str::trim).filter(|name| !name.is_empty()) {
            ranks.insert(name.to_owned(), rank);
        }
    }
    Ok(ranks)
}

/// The crates that one's code names.
fn imports<'a>(package: &str, crates: impl Iterator<Item = &'a str>) -> Result<BTreeSet<&'a str>> {
    let mut found = BTreeSet::new();
    let crates: Vec<&str> = crates.filter(|name| *name != package).collect();
    for file in rust_files(&Path::new(package).join("src"))? {
        let text = read(&file)?;
        found.extend(crates.iter().copied().filter(|name| names(&text, name)));
    }
    Ok(found)
}

/// Whether code has a path that begins with a crate's name, or imports the crate as a whole.
fn names(code: &str, package: &str) -> bool {
    let begins = |place: usize| !code[..place].ends_with(|before: char| before.is_alphanumeric() || before == '_');
    code.match_indices(package).any(|(place, found)| {
        let rest = &code[place + found.len()..];
        begins(place) && (rest.starts_with("::") || rest.starts_with(';') && code[..place].ends_with("use "))
    })
}

/// Names under `[dependencies]` and its target-specific kin; build and test dependencies do not ship.
fn dependencies(manifest: &str) -> Vec<&str> {
    let mut names = Vec::new();
    let mut inside = false;
    for line in manifest.lines().map(str::trim) {
        if let Some(section) = line.strip_prefix('[') {
            let section = section.trim_end_matches(']');
            inside = section == "dependencies" || section.ends_with(".dependencies");
            if let Some(name) = section.strip_prefix("dependencies.") {
                names.push(name);
            }
        } else if inside && let Some((key, _)) = line.split_once('=') {
            let key = key.trim();
            names.push(key.split_once('.').map_or(key, |(name, _)| name));
        }
    }
    names.retain(|name| !name.starts_with('#'));
    names
}

#[cfg(test)]
mod tests {
    use super::{dependencies, names, read_arrows};

    #[test]
    fn every_way_of_writing_a_dependency_is_seen() {
        let manifest = "[package]\nname = \"x\"\n[dependencies]\n# why = 1\nlibm = \"0.2\"\nserde.workspace = true\n[dependencies.csv]\nversion = \"1\"\n[dev-dependencies]\nproptest = \"1\"\n[target.'cfg(unix)'.dependencies]\nnix = \"1\"\n";
        assert_eq!(dependencies(manifest), ["libm", "serde", "csv", "nix"]);
    }

    #[test]
    fn crates_in_braces_do_not_use_each_other() {
        let ranks = read_arrows("```\na ──> {b, c} ──> d\n```\n").expect("arrows");
        let ranks: Vec<(&str, usize)> = ranks.iter().map(|(name, rank)| (name.as_str(), *rank)).collect();
        assert_eq!(ranks, [("a", 2), ("b", 1), ("c", 1), ("d", 0)]);
    }

    #[test]
    fn an_import_is_told_from_a_name_that_contains_it() {
        for (code, expected) in [
            ("use wire::v1;", true),
            ("use wire;", true),
            ("let a = wire::v1::Scenario::default();", true),
            ("let a = hardwire::v1();", false),
            ("let wire = 1;", false),
        ] {
            assert_eq!(names(code, "wire"), expected, "{code}");
        }
    }
}
