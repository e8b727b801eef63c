//! Checks whose tools take minutes to install: by the content of what they test they run only where it has changed since they
//! passed.
//!
//! What passed is committed as a list of hashes, which `cargo xtask soak NAME --write` renews once it has passed again.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};

use super::measure::CACHE_FOLDER;
use crate::{process, workspace};

/// SHA-256 of every file, and of all of them together before; Python is what the tests need anyway.
const HASHES: &str = "\
import hashlib, pathlib, sys
lines = [f'{hashlib.sha256(pathlib.Path(name).read_bytes()).hexdigest()}  {name}' for name in sys.argv[1:]]
print(hashlib.sha256('\\n'.join(lines).encode()).hexdigest(), *lines, sep='\\n')
";
/// Digits of the hash of all files that are shown.
const SHOWN: usize = 12;

/// What a test rests on.
#[derive(Debug, Clone, Copy)]
pub struct Tested {
    pub name: &'static str,
    /// Files, and folders with all that is in them but texts for people, from the repository's root.
    pub rests_on: &'static [&'static str],
}

impl Tested {
    /// Runs the test where something that it rests on is not as it was when it passed, and commits to it if that is wanted.
    pub fn run_if_changed(self, write: bool, test: impl FnOnce() -> Result<()>) -> Result<()> {
        let now = self.hashes()?;
        let passed = fs::read_to_string(self.list_path()).unwrap_or_default();
        let changed = changes(&passed, &now);
        if changed.is_empty() {
            println!("{}: unchanged since it passed (digest {})", self.name, &now[..SHOWN.min(now.len())]);
            return Ok(());
        }
        println!("{}: runs, for these have changed since it passed: {}", self.name, changed.join(", "));
        self.run(write, test)?;
        if !write {
            println!("{0}: passed; `cargo xtask soak {0} --write` makes it pass again and commits to it", self.name);
        }
        Ok(())
    }

    /// Runs the test in any case, and commits to what it has tested where that is wanted and it has passed.
    pub fn run(self, write: bool, test: impl FnOnce() -> Result<()>) -> Result<()> {
        let before = self.hashes()?;
        test()?;
        if write {
            ensure!(self.hashes()? == before, "what {} tests was changed while it ran", self.name);
            fs::write(self.list_path(), before).with_context(|| format!("cannot write {}", self.list_path().display()))?;
        }
        Ok(())
    }

    /// One hash of all that it rests on.
    pub fn digest(self) -> Result<String> {
        Ok(self.hashes()?.lines().next().unwrap_or_default().to_owned())
    }

    fn list_path(self) -> PathBuf {
        workspace::root().join("xtask/passed").join(format!("{}.txt", self.name))
    }

    fn hashes(self) -> Result<String> {
        let mut files = Vec::new();
        for path in self.rests_on {
            collect(Path::new(path), &mut files)?;
        }
        files.sort();
        ensure!(!files.is_empty(), "{} rests on no file", self.name);
        process::output(process::program("python3").args(["-c", HASHES]).args(files))
    }
}

/// All files at a path or below it.
fn collect(path: &Path, files: &mut Vec<PathBuf>) -> Result<()> {
    let place = workspace::root().join(path);
    if !place.is_dir() {
        files.push(path.to_path_buf());
        return Ok(());
    }
    for entry in fs::read_dir(&place).with_context(|| format!("cannot read {}", place.display()))? {
        let name = entry?.file_name();
        let is_text = Path::new(&name).extension().is_some_and(|extension| extension == "md");
        if !is_text && name != CACHE_FOLDER {
            collect(&path.join(name), files)?;
        }
    }
    Ok(())
}

/// The files whose lines are not the same in both lists.
fn changes<'a>(passed: &'a str, now: &'a str) -> Vec<&'a str> {
    let missing = |one: &'a str, other: &'a str| one.lines().skip(1).filter(move |line| !other.lines().any(|it| it == *line));
    let lines = missing(now, passed).chain(missing(passed, now));
    let mut names: Vec<&str> = lines.map(|line| line.split_once("  ").map_or(line, |(_, name)| name)).collect();
    names.sort_unstable();
    names.dedup();
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whatever_differs_is_named_once() {
        let passed = "all\n1  a.py\n2  b.py\n3  c.py\n";
        assert_eq!(changes(passed, passed), [""; 0]);
        assert_eq!(changes(passed, "all\n1  a.py\n9  b.py\n3  c.py\n4  d.py\n"), ["b.py", "d.py"]);
        assert_eq!(changes(passed, "all\n1  a.py\n3  c.py\n"), ["b.py"], "a file that is gone is a change");
        assert_eq!(changes("", passed), ["a.py", "b.py", "c.py"], "what never passed has changed");
    }

    #[test]
    fn a_test_that_fails_commits_to_nothing() {
        let tested = Tested { name: "never-passed", rests_on: &["xtask/Cargo.toml"] };
        assert!(tested.run(true, || anyhow::bail!("no")).is_err());
        assert!(!tested.list_path().exists());
    }
}
