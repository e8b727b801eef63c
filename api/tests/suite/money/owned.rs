//! Parts that are there already, by quantity: on bills, in upgrades, in comparisons and in the search for machines.

use proptest::prelude::*;
use proptest::sample::select;
use wire::Locale;
use wire::v1::Scenario;
use wire::v1::bom::{Bom, Part};
use wire::v1::money::Upgrade;
use wire::v1::prices::{OwnPrice, Prices};
use wire::v1::scenario::OwnedPart;

use super::{asked, own, priced};

const RUNS: [&str; 6] = [
    "gpu=rtx-4090&model=bert-base&batch=16",
    "gpu=rtx-3060-12gb&model=resnet50&precision=fp16-amp",
    "gpu=rtx-5080&model=resnet50&precision=fp16-amp",
    "gpu=rtx-4090&model=resnet18&samples=1281167&cpu=core-i5-12400f&ram=32",
    "gpu=rtx-4090&gpus=2&sharding=ddp&model=resnet50",
    "gpu=rtx-5090&model=vit_b_16&batch=64&samples=50000",
];

fn part<'a>(bom: &'a Bom, kind: &str) -> &'a Part {
    bom.parts.iter().find(|part| part.kind == kind).unwrap_or_else(|| panic!("no {kind}"))
}

/// Every upgrade that so much money is proposed for.
fn upgrades(bom: &Bom) -> Vec<Upgrade> {
    let steps = bom.money.as_ref().expect("every bill speaks of money").ladder.steps.iter();
    steps.flat_map(|step| step.upgrades.iter().chain(&step.fastest).cloned()).collect()
}

fn with(query: &str, owned: &[(&str, u64)]) -> Scenario {
    let mut scenario = asked(query);
    let part = |(id, quantity): &(&str, u64)| OwnedPart { id: (*id).to_owned(), quantity: *quantity };
    scenario.hardware.owned = (!owned.is_empty()).then(|| owned.iter().map(part).collect());
    scenario
}

/// What is there once a machine is bought.
fn bought(bom: &Bom) -> Vec<OwnedPart> {
    let declared = bom.hardware.owned.clone().unwrap_or_default();
    let others = declared.iter().filter(|own| bom.parts.iter().all(|part| part.id != own.id)).cloned();
    let there = |part: &Part| declared.iter().filter(|own| own.id == part.id).map(|own| own.quantity).sum::<u64>();
    let parts = bom.parts.iter().map(|part| OwnedPart { id: part.id.clone(), quantity: part.quantity.max(there(part)) });
    parts.chain(others).collect()
}

/// The bill of a machine after an upgrade, where all of the machine before it is there, asked again.
fn after(bom: &Bom, upgrade: &Upgrade, prices: &Prices) -> Bom {
    let mut document = serde_json::to_value(bom.estimate.inputs()).expect("JSON");
    scenario::json::apply_merge_patch(&mut document, &serde_json::to_value(&upgrade.change).expect("JSON"));
    document["hardware"]["owned"] = serde_json::to_value(bought(bom)).expect("JSON");
    // A price of a kind is that of the part before it.
    let prices = scenario::prices::by_id(prices, &bom.parts);
    let changed = api::parse_scenario_json(&document.to_string()).unwrap_or_else(|problem| panic!("{upgrade:?}: {problem:?}"));
    api::bom_with(&changed, &prices).unwrap_or_else(|problem| panic!("{upgrade:?}: {problem:?}"))
}

#[track_caller]
fn check_upgrades(query: &str, bom: &Bom, prices: &Prices) {
    for upgrade in upgrades(bom) {
        assert!(upgrade.cost >= 0.0, "{query}: {upgrade:?}");
        let changed = after(bom, &upgrade, prices);
        let price = changed.price.amount.unwrap_or_else(|| panic!("{query}: {upgrade:?} of unknown price"));
        assert!((price - upgrade.cost).abs() < 0.01, "{query}: {} for {}, billed {price}", upgrade.id, upgrade.cost);
    }
}

