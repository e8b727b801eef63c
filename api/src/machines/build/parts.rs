//! The lines of a machine's bill, each with the figure that asked for it.

use engine::answer::desk::Figures;
use engine::hardware::Vendor;
use engine::units::{Bytes, GIB};

use super::super::Workload;
use super::super::market::{Candidate, DESKTOP_CARDS};
use super::super::memory::Kits;
use super::super::part::{Part, PartKind, PartNote, PartReason};
use super::Around;

/// The cards: what the run takes of the `room` that each has.
pub fn cards(work: &Workload, candidate: Candidate, answer: &Figures, room: Bytes) -> Part {
    let Candidate { entry, count } = candidate;
    let mut notes = Vec::new();
    if entry.price.is_none() {
        notes.push(PartNote::PriceUnknown);
    }
    if entry.spec.vendor != Vendor::Nvidia {
        notes.push(PartNote::OtherThanCuda);
    }
    if answer.vram.range.1 > room {
        notes.push(PartNote::TightCard { high: answer.vram.range.1.0, room: room.0 });
    }
    if entry.devices_per_board > 1 {
        notes.push(PartNote::DevicesPerBoard { devices: entry.devices_per_board });
    }
    if entry.segment == "datacenter" {
        notes.push(PartNote::NeedsServer);
    } else if entry.segment == "consumer" && count > DESKTOP_CARDS {
        notes.push(PartNote::NeedsRisers);
    }
    let vendor = if entry.spec.vendor == Vendor::Apple { "" } else { entry.vendor };
    Part {
        kind: PartKind::Gpu,
        id: entry.id,
        name: format!("{vendor} {}", entry.name).trim().to_owned(),
        quantity: candidate.boards() * work.nodes,
        reason: PartReason::Holds {
            // Where that is more than there is, the allocator gives its slack back.
            needed: if answer.vram.device_peak > room { answer.vram.needed.0 } else { answer.vram.device_peak.0 },
            high: answer.vram.range.1.0,
            room: room.0,
        },
        price: entry.price,
        notes,
    }
}

/// All parts of a machine that is built of them.
pub fn parts(work: &Workload, candidate: Candidate, answer: &Figures, room: Bytes, around: Around, kits: Kits) -> Vec<Part> {
    let Around { cpu, cpu_feeds, drive: (drive, drives), drive_serves } = around;
    let rate = answer.speed.compute_rate.get();
    let asked = &work.asked.hardware;
    let unknown = |is_known: bool| if is_known { Vec::new() } else { vec![PartNote::PriceUnknown] };
    let mut parts = vec![cards(work, candidate, answer, room)];
    parts.push(Part {
        kind: PartKind::Cpu,
        id: cpu.id,
        name: cpu.name.to_owned(),
        quantity: work.nodes,
        reason: match (asked.cpu.is_some(), cpu_feeds) {
            (true, _) => PartReason::Asked,
            (false, true) => PartReason::Feeds { rate },
            (false, false) => PartReason::Lanes { per_card: answer.scenario.hardware.gpu_link().lanes, cards: candidate.count },
        },
        price: cpu.price,
        notes: unknown(cpu.price.is_some()),
    });
    let mut notes = unknown(kits.price.is_some());
    notes.extend(tight_host(answer));
    notes.extend(kits.priced_as.map(|kit| PartNote::PricedAs { kit: kit.id }));
    parts.push(Part {
        kind: PartKind::Memory,
        id: kits.kit.id,
        name: kit_name(kits.kit),
        quantity: kits.quantity * work.nodes,
        reason: if asked.ram_gib.is_some() {
            PartReason::Asked
        } else {
            PartReason::Ram { peak: answer.ram.peak.0, recommended_gib: answer.ram.recommended.0 / GIB }
        },
        price: kits.price,
        notes,
    });
    let mut notes = unknown(drive.price.is_some());
    notes.extend((drives > 1).then_some(PartNote::SeveralDrives));
    parts.push(Part {
        kind: PartKind::Storage,
        id: drive.id,
        name: drive.name.to_owned(),
        quantity: drives * work.nodes,
        reason: match (asked.storage.is_some(), drive_serves) {
            (true, _) => PartReason::Asked,
            (false, true) => PartReason::Serves { rate },
            (false, false) => PartReason::Room { bytes: work.on_drive },
        },
        price: drive.price,
        notes,
    });
    parts
}

/// What to know where the host has less than is recommended.
pub fn tight_host(answer: &Figures) -> Option<PartNote> {
    let recommended = answer.ram.recommended;
    (recommended > answer.scenario.hardware.ram).then_some(PartNote::TightHost { recommended_gib: recommended.0 / GIB })
}

/// `DDR5 UDIMM 2 x 32 GB`.
fn kit_name(kit: &catalog::MemoryKit) -> String {
    let form = kit.form.trim_end_matches(" kit");
    if kit.modules == 1 {
        format!("{} {form} {} GB", kit.memory_type, kit.module_gib)
    } else {
        format!("{} {form} {} x {} GB", kit.memory_type, kit.modules, kit.module_gib)
    }
}
