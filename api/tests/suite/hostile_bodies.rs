//! Every parser of what comes from outside answers or refuses; the short version of what `fuzz/` does for longer.
//!
//! `PROPTEST_CASES` sets how long this goes on; `cargo xtask soak properties` does.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

use proptest::prelude::*;
use proptest::sample::{Index, select};
use scenario::query::{parse_string, to_string};
use wire::v1::Problem;

/// A body of each kind, whole and right, from the seeds of the fuzz targets.
const SEEDS: [&[u8]; 8] = [
    include_bytes!("../../../fuzz/seeds/scenario-images.json"),
    include_bytes!("../../../fuzz/seeds/scenario-text.json"),
    include_bytes!("../../../fuzz/seeds/plan.json"),
    include_bytes!("../../../fuzz/seeds/batch.json"),
    include_bytes!("../../../fuzz/seeds/compare.json"),
    include_bytes!("../../../fuzz/seeds/diagnose.json"),
    include_bytes!("../../../fuzz/seeds/query.txt"),
    include_bytes!("../../../fuzz/seeds/prices.csv"),
];

#[track_caller]
fn refused<T>(result: Result<T, Problem>) -> Option<T> {
    match result {
        Ok(value) => Some(value),
        Err(problem) => {
            assert!((400..500).contains(&problem.status), "{problem:?}");
            None
        }
    }
}

/// Gives the bytes to every parser.
fn read(bytes: &[u8]) {
    refused(scenario::json::parse_scenario(bytes));
    if let Some(plan) = refused(scenario::json::parse_plan(bytes)) {
        let stored = serde_json::to_vec(&plan.scenario).unwrap();
        assert_eq!(scenario::json::parse_scenario(&stored).unwrap(), plan.scenario, "what is stored is what was sent");
    }
    for scenario in refused(scenario::json::parse_batch(bytes)).into_iter().flatten() {
        refused(scenario);
    }
    refused(scenario::json::parse_compare(bytes));
    refused(scenario::json::parse_code(bytes));
    refused(scenario::json::parse_diagnose(bytes));
    refused(scenario::json::parse_bom_request(bytes));
    match scenario::prices::parse_csv(bytes) {
        Ok(prices) => assert!(prices.iter().all(|price| price.unit_price.is_finite())),
        Err(faults) => assert!(!faults.is_empty(), "a refusal without a reason"),
    }
    query(&String::from_utf8_lossy(bytes));
}

/// What was read from a query says the same when it is written and read again.
fn query(text: &str) {
    let parsed = parse_string(text);
    drop(scenario::diagnose::parse_query(text));
    drop(scenario::prices::from_query(scenario::query::decode(text)));
    if parsed.errors.is_empty() {
        let again = parse_string(&to_string(&parsed.scenario, &[]));
        assert!(again.errors.is_empty(), "{text}: {:?}", again.errors);
        assert_eq!(again.scenario, parsed.scenario, "{text}");
    }
}

/// One change of some bytes: another byte, a hole, a repetition.
#[derive(Debug, Clone)]
enum Change {
    Byte(Index, u8),
    Cut(Index, Index),
    Repeat(Index, Index, usize),
    Insert(Index, &'static str),
}

/// Words that parsers trip over.
const WORDS: [&str; 16] = [
    "1e999",
    "-1",
    "18446744073709551616",
    "0.1e-400",
    "null",
    "\u{0}",
    "\"\"",
    "[[[[",
    "{\"a\":",
    "%00",
    "%ff%fe",
    "&&==",
    ";;",
    "\"",
    "\u{feff}",
    "\r",
];

fn change() -> impl Strategy<Value = Change> {
    prop_oneof![
        (any::<Index>(), any::<u8>()).prop_map(|(at, byte)| Change::Byte(at, byte)),
        (any::<Index>(), any::<Index>()).prop_map(|(from, to)| Change::Cut(from, to)),
        (any::<Index>(), any::<Index>(), 1..20_usize).prop_map(|(from, to, times)| Change::Repeat(from, to, times)),
        (any::<Index>(), select(&WORDS[..])).prop_map(|(at, word)| Change::Insert(at, word)),
    ]
}

fn changed(bytes: &mut Vec<u8>, change: &Change) {
    if bytes.is_empty() {
        return;
    }
    let length = bytes.len();
    let range = |from: &Index, to: &Index| {
        let (from, to) = (from.index(length), to.index(length));
        from.min(to)..from.max(to)
    };
    match change {
        Change::Byte(at, byte) => bytes[at.index(length)] = *byte,
        Change::Cut(from, to) => drop(bytes.drain(range(from, to))),
        Change::Repeat(from, to, times) => {
            let piece = bytes[range(from, to)].repeat(*times);
            let end = range(from, to).end;
            bytes.splice(end..end, piece);
        }
        Change::Insert(at, word) => {
            let at = at.index(length);
            bytes.splice(at..at, word.bytes());
        }
    }
}

#[test]
fn seeds_are_read() {
    SEEDS.into_iter().for_each(read);
    assert!(scenario::json::parse_plan(SEEDS[2]).is_ok() && scenario::json::parse_batch(SEEDS[3]).is_ok());
    assert!(scenario::json::parse_compare(SEEDS[4]).is_ok() && scenario::json::parse_diagnose(SEEDS[5]).is_ok());
    assert!(parse_string(&String::from_utf8_lossy(SEEDS[6])).errors.is_empty());
    assert_eq!(scenario::prices::parse_csv(SEEDS[7]).unwrap().len(), 2);
}

proptest! {
    #[test]
    fn any_bytes(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        read(&bytes);
    }

    #[test]
    fn changed_seeds(seed in select(&SEEDS[..]), changes in prop::collection::vec(change(), 1..5)) {
        let mut bytes = seed.to_vec();
        for change in &changes {
            changed(&mut bytes, change);
        }
        read(&bytes);
    }

    /// Deeper than any document of ours: a parser that recurses must stop before the stack does.
    #[test]
    fn nested_beyond_reason(open in select(vec!["[", "{\"scenario\":", "{\"model\":{\"config\":"]), depth in 1..20_000_usize) {
        read(open.repeat(depth).as_bytes());
    }
}
