//! Reads and checks processors, drives, memory kits and attributions.

use std::collections::{BTreeMap, BTreeSet};

use crate::emit::{capitalized, confidence, launch, literal, option, price};
use crate::parts::{GATE, processor};
use crate::row::Row;

/// Months after which a kit's own price no longer stands beside newer ones of its kind: DDR5 rose more than threefold from
/// 2025-07 to 2026-06.
const MONTHS_COMPARABLE: u64 = 3;

/// Price of a kit in dollars: its own, or where newer ones of its kind are known, the newest price of a GB of the nearest size.
fn kit_price(kit: &Row<'_>, kits: &[Row<'_>]) -> Option<f64> {
    let kind = |kit: &Row<'_>| (kit.text("memory_type"), kit.text("form").starts_with("UDIMM"));
    let month = |date: &str| Some(date.get(..4)?.parse::<u64>().ok()? * 12 + date.get(5..7)?.parse::<u64>().ok()?);
    let quote = |kit: &Row<'_>| {
        let price = kit.table("price_per_gb")?;
        Some((price.number("usd", &(0.0..=1e6)), month(&price.text("date"))?))
    };
    let total = |kit: &Row<'_>| kit.whole("total_gib", &(4..=8192));
    let own = quote(kit);
    let alike = || kits.iter().filter(|other| kind(other) == kind(kit));
    let newest = alike().filter_map(quote).map(|(_, month)| month).max()?;
    let is_current = |(_, month): &(f64, u64)| month + MONTHS_COMPARABLE >= newest;
    let nearest = || {
        let current = alike().filter_map(|other| Some((other, quote(other).filter(is_current)?)));
        current.min_by_key(|(other, _)| (total(other).abs_diff(total(kit)), other.id.clone())).map(|(_, price)| price)
    };
    let (per_gb, _) = own.filter(is_current).or_else(nearest).or(own)?;
    Some(per_gb * total(kit) as f64)
}

/// Usual capacities in GiB that memory kits for a processor add up to, without those that a larger one undercuts: a desktop has
/// one matched set in up to two slots a channel, others at least four registered modules, one a channel at the most. Usual are
/// powers of two and half as much again.
fn kits_gib(desktop: bool, memory_type: &str, channels: u64, max_gib: u64, kits: &[Row<'_>]) -> BTreeSet<u64> {
    let (least, most) = if desktop { (2, channels * 2) } else { (channels.min(4), channels) };
    let takes = |kit: &&Row<'_>| {
        let unbuffered = kit.text("form").starts_with("UDIMM");
        memory_type.contains(&kit.choice("memory_type", &["DDR4", "DDR5"]))
            && unbuffered == desktop
            && !(desktop && kit.flag("ecc"))
    };
    let is_usual = |gib: u64| gib >= 16 && (gib.is_power_of_two() || (gib.is_multiple_of(3) && (gib / 3).is_power_of_two()));
    // Capacity, modules and price.
    let mut sets: Vec<(u64, u64, Option<f64>)> = Vec::new();
    for kit in kits.iter().filter(takes) {
        let (modules, total) = (kit.whole("modules", &(1..=16)), kit.whole("total_gib", &(4..=8192)));
        let price = kit_price(kit, kits);
        let quantities = if desktop { 1..=1 } else { 1..=most / modules.max(1) };
        let fits = |quantity: &u64| {
            (least..=most).contains(&(modules * quantity)) && total * quantity <= max_gib && is_usual(total * quantity)
        };
        let set = |quantity| (total * quantity, modules * quantity, price.map(|price| price * quantity as f64));
        sets.extend(quantities.filter(fits).map(set));
    }
    let few = |modules: u64| modules <= channels;
    if desktop {
        let most_of_few = sets.iter().filter(|set| few(set.1)).map(|set| set.0).max().unwrap_or(0);
        sets.retain(|set| few(set.1) || set.0 > most_of_few);
    }
    let usd = |price: Option<f64>| price.unwrap_or(f64::INFINITY);
    sets.sort_by(|a, b| b.0.cmp(&a.0).then(usd(a.2).total_cmp(&usd(b.2))));
    let mut kept: Vec<(u64, u64, Option<f64>)> = Vec::new();
    for set in sets {
        // Four modules are for what two do not give, however cheap.
        let is_wanted = kept.last().is_none_or(|last| {
            let is_fewer = desktop && few(set.1) && !few(last.1);
            is_fewer || usd(set.2) < usd(last.2) || (set.2.is_none() && last.2.is_none() && set.0 < last.0)
        });
        if is_wanted {
            kept.push(set);
        }
    }
    kept.into_iter().map(|set| set.0).collect()
}

