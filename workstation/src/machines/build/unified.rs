//! A whole computer whose processor and graphics share the memory.

use engine::desk::{Desk, Figures};
use engine::units::GIB;

use super::super::balance;
use super::super::candidate::Candidate;
use super::super::frame::Frame;
use super::super::order::Order;
use super::super::part::PartNote;
use super::super::plan::{available, plan_on};
use super::super::refusal::Refusal;
use super::machine::{Build, check};
use super::parts::{cards, networks, tight_host};
use wire::v1::Scenario;
use wire::v1::scenario::GpuChoice;

/// The computer, where it holds the run.
pub fn build_unified(order: &Order, desk: &mut Desk, candidate: &Candidate) -> Result<Build, Refusal> {
    // Its memory and processor are its own: who names others does not mean this one.
    let pool = candidate.entry.spec.pool.map_or(0, |pool| pool.0.div_ceil(GIB));
    if order.asked.hardware.cpu.is_some() || order.asked.hardware.ram_gib.is_some_and(|asked| asked > pool) {
        return Err(Refusal::Unsupported);
    }
    let mut scenario = order.asked.clone();
    scenario.hardware.gpu = Some(GpuChoice::Id(candidate.entry.id.to_owned()));
    scenario.hardware.gpu_count = Some(candidate.count);
    scenario.hardware.nodes = Some(order.nodes);
    (scenario.hardware.ram_gib, scenario.hardware.cpu) = (None, None);
    let answer = plan_on(desk, &scenario, None).ok_or(Refusal::Unsupported)?;
    let capacity = answer.scenario.hardware.storage.capacity.as_f64();
    if order.on_drive > capacity {
        return Err(Refusal::DriveTooSmall { needed: order.on_drive, capacity });
    }
    check(computer(order, candidate, scenario, answer))
}

/// The computer with its parts listed.
pub fn computer(order: &Order, candidate: &Candidate, scenario: Scenario, answer: Figures) -> Build {
    let room = available(&answer, None);
    let frame = Frame::whole(order, candidate);
    let mut part = cards(order, candidate, &answer, room);
    part.notes.push(PartNote::WholeComputer);
    part.notes.extend(tight_host(&answer));
    let mut parts = vec![part];
    parts.extend(networks(order, &frame));
    let imbalance = balance::imbalance(candidate, None);
    let open_imbalance = balance::open_imbalance(order, candidate, None);
    Build { candidate: *candidate, scenario, answer, room, parts, frame, imbalance, open_imbalance }
}
