//! What differs between two answers of a plan.
#![cfg(feature = "json")]
#![expect(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

use api::plans::{Answer, FIGURES, diff};
use proptest::prelude::*;
use serde_json::{Value as Json, json};
use wire::Locale;
use wire::v1::plan::{DiffSide, PlanDiff};

fn side(revision: u64) -> DiffSide {
    DiffSide { revision, recomputed: false, engine_version: "e".to_owned(), catalog_version: "c".to_owned() }
}

fn between(from: &Json, to: &Json) -> PlanDiff {
    let answer = |number, estimate| Answer { side: side(number), estimate, prices: None, price: None };
    diff(answer(1, from), answer(2, to))
}

fn answer(scenario: &Json) -> Json {
    serde_json::to_value(api::answer(&api::parse_scenario_json(&scenario.to_string()).unwrap(), Locale::En).unwrap()).unwrap()
}

fn at<'a>(answer: &'a Json, pointer: &str) -> Option<&'a Json> {
    answer.pointer(pointer).filter(|value| !value.is_null())
}

fn scenarios() -> Vec<Json> {
    vec![
        json!({ "hardware": { "gpu": "rtx-4090", "ram_gib": 64 }, "model": { "id": "resnet50" }, "training": { "micro_batch_size": 32 } }),
        json!({ "id": "other", "hardware": { "gpu": "rtx-3090", "ram_gib": 4, "storage": "samsung-990-pro-2tb" }, "model": { "id": "qwen2.5-7b" },
            "training": { "method": "qlora", "micro_batch_size": 1 }, "data": { "sequence_length": 1024 } }),
        json!({ "hardware": { "gpu": { "name": "mine", "memory_gib": 24, "memory_bandwidth_gb_per_s": 900, "fp32_tflops": 40 } },
            "model": { "id": "resnet50" } }),
        json!({ "hardware": { "gpu": "rtx-4090" }, "model": { "id": "resnet50" }, "training": { "framework": "mindspore" } }),
    ]
}

/// Models that run, of both kinds.
fn runs() -> Vec<Json> {
    let of = |model: &str, serving: Json| json!({ "task": "inference", "hardware": { "gpu": "rtx-4090" }, "model": { "id": model }, "serving": serving });
    vec![
        of("llama-3.1-8b", json!({ "engine": "vllm", "request_rate": 1, "max_time_to_first_token_seconds": 2 })),
        of("qwen3-vl-4b", json!({ "images_per_prompt": 1 })),
        of("sdxl", json!({})),
        of("cogvideox-2b", json!({})),
        of("bert-base", json!({})),
        of("whisper-tiny", json!({})),
    ]
}

#[test]
fn equal_answers_differ_in_nothing() {
    for scenario in scenarios() {
        let answer = answer(&scenario);
        let found = between(&answer, &answer);
        assert!(found.settings.is_empty() && found.figures.is_empty(), "{found:?}");
        assert_eq!((found.from.revision, found.to.revision), (1, 2));
    }
}

#[test]
fn settings_come_in_the_scenarios_order_and_figures_in_the_answers() {
    let answers: Vec<Json> = scenarios().iter().map(answer).collect();
    let found = between(&answers[0], &answers[1]);
    let settings: Vec<&str> = found.settings.iter().map(|change| change.pointer.as_str()).collect();
    let place = |pointer: &str| {
        settings.iter().position(|setting| *setting == pointer).unwrap_or_else(|| panic!("{pointer} in {settings:?}"))
    };
    assert!(place("/hardware/gpu") < place("/hardware/ram_gib"));
    assert!(place("/hardware/ram_gib") < place("/model/id"));
    assert!(place("/model/id") < place("/training/method"));
    assert!(place("/training/lora/rank") < place("/training/micro_batch_size"), "a member that only one side has");
    assert!(!settings.contains(&"/id"), "a name is no setting");
    let order = |pointer: &str| FIGURES.iter().position(|figure| *figure == pointer).unwrap();
    assert!(found.figures.is_sorted_by_key(|change| order(&change.pointer)));
    let peak = found.figures.iter().find(|change| change.pointer == "/vram/device_peak_bytes").unwrap();
    let (before, after) = (peak.from.as_ref().unwrap().as_f64().unwrap(), peak.to.as_ref().unwrap().as_f64().unwrap());
    assert!((peak.relative.unwrap() - (after / before - 1.0)).abs() < 1e-12);
    let described = between(&answers[0], &answers[2]);
    let card = described.settings.iter().find(|change| change.pointer == "/hardware/gpu").unwrap();
    assert_eq!((card.from.as_ref().unwrap(), &card.to.as_ref().unwrap()["name"]), (&json!("rtx-4090"), &json!("mine")));
}

