//! Filters: a scenario or a request on each line, an answer or a problem on its line.

use std::io::{BufRead as _, BufReader, Write as _};

use super::program::{SCENARIO, lines, rigwise, run};

#[test]
fn each_scenario_is_answered_on_its_line() {
    let scenario: wire::v1::Scenario = api::parse_scenario_json(SCENARIO).unwrap();
    let output = run("estimate", format!("{SCENARIO}\n\n{SCENARIO}").as_bytes());
    assert!(output.status.success());
    let expected = serde_json::to_string(&api::estimate(&scenario).unwrap()).unwrap();
    assert!(
        String::from_utf8(output.stdout).unwrap() == format!("{expected}\n{expected}\n"),
        "the answers differ from the engine's own"
    );

    let output = run("recommend", SCENARIO.as_bytes());
    assert!(output.status.success());
    assert!(lines(&output)[0]["recommended"]["estimate"].is_object());
}

#[test]
fn sentences_and_problems_come_in_the_language_asked_for() {
    let is_chinese = |text: &serde_json::Value| text.as_str().is_some_and(|text| !text.is_ascii());
    let mut child = rigwise("estimate").args(["--language", "zh"]).spawn().unwrap();
    child.stdin.take().unwrap().write_all(format!("{SCENARIO}\n{{}}").as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    let answers = lines(&output);
    assert!(is_chinese(&answers[0]["speed"]["bound_text"]), "{}", answers[0]);
    assert!(is_chinese(&answers[1]["detail"]) && is_chinese(&answers[1]["errors"][0]["detail"]), "{}", answers[1]);
}

/// What is not modeled is not asserted, and yet is an answer.
#[test]
fn another_framework_gets_a_lower_bound() {
    let scenario = SCENARIO.replace("\"training\":{", "\"training\":{\"framework\":\"mindspore\",");
    for command in ["estimate", "recommend"] {
        let output = run(command, scenario.as_bytes());
        assert!(output.status.success());
        let answer = &lines(&output)[0];
        let estimate = if command == "estimate" { answer } else { &answer["recommended"]["estimate"] };
        assert!(estimate["vram"]["fits"].is_null() && estimate["vram"]["lower_bound_bytes"].is_u64(), "{answer}");
        assert_eq!(estimate["vram"]["verdict"], "not-modelled");
    }
}

#[test]
fn a_line_at_fault_is_a_problem_in_its_place_and_an_exit_status() {
    let output = run(
        "estimate",
        format!("{SCENARIO}\n{{\n{{\"id\":\"b\",\"hardware\":{{\"gpu\":\"rtx-4009\"}}}}\n{SCENARIO}\n").as_bytes(),
    );
    assert_eq!(output.status.code(), Some(1));
    let answers = lines(&output);
    assert_eq!(answers.len(), 4);
    assert_eq!(answers[0]["id"], "a");
    assert_eq!(answers[1]["code"], "malformed-json");
    assert_eq!((&answers[2]["code"], &answers[2]["id"]), (&"invalid-input".into(), &"b".into()));
    assert_eq!(answers[0], answers[3]);
    assert!(run("estimate", b"").status.success());
}

#[test]
fn programs_come_a_scenario_a_line() {
    let output = run("code", format!("{SCENARIO}\n{{}}\n").as_bytes());
    assert_eq!(output.status.code(), Some(1), "the second line is no scenario");
    let answers = lines(&output);
    assert_eq!((&answers[0]["id"], &answers[0]["snippets"][0]["filename"]), (&"a".into(), &"train.py".into()));
    assert_eq!(answers[1]["code"], "invalid-input");
}

#[test]
fn a_diagnosis_comes_for_requests_and_for_scenarios_with_a_symptom() {
    let request = format!(r#"{{"scenario":{SCENARIO},"symptom":"out-of-memory","observed":{{"step":3}}}}"#);
    let output = run("diagnose", format!("{request}\n{SCENARIO}\n").as_bytes());
    assert_eq!(output.status.code(), Some(1), "the second line names no symptom");
    let answers = lines(&output);
    assert_eq!((&answers[0]["id"], &answers[0]["symptom"]), (&"a".into(), &"out-of-memory".into()));
    assert!(answers[0]["checks"].as_array().is_some_and(|checks| checks.len() > 5));
    assert_eq!(answers[1]["code"], "invalid-input");

    let mut child = rigwise("diagnose").args(["--see", "out-of-memory", "--step", "3", "--language", "en"]).spawn().unwrap();
    child.stdin.take().unwrap().write_all(SCENARIO.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success());
    assert_eq!(lines(&output)[0], answers[0]);
    assert_eq!(rigwise("diagnose").args(["--see", "slow"]).output().unwrap().status.code(), Some(2));
}

/// A program that talks line by line must not wait for more input.
#[test]
fn an_answer_comes_before_the_next_question() {
    let mut child = rigwise("estimate").spawn().unwrap();
    let (mut input, mut output) = (child.stdin.take().unwrap(), BufReader::new(child.stdout.take().unwrap()));
    for _ in 0..2 {
        writeln!(input, "{SCENARIO}").unwrap();
        let mut line = String::new();
        output.read_line(&mut line).unwrap();
        assert!(line.starts_with('{'));
    }
    drop(input);
    assert!(child.wait().unwrap().success());
}
