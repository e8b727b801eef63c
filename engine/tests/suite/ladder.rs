//! The ladder of host memory: each rung is the answer to the same request with that much memory.

use crate::support::host::{data, llama_2, lora, resnet50, scenario};
use engine::answer::{estimate, estimate_with_ladder};
use engine::desk::Desk;
use engine::estimate::{Estimate, RamLadder, Rung, StageKind};
use engine::inputs::{Constraints, Field, Request, Scenario};
use engine::training::{Cache, DataKind, Method, Offload, Sharding};
use engine::units::Bytes;

/// Pictures that a desktop's memory holds in part.
fn pictures() -> Scenario {
    let mut scenario = scenario(resnet50(), data(DataKind::Images, 400_000, 110_000));
    scenario.training.loader.num_workers = 12;
    scenario
}

/// 7B in full with its states in host memory, on a drive that pages slowly.
fn offloaded() -> Scenario {
    let mut scenario = scenario(llama_2(4096, 11008, 32, 32), data(DataKind::Text, 100_000, 2_000));
    scenario.training.offload = Offload::All;
    scenario.training.sharding = Sharding::Zero3;
    scenario.training.micro_batch_size = 1;
    scenario.hardware.ram = Bytes::from_gib(96);
    scenario
}

/// Adapters, with a whole copy of the weights on their way to two cards.
fn adapters() -> Scenario {
    let mut scenario = scenario(llama_2(4096, 11008, 32, 32), data(DataKind::Text, 100_000, 2_000));
    scenario.training.method = Method::Lora(lora());
    scenario.training.micro_batch_size = 2;
    scenario.hardware.gpu_count = 2;
    scenario.training.sharding = Sharding::Zero3;
    scenario.hardware.ram = Bytes::from_gib(24);
    scenario
}

/// A cache that no desktop holds.
fn cached() -> Scenario {
    let mut scenario = pictures();
    scenario.training.loader.cache = Cache::Ram;
    scenario.training.epochs = 3;
    scenario
}

fn requests() -> Vec<Request> {
    let all = vec![Field::Ram, Field::MicroBatchSize, Field::NumWorkers, Field::PrefetchFactor, Field::Cache];
    let mut requests = Vec::new();
    for scenario in [pictures(), offloaded(), adapters(), cached()] {
        for open in [Vec::new(), vec![Field::Ram, Field::NumWorkers], all.clone()] {
            requests.push(Request { scenario: scenario.clone(), open, constraints: Constraints::default() });
        }
    }
    requests
}

fn answered(request: &Request) -> (Estimate, RamLadder) {
    let (estimate, ladder) = estimate_with_ladder(request);
    (estimate, ladder.expect("a card with memory of its own"))
}

/// What the planner shows for the request with so much memory.
fn with_ram(request: &Request, ram: Bytes) -> Estimate {
    let mut asked = request.clone();
    asked.scenario.hardware.ram = ram;
    asked.open.retain(|field| *field != Field::Ram);
    estimate(&asked)
}

#[test]
fn every_figure_of_a_rung_is_that_of_the_estimate_with_its_memory() {
    let (mut paging, mut holding, mut loading) = (0, 0, 0);
    for request in requests() {
        let (plain, ladder) = answered(&request);
        assert_eq!(plain, estimate(&request), "the ladder changes nothing of the estimate");
        let mut desk = Desk::default();
        let (first, second) = (desk.estimate(&request), desk.ladder(&request, &plain));
        assert_eq!((first, second), (plain.clone(), Some(ladder.clone())), "a desk answers alike");
        for rung in &ladder.rungs {
            let own = with_ram(&request, rung.capacity);
            let Estimate { scenario, ram, speed, path, .. } = &own;
            assert_eq!((rung.capacity, &rung.ram, &rung.speed), (scenario.hardware.ram, ram, speed));
            assert_eq!(rung.cached_share.to_bits(), path.cached_share.to_bits());
            let loader = &scenario.training.loader;
            assert_eq!((rung.micro_batch_size, rung.num_workers), (scenario.training.micro_batch_size, loader.num_workers));
            assert_eq!(rung.usable >= ram.peak, ram.minimum <= rung.capacity || rung.capacity == Bytes::from_gib(24));
            assert_eq!(rung.is_installed, rung.capacity == plain.scenario.hardware.ram);
            assert_eq!(rung.is_recommended, rung.capacity == plain.ram.recommended);
            // The time of an epoch is that of its steps, of which the paging is a part.
            let steps = scenario.data.samples as f64 / (speed.rate.get() * speed.step.get());
            assert!((rung.paging_per_epoch.get() - speed.paging.get() * steps).abs() <= 1e-9 * speed.epoch.get());
            let storage = path.stages.iter().find(|stage| stage.kind == StageKind::Storage).expect("a drive");
            let read = scenario.data.samples as f64 / storage.rate.get();
            assert!((rung.reading.get() / read - 1.0).abs() < 1e-12);
            paging += u32::from(speed.paging.get() > 0.0);
            holding += u32::from(rung.holds());
            loading += u32::from(ram.shortage.is_some_and(|shortage| shortage.staging_missing > Bytes::ZERO));
        }
    }
    assert!(paging > 2 && holding > 20 && loading > 2, "{paging} {holding} {loading}");
}

