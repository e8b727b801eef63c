//! Laws of the data path: a machine that is at least as good never makes an epoch longer, and no figure is ever
//! infinite or not a number.

use crate::support::host::{data, desktop, resnet50, scenario, work};
use engine::device::roofline::profile;
use engine::estimate::{Speed, StageKind};
use engine::hardware::{Cpu, Gpu};
use engine::host::{data_path, recommended_loader, speed};
use engine::inputs::Scenario;
use engine::training::{Cache, DataKind, MemoryFormat, Offload, Sharding};
use engine::units::{Bytes, BytesPerSecond, FlopsPerSecond, Seconds};
use engine::work::StepWork;
use proptest::prelude::*;

fn speed_of(scenario: &Scenario, work: &StepWork) -> Speed {
    let rate = profile(work, &scenario.hardware, &scenario.training).compute_rate();
    speed(scenario, work, &data_path(scenario, work, rate))
}

#[derive(Debug, Clone)]
struct Case {
    scenario: Scenario,
    work: StepWork,
}

prop_compose! {
    fn settings()(
        kind in prop_oneof![Just(DataKind::Images), Just(DataKind::Text), Just(DataKind::Latents)],
        cache in prop_oneof![Just(Cache::None), Just(Cache::Ram), Just(Cache::Latents), Just(Cache::Tokens)],
        sharding in prop_oneof![Just(Sharding::None), Just(Sharding::Ddp), Just(Sharding::Zero1), Just(Sharding::Zero2), Just(Sharding::Zero3)],
        offload in prop_oneof![Just(Offload::None), Just(Offload::Optimizer), Just(Offload::All)],
        memory_format in prop_oneof![Just(MemoryFormat::Contiguous), Just(MemoryFormat::ChannelsLast)],
        pin_memory in any::<bool>(),
        persistent_workers in any::<bool>(),
        resident_frozen_models in any::<bool>(),
    ) -> Scenario {
        let mut scenario = scenario(resnet50(), data(kind, 1000, 100_000));
        scenario.training.loader.cache = cache;
        scenario.training.loader.pin_memory = pin_memory;
        scenario.training.loader.persistent_workers = persistent_workers;
        scenario.training.sharding = sharding;
        scenario.training.offload = offload;
        scenario.training.memory_format = memory_format;
        scenario.training.resident_frozen_models = resident_frozen_models;
        scenario
    }
}

prop_compose! {
    fn machines()(
        mut scenario in settings(),
        ram_gib in 0_u64..256,
        cores in (0_u64..65, 0_u64..17, 0_u64..129),
        boost_ghz in 0.0_f64..6.0,
        read_mb_per_s in 0.0_f64..14_000.0,
        iops in 0.0_f64..2e6,
        gpus in (1_u64..9, 1_u64..3),
        pcie in (1_u64..6, prop_oneof![Just(1_u64), Just(4), Just(8), Just(16)]),
        nvlink in prop_oneof![Just(None), (0.0_f64..900.0).prop_map(Some)],
        cpu_pcie in (3_u64..7, 0_u64..193),
        write_mb_per_s in 0.0_f64..14_000.0,
    ) -> Scenario {
        let hardware = &mut scenario.hardware;
        hardware.ram = Bytes::from_gib(ram_gib);
        (hardware.cpu.performance_cores, hardware.cpu.efficiency_cores, hardware.cpu.threads) = cores;
        hardware.cpu.boost_ghz = boost_ghz;
        hardware.storage.sequential_read = BytesPerSecond::from_mb_per_s(read_mb_per_s);
        hardware.storage.sequential_write = BytesPerSecond::from_mb_per_s(write_mb_per_s);
        hardware.storage.random_read_iops = iops;
        (hardware.cpu.pcie.generation, hardware.cpu.pcie.lanes) = cpu_pcie;
        (hardware.gpu_count, hardware.nodes) = gpus;
        (hardware.gpu.pcie.generation, hardware.gpu.pcie.lanes) = pcie;
        hardware.gpu.nvlink = nvlink.map(BytesPerSecond::from_gb_per_s);
        scenario
    }
}

