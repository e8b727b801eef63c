//! Models that run, side by side.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{Best, Comparison, Difference};
use crate::v1::bom::Price;
use crate::v1::estimate::{Note, PassedSpeed, ServedQueue, ServedRam, ServedSpeed, Verdict};
use crate::v1::money::TokenMoney;
use crate::v1::scenario::Scenario;

/// A comparison: of runs that train, or where the task of all scenarios is `inference`, of models that run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(untagged)]
pub enum AnyComparison {
    /// Of runs that train.
    Training(Box<Comparison>),
    /// Of models that run.
    Running(Box<RunComparison>),
}

/// Models that run, side by side: one on several machines, or several on one.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct RunComparison {
    /// Version of the formulas.
    pub engine_version: String,
    /// Version of the hardware and model data.
    pub catalog_version: String,
    /// The scenarios in the order of the request.
    pub scenarios: Vec<ComparedRun>,
    /// Every value that is not the same in all scenarios, by its place; names are left out.
    pub differences: Vec<Difference>,
    /// Which scenarios are best in each measure that one of them has.
    pub best: Vec<Best>,
}

/// The figures of one scenario; whatever its estimate and its bill have too stands at the same place and is the same.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct ComparedRun {
    /// The caller's own name for the scenario.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub id: Option<String>,
    /// The caller's name, or model and cards; those that would be called the same also say what they were asked differently.
    #[schema(example = "2 × GeForce RTX 3090")]
    pub label: String,
    /// The scenario with every default filled in.
    pub inputs: Scenario,
    /// Whether it works: on the GPUs and in the host's memory.
    pub fits: bool,
    /// Memory of the fullest GPU.
    pub vram: RunVram,
    /// What is the most that fits.
    pub limits: RunLimits,
    /// Memory of the host.
    pub ram: ServedRam,
    /// How fast it answers.
    pub speed: RunSpeed,
    /// What users see of requests that come by chance, where `request_rate` was asked for.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub queue: Option<ServedQueue>,
    /// What the machine costs, by its bill of materials; none where the catalog has no parts around such cards.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub price: Option<Price>,
    /// What tokens cost, of a model that writes them.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub tokens: Option<Box<TokenMoney>>,
    /// What a reader should know of the answer.
    pub notes: Vec<Note>,
    /// What an order of the machine must respect, by the same bill.
    pub order_notes: Vec<Note>,
}

impl ComparedRun {
    /// Whether more requests come than can be finished.
    #[must_use]
    pub fn is_overloaded(&self) -> bool {
        self.queue.is_some_and(|queue| queue.seen.is_none())
    }
}

/// Memory of the fullest GPU, in short.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct RunVram {
    /// What is taken of the card.
    pub device_peak_bytes: u64,
    /// Low and high of it.
    pub range_bytes: [u64; 2],
    /// What the driver reports for the card.
    pub capacity_bytes: u64,
    /// Whether it starts on the GPUs.
    pub fits: bool,
    /// Whether it also does at the high end of the range.
    pub verdict: Verdict,
}

/// What is the most that fits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct RunLimits {
    /// Requests of the usual length at a time, or pictures or texts of a batch; 0 if none fits.
    pub max_concurrency: u64,
    /// Tokens of the longest request; none of a model that writes none.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub max_context: Option<u64>,
}

/// How fast a model answers.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(untagged)]
pub enum RunSpeed {
    /// One that writes tokens.
    Tokens(ServedSpeed),
    /// One that answers in passes over a batch.
    Passes(PassedSpeed),
}
