//! Bills of materials: what was pinned stays, what is listed goes together, sums are sums.
#![cfg(feature = "json")]

use api::export::{Format, write};
use proptest::option;
use proptest::prelude::*;
use proptest::sample::select;
use wire::v1::bom::{Bom, Part};
use wire::v1::estimate::NoteLevel;
use wire::v1::{ProblemCode, Scenario};
use workstation::bom::{Finding, Severity, View, findings};

fn asked(query: &str) -> Scenario {
    let parsed = scenario::query::parse_string(query);
    assert!(parsed.errors.is_empty(), "{:?}", parsed.errors);
    parsed.scenario
}

#[track_caller]
fn listed(query: &str) -> Bom {
    let bom = api::bom(&asked(query)).unwrap_or_else(|problem| panic!("{query}: {problem:?}"));
    check_laws(query, &bom);
    bom
}

/// A desk that has worked on other plans says the same as a fresh one.
#[track_caller]
fn check_shared_desk(query: &str, desk: &mut api::Desk) {
    let asked = asked(query);
    assert_eq!(api::estimate_at(desk, &asked), api::estimate(&asked), "{query}");
    let prices = wire::v1::Prices::default();
    let at_desk = api::bill::bom_at(desk, &asked, &prices, wire::Locale::En);
    assert_eq!(at_desk, api::bill::bom_with_in(&asked, &prices, wire::Locale::En), "{query}");
}

#[track_caller]
fn part<'a>(bom: &'a Bom, kind: &str) -> &'a Part {
    bom.parts.iter().find(|part| part.kind == kind).unwrap_or_else(|| panic!("no {kind}"))
}

fn codes(bom: &Bom) -> Vec<&str> {
    bom.notes.iter().map(|note| note.code.as_str()).collect()
}

/// What holds for every bill, whatever was asked.
#[track_caller]
fn check_laws(query: &str, bom: &Bom) {
    let sum: f64 = bom.parts.iter().filter_map(|part| Some(part.unit_price? * part.quantity as f64)).sum();
    assert!((sum - bom.price.known_amount).abs() < 0.01, "{query}: {sum} {:?}", bom.price);
    let unknown = bom.parts.iter().filter(|part| part.unit_price.is_none()).count() as u64;
    assert_eq!(unknown, bom.price.unknown_parts, "{query}");
    for part in &bom.parts {
        let is_priced = part.unit_price.is_some();
        assert_eq!((part.price_date.is_some(), part.price_source.is_some()), (is_priced, is_priced), "{query}: {part:?}");
        assert!(part.quantity > 0 && !part.reason.is_empty() && !part.name.is_empty(), "{query}: {part:?}");
        let says_so = part.notes.iter().any(|note| note.starts_with("no price is known"));
        assert_eq!(says_so, !is_priced, "{query}: {part:?}");
    }
    let power = &bom.power;
    assert!(power.node_dc_w <= power.node_wall_w && power.node_dc_w <= power.node_transient_w, "{query}: {power:?}");
    let whole = power.complete.then_some(power.known_dc_w);
    assert_eq!((power.node_dc_w, power.node_wall_w.is_some()), (whole, power.complete), "{query}: {power:?}");
    assert!(
        power.complete || (power.node_transient_w, power.epoch_kwh, power.run_kwh) == (None, None, None),
        "{query}: {power:?}"
    );
    let levels: Vec<u64> = bom.notes.iter().map(|note| note.level as u64).collect();
    assert!(levels.is_sorted(), "{query}: the gravest first: {levels:?}");
    let scenario = Scenario { hardware: bom.hardware.clone(), ..bom.estimate.inputs.clone() };
    assert_eq!(scenario, bom.estimate.inputs, "{query}");
    let again = api::estimate(&scenario).unwrap_or_else(|problem| panic!("{query}: {problem:?}"));
    assert_eq!(again.speed, bom.estimate.speed, "{query}");
    if let (Some(epoch), Some(run)) = (power.epoch_kwh, power.run_kwh) {
        let hours = bom.estimate.speed.epoch_seconds / 3600.0;
        let most = (power.node_wall_w.unwrap_or(0.0) + 1.0) * power.nodes as f64 / 1000.0 * hours;
        assert!(epoch <= most && epoch <= run * 1.001, "{query}: {epoch} {most} {run}");
    }
}

