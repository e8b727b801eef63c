//! The practitioners' rules on the wire: each with its sentence and source, and a reason wherever it does not agree.
#![cfg(feature = "json")]

use api::{estimate, parse_scenario_json};
use serde_json::{Value as Json, json};
use wire::v1::Estimate;
use wire::v1::estimate::RuleVerdict;

#[track_caller]
fn answer(document: &Json) -> Estimate {
    let scenario = parse_scenario_json(&document.to_string()).unwrap_or_else(|problem| panic!("{problem:?}"));
    estimate(&scenario).unwrap_or_else(|problem| panic!("{problem:?}"))
}

#[test]
fn every_opinion_says_what_where_from_and_why_it_differs() {
    let documents = [
        json!({ "hardware": { "gpu": "rtx-4090" }, "model": { "id": "resnet50" }, "training": { "precision": "fp32", "micro_batch_size": 400 } }),
        json!({ "hardware": { "gpu": "rtx-4090" }, "model": { "id": "llama-2-7b" }, "training": { "method": "qlora" } }),
        json!({ "hardware": { "gpu": "rtx-4090" }, "model": { "id": "llama-2-7b" }, "training": { "micro_batch_size": 1 } }),
        json!({ "hardware": { "gpu": "rtx-a6000" }, "model": { "id": "sd15" }, "training": { "method": "lora" } }),
        json!({ "hardware": { "gpu": "rtx-4090" }, "model": { "id": "bert-base" } }),
    ];
    let mut seen: Vec<String> = Vec::new();
    for document in documents {
        for opinion in answer(&document).rules {
            let name = format!("{} of {document}", opinion.rule);
            assert!(!opinion.sentence.is_empty() && !opinion.sentence_zh.is_empty() && !opinion.source.is_empty(), "{name}");
            assert_eq!(opinion.reason.is_empty(), opinion.verdict == RuleVerdict::Agrees, "{name}");
            assert_eq!(opinion.reason.is_empty(), opinion.reason_zh.is_empty(), "{name}");
            assert_eq!(opinion.says.is_some(), opinion.model.is_some(), "{name}");
            assert_eq!(opinion.says.is_some(), opinion.says_ids.is_empty(), "{name}");
            if !seen.contains(&opinion.rule) {
                seen.push(opinion.rule);
            }
        }
    }
    seen.sort();
    let all = ["A3", "A4", "A5", "A6", "A8", "B10", "B12", "B13", "B2", "B4", "B5", "B6", "B9", "C1", "D6", "D7"];
    assert_eq!(seen, all);
}
