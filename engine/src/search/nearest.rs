//! Hardware on which a plan fits, where none fits the hardware asked for.

use super::found::find;
use super::workbench::Weighed;
use crate::device::memory::desktop;
use crate::estimate::{Estimate, Market, Nearest, Offer};
use crate::hardware::Gpu;
use crate::inputs::{Field, Request};
use crate::sizing::card::Detail;
use crate::sizing::plain::plain;
use crate::sizing::plays::Plays;
use crate::training::Sharding;
use crate::units::Bytes;

/// Numbers of cards that a node is built with.
const COUNTS: [u64; 3] = [2, 4, 8];
/// Cards that are tried in earnest once their memory should do: host memory, or an odd card, may stand against it.
const TRIES: usize = 8;

/// The smallest card and the least number of cards that hold a plan; `least` is what the leanest plan needs of a card.
pub(super) fn nearest(request: &Request, market: &Market, least: Bytes) -> Vec<Nearest> {
    [card(request, market, least), cards(request)].into_iter().flatten().collect()
}

fn card(request: &Request, market: &Market, least: Bytes) -> Option<Nearest> {
    groups(&market.cards).find_map(|group| {
        let enough = group.partition_point(|card| available(request, card) < least);
        // The need differs a little from card to card: libraries take more on some.
        let from = enough.saturating_sub(1);
        group[from..].iter().take(TRIES).find_map(|card| {
            let mut asked = request.clone();
            asked.scenario.hardware.gpu = card.spec;
            let plan = best_that_holds(&asked)?;
            Some(Nearest::Card { gpu: *card, plan: Box::new(full_estimate(&plan)) })
        })
    })
}

/// What a card has for the run.
fn available(request: &Request, card: &Offer<Gpu>) -> Bytes {
    let mut hardware = request.scenario.hardware.clone();
    hardware.gpu = card.spec;
    card.spec.memory.saturating_sub(desktop(&hardware))
}

/// Runs of cards with growing memory: the machine's own kind first.
fn groups(cards: &[Offer<Gpu>]) -> impl Iterator<Item = &[Offer<Gpu>]> {
    cards.chunk_by(|a, b| a.spec.memory <= b.spec.memory)
}

fn cards(request: &Request) -> Option<Nearest> {
    let hardware = &request.scenario.hardware;
    // A computer whose graphics share its memory has one of them.
    if hardware.gpu.pool.is_some() {
        return None;
    }
    let is_open = request.open.contains(&Field::Sharding);
    if !is_open && request.scenario.training.sharding == Sharding::None {
        return None;
    }
    let most = request.constraints.max_gpus.unwrap_or(u64::MAX);
    COUNTS.into_iter().filter(|&count| count > hardware.gpu_count && count * hardware.nodes <= most).find_map(|count| {
        let mut asked = request.clone();
        asked.scenario.hardware.gpu_count = count;
        let plan = best_that_holds(&asked)?;
        let sharding = plan.scenario.training.sharding;
        (sharding != Sharding::None).then(|| Nearest::Cards { count, sharding, plan: Box::new(full_estimate(&plan)) })
    })
}

/// The best plan where it holds.
fn best_that_holds(request: &Request) -> Option<Weighed> {
    find(request).ok().map(|found| found.best).filter(|plan| plan.standing.holds())
}

fn full_estimate(plan: &Weighed) -> Estimate {
    plain(&mut Plays::default(), plan.scenario.clone(), Detail::Replayed)
}