/// A figure that is added to an answer is compared from then on.
#[test]
fn every_number_of_an_answers_sections_is_compared() {
    fn leaves(value: &Json, pointer: &str, found: &mut Vec<String>) {
        match value {
            Json::Object(members) => members.iter().for_each(|(name, value)| leaves(value, &format!("{pointer}/{name}"), found)),
            Json::Array(items) => {
                items.iter().enumerate().for_each(|(index, value)| leaves(value, &format!("{pointer}/{index}"), found));
            }
            Json::Number(_) | Json::Bool(_) => found.push(pointer.to_owned()),
            Json::Null | Json::String(_) => {}
        }
    }
    let mut found = Vec::new();
    for scenario in runs() {
        let answer = answer(&scenario);
        for section in ["parameters", "vram", "limits", "within_targets", "ram", "speed", "images", "fits"] {
            leaves(&answer[section], &format!("/{section}"), &mut found);
        }
        let mut of_queue = Vec::new();
        leaves(&answer["queue"], "/queue", &mut of_queue);
        // Of percentiles the 95th is compared, and the rate is a setting.
        found.extend(
            of_queue
                .into_iter()
                .filter(|pointer| !pointer.ends_with("/p50") && !pointer.ends_with("/p99") && pointer != "/queue/request_rate"),
        );
    }
    for scenario in scenarios() {
        let answer = answer(&scenario);
        for section in ["parameters", "vram", "limits", "ram", "speed"] {
            leaves(&answer[section], &format!("/{section}"), &mut found);
        }
    }
    // A ladder is other plans' answers.
    let left_out = ["/vram/timeline", "/vram/peak/", "/ram/ladder/"];
    found.retain(|pointer| !left_out.iter().any(|start| pointer.starts_with(start)));
    for pointer in &found {
        assert!(FIGURES.contains(&pointer.as_str()), "{pointer} is not compared");
    }
    let words = ["/vram/verdict", "/ram/peak_phase", "/speed/bound_by", "/speed/bound_detail"];
    for figure in FIGURES {
        let is_known = found.iter().any(|pointer| pointer == figure)
            || words.contains(&figure)
            || figure.ends_with("_that_fits")
            || figure.ends_with("_that_fit");
        assert!(is_known, "no answer has {figure}");
    }
    let mut once = FIGURES.to_vec();
    once.sort_unstable();
    once.dedup();
    assert_eq!(once.len(), FIGURES.len());
}

/// What an early version wrote may lack members, or have what nobody expects.
#[test]
fn answers_of_an_early_version_are_compared_as_far_as_they_go() {
    let today = answer(&scenarios()[0]);
    let mut early = today.clone();
    early["ram"].as_object_mut().unwrap().remove("reserve");
    early.as_object_mut().unwrap().remove("path");
    let pointers: Vec<String> = between(&early, &today).figures.into_iter().map(|change| change.pointer).collect();
    assert!(!pointers.is_empty() && pointers.iter().all(|pointer| pointer.starts_with("/ram/reserve/")), "{pointers:?}");
    for odd in [json!(null), json!([]), json!("text"), json!({}), json!({ "inputs": 7, "vram": [1], "speed": { "range": 3 } })] {
        assert!(between(&odd, &odd).figures.is_empty());
        assert!(!between(&odd, &today).figures.is_empty());
    }
    let written =
        |number: Json| json!({ "inputs": { "data": { "samples": number.clone() } }, "speed": { "step_seconds": number } });
    let found = between(&written(json!(2)), &written(json!(2.0)));
    assert!(found.settings.is_empty() && found.figures.is_empty(), "a number is the same however it is written: {found:?}");
    assert_eq!(between(&written(json!(0)), &written(json!(1))).figures[0].relative, None);
}

fn value() -> impl Strategy<Value = Json> {
    let leaf = prop_oneof![
        Just(Json::Null),
        any::<bool>().prop_map(Json::from),
        any::<i64>().prop_map(Json::from),
        any::<f64>().prop_map(Json::from),
        "[a-c/~]{0,2}".prop_map(Json::from),
    ];
    leaf.prop_recursive(3, 16, 3, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..3).prop_map(Json::from),
            prop::collection::btree_map("[a-b/~]{0,2}", inner, 0..3)
                .prop_map(|members| Json::Object(members.into_iter().collect())),
        ]
    })
}

/// An answer in which some figures and settings are replaced, and some are missing.
fn documents() -> impl Strategy<Value = Json> {
    let figures = prop::collection::vec((0..FIGURES.len(), value()), 0..8);
    (value(), figures).prop_map(|(inputs, figures)| {
        let mut answer = json!({ "inputs": inputs });
        for (index, value) in figures {
            let mut place = &mut answer;
            let pointer = FIGURES[index].trim_start_matches('/');
            for token in pointer.split('/') {
                if !place.is_object() {
                    *place = json!({});
                }
                place = &mut place[token];
            }
            *place = value;
        }
        answer
    })
}

proptest! {
    #[test]
    fn a_difference_is_one_and_has_two_sides(a in documents(), b in documents()) {
        let nothing = between(&a, &a);
        prop_assert!(nothing.settings.is_empty() && nothing.figures.is_empty());
        let (there, back) = (between(&a, &b), between(&b, &a));
        for change in &there.settings {
            let place = format!("/inputs{}", change.pointer);
            prop_assert_ne!(at(&a, &place), at(&b, &place), "{}", change.pointer);
            prop_assert_eq!((change.from.as_ref(), change.to.as_ref()), (at(&a, &place), at(&b, &place)));
        }
        for change in &there.figures {
            prop_assert_ne!(&change.from, &change.to, "{}", change.pointer);
            prop_assert!(change.relative.is_none_or(f64::is_finite));
        }
        let settings = |diff: &PlanDiff| diff.settings.clone();
        let turned: Vec<_> = back.settings.iter().map(|c| (c.pointer.clone(), c.to.clone(), c.from.clone())).collect();
        prop_assert_eq!(settings(&there).into_iter().map(|c| (c.pointer, c.from, c.to)).collect::<Vec<_>>(), turned);
        let turned: Vec<_> = back.figures.iter().map(|c| (c.pointer.clone(), c.to.clone(), c.from.clone())).collect();
        prop_assert_eq!(there.figures.into_iter().map(|c| (c.pointer, c.from, c.to)).collect::<Vec<_>>(), turned);
    }
}
