//! Whole systems for several accelerators.

use super::product::{named, trusted};
use crate::emit::{literal, option};
use crate::row::Row;

/// A system that is sold as a unit.
pub fn server(row: &Row<'_>) -> String {
    row.optional_whole("depth_mm", &(300..=1500));
    row.text("memory_type");
    let supplies = row.optional_whole("supplies", &(1..=12)).zip(row.optional_number("supply_w", &(500.0..=6000.0)));
    let watts = |watts: f64| format!("Watts::new({watts:?})");
    let gib = |gib: u64| format!("Bytes::from_gib({gib})");
    let (most, installed) =
        (row.whole("max_memory_gib", &(64..=24_576)), row.optional_whole("installed_memory_gib", &(64..=24_576)));
    row.check(installed.is_none_or(|installed| installed <= most), "installed_memory_gib", "is more than it takes");
    format!(
        "ServerEntry {{ {}, part_number: {:?}, modules: &{:?}, accelerators: {}, lanes: {}, generation: {}, has_switches: {}, height_u: {}, sockets: &{:?}, processors: {}, \
         memory_slots: {}, max_memory: {}, installed_memory: {}, nvme_bays: {}, supplies: {}, redundancy: {}, max_power: {}, needs_200v: {}, network: {}, is_liquid_cooled: {}, {} }},",
        named(row),
        row.text("part_number"),
        row.optional_texts("modules").unwrap_or_default(),
        row.whole("accelerators", &(1..=16)),
        row.whole("lanes", &(4..=16)),
        row.whole("pcie_generation", &(3..=6)),
        option(row.optional_flag("pcie_switches").map(literal)),
        row.whole("height_u", &(0..=14)),
        row.texts("sockets"),
        row.whole("processors", &(1..=4)),
        row.whole("memory_slots", &(4..=64)),
        gib(most),
        option(installed.map(gib)),
        option(row.optional_whole("nvme_bays", &(0..=64)).map(literal)),
        option(supplies.map(|(count, rating)| format!("({count}, {})", watts(rating)))),
        option(row.optional_text("redundancy").map(literal)),
        option(row.optional_number("max_power_w", &(500.0..=30_000.0)).map(watts)),
        row.flag("needs_200v"),
        option(row.optional_text("network").map(literal)),
        row.optional_flag("is_liquid_cooled").unwrap_or_default(),
        trusted(row),
    )
}
