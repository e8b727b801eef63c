//! A table of prices, as some spreadsheet wrote it or as nobody did.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    match scenario::prices::parse_csv(bytes) {
        Ok(prices) => assert!(prices.iter().all(|price| price.unit_price.is_finite())),
        Err(faults) => assert!(!faults.is_empty()),
    }
});
