//! Scenarios side by side: each as its own estimate says, and what the comparison adds.
#![cfg(feature = "json")]

mod addresses;
mod asking;
mod laws;

use api::comparison;
use wire::Locale;
use wire::v1::Prices;

use asking::{asked, best, check_against_estimate, compared, json, pointers, refused, walk};

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
fn a_machine_that_does_not_hold_the_run_is_best_in_nothing() {
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
    assert_eq!(best(&none, "/vram/headroom_bytes"), [0_u64; 0]);
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
        assert_eq!(comparison(&vec![good.clone(); count], &Prices::default(), Locale::En).unwrap().scenarios.len(), count);
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
        let side = comparison(&[scenario.clone(), scenario], &Prices::default(), Locale::En).unwrap().scenarios.swap_remove(0);
        let bom = api::bom(&side.inputs).unwrap();
        assert_eq!(bom.price, side.price, "{text}");
        assert_eq!((bom.power.epoch_kwh, bom.power.run_kwh), (side.energy.epoch_kwh, side.energy.run_kwh), "{text}");
        // What prices are is said on a bill alone.
        let notes: Vec<_> = bom.notes.iter().filter(|note| note.code != "prices-are-history").cloned().collect();
        assert_eq!(notes, side.order_notes, "{text}");
        assert_eq!(bom.hardware, side.inputs.hardware, "{text}");
        assert_eq!(crate::bom::trained(&bom).speed.epoch_seconds.to_bits(), side.speed.epoch_seconds.to_bits(), "{text}");
    }
}