#[test]
fn what_a_desk_has_played_before_changes_no_answer() {
    let mut desk = api::Desk::default();
    for query in [
        "gpu=rtx-4090&model=resnet50&precision=fp16-amp&batch=64",
        "gpu=rtx-3090&gpus=2&model=resnet50&precision=fp16-amp&batch=64",
        "gpu=rtx-4090&model=llama-2-7b&method=qlora&precision=bf16-amp&seq=1024",
        "gpu=rx-7900-xtx&model=resnet50&precision=fp16-amp&batch=64",
        "gpu=rtx-4090&model=llama-2-7b&method=full&precision=bf16-amp&batch=1&seq=512",
        "gpu=rtx-4090&model=sd-1.5&precision=fp16-amp&batch=4&cache=latents",
        "gpu=a100-80gb-sxm&gpus=8&model=llama-2-13b&method=lora&precision=bf16-amp&sharding=zero-3",
        "gpu=rtx-4090&cpu=core-i9-14900k&model=resnet50&precision=fp16-amp&batch=64&workers=4",
    ] {
        check_shared_desk(query, &mut desk);
    }
}

#[test]
fn a_desktop_has_every_kind_of_part_once() {
    let bom = listed("gpu=rtx-4090&model=resnet50");
    let kinds: Vec<&str> = bom.parts.iter().map(|part| part.kind.as_str()).collect();
    assert_eq!(kinds, ["gpu", "cpu", "board", "memory", "storage", "psu", "case"]);
    assert_eq!(bom.price.unknown_parts, 0);
    assert!(bom.notes.iter().all(|note| note.level == NoteLevel::Note), "{:?}", bom.notes);
    // 450 W of the card, 253 W of the default processor, and a fifth in reserve.
    assert!(bom.power.node_dc_w.is_some_and(|watts| watts > 550.0 && watts < 850.0), "{:?}", bom.power);
    assert_eq!(part(&bom, "psu").id, "psu-1050-gold");
}

#[test]
fn what_was_asked_for_stays() {
    let bom = listed("gpu=rtx-4090&model=resnet50&cpu=core-i9-13900k&ram=64&storage=samsung-990-pro-2tb");
    assert_eq!(part(&bom, "cpu").id, "core-i9-13900k");
    assert_eq!(part(&bom, "storage").id, "samsung-990-pro-2tb");
    assert_eq!(part(&bom, "board").id, "lga1700");
    assert_eq!(bom.hardware.ram_gib, Some(64));
    // Two modules before four, which run slower.
    assert_eq!((part(&bom, "memory").id.as_str(), part(&bom, "memory").quantity), ("ddr4-udimm-2x32", 1));
    let odd = listed("gpu=rtx-4090&model=resnet50&ram=40");
    assert_eq!(odd.hardware.ram_gib, Some(40));
    assert!(codes(&odd).contains(&"memory-not-a-kit"), "{:?}", odd.notes);
}

#[test]
fn what_cannot_be_built_is_listed_with_its_problems() {
    let bom = listed("gpu=rtx-4090&gpus=4&model=resnet50&cpu=core-i9-13900k&sharding=ddp");
    for code in ["slots-exceeded", "lanes-below-8"] {
        assert!(codes(&bom).contains(&code), "{:?}", bom.notes);
    }
    let bom = listed("gpu=rtx-4090&model=resnet50&cpu=core-i9-13900k&ram=512");
    for code in ["memory-beyond-board", "memory-slots-exceeded"] {
        assert!(codes(&bom).contains(&code), "{:?}", bom.notes);
    }
    let bom = listed("gpu=h100-sxm5-80gb&model=resnet50&cpu=core-i9-13900k");
    assert_eq!(codes(&bom)[0], "module-without-baseboard");
}