prop_compose! {
    fn cases()(
        mut scenario in machines(),
        samples in 1_u64..2_000_000,
        bytes_per_sample in 0_u64..3_000_000,
        num_workers in 0_u64..33,
        micro_batch_size in 1_u64..513,
        accumulation in 1_u64..9,
        parameters in 1_000_000_u64..10_000_000_000,
        flops in 0.0_f64..1e15,
        bytes_moved in 0_u64..1_000_000_000_000,
    ) -> Case {
        scenario.data.samples = samples;
        scenario.data.bytes_on_disk = Bytes(samples * bytes_per_sample);
        scenario.training.loader.num_workers = num_workers;
        scenario.training.micro_batch_size = micro_batch_size;
        scenario.training.gradient_accumulation_steps = accumulation;
        Case { scenario, work: work(parameters, parameters, 4, flops, bytes_moved) }
    }
}

/// Neither the first nor a later epoch is longer on `better` (up to the rounding of sums).
fn never_longer(before: &Scenario, better: &Scenario, work: &StepWork) -> Result<(), TestCaseError> {
    let (before, after) = (speed_of(before, work), speed_of(better, work));
    let no_longer = |after: Seconds, before: Seconds| after.get() <= before.get() * (1.0 + 1e-12);
    prop_assert!(no_longer(after.epoch, before.epoch), "epoch {:?} -> {:?}", before.epoch, after.epoch);
    prop_assert!(
        no_longer(after.first_epoch, before.first_epoch),
        "first epoch {:?} -> {:?}",
        before.first_epoch,
        after.first_epoch
    );
    Ok(())
}

fn processor() -> Cpu {
    desktop().cpu
}

fn faster(rate: Option<FlopsPerSecond>, factor: f64) -> Option<FlopsPerSecond> {
    rate.map(|rate| rate * factor)
}

