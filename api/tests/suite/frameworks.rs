//! Frameworks that are not modeled: what is not known is not asserted, and no program is a stub.
#![cfg(feature = "json")]

use api::{advise, answer, code_of, comparison};
use scenario::query;
use serde_json::Value as Json;
use wire::Locale;
use wire::v1::choices::{Framework, Method};
use wire::v1::{Advised, Answer, Prices, Problem, Scenario};

const OTHERS: [Framework; 2] = [Framework::Tensorflow, Framework::Mindspore];
const CARDS: [&str; 3] = ["rtx-4060", "rtx-4090", "h100-sxm5-80gb"];

fn scenario(query: &str) -> Scenario {
    let parsed = query::parse_string(query);
    assert!(parsed.errors.is_empty(), "{query}: {:?}", parsed.errors);
    parsed.scenario
}

/// Every model of the catalog with each of its methods, as the query of a small run.
fn runs() -> Vec<(String, &'static str, Method)> {
    let mut runs = Vec::new();
    for model in catalog::models() {
        for method in scenario::resolve::methods(&model.architecture) {
            let words = format!("model={}&method={}&batch=2&workers=2&ram=64", model.id, method.as_str());
            runs.push((words, model.id, method));
        }
    }
    runs
}

/// Every number that an answer says of memory and time, with its place; what it was asked, counts of weights and the card's
/// own figures are not the framework's.
fn figures(answer: &Json, place: &str, found: &mut Vec<(String, f64)>) {
    match answer {
        Json::Number(number) => found.push((place.to_owned(), number.as_f64().expect("numbers of JSON are read as f64"))),
        Json::Array(entries) => entries.iter().for_each(|entry| figures(entry, place, found)),
        Json::Object(members) => {
            for (name, value) in members {
                if !["inputs", "scenario", "parameters", "capacity_bytes", "desktop_bytes", "notes", "explain"]
                    .contains(&name.as_str())
                {
                    figures(value, &format!("{place}/{name}"), found);
                }
            }
        }
        Json::Null | Json::Bool(_) | Json::String(_) => {}
    }
}

/// Every place where an answer says that something fits or holds.
fn promises(answer: &Json, place: &str, found: &mut Vec<String>) {
    match answer {
        Json::Array(entries) => entries.iter().for_each(|entry| promises(entry, place, found)),
        Json::Object(members) => {
            for (name, value) in members {
                let promises_it = matches!(name.as_str(), "fits" | "holds" | "ram_fits") && *value == Json::Bool(true);
                let names_it = name == "label" || (name == "verdict" && (value == "comfortable" || value == "tight"));
                if promises_it || names_it {
                    found.push(format!("{place}/{name}"));
                }
                promises(value, &format!("{place}/{name}"), found);
            }
        }
        _ => {}
    }
}

#[track_caller]
fn check_refusal(problem: &Problem, about: &str) {
    let of_ours = |pointer: &str| {
        ["framework", "method", "optimizer", "sharding", "offload"]
            .iter()
            .any(|field| pointer.ends_with(&format!("/training/{field}")))
    };
    assert!(!problem.errors.is_empty() && problem.errors.iter().all(|error| of_ours(&error.pointer)), "{about}: {problem:?}");
    for error in &problem.errors {
        let says_what_works = !error.allowed.is_empty() || error.detail.contains("`pytorch`");
        assert!(says_what_works, "{about}: {error:?}");
    }
}

