//! `cargo xtask check`: what a change fails soonest, of the crates that it touches; everything else is `cargo xtask test`.

use std::collections::BTreeSet;
use std::fs;
use std::process::Command;

use anyhow::{Context, Result};

use crate::test::rust;
use crate::{invariants, process, workspace};

/// Branches that a change is compared with, the first that exists; commits beyond it are part of the change.
const BASES: [&str; 2] = ["origin/main", "main"];
/// Files at the root that every crate depends on.
const COMMON: [&str; 5] = ["Cargo.toml", "Cargo.lock", "clippy.toml", "rustfmt.toml", "rust-toolchain.toml"];
/// Folders outside of a crate that one is compiled with.
const ELSEWHERE: [(&str, &str); 1] = [("migrations", "server")];
/// The driver, whose tests have a profile of their own.
const DRIVER: &str = "xtask";
/// The pages, which are compiled for the server and for the browser.
const PAGES: &str = "app";

/// A crate of the workspace: its folder and its name.
type Member = (String, String);

/// Format, rules, lints and unit tests of the crates that have changed, or lints and tests of all.
pub fn run(all: bool) -> Result<()> {
    rust::formatting()?;
    invariants::check()?;
    if all {
        rust::compile()?;
        rust::lints_wasm()?;
        rust::driver_tests()?;
        return rust::tests();
    }
    let base = base()?;
    let members = members()?;
    let changed = packages(&files(&base)?, &members);
    if changed.is_empty() {
        println!("check: no crate has changed since {base}");
        return Ok(());
    }
    println!("check: lints and unit tests of {}", changed.iter().copied().collect::<Vec<_>>().join(", "));
    lint(&changed)?;
    test(&changed)
}

/// Lints of the changed crates with their tests, and of the libraries and programs that rest on them.
fn lint(changed: &BTreeSet<&str>) -> Result<()> {
    let clippy = |targets: &[&str], select: &dyn Fn(&mut Command)| {
        let mut command = process::cargo();
        command.args(["clippy", "--quiet"]).args(targets);
        select(&mut command);
        process::run(command.args(["--", "--deny", "warnings"]))
    };
    clippy(&["--all-targets"], &|command| choose(command, changed))?;
    clippy(&["--lib", "--bins"], &|command| {
        command.arg("--workspace");
    })?;
    if changed.contains(PAGES) { rust::lints_wasm() } else { Ok(()) }
}

/// Unit tests of the changed crates, those inside the crates.
fn test(changed: &BTreeSet<&str>) -> Result<()> {
    let others: BTreeSet<&str> = changed.iter().copied().filter(|package| *package != DRIVER).collect();
    if changed.contains(DRIVER) {
        rust::driver_tests()?;
    }
    if others.is_empty() {
        return Ok(());
    }
    let mut command = process::cargo();
    command.args(["test", "--quiet", "--lib", "--bins"]);
    choose(&mut command, &others);
    process::run(&mut command)
}

fn choose(command: &mut Command, packages: &BTreeSet<&str>) {
    for package in packages {
        command.args(["--package", package]);
    }
    // Alone the pages would be compiled for nobody.
    if packages.contains(PAGES) {
        command.args(["--features", "app/ssr"]);
    }
}

/// The commit that the change began at.
fn base() -> Result<String> {
    for branch in BASES {
        if process::succeeds(process::program("git").args(["rev-parse", "--verify", "--quiet", branch])) {
            return Ok(process::output(process::program("git").args(["merge-base", "HEAD", branch]))?.trim().to_owned());
        }
    }
    Ok("HEAD".to_owned())
}

/// Files that differ from it, also those that git does not know yet.
fn files(base: &str) -> Result<Vec<String>> {
    let changed = process::output(process::program("git").args(["diff", "--name-only", "--no-renames", base]))?;
    let new = process::output(process::program("git").args(["ls-files", "--others", "--exclude-standard"]))?;
    Ok(changed.lines().chain(new.lines()).map(str::to_owned).collect())
}

/// The crates that the root's manifest lists.
fn members() -> Result<Vec<Member>> {
    let text = fs::read_to_string(workspace::root().join("Cargo.toml"))?;
    let list = text.split_once("\nmembers = [").and_then(|(_, rest)| rest.split_once(']')).context("no list of members")?.0;
    let folders = list.split(',').map(|word| word.trim().trim_matches('"')).filter(|folder| !folder.is_empty());
    folders
        .map(|folder| {
            let manifest = workspace::root().join(folder).join("Cargo.toml");
            let text = fs::read_to_string(&manifest).with_context(|| format!("cannot read {}", manifest.display()))?;
            let name = text.lines().find_map(|line| line.strip_prefix("name = ")).context("a package without a name")?;
            Ok((folder.to_owned(), name.trim_matches('"').to_owned()))
        })
        .collect()
}

/// The crates that files belong to: those of the innermost folder.
fn packages<'a>(files: &[String], members: &'a [Member]) -> BTreeSet<&'a str> {
    let mut packages = BTreeSet::new();
    for file in files {
        if COMMON.contains(&file.as_str()) {
            return members.iter().map(|(_, name)| name.as_str()).collect();
        }
        let is_in = |folder: &str| file.strip_prefix(folder).is_some_and(|rest| rest.starts_with('/'));
        let own = members.iter().filter(|(folder, _)| is_in(folder)).max_by_key(|(folder, _)| folder.len());
        let elsewhere = ELSEWHERE.iter().find(|(folder, _)| is_in(folder)).map(|(_, package)| *package);
        let named = elsewhere.and_then(|package| members.iter().find(|(_, name)| name == package));
        packages.extend(own.or(named).map(|(_, name)| name.as_str()));
    }
    packages
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_belong_to_the_innermost_crate() {
        let members: Vec<Member> =
            [("engine", "engine"), ("server", "server"), ("xtask", "xtask"), ("xtask/accuracy", "accuracy")]
                .map(|(folder, name)| (folder.to_owned(), name.to_owned()))
                .to_vec();
        let of = |files: &[&str]| {
            packages(&files.iter().map(|&file| file.to_owned()).collect::<Vec<_>>(), &members).into_iter().collect::<Vec<_>>()
        };
        assert_eq!(of(&["engine/src/lib.rs", "engine/Cargo.toml", "docs/adding.md"]), ["engine"]);
        assert_eq!(of(&["xtask/accuracy/gates.csv"]), ["accuracy"]);
        assert_eq!(of(&["engineering.md", "migrations/3.sql"]), ["server"]);
        assert_eq!(of(&["docs/rules.md"]), [""; 0]);
        assert_eq!(of(&["Cargo.lock"]).len(), 4);
    }

    #[test]
    fn the_manifest_lists_this_crate() {
        assert!(members().unwrap().contains(&("xtask".to_owned(), "xtask".to_owned())));
    }
}
