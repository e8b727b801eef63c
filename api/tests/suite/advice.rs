//! What the advisor recommends can be asked for, and gives what it promised.

use proptest::option;
use proptest::prelude::*;
use proptest::sample::select;
use wire::v1::Scenario;
use wire::v1::choices::{Optimizer, Precision};

/// A scenario with some fields left to the advisor.
fn scenario() -> impl Strategy<Value = Scenario> {
    let models = vec!["resnet50", "bert-base", "gpt2-large", "llama-3.2-1b", "mistral-7b", "llama-2-7b", "t5-base", "vit_b_16"];
    let gpus = vec!["rtx-3060-12gb", "rtx-4090", "a100-sxm4-80gb", "t4"];
    let precisions = vec![Precision::Fp32, Precision::Bf16Amp, Precision::Fp16Amp, Precision::Bf16];
    (
        select(models),
        select(gpus),
        option::of(select(precisions)),
        option::of(select(vec![Optimizer::Adamw, Optimizer::SgdMomentum])),
        option::of(select(vec![8_u64, 16, 32, 64, 256])),
        option::of(1_u64..64),
    )
        .prop_map(|(model, gpu, precision, optimizer, ram, batch)| {
            let mut scenario = scenario::query::parse_string(&format!("gpu={gpu}&model={model}")).scenario;
            scenario.training.precision = precision;
            scenario.training.optimizer = optimizer;
            scenario.training.micro_batch_size = batch;
            scenario.hardware.ram_gib = ram;
            scenario
        })
}

proptest! {
    #[test]
    fn a_recommended_plan_is_answered_as_promised(asked in scenario()) {
        let Ok(recommendation) = api::recommend(&asked) else { return Ok(()) };
        let plan = &recommendation.recommended;
        let again = api::estimate(&plan.scenario);
        prop_assert!(again.is_ok(), "{:?}", again.err());
        let again = again.unwrap();
        prop_assert_eq!(&again.vram, &plan.estimate.vram);
        prop_assert_eq!(&again.speed, &plan.estimate.speed);
        // Where what was asked fits the card and its host, it stays; what replaces it is no worse in that.
        let before = api::estimate(&asked).unwrap();
        let holds = |e: &wire::v1::Estimate| e.vram.fits && e.ram.minimum_gib <= e.inputs.hardware.ram_gib.unwrap_or(0);
        prop_assert!(holds(&again) || !holds(&before));
    }
}

/// The scenario of every plan that is proposed.
fn inputs_of(asked: &Scenario, advice: &wire::v1::Recommendation) -> Vec<Scenario> {
    let proposed = advice.pareto.iter().map(|plan| &plan.change).chain([&advice.recommended.change]);
    proposed
        .map(|change| {
            let mut scenario = asked.clone();
            scenario::patch::merge(&mut scenario, change);
            api::estimate(&scenario).unwrap_or_else(|problem| panic!("{scenario:?}: {problem:?}")).inputs
        })
        .collect()
}

/// What was described of adapters, and the library that was asked for, stay in every plan that is proposed.
#[test]
fn what_was_described_restricts_the_choice() {
    use wire::v1::choices::{Implementation, Method, Sharding};
    let asked = |query: &str| scenario::query::parse_string(query).scenario;
    for (query, allowed, rank) in [
        ("gpu=rtx-4090&model=llama-2-7b&rank=24", &[Method::Lora, Method::Qlora][..], 24),
        ("gpu=rtx-4090&model=llama-2-7b&rank=24&bits=4", &[Method::Qlora], 24),
        ("gpu=rtx-3060-12gb&model=llama-2-7b&rank=24", &[Method::Lora, Method::Qlora], 24),
        ("gpu=rtx-4090&model=llama-2-7b&bits=8", &[Method::Qlora], 8),
    ] {
        let asked = asked(query);
        let method = api::estimate(&asked).unwrap_or_else(|problem| panic!("{query}: {problem:?}")).inputs.training.method;
        assert_eq!(method, Some(allowed[0]), "{query}");
        let advice = api::recommend(&asked).unwrap_or_else(|problem| panic!("{query}: {problem:?}"));
        for inputs in inputs_of(&asked, &advice) {
            let training = &inputs.training;
            assert!(training.method.is_some_and(|method| allowed.contains(&method)), "{query}: {training:?}");
            assert!(training.lora.rank == Some(rank) || rank == 8, "{query}: {training:?}");
            assert!(!query.contains("bits=8") || training.quantization.bits == Some(8), "{query}: {training:?}");
        }
    }
    for (library, suited) in [
        (Implementation::Fsdp2, &[Sharding::Zero2, Sharding::Zero3][..]),
        (Implementation::Deepspeed, &[Sharding::Zero1, Sharding::Zero2, Sharding::Zero3]),
        (Implementation::Ddp, &[Sharding::Ddp]),
    ] {
        let mut asked = asked("gpu=a100-sxm4-80gb&gpus=4&model=llama-3.2-3b");
        asked.training.implementation = Some(library);
        let advice = api::recommend(&asked).unwrap_or_else(|problem| panic!("{library:?}: {problem:?}"));
        for inputs in inputs_of(&asked, &advice) {
            let training = &inputs.training;
            assert_eq!(training.implementation, Some(library), "{training:?}");
            assert!(training.sharding.is_some_and(|sharding| suited.contains(&sharding)), "{library:?}: {training:?}");
        }
        for sharding in [None, Some(Sharding::None)] {
            asked.training.sharding = sharding;
            let notes = api::estimate(&asked).unwrap_or_else(|problem| panic!("{library:?}: {problem:?}")).notes;
            assert!(notes.iter().any(|note| note.code == "nothing-to-share-out"), "{library:?}: {notes:?}");
        }
    }
}
