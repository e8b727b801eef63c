//! The OpenAPI document: as committed, complete, and true to itself.

mod lint;
mod schema;

use std::path::Path;

/// Clients are generated from this file, so a change to it is a change to review. It is renewed by
/// `cargo run -p server -- openapi > server/openapi.json`.
#[test]
fn the_committed_document_is_the_programs_own() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("openapi.json");
    let committed = std::fs::read_to_string(&path).unwrap();
    let own = format!("{}\n", server::openapi::document_text());
    if committed != own {
        let line = committed.lines().zip(own.lines()).position(|(committed, own)| committed != own).map_or(0, |line| line + 1);
        panic!(
            "server/openapi.json differs from line {line} on: `cargo run -p server -- openapi > server/openapi.json`, and review it"
        );
    }
}
