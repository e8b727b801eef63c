//! Scenarios side by side: each as its own estimate says, and what the comparison adds.
#![cfg(feature = "json")]

use api::compare::{address, neighbors};
use api::{comparison, estimate};
use proptest::prelude::*;
use proptest::sample::{Index, select};
use proptest::test_runner::Config;
use scenario::query;
use serde_json::Value as Json;
use wire::v1::compare::{Better, Compared};
use wire::v1::{Comparison, Problem, Scenario};

fn asked(text: &str) -> Scenario {
    let parsed = query::parse_string(text);
    assert!(parsed.errors.is_empty(), "{:?}", parsed.errors);
    parsed.scenario
}

fn scenarios(texts: &[&str]) -> Vec<Scenario> {
    texts.iter().map(|text| asked(text)).collect()
}

#[track_caller]
fn compared(texts: &[&str]) -> Comparison {
    comparison(&scenarios(texts)).unwrap_or_else(|problem| panic!("{texts:?}: {problem:?}"))
}

#[track_caller]
fn refused(scenarios: &[Scenario]) -> Problem {
    comparison(scenarios).map_or_else(|problem| problem, |_| panic!("answered"))
}

fn pointers(problem: &Problem) -> Vec<(&str, &str)> {
    problem.errors.iter().map(|error| (error.pointer.as_str(), error.code.as_str())).collect()
}

fn best<'a>(answer: &'a Comparison, pointer: &str) -> &'a [u64] {
    &answer.best.iter().find(|best| best.pointer == pointer).unwrap_or_else(|| panic!("no {pointer}")).scenarios
}

/// Whatever an estimate has at the same place is the same.
#[track_caller]
fn check_against_estimate(asked: &Scenario, side: &Compared) {
    let estimate = json(&estimate(asked).unwrap_or_else(|problem| panic!("{problem:?}")));
    let side = json(side);
    let mut checked = 0;
    walk(&side, "", &mut |pointer, value| {
        if ["/label", "/holds", "/order_notes"].contains(&pointer)
            || pointer.starts_with("/price/")
            || pointer.starts_with("/energy/")
        {
            return;
        }
        assert_eq!(estimate.pointer(pointer), Some(value), "{pointer}");
        checked += 1;
    });
    assert!(checked > 40, "{checked}");
}

fn json(value: &impl serde::Serialize) -> Json {
    serde_json::to_value(value).expect("a document")
}

fn walk(value: &Json, pointer: &str, visit: &mut impl FnMut(&str, &Json)) {
    match value {
        Json::Object(members) => {
            for (name, value) in members {
                walk(value, &format!("{pointer}/{name}"), visit);
            }
        }
        leaf => visit(pointer, leaf),
    }
}

const JOB: &str = "model=resnet50&precision=fp16-amp&batch=64";

#[test]
fn cards_for_one_job() {
    let texts =
        [format!("gpu=rtx-4090&{JOB}"), format!("gpu=rtx-3090&gpus=2&sharding=ddp&{JOB}"), format!("gpu=rtx-3060-12gb&{JOB}")];
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    let answer = compared(&texts);
    for (text, side) in texts.iter().zip(&answer.scenarios) {
        check_against_estimate(&asked(text), side);
        assert!(side.holds);
    }
    let labels: Vec<&str> = answer.scenarios.iter().map(|side| side.label.as_str()).collect();
    assert_eq!(labels, ["GeForce RTX 4090", "2 × GeForce RTX 3090", "GeForce RTX 3060 12GB"]);
    let at = |pointer: &str| answer.differences.iter().find(|difference| difference.pointer == pointer);
    assert_eq!(at("/inputs/hardware/gpu").unwrap().values, ["rtx-4090", "rtx-3090", "rtx-3060-12gb"]);
    assert_eq!(at("/inputs/hardware/gpu_count").unwrap().values, [1, 2, 1]);
    assert!(at("/speed/epoch_seconds").is_some() && at("/price/amount").is_some());
    assert!(at("/inputs/model/id").is_none() && at("/label").is_none(), "the model is the same, a name is no difference");
    assert_eq!(best(&answer, "/price/amount"), [2]);
}

/// What a program relies on: every place of an answer, whatever stands there.
#[test]
fn an_answer_has_the_places_that_it_always_had() {
    let answer = json(&compared(&["gpu=rtx-4090&model=resnet50", "gpu=rtx-3090&model=resnet50"]));
    let mut places = std::collections::BTreeSet::new();
    for member in ["engine_version", "catalog_version", "differences", "best"] {
        assert!(answer.get(member).is_some(), "{member}");
        places.insert(format!("/{member}"));
    }
    for side in answer["scenarios"].as_array().unwrap() {
        walk(side, "", &mut |pointer, _| {
            // What an estimate returns as inputs is an estimate's business.
            if !pointer.starts_with("/inputs/") {
                places.insert(format!("/scenarios/*{pointer}"));
            }
        });
    }
    for best in answer["best"].as_array().unwrap() {
        places.insert(format!("/best: {} {}", best["better"], best["pointer"]));
    }
    insta::assert_json_snapshot!(places);
}

