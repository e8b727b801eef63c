//! The view of a machine that was built.

use catalog::{Confidence, PlatformEntry, PlatformKind};
use engine::device::roofline::training_gpus;
use engine::hardware::NvlinkReach;
use engine::host::kits::usable;
use engine::units::GIB;

use super::{Board, Cards, Drive, Fits, Memory, Power, Prices, Run, Supply, View};
use crate::bom::energy;
use crate::machines::standards::{brings_its_host, card_gib, months_since};
use crate::machines::{
    BoardInPlace, Build, CoolerInPlace, Fitted, Frame, Housing, PartKind, Platform, Supplies, connectors_8pin, drive_places,
    form, is_atx3, most_drives, there, written,
};
use wire::v1::Estimate;

/// Makers tell the endurance of drives in these.
const TERABYTE: f64 = 1e12;

impl View {
    /// A machine as the rules see it.
    #[must_use]
    pub fn of(build: &Build) -> Self {
        let bill = build.bill();
        Self {
            nodes: build.answer.scenario.hardware.nodes,
            cards: cards(build),
            cores: cores(build),
            drives: drives(build),
            drive: drive(build),
            sockets: if cores(build).is_some() { build.frame.processors } else { 0 },
            board: build.frame.board.map(|board| board_of(build, board)),
            fits: Fits::of(build),
            memory: memory(build),
            housing: build.frame.shell.housing,
            power: power(build),
            run: Some(run(build)),
            prices: Prices {
                unknown: bill.unknown_parts,
                unused: Vec::new(),
                as_of: bill.as_of.unwrap_or_default().to_owned(),
                age_months: bill.as_of.and_then(months_since),
            },
            idle_owned: idle_owned(build),
            uncertain: uncertain(build),
        }
    }

    /// Sets what is known of prices, where some of them are the reader's own.
    #[must_use]
    pub fn with_prices(mut self, unknown: u64, unused: Vec<String>, as_of: Option<&str>) -> Self {
        let (as_of, age_months) = (as_of.unwrap_or_default().to_owned(), as_of.and_then(months_since));
        self.prices = Prices { unknown, unused, as_of, age_months };
        self
    }

    /// Leaves out the run, which only stands in for what the machine is for: rules then look at the parts alone.
    #[must_use]
    pub const fn without_run(mut self) -> Self {
        self.run = None;
        // What is written is the run's.
        self.drive = None;
        self
    }

    /// Adds what the practitioners' rule on host memory (C1) says of the run.
    #[must_use]
    pub fn with_opinions(mut self, estimate: &Estimate) -> Self {
        let c1 = estimate.rules.iter().find(|opinion| opinion.rule == "C1");
        if let Some(run) = &mut self.run {
            run.c1_gib = c1.and_then(|opinion| opinion.says).map(|[low, high]| (low, high));
        }
        self
    }
}

/// The board: a product by its slots, a class by what its boards hold.
fn board_of(build: &Build, class: &PlatformEntry) -> Board {
    let slots = match build.frame.shell.board {
        BoardInPlace::Product(entry) => Some(entry.slots.len() as u64),
        BoardInPlace::None | BoardInPlace::Class(_) | BoardInPlace::Open(_) => None,
    };
    let of_system = build.frame.shell.system.map(|system| system.accelerators);
    Board {
        most_cards: of_system.or(slots).unwrap_or(class.max_gpus_x8),
        side_by_side: class.dual_slot_cards,
        takes_modules: class.takes_modules(),
        is_desktop: class.kind == PlatformKind::Desktop,
    }
}

