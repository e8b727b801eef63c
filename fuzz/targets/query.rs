//! A query string is read without a panic, and what was read says the same when it is written and read again.
#![no_main]

use scenario::query::{parse_string, to_string};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let parsed = parse_string(text);
    drop(scenario::diagnose::parse_query(text));
    drop(scenario::prices::from_query(scenario::query::decode(text)));
    if parsed.errors.is_empty() {
        let again = parse_string(&to_string(&parsed.scenario, &[]));
        assert!(again.errors.is_empty(), "{:?}", again.errors);
        assert_eq!(again.scenario, parsed.scenario);
        if let Err(problem) = api::estimate(&parsed.scenario) {
            assert!((400..500).contains(&problem.status), "{problem:?}");
        }
    }
});
