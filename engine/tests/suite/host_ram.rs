//! Host memory: the guides' four scenarios on a 24 GB card, and what parts, peak and kits owe each other.

use crate::support::host::{bert_base, data, eight_bit, llama_2, lora, resnet50, scenario, stable_diffusion, work};
use engine::device::roofline::profile;
use engine::estimate::{Ram, RamPhases};
use engine::hardware::OperatingSystem;
use engine::host::loading::{self, Loading, loading};
use engine::host::{kits, ram, recommended_loader};
use engine::inputs::Scenario;
use engine::models;
use engine::step::kernels::step_work;
use engine::training::{Cache, DataKind, Method, Offload, Optimizer, Sharding};
use engine::units::Bytes;
use engine::work::StepWork;
use proptest::prelude::*;

/// The scenario with the loader that the advisor recommends for it.
fn with_recommended_loader(mut scenario: Scenario, work: &StepWork) -> Scenario {
    let rate = profile(work, &scenario.hardware, &scenario.training).compute_rate();
    scenario.training.loader = recommended_loader(&scenario, rate);
    scenario
}

#[track_caller]
fn check(name: &str, scenario: Scenario, work: &StepWork, recommended_gib: u64) -> Ram {
    let scenario = with_recommended_loader(scenario, work);
    let ram = ram(&scenario, work);
    assert_eq!(ram.recommended, Bytes::from_gib(recommended_gib), "{name}: {ram:#?}");
    ram
}

/// The scenario with its step.
fn played(scenario: Scenario) -> (Scenario, StepWork) {
    let graph = models::build(&scenario.model, &scenario.training, &scenario.data, scenario.training.micro_batch_size);
    let work = step_work(&graph, &scenario.training, 1);
    (scenario, work)
}

/// `ResNet-50` at batch 32.
fn classification() -> (Scenario, StepWork) {
    played(scenario(resnet50(), data(DataKind::Images, 50_000, 110_000)))
}

/// LLaMA-2 7B with adapters, 16-bit weights.
fn language() -> (Scenario, StepWork) {
    let mut scenario = scenario(llama_2(4096, 11008, 32, 32), data(DataKind::Text, 100_000, 2_000));
    scenario.training.method = Method::Lora(lora());
    scenario.training.micro_batch_size = 2;
    played(scenario)
}

/// Stable Diffusion 1.5 with adapters at batch 8, latents prepared before.
fn diffusion() -> (Scenario, StepWork) {
    let mut scenario = scenario(stable_diffusion(), data(DataKind::Latents, 50_000, 65_536));
    scenario.training.method = Method::Lora(lora());
    scenario.training.micro_batch_size = 8;
    played(scenario)
}

/// LLaMA-2 13B with adapters, weights in 8 bits.
fn language_13b() -> (Scenario, StepWork) {
    let mut scenario = scenario(llama_2(5120, 13824, 40, 40), data(DataKind::Text, 100_000, 2_000));
    scenario.training.method = eight_bit();
    scenario.training.micro_batch_size = 1;
    played(scenario)
}

#[test]
fn the_guides_scenarios_take_32_32_32_and_64_gib() {
    let (scenario, work) = classification();
    check("classification", scenario, &work, 32);
    let (scenario, work) = language();
    check("7B LoRA", scenario, &work, 32);
    let (scenario, work) = diffusion();
    check("diffusion", scenario, &work, 32);
    let (scenario, work) = language_13b();
    let ram = check("13B in 8 bits", scenario, &work, 64);
    assert_eq!(ram.minimum, Bytes::from_gib(16));
    // The copy that adapters are merged into, and the files that it is read from.
    assert_eq!(ram.reserve_parts.base_weights, Bytes(13_015_864_320 * 2) + Bytes::from_gib(16));
}

#[test]
fn the_scenarios_take_the_same_kits_on_windows() {
    for (name, (mut scenario, work), gib) in [
        ("classification", classification(), 32),
        ("7B LoRA", language(), 32),
        ("diffusion", diffusion(), 32),
        ("13B", language_13b(), 64),
    ] {
        scenario.hardware.os = OperatingSystem::Windows;
        check(name, scenario, &work, gib);
    }
}

#[test]
fn a_small_encoder_needs_less_than_the_guide_says() {
    let (scenario, work) = played(scenario(bert_base(), data(DataKind::Text, 100_000, 2_000)));
    check("BERT-base", scenario, &work, 16);
}

#[test]
fn a_card_that_holds_the_16_bit_base_merges_without_the_host() {
    let (mut scenario, work) = language_13b();
    scenario.hardware.gpu.memory = Bytes::from_gib(48);
    assert_eq!(ram(&scenario, &work).reserve_parts.base_weights, Bytes::from_gib(16));
}

