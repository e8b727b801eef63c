//! Which crate may depend on which.

use std::fs;

use anyhow::{Context, Result};

use crate::workspace;

/// A crate, the crates of the workspace that it may use, and whether those are all that it may use.
struct Arrows {
    package: &'static str,
    may_use: &'static [&'static str],
    nothing_else: bool,
}

const ARROWS: [Arrows; 5] = [
    // The engine stays pure: no serialization, no input or output.
    Arrows { package: "engine", may_use: &["libm", "thiserror"], nothing_else: true },
    Arrows { package: "catalog", may_use: &["engine"], nothing_else: false },
    Arrows { package: "api", may_use: &["catalog", "engine"], nothing_else: false },
    Arrows { package: "app", may_use: &["api", "catalog", "engine"], nothing_else: false },
    Arrows { package: "server", may_use: &["accuracy", "api", "app", "catalog", "engine"], nothing_else: false },
];

const MEMBERS: [&str; 8] = ["accuracy", "api", "app", "catalog", "engine", "engine-digest", "server", "xtask"];

/// Dependencies that point the wrong way.
pub fn breaches() -> Result<Vec<String>> {
    let mut breaches = Vec::new();
    for Arrows { package, may_use, nothing_else } in &ARROWS {
        let manifest = workspace::root().join(package).join("Cargo.toml");
        let text = fs::read_to_string(&manifest).with_context(|| format!("cannot read {}", manifest.display()))?;
        for dependency in dependencies(&text) {
            if !may_use.contains(&dependency) && (*nothing_else || MEMBERS.contains(&dependency)) {
                breaches.push(format!("{package} must not depend on {dependency}"));
            }
        }
    }
    Ok(breaches)
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
    use super::dependencies;

    #[test]
    fn every_way_of_writing_a_dependency_is_seen() {
        let manifest = "[package]\nname = \"x\"\n[dependencies]\n# why = 1\nlibm = \"0.2\"\nserde.workspace = true\n[dependencies.csv]\nversion = \"1\"\n[dev-dependencies]\nproptest = \"1\"\n[target.'cfg(unix)'.dependencies]\nnix = \"1\"\n";
        assert_eq!(dependencies(manifest), ["libm", "serde", "csv", "nix"]);
    }
}
