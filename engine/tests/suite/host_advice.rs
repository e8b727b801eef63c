//! Advice on the data path: settings before and after, and remedies of the bottleneck, are what asking again would say.

use crate::support::host::{bert_base, data, desktop, lora, resnet50, scenario, stable_diffusion};
use engine::advice::apply::applied;
use engine::advice::feeding::feeding;
use engine::estimate::{
    Bound, Change, Cost, Estimate, Feeding, LoaderSetting, Market, Offer, SettingAdvice, SettingValue, Stage, StageKind,
};
use engine::hardware::{Cpu, Storage};
use engine::host::loader::PYTORCH_DEFAULT;
use engine::inputs::{Constraints, Request, Scenario};
use engine::training::{Cache, DataKind, Loader, Method};
use engine::units::{Bytes, BytesPerSecond};
use proptest::prelude::*;

fn drive(read_mb_per_s: f64, iops: f64) -> Storage {
    Storage { sequential_read: BytesPerSecond::from_mb_per_s(read_mb_per_s), random_read_iops: iops, ..desktop().storage }
}

const fn cores(performance_cores: u64, cpu: Cpu) -> Cpu {
    Cpu { performance_cores, efficiency_cores: 0, threads: performance_cores * 2, ..cpu }
}

/// A SATA drive, an `NVMe` drive, and processors with 16 and 64 cores.
fn market() -> Market {
    let cpu = desktop().cpu;
    Market {
        drives: vec![Offer { id: "sata", spec: drive(550.0, 95_000.0) }, Offer { id: "nvme", spec: drive(7000.0, 1_000_000.0) }],
        processors: vec![Offer { id: "16", spec: cores(16, cpu) }, Offer { id: "64", spec: cores(64, cpu) }],
        cards: Vec::new(),
        processor: None,
    }
}

fn answer(scenario: &Scenario) -> Estimate {
    engine::answer::estimate(&Request { scenario: scenario.clone(), open: vec![], constraints: Constraints::default() })
}

fn advised(scenario: &Scenario) -> (Estimate, Feeding) {
    let estimate = answer(scenario);
    let feeding = feeding(&estimate, &market());
    (estimate, feeding)
}

/// Pictures on a hard disk, loaded by the training process.
fn hard_disk(samples: u64, num_workers: u64) -> Scenario {
    let mut scenario = scenario(resnet50(), data(DataKind::Images, samples, 110_000));
    scenario.hardware.ram = Bytes::from_gib(32);
    scenario.hardware.storage = drive(250.0, 170.0);
    scenario.training.loader.num_workers = num_workers;
    scenario
}

fn setting(feeding: &Feeding, which: LoaderSetting) -> &SettingAdvice {
    feeding.loader.settings.iter().find(|advice| advice.setting == which).expect("every setting is there")
}

fn stage(estimate: &Estimate, kind: StageKind) -> &Stage {
    estimate.path.stages.iter().find(|stage| stage.kind == kind).expect("every stage is there")
}

#[track_caller]
fn check_cheapest(name: &str, scenario: &Scenario, narrowest: StageKind, remedy: Option<(&str, Cost)>) {
    let (estimate, feeding) = advised(scenario);
    assert_eq!(estimate.path.narrowest, narrowest, "{name}");
    let cheapest = feeding.remedies.cheapest().map(|remedy| (remedy.id, remedy.cost));
    assert_eq!(cheapest, remedy, "{name}: {:#?}", feeding.remedies);
}

#[test]
fn the_cheapest_remedy_widens_the_narrowest_stage() {
    check_cheapest(
        "a small set, one process",
        &hard_disk(50_000, 0),
        StageKind::Preprocess,
        Some(("loader-workers", Cost::Free)),
    );
    check_cheapest("a large set, a hard disk", &hard_disk(1_281_167, 8), StageKind::Storage, Some(("faster-drive", Cost::Drive)));
    check_cheapest("half of the set is cached", &hard_disk(400_000, 8), StageKind::Storage, Some(("more-ram", Cost::Ram)));
    let mut few_cores = scenario(resnet50(), data(DataKind::Images, 50_000, 110_000));
    few_cores.hardware.cpu = cores(2, few_cores.hardware.cpu);
    few_cores.training.loader.num_workers = 2;
    check_cheapest("two cores", &few_cores, StageKind::Preprocess, Some(("more-cores", Cost::Cpu)));
    let fed = scenario(resnet50(), data(DataKind::Images, 50_000, 110_000));
    check_cheapest("the GPU never waits", &fed, StageKind::Compute, None);
}

#[test]
fn launches_are_told_from_preprocessing() {
    let mut small = scenario(resnet50(), data(DataKind::Images, 50_000, 110_000));
    small.training.micro_batch_size = 2;
    small.training.gradient_accumulation_steps = 8;
    // A data-center card beside a server's slower clock.
    small.hardware.gpu.memory_bandwidth = BytesPerSecond::from_gb_per_s(3350.0);
    small.hardware.cpu.boost_ghz = 3.0;
    let (estimate, feeding) = advised(&small);
    assert_eq!(estimate.speed.bound_by, Bound::Launch);
    assert_eq!(feeding.remedies.cheapest().expect("a remedy").id, "larger-batch");
    assert_eq!(answer(&hard_disk(50_000, 0)).speed.bound_by, Bound::Preprocess);
}

#[test]
fn a_little_loading_in_the_training_process_does_not_bound_the_run() {
    let mut text = scenario(bert_base(), data(DataKind::Text, 100_000, 2_000));
    text.training.loader.num_workers = 0;
    text.training.loader.cache = Cache::Tokens;
    let estimate = answer(&text);
    assert!(estimate.speed.gpu_utilization < 1.0);
    assert!(!matches!(estimate.speed.bound_by, Bound::Preprocess | Bound::Storage), "{:?}", estimate.speed.bound_by);
}

