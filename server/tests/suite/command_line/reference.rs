//! What the program looks up: products by words, the reference of the API.

use std::process::Output;

use super::program::{lines, rigwise, run};

#[test]
fn the_catalog_is_found_by_words() {
    let find = |arguments: &[&str]| rigwise("find").args(arguments).output().unwrap();
    let text = |output: &Output| String::from_utf8(output.stdout.clone()).unwrap();
    let output = find(&["RTX4090"]);
    assert!(output.status.success());
    let said = text(&output);
    let first: Vec<&str> = said.lines().next().unwrap().split_whitespace().collect();
    assert_eq!(first, ["gpus/rtx-4090", "GeForce", "RTX", "4090", "name"]);

    let output = find(&["llama", "3.4", "8b", "--json"]);
    assert!(output.status.success());
    let found = &lines(&output)[0];
    assert_eq!((&found["matches"][0]["id"], &found["matches"][0]["exact"]), (&"llama-3-8b".into(), &false.into()));
    assert_eq!(found["matches"][0]["nearest"][0]["given"], "3.4");
    assert!(found["catalog_version"].is_string() && found["found"].as_u64() == Some(2));
    assert!(text(&find(&["llama 3.4 8b", "--language", "zh"])).contains("目录中没有“3.4”"));

    let few = text(&find(&["nvidia 24 GB", "--limit", "2"]));
    assert_eq!(few.lines().count(), 3, "{few}");
    assert!(few.lines().all(|line| line.starts_with("gpus/") || line.starts_with("and ")), "{few}");
    assert!(text(&find(&["amd", "--list", "cpus"])).lines().all(|line| line.starts_with("cpus/") || line.starts_with("and ")));

    for (arguments, status, said) in [
        (&["no such card"][..], 1, "nothing in the catalog has all of these words: no such card"),
        (&[&*"x".repeat(201)], 1, "must have at most 200 characters"),
        (&["4090", "--list", "cars"], 2, "must be one of gpus, models, cpus"),
        (&[], 2, "required"),
    ] {
        let output = find(arguments);
        assert_eq!(output.status.code(), Some(status), "{arguments:?}");
        let error = String::from_utf8(output.stderr).unwrap();
        assert!(error.contains(said) && output.stdout.is_empty(), "{error}");
    }
}

#[test]
fn the_reference_is_printed_as_it_is_served() {
    let output = run("openapi", b"");
    assert!(output.status.success());
    assert_eq!(String::from_utf8(output.stdout).unwrap(), format!("{}\n", server::openapi::document_text()));
}
