//! The program, run with an argument and an input.

use std::io::Write as _;
use std::process::{Command, Output, Stdio};

pub const SCENARIO: &str =
    r#"{"id":"a","hardware":{"gpu":"rtx-4090"},"model":{"id":"resnet50"},"training":{"micro_batch_size":16}}"#;

pub fn rigwise(argument: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_rigwise"));
    command.arg(argument).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

pub fn run(argument: &str, input: &[u8]) -> Output {
    let mut child = rigwise(argument).spawn().unwrap();
    child.stdin.take().unwrap().write_all(input).unwrap();
    child.wait_with_output().unwrap()
}

pub fn lines(output: &Output) -> Vec<serde_json::Value> {
    String::from_utf8(output.stdout.clone()).unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}
