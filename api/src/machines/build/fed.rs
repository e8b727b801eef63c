//! The processor and drive that feed the cards where those of a lean machine make them wait.

use catalog::CpuEntry;
use engine::answer::desk::Figures;
use engine::estimate::{Bound, StageKind};

use super::super::market::Candidate;
use super::super::platform::{self, Base};
use super::super::{Order, drive};
use super::Around;

/// The parts that feed the cards where those of a lean machine make them wait.
pub fn fed(order: &Order, candidate: &Candidate, answer: &Figures, lean: &Around, need_gib: u64) -> Option<Around> {
    let asked = &order.asked.hardware;
    let mut fed = *lean;
    match answer.speed.bound_by {
        Bound::Preprocess | Bound::Collate | Bound::Launch if asked.cpu.is_none() => {
            let stage = answer.path.stages.iter().find(|stage| stage.kind == StageKind::Preprocess)?;
            let lacking =
                (answer.speed.compute_rate.get() / order.nodes as f64 / stage.rate.get().max(f64::MIN_POSITIVE)).max(1.0);
            let wanted = platform::strength(lean.base.cpu) * lacking;
            let on = |cpu: &'static CpuEntry| Base::of(cpu, candidate, need_gib, asked.ram_gib.is_some());
            let processors = platform::processors(order, candidate);
            // A board whose price is not known is no better than that of the lean machine.
            let known = || processors.iter().filter_map(|cpu| on(cpu)).filter(|base| base.cost().0 <= lean.base.cost().0);
            let strength = |base: &Base| platform::strength(base.cpu);
            let enough = known().find(|base| strength(base) >= wanted);
            let strongest = || known().max_by(|a, b| strength(a).total_cmp(&strength(b)));
            fed.base = enough.or_else(strongest)?;
            fed.cpu_feeds = true;
        }
        Bound::Storage => {}
        _ => return None,
    }
    if asked.storage.is_none()
        && let Some(drive) = drive::unwaited(order, answer)
        && drive.0.id != lean.drive.0.id
    {
        fed.drive = drive;
        fed.drive_serves = true;
    }
    (fed.base.cpu.id != lean.base.cpu.id || fed.drive.0.id != lean.drive.0.id).then_some(fed)
}
