//! What is known of a machine's shape: from its bill, and of each part what the catalog has under its id.
//!
//! A figure that neither says is none here, and the picture leaves it open.

mod flags;

pub use flags::{Flag, Place};

use catalog::{CaseKind, Cooling, GpuEntry, GpuForm, MemoryKit, PlatformEntry};
use engine::hardware::{NvlinkReach, Pcie};
use engine::units::GIB;
use scenario::parts::{FULL_TOWER, MID_TOWER, OPEN_FRAME, PartKind, RACK};
use wire::v1::bom::{Bom, Part};
use workstation::machines::{Candidate, usual_length_mm};

/// What a machine is, for a picture of it. Counts are those of one node.
#[derive(Debug, Clone, PartialEq)]
pub struct Facts {
    /// Nodes like this one.
    pub nodes: u64,
    /// What it looks like from the side.
    pub shape: Shape,
    /// Name of what houses it; none for a whole computer.
    pub housing: Option<String>,
    /// The accelerators.
    pub cards: Cards,
    /// The board, its processors and memory; none in a whole computer.
    pub host: Option<Host>,
    /// Drives, and what one is called.
    pub drives: Option<(u64, String)>,
    /// What the system starts from, apart from its data.
    pub system_drive: Option<String>,
    /// What feeds it; none in a whole computer, which feeds itself.
    pub supply: Option<Supply>,
    /// What it draws.
    pub draw: Draw,
    /// What joins the cards beside the board.
    pub bridge: Option<String>,
    /// What joins it with other nodes.
    pub network: Option<String>,
    /// What an order must look out for, where it belongs.
    pub flags: Vec<Flag>,
}

/// What a machine looks like.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    /// Cards in the slots of a board, in a closed case.
    Case,
    /// Cards that hang on risers in an open frame.
    OpenFrame,
    /// Modules on a baseboard.
    Modules,
    /// A whole computer.
    Computer,
}

/// The accelerators of a node.
#[derive(Debug, Clone, PartialEq)]
pub struct Cards {
    /// Name of one.
    pub name: String,
    /// Cards or modules.
    pub boards: u64,
    /// How many of all nodes' are there already.
    pub owned: u64,
    /// Devices that each shows.
    pub devices: u64,
    /// Slots that one covers.
    pub slots: Option<f64>,
    /// Length of a usual one in millimeters.
    pub length_mm: Option<f64>,
    /// The link that each gets, and the lanes that it has.
    pub link: Option<(Pcie, u64)>,
    /// Who moves the air; none where that is not known.
    pub cooling: Option<Cooling>,
    /// The board that they are on joins all of them.
    pub is_joined: bool,
    /// Memory that a whole computer shares, in GiB.
    pub pool_gib: Option<u64>,
}

/// Board, processors and memory.
#[derive(Debug, Clone, PartialEq)]
pub struct Host {
    /// Name of the class of boards; none where the bill has none.
    pub board: Option<String>,
    /// Further cards that typical boards of the class take with eight lanes each; none where that is not known.
    pub free: Option<u64>,
    /// Processors, and what one is called.
    pub processors: (u64, String),
    /// The memory, where its modules are known.
    pub memory: Option<Memory>,
}

/// Memory modules and where they go.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Memory {
    /// Modules.
    pub modules: u64,
    /// Capacity of one in GB, as the box says it.
    pub module_gb: u64,
    /// `DDR5 UDIMM`.
    pub kind: String,
    /// Slots and channels of the processors that are there; none where the catalog does not say.
    pub places: Option<(u64, u64)>,
}

/// What feeds a node.
#[derive(Debug, Clone, PartialEq)]
pub struct Supply {
    /// Its name.
    pub name: String,
    /// How many.
    pub count: u64,
    /// What all of them deliver, in watts; none where that is not known.
    pub rating: Option<f64>,
}

/// What a node draws inside, in watts.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Draw {
    /// For long: all of it, or the sum of what is known.
    pub sustained: f64,
    /// Whether the power of every part is known.
    pub is_whole: bool,
    /// For a moment.
    pub transient: Option<f64>,
}

