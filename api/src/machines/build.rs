//! A machine around so many of a card: processor, memory and drive as its plan asks for them.

mod fed;
mod parts;
mod unified;

use catalog::{CpuEntry, StorageEntry};
use engine::answer::desk::{Desk, Figures};
use engine::hardware::Vendor;
use engine::units::{Bytes, GIB};

use super::market::Candidate;
use super::memory::{self, Kits};
use super::part::{Bill, Part};
use super::plan::{available, plan_on};
use super::platform::{self, Platform};
use super::{Refusal, Workload, drive};
use crate::limits;
use crate::pin::pin;
use crate::resolve::resolve;
use crate::v1::Scenario;
use crate::v1::scenario::GpuChoice;

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

    /// Whether times and memory of its kind of card were compared with measurements, which were all made on CUDA devices.
    #[must_use]
    pub fn is_backed(&self) -> bool {
        is_backed(self.candidate)
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
pub fn is_backed(candidate: Candidate) -> bool {
    candidate.entry.spec.vendor == Vendor::Nvidia
}

/// The parts around the cards.
#[derive(Debug, Clone, Copy)]
pub struct Around {
    cpu: &'static CpuEntry,
    cpu_feeds: bool,
    drive: (&'static StorageEntry, u64),
    drive_serves: bool,
}

/// The cheapest machine that holds the run, and where its data path makes the cards wait, the one that feeds them.
///
/// # Errors
/// Why none does.
pub fn builds(work: &Workload, desk: &mut Desk, candidate: Candidate) -> Result<Vec<Build>, Refusal> {
    let per_node = candidate.count * work.nodes;
    if let Some(batch) = work.asked.constraints.global_batch_size.filter(|batch| !batch.is_multiple_of(per_node)) {
        return Err(Refusal::BatchIndivisible { batch, cards: per_node });
    }
    if Platform::of(candidate.entry, candidate.count) == Platform::Unified {
        return unified::unified(work, desk, candidate).map(|build| vec![build]);
    }
    let asked_gib = work.asked.hardware.ram_gib;
    let no_processor = Refusal::NoProcessor { cards: candidate.count };
    let drive = drive::cheapest(work).ok_or(no_processor)?;
    let board = |need_gib: u64| platform::cheapest(work, candidate, need_gib).ok_or(Refusal::NoMemory { needed_gib: need_gib });
    let (cpu, _) = board(asked_gib.unwrap_or(work.ram_gib))?;
    let guess = Around { cpu, cpu_feeds: false, drive, drive_serves: false };
    let scenario = machine(work, candidate, guess, None);
    let plan = plan_on(desk, &scenario, None).ok_or(Refusal::Unsupported)?;
    let room = available(&plan, None);
    holds(candidate, &plan, room)?;
    // From here on the plan's settings stay; the loader follows the processor, and the memory both.
    let planned = frozen(&scenario, &plan);
    let need_gib = asked_gib.unwrap_or(plan.ram.recommended.0 / GIB);
    // What holds the run without a reserve is better than nothing.
    let (cpu, kits) = board(need_gib).or_else(|none| board(plan.ram.minimum.0 / GIB).map_err(|_| none))?;
    let lean = Around { cpu, ..guess };
    let as_guessed = cpu.id == guess.cpu.id && Bytes::from_gib(kits.total_gib()) == plan.scenario.hardware.ram;
    let mut builds = vec![if as_guessed {
        let parts = parts::parts(work, candidate, &plan, room, lean, kits);
        checked(Build { candidate, scenario, answer: plan, room, parts })?
    } else {
        stocked(work, desk, candidate, &planned, lean, kits)?
    }];
    if let Some(fed) = fed::fed(work, candidate, &builds[0].answer, lean, need_gib)
        && let Some(kits) = memory::kits(fed.cpu, need_gib, asked_gib.is_some())
        && let Ok(build) = stocked(work, desk, candidate, &planned, fed, kits)
        && build.run_seconds() < builds[0].run_seconds() * (1.0 - WORTHWHILE)
    {
        builds.push(build);
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
fn frozen(scenario: &Scenario, plan: &Figures) -> Scenario {
    let mut planned = pin(scenario, &plan.scenario);
    planned.training.loader = scenario.training.loader.clone();
    planned
}

fn holds(candidate: Candidate, plan: &Figures, room: Bytes) -> Result<(), Refusal> {
    if plan.vram.fit.fits() && plan.vram.needed <= room {
        return Ok(());
    }
    Err(Refusal::DoesNotFit { needed: plan.vram.device_peak.as_f64(), capacity: room.as_f64(), cards: candidate.count })
}

/// The machine with these parts, and with more memory where the plan wants it: a quicker processor has more workers.
fn stocked(
    work: &Workload,
    desk: &mut Desk,
    candidate: Candidate,
    planned: &Scenario,
    around: Around,
    kits: Kits,
) -> Result<Build, Refusal> {
    let build = built(work, desk, candidate, planned, around, kits)?;
    let recommended = build.answer.ram.recommended;
    if work.asked.hardware.ram_gib.is_some() || recommended <= build.answer.scenario.hardware.ram {
        return checked(build);
    }
    let more = memory::kits(around.cpu, recommended.0 / GIB, false);
    checked(more.map_or(Ok(build), |kits| built(work, desk, candidate, planned, around, kits))?)
}

/// The machine with just these parts, and the plan that runs on it.
fn built(
    work: &Workload,
    desk: &mut Desk,
    candidate: Candidate,
    planned: &Scenario,
    around: Around,
    kits: Kits,
) -> Result<Build, Refusal> {
    let mut scenario = planned.clone();
    let given = kits.total_gib().min(limits::RAM_GIB.max);
    scenario.hardware = machine(work, candidate, around, Some(given)).hardware;
    let request = resolve(&scenario).map_err(|_| Refusal::Unsupported)?;
    let answer = desk.figures(&request);
    let room = available(&answer, None);
    let parts = parts::parts(work, candidate, &answer, room, around, kits);
    Ok(Build { candidate, scenario, answer, room, parts })
}

/// The machine, where card and host hold the run.
fn checked(build: Build) -> Result<Build, Refusal> {
    let answer = &build.answer;
    holds(build.candidate, answer, build.room)?;
    if answer.ram.minimum > answer.scenario.hardware.ram {
        return Err(Refusal::NoMemory { needed_gib: answer.ram.minimum.0 / GIB });
    }
    Ok(build)
}
