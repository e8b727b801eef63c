//! A machine around a set of equal cards: processor, memory and drive as its plan asks for them.

mod machine;
mod parts;
mod shell;
mod unified;

pub use machine::Build;
pub use parts::{kit_name, name_on_pages};

use engine::desk::{Desk, Figures};
use engine::estimate::Speed;
use engine::units::{Bytes, GIB};
use machine::{check, holds};
use scenario::limits;
use wire::v1::Scenario;
use wire::v1::scenario::GpuChoice;

use super::around::Around;
use super::balance::{self, Host};
use super::base;
use super::bound::Pace;
use super::candidate::Candidate;
use super::drive;
use super::frame::Frame;
use super::hosts::Socket;
use super::order::Order;
use super::plan::{Beside, available, plan_beside, plan_on};
use super::platform::Platform;
use super::refusal::Refusal;

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
    unified::build_unified(order, desk, candidate)
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
    check(assemble(order, candidate, scenario, plan, around))
}

/// The machine of a scenario that names all of its hardware, whatever it lacks: just these parts, or what comes nearest to
/// them. None where no part of a kind comes near.
pub fn build_as_stated(order: &Order, candidate: &Candidate, scenario: Scenario, plan: Figures) -> Option<Build> {
    let need_gib = order.asked.hardware.ram_gib.unwrap_or(plan.ram.recommended.0 / GIB);
    let base = base::cheapest(order, candidate, need_gib).or_else(|| base::nearest(order, candidate, need_gib))?;
    let drive = drive::cheapest_on(order, Platform::of_processor(base.cpu))?;
    let around = Around { base, cpu_feeds: false, drive, drive_serves: false };
    Some(assemble(order, candidate, scenario, plan, &around))
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

/// The machine with its parts listed.
fn assemble(order: &Order, candidate: &Candidate, scenario: Scenario, answer: Figures, around: &Around) -> Build {
    let room = available(&answer, None);
    let frame = Frame::of(order, candidate, around);
    let parts = parts::parts(order, candidate, &answer, room, around, &frame);
    let host = Host::new(around.base.cpu, around.base.board, &around.base.kits);
    let imbalance = balance::imbalance(candidate, Some(host));
    let open_imbalance = balance::open_imbalance(order, candidate, Some(host));
    Build { candidate: *candidate, scenario, answer, room, parts, frame, imbalance, open_imbalance }
}