#[test]
fn settings_start_from_the_framework_and_end_where_the_gpu_is_fed() {
    let (estimate, feeding) = advised(&hard_disk(50_000, 0));
    let workers = setting(&feeding, LoaderSetting::NumWorkers);
    assert_eq!(workers.before, SettingValue::Count(0));
    assert!(workers.alone.rate > feeding.loader.before.rate);
    assert_eq!(setting(&feeding, LoaderSetting::PinMemory).after, SettingValue::Flag(true));
    assert_eq!(setting(&feeding, LoaderSetting::PersistentWorkers).after, SettingValue::Flag(true));
    // Decoding is the work here, not Python's handling of samples.
    assert_eq!(setting(&feeding, LoaderSetting::BatchedPreprocessing).after, SettingValue::Flag(false));
    assert_eq!(feeding.loader.after.rate, estimate.speed.compute_rate);
    // A plan that has what is advised gets the same advice.
    let mut taken = hard_disk(50_000, 0);
    let SettingValue::Count(count) = workers.after else { panic!("workers are counted") };
    taken.training.loader.num_workers = count;
    assert_eq!(advised(&taken).1.loader, feeding.loader);
}

#[test]
fn latents_and_tokens_are_cached_and_whole_batches_processed_where_that_pays() {
    let mut latents = scenario(stable_diffusion(), data(DataKind::Latents, 50_000, 144_000));
    latents.training.method = Method::Lora(lora());
    latents.training.resident_frozen_models = true;
    latents.training.micro_batch_size = 8;
    latents.training.loader = PYTORCH_DEFAULT;
    let (_, feeding) = advised(&latents);
    let cache = setting(&feeding, LoaderSetting::Cache);
    assert_eq!(cache.after, SettingValue::Cache(Cache::Latents));
    assert!(cache.alone.epoch < feeding.loader.before.epoch);

    let mut tokens = scenario(bert_base(), data(DataKind::Text, 100_000, 2_000));
    tokens.training.loader = Loader { cache: Cache::Tokens, ..PYTORCH_DEFAULT };
    let one_by_one = stage(&answer(&tokens), StageKind::Preprocess).rate;
    tokens.training.loader.batched_preprocessing = true;
    let as_a_whole = stage(&answer(&tokens), StageKind::Preprocess).rate;
    assert!(as_a_whole.get() > one_by_one.get() * 2.0, "rule B10: 60 to 80 % less time");
}

#[test]
fn the_first_epoch_reads_source_files_and_later_ones_what_it_made_of_them() {
    let mut latents = scenario(stable_diffusion(), data(DataKind::Latents, 50_000, 144_000));
    latents.training.loader.cache = Cache::Latents;
    let estimate = answer(&latents);
    let (storage, preprocess) = (stage(&estimate, StageKind::Storage), stage(&estimate, StageKind::Preprocess));
    assert_eq!(storage.first_epoch_bytes_per_sample, Bytes(144_000));
    // A latent of 4 x 64 x 64 in FP32 and 77 x 768 values of text in FP16.
    assert_eq!(storage.bytes_per_sample, Bytes(65_536 + 118_272));
    assert_eq!(preprocess.first_epoch_bytes_per_sample, Bytes(3 * 512 * 512 * 4));
    assert!(preprocess.rate.get() > preprocess.first_epoch_rate.get() * 4.0);

    let mut tokens = scenario(bert_base(), data(DataKind::Text, 100_000, 9_000));
    tokens.training.loader.cache = Cache::Tokens;
    let estimate = answer(&tokens);
    let storage = stage(&estimate, StageKind::Storage);
    assert_eq!((storage.first_epoch_bytes_per_sample, storage.bytes_per_sample), (Bytes(9_000), Bytes(512 * 4)));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn remedies_are_what_asking_again_says(
        samples in 1_000_u64..3_000_000,
        num_workers in 0_u64..17,
        ram_gib in 16_u64..256,
        read in 100.0_f64..8000.0,
        iops in 100.0_f64..1e6,
        full_cores in 1_u64..33,
        pin_memory in any::<bool>(),
    ) {
        let mut plan = hard_disk(samples, num_workers);
        plan.hardware.ram = Bytes::from_gib(ram_gib);
        plan.hardware.storage = drive(read, iops);
        plan.hardware.cpu = cores(full_cores, plan.hardware.cpu);
        plan.training.loader.pin_memory = pin_memory;
        let (estimate, feeding) = advised(&plan);
        let Feeding { loader, remedies } = &feeding;
        prop_assert_eq!(remedies.before.rate, estimate.speed.rate);
        for remedy in &remedies.all {
            prop_assert!(remedy.after.run < remedies.before.run);
            let again = answer(&applied(&plan, &remedy.change));
            prop_assert_eq!(remedy.after.rate, again.speed.rate);
            prop_assert_eq!(remedy.after.narrowest, again.path.narrowest);
            if let Some(Change::Ram(kit)) = remedy.change.first() {
                prop_assert!(*kit > plan.hardware.ram && *kit <= plan.hardware.cpu.max_memory);
            }
        }
        prop_assert_eq!(remedies.cheapest().is_some(), !remedies.all.is_empty());
        // No setting slows the run by more than what is noticed, and the last one stands for all of them.
        let mut run = loader.before.run.get();
        for advice in &loader.settings {
            prop_assert!(advice.so_far.run.get() <= run * 1.005, "{:?}", advice);
            run = advice.so_far.run.get();
        }
        prop_assert_eq!(loader.settings.last().map(|advice| advice.so_far), Some(loader.after));
    }
}
