//! Programs for scenarios, a line of JSON each, as `rigwise code` prints them: without the server, for tests.
//!
//! ```text
//! cargo run --package api --example programs < api/tests/code/scenarios.ndjson
//! ```

use std::io::{BufRead, Write, stdin, stdout};
use std::process::ExitCode;

use api::{code_of, parse_scenario_json};
use wire::Locale;

fn main() -> ExitCode {
    let mut output = stdout().lock();
    for (number, line) in stdin().lock().lines().map_while(Result::ok).enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        let answer = parse_scenario_json(&line).and_then(|scenario| code_of(&scenario, None, Locale::En));
        match answer.map(|code| serde_json::to_string(&code)) {
            Ok(Ok(text)) if writeln!(output, "{text}").is_ok() => {}
            Ok(result) => {
                eprintln!("line {}: cannot be written: {result:?}", number + 1);
                return ExitCode::FAILURE;
            }
            Err(problem) => {
                eprintln!("line {}: {problem:?}", number + 1);
                return ExitCode::FAILURE;
            }
        }
    }
    ExitCode::SUCCESS
}
