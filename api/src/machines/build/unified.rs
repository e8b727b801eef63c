//! A whole computer whose processor and graphics share the memory.

use engine::answer::desk::Desk;
use engine::units::{Bytes, GIB};

use super::super::market::Candidate;
use super::super::part::PartNote;
use super::super::plan::{available, plan_on};
use super::super::{Refusal, Workload, drive};
use super::parts::{cards, tight_host};
use super::{Build, checked};
use crate::v1::scenario::GpuChoice;

/// Share of memory in common that the processor keeps: drivers let graphics have about three quarters by default (Apple's
/// recommended working set).
const HOST_SHARE: u64 = 4;

/// The computer, where it holds the run.
pub fn unified(work: &Workload, desk: &mut Desk, candidate: Candidate) -> Result<Build, Refusal> {
    let capacity = candidate.entry.spec.memory;
    let host = Bytes(capacity.0 / HOST_SHARE);
    let mut scenario = work.asked.clone();
    scenario.hardware.gpu = Some(GpuChoice::Id(candidate.entry.id.to_owned()));
    scenario.hardware.gpu_count = Some(candidate.count);
    scenario.hardware.nodes = Some(work.nodes);
    scenario.hardware.ram_gib = scenario.hardware.ram_gib.or(Some((host.0 / GIB).max(1)));
    scenario.hardware.storage = scenario.hardware.storage.or_else(|| drive::cheapest(work).map(|(drive, _)| drive.id.to_owned()));
    let graphics = capacity.saturating_sub(host);
    let answer = plan_on(desk, &scenario, Some(graphics)).ok_or(Refusal::Unsupported)?;
    let room = available(&answer, Some(graphics));
    let mut part = cards(work, candidate, &answer, room);
    part.notes.push(PartNote::WholeComputer);
    part.notes.extend(tight_host(&answer));
    checked(Build { candidate, scenario, answer, room, parts: vec![part] })
}
