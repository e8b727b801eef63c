//! The ladder of host memory: what was asked, answered again with each capacity that comes into question.
//!
//! Neither a step nor its kernels depend on the host's memory, so that all rungs share those of the estimate: what is worked
//! out anew is the host alone.

use super::open::decide;
use super::plays::Plays;
use crate::device::roofline::traffic;
use crate::estimate::{DataPath, Estimate, RamLadder, Rung, StageKind};
use crate::host::processes::processes;
use crate::host::{kits, shortage};
use crate::inputs::{Field, Request, Scenario};
use crate::units::{Bytes, Seconds};

/// Steps in GiB that people choose among: each twice the last.
const STEPS_GIB: [u64; 8] = [16, 32, 64, 128, 256, 512, 1024, 2048];
/// Fewest of them on a ladder.
const FEWEST: usize = 4;

/// The ladder beside the estimate of a request; none where host and device share one memory, of which there is one size.
pub(crate) fn ladder(plays: &mut Plays, request: &Request, estimate: &Estimate) -> Option<RamLadder> {
    let Estimate { scenario, ram, .. } = estimate;
    if scenario.hardware.gpu.pool.is_some() {
        return None;
    }
    let mut asked = request.clone();
    asked.open.retain(|field| *field != Field::Ram);
    let capacities = capacities(ram.minimum, ram.recommended, scenario.hardware.ram);
    let rungs = capacities.into_iter().map(|capacity| {
        asked.scenario.hardware.ram = capacity;
        let rung = rung(plays, &asked);
        let is_installed = capacity == scenario.hardware.ram;
        Rung { is_installed, is_recommended: capacity == ram.recommended, ..rung }
    });
    Some(RamLadder {
        rungs: rungs.collect(),
        page_in_rate: shortage::page_in_rate(scenario),
        memory_rate: traffic::memory_rate(&scenario.hardware.cpu),
    })
}

/// The steps from the one below the least that holds the run to the one above the recommended, at least four, and between them
/// what is installed and what is recommended.
fn capacities(minimum: Bytes, recommended: Bytes, installed: Bytes) -> Vec<Bytes> {
    let last = STEPS_GIB.len() - 1;
    let holding = |need: Bytes| STEPS_GIB.iter().position(|gib| Bytes::from_gib(*gib) >= need).unwrap_or(last);
    let mut high = (holding(recommended) + 1).min(last);
    let mut low = holding(minimum).saturating_sub(1);
    high = high.max((low + FEWEST - 1).min(last));
    low = low.min(high + 1 - FEWEST);
    let steps = STEPS_GIB[low..=high].iter().map(|gib| Bytes::from_gib(*gib));
    let mut capacities: Vec<Bytes> = steps.chain([installed, recommended]).collect();
    capacities.sort_unstable();
    capacities.dedup();
    capacities
}

/// The answer to a request whose memory is given.
fn rung(plays: &mut Plays, request: &Request) -> Rung {
    let scenario = decide(plays, request);
    let ram = plays.ram(&scenario);
    let (path, speed) = plays.path_and_speed(&scenario);
    let samples = scenario.data.samples as f64;
    let steps = samples / (speed.rate.get() * speed.step.get());
    Rung {
        capacity: scenario.hardware.ram,
        usable: kits::usable(scenario.hardware.ram),
        is_installed: false,
        is_recommended: false,
        micro_batch_size: scenario.training.micro_batch_size,
        num_workers: scenario.training.loader.num_workers,
        most_workers: shortage::most_workers(&scenario, plays.work(&scenario)),
        paging_per_epoch: speed.paging * steps,
        cached_share: path.cached_share,
        reading: reading(&scenario, &path),
        ram,
        speed,
    }
}

/// In what time the first stage gives all samples once, in epochs after the first.
fn reading(scenario: &Scenario, path: &DataPath) -> Seconds {
    let nodes = processes(scenario).nodes as f64;
    let storage = path.stages.iter().find(|stage| stage.kind == StageKind::Storage);
    storage.map_or(Seconds::ZERO, |stage| Seconds::new(scenario.data.samples as f64 / (stage.rate.get() * nodes)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::inputs::Constraints;
    use crate::sizing::card::Detail;
    use crate::sizing::open::pin;
    use crate::sizing::plain::plain_with_largest;
    use crate::sizing::plays::tests::scenario;

    #[test]
    fn steps_stand_around_the_need() {
        let gib = Bytes::from_gib;
        for (minimum, recommended, installed, steps) in [
            (16, 16, 16, &[16, 32, 64, 128][..]),
            (16, 32, 64, &[16, 32, 64, 128]),
            (32, 48, 64, &[16, 32, 48, 64, 128]),
            (64, 96, 24, &[24, 32, 64, 96, 128, 256]),
            (128, 192, 64, &[64, 128, 192, 256, 512]),
            (512, 768, 64, &[64, 256, 512, 768, 1024, 2048]),
            (2048, 4096, 16, &[16, 256, 512, 1024, 2048, 4096]),
        ] {
            let found = capacities(gib(minimum), gib(recommended), gib(installed));
            let found: Vec<u64> = found.into_iter().map(|capacity| capacity.as_gib() as u64).collect();
            assert_eq!(found, steps, "{minimum} {recommended} {installed}");
        }
    }

    /// What makes it cheap: no step is played that the estimate has not.
    #[test]
    fn rungs_play_no_step_of_their_own() {
        let scenario = scenario();
        for open in [vec![], vec![Field::Ram, Field::MicroBatchSize, Field::NumWorkers]] {
            let request = Request { scenario: scenario.clone(), open, constraints: Constraints::default() };
            let mut plays = Plays::default();
            let (pinned, largest) = pin(&mut plays, &request);
            let estimate = plain_with_largest(&mut plays, pinned, largest, Detail::Least);
            let played = plays.number();
            let ladder = ladder(&mut plays, &request, &estimate).expect("a card of its own");
            assert!(ladder.rungs.len() >= FEWEST);
            assert_eq!(plays.number(), played);
        }
    }
}
