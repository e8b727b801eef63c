//! Laws of the memory model: what must hold for every scenario, whatever the figures are.

use crate::support::host as machine;
use crate::support::language;
use engine::architecture::Architecture;
use engine::estimate::Market;
use engine::inputs::{Constraints, Field, Request, Scenario};
use engine::step::{Step, simulate};
use engine::training::{
    ActivationCheckpointing, Attention, AttentionMask, Data, DataKind, LossLogits, Method, Offload, Optimizer,
    OptimizerImplementation, Precision, Sharding, Training,
};
use engine::units::Bytes;
use proptest::prelude::*;

fn models() -> impl Strategy<Value = Architecture> {
    prop_oneof![
        Just(machine::resnet50()),
        Just(machine::bert_base()),
        Just(machine::llama_2(512, 1376, 6, 8)),
        Just(machine::stable_diffusion()),
        Just(language::gpt2(768, 12, 12)),
        Just(language::t5(512, 2048, 6, 8)),
        Just(language::gemma_2_2b()),
        Just(language::phi_3_mini()),
        Just(language::qwen_moe()),
    ]
}

prop_compose! {
    fn settings()(
        precision in prop_oneof![Just(Precision::Fp32), Just(Precision::Tf32), Just(Precision::Fp16Amp), Just(Precision::Bf16Amp), Just(Precision::Bf16)],
        optimizer in prop_oneof![Just(Optimizer::Adamw), Just(Optimizer::Adamw8bit), Just(Optimizer::Adafactor), Just(Optimizer::Lion), Just(Optimizer::Lion8bit), Just(Optimizer::Muon), Just(Optimizer::Sgd), Just(Optimizer::SgdMomentum)],
        implementation in prop_oneof![Just(OptimizerImplementation::Foreach), Just(OptimizerImplementation::Fused), Just(OptimizerImplementation::ForLoop)],
        checkpointing in prop_oneof![Just(ActivationCheckpointing::None), Just(ActivationCheckpointing::Full)],
        attention in prop_oneof![Just(Attention::Sdpa), Just(Attention::Eager)],
        mask in prop_oneof![Just(AttentionMask::None), Just(AttentionMask::Padded)],
        loss in prop_oneof![Just(LossLogits::Upcast), Just(LossLogits::UpcastShiftedCopy), Just(LossLogits::LowPrecision), Just(LossLogits::Chunked)],
        accumulation in 1_u64..4,
        adapters in any::<bool>(),
    ) -> Training {
        Training {
            method: if adapters { Method::Lora(machine::lora()) } else { Method::Full },
            precision, optimizer, optimizer_implementation: implementation, activation_checkpointing: checkpointing, attention,
            attention_mask: mask, loss_logits: loss, gradient_accumulation_steps: accumulation, ..machine::training()
        }
    }
}

fn data(length: u64, side: u64) -> Data {
    Data { sequence_length: length, image_height: side, image_width: side, ..machine::data(DataKind::Text, 1000, 1000) }
}

fn peak(step: &Step) -> Bytes {
    step.allocated_peak()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, ..ProptestConfig::default() })]

    #[test]
    fn more_samples_never_need_less(model in models(), training in settings(), batch in 1_u64..24, more in 1_u64..8) {
        let data = data(128, 128);
        let few = simulate(&model, &training, &data, batch, 1);
        let many = simulate(&model, &training, &data, batch + more, 1);
        prop_assert!(peak(&few) <= peak(&many), "{:?} at {batch}, {:?} at {}", peak(&few), peak(&many), batch + more);
    }

    #[test]
    fn longer_sequences_of_the_same_alignment_never_need_less(model in models(), training in settings(), length in 1_u64..6, more in 1_u64..3) {
        let short = simulate(&model, &training, &data(128 * length, 128), 2, 1);
        let long = simulate(&model, &training, &data(128 * (length + more), 128), 2, 1);
        prop_assert!(peak(&short) <= peak(&long));
    }

    #[test]
    fn parts_are_never_negative_and_sum_to_the_peak(model in models(), training in settings(), batch in 1_u64..16) {
        let step = simulate(&model, &training, &data(256, 256), batch, 1);
        let trace: i64 = step.trace.iter().flat_map(|point| [point.first.total(), point.last.total()]).max().unwrap_or(0);
        prop_assert_eq!(step.parts.total().0.cast_signed(), trace);
    }

    #[test]
    fn everything_but_weights_states_and_gradients_is_gone_when_the_optimizer_steps(model in models(), training in settings(), batch in 1_u64..16) {
        let training = Training { optimizer: Optimizer::Sgd, weight_decay: 0.0, gradient_accumulation_steps: 1, ..training };
        let step = simulate(&model, &training, &data(256, 256), batch, 1);
        let last = step.trace.last().map(|point| point.last.parts());
        prop_assert_eq!(last.map(|parts| (parts.activations, parts.temporary)), Some((Bytes::ZERO, Bytes::ZERO)));
    }

    #[test]
    fn sharding_over_more_gpus_never_grows_what_each_keeps(model in models(), training in settings(), gpus in 2_u64..32, more in 1_u64..32) {
        let training = Training { sharding: Sharding::Zero3, ..training };
        let kept = |gpus: u64| {
            let parts = simulate(&model, &training, &data(128, 128), 1, gpus).trace.last().map(|point| point.last.parts()).unwrap_or_default();
            parts.parameters + parts.gradients + parts.optimizer_state
        };
        prop_assert!(kept(gpus + more) <= kept(gpus));
    }

    #[test]
    fn offload_never_adds_states(model in models(), training in settings()) {
        let state = |offload: Offload| simulate(&model, &Training { offload, ..training.clone() }, &data(128, 128), 1, 1).parts.optimizer_state;
        prop_assert!(state(Offload::Optimizer) <= state(Offload::None));
        prop_assert_eq!(state(Offload::All), Bytes::ZERO);
    }

    #[test]
    fn the_largest_batch_fits_and_the_next_does_not(model in models(), training in settings()) {
        let mut scenario = machine::scenario(model, data(128, 256));
        scenario.training = training;
        let largest = engine::sizing::batch::largest(&scenario);
        let fits = |size: u64| {
            let mut scenario: Scenario = scenario.clone();
            scenario.training.micro_batch_size = size;
            engine::answer::estimate(&Request { scenario, open: Vec::new(), constraints: Constraints::default() }).vram.fit.fits()
        };
        prop_assert!(largest == 0 || fits(largest));
        prop_assert!(largest == engine::sizing::batch::LARGEST_SEARCHED || !fits(largest + 1));
    }

    #[test]
    fn every_lever_tells_what_the_changed_plan_would(model in models(), training in settings()) {
        let mut scenario = machine::scenario(model, data(128, 256));
        scenario.training = training;
        let request = Request { scenario, open: vec![Field::Ram, Field::NumWorkers], constraints: Constraints::default() };
        let asked = engine::answer::estimate(&request);
        for lever in engine::recommend(&request, &Market::default()).unwrap().levers {
            let changed = [&lever.change, &lever.follows].into_iter().fold(asked.scenario.clone(), |s, c| engine::advice::apply::applied(&s, c));
            let after = engine::answer::estimate(&Request { scenario: changed, open: Vec::new(), constraints: Constraints::default() });
            prop_assert_eq!(after.vram.device_peak, lever.after.vram, "{}", lever.id);
            prop_assert_eq!(after.speed.epoch, lever.after.epoch, "{}", lever.id);
        }
    }
}
