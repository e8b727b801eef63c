//! What plans are compared by.

use crate::advice::levers::mixing;
use crate::estimate::Effect;
use crate::inputs::{Field, Request, Scenario};
use crate::training::batch::LARGEST_RECOMMENDED;
use crate::training::{ActivationCheckpointing, LossLogits, MethodKind, Offload, Optimizer, Precision, Sharding, Training};
use crate::units::{Bytes, Seconds};
use std::cmp::Ordering;

/// Epochs that differ by less are equal: rounding of sums, not a gain.
pub(super) const ROUNDING: f64 = 1e-9;
/// A change has to save this share of an epoch (or of the memory, where that is short) to be worth making.
pub(crate) const WORTHWHILE: f64 = 0.005;

/// What a plan's changes do to the results: how many make it another method, and how many a small difference.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Severity {
    methods: u64,
    small: u64,
}

impl Severity {
    /// What separates a plan from what was asked.
    pub(super) fn of(request: &Request, plan: &Scenario) -> Self {
        let asked = &request.scenario;
        let (from, to) = (&asked.training, &plan.training);
        let methods = u64::from(MethodKind::of(&from.method) != MethodKind::of(&to.method));
        let same_optimizer = from.optimizer == to.optimizer;
        let rewritten = !same_optimizer && to.optimizer != Optimizer::Adamw8bit;
        let small = [
            from.method != to.method && methods == 0,
            from.precision != to.precision && to.precision == Precision::Bf16,
            mixing(asked, plan) > Effect::None && to.precision != Precision::Bf16,
            !same_optimizer && !rewritten,
            from.loss_logits != to.loss_logits && to.loss_logits == LossLogits::LowPrecision,
            request.constraints.global_batch_size.is_none() && Self::is_regrouped(request, plan),
        ];
        Self { methods: methods + u64::from(rewritten), small: small.into_iter().map(u64::from).sum() }
    }

    /// Whether an update has other samples than what was asked, or more by accumulation than a micro-batch that was left open
    /// might have; more GPUs do their share each.
    fn is_regrouped(request: &Request, plan: &Scenario) -> bool {
        // Texts that are compared are told from those of their own micro-batch alone.
        let is_compared = plan.compares_texts();
        let samples = |training: &Training| {
            let steps = if is_compared { 1 } else { training.gradient_accumulation_steps };
            training.micro_batch_size * steps
        };
        let (from, to) = (&request.scenario.training, &plan.training);
        if request.open.contains(&Field::MicroBatchSize) {
            let is_accumulated = from.gradient_accumulation_steps != to.gradient_accumulation_steps;
            is_accumulated && samples(to) > LARGEST_RECOMMENDED * from.gradient_accumulation_steps
        } else {
            samples(to) != samples(from)
        }
    }

    /// The strongest of them.
    pub(crate) const fn effect(self) -> Effect {
        match self {
            Self { methods: 0, small: 0 } => Effect::None,
            Self { methods: 0, .. } => Effect::Small,
            _ => Effect::ChangesMethod,
        }
    }
}

/// What a plan comes to.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Standing {
    /// The card holds it.
    pub(crate) fits_card: bool,
    /// The host holds it.
    pub(crate) fits_host: bool,
    /// It is done by the deadline, if there is one.
    pub(crate) keeps_deadline: bool,
    /// What it does to the results.
    pub(crate) severity: Severity,
    /// A later epoch.
    pub(crate) epoch: Seconds,
    /// The whole run.
    pub(crate) run: Seconds,
    /// How much it does to free memory, by [`intrusion`].
    pub(crate) intrusion: u64,
    /// The smallest capacity of a card that it passes in.
    pub(crate) needed: Bytes,
    /// The smallest kit of host memory that holds it.
    pub(crate) ram_minimum: Bytes,
    /// Fields that differ from what was asked.
    pub(crate) changes: u64,
}

