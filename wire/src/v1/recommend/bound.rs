//! The advisor's answer where the framework is not modeled: there is nothing to advise.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{Lever, Machine, Nearest, ParetoPlan, Recommendation, Rejection, RunningMachines};
use crate::v1::estimate::{LowerBound, Note, Verdict};
use crate::v1::scenario::Scenario;

/// What to run, or where the framework is not modeled, what is sure of it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(untagged)]
pub enum Advised {
    /// The recommendation.
    Recommendation(Box<Recommendation>),
    /// Nothing is advised: no setting is weighed, and no machine is named as if it held the run.
    NoAdvice(Box<NoAdvice>),
    /// Machines for a task of `inference` without a card.
    Running(Box<RunningMachines>),
}

/// What is sure of a run in a framework whose memory and time are not modeled. The members of a recommendation are all there,
/// and those that would advise something are empty.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct NoAdvice {
    /// The caller's own name for the scenario.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub id: Option<String>,
    /// Version of the formulas.
    pub engine_version: String,
    /// Version of the hardware and model data.
    pub catalog_version: String,
    /// The plan as it was asked, with its lower bound; null where `hardware.gpu` is left out.
    pub recommended: Option<Undecided>,
    /// Bytes of the tensors that the program is sure to hold on each GPU: a card with less does not hold the run, and of one
    /// with more it is not known whether it does.
    pub lower_bound_bytes: u64,
    /// `not-modelled`, or `short` where the card that was named has less.
    pub verdict: Verdict,
    /// Why nothing is advised, and what is sure.
    pub reason: String,
    /// Empty.
    pub levers: Vec<Lever>,
    /// Empty.
    pub single_change_fits: Vec<String>,
    /// Empty.
    pub pareto: Vec<ParetoPlan>,
    /// Empty.
    pub nearest: Vec<Nearest>,
    /// Empty.
    pub machines: Vec<Machine>,
    /// The catalog's cards that are too small for the lower bound alone, where `hardware.gpu` is left out.
    pub rejected: Vec<Rejection>,
    /// What a reader should know.
    pub notes: Vec<Note>,
}

/// A plan of which it is not known whether it holds.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Undecided {
    /// What was asked, with defaults in the fields that were left out; none of them is advised.
    pub scenario: Scenario,
    /// What is sure of it.
    pub estimate: LowerBound,
}
