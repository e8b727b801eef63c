//! The lines of a machine's bill, each with the figure that asked for it.

use engine::desk::Figures;
use engine::device::roofline;
use engine::estimate::StageKind;
use engine::hardware::{NvlinkReach, Vendor};
use engine::units::{Bytes, GIB};
use scenario::parts::BRIDGE;

use catalog::GpuForm;

use super::super::base;
use super::super::candidate::{Candidate, card_price, form};
use super::super::drive;
use super::super::housing::{self, Housing};
use super::super::order::Order;
use super::super::part::{Part, PartKind, PartNote, PartReason, RoomNote, price_unknown};
use super::super::standards::card_gib;
use super::machine::is_held;
use super::shell::{board, case, cooler, psu, system};
use crate::machines::around::{Around, Base};
use crate::machines::bridged::is_bridged;
use crate::machines::frame::Frame;
use crate::machines::shell::Cooler;
use crate::price_list;
use wire::v1::scenario::GpuChoice;

pub use super::shell::networks;

/// The cards: what the run takes of the `room` that each has.
pub fn cards(order: &Order, candidate: &Candidate, answer: &Figures, room: Bytes) -> Part {
    let Candidate { entry, .. } = candidate;
    let price = card_price(entry);
    let mut notes = Vec::new();
    if price.is_none() {
        notes.push(PartNote::PriceUnknown);
    }
    if entry.spec.vendor != Vendor::Nvidia {
        notes.push(PartNote::OtherThanCuda);
    }
    if !is_held(answer, room) {
        notes.insert(0, PartNote::Room(RoomNote::CardTooSmall { needed: answer.vram.device_peak.0, room: room.0 }));
    } else if answer.vram.range.1 > room {
        notes.push(PartNote::Room(RoomNote::TightCard { high: answer.vram.range.1.0, room: room.0 }));
    }
    if entry.devices_per_board > 1 {
        notes.push(PartNote::DevicesPerBoard { devices: entry.devices_per_board });
    }
    if form(entry) == GpuForm::Superchip {
        notes.push(PartNote::SoldAsNode);
    } else if entry.segment == catalog::Segment::Datacenter {
        notes.push(PartNote::NeedsServer);
    } else if housing::needs_risers(candidate, None) {
        notes.push(PartNote::NeedsRisers);
    }
    match (entry.spec.nvlink.is_some(), entry.spec.nvlink_reach) {
        (true, NvlinkReach::Node) if candidate.count > 1 => notes.push(PartNote::JoinedByBoard),
        _ => {}
    }
    notes.extend(entry.body.connectors.map(|list| PartNote::Connectors { list }));
    let vendor = if entry.spec.vendor == Vendor::Apple { "" } else { entry.vendor };
    let custom = order.asked.hardware.gpu.as_ref().and_then(GpuChoice::custom).and_then(|custom| custom.name.clone());
    Part {
        kind: PartKind::Gpu,
        id: entry.id,
        name: custom.unwrap_or_else(|| format!("{vendor} {}", entry.name).trim().to_owned()),
        quantity: candidate.boards() * order.nodes,
        reason: PartReason::Holds { needed: answer.vram.device_peak.0, high: answer.vram.range.1.0, room: room.0 },
        price,
        is_within: false,
        notes,
    }
}

/// All parts of a machine that is built of them.
pub fn parts(order: &Order, candidate: &Candidate, answer: &Figures, room: Bytes, around: &Around, frame: &Frame) -> Vec<Part> {
    let mut devices = cards(order, candidate, answer, room);
    if devices.price.is_none() && frame.shell.system.is_some_and(catalog::ServerEntry::takes_modules) {
        devices.is_within = true;
        devices.notes.retain(|note| *note != PartNote::PriceUnknown);
        devices.notes.push(PartNote::SoldInSystem);
    }
    let mut parts = vec![devices, processor(order, candidate, answer, around, frame)];
    parts.extend(cooler(order, frame));
    parts.extend(board(order, candidate, frame));
    parts.push(memory(order, candidate, answer, around));
    parts.push(storage(order, answer, around));
    parts.extend(system_drive(order, around));
    if let Some(entry) = frame.shell.system {
        parts.push(system(order, candidate, frame, entry));
    } else {
        parts.push(psu(order, frame));
        parts.extend((frame.shell.housing != Housing::Computer).then(|| case(order, candidate, frame)));
    }
    parts.extend(bridge(order, candidate, answer));
    parts.extend(networks(order, frame));
    parts
}

