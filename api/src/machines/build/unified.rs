//! A whole computer whose processor and graphics share the memory.

use engine::answer::desk::{Desk, Figures};
use engine::units::{Bytes, GIB};

use super::super::market::Candidate;
use super::super::part::PartNote;
use super::super::plan::{available, plan_on};
use super::super::{Order, Refusal, drive};
use super::parts::{cards, networks, tight_host};
use super::{Build, Frame, checked};
use crate::v1::Scenario;
use crate::v1::scenario::GpuChoice;

/// Share of memory in common that the processor keeps: drivers let graphics have about three quarters by default (Apple's
/// recommended working set).
const HOST_SHARE: u64 = 4;

/// The computer, where it holds the run.
pub fn unified(order: &Order, desk: &mut Desk, candidate: &Candidate) -> Result<Build, Refusal> {
    let capacity = candidate.entry.spec.memory;
    let host = Bytes(capacity.0 / HOST_SHARE);
    let mut scenario = order.asked.clone();
    scenario.hardware.gpu = Some(GpuChoice::Id(candidate.entry.id.to_owned()));
    scenario.hardware.gpu_count = Some(candidate.count);
    scenario.hardware.nodes = Some(order.nodes);
    scenario.hardware.ram_gib = scenario.hardware.ram_gib.or(Some((host.0 / GIB).max(1)));
    scenario.hardware.storage =
        scenario.hardware.storage.or_else(|| drive::cheapest(order).map(|(drive, _)| drive.id.to_owned()));
    let graphics = capacity.saturating_sub(host);
    let answer = plan_on(desk, &scenario, Some(graphics)).ok_or(Refusal::Unsupported)?;
    checked(computer(order, candidate, scenario, answer, Some(graphics)))
}

/// The computer with its parts listed; the run may take `graphics` bytes of it where the driver gives no more.
pub fn computer(order: &Order, candidate: &Candidate, scenario: Scenario, answer: Figures, graphics: Option<Bytes>) -> Build {
    let room = available(&answer, graphics);
    let frame = Frame::whole(order, candidate);
    let mut part = cards(order, candidate, &answer, room);
    part.notes.push(PartNote::WholeComputer);
    part.notes.extend(tight_host(&answer));
    let mut parts = vec![part];
    parts.extend(networks(order, &frame));
    Build { candidate: *candidate, scenario, answer, room, parts, frame }
}
