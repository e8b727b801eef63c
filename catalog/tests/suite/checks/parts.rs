//! The checks of what a build plan needs.

use super::{GPU, KIT, check, check_gpu, check_kit, problems};

const CPU: &str = r#"[cpu-1]
name = "CPU 1"
vendor = "AMD"
socket = "AM1"
socket_class = "server"
performance_cores = 8
efficiency_cores = 0
threads = 16
boost_ghz = 5.0
pcie_generation = 5
pcie_lanes = 28
memory_channels = 2
memory_type = "DDR5"
max_memory_gib = 128
base_power_w = 120
boost_power_w = 162
memory_mt_per_s = 5600
memory_2dpc_mt_per_s = 3600
memory_2dpc_single_rank_mt_per_s = 4400
memory_2dpc_unverified = true
ecc = "some-boards"
max_sockets = 1
lane_note = "16 lanes for cards."
lane_note_zh = "16 条通道供显卡使用。"
source = "data sheet"
confidence = "high"
"#;

const BOARD: &str = r#"[board-1]
name = "Board 1"
vendor = "AMD"
kind = "workstation"
sockets = ["AM1"]
processors = 1
families = "CPU"
max_gpus_x16 = 7
max_gpus_x8 = 8
dual_slot_cards = 4
gpu_note = "Seven slots."
gpu_note_zh = "七个插槽。"
memory_slots = 8
memory_type = "DDR5 RDIMM"
max_memory_gib = 2048
memory_channels = 8
ecc = "yes"
pcie_generation = 5
pcie_lanes = 128
board_form = "E-ATX"
board_price = { low_usd = 100, median_usd = 150, high_usd = 300, date = "2026-01", source = "shop" }
source = "data sheet"
confidence = "high"
"#;

const SUPPLY: &str = r#"[psu-1000-gold]
name = "1000 W"
power_w = 1000
efficiency_class = "80 PLUS Gold"
efficiency_115v_percent = 90
efficiency_230v_percent = 92
connectors_16pin = 1
models_with_16pin = 3
models_counted = 10
price = { low_usd = 100, median_usd = 150, date = "2026-01", source = "shop" }
source = "list"
confidence = "high"
"#;

const RULE: &str = r#"[circuit]
value = 1440
unit = "W at the wall"
volts = 120
amperes = 15
statement = "A circuit carries 1,440 W."
statement_zh = "电路承载 1,440 W。"
evidence = "opened"
source = "code"
confidence = "high"
"#;

const OFFER: &str = r#"[offer]
provider = "Cloud"
instance = "8x"
gpu = "rtx-1"
gpu_count = 8
usd_per_hour = 8
spot_usd_per_hour = 4
region = "any"
date = "2026-01"
source = "list"
confidence = "medium"
"#;

const NETWORK: &str = r#"[ethernet]
name = "Ethernet"
kind = "ethernet"
gbit_per_s = 100
standard = "IEEE 802.3"
pcie_generation = 3
pcie_lanes = 16
evidence = "recalled"
source = "standard"
confidence = "medium"
"#;

const HISTORY: &str = r#"[rtx-1]
prices = [
  { date = "2026-01", low_usd = 100, high_usd = 200, source = "shop", confidence = "low" },
  { date = "2025-01", usd = 100, source = "shop", confidence = "low" },
]
"#;

const PRODUCT_BOARD: &str = r#"[maker-board-1]
name = "Maker Board 1"
maker = "Maker"
part_number = "B1"
platform = "board-1"
chipset = "X1"
form = "ATX"
memory_type = "DDR5 UDIMM"
memory_slots = 4
max_memory_gib = 128
card_slots = [1, 4]
card_lanes = [[16], [8, 8]]
slot_generations = [5, 5]
slots_from_cpu = [true, true]
m2_slots = 2
m2_generations = [5, 4]
m2_shared_with_cards = 1
u2_ports = 0
sata_ports = 4
display_outputs = 2
bmc = false
price = { usd = 200, date = "2026-01", source = "shop" }
source = "manual"
wiring_evidence = "recalled"
confidence = "medium"
"#;

const PRODUCT_SUPPLY: &str = r#"[maker-1000]
name = "Maker 1000"
maker = "Maker"
power_w = 1000
efficiency_class = "80 PLUS Gold"
form = "ATX"
length_mm = 160
atx3 = true
connectors_16pin = 1
connectors_8pin = 4
connectors_8pin_with_16pin = 2
needs_200v = false
source = "sheet"
evidence = "opened"
confidence = "medium"
"#;