/// The bridges of each node. Nobody lists their prices by card, and how many pieces make a set differs.
fn bridge(order: &Order, candidate: &Candidate, answer: &Figures) -> Option<Part> {
    let (hardware, training) = (&answer.scenario.hardware, &answer.scenario.training);
    let maker = if candidate.entry.spec.vendor == Vendor::Nvidia { "NVLink" } else { "Infinity Fabric" };
    let price = price_list::price(BRIDGE, None);
    is_bridged(order, candidate, &hardware.cpu).then(|| Part {
        kind: PartKind::Bridge,
        id: BRIDGE,
        name: format!("{maker} bridges for {} cards", candidate.count),
        quantity: order.nodes,
        reason: PartReason::Bridges { cards: candidate.count, is_counted: roofline::training_gpus(hardware, training) > 1 },
        price,
        is_within: false,
        notes: price_unknown(price.is_some()),
    })
}

fn processor(order: &Order, candidate: &Candidate, answer: &Figures, around: &Around, frame: &Frame) -> Part {
    let Around { base: Base { cpu, board, .. }, cpu_feeds, .. } = around;
    let price = base::price(cpu);
    let mut notes = price_unknown(price.is_some());
    if frame.processors > 1 {
        notes.push(PartNote::ProcessorsOfServer { processors: frame.processors });
    } else if let Some(board) = board.filter(|board| board.processors > 1) {
        notes.push(PartNote::MoreSockets { sockets: board.processors });
    }
    let is_apart = frame.shell.cooler == Cooler::Included;
    notes.extend(cpu.power().filter(|_| is_apart).map(|power| PartNote::CoolerApart { watts: power.get() }));
    Part {
        kind: PartKind::Cpu,
        id: cpu.id,
        name: cpu.name.to_owned(),
        quantity: frame.processors * order.nodes,
        reason: match (order.asked.hardware.cpu.is_some(), cpu_feeds) {
            (true, _) => PartReason::Asked,
            (false, true) => PartReason::Feeds { rate: first_epoch_rate(answer, StageKind::Preprocess) },
            (false, false) => PartReason::Lanes { per_card: answer.scenario.hardware.gpu_link().lanes, cards: candidate.count },
        },
        price,
        is_within: false,
        notes,
    }
}

fn memory(order: &Order, candidate: &Candidate, answer: &Figures, around: &Around) -> Part {
    let kits = around.base.kits;
    let asked = order.asked.hardware.ram_gib;
    let mut notes = price_unknown(kits.price.is_some());
    notes.extend(tight_host(answer));
    let card_gib = card_gib(&candidate.entry);
    let is_open = asked.is_none() && !kits.is_there();
    let is_for_card = answer.ram.recommended.0 / GIB < card_gib && card_gib <= kits.total_gib();
    notes.extend((is_open && is_for_card).then_some(PartNote::Room(RoomNote::AsMuchAsCard { card_gib })));
    notes.extend(kits.priced_as.map(|kit| PartNote::PricedAs { kit: kit.id }));
    let other = asked.filter(|asked| *asked != kits.total_gib());
    notes.extend(other.map(|gib| {
        if kits.is_there() { PartNote::LargerOwned { planned_gib: gib } } else { PartNote::OtherCapacity { asked_gib: gib } }
    }));
    Part {
        kind: PartKind::Memory,
        id: kits.kit.id,
        name: kit_name(kits.kit),
        quantity: kits.quantity * order.nodes,
        reason: if asked.is_some() {
            PartReason::Asked
        } else {
            PartReason::Ram { peak: answer.ram.peak.0, recommended_gib: answer.ram.recommended.0 / GIB }
        },
        price: kits.price,
        is_within: false,
        notes,
    }
}