#[test]
fn machines_that_are_called_the_same_say_what_differs() {
    let answer = compared(&[
        "gpu=rtx-4090&model=resnet50&ram=32",
        "gpu=rtx-4090&model=resnet50&ram=64",
        "id=mine&gpu=rtx-4090&model=resnet50",
    ]);
    let labels: Vec<&str> = answer.scenarios.iter().map(|side| side.label.as_str()).collect();
    assert_eq!(labels, ["GeForce RTX 4090 (ram:32)", "GeForce RTX 4090 (ram:64)", "mine"]);
}

#[test]
fn equal_scenarios_have_no_differences_and_all_are_best() {
    let answer = compared(&["id=a&gpu=rtx-4090&model=resnet50", "id=b&gpu=rtx-4090&model=resnet50"]);
    assert_eq!(answer.differences, []);
    for best in &answer.best {
        assert_eq!(best.scenarios, [0, 1], "{}", best.pointer);
    }
}

/// What does not run is not the fastest, however fast it would be; how much it lacks can still be told.
#[test]
fn a_machine_that_does_not_hold_the_run_is_best_in_nothing_but_room() {
    let job = "model=llama-2-7b&method=full&precision=bf16-amp&batch=1&seq=512";
    let answer = compared(&[&format!("gpu=rtx-4090&{job}"), &format!("gpu=h200-sxm&{job}")]);
    let holds: Vec<bool> = answer.scenarios.iter().map(|side| side.holds).collect();
    assert_eq!(holds, [false, true]);
    assert!(answer.scenarios[0].vram.headroom_bytes < 0);
    for best in &answer.best {
        assert!(!best.scenarios.contains(&0), "{}", best.pointer);
    }
    let none = compared(&[&format!("gpu=rtx-4090&{job}"), &format!("gpu=rtx-3090&{job}")]);
    assert_eq!(best(&none, "/speed/epoch_seconds"), [0_u64; 0]);
    assert!(!best(&none, "/vram/headroom_bytes").is_empty());
}

#[test]
fn a_price_that_is_not_known_is_counted_and_wins_nothing() {
    let unknown = catalog::gpus().iter().find(|gpu| gpu.price.is_none() && gpu.spec.bf16.is_some()).unwrap().id;
    let answer = compared(&[&format!("gpu={unknown}&model=resnet50&batch=8"), "gpu=rtx-4090&model=resnet50&batch=8"]);
    assert!(answer.scenarios[0].price.unknown_parts > 0);
    assert_eq!(best(&answer, "/price/amount"), if answer.scenarios[1].price.unknown_parts == 0 { vec![1] } else { Vec::new() });
}

#[test]
fn every_field_at_fault_of_every_scenario_is_named() {
    let good = asked("gpu=rtx-4090&model=resnet50");
    let mut unknown = good.clone();
    unknown.hardware.cpu = Some("core-i9-13900kk".to_owned());
    let mut zero = asked("gpu=rtx-4009&model=resnet50");
    zero.training.micro_batch_size = Some(0);
    let problem = refused(&[good.clone(), unknown, zero]);
    let mut found = pointers(&problem);
    found.sort_unstable();
    assert_eq!(
        found,
        [
            ("/scenarios/1/hardware/cpu", "unknown-id"),
            ("/scenarios/2/hardware/gpu", "unknown-id"),
            ("/scenarios/2/training/micro_batch_size", "out-of-range")
        ]
    );
    for count in [0, 1, 7] {
        let problem = refused(&vec![good.clone(); count]);
        assert_eq!(pointers(&problem), [("/scenarios", "wrong-count")], "{count}");
        assert_eq!((problem.errors[0].minimum, problem.errors[0].maximum), (Some(2.0), Some(6.0)));
    }
    for count in 2..=6 {
        assert_eq!(comparison(&vec![good.clone(); count]).unwrap().scenarios.len(), count);
    }
}

#[track_caller]
fn check_address(text: &str, expected: &[&str]) {
    let address = address::parse(text);
    assert_eq!(address.errors(), [], "{text}");
    assert_eq!(address.scenarios(), scenarios(expected), "{text}");
}

