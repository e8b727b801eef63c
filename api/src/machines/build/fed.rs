//! The processor and drive that feed the cards where those of a lean machine make them wait.

use catalog::CpuEntry;
use engine::answer::desk::Figures;
use engine::estimate::{Bound, StageKind};

use super::super::market::Candidate;
use super::super::{Workload, drive, memory, platform};
use super::Around;

/// The parts that feed the cards where those of a lean machine make them wait.
pub fn fed(work: &Workload, candidate: Candidate, answer: &Figures, lean: Around, need_gib: u64) -> Option<Around> {
    let exactly = work.asked.hardware.ram_gib.is_some();
    let processors = platform::processors(work, candidate);
    let mut fed = lean;
    match answer.speed.bound_by {
        Bound::Preprocess | Bound::Collate | Bound::Launch if work.asked.hardware.cpu.is_none() => {
            let stage = answer.path.stages.iter().find(|stage| stage.kind == StageKind::Preprocess)?;
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