/// What a machine that does not hold its run says: that it does not, before anything else and in every file, and no cost of
/// the run.
#[track_caller]
fn check_cannot_run(query: &str, code: &str, kind: &str) {
    let bom = listed(query);
    let first = &bom.notes[0];
    assert_eq!((first.code.as_str(), first.level), (code, NoteLevel::Problem), "{query}: {:?}", bom.notes);
    let told = &part(&bom, kind).notes;
    assert!(told.iter().any(|note| note.starts_with("does not hold the run")), "{query}: {told:?}");
    assert!(told.iter().all(|note| !note.starts_with("tight")), "{query}: {told:?}");
    for format in [Format::Csv, Format::Markdown] {
        for locale in wire::Locale::ALL {
            let bom = api::bill::bom_in(&asked(query), locale).unwrap_or_else(|problem| panic!("{query}: {problem:?}"));
            let file = String::from_utf8(write(&bom, format, locale).expect("a file")).expect("text");
            let (problem, card) = (file.find(&bom.notes[0].detail), file.find(&part(&bom, "gpu").reason));
            assert!(problem.is_some() && (format == Format::Csv || problem < card), "{query}: {file}");
        }
    }
    assert_eq!((bom.power.epoch_kwh, bom.power.run_kwh), (None, None), "{query}");
    let money = bom.money.as_deref().expect("money");
    assert_eq!((money.energy.mean_wall_w, money.rent.run_hours), (None, None), "{query}: {money:?}");
    assert!(money.energy.missing[0].contains("does not hold the run"), "{query}: {:?}", money.energy.missing);
    assert!(money.rent.verdict.contains("does not hold the run"), "{query}: {}", money.rent.verdict);
    assert!(money.rent.offers.iter().all(|offer| offer.break_even_hours.is_none()), "{query}: {:?}", money.rent.offers);
}

#[test]
fn a_bill_says_first_that_its_run_cannot_run() {
    check_cannot_run("gpu=l4&gpus=8&model=qwen1.5-moe-a2.7b&method=qlora", "does-not-fit", "gpu");
    check_cannot_run("gpu=rtx-3060-12gb&model=llama-2-13b", "does-not-fit", "gpu");
    check_cannot_run("gpu=rtx-4090&model=llama-2-7b&method=qlora&ram=2", "ram-below-minimum", "memory");
    let idle = listed("gpu=rtx-4090&gpus=2&model=resnet50&batch=8");
    assert!(codes(&idle).contains(&"idle-gpus"), "{:?}", idle.notes);
    let full = listed("gpu=rtx-4090&model=resnet50&storage=samsung-990-pro-2tb&bytes=9000000000000");
    assert_eq!(codes(&full)[0], "dataset-exceeds-storage", "{:?}", full.notes);
}

#[test]
fn a_server_of_modules_has_a_baseboard_and_two_processors() {
    let bom = listed("gpu=h100-sxm5-80gb&gpus=8&nodes=2&model=llama-2-7b&method=full&sharding=zero-3");
    assert!(bom.notes.iter().all(|note| note.level != NoteLevel::Problem), "{:?}", bom.notes);
    assert_eq!(part(&bom, "board").id, "hgx-8");
    assert_eq!((part(&bom, "gpu").quantity, part(&bom, "cpu").quantity, part(&bom, "network").quantity), (16, 4, 2));
    // DGX H100: 10.2 kW at the most.
    assert!(bom.power.node_dc_w.is_some_and(|watts| (watts - 10_200.0).abs() < 500.0), "{:?}", bom.power);
    assert!(codes(&bom).contains(&"network-between-nodes"), "{:?}", bom.notes);
}

/// A sum without the cards is not what the node draws.
#[test]
fn power_of_unknown_parts_is_not_counted_as_nothing() {
    let card = catalog::gpus().iter().find(|card| card.id.starts_with("ascend") && card.spec.tdp.get() <= 0.0);
    let card = card.expect("a card whose power is not published");
    let bom = listed(&format!("gpu={}&gpus=8&model=llama-2-7b&sharding=zero-3", card.id));
    assert!(!bom.power.complete && bom.power.known_dc_w > 0.0, "{:?}", bom.power);
    assert!(part(&bom, "psu").reason.contains("without the cards"), "{:?}", part(&bom, "psu"));
    assert!(part(&bom, "case").reason.contains("without the cards"), "{:?}", part(&bom, "case"));
    let sheet = api::export::power(&bom.power, wire::Locale::En);
    let told: Vec<String> = sheet.rows.iter().map(|row| row[2].spoken(wire::Locale::En)).collect();
    assert_eq!(told[1..4], ["unknown", "unknown", "unknown"], "{sheet:?}");
}

