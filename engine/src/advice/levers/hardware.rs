//! Levers that are bought.

use super::activations::runs_kernels;
use super::candidate::Candidate;
use super::mixing::mixing;
use super::parallel::join_gpus;
use super::plan::Plan;
use crate::advice::apply::applied;
use crate::advice::feeding;
use crate::device::roofline::profile;
use crate::estimate::{Change, Effect, LeverKind, Offer, RejectionReason, Remedy};
use crate::hardware::Gpu;
use crate::host::kits;
use crate::training::{Precision, Sharding};
use crate::units::Bytes;

/// Cards that are tried on a plan which fits its own no more.
const MOST_TRIED: usize = 8;
/// A card counts as faster from this share of the step's time on.
const FASTER: f64 = 0.9;

const fn purchase(
    id: &'static str,
    change: Result<Vec<Change>, RejectionReason>,
    effect: Effect,
    source: &'static str,
) -> Candidate {
    Candidate { id, kind: LeverKind::Hardware, change, effect, source }
}

/// The kit that holds the run and ends the wait, as far as the processor takes it.
pub(super) fn more_ram(plan: &Plan) -> Candidate {
    let hardware = &plan.scenario.hardware;
    let ram = &plan.asked.ram;
    let wanted = match feeding::more_ram(plan.scenario, &plan.work).as_ref().map(|remedy| remedy.change.as_slice()) {
        Some([Change::Ram(kit)]) => Some(*kit),
        _ => None,
    };
    let short = (hardware.ram < ram.minimum).then_some(ram.minimum);
    let held = kits::CAPACITIES_GIB.into_iter().map(Bytes::from_gib).filter(|kit| *kit <= hardware.cpu.max_memory).max();
    let change = match wanted.max(short) {
        None => Err(RejectionReason::NoGain),
        // Past what the processor takes there is nothing to buy.
        Some(kit) if held.is_none_or(|held| kit > held) => Err(RejectionReason::Unsupported),
        Some(kit) => Ok(vec![Change::Ram(kit)]),
    };
    purchase("more-ram", change, Effect::None, "rules A2, A4, A7")
}

pub(super) fn faster_drive(plan: &Plan) -> Candidate {
    let remedy = feeding::faster_drive(plan.scenario, &plan.work, plan.market);
    purchase("faster-drive", change_of(remedy), Effect::None, "rule C4; data sheets of drives")
}

pub(super) fn more_cores(plan: &Plan) -> Candidate {
    let remedy = feeding::more_cores(plan.scenario, &plan.work, plan.market);
    purchase("more-cores", change_of(remedy), Effect::None, "rule B10; decoding and tokenizing per core as measured")
}

fn change_of(remedy: Option<Remedy>) -> Result<Vec<Change>, RejectionReason> {
    remedy.map(|remedy| remedy.change).ok_or(RejectionReason::NoGain)
}

/// The next larger card that holds the run; where the own one does, the next that is faster and no smaller.
pub(super) fn next_card(plan: &Plan) -> Candidate {
    let own = &plan.scenario.hardware.gpu;
    let mut suited = plan.market.cards.iter().filter(|card| card.spec.vendor == own.vendor && computes(&card.spec, plan));
    let found = if plan.asked.vram.fit.fits() {
        let step = profile(&plan.work, &plan.scenario.hardware, &plan.scenario.training).step();
        suited.find(|card| {
            let changed = applied(plan.scenario, &[Change::Gpu(**card)]);
            let faster = || profile(&plan.work, &changed.hardware, &changed.training).step().get() <= step.get() * FASTER;
            card.spec.memory >= own.memory && faster()
        })
    } else {
        // What a card has to hold is nearly the same on all of them: few have to be tried.
        let need = plan.asked.vram.needed;
        let holds = |card: &&Offer<Gpu>| {
            let changed = applied(plan.scenario, &[Change::Gpu(**card)]);
            plan.is_held(&changed)
        };
        suited.filter(|card| card.spec.memory > own.memory && card.spec.memory >= need).take(MOST_TRIED).find(holds)
    };
    let change = found.map(|card: &Offer<Gpu>| vec![Change::Gpu(*card)]).ok_or(RejectionReason::NoGain);
    purchase("next-card", change, Effect::None, "data sheets of cards; roofline of the step on each")
}

/// Whether a card has the units that the run's precision asks for, and runs its kernels.
fn computes(card: &Gpu, plan: &Plan) -> bool {
    runs_kernels(plan.scenario, card)
        && match plan.scenario.training.precision {
            Precision::Fp32 => true,
            Precision::Tf32 => card.tf32.is_some(),
            Precision::Fp16Amp => card.fp16.is_some(),
            Precision::Bf16Amp | Precision::Bf16 => card.bf16.is_some(),
        }
}

/// A second card of the same kind: half the work each, or half the states where one does not hold them.
pub(super) fn second_card(plan: &Plan) -> Candidate {
    let hardware = &plan.scenario.hardware;
    let source = "PyTorch DistributedDataParallel, FSDP; rule B11";
    // A computer whose graphics share its memory has no slot for another one.
    if hardware.gpu.pool.is_some() {
        return purchase("second-card", Err(RejectionReason::Unsupported), Effect::None, source);
    }
    if hardware.total_gpus() > 1 {
        return purchase("second-card", Err(RejectionReason::AlreadySet), Effect::None, source);
    }
    let is_divided = !plan.asked.vram.fit.fits() && plan.scenario.training.takes_sharding(Sharding::Zero3);
    let sharding = if is_divided { Sharding::Zero3 } else { Sharding::Ddp };
    let (shared, effect) = join_gpus(plan.scenario, sharding, 2);
    let change = [vec![Change::GpuCount(2)], shared].concat();
    let effect = effect.max(mixing(plan.scenario, &applied(plan.scenario, &change)));
    purchase("second-card", Ok(change), effect, source)
}
