//! What to buy to run a model: machines do what they promise, and none that is told of can be beaten.
#![cfg(feature = "json")]

use serde_json::{Value, json};
use wire::Locale;
use wire::v1::bom::Part;
use wire::v1::{Advised, Scenario};
use workstation::machines::{Running, running};

fn scenario(value: Value) -> Scenario {
    serde_json::from_value(value).expect("a scenario")
}

fn asked(model: &str, serving: &Value, rest: &Value) -> Scenario {
    let mut value = json!({ "task": "inference", "model": { "id": model }, "serving": serving });
    for (name, part) in rest.as_object().expect("members") {
        value[name] = part.clone();
    }
    scenario(value)
}

fn machines(asked: &Scenario) -> Vec<Running> {
    running(asked).unwrap_or_else(|failure| panic!("{:?}", failure.errors()))
}

/// Asked again with its hardware, each machine answers as fast as was asked, and as it was said to.
#[test]
fn machines_run_what_they_are_bought_for() {
    for (model, serving, least) in [
        ("gpt-oss-20b", json!({ "concurrency": 4 }), 10.0),
        ("llama-3.1-70b", json!({ "min_tokens_per_second": 15 }), 15.0),
        ("qwen3.6-35b-a3b", json!({ "concurrency": 2, "context_length": 32_768 }), 10.0),
    ] {
        let asked = asked(model, &serving, &json!({}));
        let Ok(Advised::Running(answer)) = api::advise(&asked, Locale::En) else { panic!("{model}") };
        assert!(!answer.machines.is_empty() && answer.machines.len() <= 12, "{model}: {}", answer.machines.len());
        assert_eq!(answer.machines.iter().filter(|machine| machine.label == "cheapest").count(), 1, "{model}");
        for machine in &answer.machines {
            let again = api::serve(&machine.serving.inputs, Locale::En).expect("its inputs go together");
            assert!(again.fits && machine.serving.inputs.hardware == machine.hardware, "{model}");
            assert!(again.speed.decode_tokens_per_second >= least, "{model}: {}", again.speed.decode_tokens_per_second);
            assert_eq!(again.speed, machine.serving.speed, "{model}");
            assert_eq!(again.speed.concurrency, machine.serving.inputs.serving.concurrency.unwrap_or(1));
            assert!(!machine.parts.is_empty() && machine.price.complete, "{model}: {:?}", machine.price);
            // Asked for its bill with its cards named, it is the same machine at the same price.
            let bill = api::bill::bom(&machine.serving.inputs).expect("a machine has a bill");
            let ids = |parts: &[Part]| parts.iter().map(|part| (part.id.clone(), part.quantity)).collect::<Vec<_>>();
            assert_eq!((ids(&bill.parts), &bill.price), (ids(&machine.parts), &machine.price), "{model}");
        }
        // Without a card the bill is that of the machine that has the name.
        let first = answer.machines.iter().find(|machine| machine.label == "cheapest").expect("one has it");
        let bill = api::bill::bom(&asked).expect("machines were found");
        assert_eq!((&bill.price, &bill.hardware), (&first.price, &first.hardware), "{model}");
    }
}

/// No card, processor or number of cards that one names yields a machine that beats one that the open search tells of.
#[test]
fn no_named_part_beats_what_is_told() {
    let is_thorough = std::env::var_os("RIGWISE_THOROUGH").is_some();
    let workloads = [
        ("gpt-oss-120b", json!({})),
        ("qwen3-32b", json!({ "concurrency": 3, "min_tokens_per_second": 12 })),
        ("qwen3-8b", json!({ "request_rate": 2, "max_time_to_first_token_seconds": 2 })),
    ];
    // The last one, whose queue is played for every machine, is for proofs.
    let count = if is_thorough { 3 } else { 2 };
    for (number, (model, serving)) in workloads.into_iter().take(count).enumerate() {
        let told = machines(&asked(model, &serving, &json!({})));
        let named = [json!({ "cpu": "ryzen-9-9950x" }), json!({ "gpu_count": 2 }), json!({ "ram_gib": 128 })];
        // A part for each workload; proofs name all of them for every one.
        for (_, hardware) in named.iter().enumerate().filter(|(place, _)| is_thorough || *place == number) {
            let named = asked(model, &serving, &json!({ "hardware": hardware }));
            for other in running(&named).unwrap_or_default() {
                let beaten = told.iter().find(|machine| {
                    other.build.bill().unknown_parts == 0
                        && (other.is_checked() || !machine.is_checked())
                        && other.price() < machine.price() * 0.999
                        && other.pace() > machine.pace() * 1.011
                        && other.weights() >= machine.weights()
                });
                assert!(beaten.is_none(), "{model} with {hardware}: {} for {}", other.build.candidate.name(), other.price());
            }
        }
    }
}

/// Part of a model in RAM is taken where it is asked for, and then by machines that hold it.
#[test]
fn what_lies_in_ram_is_taken_by_name() {
    let in_ram = asked("gpt-oss-120b", &json!({ "engine": "llama.cpp", "offload": "experts" }), &json!({}));
    let whole = asked("gpt-oss-120b", &json!({}), &json!({}));
    let (in_ram, whole) = (machines(&in_ram), machines(&whole));
    assert!(in_ram[0].price() < whole[0].price(), "{} and {}", in_ram[0].price(), whole[0].price());
    for machine in in_ram {
        assert!(machine.served.question.hardware.ram.as_gib() >= 62.0, "{:?}", machine.served.question.hardware.ram);
    }
}

