//! A machine around so many of a card: processor, memory and drive as its plan asks for them.

mod fed;
mod frame;
mod parts;
mod shell;
mod unified;

pub use frame::Frame;
pub use shell::SHELL_IDS;

use catalog::StorageEntry;
use engine::answer::desk::{Desk, Figures};
use engine::hardware::Vendor;
use engine::units::{Bytes, GIB};

use super::market::Candidate;
use super::memory;
use super::part::{Bill, Part};
use super::plan::{available, plan_on};
use super::platform::{self, Base, Platform};
use super::{Order, Refusal, Workload, drive};
use crate::limits;
use crate::pin::pin;
use crate::resolve::resolve;
use crate::v1::Scenario;
use crate::v1::scenario::{GpuChoice, OwnedPart};

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
    pub answer: Figures,
    /// What the run may take of each card.
    pub room: Bytes,
    /// What it is made of.
    pub parts: Vec<Part>,
    /// What carries, feeds and houses the cards.
    pub frame: Frame,
}

impl Build {
    /// What it costs, without what is there already.
    #[must_use]
    pub fn bill(&self) -> Bill {
        Bill::of(&self.parts, self.owned())
    }

    /// Parts that are there already.
    #[must_use]
    pub fn owned(&self) -> &[OwnedPart] {
        self.scenario.hardware.owned.as_deref().unwrap_or_default()
    }

    /// The whole run, in seconds.
    #[must_use]
    pub fn run_seconds(&self) -> f64 {
        self.answer.run().get()
    }

    /// What it lacks to hold the run with room to spare: even if the run takes the high end of what is expected of a card,
    /// and with the memory that is recommended. Nothing where it lacks neither.
    #[must_use]
    pub fn lacks(&self) -> Option<Refusal> {
        let Figures { vram, ram, scenario, .. } = &self.answer;
        if vram.range.1 > self.room || !vram.fit.fits() {
            let (high, room) = (vram.range.1.as_f64(), self.room.as_f64());
            return Some(Refusal::TightCard { high, room, cards: self.candidate.count });
        }
        let tight = ram.recommended > scenario.hardware.ram;
        tight.then_some(Refusal::TightHost { recommended_gib: ram.recommended.0 / GIB })
    }

    /// Whether card and host hold the run: what a run that they do not hold takes, costs or draws is said of no machine.
    #[must_use]
    pub fn holds(&self) -> bool {
        let Figures { ram, scenario, .. } = &self.answer;
        is_held(&self.answer, self.room) && ram.minimum <= scenario.hardware.ram
    }

    /// Whether times and memory of its kind of card were compared with measurements, which were all made on CUDA devices.
    #[must_use]
    pub fn is_backed(&self) -> bool {
        is_backed(&self.candidate)
    }

