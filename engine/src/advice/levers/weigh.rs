//! What a change does: its figures, and whether they are worth listing.

use super::candidate::Candidate;
use super::plan::Plan;
use crate::advice::apply::applied;
use crate::device::roofline::training_gpus;
use crate::estimate::{Change, Effect, Figures, Lever, LeverKind, Ram, RejectionReason, Speed, Vram};
use crate::inputs::{Field, Scenario};
use crate::sizing::card::Detail;
use crate::sizing::open::settle_host_in;
use crate::training::{Cache, DataKind, Loader};
use crate::units::Bytes;
use std::cmp::Ordering;

/// Smaller shares do not count as gains.
pub(super) const WORTHWHILE: f64 = 0.01;
/// What a run that fits has to save to be worth a slower epoch, other results or a busier host; and this much of the share
/// by which the epoch grows.
const WORTH_A_PRICE: f64 = 0.1;
/// The most host memory of a machine: 24 TiB, what an eight-socket server takes.
const LARGEST_HOST: Bytes = Bytes::from_gib(24_576);

/// A change with what it does.
pub(super) struct Weighed {
    pub(super) id: &'static str,
    pub(super) change: Vec<Change>,
    pub(super) effect: Effect,
    pub(super) kind: LeverKind,
    source: &'static str,
    follows: Vec<Change>,
    /// The changed plan with what was left open settled again.
    scenario: Scenario,
    pub(super) vram: Vram,
    pub(super) ram: Ram,
    pub(super) speed: Speed,
    /// The card's memory is that of the plan as it was asked.
    is_same_step: bool,
    /// Another lever without which it saves nothing.
    partner: Option<&'static str>,
}

/// Weighs a change.
pub(super) fn weigh(plan: &Plan, candidate: &Candidate) -> Result<Weighed, RejectionReason> {
    let change = candidate.change.clone()?;
    let mut scenario = applied(plan.scenario, &change);
    let open: Vec<Field> =
        plan.open.iter().copied().filter(|field| change.iter().all(|change| change.field() != Some(*field))).collect();
    // An answer decides what is open on the work of the scenario as it stands, where nothing is cached.
    let was_cached = scenario.training.loader.cache;
    if open.contains(&Field::Cache) {
        scenario.training.loader.cache = Cache::None;
    }
    let mut plays = plan.plays.borrow_mut();
    let scenario = settle_host_in(&mut plays, &scenario, &open);
    if scenario.hardware.ram > LARGEST_HOST {
        return Err(RejectionReason::Unsupported);
    }
    let is_same = is_same_step(plan.scenario, &scenario);
    let vram = if is_same { plan.asked.vram.clone() } else { plays.vram(&scenario, Detail::Least) };
    let (_, speed) = plays.path_and_speed(&scenario);
    let ram = plays.ram(&scenario);
    let before = Loader { cache: was_cached, ..applied(plan.scenario, &change).training.loader };
    let follows = follows(plan, &change, &open, before, &scenario);
    let Candidate { id, kind, effect, source, .. } = *candidate;
    Ok(Weighed { id, change, effect, kind, source, follows, scenario, vram, ram, speed, is_same_step: is_same, partner: None })
}

/// Whether the cards compute and hold the same: what feeds them differs at most.
fn is_same_step(a: &Scenario, b: &Scenario) -> bool {
    let gpus = |scenario: &Scenario| training_gpus(&scenario.hardware, &scenario.training);
    let mut training = b.training.clone();
    training.loader = a.training.loader;
    let same_cache = a.data.kind != DataKind::Latents || a.training.loader.cache == b.training.loader.cache;
    a.hardware.gpu == b.hardware.gpu && gpus(a) == gpus(b) && same_cache && a.data == b.data && a.training == training
}

/// What an estimate of the changed scenario would decide or default again, and what the figures assume for it: the batch
/// stays, loader and memory follow the step, and all else is as it was.
fn follows(plan: &Plan, change: &[Change], open: &[Field], before: Loader, after: &Scenario) -> Vec<Change> {
    let Scenario { hardware, training, data, .. } = after;
    let mut follows = Vec::new();
    if open.contains(&Field::MicroBatchSize) {
        follows.push(Change::MicroBatchSize(training.micro_batch_size));
    }
    for change in change {
        match change {
            Change::Optimizer(_) => follows.push(Change::WeightDecay(training.weight_decay)),
            Change::Precision(_) => {
                follows.extend(training.method.lora().map(|lora| Change::AdapterDtype(lora.adapter_dtype)));
            }
            Change::SequenceLength(_) => {
                follows.extend([Change::BytesOnDisk(data.bytes_on_disk), Change::TargetLength(data.target_length)]);
            }
            Change::ImageSize(..) => follows.push(Change::BytesOnDisk(data.bytes_on_disk)),
            Change::Gpu(_) => {
                follows.extend(open.contains(&Field::Precision).then_some(Change::Precision(training.precision)));
                follows.extend(plan.market.processor.map(Change::Cpu));
            }
            Change::GpuCount(_) => follows.extend(plan.market.processor.map(Change::Cpu)),
            _ => {}
        }
    }
    let loader = &training.loader;
    follows.extend(
        [
            (loader.cache != before.cache).then_some(Change::Cache(loader.cache)),
            (loader.num_workers != before.num_workers).then_some(Change::NumWorkers(loader.num_workers)),
            (loader.prefetch_factor != before.prefetch_factor).then_some(Change::PrefetchFactor(loader.prefetch_factor)),
            (loader.pin_memory != before.pin_memory).then_some(Change::PinMemory(loader.pin_memory)),
            (loader.persistent_workers != before.persistent_workers)
                .then_some(Change::PersistentWorkers(loader.persistent_workers)),
            (open.contains(&Field::Ram) && hardware.ram != plan.scenario.hardware.ram).then_some(Change::Ram(hardware.ram)),
        ]
        .into_iter()
        .flatten(),
    );
    follows
}