#[test]
fn addresses_say_machines() {
    check_address(
        "v=1&gpu=rtx-4090&model=resnet50&with=gpu:rtx-5090",
        &["gpu=rtx-4090&model=resnet50", "gpu=rtx-5090&model=resnet50"],
    );
    check_address(
        "gpu=rtx-4090&model=resnet50&with=rtx-3090,gpus:2,ram:128&ram=64",
        &["gpu=rtx-4090&model=resnet50&ram=64", "gpu=rtx-3090&gpus=2&ram=128&model=resnet50"],
    );
    // An open field, an empty box, spaces and signs of people.
    check_address(
        "gpu=rtx-4090&ram=64&model=resnet50&with=&with=+gpu：rtx-3090+,+ram:+,,",
        &["gpu=rtx-4090&ram=64&model=resnet50", "gpu=rtx-3090&model=resnet50"],
    );
    // Without a card of its own the job is no machine.
    check_address("model=resnet50&with=rtx-3090&with=rtx-4090", &["gpu=rtx-3090&model=resnet50", "gpu=rtx-4090&model=resnet50"]);
    check_address(
        "model=bert-base&method=lora&gpu=rtx-4090&with=targets:q_proj\\,v_proj&with=gpu.name:a\\\\b,gpu.memory:48",
        &[
            "model=bert-base&method=lora&gpu=rtx-4090",
            "model=bert-base&method=lora&gpu=rtx-4090&targets=q_proj,v_proj",
            "model=bert-base&method=lora&gpu.name=a\\b&gpu.memory=48",
        ],
    );
}

#[test]
fn what_an_address_cannot_say_is_named() {
    for (text, expected) in [
        ("gpu=rtx-4090&model=resnet50&with=gpuz:2", vec![("/scenarios/1/gpuz", "unknown-field")]),
        ("gpu=rtx-4090&model=resnet50&with=gpus:two", vec![("/scenarios/1/hardware/gpu_count", "wrong-type")]),
        ("gpu=rtx-4090&model=resnet50&with=rtx-3090,fast", vec![("/scenarios/1/fast", "unknown-field")]),
        (
            "batch=many&model=resnet50&with=precision:fp4",
            vec![("/training/micro_batch_size", "wrong-type"), ("/scenarios/0/training/precision", "unknown-value")],
        ),
    ] {
        let errors = address::parse(text).errors();
        let found: Vec<(&str, &str)> = errors.iter().map(|error| (error.pointer.as_str(), error.code())).collect();
        assert_eq!(found, expected, "{text}");
    }
}

#[test]
fn neighbors_can_be_compared_with() {
    for text in [
        "gpu=rtx-4090&model=resnet50",
        "gpu=rtx-5090&model=llama-3-8b&method=qlora",
        "gpu=h200-sxm&gpus=8&model=llama-2-7b&sharding=zero-3",
        "gpu=t4&model=bert-base",
        "gpu=mi300x&model=resnet50",
        "gpu=ascend-910b2&model=resnet50",
        "gpu=m4-max-128gb&model=resnet50",
        "gpu.name=own&gpu.memory=24&gpu.bandwidth=900&gpu.fp32=40&model=resnet50",
    ] {
        let own = asked(text);
        let others = neighbors(&own);
        assert!((1..=3).contains(&others.len()), "{text}: {}", others.len());
        let all: Vec<Scenario> = std::iter::once(own).chain(others).collect();
        let answer = comparison(&all).unwrap_or_else(|problem| panic!("{text}: {problem:?}"));
        let mut labels: Vec<&str> = answer.scenarios.iter().map(|side| side.label.as_str()).collect();
        labels.sort_unstable();
        labels.dedup();
        assert_eq!(labels.len(), all.len(), "{text}: {labels:?}");
    }
}

fn machine() -> impl Strategy<Value = String> {
    let card = select(catalog::gpus().iter().map(|gpu| gpu.id).collect::<Vec<_>>());
    let count = select(vec!["", "&gpus=2&sharding=ddp", "&gpus=8&sharding=ddp"]);
    let ram = select(vec!["", "&ram=16", "&ram=128"]);
    let rest = select(vec!["", "&batch=8", "&cpu=ryzen-9-7950x", "&checkpointing=full&batch=4", "&id=mine", "&precision=fp32"]);
    (card, count, ram, rest).prop_map(|(card, count, ram, rest)| format!("gpu={card}{count}{ram}{rest}"))
}

fn jobs() -> impl Strategy<Value = (&'static str, Vec<String>)> {
    let job = select(vec![
        "model=resnet50",
        "model=bert-base&samples=1000",
        "model=sd15&method=lora",
        "model=qwen2.5-0.5b&method=lora&seq=256",
    ]);
    (job, prop::collection::vec(machine(), 2..=6))
}

