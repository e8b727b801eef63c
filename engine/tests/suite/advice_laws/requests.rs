//! Requests at random: any job on any card, with any fields left open and anything to keep to.

use engine::architecture::Architecture;
use engine::estimate::{Market, Offer};
use engine::hardware::Gpu;
use engine::inputs::{Constraints, Field, Request, Scenario};
use engine::training::{
    ActivationCheckpointing, AdapterDtype, Cache, DataKind, Method, MethodKind, Offload, Optimizer, Precision, Sharding,
};
use engine::units::{Bytes, BytesPerSecond, FlopsPerSecond, Seconds};
use proptest::prelude::*;
use proptest::sample::subsequence;

use crate::support::host::{bert_base, card, data, desktop, hybrid, llama_2, lora, resnet50, scenario, stable_diffusion};

/// Every field that may be left open.
pub const FIELDS: [Field; 20] = [
    Field::Ram,
    Field::Method,
    Field::Precision,
    Field::Optimizer,
    Field::ActivationCheckpointing,
    Field::Attention,
    Field::LinearAttention,
    Field::MicroBatchSize,
    Field::GradientAccumulationSteps,
    Field::NumWorkers,
    Field::PrefetchFactor,
    Field::PinMemory,
    Field::PersistentWorkers,
    Field::Cache,
    Field::OptimizerImplementation,
    Field::LossLogits,
    Field::MemoryFormat,
    Field::Sharding,
    Field::Offload,
    Field::BatchedPreprocessing,
];

fn jobs() -> impl Strategy<Value = (Architecture, DataKind)> {
    prop_oneof![
        2 => Just((resnet50(), DataKind::Images)),
        2 => Just((bert_base(), DataKind::Text)),
        2 => Just((llama_2(2048, 5504, 16, 16), DataKind::Text)),
        2 => Just((llama_2(4096, 11008, 32, 32), DataKind::Text)),
        1 => Just((stable_diffusion(), DataKind::Latents)),
        1 => Just((hybrid(), DataKind::Text)),
    ]
}

prop_compose! {
    fn cards()(
        memory_gib in prop_oneof![Just(6_u64), Just(12), Just(24), Just(80)],
        bandwidth_gb_per_s in 200.0_f64..3000.0,
        tflops in 10.0_f64..1000.0,
        has_bf16 in any::<bool>(),
    ) -> Gpu {
        let tensor = FlopsPerSecond::from_tflops(tflops);
        Gpu {
            memory: Bytes::from_gib(memory_gib),
            memory_bandwidth: BytesPerSecond::from_gb_per_s(bandwidth_gb_per_s),
            fp32: FlopsPerSecond::from_tflops(tflops / 3.0),
            tf32: has_bf16.then_some(tensor),
            fp16: Some(tensor),
            bf16: has_bf16.then_some(tensor),
            ..card()
        }
    }
}

fn methods() -> impl Strategy<Value = Vec<MethodKind>> {
    let kinds = vec![MethodKind::Full, MethodKind::Lora, MethodKind::Qlora, MethodKind::FrozenBackbone];
    prop_oneof![2 => Just(Vec::new()), 1 => subsequence(kinds, 1..=2)]
}

prop_compose! {
    fn constraints()(
        global_batch_size in prop_oneof![3 => Just(None), 1 => prop_oneof![Just(1_u64), Just(30), Just(64), Just(97), Just(1024)].prop_map(Some)],
        methods in methods(),
        deadline in prop_oneof![3 => Just(None), 1 => (1.0_f64..1e6).prop_map(|seconds| Some(Seconds::new(seconds)))],
        max_gpus in prop_oneof![4 => Just(None), 1 => prop_oneof![Just(1_u64), Just(8)].prop_map(Some)],
    ) -> Constraints {
        Constraints { global_batch_size, methods, deadline, max_gpus }
    }
}

prop_compose! {
    pub fn requests()(
        (model, kind) in jobs(),
        gpu in cards(),
        (gpu_count, sharding) in prop_oneof![3 => Just((1_u64, Sharding::None)), 1 => Just((2, Sharding::None)), 1 => Just((4, Sharding::Zero2))],
        precision in prop_oneof![Just(Precision::Fp32), Just(Precision::Fp16Amp)],
        checkpointing in prop_oneof![Just(ActivationCheckpointing::None), Just(ActivationCheckpointing::Full)],
        offload in prop_oneof![3 => Just(Offload::None), 1 => Just(Offload::Optimizer)],
        with_lora in any::<bool>(),
        ram_gib in prop_oneof![Just(16_u64), Just(64), Just(256)],
        (micro_batch_size, steps) in prop_oneof![Just((1_u64, 1_u64)), Just((32, 1)), Just((4, 4))],
        slow_drive in any::<bool>(),
        open in prop_oneof![1 => Just(FIELDS.to_vec()), 3 => subsequence(FIELDS.to_vec(), 0..=FIELDS.len())],
        constraints in constraints(),
    ) -> Request {
        let mut asked = scenario(model, data(kind, 20_000, if kind == DataKind::Text { 2_000 } else { 110_000 }));
        asked.hardware = desktop();
        (asked.hardware.gpu, asked.hardware.gpu_count, asked.hardware.ram) = (gpu, gpu_count, Bytes::from_gib(ram_gib));
        if slow_drive {
            asked.hardware.storage.sequential_read = BytesPerSecond::from_mb_per_s(200.0);
            asked.hardware.storage.random_read_iops = 150.0;
        }
        let training = &mut asked.training;
        (training.precision, training.activation_checkpointing, training.offload) = (precision, checkpointing, offload);
        (training.micro_batch_size, training.gradient_accumulation_steps) = (micro_batch_size, steps);
        training.sharding = sharding;
        training.loader.cache = Cache::None;
        if with_lora && asked.model.takes_adapters() && !open.contains(&Field::Method) {
            training.method = Method::Lora(engine::training::Lora { adapter_dtype: AdapterDtype::Fp32, ..lora() });
        }
        if open.contains(&Field::Optimizer) {
            training.optimizer = Optimizer::Adamw;
        }
        Request { scenario: asked, open, constraints }
    }
}

pub fn market() -> Market {
    let larger = |id, gib| Offer { id, spec: Gpu { memory: Bytes::from_gib(gib), ..card() } };
    Market { cards: vec![larger("card-16", 16), larger("card-48", 48), larger("card-141", 141)], ..Market::default() }
}

/// The request with every field pinned to a plan.
pub fn pinned(request: &Request, plan: &Scenario) -> Request {
    Request { scenario: plan.clone(), open: Vec::new(), constraints: request.constraints.clone() }
}