/// Rating of a memory channel with one module on it: eight bytes a transfer. Where the vendor's rate was not found, that of the
/// first processors with such memory; where boards have memory of either kind (`DDR5/DDR4-3200`), that of the older one, which
/// bills list as the cheaper.
fn channel_gb_per_s(row: &Row<'_>, memory_type: &str) -> f64 {
    let usual = if memory_type.starts_with("DDR5") { 4800 } else { 3200 };
    let newer = row.optional_whole("memory_mt_per_s", &(2133..=12_800)).unwrap_or(usual);
    let older = memory_type.split_once("/DDR4-").and_then(|(_, rate)| rate.parse::<u64>().ok());
    older.map_or(newer, |older| older.min(newer)) as f64 * 8.0 / 1000.0
}

/// A processor; which memory it can be bought with, the kits say.
pub fn cpu(row: &Row<'_>, kits: &[Row<'_>]) -> String {
    let performance_cores = row.whole("performance_cores", &(1..=256));
    let efficiency_cores = row.whole("efficiency_cores", &(0..=256));
    let threads = row.whole("threads", &(1..=512));
    let cores = performance_cores + efficiency_cores;
    row.check(
        (cores..=2 * cores).contains(&threads),
        "threads",
        format!("must be one or two a core, so {cores} to {}", 2 * cores),
    );
    row.optional_text("note");
    let (socket, memory_type) = (row.text("socket"), row.text("memory_type"));
    let channels = row.whole("memory_channels", &(1..=12));
    let channel = channel_gb_per_s(row, &memory_type);
    let max_gib = row.whole("max_memory_gib", &(32..=16_384));
    let class = row.choice("socket_class", &["desktop", "workstation", "server"]);
    let kits: Vec<String> = kits_gib(class == "desktop", &memory_type, channels, max_gib, kits).iter().map(literal).collect();
    row.check(!kits.is_empty(), "memory_type", "has no kits");
    format!(
        "CpuEntry {{ id: {:?}, name: {:?}, vendor: {:?}, socket: {socket:?}, socket_class: SocketClass::{}, launch: {}, spec: Cpu {{ performance_cores: {performance_cores}, efficiency_cores: {efficiency_cores}, \
         threads: {threads}, boost_ghz: {:?}, memory_channels: {channels}, channel_rate: BytesPerSecond::from_gb_per_s({channel:?}), max_memory: Bytes::from_gib({max_gib}), kits_gib: &[{}], pcie: Pcie {{ generation: {}, lanes: {} }} }}, memory_type: {memory_type:?}, \
         price: {}, {} confidence: {}, source: sourced({:?}) }},",
        row.id,
        row.text("name"),
        row.choice("vendor", &["Intel", "AMD"]),
        capitalized(&class),
        launch(row),
        row.number("boost_ghz", &(1.0..=7.0)),
        kits.join(", "),
        row.whole("pcie_generation", &(3..=6)),
        row.whole("pcie_lanes", &(16..=192)),
        price(row, "price"),
        processor::fields(row),
        confidence(row),
        row.text("source"),
    )
}

/// Classes of drives with the most that their link carries in MB/s: lanes x transfer rate x line code.
const CLASSES: [(&str, f64); 7] = [
    ("hdd-7200", 600.0),
    ("nvme-gen3", 3940.0),
    ("nvme-gen4", 7880.0),
    ("nvme-gen4-dc", 7880.0),
    ("nvme-gen5", 15_750.0),
    ("nvme-gen5-dc", 15_750.0),
    ("sata-ssd", 600.0),
];