/// No framework that is not modeled fits anything, and no figure of its answer is PyTorch's.
#[test]
fn what_is_not_modeled_is_not_asserted() {
    let mut bounds = 0;
    for (words, id, method) in runs() {
        let card = CARDS[words.len() % CARDS.len()];
        let in_pytorch = serde_json::to_value(answer(&scenario(&format!("gpu={card}&{words}")), Locale::En).unwrap()).unwrap();
        let mut pytorch = Vec::new();
        figures(&in_pytorch, "", &mut pytorch);
        // The size of a model's weights is arithmetic, and the same on the card, in memory and on the drive.
        let is_played = |place: &str| {
            ["/vram/", "/ram/peak", "/limits/", "/speed/"].iter().any(|part| place.starts_with(part)) && !place.contains("parts/")
        };
        pytorch.retain(|(place, figure)| is_played(place) && *figure > 2.0 * 1024.0 * 1024.0);
        for framework in OTHERS {
            let asked = scenario(&format!("gpu={card}&{words}&framework={}", framework.as_str()));
            let about = format!("{id} {method:?} {framework:?} {card}");
            let bound = match answer(&asked, Locale::En) {
                Err(problem) => {
                    check_refusal(&problem, &about);
                    continue;
                }
                Ok(Answer::Estimate(_) | Answer::Serving(_) | Answer::Passes(_)) => panic!("{about}: a full estimate"),
                Ok(Answer::LowerBound(bound)) => bound,
            };
            bounds += 1;
            assert_ne!(bound.vram.fits, Some(true), "{about}");
            assert_eq!(bound.vram.fits == Some(false), bound.vram.lower_bound_bytes > bound.vram.capacity_bytes, "{about}");
            // Two bytes are the least that any of the programs holds of a weight.
            assert!(bound.vram.lower_bound_parts.parameters >= 2 * bound.parameters.total, "{about}");
            assert!(!bound.vram.reason.is_empty());
            let advised = advise(&asked, Locale::En).unwrap();
            assert!(matches!(advised, Advised::NoAdvice(_)), "{about}");
            let sides = [asked.clone(), asked.clone()];
            check_refusal(&comparison(&sides, &Prices::default(), Locale::En).unwrap_err(), &about);
            check_refusal(&api::bom(&asked).unwrap_err(), &about);
            check_refusal(&api::estimate(&asked).unwrap_err(), &about);
            check_refusal(&api::recommend(&asked).unwrap_err(), &about);
            for said in [serde_json::to_value(&bound).unwrap(), serde_json::to_value(&advised).unwrap()] {
                let mut found = Vec::new();
                promises(&said, "", &mut found);
                assert!(found.is_empty(), "{about}: {found:?}");
                let mut own = Vec::new();
                figures(&said, "", &mut own);
                for (place, figure) in own {
                    let same = pytorch.iter().find(|(_, other)| *other == figure);
                    assert!(same.is_none(), "{about}: {place} is PyTorch's {same:?}");
                }
            }
        }
    }
    assert!(bounds > 60, "{bounds}");
}

/// Where no card is named, no machine is: cards that are too small for what is sure are said, and no other is recommended.
#[test]
fn no_machine_is_named_for_what_is_not_modeled() {
    let asked = scenario("model=llama-2-7b&method=full&framework=mindspore");
    let Ok(Advised::NoAdvice(found)) = advise(&asked, Locale::En) else { panic!("advice") };
    assert!(found.machines.is_empty() && found.recommended.is_none() && found.levers.is_empty());
    // Weights, gradients and both moments in FP32.
    assert_eq!(found.lower_bound_bytes, 16 * 6_738_415_616);
    assert!(found.rejected[0].reason.contains("100.4 GiB"), "{:?}", found.rejected);
}