impl Standing {
    /// Whether card and host hold it, in time.
    pub(crate) const fn holds(&self) -> bool {
        self.fits_card && self.fits_host && self.keeps_deadline
    }

    /// What comes before time: holding, and results.
    fn gate(&self, other: &Self) -> Ordering {
        self.holding(other).then(self.severity.cmp(&other.severity))
    }

    /// Holding on the card, then on the host; the deadline. Of plans that do not hold, the one that comes nearest first.
    fn holding(&self, other: &Self) -> Ordering {
        other
            .fits_card
            .cmp(&self.fits_card)
            .then_with(|| if self.fits_card { Ordering::Equal } else { self.needed.cmp(&other.needed) })
            .then(other.fits_host.cmp(&self.fits_host))
            .then_with(|| if self.fits_host { Ordering::Equal } else { self.ram_minimum.cmp(&other.ram_minimum) })
            .then(other.keeps_deadline.cmp(&self.keeps_deadline))
            .then_with(|| if self.keeps_deadline { Ordering::Equal } else { compare_times(self.run, other.run) })
    }

    /// The fastest that holds, whatever it does to the results; then memory.
    pub(super) fn haste(&self, other: &Self) -> Ordering {
        self.holding(other).then_with(|| compare_times(self.epoch, other.epoch)).then(self.needed.cmp(&other.needed))
    }

    /// The objective, best first: holding on the card, then on the host; the deadline; results; the epoch; what is done to free
    /// memory; memory; few changes. Of plans that do not hold, the one that comes nearest.
    ///
    /// Where data limits the epoch, plans that compute faster or slower are as fast. Memory that is free anyway is then no
    /// reason to recompute activations or to move states to the host.
    pub(crate) fn order(&self, other: &Self) -> Ordering {
        self.gate(other)
            .then_with(|| compare_times(self.epoch, other.epoch))
            .then_with(|| if self.fits_card { self.intrusion.cmp(&other.intrusion) } else { Ordering::Equal })
            .then(self.needed.cmp(&other.needed))
            .then(self.changes.cmp(&other.changes))
    }

    /// Whether it is better by enough to be worth a change.
    pub(crate) fn is_worth(&self, other: &Self) -> bool {
        match self.gate(other) {
            Ordering::Less if !self.fits_card => self.needed.as_f64() < other.needed.as_f64() * (1.0 - WORTHWHILE),
            Ordering::Less => true,
            Ordering::Greater => false,
            Ordering::Equal => self.epoch.get() < other.epoch.get() * (1.0 - WORTHWHILE),
        }
    }

    /// Whether it is as good as another but for what is not worth a change.
    pub(crate) fn is_as_good(&self, other: &Self) -> bool {
        self.gate(other) != Ordering::Greater && self.epoch.get() * (1.0 - WORTHWHILE) <= other.epoch.get()
    }
}

/// How much a plan does to free memory that costs time, or code, wherever memory is not short: recomputed activations, states
/// and weights on the host, states, gradients and weights in shards. The least intrusive of plans that are as good is taken.
pub(crate) const fn intrusion(training: &Training) -> u64 {
    let checkpointing = match training.activation_checkpointing {
        ActivationCheckpointing::None => 0,
        ActivationCheckpointing::Full => 1,
    };
    let offload = match training.offload {
        Offload::None => 0,
        Offload::Optimizer => 1,
        Offload::All => 2,
    };
    let sharding = match training.sharding {
        Sharding::None | Sharding::Ddp => 0,
        Sharding::Zero1 => 1,
        Sharding::Zero2 => 2,
        Sharding::Zero3 => 3,
    };
    checkpointing + offload + sharding
}

/// Times in order; those that differ by rounding are equal.
pub(super) fn compare_times(a: Seconds, b: Seconds) -> Ordering {
    if (a.get() - b.get()).abs() <= a.get().max(b.get()) * ROUNDING { Ordering::Equal } else { a.get().total_cmp(&b.get()) }
}