const PRODUCT_CASE: &str = r#"[maker-case-1]
name = "Maker Case 1"
maker = "Maker"
part_number = "C1"
kind = "mid-tower"
board_forms = ["Micro-ATX", "ATX"]
expansion_slots = 7
card_length_mm = 400
cooler_height_mm = 170
radiators_mm = [240, 360]
psu_forms = ["ATX"]
supplies = 1
source = "sheet"
evidence = "opened"
confidence = "medium"
"#;

const PRODUCT_COOLER: &str = r#"[maker-cooler-1]
name = "Maker Cooler 1"
maker = "Maker"
part_number = "K1"
kind = "air"
sockets = ["AM1"]
height_mm = 160
sustained_w = 200
sustained_from = "maker"
source = "sheet"
evidence = "opened"
confidence = "medium"
"#;

const SERVER: &str = r#"[maker-server-1]
name = "Maker Server 1"
maker = "Maker"
part_number = "S1"
modules = ["rtx-1"]
accelerators = 8
lanes = 16
pcie_generation = 5
height_u = 8
sockets = ["AM1"]
processors = 2
memory_slots = 32
memory_type = "DDR5 RDIMM"
max_memory_gib = 4096
needs_200v = true
source = "sheet"
evidence = "recalled"
confidence = "medium"
"#;

#[test]
fn connectors_are_counted_and_feed_the_card() {
    check_gpu("1x 6-pin + 2x 8-pin", "1x 7-pin", "is no count of a known connector");
    check_gpu("1x 6-pin + 2x 8-pin", "1x 8-pin", "and the slot feed 225 W, but the card draws 450 W");
    check_gpu("body_source = \"data sheet\"\n", "", "body_source says where sizes and connectors come from");
    check_gpu("cooling = \"fans\"", "cooling = \"server\"", "cooling is that of a server for modules");
    check_gpu("cooling = \"fans\"\n", "", "cooling is missing");
}

/// A kit that the processor's boards take.
fn registered() -> String {
    KIT.replace("\"UDIMM\"", "\"RDIMM\"")
}

/// What is wrong with a processor whose memory is sold.
fn of_cpu(text: &str) -> Vec<String> {
    problems(&[("data/cpus/test.toml", text), ("data/memory_kits.toml", &registered())])
}

#[test]
fn processors_draw_more_when_they_boost() {
    let cpu = |from: &str, to: &str, expected: &str| {
        assert!(CPU.contains(from), "{from:?} is not in the file");
        assert_eq!(of_cpu(CPU), Vec::<String>::new());
        let found = of_cpu(&CPU.replacen(from, to, 1));
        assert!(found.len() == 1 && found[0].contains(expected), "expected {expected:?}, found {found:#?}");
    };
    cpu("memory_type = \"DDR5\"", "memory_type = \"DDR4\"", "memory_type has no kits");
    cpu("boost_power_w = 162", "boost_power_w = 100", "boost_power_w is below the power at base clock");
    cpu("2dpc_mt_per_s = 3600", "2dpc_mt_per_s = 5000", "must lie between the rates");
    cpu("memory_2dpc_unverified = true", "memory_1dpc_only = true", "contradicts a rate with two modules");
    cpu("max_sockets = 1", "max_sockets = 16", "max_sockets must be a number from 1 to 8");
}

#[test]
fn memory_kits_have_a_range_of_rates() {
    check_kit("fastest_mt_per_s = 8000", "fastest_mt_per_s = 3200", "fastest_mt_per_s is below the slowest");
}

#[test]
fn boards_hold_what_their_lanes_carry() {
    let board = |from, to, expected| check("data/platforms.toml", BOARD, from, to, expected);
    board("pcie_lanes = 128", "pcie_lanes = 64", "max_gpus_x16 needs more lanes than there are");
    board("max_gpus_x8 = 8", "max_gpus_x8 = 6", "max_gpus_x8 is below the number at 16 lanes");
    board("dual_slot_cards = 4", "dual_slot_cards = 0", "dual_slot_cards is zero for boards of modules");
    board("memory_slots = 8", "memory_slots = 12", "memory_slots must be a multiple of the channels");
    board("median_usd = 150", "median_usd = 350", "median_usd is not between the ends");
    board("sockets = [\"AM1\"]", "sockets = []", "sockets must be a list of texts");
}

#[test]
fn supplies_are_as_good_as_their_class() {
    let supply = |from, to, expected| check("data/power_supplies.toml", SUPPLY, from, to, expected);
    supply("115v_percent = 90", "115v_percent = 94", "efficiency_class demands other efficiencies");
    supply("power_w = 1000", "power_w = 850", "power_w is not the power of the id");
    supply("models_with_16pin = 3", "models_with_16pin = 0", "connectors_16pin is left out where no model lists one");
}

