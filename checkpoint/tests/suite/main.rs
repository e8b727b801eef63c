//! Files of real models, and any other text.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

mod any_text;
mod configurations;
mod names;
mod weights;

use std::fs;
use std::path::Path;

/// A file of `tests/samples`.
fn sample(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/samples").join(format!("{name}.json"));
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}