/// Cards that a bridge joins are counted by its rate, so it is on the bill, and nobody knows what it costs.
#[test]
fn a_bridge_that_the_estimate_counts_with_is_a_line() {
    for (query, cards) in [
        ("gpu=rtx-3090&gpus=2&model=bert-base&sharding=ddp", Some(2)),
        ("gpu=a100-pcie-80gb&gpus=2&model=bert-base&sharding=zero-3", Some(2)),
        ("gpu=h200-nvl&gpus=4&model=bert-base&sharding=ddp", Some(4)),
        ("gpu=mi210&gpus=4&model=bert-base&sharding=ddp", Some(4)),
        // The second card is idle; more cards than a bridge joins; none has one; a board joins them; one card.
        ("gpu=rtx-3090&gpus=2&model=bert-base", None),
        ("gpu=rtx-3090&gpus=2&model=bert-base&sharding=none", None),
        ("gpu=rtx-3090&gpus=4&model=bert-base&sharding=ddp", None),
        ("gpu=h200-nvl&gpus=8&model=bert-base&sharding=ddp", None),
        ("gpu=rtx-4090&gpus=2&model=bert-base&sharding=ddp", None),
        ("gpu=h100-sxm5-80gb&gpus=8&model=bert-base&sharding=ddp", None),
        ("gpu=rtx-3090&model=bert-base", None),
    ] {
        let bom = listed(query);
        let bridge = bom.parts.iter().find(|part| part.kind == "bridge");
        assert_eq!(bridge.is_some(), cards.is_some(), "{query}");
        let joined = bom.parts[0].notes.iter().any(|note| note.contains("baseboard"));
        assert_eq!(joined, query.contains("sxm"), "{query}: {:?}", bom.parts[0].notes);
        if let (Some(bridge), Some(cards)) = (bridge, cards) {
            assert!(bridge.reason.contains("as the time of a step counts with"), "{query}: {bridge:?}");
            assert!(bridge.name.contains(&format!("for {cards} cards")) && bridge.unit_price.is_none(), "{bridge:?}");
            assert!(!bom.price.complete && bom.price.unknown_parts > 0 && bom.price.amount.is_none(), "{query}: {:?}", bom.price);
        }
    }
    let query = asked("gpu=rtx-3090&gpus=2&model=bert-base&sharding=ddp");
    let unpriced = api::bom(&query).unwrap().price.unknown_parts;
    let parts = scenario::prices::parse_csv(b"id,unit_price\ngpu-bridge,90").unwrap();
    let priced = api::bom_with(&query, &wire::v1::Prices { parts, ..Default::default() }).unwrap();
    assert_eq!(priced.price.unknown_parts + 1, unpriced, "{:?}", priced.price);
}

/// What somebody gave a price for and no line has, is told; what a line has is not.
#[test]
fn own_prices_of_no_line_are_named() {
    let unused = |table: &str| {
        let parts = scenario::prices::parse_csv(table.as_bytes()).unwrap();
        let prices = wire::v1::Prices { parts, ..Default::default() };
        let bom = api::bom_with(&asked("gpu=rtx-4090&model=resnet50&cpu=core-i9-13900k"), &prices).unwrap();
        bom.notes.into_iter().find(|note| note.code == "own-prices-unused").map(|note| note.detail)
    };
    assert_eq!(unused("id,unit_price\nrtx-4090,1600\ncase,90\ncore-i9-13900k,500"), None);
    let told = unused("id,unit_price\nrtx-4090,1600\nrtx-3090,700\nnetwork,100\ncpu,400\ncore-i9-13900k,500").unwrap();
    assert!(told.ends_with("rtx-3090, network, cpu"), "{told}");
}

/// The note on the practitioners' tier says what the list has.
#[test]
fn the_note_on_host_memory_agrees_with_the_list() {
    let mut checked = 0;
    for gpu in ["h100-sxm5-80gb", "rtx-4090", "a100-pcie-80gb"] {
        for ram in ["", "&ram=32", "&ram=64"] {
            let bom = listed(&format!("gpu={gpu}&model=resnet50{ram}"));
            let Some(note) = bom.notes.iter().find(|note| note.code == "memory-below-c1") else { continue };
            let recommended = bom.estimate.ram.recommended_gib;
            let installed = bom.hardware.ram_gib.unwrap();
            assert!(note.detail.contains(&format!("{installed} GiB of host memory")), "{}", note.detail);
            assert!(note.detail.contains(&format!("recommends {recommended} GiB")), "{}", note.detail);
            assert_eq!(note.detail.contains("and as much is installed"), recommended <= installed, "{}", note.detail);
            assert!(!note.detail.contains("follows"), "{}", note.detail);
            checked += 1;
        }
    }
    assert!(checked > 2, "{checked}");
}

