//! What a build plan relies on: boards for every processor, figures as published, references that hold.
#![cfg(feature = "parts")]

use catalog::{
    BoardForm, Confidence, CoolerKind, Cooling, CpuEntry, Ecc, GpuForm, PlatformKind, PowerInputs, RuleUnit, SupplyForm,
};
use engine::hardware::Pcie;
use engine::units::{Bytes, BytesPerSecond, Watts};

#[track_caller]
fn cpu(id: &str) -> &'static CpuEntry {
    catalog::cpu(id).unwrap_or_else(|| panic!("{id} is not in the catalog"))
}

#[track_caller]
fn check_platforms(processor: &str, expected: &[&str]) {
    let found: Vec<&str> = catalog::platforms_of(cpu(processor)).map(|platform| platform.id).collect();
    assert_eq!(found, expected, "boards for {processor}");
}

#[test]
fn every_processor_has_a_board() {
    for cpu in catalog::cpus() {
        let platforms: Vec<_> = catalog::platforms_of(cpu).collect();
        assert!(!platforms.is_empty(), "{} ({}) has no board", cpu.id, cpu.socket);
        for platform in platforms {
            assert!(platform.memory_channels.is_none_or(|on_board| on_board == cpu.spec.memory_channels * platform.processors));
            assert!(cpu.max_sockets >= platform.processors, "{} does not share a {}", cpu.id, platform.id);
        }
    }
}

#[test]
fn boards_of_one_socket_are_told_apart() {
    check_platforms("ryzen-9-7950x", &["am5"]);
    check_platforms("core-i9-13900k", &["lga1700"]);
    check_platforms("xeon-w7-2495x", &["lga4677-w790-2400"]);
    check_platforms("xeon-w9-3495x", &["lga4677-w790-3400"]);
    check_platforms("tr-7980x", &["str5-trx50"]);
    check_platforms("tr-pro-7995wx", &["str5-wrx90"]);
    check_platforms("xeon-8480plus", &["hgx-8", "lga4677-server"]);
    check_platforms("epyc-9354p", &["sp5"]);
    check_platforms("epyc-9654", &["hgx-8", "sp5", "sp5-server"]);
}

#[test]
fn boards_have_their_published_figures() {
    let am5 = catalog::platform("am5").unwrap();
    assert_eq!((am5.max_gpus_x16, am5.max_gpus_x8, am5.memory_slots), (1, 2, 4));
    assert_eq!((am5.max_memory, am5.pcie_lanes, am5.ecc), (Bytes::from_gib(256), Some(28), Ecc::SomeBoards));
    let price = am5.board_price.unwrap();
    assert_eq!((price.low_usd, price.median().usd, price.high_usd, price.date), (149.0, 210.0, Some(384.0), "2025-07-23"));
    let hgx = catalog::platform("hgx-8").unwrap();
    assert!(hgx.takes_modules() && hgx.is_server() && hgx.board_price.is_none() && hgx.dual_slot_cards == 0);
    assert_eq!(catalog::platform("str5-wrx90").map(|board| board.kind), Some(PlatformKind::Workstation));
}

#[test]
fn power_supplies_and_rules_have_their_published_figures() {
    let supply = catalog::power_supply("psu-1000-gold").unwrap();
    assert_eq!((supply.power, supply.efficiency_115v, supply.efficiency_230v), (Watts::new(1000.0), Some(0.9), Some(0.92)));
    assert_eq!((supply.pin16, supply.pin8, supply.price.map(|price| price.median_usd)), (Some(1), None, Some(182.0)));
    let strongest = catalog::power_supply("psu-2800-titanium").unwrap();
    assert!(strongest.needs_200v && strongest.pin16.is_none());

    let power = |id| catalog::rule(id).and_then(catalog::Rule::power);
    assert_eq!(power("connector-16pin"), Some(Watts::new(600.0)));
    assert_eq!(power("circuit-120v-15a"), Some(Watts::new(1440.0)));
    assert_eq!(power("circuit-230v-10a"), Some(Watts::new(2300.0)));
    let share = |id| catalog::rule(id).and_then(catalog::Rule::share_of_rating);
    assert_eq!((share("atx3-100us"), share("old-psu-100us")), (Some(2.0), Some(1.5)));
    assert_eq!((share("psu-sustained-share-low"), share("psu-sustained-share-high")), (Some(0.75), Some(0.8)));
    assert_eq!((power("atx3-100us"), share("slot"), power("dual-psu")), (None, None, None));
    for rule in catalog::rules() {
        assert_eq!(rule.value.is_none(), rule.unit == RuleUnit::None, "{}", rule.id);
        assert_ne!(rule.statement, rule.statement_zh, "{} is not translated", rule.id);
    }
}