impl Weighed {
    /// Whether card and host hold the changed plan.
    pub(super) fn fits(&self) -> bool {
        self.vram.fit.fits() && self.has_host()
    }

    /// Itself, with another lever without which it saves nothing.
    pub(super) fn beside(self, partner: &'static str) -> Self {
        Self { partner: Some(partner), ..self }
    }

    /// Whether the host holds it.
    pub(super) fn has_host(&self) -> bool {
        self.ram.minimum <= self.scenario.hardware.ram
    }

    /// Itself, or why it is not worth listing.
    pub(super) fn worth_listing(self, plan: &Plan) -> Result<Self, RejectionReason> {
        let asked = plan.asked;
        let fitted = asked.vram.fit.fits();
        let breaks = (plan.fits() && !self.fits()) || (fitted && !self.vram.fit.fits());
        if breaks {
            return Err(RejectionReason::BreaksFit);
        }
        let fills_ram = asked.ram.minimum > asked.scenario.hardware.ram && self.has_host();
        if (self.fits() && !plan.fits()) || fills_ram {
            return Ok(self);
        }
        let needed = (self.vram.needed.as_f64(), asked.vram.needed.as_f64());
        let epoch = (self.speed.epoch.get(), asked.speed.epoch.get());
        let first = (self.speed.first_epoch.get(), asked.speed.first_epoch.get());
        let slower = epoch.0 > epoch.1 * (1.0 + WORTHWHILE);
        let share = |has_price, price| if fitted && has_price { WORTH_A_PRICE * price } else { WORTHWHILE };
        let for_time = share(self.effect == Effect::ChangesMethod, 1.0);
        let saves_time = less(epoch, for_time) || (!slower && less(first, for_time));
        let uses_host = self.change.iter().any(|change| matches!(change, Change::Offload(_)));
        let has_price = slower || uses_host || self.effect > Effect::None;
        let price = (epoch.0 / epoch.1 - 1.0).max(1.0);
        let saves_memory = less(needed, share(has_price, price));
        // What does not fit is not to need still more.
        let needs_more = !fitted && needed.0 > needed.1 * (1.0 + WORTHWHILE);
        if (saves_memory || saves_time) && !needs_more { Ok(self) } else { Err(RejectionReason::NoGain) }
    }

    /// What makes it fit first, then what costs nothing before what is bought, then what changes results least, is fastest,
    /// and needs least.
    pub(super) fn by_rank(a: &Self, b: &Self) -> Ordering {
        let is_bought = |one: &Self| one.kind == LeverKind::Hardware;
        b.fits()
            .cmp(&a.fits())
            .then(is_bought(a).cmp(&is_bought(b)))
            .then(a.effect.cmp(&b.effect))
            .then(a.speed.epoch.get().total_cmp(&b.speed.epoch.get()))
            .then(a.vram.needed.cmp(&b.vram.needed))
            .then(a.id.cmp(b.id))
    }

    /// The lever, its memory looked at as closely as asked.
    pub(super) fn lever(self, plan: &Plan, detail: Detail) -> Lever {
        let fits = self.fits();
        let Self { id, change, effect, kind, source, follows, scenario, vram, ram, speed, is_same_step, partner } = self;
        let vram = match detail {
            Detail::Replayed if !is_same_step => plan.plays.borrow_mut().vram(&scenario, detail),
            Detail::Least | Detail::Replayed => vram,
        };
        Lever {
            id,
            kind,
            change,
            follows,
            before: Figures::of(plan.asked),
            after: Figures {
                vram: vram.device_peak,
                vram_needed: vram.needed,
                parts: vram.parts,
                ram: ram.peak,
                ram_minimum: ram.minimum,
                step: speed.step,
                first_epoch: speed.first_epoch,
                epoch: speed.epoch,
                rate: speed.rate,
            },
            effect_on_results: effect,
            fits,
            conflicts: Vec::new(),
            requires: partner.into_iter().collect(),
            source,
        }
    }
}

/// Whether the first is less than the second by this share at least.
pub(super) fn less((after, before): (f64, f64), share: f64) -> bool {
    after < before * (1.0 - share)
}
