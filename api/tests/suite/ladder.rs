//! The ladder of host memory in answers: each rung is the estimate with that memory, with the price that its bill has.
#![cfg(feature = "json")]

use engine::units::GIB;
use wire::v1::estimate::{Estimate, RamLadder, RamRung};
use wire::v1::{Prices, Scenario};

fn asked(query: &str) -> Scenario {
    let parsed = scenario::query::parse_string(query);
    assert!(parsed.errors.is_empty(), "{query}: {:?}", parsed.errors);
    parsed.scenario
}

fn estimate(asked: &Scenario) -> Estimate {
    api::estimate(asked).unwrap_or_else(|problem| panic!("{asked:?}: {problem:?}"))
}

fn with_ram(asked: &Scenario, ram_gib: u64) -> Scenario {
    let mut changed = asked.clone();
    changed.hardware.ram_gib = Some(ram_gib);
    changed
}

fn ladder(query: &str) -> RamLadder {
    estimate(&asked(query)).ram.ladder.unwrap_or_else(|| panic!("{query}: no ladder"))
}

const QUERIES: [&str; 7] = [
    "gpu=rtx-4090&model=resnet50",
    "gpu=rtx-4090&model=resnet50&ram=24&batch=256&workers=16&samples=1281167",
    "gpu=rtx-4090&model=llama-2-7b&method=qlora&cpu=ryzen-9-7950x",
    "gpu=rtx-4090&model=llama-2-7b&method=full&offload=all&batch=1&ram=64",
    "gpu=h100-sxm5-80gb&gpus=8&model=llama-3-8b&method=full&sharding=zero-3&nodes=2",
    "gpu=rtx-3060-12gb&model=sd15&method=lora&cache=latents&os=windows",
    "gpu=rtx-4090&model=resnet50&batch=64&rate=700&peak=6.5&peak_of=reserved",
];

#[test]
fn a_rung_is_the_estimate_with_its_memory() {
    for query in QUERIES {
        let asked = asked(query);
        let answer = estimate(&asked);
        let RamLadder { rungs, .. } = answer.ram.ladder.as_ref().expect("a ladder");
        assert!(rungs.len() >= 4 && rungs.is_sorted_by(|a, b| a.ram_gib < b.ram_gib), "{query}");
        let marked = |mark: fn(&RamRung) -> bool| -> Vec<u64> {
            rungs.iter().filter(|rung| mark(rung)).map(|rung| rung.ram_gib).collect()
        };
        assert_eq!(marked(|rung| rung.installed), [answer.inputs.hardware.ram_gib.expect("memory of its own")], "{query}");
        assert_eq!(marked(|rung| rung.recommended), [answer.ram.recommended_gib], "{query}");
        for rung in rungs {
            // What was measured goes along as factors, as every change of a plan has it.
            let mut changed = with_ram(&asked, rung.ram_gib);
            changed.measured = scenario::measured::carry_over(&asked.measured, &engine_measured(&asked));
            let own = estimate(&changed);
            assert_eq!((rung.peak_bytes, rung.holds), (own.ram.peak_bytes, own.ram.minimum_gib <= rung.ram_gib), "{query}");
            let training = &own.inputs.training;
            let run = (training.micro_batch_size, training.loader.num_workers);
            assert_eq!((Some(rung.micro_batch_size), Some(rung.num_workers)), run, "{query}");
            let staging = own.ram.shortage.map_or(0.0, |shortage| shortage.staging_paging_seconds);
            for (said, found) in [
                (rung.step_seconds, own.speed.step_seconds),
                (rung.paging_seconds, own.speed.step_parts.paging_seconds),
                (rung.staging_paging_seconds, staging),
                (rung.samples_per_second, own.speed.samples_per_second),
                (rung.epoch_seconds, own.speed.epoch_seconds),
                (rung.cached_share, own.path.cached_share),
            ] {
                assert_eq!(said.to_bits(), found.to_bits(), "{query} {}", rung.ram_gib);
            }
        }
    }
}

fn engine_measured(asked: &Scenario) -> engine::measured::Measured {
    scenario::resolve(asked).expect("a request").scenario.measured
}