/// Connectors that nobody counted are unknown, and never none: supplies of 1,800 W and more are not made to have none.
#[test]
fn what_nobody_counted_is_not_zero() {
    for supply in catalog::power_supplies().iter().filter(|supply| supply.product.is_none()) {
        assert_ne!(supply.pin16, Some(0), "{}", supply.id);
        assert_eq!(supply.pin16.is_none(), supply.models_with_pin16.0 == 0, "{}", supply.id);
    }
    for id in ["psu-1800-gold", "psu-2000-gold", "psu-2000-platinum", "psu-2200-platinum", "psu-2800-titanium"] {
        assert_eq!(catalog::power_supply(id).map(|supply| supply.pin16), Some(None), "{id}");
    }
}

#[test]
fn products_have_their_published_figures() {
    let board = catalog::board("asus-proart-x870e-creator-wifi").unwrap();
    assert_eq!((board.maker, board.platform, board.form), ("ASUS", "am5", BoardForm::Atx));
    assert_eq!((board.lanes_of(1), board.lanes_of(2)), (Some(&[16][..]), Some(&[8, 8][..])));
    assert_eq!(board.lanes_of(9), None);
    let case = catalog::case("fractal-design-torrent").unwrap();
    assert_eq!((case.card_length_mm, case.cooler_height_mm, case.rows), (Some(461.0), Some(188.0), 7));
    let cooler = catalog::cooler("noctua-nh-d15-g2").unwrap();
    assert_eq!(cooler.kind, CoolerKind::Air { height_mm: 168.0 });
    let supply = catalog::power_supply("seasonic-prime-tx-1600-atx3").unwrap();
    assert_eq!((supply.power, supply.pin16, supply.efficiency_115v), (Watts::new(1600.0), Some(2), Some(0.94)));
    assert_eq!(supply.product.map(|product| (product.form, product.length_mm)), Some((SupplyForm::Atx, 210.0)));
    let dgx = catalog::server("nvidia-dgx-h100").unwrap();
    assert_eq!((dgx.max_power, dgx.height_u, dgx.accelerators), (Some(Watts::new(10_200.0)), 8, 8));
    assert!(dgx.takes_modules() && !catalog::server("supermicro-sys-421ge-tnrt").unwrap().takes_modules());
}

/// What a builder looks for first is there in numbers, with maker and size; every desktop socket has boards for one card and for
/// two side by side with eight lanes each.
#[test]
fn popular_products_are_listed() {
    let supplies = catalog::power_supplies().iter().filter(|supply| supply.product.is_some());
    let counts =
        [catalog::boards().len(), supplies.count(), catalog::cases().len(), catalog::coolers().len(), catalog::servers().len()];
    assert!(counts.iter().zip([40, 30, 30, 20, 14]).all(|(count, least)| *count >= least), "{counts:?}");
    for platform in ["am4", "am5", "lga1700", "lga1851"] {
        let boards = || catalog::boards().iter().filter(|board| board.platform == platform);
        assert!(boards().filter(|board| board.price.is_some()).count() >= 3, "{platform}");
        let split = boards().filter(|board| board.lanes_of(2).is_some_and(|lanes| lanes.iter().all(|lanes| *lanes >= 8)));
        assert!(split.filter(|board| board.price.is_some()).count() >= 1, "{platform}");
    }
}