/// Nothing that goes is sold, so that no upgrade costs less than nothing, and none less than the part that comes.
#[test]
fn an_upgrade_costs_what_comes() {
    for query in RUNS {
        let prices = Prices { steps: vec![500.0, 20_000.0], ..Prices::default() };
        let bom = priced(query, &prices);
        let found = upgrades(&bom);
        assert!(!found.is_empty(), "{query}");
        check_upgrades(query, &bom, &prices);
        for upgrade in found {
            let before = bom.parts.iter().filter(|part| part.id == upgrade.id).map(|part| part.quantity).sum::<u64>();
            let listed =
                catalog::gpu(&upgrade.id).map(|row| row.price).or_else(|| catalog::cpu(&upgrade.id).map(|row| row.price));
            let listed = listed.or_else(|| catalog::storage(&upgrade.id).map(|row| row.price)).flatten();
            let least = listed.map_or(0.0, |price| price.usd * (upgrade.quantity - before.min(upgrade.quantity)) as f64);
            assert!(upgrade.cost >= least - 0.01, "{query}: {} for {} of {least}", upgrade.id, upgrade.cost);
        }
    }
}

/// An own price of zero is that of one part: a second card costs what it costs, in the ladder and on the bill that it leads to.
#[test]
fn a_price_of_zero_makes_one_part_free() {
    let listed = catalog::gpu("rtx-5090").unwrap().price.unwrap().usd;
    let query = "gpu=rtx-5090&model=vit_b_16&batch=64&samples=50000";
    for id in ["rtx-5090", "gpu"] {
        let prices = Prices { steps: vec![20_000.0], parts: vec![own(id, 0.0)], ..Prices::default() };
        let bom = priced(query, &prices);
        assert_eq!(part(&bom, "gpu").price(), Some(0.0));
        let second = upgrades(&bom).into_iter().find(|upgrade| upgrade.kind == "gpu-count").expect("a second card");
        assert!(second.cost >= listed, "{second:?}");
        let two = priced(&format!("{query}&gpus=2&sharding=ddp"), &prices);
        let cards = part(&two, "gpu");
        assert_eq!((cards.quantity, cards.owned, cards.price()), (2, 1, Some(listed)), "{cards:?}");
        assert!(cards.notes.iter().any(|note| note.contains("1 of 2")), "{cards:?}");
    }
    // Where two are there, the second one costs nothing but what it stands on: a board for two, its memory and a supply.
    let scenario = with(query, &[("rtx-5090", 2)]);
    let bom = api::bom_with(&scenario, &Prices { steps: vec![3000.0], ..Prices::default() }).unwrap();
    let second = upgrades(&bom).into_iter().find(|upgrade| upgrade.kind == "gpu-count").expect("a second card");
    assert!(second.cost < listed, "{second:?}");
    check_upgrades(query, &bom, &Prices::default());
}

#[test]
fn owned_parts_are_listed_and_not_charged() {
    let query = "gpu=rtx-4090&gpus=2&sharding=ddp&model=resnet50";
    let without = priced(query, &Prices::default());
    let case = part(&without, "case").id.clone();
    let with = api::bom(&with(query, &[("rtx-4090", 1), (&case, 3)])).unwrap();
    let (cards, case) = (part(&with, "gpu"), part(&with, "case"));
    assert_eq!((cards.quantity, cards.owned, cards.bought()), (2, 1, 1));
    assert_eq!((case.owned, case.price()), (1, Some(0.0)), "no more of them than the bill lists");
    let saved = cards.unit_price.unwrap() + case.unit_price.unwrap();
    assert!((without.price.known_amount - with.price.known_amount - saved).abs() < 0.01, "{:?} {:?}", without.price, with.price);
    assert_eq!(crate::bom::trained(&without).speed, crate::bom::trained(&with).speed, "what is owned moves no figure of the run");
    let compared = api::comparison(
        &[asked("gpu=rtx-4090&model=resnet50&owned=rtx-4090"), asked("gpu=rtx-4090&model=resnet50")],
        &Prices::default(),
        Locale::En,
    );
    let prices: Vec<f64> = compared.unwrap().scenarios.iter().filter_map(|side| side.price.amount).collect();
    assert!((prices[1] - prices[0] - cards.unit_price.unwrap()).abs() < 0.01, "{prices:?}");
}