/// All drives; those without a figure for random reads take that of their class.
pub fn storages(rows: &[Row<'_>]) -> Vec<String> {
    let iops = |row: &Row<'_>| row.optional_number("random_read_iops", &(50.0..=5_000_000.0));
    let classes: BTreeMap<&str, f64> = rows.iter().filter_map(|row| Some((row.id.strip_prefix("class-")?, iops(row)?))).collect();
    rows.iter().map(|row| storage(row, iops(row), &classes)).collect()
}

fn storage(row: &Row<'_>, iops: Option<f64>, classes: &BTreeMap<&str, f64>) -> String {
    let class = row.choice("class", &CLASSES.map(|(class, _)| class));
    let most = CLASSES.iter().find(|(name, _)| *name == class).map_or(0.0, |(_, most)| *most);
    let rate = |key: &str| {
        let rate = row.number(key, &(50.0..=20_000.0));
        row.check(rate <= most, key, format!("is {rate}, but the link of {class} carries {most}"));
        rate
    };
    let of_class = classes.get(class.as_str()).copied();
    row.check(iops.or(of_class).is_some(), "random_read_iops", "is missing, and the class has none either");
    row.optional_text("note");
    let text = |key: &str| option(row.optional_text(key).map(literal));
    format!(
        "StorageEntry {{ id: {:?}, name: {:?}, class: {class:?}, interface: {:?}, spec: Storage {{ capacity: Bytes({}), sequential_read: BytesPerSecond::from_mb_per_s({:?}), \
         sequential_write: BytesPerSecond::from_mb_per_s({:?}), random_read_iops: {:?} }}, random_read_from_class: {}, {GATE}form: {}, {GATE}media: {}, \
         {GATE}random_write_iops: {}, {GATE}endurance: {}, price: {}, confidence: {}, source: sourced({:?}) }},",
        row.id,
        row.text("name"),
        row.text("interface"),
        row.whole("capacity_gb", &(128..=500_000)) * 1_000_000_000,
        rate("read_mb_per_s"),
        rate("write_mb_per_s"),
        iops.or(of_class).unwrap_or_default(),
        iops.is_none(),
        text("form"),
        text("media"),
        option(row.optional_number("random_write_iops", &(10.0..=5_000_000.0)).map(literal)),
        option(row.optional_whole("endurance_tb", &(10..=1_000_000)).map(|tb| format!("Bytes({})", tb * 1_000_000_000_000))),
        price(row, "price"),
        confidence(row),
        row.text("source"),
    )
}

/// A memory kit.
pub fn memory_kit(row: &Row<'_>) -> String {
    let modules = row.whole("modules", &(1..=16));
    let module_gib = row.whole("module_gib", &(4..=512));
    let total_gib = row.whole("total_gib", &(4..=8192));
    row.check(total_gib == modules * module_gib, "total_gib", "must be modules x module_gib");
    let rate = |key: &str| row.whole(key, &(1600..=12_800));
    let (slowest, fastest) = (rate("slowest_mt_per_s"), rate("fastest_mt_per_s"));
    row.check(slowest <= fastest, "fastest_mt_per_s", "is below the slowest");
    format!(
        "MemoryKit {{ id: {:?}, memory_type: {:?}, form: {:?}, ecc: {}, modules: {modules}, module_gib: {module_gib}, total_gib: {total_gib}, \
         {GATE}slowest_mt_per_s: {slowest}, {GATE}fastest_mt_per_s: {fastest}, price_per_gb: {}, \
         confidence: {}, source: sourced({:?}) }},",
        row.id,
        row.choice("memory_type", &["DDR4", "DDR5"]),
        row.text("form"),
        row.flag("ecc"),
        price(row, "price_per_gb"),
        confidence(row),
        row.text("source"),
    )
}

/// A collection to be named.
pub fn attribution(row: &Row<'_>) -> String {
    let url = row.text("url");
    row.check(url.starts_with("https://"), "url", "must start with https://");
    format!(
        "Attribution {{ id: {:?}, name: {:?}, url: {url:?}, license: {:?}, used_for: {:?}, used_for_zh: {:?} }},",
        row.id,
        row.text("name"),
        row.optional_text("license").unwrap_or_default(),
        row.text("used_for"),
        row.text("used_for_zh"),
    )
}