/// The bound counts what the program says that it loads.
#[test]
fn the_bound_is_that_of_the_program() {
    for (words, line, bytes_per_weight) in [
        ("model=llama-2-7b&method=lora&precision=bf16-amp&framework=mindspore", "ms_dtype=ms.bfloat16", 2),
        ("model=llama-2-7b&method=lora&precision=fp16-amp&framework=mindspore", "ms_dtype=ms.float16", 2),
        ("model=llama-2-7b&method=full&precision=bf16-amp&framework=mindspore", "ms_dtype=ms.float32", 4),
        ("model=resnet50&precision=bf16-amp&framework=mindspore", "\"O1\"", 4),
        ("model=resnet50&precision=fp16-amp&framework=tensorflow", "\"mixed_float16\"", 4),
        ("model=resnet50&precision=bf16&framework=tensorflow", "\"bfloat16\"", 2),
        ("model=llama-2-7b&method=qlora&framework=tensorflow", ".quantize(\"int4\")", 2),
    ] {
        let asked = scenario(&format!("gpu=rtx-4090&{words}"));
        let Ok(Answer::LowerBound(bound)) = answer(&asked, Locale::En) else { panic!("{words}") };
        assert_eq!(bound.vram.lower_bound_parts.parameters, bytes_per_weight * bound.parameters.total, "{words}");
        let code = code_of(&asked, None, Locale::En).unwrap();
        let program = &code.snippets[0].code;
        assert!(program.contains(line), "{words}:\n{program}");
        assert!(program.contains(bound.vram.reason.split_whitespace().next().unwrap()), "{program}");
    }
}

/// The case that was once said to fit: MindSpore trains no quantized weights, and Keras loads all of them before it quantizes.
#[test]
fn seven_billion_weights_do_not_fit_eight_gigabytes() {
    let problem = answer(&scenario("gpu=rtx-4060&model=llama-2-7b&method=qlora&framework=mindspore"), Locale::En).unwrap_err();
    assert_eq!(problem.errors[0].pointer, "/training/method");
    assert_eq!(problem.errors[0].allowed, ["full", "lora"]);
    let Ok(Answer::LowerBound(bound)) =
        answer(&scenario("gpu=rtx-4060&model=llama-2-7b&method=qlora&framework=tensorflow"), Locale::En)
    else {
        panic!("no bound");
    };
    assert_eq!(bound.vram.fits, Some(false));
}

/// What was measured scales a model of the run, and there is none.
#[test]
fn a_measurement_is_refused_where_nothing_is_modeled() {
    let problem = answer(&scenario("gpu=rtx-4090&model=resnet50&batch=8&framework=tensorflow&peak=7.5"), Locale::En).unwrap_err();
    assert_eq!(problem.errors[0].pointer, "/measured/peak_memory_gib");
}

/// No program of a scenario that is taken is a stub, whichever framework it names, and what is refused works as it is told.
#[test]
fn no_program_is_a_stub() {
    let mut refused = 0;
    for (words, id, _) in runs() {
        for framework in [None, Some(Framework::Pytorch), Some(Framework::Tensorflow), Some(Framework::Mindspore)] {
            let mut asked = scenario(&format!("gpu=rtx-4090&{words}"));
            asked.training.framework = framework;
            let about = format!("{words} {framework:?}");
            let code = match code_of(&asked, None, Locale::En) {
                Ok(code) => code,
                Err(problem) => {
                    refused += 1;
                    check_refusal(&problem, &about);
                    // What is told to work instead does.
                    for error in &problem.errors {
                        for word in &error.allowed {
                            let mut instead = serde_json::to_value(&asked).unwrap();
                            *instead.pointer_mut(&error.pointer).unwrap() = Json::from(word.clone());
                            let instead: Scenario = serde_json::from_value(instead).unwrap();
                            assert!(code_of(&instead, None, Locale::En).is_ok(), "{about}: {word}");
                        }
                    }
                    continue;
                }
            };
            for snippet in &code.snippets {
                assert!(!snippet.code.contains("NotImplementedError"), "{about} {}", snippet.id);
                let loads = !["tensorflow", "mindspore"].contains(&snippet.id.as_str())
                    || ["applications.", ".from_preset(", "create_model(", ".from_pretrained("]
                        .iter()
                        .any(|call| snippet.code.contains(call));
                assert!(loads, "{about} {} loads no model:\n{}", snippet.id, snippet.code);
            }
            assert!(framework != Some(Framework::Pytorch) || code.snippets[0].id == "pytorch", "{id}");
        }
    }
    assert!(refused > 30, "{refused}");
}
