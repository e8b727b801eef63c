//! A machine around so many of a card: processor, memory and drive as its plan asks for them.

mod frame;
mod parts;
mod shell;
mod unified;

pub use frame::Frame;
pub use parts::is_bridged;

use catalog::StorageEntry;
use engine::desk::{Desk, Figures};
use engine::estimate::Speed;
use engine::hardware::Vendor;
use engine::units::{Bytes, GIB};

use super::bound::Pace;
use super::hosts::Socket;
use super::market::Candidate;
use super::part::{Bill, Part};
use super::plan::{Beside, available, plan_beside, plan_on};
use super::platform::{self, Base, Platform};
use super::{Order, Refusal, drive};
use scenario::limits;
use wire::v1::Scenario;
use wire::v1::scenario::{GpuChoice, OwnedPart};

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
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Around {
    pub(super) base: Base,
    pub(super) cpu_feeds: bool,
    pub(super) drive: (&'static StorageEntry, u64),
    pub(super) drive_serves: bool,
}

/// Refuses a global batch that the cards cannot share evenly.
///
/// # Errors
/// The batch, and how many cards.
pub fn shared_evenly(order: &Order, candidate: &Candidate) -> Result<(), Refusal> {
    let cards = candidate.count * order.nodes;
    let batch = order.asked.constraints.global_batch_size.filter(|batch| !batch.is_multiple_of(cards));
    batch.map_or(Ok(()), |batch| Err(Refusal::BatchIndivisible { batch, cards }))
}

/// The whole computer that a card is part of.
///
/// # Errors
/// Why it does not hold the run.
pub fn whole(order: &Order, desk: &mut Desk, candidate: &Candidate) -> Result<Build, Refusal> {
    unified::unified(order, desk, candidate)
}

/// What a run takes on a host that can do most.
#[derive(Debug, Clone, Copy)]
pub struct Ideal {
    /// Its epochs.
    pub pace: Pace,
    /// A later epoch without what it takes to start.
    pub epoch: f64,
    /// Host memory that the plan needs.
    pub ram_minimum: Bytes,
    /// Host memory that leaves it a reserve.
    pub ram_recommended: Bytes,
    /// The card holds the high end of what it may take.
    pub is_roomy: bool,
}

/// The plan beside a host that is described by its figures; `socket` is one that such cards can be built with.
///
/// # Errors
/// Why no plan holds.
pub fn ideal(order: &Order, desk: &mut Desk, candidate: &Candidate, socket: &Socket, beside: &Beside) -> Result<Ideal, Refusal> {
    let around = socket.around(socket.kits[0], socket.volumes[0], socket.cpu.id);
    let scenario = machine(order, candidate, &around, Some(around.base.kits.total_gib()));
    let plan = plan_beside(desk, &scenario, None, Some(beside)).ok_or(Refusal::Unsupported)?;
    holds(candidate, &plan, available(&plan, None))?;
    let Speed { first_epoch, epoch, rate, .. } = plan.speed;
    let is_roomy = plan.vram.fit.fits() && plan.vram.range.1 <= available(&plan, None);
    let pace = Pace { first: first_epoch.get(), later: epoch.get() };
    let epoch = plan.scenario.data.samples as f64 / rate.get();
    Ok(Ideal { pace, epoch, ram_minimum: plan.ram.minimum, ram_recommended: plan.ram.recommended, is_roomy })
}

/// The machine with just these parts, and the plan that is made for it.
///
/// # Errors
/// Why it does not hold the run.
pub fn on(order: &Order, desk: &mut Desk, candidate: &Candidate, around: &Around) -> Result<Build, Refusal> {
    let given = around.base.kits.total_gib().min(limits::RAM_GIB.max);
    let scenario = machine(order, candidate, around, Some(given));
    let plan = plan_on(desk, &scenario, None).ok_or(Refusal::Unsupported)?;
    checked(assembled(order, candidate, scenario, plan, around))
}

/// The machine of a scenario that names all of its hardware, whatever it lacks: just these parts, or what comes nearest to
/// them. None where no part of a kind comes near.
pub fn stated(order: &Order, candidate: &Candidate, scenario: Scenario, plan: Figures) -> Option<Build> {
    let need_gib = order.asked.hardware.ram_gib.unwrap_or(plan.ram.recommended.0 / GIB);
    let base = platform::cheapest(order, candidate, need_gib).or_else(|| platform::nearest(order, candidate, need_gib))?;
    let drive = drive::cheapest_on(order, Platform::of_socket(base.cpu.socket))?;
    let around = Around { base, cpu_feeds: false, drive, drive_serves: false };
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
    hardware.storage_count = Some(around.drive.1.min(limits::STORAGE_COUNT.max));
    hardware.ram_gib = hardware.ram_gib.or(ram_gib);
    scenario
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