/// Notebooks with 12.7 GB of memory train a 7B model in 4 bits every day, and a card's memory is what 70B takes.
#[test]
fn quantized_weights_do_not_pass_through_host_memory_as_a_whole() {
    for (hidden, intermediate, layers, heads, most_gb) in [(4096, 11008, 32, 32, 12.7), (8192, 28672, 80, 64, 14.0)] {
        let mut scenario = scenario(llama_2(hidden, intermediate, layers, heads), data(DataKind::Text, 50_000, 2_000));
        scenario.training.method = eight_bit();
        scenario.training.micro_batch_size = 1;
        scenario.training.loader.num_workers = 2;
        let (scenario, work) = played(scenario);
        let needs = ram(&scenario, &work);
        assert!(needs.peak.as_f64() / 1e9 < most_gb, "{needs:#?}");
        assert_eq!(needs.minimum, Bytes::from_gib(16));
        // One tensor at a time: the largest is the table of the embedding or the head, in 16 bits.
        assert_eq!(needs.phases.load.checkpoint_staging, Bytes(32_000 * hidden * 2));
        assert_eq!(needs.page_cache, Bytes(work.parameters * 2), "the files are page cache, beside the need");
    }
}

/// What a load takes is what its program does: a few tensors a process, one copy, or one a process.
#[test]
fn each_way_of_loading_stages_what_its_program_copies() {
    let (mut scenario, work) = language();
    let staged = |scenario: &Scenario| ram(scenario, &work).phases.load.checkpoint_staging;
    let largest: u64 = work.largest_weights.iter().sum();
    assert_eq!(loading(&scenario), Loading::Streamed);
    assert_eq!(staged(&scenario), Bytes(largest * 2));
    scenario.hardware.gpu_count = 4;
    scenario.training.sharding = Sharding::Ddp;
    assert_eq!(staged(&scenario), Bytes(largest * 2 * 4));
    scenario.training.sharding = Sharding::Zero3;
    assert_eq!((loading(&scenario), staged(&scenario)), (Loading::FirstProcess, Bytes(work.parameters * 2)));
    scenario.training.method = Method::Full;
    assert_eq!(staged(&scenario), Bytes(work.parameters * 4), "widened to FP32 for training");
    scenario.training.offload = Offload::Optimizer;
    scenario.training.sharding = Sharding::Zero2;
    assert_eq!((loading(&scenario), staged(&scenario)), (Loading::EachProcess, Bytes(work.parameters * 4 * 4)));
    let (mut pictures, work) = classification();
    pictures.hardware.gpu_count = 4;
    pictures.training.sharding = Sharding::Ddp;
    assert_eq!(ram(&pictures, &work).phases.load.checkpoint_staging, Bytes(work.parameters * 4 * 4));
    assert_eq!(ram(&pictures, &work).page_cache, Bytes::ZERO, "its constructor reads no file");
}

#[test]
fn a_saved_model_is_brought_to_the_host_a_shard_at_a_time() {
    let mut scenario = scenario(llama_2(8192, 28672, 80, 64), data(DataKind::Text, 50_000, 2_000));
    scenario.training.precision = engine::training::Precision::Bf16;
    let (scenario, work) = played(scenario);
    assert!(work.parameter_bytes > loading::SAVED_SHARD);
    assert_eq!(ram(&scenario, &work).phases.save.checkpoint_staging, loading::SAVED_SHARD);
}

#[test]
fn offloaded_states_live_in_host_memory() {
    let (mut scenario, work) = classification();
    scenario.training.offload = Offload::Optimizer;
    scenario.training.optimizer = Optimizer::Adamw;
    // States, and an FP32 master weight and gradient for each weight.
    assert_eq!(ram(&scenario, &work).parts.offload, work.optimizer_state_bytes + Bytes(25_557_032 * 8));
}

fn caches() -> impl Strategy<Value = Cache> {
    prop_oneof![Just(Cache::None), Just(Cache::Ram), Just(Cache::Latents), Just(Cache::Tokens)]
}

fn kinds() -> impl Strategy<Value = DataKind> {
    prop_oneof![Just(DataKind::Images), Just(DataKind::Text), Just(DataKind::Latents)]
}

proptest! {
    #[test]
    fn parts_sum_to_the_peak_and_kits_are_in_order(
        kind in kinds(),
        cache in caches(),
        samples in 1_u64..10_000_000,
        bytes_per_sample in 0_u64..2_000_000,
        num_workers in 0_u64..65,
        micro_batch_size in 1_u64..2049,
        gpu_count in 1_u64..9,
        parameters in 0_u64..80_000_000_000,
    ) {
        let mut scenario = scenario(resnet50(), data(kind, samples, bytes_per_sample));
        scenario.training.loader.cache = cache;
        scenario.training.loader.num_workers = num_workers;
        scenario.training.micro_batch_size = micro_batch_size;
        scenario.hardware.gpu_count = gpu_count;
        scenario.training.sharding = Sharding::Ddp;
        let work = work(parameters, parameters, 4, 1e12, 1_000_000_000);
        let ram = ram(&scenario, &work);
        prop_assert_eq!(ram.peak, ram.parts.total());
        prop_assert_eq!((ram.phase, ram.parts), ram.phases.fullest());
        let RamPhases { load, train, save } = ram.phases;
        prop_assert!([load, train, save].iter().all(|parts| parts.total() <= ram.peak));
        prop_assert_eq!(ram.reserve, ram.reserve_parts.total());
        prop_assert!(kits::usable(ram.minimum) >= ram.peak);
        prop_assert!(kits::usable(ram.recommended) >= ram.peak + ram.reserve);
        prop_assert!(ram.minimum <= ram.recommended && ram.recommended <= ram.comfortable);
    }
}
