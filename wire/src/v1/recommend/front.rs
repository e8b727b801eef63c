//! The front of plans, and hardware on which one would fit.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::lever::Effect;
use crate::v1::scenario::Scenario;

/// A plan that no other beats in epoch time, headroom and change of method at once.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct ParetoPlan {
    /// Fully pinned: sent to `estimate` it gives these figures.
    pub scenario: Scenario,
    /// What differs from what was asked: merges into the scenario.
    pub change: Scenario,
    /// One optimizer step.
    pub step_seconds: f64,
    /// A later epoch.
    pub epoch_seconds: f64,
    /// The whole run: the first epoch and all later ones.
    pub run_seconds: f64,
    /// Samples per second in later epochs.
    pub samples_per_second: f64,
    /// The smallest capacity of a card that the run is expected to pass in (`vram.needed_bytes` of its estimate).
    pub needed_bytes: u64,
    /// What the card has beyond that: `vram.headroom_bytes` of its estimate and what the allocator keeps without need.
    pub headroom_bytes: u64,
    /// Whether it trains by another method than what was asked.
    pub method_changed: bool,
    /// What its changes do to the results.
    pub effect_on_results: Effect,
    /// Whether it is the recommended one.
    pub recommended: bool,
}

/// Hardware on which a plan fits.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Nearest {
    /// What would be bought.
    pub kind: NearestKind,
    /// The card.
    pub gpu: String,
    /// Cards per node.
    pub gpu_count: u64,
    /// What differs from what was asked: merges into the scenario.
    pub change: Scenario,
    /// The plan on it, fully pinned.
    pub scenario: Scenario,
    /// What the run takes of each card.
    pub vram_bytes: u64,
    /// A later epoch.
    pub epoch_seconds: f64,
}

/// What would be bought.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum NearestKind {
    /// The smallest card that holds a plan.
    Card,
    /// The least number of the same cards that hold one.
    Cards,
}