proptest! {
    #![proptest_config(Config { cases: 24, ..Config::default() })]

    /// The order of the scenarios permutes the columns and nothing else.
    #[test]
    fn order_has_no_part_in_it((job, machines) in jobs(), keys in prop::collection::vec(any::<Index>(), 6)) {
        let all: Vec<Scenario> = machines.iter().map(|machine| asked(&format!("{job}&{machine}"))).collect();
        let Ok(before) = comparison(&all) else {
            let faults = all.iter().filter(|one| scenario::resolve(one).is_err()).count();
            prop_assert!(faults > 0);
            return Ok(());
        };
        // `order[new]` is the number of the old place.
        let mut order: Vec<usize> = (0..all.len()).collect();
        for (place, key) in keys.iter().enumerate().take(all.len()) {
            order.swap(place, key.index(all.len()));
        }
        let shuffled: Vec<Scenario> = order.iter().map(|&old| all[old].clone()).collect();
        let after = comparison(&shuffled).unwrap();
        for (new, &old) in order.iter().enumerate() {
            prop_assert_eq!(&after.scenarios[new], &before.scenarios[old]);
        }
        prop_assert_eq!(after.differences.len(), before.differences.len());
        for (one, other) in after.differences.iter().zip(&before.differences) {
            prop_assert_eq!(&one.pointer, &other.pointer);
            let permuted: Vec<Json> = order.iter().map(|&old| other.values[old].clone()).collect();
            prop_assert_eq!(&one.values, &permuted);
            prop_assert!(one.values.iter().any(|value| value != &one.values[0]));
        }
        for (one, other) in after.best.iter().zip(&before.best) {
            let mut permuted: Vec<u64> = one.scenarios.iter().map(|&new| order[usize::try_from(new).unwrap()] as u64).collect();
            permuted.sort_unstable();
            prop_assert_eq!(&permuted, &other.scenarios, "{}", other.pointer);
        }
        // Each column is what an estimate says of it alone.
        check_against_estimate(&all[0], &before.scenarios[0]);
        // And nobody beats the best.
        for best in &before.best {
            let value = |place: usize| json(&before.scenarios[place]).pointer(&best.pointer).and_then(Json::as_f64);
            let Some(&first) = best.scenarios.first() else { continue };
            let top = value(usize::try_from(first).unwrap()).unwrap();
            for (place, side) in before.scenarios.iter().enumerate() {
                let known = best.pointer != "/price/amount" || side.price.unknown_parts == 0;
                let Some(other) = value(place).filter(|_| side.holds && known) else { continue };
                let slack = top.abs() * 2.1e-3;
                match best.better {
                    Better::Higher => prop_assert!(other <= top + slack, "{} {other} {top}", best.pointer),
                    Better::Lower => prop_assert!(other >= top - slack, "{} {other} {top}", best.pointer),
                }
            }
        }
    }

    /// An address says exactly the scenarios that it was written for.
    #[test]
    fn addresses_round_trip((job, machines) in jobs(), name in "[ -~]{0,12}") {
        let mut all: Vec<Scenario> = machines.iter().map(|machine| asked(&format!("{job}&{machine}"))).collect();
        let mut own = asked(&format!("{job}&gpu.memory=24&gpu.bandwidth=900&gpu.fp32=40&targets=q,v"));
        if let (Some(wire::v1::scenario::GpuChoice::Custom(card)), false) = (&mut own.hardware.gpu, name.trim().is_empty()) {
            card.name = Some(name.trim().to_owned());
        }
        let place = all.len() / 2;
        all[place] = own;
        let back = address::parse(&address::to_string(&all, &[("ref".to_owned(), "mail".to_owned())]));
        prop_assert_eq!(back.errors(), Vec::new());
        prop_assert_eq!(back.scenarios(), all);
        prop_assert_eq!(back.job.unknown, [("ref".to_owned(), "mail".to_owned())]);
    }
}

/// The price is that of the very machine whose figures stand beside it.
#[test]
fn price_and_energy_are_those_of_the_bill_of_materials() {
    for text in [
        "gpu=rtx-4090&model=resnet50",
        "gpu=h100-sxm5-80gb&gpus=8&model=llama-2-7b&sharding=zero-3",
        "gpu=m4-max-128gb&model=resnet50",
    ] {
        let scenario = asked(text);
        let side = comparison(&[scenario.clone(), scenario]).unwrap().scenarios.swap_remove(0);
        let bom = api::bom(&side.inputs).unwrap();
        assert_eq!(bom.price, side.price, "{text}");
        assert_eq!((bom.power.epoch_kwh, bom.power.run_kwh), (side.energy.epoch_kwh, side.energy.run_kwh), "{text}");
        // What prices are is said on a bill alone.
        let notes: Vec<_> = bom.notes.into_iter().filter(|note| note.code != "prices-are-history").collect();
        assert_eq!(notes, side.order_notes, "{text}");
        assert_eq!(bom.hardware, side.inputs.hardware, "{text}");
        assert_eq!(bom.estimate.speed.epoch_seconds.to_bits(), side.speed.epoch_seconds.to_bits(), "{text}");
    }
}
