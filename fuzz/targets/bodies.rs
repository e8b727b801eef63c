//! Bodies of the other questions: comparison, program, diagnosis, bill.
#![no_main]

use wire::v1::Problem;
use libfuzzer_sys::fuzz_target;

fn refused<T>(result: Result<T, Problem>) {
    if let Err(problem) = result {
        assert!((400..500).contains(&problem.status), "{problem:?}");
    }
}

fuzz_target!(|body: &[u8]| {
    refused(scenario::json::parse_compare(body));
    refused(scenario::json::parse_code(body));
    refused(scenario::json::parse_diagnose(body));
    refused(scenario::json::parse_bom_request(body));
});
