//! What has passed on this machine before: a long step runs again only where something that it rests on has changed.
//!
//! One hash per step lies below `target/`, so that a fresh clone runs everything; a run that names its steps, `--fresh` and
//! continuous integration (`CI` is set) run everything as well. Short steps have no hash: they always run.

use std::collections::BTreeMap;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::PathBuf;

use anyhow::{Context, Result};

use super::step::Step;
use crate::{process, setup, workspace};

/// Hashes of the repository's files and of the tools, as a run finds them.
#[derive(Debug)]
pub struct Known {
    files: BTreeMap<String, u64>,
    tools: String,
    /// Whether what has passed may be left out.
    is_trusted: bool,
}

impl Known {
    /// Reads every file that git knows or would take.
    pub fn read(is_fresh: bool) -> Result<Self> {
        let list = ["ls-files", "-z", "--cached", "--others", "--exclude-standard"];
        let names = process::output(process::program("git").args(list).current_dir(workspace::root()))?;
        let files = names.split('\0').filter(|name| !name.is_empty()).filter_map(|name| {
            // A file that was deleted and not yet committed is listed and not there.
            let content = fs::read(workspace::root().join(name)).ok()?;
            Some((name.to_owned(), hash(&content)))
        });
        let browser = setup::chromium().and_then(|path| fs::metadata(&path).ok().map(|data| (path, data.modified().ok())));
        let rust = process::output(process::program("rustc").arg("--version"))?;
        let node = process::output(process::program("node").arg("--version")).unwrap_or_default();
        let is_trusted = !is_fresh && std::env::var_os("CI").is_none();
        Ok(Self { files: files.collect(), tools: format!("{rust}{node}{browser:?}"), is_trusted })
    }

    /// Whether a step has passed on the very files that it rests on.
    pub fn has_passed(&self, step: &Step) -> bool {
        self.is_trusted && self.key(step).is_some_and(|key| fs::read_to_string(path(step)).is_ok_and(|passed| passed == key))
    }

    /// Remembers that a step has passed on the files that were read, or that it has not.
    pub fn remember(&self, step: &Step, has_passed: bool) -> Result<()> {
        let Some(key) = self.key(step) else { return Ok(()) };
        let path = path(step);
        if !has_passed {
            return if path.exists() { Ok(fs::remove_file(path)?) } else { Ok(()) };
        }
        fs::create_dir_all(path.parent().context("a folder of the steps")?)?;
        Ok(fs::write(path, key)?)
    }

    /// A hash of all that a step rests on; none for one that always runs.
    fn key(&self, step: &Step) -> Option<String> {
        if step.rests_on.is_empty() {
            return None;
        }
        let is_input = |name: &str| step.rests_on.iter().copied().flatten().any(|input| *input == "." || is_within(name, input));
        let inputs: Vec<_> = self.files.iter().filter(|(name, _)| is_input(name)).collect();
        Some(format!("{:016x}", hash(&(inputs, &self.tools))))
    }
}

/// Whether a file is the input itself or lies in the folder of that name.
fn is_within(name: &str, input: &str) -> bool {
    name.strip_prefix(input).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

fn path(step: &Step) -> PathBuf {
    workspace::target().join("steps").join(format!("{}.passed", step.name))
}

fn hash(value: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known(files: &[(&str, u64)]) -> Known {
        let files = files.iter().map(|(name, hash)| ((*name).to_owned(), *hash)).collect();
        Known { files, tools: "rustc 1".to_owned(), is_trusted: true }
    }

    #[test]
    fn a_step_is_left_out_only_on_the_files_that_it_passed_on() {
        let step = Step::new("never-a-step", || Ok(())).rests_on(&[&["engine"], &["Cargo.toml"]]);
        let first = known(&[("Cargo.toml", 1), ("docs/rules.md", 2), ("engine/src/lib.rs", 3)]);
        assert!(!first.has_passed(&step), "nothing is known of it yet");
        first.remember(&step, true).unwrap();
        assert!(first.has_passed(&step));
        assert!(known(&[("Cargo.toml", 1), ("docs/rules.md", 9), ("engine/src/lib.rs", 3)]).has_passed(&step));
        assert!(!known(&[("Cargo.toml", 1), ("engine/src/lib.rs", 4)]).has_passed(&step), "a file has changed");
        assert!(!known(&[("Cargo.toml", 1)]).has_passed(&step), "a file is gone");
        assert!(!Known { tools: "rustc 2".to_owned(), ..first }.has_passed(&step), "another compiler");
        let first = known(&[("Cargo.toml", 1), ("engine/src/lib.rs", 3)]);
        assert!(!Known { is_trusted: false, ..first }.has_passed(&step), "all are to run");
        known(&[("Cargo.toml", 1), ("engine/src/lib.rs", 3)]).remember(&step, false).unwrap();
        assert!(!path(&step).exists(), "a step that failed runs again");
    }

    #[test]
    fn a_step_that_names_no_input_always_runs() {
        let step = Step::new("always", || Ok(()));
        let known = known(&[("Cargo.toml", 1)]);
        known.remember(&step, true).unwrap();
        assert!(!known.has_passed(&step));
    }

    #[test]
    fn a_folder_is_no_prefix_of_its_neighbors() {
        assert!(is_within("app/src/lib.rs", "app") && is_within("Cargo.toml", "Cargo.toml"));
        assert!(!is_within("apple/src/lib.rs", "app"));
    }
}
