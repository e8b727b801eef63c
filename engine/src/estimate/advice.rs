//! The advisor's answer.

use super::{Change, Contradiction, Effect, Estimate, Lever, Offer};
use crate::hardware::Gpu;
use crate::inputs::Scenario;
use crate::training::{QuantizationBits, Sharding};
use crate::units::{Bytes, SamplesPerSecond, Seconds};

/// The advisor's answer.
#[derive(Debug, Clone, PartialEq)]
pub struct Recommendation {
    /// The recommended plan and what it needs.
    pub recommended: Estimate,
    /// Why this one.
    pub why: Why,
    /// What differs between what was asked and what is recommended.
    pub changes: Vec<Change>,
    /// Single changes to what was asked, ranked.
    pub levers: Vec<Lever>,
    /// Ids of the levers that alone make it fit; empty if it fits already.
    pub single_change_fits: Vec<&'static str>,
    /// Plans of which none is better in epoch time, headroom and change of method at once; fastest first.
    pub front: Vec<FrontPlan>,
    /// Hardware on which a plan would fit; empty where one fits this hardware.
    pub nearest: Vec<Nearest>,
    /// What was considered and dropped.
    pub rejected: Vec<Rejection>,
}

/// A plan on the front of time, headroom and change of method.
#[derive(Debug, Clone, PartialEq)]
pub struct FrontPlan {
    /// The scenario with every field decided.
    pub scenario: Scenario,
    /// One optimizer step.
    pub step: Seconds,
    /// A later epoch.
    pub epoch: Seconds,
    /// The first epoch and all later ones.
    pub run: Seconds,
    /// With the data path, epochs after the first.
    pub rate: SamplesPerSecond,
    /// The smallest capacity of a card that it is expected to pass in.
    pub vram_needed: Bytes,
    /// What the card has beyond that ([`Vram::spare`](super::Vram::spare)).
    pub headroom: Bytes,
    /// What differs from what was asked.
    pub changes: Vec<Change>,
    /// What those changes do to the results.
    pub effect_on_results: Effect,
    /// Whether it is the recommended one.
    pub recommended: bool,
}

impl FrontPlan {
    /// A plan by its estimate.
    #[must_use]
    pub fn of(estimate: &Estimate, changes: Vec<Change>, effect_on_results: Effect, recommended: bool) -> Self {
        Self {
            scenario: estimate.scenario.clone(),
            step: estimate.speed.step,
            epoch: estimate.speed.epoch,
            run: run_time(estimate),
            rate: estimate.speed.rate,
            vram_needed: estimate.vram.needed,
            headroom: estimate.vram.spare(),
            changes,
            effect_on_results,
            recommended,
        }
    }
}

/// Hardware on which a plan fits, where none fits the hardware asked for.
#[derive(Debug, Clone, PartialEq)]
pub enum Nearest {
    /// The smallest card of the market that holds a plan.
    Card {
        /// The card.
        gpu: Offer<Gpu>,
        /// The plan on it.
        plan: Box<Estimate>,
    },
    /// The least number of the same cards that hold one.
    Cards {
        /// Cards in all, in one node.
        count: u64,
        /// How the states are spread over them.
        sharding: Sharding,
        /// The plan on them.
        plan: Box<Estimate>,
    },
}

/// A plan by what plans are compared by, without the details of an answer.
#[derive(Debug, Clone, PartialEq)]
pub struct Plan {
    /// The scenario with every open field decided.
    pub scenario: Scenario,
    /// What it does to the results against what was asked.
    pub effect_on_results: Effect,
    /// Whether card and host hold it.
    pub fits: bool,
    /// The first epoch and all later ones.
    pub run: Seconds,
    /// A later epoch.
    pub epoch: Seconds,
    /// The smallest capacity of a card that it is expected to pass in.
    pub vram_needed: Bytes,
    /// Host memory to install at least, per node.
    pub ram_minimum: Bytes,
}

/// Why a plan is recommended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Why {
    /// It is what was asked, and nothing that was left open improves it.
    FitsAsAsked,
    /// Of the plans that fit it changes least and runs fastest.
    FastestThatFits,
    /// It gives up on results because nothing gentler keeps the deadline.
    KeepsDeadline,
    /// Nothing fits this card; this is the nearest.
    NothingFits,
}

/// Something that was considered and dropped.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Rejection {
    /// Id of the lever.
    pub what: &'static str,
    /// Why.
    pub reason: RejectionReason,
}

/// Why something was dropped.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum RejectionReason {
    /// It is set already.
    AlreadySet,
    /// Something is set that includes it or goes further.
    Covered,
    /// The weights are quantized already, to this many bits.
    Quantized(QuantizationBits),
    /// There is nothing to share: the run has one GPU.
    NeedsGpus,
    /// It is for another optimizer than the one that was asked for.
    OtherOptimizer,
    /// It does not go with lengths of rows that are learned apart (DoRA).
    UsesDora,
    /// It saves neither memory nor time here.
    NoGain,
    /// The hardware cannot do it.
    Unsupported,
    /// It would break a constraint.
    Constrained,
    /// What fits now would fit no longer.
    BreaksFit,
}

/// What the caller's constraints leave to search, or why they leave nothing.
pub type Advice = Result<Recommendation, Vec<Contradiction>>;

/// Longest time of a run that keeps a deadline: the first epoch and all later ones.
#[must_use]
pub fn run_time(estimate: &Estimate) -> Seconds {
    estimate.speed.run(estimate.scenario.training.epochs)
}
