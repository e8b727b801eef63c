//! Boards and networks.

use super::processor::ecc;
use crate::emit::{confidence, evidence, literal, option, price, price_range};
use crate::row::Row;

/// A class of boards.
pub fn platform(row: &Row<'_>) -> String {
    let kind = row.choice("kind", &["desktop", "workstation", "server", "baseboard"]);
    let (x16, x8) = (row.whole("max_gpus_x16", &(1..=16)), row.whole("max_gpus_x8", &(1..=16)));
    row.check(x8 >= x16, "max_gpus_x8", "is below the number at 16 lanes");
    let cards = row.whole("dual_slot_cards", &(0..=10));
    row.check((cards == 0) == (kind == "baseboard"), "dual_slot_cards", "is zero for boards of modules, and only for them");
    row.check(cards <= x8, "dual_slot_cards", "is above the number of accelerators");
    let processors = row.whole("processors", &(1..=2));
    let slots = row.whole("memory_slots", &(2..=48));
    let channels = row.optional_whole("memory_channels", &(2..=24));
    row.check(
        channels.is_none_or(|channels| slots.is_multiple_of(channels)),
        "memory_slots",
        "must be a multiple of the channels",
    );
    let lanes = row.optional_whole("pcie_lanes", &(16..=256));
    row.check(lanes.is_none_or(|lanes| x16 * 16 <= lanes), "max_gpus_x16", "needs more lanes than there are");
    row.optional_text("note");
    let sockets: Vec<String> = row.texts("sockets").iter().map(literal).collect();
    let whole = |number: Option<u64>| option(number.map(literal));
    format!(
        "PlatformEntry {{ id: {:?}, name: {:?}, vendor: {:?}, kind: PlatformKind::{}, sockets: &[{}], processors: {processors}, families: {:?}, max_gpus_x16: {x16}, \
         max_gpus_x8: {x8}, dual_slot_cards: {cards}, gpu_note: {:?}, gpu_note_zh: {:?}, memory_slots: {slots}, memory_type: {:?}, max_memory: Bytes::from_gib({}), memory_channels: {}, \
         ecc: {}, pcie_generation: {}, pcie_lanes: {}, board_form: {:?}, board_price: {}, confidence: {}, source: sourced({:?}) }},",
        row.id,
        row.text("name"),
        row.choice("vendor", &["AMD", "Intel", "NVIDIA/AMD"]),
        match kind.as_str() {
            "desktop" => "Desktop",
            "workstation" => "Workstation",
            "server" => "Server",
            _ => "Baseboard",
        },
        sockets.join(", "),
        row.text("families"),
        row.text("gpu_note"),
        row.text("gpu_note_zh"),
        row.text("memory_type"),
        row.whole("max_memory_gib", &(32..=16_384)),
        whole(channels),
        ecc(row),
        whole(row.optional_whole("pcie_generation", &(3..=6))),
        whole(lanes),
        row.text("board_form"),
        price_range(row, "board_price"),
        confidence(row),
        row.text("source"),
    )
}

/// A link between nodes.
pub fn network(row: &Row<'_>) -> String {
    let gbit = row.number("gbit_per_s", &(1.0..=1600.0));
    let (generation, lanes) = (row.whole("pcie_generation", &(3..=6)), row.whole("pcie_lanes", &(1..=16)));
    let slot = slot_gbit(generation, lanes);
    row.check(slot >= gbit, "pcie_lanes", format!("carry {slot:.0} Gbit/s, less than the link"));
    format!(
        "NetworkEntry {{ id: {:?}, name: {:?}, kind: NetworkKind::{}, rate: BytesPerSecond::from_gb_per_s({:?}), standard: {:?}, \
         slot: Pcie {{ generation: {generation}, lanes: {lanes} }}, price: {}, evidence: {}, confidence: {}, source: sourced({:?}) }},",
        row.id,
        row.text("name"),
        if row.choice("kind", &["ethernet", "infiniband"]) == "ethernet" { "Ethernet" } else { "Infiniband" },
        gbit / 8.0,
        row.text("standard"),
        price(row, "price"),
        evidence(row),
        confidence(row),
        row.text("source"),
    )
}

/// What a slot carries in one direction: lanes x transfers x line code (128b/130b; generation 6 sends flits of 242 in 256 bytes).
fn slot_gbit(generation: u64, lanes: u64) -> f64 {
    let lane = match generation {
        3 => 8.0 * 128.0 / 130.0,
        4 => 16.0 * 128.0 / 130.0,
        5 => 32.0 * 128.0 / 130.0,
        _ => 64.0 * 242.0 / 256.0,
    };
    lane * lanes as f64
}