fn cards(build: &Build) -> Cards {
    let candidate = build.candidate();
    let (entry, body) = (&candidate.entry, &candidate.entry.body);
    let bridged = match entry.spec.nvlink_reach {
        NvlinkReach::Bridge { cards } if entry.spec.nvlink.is_some() => cards,
        _ => 0,
    };
    Cards {
        devices: candidate.count,
        boards: candidate.boards(),
        memory_gib: card_gib(entry),
        form: form(entry),
        cooling: body.cooling,
        slots: body.slot_width,
        lanes: build.answer.scenario.hardware.gpu_link().lanes,
        own_lanes: entry.spec.pcie.lanes,
        inputs: body.inputs,
        advised_supply: body.system_power.map(|system| system.power.get()),
        is_linked: entry.spec.nvlink.is_some() && entry.spec.nvlink_reach.joins(candidate.count),
        bridged,
        age_months: months_since(entry.launch),
        launch: entry.launch.to_owned(),
    }
}

/// Cores of the processors that are bought with the cards.
fn cores(build: &Build) -> Option<u64> {
    let is_bought_apart = !brings_its_host(form(&build.candidate().entry));
    build.frame.cpu.filter(|_| is_bought_apart).map(|cpu| cpu.spec.cores() * build.frame.processors)
}

/// Drives of a node, and places for such.
fn drives(build: &Build) -> Option<(u64, u64)> {
    let platform = Platform::of_processor(build.frame.cpu?);
    let listed = build.parts.iter().find(|part| part.kind == PartKind::Storage)?;
    let drive = catalog::storage(listed.id)?;
    let places = match (build.frame.shell.board, build.frame.shell.system) {
        (BoardInPlace::Product(board), _) => drive_places(board, drive),
        (_, Some(system)) => system.nvme_bays.unwrap_or_else(|| most_drives(drive, platform)),
        _ => most_drives(drive, platform),
    };
    Some((listed.quantity / build.answer.scenario.hardware.nodes.max(1), places))
}

fn drive(build: &Build) -> Option<Drive> {
    build.frame.cpu?;
    let listed = build.parts.iter().find(|part| part.kind == PartKind::Storage)?;
    let drive = catalog::storage(listed.id)?;
    let count = (listed.quantity / build.answer.scenario.hardware.nodes.max(1)) as f64;
    Some(Drive {
        written_tb: written(&build.answer) / TERABYTE,
        endurance_tb: drive.endurance.map(|endurance| endurance.as_f64() * count / TERABYTE),
    })
}

fn memory(build: &Build) -> Option<Memory> {
    let Frame { cpu, kits, board, shell, .. } = build.frame;
    let (cpu, kits) = (cpu?, kits?);
    let product = match shell.board {
        BoardInPlace::Product(entry) => Some(entry),
        BoardInPlace::None | BoardInPlace::Class(_) | BoardInPlace::Open(_) => None,
    };
    let of_system = shell.system.map(|system| (system.max_memory, system.memory_slots));
    let of_board = product.map(|entry| (entry.max_memory, entry.memory_slots));
    let room = of_system.or(of_board).or_else(|| board.map(|board| (board.max_memory, board.memory_slots)));
    let most = match room {
        // What a processor takes counts once for each of a system's.
        Some((most, _)) => most.min(cpu.spec.max_memory * build.frame.processors.max(1)),
        None => cpu.spec.max_memory,
    };
    let installed = build.answer.scenario.hardware.ram.0 / GIB;
    Some(Memory {
        installed_gib: installed,
        // Kits that are there already may hold more: nothing is bought in their place.
        listed_gib: if kits.is_there() { installed } else { kits.total_gib() },
        most_gib: most.0 / GIB,
        modules: kits.modules(),
        slots: room.map_or(kits.modules(), |(_, slots)| slots),
        channels: cpu.spec.memory_channels * build.frame.processors.max(1),
        rates: cpu.memory_rates.one_per_channel.zip(cpu.memory_rates.two_per_channel),
        has_ecc: kits.kit.ecc && product.is_none_or(|board| board.ecc != Some(false)),
    })
}