fn storage(order: &Order, answer: &Figures, around: &Around) -> Part {
    let (drive, drives) = around.drive;
    let price = drive::price(drive);
    let mut notes = price_unknown(price.is_some());
    notes.extend((drives > 1).then_some(PartNote::SeveralDrives));
    Part {
        kind: PartKind::Storage,
        id: drive.id,
        name: drive.name.to_owned(),
        quantity: drives * order.nodes,
        reason: match (order.asked.hardware.storage.is_some(), around.drive_serves) {
            (true, _) => PartReason::Asked,
            (false, true) => PartReason::Serves { rate: first_epoch_rate(answer, StageKind::Storage) },
            (false, false) => PartReason::Room { bytes: order.on_drive },
        },
        price,
        is_within: false,
        notes,
    }
}

/// The drive that a machine starts from, where its data lies on hard disks.
fn system_drive(order: &Order, around: &Around) -> Option<Part> {
    let drive = drive::system_drive(order, around.drive.0)?;
    let price = drive::price(drive);
    Some(Part {
        kind: PartKind::SystemDrive,
        id: drive.id,
        name: drive.name.to_owned(),
        quantity: order.nodes,
        reason: PartReason::StartsFrom,
        price,
        is_within: false,
        notes: price_unknown(price.is_some()),
    })
}

/// Samples per second that a stage of a node's data path carries in the first epoch.
fn first_epoch_rate(answer: &Figures, kind: StageKind) -> f64 {
    answer.path.stages.iter().find(|stage| stage.kind == kind).map_or(0.0, |stage| stage.first_epoch_rate.get())
}

/// What to know where the host has less than the run needs, or than is recommended.
pub fn tight_host(answer: &Figures) -> Option<PartNote> {
    let (minimum, recommended) = (answer.ram.minimum, answer.ram.recommended);
    if minimum > answer.scenario.hardware.ram {
        return Some(PartNote::Room(RoomNote::HostTooSmall { minimum_gib: minimum.0 / GIB }));
    }
    (recommended > answer.scenario.hardware.ram)
        .then_some(PartNote::Room(RoomNote::TightHost { recommended_gib: recommended.0 / GIB }))
}

/// `DDR5 UDIMM 2 x 32 GB`.
#[must_use]
pub fn kit_name(kit: &catalog::MemoryKit) -> String {
    let form = kit.form.trim_end_matches(" kit");
    if kit.modules == 1 {
        format!("{} {form} {} GB", kit.memory_type, kit.module_gib)
    } else {
        format!("{} {form} {} x {} GB", kit.memory_type, kit.modules, kit.module_gib)
    }
}

/// A part's name as pages write it, a kit of memory with its modules first: `2 × 32 GB DDR5 UDIMM`. Every other name stays,
/// as both do in the API and in files.
#[must_use]
pub fn name_on_pages(name: &str) -> String {
    kit_on_pages(name).unwrap_or_else(|| name.to_owned())
}

fn kit_on_pages(name: &str) -> Option<String> {
    let sizes = name.strip_suffix(" GB").filter(|_| name.starts_with("DDR"))?;
    let (rest, gigabytes) = sizes.rsplit_once(' ')?;
    let Some((kind, count)) = rest.strip_suffix(" x").and_then(|rest| rest.rsplit_once(' ')) else {
        return Some(format!("{gigabytes} GB {rest}"));
    };
    Some(format!("{count} × {gigabytes} GB {kind}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kits_on_pages_begin_with_their_modules() {
        for (name, expected) in [
            ("DDR5 UDIMM 2 x 32 GB", "2 × 32 GB DDR5 UDIMM"),
            ("DDR4 RDIMM (3DS) 128 GB", "128 GB DDR4 RDIMM (3DS)"),
            ("GeForce RTX 3060 12GB", "GeForce RTX 3060 12GB"),
        ] {
            assert_eq!(name_on_pages(name), expected);
        }
        for kit in catalog::memory_kits() {
            let modules = if kit.modules == 1 { String::new() } else { format!("{} × ", kit.modules) };
            let form = kit.form.trim_end_matches(" kit");
            let expected = format!("{modules}{} GB {} {form}", kit.module_gib, kit.memory_type);
            assert_eq!(name_on_pages(&kit_name(kit)), expected);
        }
    }
}