    /// Its cards, per node.
    #[must_use]
    pub const fn candidate(&self) -> &Candidate {
        &self.candidate
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

/// Whether figures of a card rest on more than its data sheet.
pub fn is_backed(candidate: &Candidate) -> bool {
    candidate.entry.spec.vendor == Vendor::Nvidia
}

/// The parts around the cards.
#[derive(Debug, Clone, Copy)]
pub struct Around {
    pub(super) base: Base,
    pub(super) cpu_feeds: bool,
    pub(super) drive: (&'static StorageEntry, u64),
    pub(super) drive_serves: bool,
}

/// The cheapest machine that holds the run, and where its data path makes the cards wait, the one that feeds them.
///
/// # Errors
/// Why none does.
pub fn builds(work: &Workload, desk: &mut Desk, candidate: &Candidate) -> Result<Vec<Build>, Refusal> {
    let order = &work.order;
    let per_node = candidate.count * order.nodes;
    if let Some(batch) = order.asked.constraints.global_batch_size.filter(|batch| !batch.is_multiple_of(per_node)) {
        return Err(Refusal::BatchIndivisible { batch, cards: per_node });
    }
    if Platform::of(&candidate.entry, candidate.count) == Platform::Unified {
        return unified::unified(order, desk, candidate).map(|build| vec![build]);
    }
    let asked_gib = order.asked.hardware.ram_gib;
    let no_processor = Refusal::NoProcessor { cards: candidate.count };
    if !platform::is_carried(order, candidate) {
        return Err(no_processor);
    }
    let drive = drive::cheapest(order).ok_or(no_processor)?;
    let base = |need_gib: u64| platform::cheapest(order, candidate, need_gib).ok_or(Refusal::NoMemory { needed_gib: need_gib });
    let guess = Around { base: base(asked_gib.unwrap_or(work.ram_gib))?, cpu_feeds: false, drive, drive_serves: false };
    let scenario = machine(order, candidate, &guess, None);
    let plan = plan_on(desk, &scenario, None).ok_or(Refusal::Unsupported)?;
    let room = available(&plan, None);
    holds(candidate, &plan, room)?;
    // From here on the plan's settings stay; the loader follows the processor, and the memory both.
    let planned = frozen(&scenario, &plan);
    let need_gib = asked_gib.unwrap_or(plan.ram.recommended.0 / GIB);
    // What holds the run without a reserve is better than nothing.
    let base = base(need_gib).or_else(|none| base(plan.ram.minimum.0 / GIB).map_err(|_| none))?;
    let lean = Around { base, ..guess };
    let as_guessed = base.cpu.id == guess.base.cpu.id && Bytes::from_gib(base.kits.total_gib()) == plan.scenario.hardware.ram;
    let mut builds = vec![if as_guessed {
        checked(assembled(order, candidate, scenario, plan, &lean))?
    } else {
        checked(stocked(order, desk, candidate, &planned, &lean)?)?
    }];
    if let Some(fed) = fed::fed(order, candidate, &builds[0].answer, &lean, need_gib)
        && let Ok(build) = stocked(order, desk, candidate, &planned, &fed).and_then(checked)
        && build.run_seconds() < builds[0].run_seconds() * (1.0 - WORTHWHILE)
    {
        builds.push(build);
    }
    Ok(builds)
}

/// The machine of a scenario that names all of its hardware, whatever it lacks: just these parts, or what comes nearest to
/// them. None where no part of a kind comes near.
pub fn stated(order: &Order, candidate: &Candidate, scenario: Scenario, plan: Figures) -> Option<Build> {
    let need_gib = order.asked.hardware.ram_gib.unwrap_or(plan.ram.recommended.0 / GIB);
    let base = platform::cheapest(order, candidate, need_gib).or_else(|| platform::nearest(order, candidate, need_gib))?;
    let around = Around { base, cpu_feeds: false, drive: drive::cheapest(order)?, drive_serves: false };
    Some(assembled(order, candidate, scenario, plan, &around))
}

/// The computer that was asked for, whatever it lacks.
pub fn computer(order: &Order, candidate: &Candidate, scenario: Scenario, plan: Figures) -> Build {
    unified::computer(order, candidate, scenario, plan)
}

/// The asked scenario on this machine.
fn machine(order: &Order, candidate: &Candidate, around: &Around, ram_gib: Option<u64>) -> Scenario {
    let mut scenario = order.asked.clone();
    let hardware = &mut scenario.hardware;
    // A card that was described by hand stays as it was described.
    hardware.gpu = Some(hardware.gpu.take().unwrap_or_else(|| GpuChoice::Id(candidate.entry.id.to_owned())));
    hardware.gpu_count = Some(candidate.count);
    hardware.nodes = Some(order.nodes);
    hardware.cpu = Some(around.base.cpu.id.to_owned());
    hardware.storage = Some(around.drive.0.id.to_owned());
    hardware.ram_gib = hardware.ram_gib.or(ram_gib);
    scenario
}

/// The plan's settings as a scenario; what was asked of the loader stays asked, no more.
fn frozen(scenario: &Scenario, plan: &Figures) -> Scenario {
    let mut planned = pin(scenario, &plan.scenario);
    planned.training.loader = scenario.training.loader.clone();
    planned
}

/// Whether the card holds the run in the `room` that it has.
fn is_held(plan: &Figures, room: Bytes) -> bool {
    plan.vram.fit.fits() && plan.vram.needed <= room
}

fn holds(candidate: &Candidate, plan: &Figures, room: Bytes) -> Result<(), Refusal> {
    if is_held(plan, room) {
        return Ok(());
    }
    Err(Refusal::DoesNotFit { needed: plan.vram.device_peak.as_f64(), capacity: room.as_f64(), cards: candidate.count })
}

/// The machine with these parts, and with more memory where the plan wants it: a quicker processor has more workers.
fn stocked(order: &Order, desk: &mut Desk, candidate: &Candidate, planned: &Scenario, around: &Around) -> Result<Build, Refusal> {
    let build = built(order, desk, candidate, planned, around)?;
    let recommended = build.answer.ram.recommended;
    if order.asked.hardware.ram_gib.is_some() || recommended <= build.answer.scenario.hardware.ram {
        return Ok(build);
    }
    let Base { cpu, board, .. } = around.base;
    let Some(kits) = memory::kits(cpu, board, recommended.0 / GIB, false) else { return Ok(build) };
    built(order, desk, candidate, planned, &Around { base: Base { kits, ..around.base }, ..*around })
}

/// The machine with just these parts, and the plan that runs on it.
fn built(order: &Order, desk: &mut Desk, candidate: &Candidate, planned: &Scenario, around: &Around) -> Result<Build, Refusal> {
    let mut scenario = planned.clone();
    let given = around.base.kits.total_gib().min(limits::RAM_GIB.max);
    scenario.hardware = machine(order, candidate, around, Some(given)).hardware;
    let request = resolve(&scenario).map_err(|_| Refusal::Unsupported)?;
    let answer = desk.figures(&request);
    Ok(assembled(order, candidate, scenario, answer, around))
}

/// The machine with its parts listed.
fn assembled(order: &Order, candidate: &Candidate, scenario: Scenario, answer: Figures, around: &Around) -> Build {
    let room = available(&answer, None);
    let frame = Frame::of(order, candidate, around);
    let parts = parts::parts(order, candidate, &answer, room, around, &frame);
    Build { candidate: *candidate, scenario, answer, room, parts, frame }
}

/// The machine, where card and host hold the run.
fn checked(build: Build) -> Result<Build, Refusal> {
    let answer = &build.answer;
    holds(&build.candidate, answer, build.room)?;
    if answer.ram.minimum > answer.scenario.hardware.ram {
        return Err(Refusal::NoMemory { needed_gib: answer.ram.minimum.0 / GIB });
    }
    Ok(build)
}