#[test]
fn a_ladder_holds_what_is_installed_and_what_is_recommended_once_each() {
    for request in requests() {
        let (plain, RamLadder { rungs, page_in_rate, memory_rate }) = answered(&request);
        assert!(rungs.len() >= 4 && rungs.is_sorted_by(|a, b| a.capacity < b.capacity));
        let marked = |mark: fn(&Rung) -> bool| rungs.iter().filter(|rung| mark(rung)).count();
        assert_eq!((marked(|rung| rung.is_installed), marked(|rung| rung.is_recommended)), (1, 1));
        assert!(rungs.iter().any(|rung| rung.capacity > plain.ram.recommended), "one step more than is recommended");
        assert!(rungs.iter().any(|rung| rung.capacity < plain.ram.minimum) || plain.ram.minimum == Bytes::from_gib(16));
        assert!(page_in_rate < memory_rate);
    }
}

/// With everything decided, more memory is never worse.
#[test]
fn higher_rungs_are_no_worse() {
    for request in requests().into_iter().filter(|request| request.open.is_empty()) {
        let (_, ladder) = answered(&request);
        for pair in ladder.rungs.windows(2) {
            let [less, more] = pair else { continue };
            assert!(more.speed.step <= less.speed.step && more.speed.epoch <= less.speed.epoch);
            assert!(more.reading <= less.reading && more.cached_share >= less.cached_share);
            assert!(more.paging_per_epoch <= less.paging_per_epoch);
            assert!(more.most_workers >= less.most_workers);
            assert_eq!(more.ram.peak, less.ram.peak);
        }
    }
}

#[test]
fn the_most_workers_fit_and_one_more_does_not() {
    let mut limited = 0;
    for request in requests().into_iter().filter(|request| request.open.is_empty()) {
        let (_, ladder) = answered(&request);
        for rung in &ladder.rungs {
            let missing = |num_workers: u64| {
                let mut changed = request.clone();
                changed.scenario.training.loader.num_workers = num_workers;
                let ram = with_ram(&changed, rung.capacity).ram;
                ram.shortage.map_or(Bytes::ZERO, |shortage| shortage.missing)
            };
            match rung.most_workers {
                None => assert!(missing(0) > Bytes::ZERO),
                // As many as the cores are for, or were asked for.
                Some(most) if most == 24.max(rung.num_workers) => assert_eq!(missing(most), Bytes::ZERO),
                Some(most) if request.scenario.hardware.gpu_count == 2 && most == 12 => assert_eq!(missing(most), Bytes::ZERO),
                Some(most) => {
                    limited += 1;
                    assert_eq!(missing(most), Bytes::ZERO);
                    assert!(missing(most + 1) > Bytes::ZERO);
                }
            }
        }
    }
    assert!(limited > 0, "memory bounds the workers of some rung");
}

#[test]
fn memory_in_common_has_no_ladder() {
    let mut request = requests().swap_remove(0);
    request.scenario.hardware.gpu.pool = Some(Bytes::from_gib(64));
    assert_eq!(estimate_with_ladder(&request).1, None);
}