/// A supply of every rating up to the strongest has a price, so that none of a plan's supplies is of unknown price for want of data.
#[test]
fn common_power_supplies_are_priced() {
    for watts in [650, 750, 850, 1000, 1200, 1600] {
        let id = format!("psu-{watts}-gold");
        assert!(catalog::power_supply(&id).is_some_and(|supply| supply.price.is_some()), "{id}");
    }
}

#[test]
fn accelerators_say_what_they_need_of_the_case() {
    let body = |id: &str| catalog::gpu(id).unwrap_or_else(|| panic!("{id} is not in the catalog")).body;
    let card = body("rtx-4090");
    assert_eq!(
        (card.form, card.cooling, card.slot_width, card.length_mm),
        (GpuForm::Card, Cooling::Fans, Some(3.0), Some(304.0))
    );
    assert_eq!(card.inputs, Some(PowerInputs { pin16: 1, pin12: 0, pin8: 0, pin6: 0, eps8: 0 }));
    assert_eq!(card.system_power.map(|power| power.power), Some(Watts::new(850.0)));
    assert_eq!(card.partner_cards.map(|cards| (cards.longest_mm, cards.most_slots)), Some((360.0, 4.0)));
    let inputs = body("rtx-2080-super").inputs.unwrap();
    assert_eq!((inputs.pin8, inputs.pin6), (1, 1));
    assert_eq!(body("t4").inputs, Some(PowerInputs { pin16: 0, pin12: 0, pin8: 0, pin6: 0, eps8: 0 }));
    assert_eq!((body("l40s").cooling, body("rtx-6000-ada").cooling), (Cooling::Passive, Cooling::Blower));
    assert_eq!((body("h200-sxm").form, body("h200-sxm").connectors), (GpuForm::Sxm, None));
    assert_eq!((body("mi300x").form, body("gb200").form), (GpuForm::Oam, GpuForm::Superchip));
    assert_eq!(body("m4-max-128gb").form, GpuForm::Computer);
    assert_eq!((body("arc-pro-b60").connectors.is_some(), body("arc-pro-b60").inputs), (true, None));
    assert_eq!(catalog::gpu("rtx-5090").and_then(|gpu| gpu.launch_price).map(|price| price.usd), Some(1999.0));
}

/// A card of unknown size could be put anywhere, so every card that a desktop takes has a width.
#[test]
fn nearly_every_card_has_a_width() {
    let cards = || catalog::gpus().iter().filter(|gpu| gpu.body.form == GpuForm::Card);
    let without: Vec<&str> = cards().filter(|gpu| gpu.body.slot_width.is_none()).map(|gpu| gpu.id).collect();
    assert_eq!(without, ["ascend-910b4", "rx-9070-xt"]);
    assert!(cards().count() > 90);
}

#[test]
fn processors_say_what_they_draw() {
    let intel = cpu("core-i9-13900k");
    assert_eq!(
        (intel.base_power, intel.boost_power, intel.power()),
        (Some(Watts::new(125.0)), Some(Watts::new(253.0)), intel.boost_power)
    );
    assert_eq!((intel.memory_rates.one_per_channel, intel.memory_rates.two_per_channel), (Some(5600), Some(3600)));
    assert!(intel.memory_rates.unverified && intel.ecc == Ecc::SomeBoards);
    let epyc = cpu("epyc-9654");
    assert_eq!((epyc.boost_power, epyc.power(), epyc.max_sockets), (None, Some(Watts::new(360.0)), 2));
    let amd = cpu("ryzen-9-7950x");
    assert_eq!((amd.boost_power, amd.memory_rates.two_per_channel), (Some(Watts::new(230.0)), Some(3600)));
    assert!(cpu("tr-pro-7995wx").memory_rates.one_only && cpu("core-i5-12400f").ecc == Ecc::No);
    let unknown: Vec<&str> = catalog::cpus().iter().filter(|cpu| cpu.power().is_none()).map(|cpu| cpu.id).collect();
    assert!(unknown.is_empty(), "{unknown:?}");
}

