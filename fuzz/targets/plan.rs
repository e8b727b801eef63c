//! A plan to be stored is read or refused, and what was read survives being stored.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|body: &[u8]| {
    match scenario::json::parse_plan(body) {
        Ok(plan) => {
            let stored = serde_json::to_vec(&plan.scenario).expect("a scenario is JSON");
            let read = scenario::json::parse_scenario(&stored).expect("what was stored can be read");
            assert_eq!(read, plan.scenario);
        }
        Err(problem) => assert!((400..500).contains(&problem.status), "{problem:?}"),
    }
});