#[test]
fn products_have_the_sizes_that_they_promise() {
    let platforms = ("data/platforms.toml", BOARD);
    let one = |path: &'static str, good: &str, from: &str, to: &str, expected: &str| {
        assert!(good.contains(from), "{from:?} is not in the file");
        let gpu = ("data/gpus/test.toml", GPU);
        assert_eq!(problems(&[platforms, gpu, (path, good)]), Vec::<String>::new());
        let found = problems(&[platforms, gpu, (path, &good.replacen(from, to, 1))]);
        assert!(found.len() == 1 && found[0].contains(expected), "expected {expected:?}, found {found:#?}");
    };
    let board = |from, to, expected| one("data/boards/test.toml", PRODUCT_BOARD, from, to, expected);
    board("card_slots = [1, 4]", "card_slots = [1, 8]", "card_slots lie beyond the 7 rows of ATX");
    board("[8, 8]", "[8]", "card_lanes has a list for one card, for two and so on");
    board("[[16], [8, 8]]", "[[8], [16, 8]]", "card_lanes grow with further cards");
    board("slot_generations = [5, 5]", "slot_generations = [5]", "has other numbers of generations");
    board("m2_slots = 2", "m2_slots = 3", "m2_slots is not the number of generations");
    board("platform = \"board-1\"", "platform = \"board-2\"", "\"board-2\" is no class of boards");
    board("name = \"Maker Board 1\"", "name = \"Board 1\"", "name begins with the maker's");
    board("[maker-board-1]", "[rtx-1]", "is that of another part too");
    let supply = |from, to, expected| one("data/power_supplies/test.toml", PRODUCT_SUPPLY, from, to, expected);
    supply("8pin_with_16pin = 2", "8pin_with_16pin = 5", "are more than without");
    supply("form = \"ATX\"", "form = \"TFX\"", "form \"TFX\" is none of ATX");
    let case = |from, to, expected| one("data/cases.toml", PRODUCT_CASE, from, to, expected);
    case("\"Micro-ATX\", ", "\"Nano-ATX\", ", "\"Nano-ATX\" is none that is known");
    case("psu_forms", "height_u = 4\npsu_forms", "height_u is for racks");
    let cooler = |from, to, expected| one("data/coolers.toml", PRODUCT_COOLER, from, to, expected);
    cooler("height_mm = 160", "radiator_mm = 240", "kind asks for a height with air");
    cooler("\"AM1\"", "\"AM2\"", "sockets \"AM2\" is that of no processor");
    let server = |from, to, expected| one("data/servers.toml", SERVER, from, to, expected);
    server("\"rtx-1\"", "\"rtx-2\"", "\"rtx-2\" is no accelerator of the catalog");
}

#[test]
fn circuits_carry_no_more_than_volts_times_amperes() {
    let rule = |from, to, expected| check("data/rules.toml", RULE, from, to, expected);
    rule("value = 1440", "value = 1900", "value is above volts x amperes");
    rule("unit = \"W at the wall\"\n", "", "unit must stand with a value");
    rule("\"opened\"", "\"recalled\"", "confidence cannot be high where the figures are recalled");
}

#[test]
fn slots_carry_their_network() {
    check("data/networks.toml", NETWORK, "pcie_lanes = 16", "pcie_lanes = 8", "pcie_lanes carry 63 Gbit/s, less than the link");
}

#[test]
fn offers_history_and_processors_refer_to_rows() {
    let gpu = ("data/gpus/test.toml", GPU);
    let with = |path: &'static str, text: &str| problems(&[gpu, (path, text)]);
    assert_eq!(with("data/cloud.toml", OFFER), Vec::<String>::new());
    assert_eq!(with("data/price_history.toml", HISTORY), Vec::<String>::new());
    let one = |found: Vec<String>, expected: &str| {
        assert!(found.len() == 1 && found[0].contains(expected), "expected {expected:?}, found {found:#?}");
    };
    one(with("data/cloud.toml", &OFFER.replace("rtx-1", "rtx-2")), "gpu \"rtx-2\" is no accelerator of the catalog");
    one(with("data/cloud.toml", &OFFER.replace("hour = 4", "hour = 9")), "spot_usd_per_hour is not below the price on demand");
    one(with("data/price_history.toml", &HISTORY.replace("rtx-1", "rtx-2")), "prices are of no part of the catalog");
    one(with("data/price_history.toml", &HISTORY.replace("low_usd = 100", "low_usd = 300")), "high_usd is not above low_usd");
    one(with("data/price_history.toml", &HISTORY.replace("low_usd = 100", "usd = 100")), "usd must stand alone");
    let board = BOARD.replace("AM1", "AM2");
    let kit = registered();
    let cpu = [("data/cpus/test.toml", CPU), ("data/platforms.toml", &board), ("data/memory_kits.toml", &kit)];
    one(problems(&cpu), "socket \"AM1\" has no board in the catalog");
}
