//! Laws of the batch that the advisor chooses: a better card never makes an epoch longer, though it may choose another
//! batch; and no batch is larger than the data set fills.

use crate::support::host::{bert_base, card, data, llama_2, resnet50, scenario, stable_diffusion};
use crate::support::language::t5;
use engine::architecture::Architecture;
use engine::estimate::Estimate;
use engine::hardware::{Gpu, Pcie};
use engine::inputs::{Constraints, Field, Request, Scenario};
use engine::training::{ActivationCheckpointing, Attention, Cache, DataKind, Offload, Precision, Sharding};
use engine::units::{Bytes, BytesPerSecond, FlopsPerSecond};
use proptest::prelude::*;

fn jobs() -> impl Strategy<Value = (Architecture, DataKind)> {
    prop_oneof![
        Just((resnet50(), DataKind::Images)),
        Just((bert_base(), DataKind::Text)),
        Just((llama_2(512, 1376, 6, 8), DataKind::Text)),
        Just((stable_diffusion(), DataKind::Latents)),
        Just((t5(512, 2048, 6, 8), DataKind::Text)),
    ]
}

prop_compose! {
    fn cards()(
        memory_gib in prop_oneof![Just(8_u64), Just(12), Just(16), Just(24), Just(48), Just(80)],
        bandwidth_gb_per_s in 200.0_f64..4000.0,
        fp32_tflops in 5.0_f64..100.0,
        tensor_tflops in prop::array::uniform3(10.0_f64..1000.0),
        generation in 3_u64..5,
        lanes in prop_oneof![Just(8_u64), Just(16)],
    ) -> Gpu {
        Gpu {
            memory: Bytes::from_gib(memory_gib),
            memory_bandwidth: BytesPerSecond::from_gb_per_s(bandwidth_gb_per_s),
            fp32: FlopsPerSecond::from_tflops(fp32_tflops),
            tf32: Some(FlopsPerSecond::from_tflops(tensor_tflops[0])),
            fp16: Some(FlopsPerSecond::from_tflops(tensor_tflops[1])),
            bf16: Some(FlopsPerSecond::from_tflops(tensor_tflops[2])),
            pcie: Pcie { generation, lanes },
            ..card()
        }
    }
}

prop_compose! {
    /// A card that is at least as good in every figure, and usually better in some.
    fn better(gpu: Gpu)(
        memory in prop_oneof![Just(0_u64), Just(4), Just(8), Just(16)],
        factors in prop::array::uniform5(prop_oneof![Just(1.0_f64), 1.0_f64..2.0]),
        generation in 0_u64..2,
    ) -> (Gpu, Gpu) {
        let faster = |rate: Option<FlopsPerSecond>, factor: f64| rate.map(|rate| rate * factor);
        let better = Gpu {
            memory: gpu.memory + Bytes::from_gib(memory),
            memory_bandwidth: gpu.memory_bandwidth * factors[0],
            fp32: gpu.fp32 * factors[1],
            tf32: faster(gpu.tf32, factors[2]),
            fp16: faster(gpu.fp16, factors[3]),
            bf16: faster(gpu.bf16, factors[4]),
            pcie: Pcie { generation: gpu.pcie.generation + generation, ..gpu.pcie },
            ..gpu
        };
        (gpu, better)
    }
}