/// What a run needs decides what its kits do, as people ask it: gibibytes, whether they hold, whether steps page.
#[test]
fn too_small_kits_page_and_larger_ones_hold() {
    // 20 GiB of batches and workers beside system and framework.
    let query = "gpu=rtx-4090&model=resnet50&batch=256&workers=16&samples=1281167&ram=32";
    let answer = estimate(&asked(query));
    let peak = answer.ram.peak_bytes / GIB;
    assert!((19..=21).contains(&peak), "{peak}");
    let rungs = answer.ram.ladder.expect("a ladder").rungs;
    let found: Vec<(u64, bool, bool)> = rungs.iter().map(|rung| (rung.ram_gib, rung.holds, rung.paging_seconds > 0.0)).collect();
    assert_eq!(found[..2], [(16, false, true), (32, true, false)], "{found:?}");
    assert!(found[2..].iter().all(|(_, holds, pages)| *holds && !*pages), "{found:?}");
    let at = |gib: u64| rungs.iter().find(|rung| rung.ram_gib == gib).expect("a rung");
    assert!(at(16).samples_per_second < at(32).samples_per_second);
    assert!(at(16).largest_num_workers < Some(16) && at(32).largest_num_workers >= Some(16));
    // ImageNet's 131 GiB are cached in part by 64, and in whole by nothing below 192.
    assert!(at(64).cached_share > at(32).cached_share && at(64).reading_seconds < at(32).reading_seconds);
    // The larger run has the larger ladder.
    let large = ladder("gpu=rtx-4090&gpus=2&model=llama-2-13b&method=full&sharding=zero-3&offload=all&batch=1&ram=64");
    let sizes: Vec<u64> = large.rungs.iter().map(|rung| rung.ram_gib).collect();
    assert!(sizes.contains(&64) && sizes.contains(&512) && !sizes.contains(&16), "{sizes:?}");
    assert!(!large.rungs[0].holds && large.rungs.last().is_some_and(|rung| rung.holds));
    assert!(large.page_in_bytes_per_second < large.memory_bytes_per_second);
}

/// The price of a rung is that of the memory on the bill of the machine with it.
#[test]
fn a_kit_costs_what_the_bill_says() {
    let (mut priced, mut unsold) = (0, 0);
    for query in QUERIES.into_iter().chain([
        "gpu=rtx-4090&model=resnet50&cpu=tr-pro-7975wx",
        "gpu=h100-pcie-80gb&model=resnet50&cpu=epyc-9554",
        "gpu=rtx-4090&model=resnet50&cpu=core-i9-13900k&owned=ddr5-udimm-2x16",
    ]) {
        let asked = asked(query);
        for rung in estimate(&asked).ram.ladder.expect("a ladder").rungs {
            let bom = api::bom_with(&with_ram(&asked, rung.ram_gib), &Prices::default()).expect("a bill");
            let line = bom.parts.iter().find(|part| part.kind == "memory").expect("memory");
            let Some(kit) = rung.kit else {
                unsold += 1;
                let is_beyond = bom.notes.iter().any(|note| note.code == "memory-beyond-board");
                assert!(is_beyond || !line.notes.is_empty(), "a bill says why it cannot: {query} {}", rung.ram_gib);
                continue;
            };
            assert!(bom.notes.iter().all(|note| note.code != "memory-beyond-board"), "{query} {}", rung.ram_gib);
            assert_eq!((&kit.id, &kit.name, kit.quantity), (&line.id, &line.name, line.quantity), "{query}");
            assert_eq!(kit.to_buy, line.quantity - line.owned, "{query}");
            assert_eq!(kit.currency, line.currency);
            let paid = line.unit_price.filter(|_| kit.to_buy > 0).map(|price| price * kit.to_buy as f64);
            assert_eq!(kit.amount.is_some(), paid.is_some(), "{query} {}", rung.ram_gib);
            assert!(kit.amount.is_none_or(|amount| amount > 0.0), "what is not known is never nothing");
            for (amount, paid) in kit.amount.into_iter().zip(paid) {
                priced += 1;
                assert!((amount - paid).abs() < 0.01, "{query} {}: {amount} {paid}", rung.ram_gib);
            }
        }
    }
    assert!(priced > 20 && unsold > 0, "{priced} {unsold}");
}

#[test]
fn one_memory_for_all_has_no_ladder() {
    assert_eq!(estimate(&asked("gpu=m4-max-128gb&model=resnet18")).ram.ladder, None);
}

/// The recommended plan is answered as the estimate of its scenario, ladder and all.
#[test]
fn the_recommended_plan_has_the_ladder_of_its_own_estimate() {
    for query in ["gpu=rtx-4090&model=resnet50", "model=resnet50"] {
        let recommended = api::recommend(&asked(query)).expect("advice").recommended;
        assert!(recommended.estimate.ram.ladder.is_some(), "{query}");
        assert_eq!(estimate(&recommended.scenario).ram.ladder, recommended.estimate.ram.ladder, "{query}");
    }
}
