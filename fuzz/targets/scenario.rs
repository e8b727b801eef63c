//! A scenario is answered, or refused with a problem that is the client's; a refusal never says that the server failed.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    match api::estimate_json(text) {
        Ok(estimate) => {
            assert!(estimate.vram.range_bytes[0] <= estimate.vram.range_bytes[1]);
            assert!(estimate.speed.epoch_seconds.is_finite());
        }
        Err(problem) => assert!((400..500).contains(&problem.status), "{problem:?}"),
    }
});
