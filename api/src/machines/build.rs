//! A machine around so many of a card: processor, memory and drive as its plan asks for them.

use catalog::{CpuEntry, StorageEntry};
use engine::estimate::{Bound, Estimate, run_time};
use engine::hardware::Vendor;
use engine::units::{Bytes, GIB};

use super::market::{Candidate, DESKTOP_CARDS};
use super::memory::{self, Kits};
use super::part::{Bill, Part, PartKind, PartNote, PartReason};
use super::plan::plan_on;
use super::platform::{self, Platform};
use super::{Refusal, Workload, drive};
use crate::limits;
use crate::pin::pin;
use crate::resolve::resolve;
use crate::v1::Scenario;
use crate::v1::scenario::GpuChoice;

/// Share of memory in common that the processor keeps: drivers let graphics have about three quarters by default (Apple's
/// recommended working set).
const HOST_SHARE: u64 = 4;
/// A dearer processor or drive must shorten the run by this share to be offered.
const WORTHWHILE: f64 = 0.02;

/// A machine that holds the run.
#[derive(Debug, Clone, PartialEq)]
pub struct Build {
    /// Its cards.
    pub(super) candidate: Candidate,
    /// The scenario on it, as asked and with the machine filled in.
    pub scenario: Scenario,
    /// The plan and what it needs.
    pub answer: Estimate,
    /// What it is made of.
    pub parts: Vec<Part>,
}

impl Build {
    /// What it costs.
    #[must_use]
    pub fn bill(&self) -> Bill {
        Bill::of(&self.parts)
    }

    /// The whole run, in seconds.
    #[must_use]
    pub fn run_seconds(&self) -> f64 {
        run_time(&self.answer).get()
    }

    /// `2 x rtx-4090`, as people write it.
    #[must_use]
    pub fn name(&self) -> String {
        self.candidate.name()
    }

    /// Name of the card for reading.
    #[must_use]
    pub const fn card(&self) -> &'static str {
        self.candidate.entry.name
    }

    /// Cards per node.
    #[must_use]
    pub const fn cards(&self) -> u64 {
        self.candidate.count
    }

    /// Settles ties: the same order in every run.
    pub(super) fn key(&self) -> (&'static str, u64, Vec<&'static str>) {
        (self.candidate.entry.id, self.candidate.count, self.parts.iter().map(|part| part.id).collect())
    }
}

