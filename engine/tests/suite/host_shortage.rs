//! Too little host memory: what is paged, what that costs, and how far settings would have to go down.

use crate::support::host::{data, llama_2, lora, resnet50, scenario, work};
use engine::device::roofline::profile;
use engine::estimate::{Bound, DataPath, Ram, RamPhase, Shortage, Speed};
use engine::host::{data_path, kits, ram, speed};
use engine::inputs::Scenario;
use engine::training::{Cache, DataKind, Method, Offload, Sharding};
use engine::units::{Bytes, BytesPerSecond};
use engine::work::StepWork;
use proptest::prelude::*;

/// `ResNet-50` at batch 128 with so much memory.
fn pictures(ram: Bytes) -> (Scenario, StepWork) {
    let mut scenario = scenario(resnet50(), data(DataKind::Images, 50_000, 110_000));
    scenario.training.micro_batch_size = 128;
    scenario.hardware.ram = ram;
    (scenario, work(25_557_032, 25_557_032, 4, 128.0 * 24.6e9, 128 * 400_000_000))
}

/// 7B with states and weights on the host.
fn offloaded(ram: Bytes) -> (Scenario, StepWork) {
    let mut scenario = scenario(llama_2(4096, 11008, 32, 32), data(DataKind::Text, 100_000, 2_000));
    scenario.training.offload = Offload::All;
    scenario.training.sharding = Sharding::Zero3;
    scenario.training.micro_batch_size = 1;
    scenario.hardware.ram = ram;
    (scenario, work(6_738_415_616, 6_738_415_616, 4, 2e13, 100_000_000_000))
}

fn answer(scenario: &Scenario, work: &StepWork) -> (Ram, DataPath, Speed) {
    let path = data_path(scenario, work, profile(work, &scenario.hardware, &scenario.training).compute_rate());
    let speed = speed(scenario, work, &path);
    (ram(scenario, work), path, speed)
}

#[test]
fn the_less_memory_the_longer_the_step() {
    for build in [pictures, offloaded] {
        let mut before: Option<Speed> = None;
        let mut pages = 0;
        for gib in [0, 1, 2, 4, 5, 6, 8, 16, 64, 128, 256] {
            let (scenario, work) = build(Bytes::from_gib(gib));
            let (ram, _, speed) = answer(&scenario, &work);
            let short = ram.shortage.is_some_and(|shortage| shortage.missing > Bytes::ZERO);
            assert_eq!(short, speed.paging.get() > 0.0, "{gib} GiB");
            pages += u32::from(short);
            if let Some(before) = before {
                assert!(speed.step < before.step || before.paging == speed.paging, "{gib} GiB");
            }
            before = Some(speed);
        }
        assert!((3..11).contains(&pages));
    }
}

#[test]
fn memory_that_holds_the_peak_costs_nothing() {
    for build in [pictures, offloaded] {
        let (mut scenario, work) = build(Bytes::from_gib(1024));
        scenario.hardware.ram = ram(&scenario, &work).minimum;
        let (ram, _, speed) = answer(&scenario, &work);
        assert_eq!(ram.shortage, None);
        assert_eq!(speed.paging.get(), 0.0);
    }
}

#[test]
fn a_hard_disk_pages_a_hundred_times_slower_than_flash() {
    let (mut scenario, work) = pictures(Bytes::from_gib(3));
    let flash = answer(&scenario, &work).2;
    scenario.hardware.storage.sequential_read = BytesPerSecond::from_mb_per_s(250.0);
    scenario.hardware.storage.sequential_write = BytesPerSecond::from_mb_per_s(250.0);
    scenario.hardware.storage.random_read_iops = 170.0;
    let disk = answer(&scenario, &work).2;
    assert!(disk.paging.get() > flash.paging.get() * 100.0);
    assert_eq!(disk.bound_by, Bound::Storage);
}

#[test]
fn what_is_said_to_fit_does_and_one_more_does_not() {
    for (gib, workers, batch) in [(6, true, false), (7, true, true)] {
        let (scenario, work) = pictures(Bytes::from_gib(gib));
        let Shortage { workers_that_fit, micro_batch_that_fits, .. } = ram(&scenario, &work).shortage.unwrap();
        assert_eq!((workers_that_fit.is_some(), micro_batch_that_fits.is_some()), (workers, batch), "{gib} GiB");
        let missing = |change: &dyn Fn(&mut Scenario)| {
            let mut changed = scenario.clone();
            change(&mut changed);
            ram(&changed, &work).shortage.map_or(Bytes::ZERO, |shortage| shortage.missing)
        };
        if let Some(fits) = workers_that_fit {
            assert!(fits < scenario.training.loader.num_workers);
            assert_eq!(missing(&|changed| changed.training.loader.num_workers = fits), Bytes::ZERO);
            assert!(missing(&|changed| changed.training.loader.num_workers = fits + 1) > Bytes::ZERO);
        }
        if let Some(fits) = micro_batch_that_fits {
            assert!(fits < scenario.training.micro_batch_size);
            assert_eq!(missing(&|changed| changed.training.micro_batch_size = fits), Bytes::ZERO);
            assert!(missing(&|changed| changed.training.micro_batch_size = fits + 1) > Bytes::ZERO);
        }
    }
}

#[test]
fn memory_below_the_system_is_named() {
    let below = |gib| {
        let (scenario, work) = pictures(Bytes::from_gib(gib));
        ram(&scenario, &work).shortage.map_or(Bytes::ZERO, |shortage| shortage.below_system)
    };
    assert_eq!(below(0), Bytes::from_gib(5));
    assert!(below(5) > Bytes::ZERO);
    assert_eq!(below(6), Bytes::ZERO);
}

