//! Which parts are listed, for which cards, and what they draw.

use wire::v1::estimate::NoteLevel;

use super::asking::{asked, codes, part};
use super::laws::{check_laws, listed};

#[test]
fn a_desktop_has_every_kind_of_part_once() {
    let bom = listed("gpu=rtx-4090&model=resnet50");
    let kinds: Vec<&str> = bom.parts.iter().map(|part| part.kind.as_str()).collect();
    assert_eq!(kinds, ["gpu", "cpu", "cooler", "board", "memory", "storage", "psu", "case"]);
    assert_eq!(bom.price.unknown_parts, 0);
    assert!(bom.notes.iter().all(|note| note.level == NoteLevel::Note), "{:?}", bom.notes);
    // 450 W of the card, 253 W of the default processor, and a fifth in reserve.
    assert!(bom.power.node_dc_w.is_some_and(|watts| watts > 550.0 && watts < 850.0), "{:?}", bom.power);
    // Products with maker and number, each of which carries what is on it.
    for kind in ["cooler", "board", "psu", "case"] {
        let part = part(&bom, kind);
        assert!(part.maker.is_some() && part.part_number.is_some() && part.unit_price.is_some(), "{part:?}");
        assert!(!part.notes.iter().any(|note| note.contains("class of parts")), "{part:?}");
    }
    let supply = catalog::power_supply(&part(&bom, "psu").id).unwrap();
    assert!(supply.power.get() * 0.8 >= bom.power.node_dc_w.unwrap() && supply.pin16 >= Some(1), "{supply:?}");
}

#[test]
fn what_was_asked_for_stays() {
    let bom = listed("gpu=rtx-4090&model=resnet50&cpu=core-i9-13900k&ram=64&storage=samsung-990-pro-2tb");
    assert_eq!(part(&bom, "cpu").id, "core-i9-13900k");
    assert_eq!(part(&bom, "storage").id, "samsung-990-pro-2tb");
    assert_eq!(catalog::board(&part(&bom, "board").id).map(|board| board.platform), Some("lga1700"));
    assert_eq!(bom.hardware.ram_gib, Some(64));
    // Two modules before four, which run slower.
    assert_eq!((part(&bom, "memory").id.as_str(), part(&bom, "memory").quantity), ("ddr4-udimm-2x32", 1));
    let odd = listed("gpu=rtx-4090&model=resnet50&ram=40");
    assert_eq!(odd.hardware.ram_gib, Some(40));
    assert!(codes(&odd).contains(&"memory-not-a-kit"), "{:?}", odd.notes);
}

/// A board that is there gives way where its slots are slower than the estimate counts with, and the bill says that it would do.
#[test]
fn a_board_that_is_there_is_not_left_without_a_word() {
    let query = "gpu=rtx-5090&model=resnet50&cpu=ryzen-9-9950x&ram=64&owned=asrock-b650m-h-m-2-plus";
    let bom = listed(query);
    let told = |bom: &wire::v1::bom::Bom| part(bom, "board").notes.iter().any(|note| note.contains("x16 of PCIe 4.0"));
    assert!(part(&bom, "board").id != "asrock-b650m-h-m-2-plus" && told(&bom), "{:?}", part(&bom, "board"));
    // A card of that generation stays on it.
    let older = listed(&query.replace("rtx-5090", "rtx-4090"));
    assert!(part(&older, "board").id == "asrock-b650m-h-m-2-plus" && !told(&older), "{:?}", part(&older, "board"));
}

#[test]
fn a_server_of_modules_has_a_baseboard_and_two_processors() {
    let bom = listed("gpu=h100-sxm5-80gb&gpus=8&nodes=2&model=llama-2-7b&method=full&sharding=zero-3");
    assert!(bom.notes.iter().all(|note| note.level != NoteLevel::Problem), "{:?}", bom.notes);
    let system = catalog::server(&part(&bom, "server").id).unwrap();
    assert!(system.modules.contains(&"h100-sxm5-80gb") && system.accelerators == 8, "{system:?}");
    // The modules come in it, and are not sold without it.
    assert!(part(&bom, "gpu").included && part(&bom, "gpu").line_total == Some(0.0), "{:?}", part(&bom, "gpu"));
    for kind in ["board", "psu", "case"] {
        assert!(bom.parts.iter().all(|part| part.kind != kind), "{kind}");
    }
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
    let sheet = api::export::power(&bom, wire::Locale::En);
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