/// The parts around the cards.
#[derive(Debug, Clone, Copy)]
struct Around {
    cpu: &'static CpuEntry,
    cpu_feeds: bool,
    drive: (&'static StorageEntry, u64),
    drive_serves: bool,
}

/// The cheapest machine that holds the run, and where its data path makes the cards wait, the one that feeds them.
///
/// # Errors
/// Why none does.
pub fn builds(work: &Workload, candidate: Candidate) -> Result<Vec<Build>, Refusal> {
    let per_node = candidate.count * work.nodes;
    if let Some(batch) = work.asked.constraints.global_batch_size.filter(|batch| !batch.is_multiple_of(per_node)) {
        return Err(Refusal::BatchIndivisible { batch, cards: per_node });
    }
    if Platform::of(candidate.entry, candidate.count) == Platform::Unified {
        return unified(work, candidate).map(|build| vec![build]);
    }
    let asked_gib = work.asked.hardware.ram_gib;
    let no_processor = Refusal::NoProcessor { cards: candidate.count };
    let drive = drive::cheapest(work).ok_or(no_processor)?;
    let board = |need_gib: u64| platform::cheapest(work, candidate, need_gib).ok_or(Refusal::NoMemory { needed_gib: need_gib });
    let (cpu, _) = board(asked_gib.unwrap_or(work.ram_gib))?;
    let guess = Around { cpu, cpu_feeds: false, drive, drive_serves: false };
    let (scenario, plan) = plan_on(&machine(work, candidate, guess, None)).ok_or(Refusal::Unsupported)?;
    holds(candidate, &plan)?;
    // From here on the plan's settings stay; the loader follows the processor, and the memory both.
    let planned = frozen(&scenario, &plan);
    let need_gib = asked_gib.unwrap_or(plan.ram.recommended.0 / GIB);
    let (cpu, kits) = board(need_gib)?;
    let lean = Around { cpu, ..guess };
    let as_guessed = cpu.id == guess.cpu.id && Bytes::from_gib(kits.total_gib()) == plan.scenario.hardware.ram;
    let mut builds = vec![if as_guessed {
        let parts = parts(work, candidate, &plan, lean, kits);
        checked(Build { candidate, scenario, answer: plan, parts })?
    } else {
        built(work, candidate, &planned, lean, kits)?
    }];
    if let Some(fed) = fed(work, candidate, &builds[0].answer, lean, need_gib) {
        let kits = memory::kits(fed.cpu, need_gib, asked_gib.is_some()).ok_or(Refusal::NoMemory { needed_gib: need_gib })?;
        if let Ok(build) = built(work, candidate, &planned, fed, kits)
            && build.run_seconds() < builds[0].run_seconds() * (1.0 - WORTHWHILE)
        {
            builds.push(build);
        }
    }
    Ok(builds)
}

/// The asked scenario on this machine.
fn machine(work: &Workload, candidate: Candidate, around: Around, ram_gib: Option<u64>) -> Scenario {
    let mut scenario = work.asked.clone();
    let hardware = &mut scenario.hardware;
    hardware.gpu = Some(GpuChoice::Id(candidate.entry.id.to_owned()));
    hardware.gpu_count = Some(candidate.count);
    hardware.nodes = Some(work.nodes);
    hardware.cpu = Some(around.cpu.id.to_owned());
    hardware.storage = Some(around.drive.0.id.to_owned());
    hardware.ram_gib = ram_gib.or(hardware.ram_gib);
    scenario
}

/// The plan's settings as a scenario; what was asked of the loader stays asked, no more.
fn frozen(scenario: &Scenario, plan: &Estimate) -> Scenario {
    let mut planned = pin(scenario, &plan.scenario);
    planned.training.loader = scenario.training.loader.clone();
    planned
}

fn holds(candidate: Candidate, plan: &Estimate) -> Result<(), Refusal> {
    if plan.vram.fit.fits() {
        return Ok(());
    }
    let capacity = candidate.entry.spec.memory.saturating_sub(plan.vram.desktop);
    Err(Refusal::DoesNotFit { needed: plan.vram.device_peak.as_f64(), capacity: capacity.as_f64(), cards: candidate.count })
}

/// The machine with these parts, and the plan that runs on it.
fn built(work: &Workload, candidate: Candidate, planned: &Scenario, around: Around, kits: Kits) -> Result<Build, Refusal> {
    let mut scenario = planned.clone();
    let given = kits.total_gib().min(limits::RAM_GIB.max);
    scenario.hardware = machine(work, candidate, around, Some(given)).hardware;
    let request = resolve(&scenario).map_err(|_| Refusal::Unsupported)?;
    let answer = engine::estimate(&request);
    let parts = parts(work, candidate, &answer, around, kits);
    checked(Build { candidate, scenario, answer, parts })
}

/// The machine, where card and host hold the run.
fn checked(build: Build) -> Result<Build, Refusal> {
    let answer = &build.answer;
    holds(build.candidate, answer)?;
    if answer.ram.minimum > answer.scenario.hardware.ram {
        return Err(Refusal::NoMemory { needed_gib: answer.ram.minimum.0 / GIB });
    }
    Ok(build)
}

/// The parts that feed the cards where those of a lean machine make them wait.
fn fed(work: &Workload, candidate: Candidate, answer: &Estimate, lean: Around, need_gib: u64) -> Option<Around> {
    let exactly = work.asked.hardware.ram_gib.is_some();
    let processors = platform::processors(work, candidate);
    let mut fed = lean;
    match answer.speed.bound_by {
        Bound::Preprocess | Bound::Collate | Bound::Launch if work.asked.hardware.cpu.is_none() => {
            let stage = answer.path.stages.iter().find(|stage| stage.kind == engine::estimate::StageKind::Preprocess)?;
            let lacking =
                (answer.speed.compute_rate.get() / work.nodes as f64 / stage.rate.get().max(f64::MIN_POSITIVE)).max(1.0);
            let wanted = platform::strength(lean.cpu) * lacking;
            let known = || {
                let takes = |cpu: &&&'static CpuEntry| cpu.price.is_some() && memory::kits(cpu, need_gib, exactly).is_some();
                processors.iter().filter(takes)
            };
            let enough = known().find(|cpu| platform::strength(cpu) >= wanted);
            let strongest = || known().max_by(|a, b| platform::strength(a).total_cmp(&platform::strength(b)));
            fed.cpu = enough.or_else(strongest)?;
            fed.cpu_feeds = true;
        }
        Bound::Storage => {}
        _ => return None,
    }
    if work.asked.hardware.storage.is_none()
        && let Some(drive) = drive::unwaited(work, answer)
        && drive.0.id != lean.drive.0.id
    {
        fed.drive = drive;
        fed.drive_serves = true;
    }
    (fed.cpu.id != lean.cpu.id || fed.drive.0.id != lean.drive.0.id).then_some(fed)
}

/// A whole computer whose processor and graphics share the memory.
fn unified(work: &Workload, candidate: Candidate) -> Result<Build, Refusal> {
    let capacity = candidate.entry.spec.memory;
    let host_gib = (capacity.0 / HOST_SHARE / GIB).max(1);
    let mut scenario = work.asked.clone();
    scenario.hardware.gpu = Some(GpuChoice::Id(candidate.entry.id.to_owned()));
    scenario.hardware.gpu_count = Some(candidate.count);
    scenario.hardware.nodes = Some(work.nodes);
    scenario.hardware.ram_gib = scenario.hardware.ram_gib.or(Some(host_gib));
    scenario.hardware.storage = scenario.hardware.storage.or_else(|| drive::cheapest(work).map(|(drive, _)| drive.id.to_owned()));
    let (scenario, plan) = plan_on(&scenario).ok_or(Refusal::Unsupported)?;
    let graphics = capacity.as_f64() * (HOST_SHARE - 1) as f64 / HOST_SHARE as f64;
    let needed = plan.vram.device_peak.as_f64();
    if !plan.vram.fit.fits() || needed > graphics {
        return Err(Refusal::DoesNotFit { needed, capacity: graphics, cards: candidate.count });
    }
    if plan.ram.minimum > plan.scenario.hardware.ram {
        return Err(Refusal::NoMemory { needed_gib: plan.ram.minimum.0 / GIB });
    }
    let mut part = cards(work, candidate, &plan);
    part.notes.push(PartNote::WholeComputer);
    Ok(Build { candidate, scenario, answer: plan, parts: vec![part] })
}

fn cards(work: &Workload, candidate: Candidate, answer: &Estimate) -> Part {
    let Candidate { entry, count } = candidate;
    let mut notes = Vec::new();
    if entry.price.is_none() {
        notes.push(PartNote::PriceUnknown);
    }
    if entry.spec.vendor != Vendor::Nvidia {
        notes.push(PartNote::OtherThanCuda);
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
        reason: PartReason::Holds { needed: answer.vram.device_peak.0, capacity: answer.vram.capacity.0 },
        price: entry.price,
        notes,
    }
}

fn parts(work: &Workload, candidate: Candidate, answer: &Estimate, around: Around, kits: Kits) -> Vec<Part> {
    let Around { cpu, cpu_feeds, drive: (drive, drives), drive_serves } = around;
    let rate = answer.speed.compute_rate.get();
    let asked = &work.asked.hardware;
    let unknown = |is_known: bool| if is_known { Vec::new() } else { vec![PartNote::PriceUnknown] };
    let mut parts = vec![cards(work, candidate, answer)];
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

/// `DDR5 UDIMM 2 x 32 GB`.
fn kit_name(kit: &catalog::MemoryKit) -> String {
    let form = kit.form.trim_end_matches(" kit");
    if kit.modules == 1 {
        format!("{} {form} {} GB", kit.memory_type, kit.module_gib)
    } else {
        format!("{} {form} {} x {} GB", kit.memory_type, kit.modules, kit.module_gib)
    }
}
