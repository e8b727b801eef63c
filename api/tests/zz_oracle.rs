#![cfg(feature = "wire")]
use std::io::Write;
#[test]
fn dump() {
    let mut out = std::fs::File::create("/tmp/e.ndjson").unwrap();
    for line in std::fs::read_to_string("/tmp/s.ndjson").unwrap().lines() {
        match api::estimate_json(line) {
            Ok(e) => writeln!(out, "{}", serde_json::to_string(&e).unwrap()).unwrap(),
            Err(p) => writeln!(out, "{}", serde_json::to_string(&p).unwrap()).unwrap(),
        }
    }
}
