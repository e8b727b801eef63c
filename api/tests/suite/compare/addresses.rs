//! Addresses of comparisons, and machines that one would compare with.

use api::compare::{address, neighbors};
use api::comparison;
use wire::Locale;
use wire::v1::{Prices, Scenario};

use super::asking::{asked, scenarios};

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
        let answer = comparison(&all, &Prices::default(), Locale::En).unwrap_or_else(|problem| panic!("{text}: {problem:?}"));
        let mut labels: Vec<&str> = answer.scenarios.iter().map(|side| side.label.as_str()).collect();
        labels.sort_unstable();
        labels.dedup();
        assert_eq!(labels.len(), all.len(), "{text}: {labels:?}");
    }
}
