//! Laws of runs that several GPUs or the host share, for every library whose memory is modeled.

use crate::support::host as machine;
use crate::support::language;
use engine::architecture::Architecture;
use engine::estimate::Phase;
use engine::graph::Param;
use engine::models;
use engine::step::sharding::{Amounts, Kept, Spread};
use engine::step::{Step, simulate};
use engine::training::{
    ActivationCheckpointing, Data, DataKind, Implementation, Method, Offload, Optimizer, OptimizerImplementation, Precision,
    Sharding, Training,
};
use engine::units::Bytes;
use proptest::prelude::*;

fn data() -> Data {
    Data { sequence_length: 128, image_height: 64, image_width: 64, ..machine::data(DataKind::Text, 1000, 1000) }
}

fn architectures() -> impl Strategy<Value = Architecture> {
    prop_oneof![
        Just(machine::resnet50()),
        Just(machine::bert_base()),
        Just(machine::llama_2(512, 1376, 6, 8)),
        Just(machine::stable_diffusion()),
        Just(language::gpt2(768, 12, 12)),
        Just(language::t5(512, 2048, 6, 8)),
        Just(language::qwen_moe()),
    ]
}

prop_compose! {
    fn shared_out()(
        precision in prop_oneof![Just(Precision::Fp32), Just(Precision::Fp16Amp), Just(Precision::Bf16Amp), Just(Precision::Bf16)],
        optimizer in prop_oneof![Just(Optimizer::Adamw), Just(Optimizer::Adamw8bit), Just(Optimizer::Adafactor), Just(Optimizer::Lion8bit), Just(Optimizer::Sgd)],
        optimizer_implementation in prop_oneof![Just(OptimizerImplementation::Foreach), Just(OptimizerImplementation::Fused)],
        activation_checkpointing in prop_oneof![Just(ActivationCheckpointing::None), Just(ActivationCheckpointing::Full)],
        gradient_accumulation_steps in 1_u64..3,
        (sharding, offload) in prop_oneof![
            Just((Sharding::Ddp, Offload::None)), Just((Sharding::Zero1, Offload::None)), Just((Sharding::Zero2, Offload::None)),
            Just((Sharding::Zero3, Offload::None)), Just((Sharding::Zero1, Offload::Optimizer)),
            Just((Sharding::Zero2, Offload::Optimizer)), Just((Sharding::Zero3, Offload::All)),
        ],
        library in any::<prop::sample::Index>(),
        adapters in any::<bool>(),
    ) -> Training {
        let suited = Implementation::suited(sharding, offload, optimizer);
        let method = if adapters { Method::Lora(machine::lora()) } else { Method::Full };
        let implementation = Some(suited[library.index(suited.len())]);
        Training {
            precision, optimizer, optimizer_implementation, activation_checkpointing, gradient_accumulation_steps, sharding,
            offload, implementation, method, ..machine::training()
        }
    }
}