fn power(build: &Build) -> Power {
    let energy = energy(build);
    let draw = build.frame.draw;
    Power {
        inside: energy.inside.get(),
        wall: energy.wall.get(),
        transient: energy.transient.get(),
        is_card_known: draw.is_card_known,
        is_processor_known: draw.is_processor_known,
        circuit: build.circuit(),
        supply: match build.frame.shell.supplies {
            Supplies::BuiltIn | Supplies::Rack(_) => Supply::Included,
            Supplies::Unsized => Supply::Unsized,
            Supplies::Fitted(Fitted { entry, count }) => Supply::Bought {
                count,
                rating: entry.power.get(),
                pin16: entry.pin16,
                pin8: connectors_8pin(entry, build.candidate()),
                is_atx3: is_atx3(entry, build.candidate()),
            },
        },
    }
}

fn run(build: &Build) -> Run {
    let answer = &build.answer;
    let hardware = &answer.scenario.hardware;
    let share = |part: f64, whole: f64| if whole > 0.0 { part / whole } else { 0.0 };
    let is_whole = build.frame.shell.housing == Housing::Computer;
    Run {
        seconds: build.run_seconds(),
        training_gpus: training_gpus(hardware, &answer.scenario.training),
        communication_share: share(answer.speed.parts.communication.get(), answer.speed.step.get()),
        bound: answer.speed.bound_by,
        vram_share: share(answer.vram.device_peak.as_f64(), build.room.as_f64()),
        // Memory in common has no shares of its own.
        ram_share: if is_whole { 0.5 } else { share(answer.ram.peak.as_f64(), usable(hardware.ram).as_f64()) },
        recommended_gib: answer.ram.recommended.0 / GIB,
        c1_gib: None,
    }
}

/// What is there already beyond what the bill lists, each part once.
fn idle_owned(build: &Build) -> Vec<String> {
    let mut idle: Vec<String> = Vec::new();
    let mut seen: Vec<&str> = Vec::new();
    for own in build.owned() {
        if seen.contains(&own.id.as_str()) {
            continue;
        }
        seen.push(&own.id);
        let listed: u64 = build.parts.iter().filter(|part| part.id == own.id).map(|part| part.quantity).sum();
        match there(build.owned(), &own.id).saturating_sub(listed) {
            0 => {}
            1 => idle.push(own.id.clone()),
            count => idle.push(format!("{count} x {}", own.id)),
        }
    }
    idle
}

/// Parts whose figures have thin or contradicting sources.
fn uncertain(build: &Build) -> Vec<String> {
    let low = |confidence: Confidence| confidence == Confidence::Low;
    let name = |kind: PartKind| build.parts.iter().find(|part| part.kind == kind).map(|part| part.name.as_str());
    let entry = &build.candidate().entry;
    let Frame { cpu, kits, board, shell, network, .. } = build.frame;
    let supply = match shell.supplies {
        Supplies::Fitted(fitted) if low(fitted.entry.confidence) => Some(fitted.entry.name),
        _ => None,
    };
    let drive = build.scenario.hardware.storage.as_deref().and_then(catalog::storage);
    let names = [
        low(entry.confidence).then_some(entry.name),
        cpu.filter(|cpu| low(cpu.confidence)).map(|cpu| cpu.name),
        match shell.board {
            BoardInPlace::Product(entry) => low(entry.confidence).then_some(entry.name),
            BoardInPlace::Class(class) | BoardInPlace::Open(class) => low(class.confidence).then_some(class.name),
            BoardInPlace::None => board.filter(|board| low(board.confidence)).map(|board| board.name),
        },
        match shell.cooler {
            CoolerInPlace::Product(entry) => low(entry.confidence).then_some(entry.name),
            CoolerInPlace::Included | CoolerInPlace::Open => None,
        },
        shell.case.filter(|case| low(case.confidence)).map(|case| case.name),
        shell.system.filter(|system| low(system.confidence)).map(|system| system.name),
        kits.filter(|kits| low(kits.kit.confidence)).and_then(|_| name(PartKind::Memory)),
        drive.filter(|drive| low(drive.confidence)).map(|drive| drive.name),
        supply,
        network.filter(|network| low(network.confidence)).map(|network| network.name),
    ];
    names.into_iter().flatten().map(str::to_owned).collect()
}
