//! Many scenarios, as an array or a line each: every one is answered or refused in its place.
#![no_main]

use libfuzzer_sys::fuzz_target;

/// Estimated of one input; more would only be slower.
const MOST: usize = 4;

fuzz_target!(|body: &[u8]| {
    match scenario::json::parse_batch(body) {
        Ok(scenarios) => scenarios.into_iter().take(MOST).for_each(|scenario| {
            if let Err(problem) = scenario.and_then(|scenario| api::estimate(&scenario)) {
                assert!((400..500).contains(&problem.status), "{problem:?}");
            }
        }),
        Err(problem) => assert!((400..500).contains(&problem.status), "{problem:?}"),
    }
    for line in body.split(|byte| *byte == b'\n').take(MOST) {
        drop(scenario::json::parse_scenario(line));
    }
});