prop_compose! {
    fn scenarios()(
        (model, kind) in jobs(),
        samples in prop_oneof![Just(1_u64), Just(1_000), Just(50_000), Just(1_000_000)],
        precision in prop_oneof![Just(Precision::Fp32), Just(Precision::Tf32), Just(Precision::Fp16Amp), Just(Precision::Bf16)],
        attention in prop_oneof![Just(Attention::Sdpa), Just(Attention::Eager)],
        checkpointing in prop_oneof![Just(ActivationCheckpointing::None), Just(ActivationCheckpointing::Full)],
        (gpu_count, sharding) in prop_oneof![
            Just((1, Sharding::None)), Just((2, Sharding::Ddp)), Just((8, Sharding::Zero2)), Just((8, Sharding::Zero3)),
        ],
        offload in prop_oneof![Just(Offload::None), Just(Offload::Optimizer)],
        num_workers in prop_oneof![Just(1_u64), Just(2), Just(4), Just(8)],
        persistent_workers in any::<bool>(),
        ram_gib in prop_oneof![Just(16_u64), Just(32), Just(64), Just(128)],
        (read_mb_per_s, iops) in prop_oneof![Just((250.0, 170.0)), Just((550.0, 90_000.0)), Just((7_000.0, 1e6))],
        accumulation in prop_oneof![Just(1_u64), Just(4)],
    ) -> Scenario {
        let mut scenario = scenario(model, data(kind, samples, if kind == DataKind::Text { 2_000 } else { 110_000 }));
        let training = &mut scenario.training;
        (training.precision, training.attention, training.activation_checkpointing) = (precision, attention, checkpointing);
        (training.sharding, training.offload, training.gradient_accumulation_steps) = (sharding, offload, accumulation);
        (training.loader.num_workers, training.loader.persistent_workers) = (num_workers, persistent_workers);
        training.loader.cache = Cache::None;
        let hardware = &mut scenario.hardware;
        (hardware.gpu_count, hardware.ram) = (gpu_count, Bytes::from_gib(ram_gib));
        hardware.storage.sequential_read = BytesPerSecond::from_mb_per_s(read_mb_per_s);
        hardware.storage.random_read_iops = iops;
        scenario
    }
}

/// The answer with the batch, and perhaps the memory, left open.
fn answer(scenario: &Scenario, gpu: Gpu, open_ram: bool) -> Estimate {
    let mut scenario = scenario.clone();
    scenario.hardware.gpu = gpu;
    let open = if open_ram { vec![Field::Ram, Field::MicroBatchSize] } else { vec![Field::MicroBatchSize] };
    engine::answer::estimate(&Request { scenario, open, constraints: Constraints::default() })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 160, ..ProptestConfig::default() })]

    #[test]
    fn a_better_card_never_gives_a_longer_epoch_with_a_batch_of_its_own(
        scenario in scenarios(),
        (gpu, better) in cards().prop_flat_map(better),
        open_ram in any::<bool>(),
    ) {
        let (before, after) = (answer(&scenario, gpu, open_ram), answer(&scenario, better, open_ram));
        let batches = (before.scenario.training.micro_batch_size, after.scenario.training.micro_batch_size);
        let longest = before.speed.epoch.get() * (1.0 + 1e-9);
        prop_assert!(after.speed.epoch.get() <= longest, "epoch {:?} -> {:?}, batches {batches:?}", before.speed.epoch, after.speed.epoch);
        let longest = before.speed.first_epoch.get() * (1.0 + 1e-9);
        prop_assert!(
            after.speed.first_epoch.get() <= longest,
            "first epoch {:?} -> {:?}, batches {batches:?}", before.speed.first_epoch, after.speed.first_epoch
        );
    }

    #[test]
    fn the_chosen_batch_is_filled_by_the_data_set(scenario in scenarios(), gpu in cards()) {
        let Estimate { scenario, .. } = answer(&scenario, gpu, false);
        let training = &scenario.training;
        let update = training.micro_batch_size * training.gradient_accumulation_steps * scenario.hardware.gpu_count;
        prop_assert!(training.micro_batch_size == 1 || update <= scenario.data.samples);
    }
}

#[test]
fn where_data_limits_the_batch_still_serves_a_faster_drive() {
    let mut starved = scenario(resnet50(), data(DataKind::Images, 1_281_167, 110_000));
    starved.hardware.storage.sequential_read = BytesPerSecond::from_mb_per_s(250.0);
    starved.hardware.storage.random_read_iops = 170.0;
    let fed = answer(&scenario(resnet50(), data(DataKind::Images, 50_000, 110_000)), card(), false);
    let starved = answer(&starved, card(), false);
    assert!(starved.speed.gpu_utilization < 0.3, "{}", starved.speed.gpu_utilization);
    assert!(starved.speed.compute_rate.get() >= 0.95 * fed.speed.compute_rate.get());
    assert!(starved.scenario.training.micro_batch_size <= fed.scenario.training.micro_batch_size);
}