proptest! {
    #[test]
    fn more_memory_never_makes_an_epoch_longer(case in cases(), more_gib in 0_u64..512) {
        let mut better = case.scenario.clone();
        better.hardware.ram += Bytes::from_gib(more_gib);
        never_longer(&case.scenario, &better, &case.work)?;
    }

    #[test]
    fn a_faster_drive_never_makes_an_epoch_longer(
        case in cases(),
        read in 1.0_f64..10.0,
        write in 1.0_f64..10.0,
        iops in 1.0_f64..10.0,
    ) {
        let mut better = case.scenario.clone();
        better.hardware.storage.sequential_write = better.hardware.storage.sequential_write * write;
        better.hardware.storage.sequential_read = better.hardware.storage.sequential_read * read;
        better.hardware.storage.random_read_iops *= iops;
        never_longer(&case.scenario, &better, &case.work)?;
    }

    #[test]
    fn more_lanes_of_processor_or_card_never_make_an_epoch_longer(
        case in cases(),
        cpu in (0_u64..3, 0_u64..129),
        card in (0_u64..3, 0_u32..3),
    ) {
        let mut better = case.scenario.clone();
        better.hardware.cpu.pcie.generation += cpu.0;
        better.hardware.cpu.pcie.lanes += cpu.1;
        better.hardware.gpu.pcie.generation += card.0;
        better.hardware.gpu.pcie.lanes <<= card.1;
        never_longer(&case.scenario, &better, &case.work)?;
    }

    #[test]
    fn fewer_cards_never_leave_fewer_lanes_each(lanes in 0_u64..193, cards in 1_u64..64, more in 0_u64..64) {
        let mut cpu = processor();
        cpu.pcie.lanes = lanes;
        let (few, many) = (cpu.lanes_per_card(cards), cpu.lanes_per_card(cards + more));
        prop_assert!(few >= many && many >= 1);
        prop_assert!(few.is_power_of_two());
    }

    #[test]
    fn more_cores_never_make_an_epoch_longer(case in cases(), full in 0_u64..33, efficient in 0_u64..17, threads in 0_u64..65) {
        let mut better = case.scenario.clone();
        better.hardware.cpu.performance_cores += full;
        better.hardware.cpu.efficiency_cores += efficient;
        better.hardware.cpu.threads += full + efficient + threads;
        never_longer(&case.scenario, &better, &case.work)?;
    }

    #[test]
    fn a_card_at_least_as_fast_never_makes_an_epoch_longer(
        case in cases(),
        factors in prop::array::uniform6(1.0_f64..4.0),
        link in 1.0_f64..4.0,
        missing in (any::<bool>(), any::<bool>(), any::<bool>()),
    ) {
        let mut before = case.scenario.clone();
        let gpu = before.hardware.gpu;
        before.hardware.gpu = Gpu {
            tf32: gpu.tf32.filter(|_| missing.0),
            fp16: gpu.fp16.filter(|_| missing.1),
            bf16: gpu.bf16.filter(|_| missing.2),
            ..gpu
        };
        let mut better = before.clone();
        better.hardware.gpu = Gpu {
            memory: gpu.memory.scaled(factors[5]),
            memory_bandwidth: gpu.memory_bandwidth * factors[0],
            fp32: gpu.fp32 * factors[1],
            tf32: faster(gpu.tf32, factors[2]),
            fp16: faster(gpu.fp16, factors[3]),
            bf16: faster(gpu.bf16, factors[4]),
            nvlink: gpu.nvlink.map(|nvlink| nvlink * link),
            l2: gpu.l2.map(|l2| l2.scaled(link)),
            ..gpu
        };
        never_longer(&before, &better, &case.work)?;
    }

    #[test]
    fn every_figure_is_finite_and_parts_sum(case in cases()) {
        let Case { scenario, work } = &case;
        let rate = profile(work, &scenario.hardware, &scenario.training).compute_rate();
        let path = data_path(scenario, work, rate);
        let speed = speed(scenario, work, &path);
        let parts = speed.parts;
        let sum = parts.forward + parts.backward + parts.optimizer + parts.communication + parts.offload + parts.wait;
        // A step without any work is given the shortest time that is believed.
        prop_assert!((sum.get() - speed.step.get()).abs() <= 1e-5 + 1e-9 * speed.step.get());
        prop_assert!(speed.gpu_utilization > 0.0 && speed.gpu_utilization <= 1.0);
        prop_assert!((0.0..=1.0).contains(&speed.mfu));
        prop_assert!((0.0..=1.0).contains(&path.cached_share));
        prop_assert!(speed.paging <= parts.wait);
        prop_assert!(speed.first_epoch >= speed.epoch || !scenario.training.loader.persistent_workers || speed.first_epoch >= speed.step);
        prop_assert!(speed.range.0 <= speed.epoch && speed.epoch <= speed.range.1);
        prop_assert_eq!(path.stages.len(), 5);
        for stage in &path.stages {
            prop_assert!(stage.rate.get() > 0.0 && stage.first_epoch_rate.get() > 0.0);
            prop_assert!(stage.rate >= stage.first_epoch_rate);
        }
        let loader = recommended_loader(scenario, rate);
        prop_assert!(loader.num_workers >= 1);
    }
}

#[test]
fn a_fast_card_on_a_hard_disk_is_bound_by_the_disk() {
    let mut scenario = scenario(resnet50(), data(DataKind::Images, 1_281_167, 110_000));
    scenario.hardware.ram = Bytes::from_gib(16);
    scenario.hardware.storage.sequential_read = BytesPerSecond::from_mb_per_s(250.0);
    scenario.hardware.storage.random_read_iops = 170.0;
    let work = work(25_557_032, 25_557_032, 4, 32.0 * 24.6e9, 32 * 400_000_000);
    let rate = profile(&work, &scenario.hardware, &scenario.training).compute_rate();
    let path = data_path(&scenario, &work, rate);
    assert_eq!(path.narrowest, StageKind::Storage);
    assert!(speed(&scenario, &work, &path).gpu_utilization < 0.2);
}

#[test]
fn loading_in_the_training_process_adds_to_the_step() {
    let mut scenario = scenario(resnet50(), data(DataKind::Images, 50_000, 110_000));
    let work = work(25_557_032, 25_557_032, 4, 32.0 * 24.6e9, 32 * 400_000_000);
    let with_workers = speed_of(&scenario, &work);
    scenario.training.loader.num_workers = 0;
    let without = speed_of(&scenario, &work);
    assert!(without.step > with_workers.step + without.parts.forward * 0.5);
    assert_eq!(without.compute_rate, with_workers.compute_rate);
}