#[test]
fn a_cache_holds_no_more_than_what_is_free() {
    let set = Bytes(1_281_167 * 110_000);
    for gib in [16_u64, 32, 64, 128, 192] {
        let (mut scenario, work) = pictures(Bytes::from_gib(gib));
        (scenario.data.samples, scenario.data.bytes_on_disk) = (1_281_167, set);
        scenario.training.loader.cache = Cache::Ram;
        let (needs, path, speed) = answer(&scenario, &work);
        let rest = needs.phases.train.total() - set;
        let room = kits::usable(Bytes::from_gib(gib)).saturating_sub(rest);
        let share = (room.as_f64() / set.as_f64()).min(1.0);
        assert!((path.cached_share - share).abs() < 1e-9, "{gib} GiB: {}", path.cached_share);
        assert_eq!(speed.paging.get(), 0.0);
        let cache_missing = needs.shortage.map_or(Bytes::ZERO, |shortage| shortage.cache_missing);
        assert_eq!(cache_missing, set.saturating_sub(room));
    }
}

#[test]
fn weights_that_do_not_fit_while_loading_page_once() {
    let mut scenario = scenario(llama_2(4096, 11008, 32, 32), data(DataKind::Text, 100_000, 2_000));
    scenario.training.method = Method::Lora(lora());
    scenario.training.micro_batch_size = 2;
    scenario.hardware.ram = Bytes::from_gib(16);
    // Sharded, so that a whole copy passes through the first process.
    scenario.hardware.gpu_count = 2;
    scenario.training.sharding = Sharding::Zero3;
    scenario.training.loader.num_workers = 2;
    let work = work(6_738_415_616, 8_388_608, 2, 5e13, 100_000_000_000);
    let (ram, _, speed) = answer(&scenario, &work);
    let shortage = ram.shortage.unwrap();
    assert_eq!(ram.phase, RamPhase::Load);
    assert_eq!(shortage.missing, Bytes::ZERO);
    assert_eq!(speed.paging.get(), 0.0);
    assert!(shortage.staging_missing > Bytes::from_gib(1) && shortage.staging_time.get() > 1.0);
}

/// Host memory that runs were reported to take, in GB: `measured/dataload.csv`'s rows as (name, weights, bytes a weight,
/// trains all, quantized, staged once), the report, and how far the model may be off.
#[test]
fn offloaded_runs_take_the_memory_that_is_reported() {
    let gb = |ram: &Ram| ram.peak.as_f64() / 1e9;
    // 70B in 4 bits over two cards (AnswerDotAI/fsdp_qlora: 128 GB full and 10 GB of swap; PEFT's FSDP guide: 107 GB).
    let mut quantized = scenario(llama_2(8192, 28672, 80, 64), data(DataKind::Text, 50_000, 2_000));
    quantized.training.method = crate::support::host::eight_bit();
    quantized.training.offload = Offload::All;
    quantized.training.sharding = Sharding::Zero3;
    quantized.training.micro_batch_size = 1;
    quantized.hardware.gpu_count = 2;
    let mut four_bits = work(68_976_648_192, 16_384_000, 2, 1e14, 1_000_000_000_000);
    four_bits.parameter_bytes = Bytes(37_000_000_000);
    let peak = gb(&ram(&quantized, &four_bits));
    assert!((107.0..=138.0 * 1.25).contains(&peak), "{peak}");
    // bloomz-7b1 with adapters, ZeRO-3 and offload: 35 GB of the process (PEFT's README), 2 GB of system beside it.
    let mut adapters = scenario(llama_2(4096, 16384, 30, 32), data(DataKind::Text, 10_000, 2_000));
    adapters.training.method = Method::Lora(lora());
    adapters.training.offload = Offload::All;
    adapters.training.sharding = Sharding::Zero3;
    let peak = gb(&ram(&adapters, &work(7_069_016_064, 3_932_160, 2, 1e14, 1_000_000_000_000)));
    assert!((peak / 37.0 - 1.0).abs() < 0.25, "{peak}");
    // Stable Diffusion 1.4 in full, ZeRO-2 with offload: about 25 GB (diffusers' DreamBooth example for 8 GB cards).
    let mut full = scenario(crate::support::host::stable_diffusion(), data(DataKind::Latents, 100, 65_536));
    full.training.offload = Offload::Optimizer;
    full.training.sharding = Sharding::Zero2;
    full.training.micro_batch_size = 1;
    full.training.loader.num_workers = 1;
    let peak = gb(&ram(&full, &work(859_520_964, 859_520_964, 4, 1e13, 1_000_000_000_000)));
    assert!((peak / 25.0 - 1.0).abs() < 0.25, "{peak}");
}

proptest! {
    #[test]
    fn more_memory_never_pages_more(gib in 0_u64..256, more in 0_u64..256, workers in 0_u64..64, batch in 1_u64..1024) {
        let at = |gib: u64| {
            let (mut scenario, work) = offloaded(Bytes::from_gib(gib));
            scenario.training.loader.num_workers = workers;
            scenario.training.micro_batch_size = batch;
            ram(&scenario, &work).shortage.unwrap_or_default()
        };
        let (less, better) = (at(gib), at(gib + more));
        prop_assert!(better.missing <= less.missing);
        prop_assert!(better.paged_per_step <= less.paged_per_step);
        prop_assert!(better.paging <= less.paging);
        prop_assert!(better.staging_time <= less.staging_time);
        prop_assert!(better.cache_missing <= less.cache_missing);
    }
}
