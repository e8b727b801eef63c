//! What the advisor recommends can be asked for, and gives what it promised.

use api::v1::Scenario;
use api::v1::choices::{Optimizer, Precision};
use proptest::option;
use proptest::prelude::*;
use proptest::sample::select;

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
            let mut scenario = api::query::parse_string(&format!("gpu={gpu}&model={model}")).scenario;
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
        let holds = |e: &api::v1::Estimate| e.vram.fits && e.ram.minimum_gib <= e.inputs.hardware.ram_gib.unwrap_or(0);
        prop_assert!(holds(&again) || !holds(&before));
    }
}