/// Memory and processor that are there already are used where they fit; what is not used is named, and nothing is dropped.
#[test]
fn what_is_there_is_used_where_it_fits_and_named_where_not() {
    type Case = (&'static str, &'static [(&'static str, u64)], &'static [(&'static str, u64)], Option<&'static str>);
    let h100 = "gpu=h100-sxm5-80gb&gpus=8&sharding=zero-3&model=llama-2-7b&seq=512&ram=1024";
    let cases: &[Case] = &[
        (
            "gpu=rtx-4090&model=resnet50",
            &[("ddr5-udimm-2x32", 1), ("rtx-3090", 2)],
            &[("ddr5-udimm-2x32", 1)],
            Some("owned, not used here: 2 x rtx-3090"),
        ),
        ("gpu=rtx-4090&model=resnet50&ram=64", &[("ddr4-udimm-2x16", 2)], &[("ddr4-udimm-2x16", 2)], None),
        (h100, &[("ddr5-rdimm-1x64", 16)], &[("ddr5-rdimm-1x64", 16)], None),
        (
            "gpu=rtx-4090&model=resnet50&ram=64",
            &[("ddr4-udimm-2x16", 1), ("ryzen-9-7950x", 1)],
            &[("ryzen-9-7950x", 1)],
            Some("ddr4-udimm-2x16"),
        ),
        ("gpu=rtx-4090&gpus=2&sharding=ddp&model=resnet50", &[("rtx-4090", 3)], &[("rtx-4090", 2)], Some("rtx-4090")),
    ];
    for (query, owned, used, idle) in cases {
        let bom = api::bom(&with(query, owned)).unwrap_or_else(|problem| panic!("{query}: {problem:?}"));
        let there: Vec<(&str, u64)> =
            bom.parts.iter().filter(|part| part.owned > 0).map(|part| (part.id.as_str(), part.owned)).collect();
        for (id, quantity) in *used {
            let part = bom.parts.iter().find(|part| part.id == *id).unwrap_or_else(|| panic!("{query}: {id} of {there:?}"));
            assert_eq!((part.quantity, part.owned, part.price()), (*quantity, *quantity, Some(0.0)), "{query}");
        }
        assert_eq!(there.len(), used.len(), "{query}: {there:?}");
        let told = bom.notes.iter().find(|note| note.code == "owned-not-used").map(|note| note.detail.as_str());
        assert_eq!(told.is_some(), idle.is_some(), "{query}: {told:?}");
        assert!(told.zip(*idle).is_none_or(|(told, idle)| told.contains(idle)), "{query}: {told:?}");
        // The plan, the bill and the comparison count with the same machine.
        let plan = api::estimate(&with(query, owned)).unwrap();
        assert_eq!(plan.inputs.hardware, bom.hardware, "{query}");
        let again = api::bom(&plan.inputs).unwrap();
        assert_eq!((again.parts.len(), again.price), (bom.parts.len(), bom.price), "{query}");
    }
}

/// The search that chooses the platform as well uses memory that is there.
#[test]
fn machines_use_memory_that_is_there() {
    for kit in ["ddr5-udimm-2x32", "ddr4-udimm-2x32"] {
        let found = api::recommend(&with("model=resnet50&method=full&gpus=1", &[(kit, 1)])).unwrap().machines;
        let memory = found[0].parts.iter().find(|part| part.kind == "memory").expect("memory");
        assert_eq!((memory.id.as_str(), memory.price()), (kit, Some(0.0)));
    }
}

#[test]
fn owned_parts_that_are_none_are_named() {
    for (document, code) in [
        (r#"[{"id":"rtx-4009"}]"#, "unknown-id"),
        (r#"[{"id":"gpu"}]"#, "unknown-id"),
        (r#"[{"id":"rtx-4090","quantity":0}]"#, "out-of-range"),
        ("[]", "wrong-count"),
        (r#"["rtx-4090"]"#, "wrong-type"),
    ] {
        let text = format!(r#"{{"hardware":{{"gpu":"rtx-4090","owned":{document}}},"model":{{"id":"resnet50"}}}}"#);
        let problem = api::parse_scenario_json(&text).unwrap_err();
        let error = &problem.errors[0];
        assert_eq!((error.pointer.as_str(), error.code.as_str()), ("/hardware/owned", code), "{document}");
    }
}

/// A form sends a control for each part.
#[test]
fn lists_of_several_controls_add_up() {
    let said = asked("gpu=rtx-4090&model=resnet50&owned=rtx-4090:1&owned=&owned=case-tower-mid,core-i9-13900k:2").hardware.owned;
    let said: Vec<(String, u64)> = said.unwrap().into_iter().map(|part| (part.id, part.quantity)).collect();
    let expected = [("rtx-4090", 1), ("case-tower-mid", 1), ("core-i9-13900k", 2)];
    assert_eq!(said, expected.map(|(id, quantity)| (id.to_owned(), quantity)));
    assert_eq!(asked("gpu=rtx-4090&model=resnet50&owned=&owned=").hardware.owned, None);
}

/// The machine that costs least never costs more for what is there, and less where some of it is.
#[test]
fn machines_cost_no_more_for_what_is_there() {
    let cheapest = |owned: &[(&str, u64)]| {
        let found = api::recommend(&with("model=resnet50&method=full", owned)).unwrap().machines;
        let priced = found.into_iter().filter_map(|machine| Some((machine.price.amount?, machine)));
        priced.min_by(|a, b| a.0.total_cmp(&b.0)).expect("a machine of known price")
    };
    let (price, machine) = cheapest(&[]);
    let mut before = price;
    for part in &machine.parts {
        let (with, found) = cheapest(&[(&part.id, part.quantity)]);
        let saved = part.price().unwrap();
        assert!(with >= 0.0 && with <= price - saved + 0.01, "{}: {with} of {price}", part.id);
        let sum: f64 = found.parts.iter().filter_map(Part::price).sum();
        assert!((sum - with).abs() < 0.01, "{with} {sum}");
        before = before.min(with);
    }
    assert!(before < price);
    // Dear cards that are there win over cheap ones that are not.
    let mut last = price;
    for quantity in 1..=2 {
        let (with, _) = cheapest(&[("rtx-5090", quantity)]);
        assert!(with <= last + 0.01, "{quantity}: {with} {last}");
        last = with;
    }
}

/// A price below the smallest coin is a price.
#[test]
fn a_price_that_rounds_to_nothing_is_no_part_that_is_there() {
    let prices = Prices { parts: vec![own("gpu", 0.004)], ..Prices::default() };
    let bom = priced(RUNS[0], &prices);
    let card = bom.parts.iter().find(|part| part.kind == "gpu").unwrap();
    assert_eq!((card.owned, card.unit_price), (0, Some(0.01)), "{card:?}");
}

prop_compose! {
    fn owned()(id in 0..8_usize, quantity in 1..5_u64) -> (usize, u64) {
        (id, quantity)
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// Bills are never negative and never rise with what is there; upgrades cost what their bills say.
    #[test]
    fn what_is_there_is_there_in_its_number(
        query in select(RUNS.to_vec()),
        owned in prop::collection::vec(owned(), 1..4),
        zero in any::<bool>(),
    ) {
        let free = priced(query, &Prices::default());
        let parts: Vec<OwnPrice> = if zero { vec![own("gpu", 0.0), own("storage", 0.0)] } else { Vec::new() };
        let prices = Prices { parts, steps: vec![5000.0], ..Prices::default() };
        let mut said: Vec<(&str, u64)> = Vec::new();
        let mut last = api::bom_with(&asked(query), &prices).unwrap().price.known_amount;
        for (id, quantity) in owned {
            said.push((&free.parts[id % free.parts.len()].id, quantity));
            let bom = api::bom_with(&with(query, &said), &prices).unwrap();
            let known = bom.price.known_amount;
            prop_assert!((0.0..=last + 0.01).contains(&known), "{query} {said:?}: {known} after {last}");
            let sum: f64 = bom.parts.iter().filter_map(Part::price).sum();
            prop_assert!((sum - known).abs() < 0.01);
            for part in &bom.parts {
                let there = said.iter().filter(|(id, _)| *id == part.id).map(|(_, quantity)| quantity).sum::<u64>();
                let there = there.max(u64::from(zero && (part.kind == "gpu" || part.kind == "storage")));
                prop_assert_eq!(part.owned, there.min(part.quantity), "{} {:?}: {}", query, &said, part.id);
            }
            check_upgrades(query, &bom, &prices);
            last = known;
        }
    }
}