#[test]
fn a_whole_computer_is_one_line() {
    let bom = listed("gpu=m3-ultra-512gb&model=bert-base");
    assert_eq!(bom.parts.len(), 1, "{:?}", bom.parts);
    // A second one would be a second computer: it is passed over, as the estimate's note says.
    let two = listed("gpu=m3-ultra-512gb&gpus=2&model=bert-base");
    assert_eq!((two.parts.len(), two.parts[0].quantity, two.hardware.gpu_count), (1, 1, Some(1)), "{:?}", two.parts);
}

#[test]
fn a_card_by_its_own_figures_is_listed_under_its_name() {
    let scenario = serde_json::json!({
        "hardware": { "gpu": { "name": "Prototype X", "memory_gib": 48, "memory_bandwidth_gb_per_s": 1200, "fp32_tflops": 60, "tdp_w": 350 },
                      "gpu_count": 2 },
        "model": { "id": "resnet50" },
    });
    let bom = api::bom(&api::parse_scenario_json(&scenario.to_string()).unwrap()).unwrap();
    check_laws("custom", &bom);
    let card = part(&bom, "gpu");
    assert_eq!((card.id.as_str(), card.name.as_str(), card.quantity, card.unit_price), ("custom", "Prototype X", 2, None));
    assert!(bom.power.node_dc_w.is_some_and(|watts| watts > 700.0), "{:?}", bom.power);
}

/// The machine is that of the estimate: nobody gets a bill of another processor than the figures count with.
#[test]
fn a_bill_lists_what_its_estimate_counts_with() {
    for query in ["gpu=rtx-4090&model=resnet18&data=images&image=224", "gpu=h100-sxm5-80gb&gpus=8&model=resnet50&sharding=ddp"] {
        let bom = listed(query);
        let estimate = api::estimate(&asked(query)).unwrap();
        assert_eq!(bom.estimate, estimate, "{query}");
        assert_eq!(Some(&part(&bom, "cpu").id), estimate.inputs.hardware.cpu.as_ref(), "{query}");
        assert!(part(&bom, "cpu").reason.contains("default"), "{:?}", part(&bom, "cpu"));
        assert!(!codes(&bom).contains(&"memory-not-a-kit"), "{query}: {:?}", bom.notes);
    }
}

#[test]
fn without_a_card_the_first_recommended_machine_is_listed() {
    let query = "model=resnet50&budget=2000";
    let (bom, answer) = (listed(query), api::recommend(&asked(query)).unwrap());
    let first = &answer.machines[0];
    assert_eq!((&bom.hardware, &bom.parts, &bom.price), (&first.hardware, &first.parts, &first.price));
    assert_eq!(bom.estimate, first.estimate);
    let problem = api::bom(&asked("model=resnet50&budget=100")).unwrap_err();
    assert_eq!(problem.code, ProblemCode::ContradictoryConstraints);
    let problem = api::bom(&asked("gpu=rtx-4090&model=resnet51")).unwrap_err();
    assert_eq!((problem.code, problem.errors[0].pointer.as_str()), (ProblemCode::InvalidInput, "/model/id"));
}

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

/// A server's memory is the cheapest that fills its slots, and where the capacity is open, no larger kit undercuts it.
#[test]
fn memory_is_the_cheapest_that_holds() {
    let memory = |query: &str| {
        let bom = api::bom(&asked(query)).unwrap_or_else(|problem| panic!("{query}: {problem:?}"));
        let part = bom.parts.iter().find(|part| part.kind == "memory").expect("memory").clone();
        (bom, part)
    };
    let (_, server) = memory("gpu=h100-sxm5-80gb&gpus=8&sharding=zero-3&model=llama-2-7b&seq=512&ram=1024");
    assert_eq!((server.id.as_str(), server.quantity), ("ddr5-rdimm-1x64", 16));
    assert!(server.price().is_some_and(|price| price < 11_300.0), "{server:?}");
    let open = "gpu=rtx-5070-ti&model=resnet50&data=images&samples=1281167&bytes=150000000000";
    let (bom, _) = memory(open);
    let installed = bom.hardware.ram_gib.expect("a capacity");
    for larger in [64, 96, 128].into_iter().filter(|larger| *larger > installed) {
        let (other, kits) = memory(&format!("{open}&ram={larger}"));
        assert!(other.price.known_amount >= bom.price.known_amount, "{installed} GiB is dearer than {larger}: {kits:?}");
    }
}