/// What keeps every machine away is said with the figure that would do.
#[test]
fn what_cannot_be_had_is_told_with_what_can() {
    let poor = asked("gpt-oss-120b", &json!({}), &json!({ "constraints": { "budget": { "amount": 500 } } }));
    let Err(problem) = api::advise(&poor, Locale::En) else { panic!("a budget of 500") };
    assert_eq!(problem.errors[0].pointer, "/constraints/budget/amount");
    let least = problem.errors[0].minimum.expect("what would do");
    let richer = json!({ "constraints": { "budget": { "amount": least + 1.0 } } });
    assert!(!machines(&asked("gpt-oss-120b", &json!({}), &richer)).is_empty());

    // Constraints of training are blamed, and what is wrong with the question comes before any machine.
    let late = asked("qwen3-8b", &json!({}), &json!({ "constraints": { "deadline_seconds": 5 } }));
    let Err(problem) = api::advise(&late, Locale::En) else { panic!("a deadline") };
    assert_eq!(problem.errors[0].pointer, "/constraints/deadline_seconds");
    let Err(problem) = api::advise(&asked("resnet50", &json!({}), &json!({})), Locale::Zh) else { panic!("a picture's model") };
    assert_eq!(problem.errors[0].pointer, "/model/id");
}

/// A pace that no machine keeps is answered with the fastest that one does.
#[test]
fn a_pace_that_cannot_be_had_is_told_with_the_fastest() {
    let hasty = asked("qwen3-8b", &json!({ "min_tokens_per_second": 9999 }), &json!({}));
    let Err(problem) = api::advise(&hasty, Locale::En) else { panic!("9,999 tokens a second") };
    assert_eq!(problem.errors[0].pointer, "/serving/min_tokens_per_second");
    let most = problem.errors[0].maximum.expect("what can be had");
    assert!(most > 50.0 && !machines(&asked("qwen3-8b", &json!({ "min_tokens_per_second": most }), &json!({}))).is_empty());
}

/// So it is with requests that come by chance, among machines of one card: with more of them the search takes a minute.
#[test]
fn a_rate_that_cannot_be_had_is_told_with_the_highest() {
    nearest_can_be_had(json!({ "request_rate": 500.0 }), "request_rate", false, &json!({ "hardware": { "gpu_count": 1 } }));
}

/// And with the wait for a first token.
#[test]
fn a_wait_that_cannot_be_had_is_told_with_the_shortest() {
    let soon = json!({ "max_time_to_first_token_seconds": 0.02, "prompt_tokens": 6000 });
    nearest_can_be_had(soon, "max_time_to_first_token_seconds", true, &json!({}));
}

/// What cannot be had is told with the nearest that can, and that can.
fn nearest_can_be_had(given: Value, pointer: &str, is_least: bool, rest: &Value) {
    let hasty = asked("qwen3-8b", &given, rest);
    let Err(problem) = api::advise(&hasty, Locale::En) else { panic!("{pointer}") };
    assert_eq!(problem.errors[0].pointer, format!("/serving/{pointer}"));
    let nearest = if is_least { problem.errors[0].minimum } else { problem.errors[0].maximum };
    let mut met = given;
    met[pointer] = json!(nearest.expect("what can be had"));
    assert!(!machines(&asked("qwen3-8b", &met, rest)).is_empty(), "{met}");
}

/// Machines for requests that come by chance answer 95 of 100 of them as was asked, when they are asked again.
#[test]
fn machines_keep_up_with_requests_that_come() {
    let serving = json!({ "request_rate": 1.5, "max_time_to_first_token_seconds": 1.0, "min_tokens_per_second": 12 });
    let asked = asked("qwen3-32b", &serving, &json!({}));
    let Ok(Advised::Running(answer)) = api::advise(&asked, Locale::En) else { panic!("machines") };
    assert!(!answer.machines.is_empty());
    for machine in &answer.machines {
        let again = api::serve(&machine.serving.inputs, Locale::En).expect("its inputs go together");
        let seen = again.queue.and_then(|queue| queue.seen).expect("fewer come than can be finished");
        assert!(seen.time_to_first_token_seconds.p95 <= 1.0 && seen.inter_token_seconds.p95 <= 1.0 / 12.0, "{seen:?}");
        assert!(seen.time_to_first_token_seconds.p50 > 0.0 && machine.serving.speed == again.speed, "{seen:?}");
        assert!(again.within_targets.is_some_and(|within| within.request_rate >= Some(1.4)), "{:?}", again.within_targets);
        assert!(!again.notes.iter().any(|note| note.code.ends_with("-than-asked") || note.code == "overloaded"));
    }
}

/// A machine that is slower than was asked says so where its card is named.
#[test]
fn a_card_that_is_too_slow_is_told() {
    let slow = asked("llama-3.1-8b", &json!({ "min_tokens_per_second": 5000 }), &json!({ "hardware": { "gpu": "rtx-4090" } }));
    let answer = api::serve(&slow, Locale::En).expect("it runs");
    assert!(answer.notes.iter().any(|note| note.code == "slower-than-asked"));
}

/// Where no pace was asked for, machines for a rate of requests give the pace that they are said to.
#[test]
fn a_rate_alone_is_answered_at_the_usual_pace() {
    let asked = asked("qwen3-32b", &json!({ "request_rate": 0.5 }), &json!({}));
    let Ok(Advised::Running(answer)) = api::advise(&asked, Locale::En) else { panic!("machines") };
    assert!(!answer.machines.is_empty() && answer.min_tokens_per_second > 9.9);
    for machine in &answer.machines {
        let seen = machine.serving.queue.and_then(|queue| queue.seen).expect("fewer come than can be finished");
        assert!(seen.inter_token_seconds.p95 * answer.min_tokens_per_second <= 1.0, "{:?} {seen:?}", machine.hardware.gpu);
    }
}
