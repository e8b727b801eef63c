//! What may be named in the place of a part of a machine: products of its kind that have a price and go with the processor.
//!
//! Whether one goes together with everything else is told by the machine that is built with it.

use catalog::CaseKind;
use engine::units::GIB;
use scenario::processor::LEAST_LANES;

use super::build::Build;
use super::offers;
use super::part::PartKind;
use super::platform::Platform;
use super::{base, board, drive, memory, shell};

/// Ids of products by the kind of the part whose place they may take.
#[must_use]
pub fn swappable(build: &Build) -> Vec<(PartKind, Vec<&'static str>)> {
    let Some(cpu) = build.frame.cpu else { return Vec::new() };
    let class = build.frame.board;
    if build.frame.shell.system.is_some() {
        let suits = |entry: &&catalog::ServerEntry| shell::system_takes(entry, build.candidate(), cpu);
        return vec![(PartKind::Server, catalog::servers().iter().filter(suits).map(|entry| entry.id).collect())];
    }
    let classes: Vec<&str> = catalog::platforms_of(cpu).map(|class| class.id).collect();
    let boards = catalog::boards().iter().filter(|board| classes.contains(&board.platform));
    let boards = boards.filter(|board| offers::board_price(board).is_some()).map(|board| board.id);
    let coolers = catalog::coolers().iter().filter(|cooler| cooler.sockets.contains(&cpu.socket));
    let coolers = coolers.filter(|cooler| offers::cooler_price(cooler).is_some()).map(|cooler| cooler.id);
    let installed = build.answer.scenario.hardware.ram.0 / GIB;
    let desktop = Platform::of_processor(cpu) == Platform::Desktop;
    let is_taken = |kit: &&catalog::MemoryKit| {
        let gives = installed.is_multiple_of(kit.total_gib) && (!desktop || kit.total_gib == installed);
        gives && memory::takes(cpu, kit, desktop) && memory::list_price(kit.id).is_some()
    };
    let kits = catalog::memory_kits().iter().filter(is_taken).map(|kit| kit.id);
    let supplies = catalog::power_supplies().iter().filter(|supply| supply.product.is_some());
    let supplies = supplies.filter(|supply| offers::supply_price(supply).is_some()).map(|supply| supply.id);
    let cases = catalog::cases().iter().filter(|case| !matches!(case.kind, CaseKind::Rack | CaseKind::OpenFrame));
    let cases = cases.filter(|case| offers::case_price(case).is_some()).map(|case| case.id);
    let least = Platform::of(&build.candidate().entry, build.candidate().count);
    let carries = |other: &&catalog::CpuEntry| {
        let has_lanes = other.spec.lanes_per_card(build.candidate().count) >= LEAST_LANES;
        Platform::of_processor(other) >= least && has_lanes && board::cheapest(other, build.candidate()).is_some()
    };
    let processors = catalog::cpus().iter().filter(carries).filter(|other| base::price(other).is_some());
    let capacity = drive::least_capacity(&build.answer);
    let count = build.scenario.hardware.storage_count.unwrap_or(1).max(1) as f64;
    let holds = |drive: &&catalog::StorageEntry| drive.spec.capacity.as_f64() * count >= capacity;
    let drives = catalog::storages().iter().filter(|drive| !drive.id.starts_with("class-")).filter(holds);
    let drives = drives.filter(|drive| drive::price(drive).is_some()).map(|drive| drive.id);
    let all = [
        (PartKind::Cpu, class.map_or_else(Vec::new, |_| processors.map(|other| other.id).collect())),
        (PartKind::Storage, drives.collect()),
        (PartKind::Board, class.map_or_else(Vec::new, |_| boards.collect())),
        (PartKind::Cooler, coolers.collect()),
        (PartKind::Memory, kits.collect()),
        (PartKind::Psu, supplies.collect()),
        (PartKind::Case, cases.collect()),
    ];
    // A kind that the machine has no part of is none that another takes the place of.
    let has = |kind: PartKind| build.parts.iter().any(|part| part.kind == kind);
    all.into_iter().filter(|(kind, ids): &(_, Vec<_>)| has(*kind) && !ids.is_empty()).collect()
}
