//! What the advisor recommends for scenarios, a line of JSON each: plans that programs are then written for and run.
//!
//! ```text
//! cargo run --package api --example advised < questions.ndjson
//! ```

use std::io::{BufRead, Write, stdin, stdout};
use std::process::ExitCode;

use api::{parse_scenario_json, recommend};

fn main() -> ExitCode {
    let mut output = stdout().lock();
    for (number, line) in stdin().lock().lines().map_while(Result::ok).enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        let answer = parse_scenario_json(&line).and_then(|scenario| recommend(&scenario));
        match answer.map(|advice| serde_json::to_string(&advice.recommended.scenario)) {
            Ok(Ok(text)) if writeln!(output, "{text}").is_ok() => {}
            result => {
                eprintln!("line {}: {result:?}", number + 1);
                return ExitCode::FAILURE;
            }
        }
    }
    ExitCode::SUCCESS
}