fn at_update(step: &Step) -> engine::estimate::VramParts {
    step.trace.last().map(|point| point.last.parts()).unwrap_or_default()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, ..ProptestConfig::default() })]

    #[test]
    fn the_peak_is_a_point_of_the_course(model in architectures(), training in shared_out(), gpus in 1_u64..40) {
        let step = simulate(&model, &training, &data(), 2, gpus);
        let most: i64 = step.trace.iter().flat_map(|point| [point.first.total(), point.last.total()]).max().unwrap_or(0);
        prop_assert_eq!(step.parts.total().0.cast_signed(), most);
        prop_assert!(step.trace.iter().all(|point| point.first.total() >= 0 && point.last.total() >= 0));
    }

    #[test]
    fn what_stays_adds_up_to_its_tensors(model in architectures(), training in shared_out(), gpus in 1_u64..40) {
        let graph = models::build_in(engine::graph::Graph::default(), &model, &training, &data(), 1, gpus);
        let spread = Spread::of(&training, gpus);
        let kept = Kept::of(&graph, &training, spread);
        let all = |runs: &[engine::step::recording::Run]| runs.iter().map(|run| run.bytes.iter().sum::<u64>() * run.copies).sum::<u64>();
        let amounts = Amounts::of(&graph, &training, spread);
        prop_assert_eq!(amounts.weights, all(&kept.weights));
        prop_assert_eq!(amounts.states, all(&kept.states));
        prop_assert_eq!(amounts.gradients, all(&kept.gradients) + kept.buckets.iter().sum::<u64>());
    }

    #[test]
    fn nothing_of_a_library_is_left_when_the_optimizer_steps(model in architectures(), training in shared_out(), gpus in 2_u64..40) {
        let training = Training { optimizer: Optimizer::Sgd, weight_decay: 0.0, gradient_accumulation_steps: 1, ..training };
        let sharding = if training.sharding == Sharding::Ddp { Sharding::Ddp } else { Sharding::Zero3 };
        let training = Training { sharding, offload: Offload::None, implementation: None, ..training };
        let step = simulate(&model, &training, &data(), 2, gpus);
        let parts = at_update(&step);
        prop_assert_eq!((parts.activations, parts.temporary), (Bytes::ZERO, Bytes::ZERO));
        let graph = models::build_in(engine::graph::Graph::default(), &model, &training, &data(), 2, gpus);
        let weights = Amounts::of(&graph, &training, Spread::of(&training, gpus)).weights + graph.buffer_bytes;
        prop_assert_eq!(parts.parameters, Bytes(weights));
    }

    #[test]
    fn one_gpu_needs_no_library(model in architectures(), training in shared_out()) {
        let offload = Offload::None;
        let training = Training { offload, ..training };
        let alone = Training { sharding: Sharding::None, implementation: None, ..training.clone() };
        prop_assert_eq!(simulate(&model, &training, &data(), 2, 1).parts, simulate(&model, &alone, &data(), 2, 1).parts);
    }

    #[test]
    fn gradients_leave_the_card_with_the_optimizer(model in architectures(), training in shared_out(), gpus in 1_u64..40) {
        let sharding = if training.sharding == Sharding::Zero1 { Sharding::Zero2 } else { training.sharding };
        let offload = if training.offload == Offload::None { Offload::Optimizer } else { training.offload };
        let training = Training { sharding, offload, ..training };
        let graph = models::build_in(engine::graph::Graph::default(), &model, &training, &data(), 2, gpus);
        let parts = at_update(&simulate(&model, &training, &data(), 2, gpus));
        let trainable = graph.params.iter().filter(|param| param.trainable);
        let largest = trainable.map(Param::stored_bytes).max().unwrap_or(0).max(engine::step::sharding::deepspeed::BUCKET_ELEMENTS * 4);
        prop_assert_eq!(parts.optimizer_state, Bytes::ZERO);
        prop_assert!(parts.gradients <= Bytes(largest), "{:?} of gradients", parts.gradients);
    }

    #[test]
    fn a_policy_computes_as_a_16_bit_run(model in architectures(), training in shared_out(), gpus in 2_u64..40) {
        let training = Training {
            sharding: Sharding::Zero3,
            offload: Offload::None,
            implementation: Some(Implementation::Fsdp2),
            method: Method::Full,
            ..training
        };
        let activations = |precision| {
            let training = Training { precision, ..training.clone() };
            let step = simulate(&model, &training, &data(), 2, gpus);
            // What is kept at the end of forward.
            let turn = step.trace.iter().rposition(|point| point.phase == Phase::Forward).unwrap_or(0);
            step.trace[turn].last.parts().activations
        };
        prop_assert_eq!(activations(Precision::Bf16Amp), activations(Precision::Bf16));
    }
}

/// Rajbhandari et al. 2020, table 1, with FP32 masters: 2 + 2 + 12 bytes a weight over the GPUs that share them, rounding and
/// what each library keeps whole aside.
#[test]
fn states_of_a_7b_model_are_those_of_the_paper() {
    let model = machine::llama_2(4096, 11008, 32, 32);
    let share = |sharding, implementation, precision| {
        let training = Training { sharding, implementation: Some(implementation), precision, ..machine::training() };
        let graph = models::build_in(engine::graph::Graph::default(), &model, &training, &data(), 1, 8);
        let Amounts { weights, states, .. } = Amounts::of(&graph, &training, Spread::of(&training, 8));
        (weights + states) as f64 / graph.trainable_parameters() as f64
    };
    let check = |found: f64, expected: f64| assert!((found / expected - 1.0).abs() < 1e-3, "{found}, not {expected}");
    check(share(Sharding::Zero1, Implementation::Deepspeed, Precision::Bf16Amp), 2.0 + 12.0 / 8.0);
    check(share(Sharding::Zero2, Implementation::Deepspeed, Precision::Bf16Amp), 2.0 + 12.0 / 8.0);
    check(share(Sharding::Zero3, Implementation::Deepspeed, Precision::Bf16Amp), 14.0 / 8.0);
    check(share(Sharding::Zero3, Implementation::Fsdp2, Precision::Bf16Amp), 12.0 / 8.0);
    check(share(Sharding::Zero3, Implementation::Fsdp2, Precision::Bf16), 6.0 / 8.0);
}