impl Facts {
    /// What is known of a bill's machine; none for what has no fitting picture: packages that are sold as nodes, modules
    /// without their baseboard, and cards that this catalog does not list.
    pub fn of(bom: &Bom) -> Option<Self> {
        let nodes = bom.hardware.nodes.unwrap_or(1).max(1);
        let find = |kind: PartKind| bom.parts.iter().find(|part| part.kind == kind.as_str());
        let card = find(PartKind::Gpu)?;
        let entry = catalog::gpu(&card.id);
        let is_described = card.id == scenario::parts::CUSTOM;
        if entry.is_none() && !is_described {
            return None;
        }
        let product = find(PartKind::Board).and_then(|board| catalog::board(&board.id));
        let class = || find(PartKind::Board).and_then(|board| catalog::platform(&board.id));
        let platform = product.map_or_else(class, |board| catalog::platform(board.platform));
        let system = find(PartKind::Server);
        let case = find(PartKind::Case).or(system);
        let shape = shape(entry, platform, case)?;
        let count = |part: &Part| (part.quantity / nodes).max(1);
        let named = |part: &Part| (count(part), part.name.clone());
        Some(Self {
            nodes,
            shape,
            housing: case.map(|case| case.name.clone()),
            cards: cards(bom, card, entry, count(card)),
            host: find(PartKind::Cpu).filter(|_| shape != Shape::Computer).map(|cpu| {
                let board = find(PartKind::Board);
                let slots = system.and_then(|system| catalog::server(&system.id)).map(|system| system.memory_slots);
                let of_class =
                    || platform.map(|board| board.memory_slots * count(cpu).min(board.processors) / board.processors.max(1));
                let slots = slots.or(product.map(|board| board.memory_slots)).or_else(of_class);
                let memory = find(PartKind::Memory).and_then(|memory| memory_of(memory, count(memory), cpu, count(cpu), slots));
                let free = || {
                    let board = platform.filter(|board| board.processors == count(cpu))?;
                    let places = product.map_or(board.max_gpus_x8, |board| board.slots.len() as u64);
                    places.checked_sub(count(card)).filter(|_| shape != Shape::Modules)
                };
                Host { board: board.map(|board| board.name.clone()), free: free(), processors: named(cpu), memory }
            }),
            drives: find(PartKind::Storage).map(named),
            system_drive: find(PartKind::SystemDrive).map(|drive| drive.name.clone()),
            supply: find(PartKind::Psu).map(|psu| supply(psu, count(psu))).or_else(|| system.and_then(of_system)),
            draw: Draw {
                sustained: bom.power.node_dc_w.unwrap_or(bom.power.known_dc_w),
                is_whole: bom.power.complete,
                transient: bom.power.node_transient_w,
            },
            bridge: find(PartKind::Bridge).map(|bridge| bridge.name.clone()),
            network: find(PartKind::Network).map(|network| network.name.clone()),
            flags: flags::flags(&bom.notes),
        })
    }
}

fn shape(entry: Option<&GpuEntry>, platform: Option<&PlatformEntry>, case: Option<&Part>) -> Option<Shape> {
    if entry.is_some_and(|entry| entry.segment.is_whole_computer()) {
        return Some(Shape::Computer);
    }
    match entry.map_or(GpuForm::Card, |entry| entry.body.form) {
        GpuForm::Computer => Some(Shape::Computer),
        GpuForm::Superchip => None,
        GpuForm::Sxm | GpuForm::Oam => {
            let in_system = case.and_then(|case| catalog::server(&case.id)).is_some_and(catalog::ServerEntry::takes_modules);
            let is_held = in_system || platform.is_some_and(PlatformEntry::takes_modules);
            is_held.then_some(Shape::Modules)
        }
        GpuForm::Card => {
            let case = case?;
            let of_product = catalog::case(&case.id).map(|entry| match entry.kind {
                CaseKind::OpenFrame => Shape::OpenFrame,
                CaseKind::MidTower | CaseKind::FullTower | CaseKind::MiniTower | CaseKind::Small | CaseKind::Rack => Shape::Case,
            });
            let of_system = || catalog::server(&case.id).map(|_| Shape::Case);
            of_product.or_else(of_system).or(match case.id.as_str() {
                OPEN_FRAME => Some(Shape::OpenFrame),
                MID_TOWER | FULL_TOWER | RACK => Some(Shape::Case),
                _ => None,
            })
        }
    }
}

fn cards(bom: &Bom, part: &Part, entry: Option<&'static GpuEntry>, boards: u64) -> Cards {
    let hardware = scenario::resolve::hardware_of(&bom.hardware);
    let hardware = hardware.as_ref();
    let candidate = entry.map(|entry| Candidate { entry: *entry, count: boards * entry.devices_per_board });
    Cards {
        name: part.name.clone(),
        boards,
        owned: part.owned,
        devices: entry.map_or(1, |entry| entry.devices_per_board),
        slots: entry.and_then(|entry| entry.body.slot_width),
        length_mm: candidate.as_ref().and_then(usual_length_mm),
        link: hardware.map(|hardware| (hardware.gpu_link(), hardware.gpu.pcie.lanes)),
        cooling: entry.map(|entry| entry.body.cooling),
        is_joined: entry.is_some_and(|entry| entry.spec.nvlink.is_some() && entry.spec.nvlink_reach == NvlinkReach::Node),
        pool_gib: entry.and_then(|entry| entry.spec.pool).map(|pool| pool.0 / GIB),
    }
}

/// The modules of a line's kits, and the slots and channels of the processors that are there.
fn memory_of(line: &Part, kits: u64, cpu: &Part, processors: u64, slots: Option<u64>) -> Option<Memory> {
    let kit: &MemoryKit = catalog::memory_kits().iter().find(|kit| kit.id == line.id)?;
    let channels = catalog::cpu(&cpu.id).map(|cpu| cpu.spec.memory_channels * processors);
    Some(Memory {
        modules: kit.modules * kits,
        module_gb: kit.module_gib,
        kind: format!("{} {}", kit.memory_type, kit.form),
        places: slots.zip(channels),
    })
}

/// The supplies of a system, those that stand by included.
fn of_system(part: &Part) -> Option<Supply> {
    let (count, rating) = catalog::server(&part.id)?.supplies?;
    Some(Supply { name: part.name.clone(), count, rating: Some(rating.get() * count as f64) })
}

fn supply(part: &Part, count: u64) -> Supply {
    let rating = catalog::power_supply(&part.id).map(|entry| entry.power.get() * count as f64);
    Supply { name: part.name.clone(), count, rating }
}