#[test]
fn memory_and_drives_have_rates_and_endurance() {
    let kit = catalog::memory_kit("ddr5-udimm-2x32").unwrap();
    assert_eq!((kit.slowest_mt_per_s, kit.fastest_mt_per_s), (4400, 8000));
    let drive = catalog::storage("samsung-990-pro-2tb").unwrap();
    assert_eq!((drive.form, drive.media), (Some("M.2 2280"), Some("TLC+DRAM")));
    assert_eq!((drive.endurance, drive.random_write_iops), (Some(Bytes(1_200_000_000_000_000)), Some(1_550_000.0)));
    assert_eq!(catalog::storage("class-nvme-gen4").map(|class| (class.form, class.endurance)), Some((None, None)));
}

#[test]
fn networks_run_at_the_rate_of_their_standard() {
    let network = |id| catalog::network(id).map(|link| (link.rate, link.slot));
    let rate = BytesPerSecond::from_gb_per_s;
    assert_eq!(network("ethernet-100g"), Some((rate(12.5), Pcie { generation: 3, lanes: 16 })));
    assert_eq!(network("infiniband-ndr"), Some((rate(50.0), Pcie { generation: 5, lanes: 16 })));
    assert!(catalog::networks().iter().all(|link| link.price.is_none()), "a network has a price: say so in the README");
}

#[test]
fn offers_name_accelerators_and_history_names_parts() {
    assert!(catalog::cloud_offers().len() >= 40, "{}", catalog::cloud_offers().len());
    for offer in catalog::cloud_offers() {
        assert!(catalog::gpu(offer.gpu).is_some() && catalog::cloud_offer(offer.id) == Some(offer), "{}", offer.id);
    }
    let offer = catalog::cloud_offer("lambda-gpu-8x-h100-sxm5").unwrap();
    assert_eq!((offer.gpu, offer.gpu_count, offer.date, offer.usd_per_gpu_hour()), ("h100-sxm5-80gb", 8, None, 3.99));
    assert!(catalog::cloud_offers_of("rtx-4090").any(|offer| offer.date == Some("2026-09-07")));
    let parts = |part: &str| {
        let (gpu, cpu) = (catalog::gpu(part).is_some(), catalog::cpu(part).is_some());
        gpu || cpu || catalog::storage(part).is_some() || catalog::memory_kit(part).is_some()
    };
    assert!(
        catalog::price_points().iter().all(|point| parts(point.part) && (point.low_usd.is_some() || point.high_usd.is_some()))
    );
}

#[test]
fn history_is_in_order_and_found_by_part() {
    let points = catalog::price_points();
    assert!(points.is_sorted_by_key(|point| (point.part, point.date)));
    let kit = catalog::price_history("ddr5-udimm-2x32");
    assert_eq!(kit.first().map(|point| (point.date, point.low_usd, point.high_usd)), Some(("2025-05", Some(180.0), Some(210.0))));
    assert_eq!(kit.last().map(|point| (point.date, point.low_usd)), Some(("2026-06-03", Some(679.99))));
    assert!(catalog::price_history("no-such-part").is_empty());
    let found: usize = {
        let mut parts: Vec<&str> = points.iter().map(|point| point.part).collect();
        parts.dedup();
        parts.into_iter().map(|part| catalog::price_history(part).len()).sum()
    };
    assert_eq!(found, points.len());
}

/// A part's own price is the newest single price that its history has, unless the newer one is of low confidence.
#[test]
fn prices_are_the_newest_known() {
    for point in
        catalog::price_points().iter().filter(|point| point.low_usd == point.high_usd && point.confidence != Confidence::Low)
    {
        let gpu = catalog::gpu(point.part).and_then(|gpu| gpu.price);
        let kit = catalog::memory_kit(point.part).and_then(|kit| kit.price_per_gb);
        let drive = catalog::storage(point.part).and_then(|drive| drive.price);
        let price = gpu.or(kit).or(drive);
        assert!(price.is_some_and(|price| price.date >= point.date), "{} has a newer price: {point:?}", point.part);
    }
}
