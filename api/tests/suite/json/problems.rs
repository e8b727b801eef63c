//! Problems: where a document is broken, how many errors are told, and under which code.

use std::collections::BTreeSet;

use api::parse_scenario_json;
use scenario::json::{parse_compare, parse_plan};
use serde_json::{Value as Json, json};
use wire::Locale;
use wire::v1::{Problem, ProblemCode};

#[test]
fn broken_json_says_where() {
    let problem = parse_scenario_json("{\"hardware\":\n {").unwrap_err();
    assert_eq!((problem.code, problem.status), (ProblemCode::MalformedJson, 400));
    assert_eq!(&*problem.kind, "/problems/malformed-json");
    assert!(problem.detail.contains("line 2"), "{}", problem.detail);
    assert_eq!(parse_scenario_json("").unwrap_err().code, ProblemCode::MalformedJson);
}

#[test]
fn an_answer_names_a_bounded_number_of_errors() {
    let members: serde_json::Map<_, _> = (0..5000).map(|index| (format!("typo_{index}"), json!(1))).collect();
    let problem = parse_scenario_json(&Json::Object(members).to_string()).unwrap_err();
    assert_eq!(problem.errors.len(), scenario::limits::ERRORS);
}

#[test]
fn a_problem_repeats_the_scenario_s_name_and_survives_the_wire() {
    let mut problem = parse_scenario_json(r#"{"id":"row 7","trainig":{}}"#).unwrap_err();
    assert_eq!(problem.id.as_deref(), Some("row 7"));
    let text = serde_json::to_string(&problem).unwrap();
    // The other language stays behind.
    problem.chinese = None;
    problem.errors.iter_mut().for_each(|error| error.chinese = None);
    assert_eq!(serde_json::from_str::<Problem>(&text).unwrap(), problem);
}

#[test]
fn problem_codes_have_words_and_titles() {
    let words: BTreeSet<_> = ProblemCode::ALL.iter().map(|code| code.as_str()).collect();
    assert_eq!(words.len(), ProblemCode::ALL.len());
    for code in ProblemCode::ALL {
        assert_eq!(serde_json::to_value(code).unwrap(), code.as_str());
        assert_eq!(ProblemCode::from_word(code.as_str()), Some(code));
        assert_ne!(code.title(Locale::En), code.title(Locale::Zh));
    }
}

/// Of two members of one name, a reader would take one without a word.
#[test]
fn no_member_is_there_twice() {
    let found = |problem: Problem| -> Vec<(String, String)> {
        problem.errors.into_iter().map(|error| (error.pointer, error.code)).collect()
    };
    let twice = |pointer: &str| (pointer.to_owned(), "duplicate".to_owned());
    let scenario =
        r#"{"hardware":{"gpu":"rtx-4090"},"model":{"id":"resnet50"},"training":{"epochs":1,"epochs":2},"hardware":{}}"#;
    let problem = parse_scenario_json(scenario).unwrap_err();
    assert!(problem.errors[0].detail.contains("more than once"), "{problem:?}");
    assert_eq!(found(problem), [twice("/hardware"), twice("/training/epochs")]);
    let config = r#"{"model":{"config":{"model_type":"bert","vocab_size":9,"vocab_size":9}}}"#;
    assert_eq!(found(parse_scenario_json(config).unwrap_err()), [twice("/model/config/vocab_size")]);
    let plan = format!(r#"{{"scenario":{scenario},"prices":{{"rtx-4090":1,"rtx-4090":2}}}}"#);
    assert_eq!(
        found(parse_plan(plan.as_bytes()).unwrap_err()),
        [twice("/prices/rtx-4090"), twice("/scenario/hardware"), twice("/scenario/training/epochs")]
    );
    let several = format!(r#"{{"scenarios":[{{}},{scenario}]}}"#);
    assert_eq!(found(parse_compare(several.as_bytes()).unwrap_err()).len(), 2);
    let priced = r#"{"model":{"id":"resnet50"},"prices":{"pue":1.1,"pue":1.2}}"#;
    assert_eq!(found(scenario::json::parse_bom_request(priced.as_bytes()).unwrap_err()), [twice("/prices/pue")]);
}
