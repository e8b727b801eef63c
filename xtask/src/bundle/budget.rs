//! What the browser may be asked to load.

use std::fs;

use anyhow::{Context, Result, bail};

use crate::workspace;

/// Bytes in a kB, as transfer sizes are given.
pub const KB: usize = 1000;

/// A limit on the brotli size of some files together.
struct Budget {
    name: &'static str,
    files: &'static [&'static str],
    /// Above this the build warns.
    aim: usize,
    /// Above this the build fails.
    limit: usize,
}

const BUDGETS: [Budget; 3] = [
    // On a 4 Mbit/s phone line 200 kB are 0.4 s: the planner is live before anyone has moved a slider.
    Budget {
        name: "planner of texts (WASM + JS)",
        files: &["pkg/rigwise_text.wasm", "pkg/rigwise_text.js"],
        aim: 200 * KB,
        limit: 353 * KB,
    },
    Budget {
        name: "planner of media (WASM + JS)",
        files: &["pkg/rigwise_media.wasm", "pkg/rigwise_media.js"],
        aim: 200 * KB,
        limit: 338 * KB,
    },
    // The style blocks the first paint, so it has to come with the first round trips.
    Budget { name: "style", files: &["pkg/rigwise.css"], aim: 12 * KB, limit: 12 * KB },
];

/// Prints raw and compressed sizes of the bundle that was built last; fails where a limit is passed.
pub fn check() -> Result<()> {
    let mut over = Vec::new();
    for Budget { name, files, aim, limit } in &BUDGETS {
        let (raw, compressed) = (size(files, "")?, size(files, ".br")?);
        println!("bundle: {name}: {} kB, {} kB with brotli (limit {} kB)", kb(raw), kb(compressed), kb(*limit));
        if compressed > *limit {
            over.push(format!("{name} takes {} kB with brotli, {} kB are allowed", kb(compressed), kb(*limit)));
        } else if compressed > *aim {
            println!("bundle: warning: {name} is over its aim of {} kB", kb(*aim));
        }
    }
    if !over.is_empty() {
        bail!("{}; find what grew with `twiggy top` or move it off the planner", over.join("; "));
    }
    Ok(())
}

fn size(files: &[&str], suffix: &str) -> Result<usize> {
    files.iter().try_fold(0, |total, file| {
        let path = workspace::site().join(format!("{file}{suffix}"));
        let metadata = fs::metadata(&path).with_context(|| format!("the bundle has no {}", path.display()))?;
        Ok(total + usize::try_from(metadata.len())?)
    })
}

/// Bytes in kB, for people.
pub fn kb(bytes: usize) -> String {
    format!("{:.1}", bytes as f64 / KB as f64)
}
