//! Every card and processor of the catalog, and every machine that is recommended.

use proptest::option;
use proptest::prelude::*;
use proptest::sample::select;
use wire::v1::Scenario;
use wire::v1::estimate::NoteLevel;
use workstation::bom::{Finding, Severity, View, findings};

use super::asking::asked;
use super::laws::listed;
use crate::support::cases;

/// Every card of the catalog, in every number that boards take, can be listed, and on the machine chosen for it nothing is wrong.
#[test]
fn every_card_of_the_catalog_has_a_machine() {
    for entry in catalog::gpus() {
        let counts: &[u64] = match entry.segment {
            catalog::Segment::Unified | catalog::Segment::Laptop => &[1],
            catalog::Segment::Consumer => &[1, 2, 4],
            catalog::Segment::Workstation | catalog::Segment::Datacenter => &[1, 2, 4, 8],
        };
        for count in counts.iter().filter(|count| count.is_multiple_of(entry.devices_per_board)) {
            let query = format!("gpu={}&gpus={count}&model=resnet18&batch=8&method=full&optimizer=sgd&precision=fp32", entry.id);
            let bom = listed(&query);
            let problems: Vec<_> = bom.notes.iter().filter(|note| note.level == NoteLevel::Problem).collect();
            assert!(problems.is_empty(), "{query}: {problems:?}");
        }
    }
}

/// Whatever is asked for is listed, with what is wrong with it: any processor, memory that no board takes, cards beyond all slots.
#[test]
fn every_processor_of_the_catalog_can_be_asked_for() {
    let cards = ["rtx-4090", "h100-sxm5-80gb&gpus=8", "l40s&gpus=2", "gh200-96gb", "gb10-dgx-spark&gpus=2", "rtx-3090&gpus=64"];
    let memories = ["", "&ram=1", "&ram=40", "&ram=24576"];
    for (place, cpu) in catalog::cpus().iter().enumerate() {
        let (card, ram) = (cards[place % cards.len()], memories[place / cards.len() % memories.len()]);
        let query = format!("gpu={card}{ram}&cpu={}&model=resnet18&batch=8&method=full&optimizer=sgd&precision=fp32", cpu.id);
        let bom = listed(&query);
        // A device that shares the memory brings its own processor.
        let is_unified = card.starts_with("gb10");
        assert_eq!(bom.hardware.cpu.as_deref(), (!is_unified).then_some(cpu.id), "{query}");
    }
}

prop_compose! {
    /// A workload without a card, with most settings pinned so that searches are short.
    fn workloads()(
        model in select(vec!["resnet18", "resnet50", "vit_b_16", "bert-base", "gpt2", "sd15", "llama-3.2-1b", "mistral-7b", "llama-2-13b"]),
        count in option::weighted(0.6, select(vec![1_u64, 2, 4, 8])),
        nodes in option::weighted(0.2, select(vec![1_u64, 2, 4])),
        ram in option::weighted(0.2, select(vec![32_u64, 64, 128, 256])),
        cpu in option::weighted(0.2, select(vec!["core-i9-13900k", "ryzen-9-7950x", "epyc-9554", "tr-7970x"])),
        batch in select(vec![1_u64, 4, 16]),
        samples in option::weighted(0.3, select(vec![1000_u64, 1_000_000, 100_000_000])),
        days in option::weighted(0.3, 1_u64..60),
        dollars in option::weighted(0.3, 500_u64..100_000),
    ) -> Scenario {
        let method = if model.starts_with("mistral") || model.starts_with("llama-2") { "lora" } else { "full" };
        let query = format!("model={model}&batch={batch}&method={method}&optimizer=adamw&precision=bf16-amp&checkpointing=none");
        let mut scenario = asked(&query);
        let hardware = &mut scenario.hardware;
        (hardware.gpu_count, hardware.nodes, hardware.ram_gib) = (count, nodes, ram);
        hardware.cpu = cpu.map(str::to_owned);
        scenario.data.samples = samples;
        scenario.constraints.deadline_seconds = days.map(|days| days as f64 * 86_400.0);
        scenario.constraints.budget =
            dollars.map(|amount| wire::v1::scenario::Budget { amount: Some(amount as f64), currency: None, per_usd: None });
        scenario
    }
}

proptest! {
    #![proptest_config(cases(5))]

    /// Machines that are recommended pass every rule: none of them has a problem.
    #[test]
    fn recommended_machines_have_no_problem(workload in workloads()) {
        let Ok(outcome) = workstation::machines::search(&workload) else { return Ok(()) };
        for machine in &outcome.machines {
            let problems: Vec<Finding> =
                findings(&View::of(&machine.build)).into_iter().filter(|found| found.severity() == Severity::Problem).collect();
            prop_assert!(problems.is_empty(), "{}: {:?}", machine.build.name(), problems);
        }
    }
}
