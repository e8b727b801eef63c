//! The answer for a model that is served.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{Note, Parameters, Verdict};
use crate::v1::choices::Workload;
use crate::v1::scenario::{Scenario, Serving as Settings};

/// What serving a model needs, whether it fits, and how fast it is.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Served {
    /// The caller's own name for the scenario.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub id: Option<String>,
    /// `inference`.
    pub task: Workload,
    /// Version of the formulas.
    pub engine_version: String,
    /// Version of the hardware and model data.
    pub catalog_version: String,
    /// The scenario with every default filled in. Memory of the host that was left open stays so: what is needed is an answer
    /// (`ram`), and named it would be a limit.
    pub inputs: Scenario,
    /// Counts of weights; none of them trains.
    pub parameters: Parameters,
    /// Whether it works: on the GPUs (`vram.fits`) and in the host's memory (`ram.fits`).
    pub fits: bool,
    /// Memory of the fullest GPU.
    pub vram: ServedMemory,
    /// What is the most that fits.
    pub limits: ServedLimits,
    /// The most for which the targets are met; absent where there are none.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub within_targets: Option<ServedWithin>,
    /// Memory of the host.
    pub ram: ServedRam,
    /// Time of a request.
    pub speed: ServedSpeed,
    /// What the pictures of a prompt take, where it has any.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub images: Option<ServedImages>,
    /// What users see of requests that come by chance, where `request_rate` was asked for.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub queue: Option<ServedQueue>,
    /// The steady state with 1, 2, 4 and so on requests, the last with as many as fit.
    pub loads: Vec<ServedLoad>,
    /// Single changes that make it work, hold more or answer faster; those that cost nothing first.
    pub levers: Vec<ServedLever>,
    /// What a million tokens of answers costs where the same cards are rented, the cheapest first; of cards of which such prices are known.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub rented: Vec<ServedRent>,
    /// Another way to serve the model on this machine, where this one does not work.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub instead: Option<ServedInstead>,
    /// How to start it, how to try it, and what its log will say; none where it does not start.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub start: Option<ServedStart>,
    /// What a reader should know.
    pub notes: Vec<Note>,
}

/// What the pictures of a prompt take.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct ServedImages {
    /// Tokens that one picture adds to a prompt.
    pub tokens_per_image: u64,
    /// What a core of the host needs to make all of a prompt ready.
    pub prepare_seconds: f64,
    /// What the card needs to read all of a prompt; part of the time to the first token.
    pub encode_seconds: f64,
    /// Pictures that are read in a second under the load that was asked for; 0 where nothing fits.
    pub images_per_second: f64,
}

/// Another way to serve a model: settings that take the place of all that were asked for, and the plan with them.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct ServedInstead {
    /// The settings.
    pub serving: Settings,
    /// The plan with them.
    pub after: ServedPlain,
}

/// How to start a served model, how to try it, and what its log will say.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct ServedStart {
    /// The command that starts the server; of transformers, which has none of its own, what serves it.
    pub command: String,
    /// Files that start it as well: `compose.yaml` for Docker on NVIDIA cards, a `Modelfile` for Ollama, and those that the command
    /// names.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub files: Vec<ServedFile>,
    /// A command that sends the load that was asked for; none where the engine brings none.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub load_test: Option<String>,
    /// What that command will print.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub load_test_prints: Option<ServedLoadTest>,
    /// Lines that the start prints, with the figures that are expected.
    pub log: Vec<String>,
}

/// The means that a load test prints. All its users begin at once, so that the first token comes later than to users who know nothing
/// of each other.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct ServedLoadTest {
    /// Requests that it makes.
    pub requests: u64,
    /// From a request to the first token of its answer; none for an engine whose published tests are explained too badly.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub time_to_first_token_seconds: Option<f64>,
    /// Low and high of it, between which 80 of 100 published tests lay.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub time_to_first_token_range: Option<[f64; 2]>,
    /// From one token to the next; none where answers are of one token.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub inter_token_seconds: Option<f64>,
    /// Low and high of it, likewise.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub inter_token_range: Option<[f64; 2]>,
    /// Tokens of answers in a second, over all requests.
    pub output_tokens_per_second: f64,
}

/// What a rented machine with these cards once cost: history, on demand and without taxes, not an offer of today.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct ServedRent {
    /// Id of the offer in the catalog.
    pub id: String,
    /// Who rents it out.
    pub provider: String,
    /// What the machine is called there.
    pub instance: String,
    /// US dollars an hour.
    pub usd_per_hour: f64,
    /// US dollars for a million tokens of answers under the load that was asked for, prompts included in the hour.
    pub usd_per_million_tokens: f64,
    /// Likewise with as many requests at a time as fit.
    pub usd_per_million_tokens_full: f64,
    /// Day of the price; none where the list has no day.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub date: Option<String>,
    /// Where it was read.
    pub source: String,
}

/// A file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ServedFile {
    /// What it is called.
    #[schema(example = "compose.yaml")]
    pub name: String,
    /// What it holds.
    pub content: String,
}

/// Memory of the fullest GPU.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct ServedMemory {
    /// By what it is for, in bytes.
    pub parts: ServedParts,
    /// What is taken of the card.
    pub device_peak_bytes: u64,
    /// Low and high of it.
    pub range_bytes: [u64; 2],
    /// The smallest capacity, less what driver and desktop take, that would do: of engines that reserve, one whose share, as large as
    /// it is of this card, holds a single request of the longest context.
    pub needed_bytes: u64,
    /// What the driver reports for the card.
    pub capacity_bytes: u64,
    /// What the driver, the system and a desktop on this card take of it.
    pub desktop_bytes: u64,
    /// Whether the engine starts on the GPUs and holds a request of the longest context there.
    pub fits: bool,
    /// Whether it also does at the high end of the range.
    pub verdict: Verdict,
    /// Capacity less what is taken; negative by what is missing.
    pub headroom_bytes: i64,
    /// Keys and values of the requests that were asked for, at their usual length.
    pub kv_in_use_bytes: u64,
    /// What one token leaves on this card.
    pub kv_bytes_per_token: u64,
}

/// Memory of a card by what it is for, in bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ServedParts {
    /// Weights as loaded.
    pub parameters: u64,
    /// Keys and values: of engines that reserve, the pool; of others, what the context takes.
    pub kv_cache: u64,
    /// What forward passes need for a moment.
    pub activations: u64,
    /// Captured graphs of kernels.
    pub cuda_graphs: u64,
    /// The driver's context, libraries, communication.
    pub framework: u64,
}

/// What is the most that fits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ServedLimits {
    /// Tokens of the longest request, at most what the model's positions reach; 0 if none fits.
    pub max_context: u64,
    /// Requests of the usual length that fit at a time.
    pub max_concurrency: u64,
    /// Tokens that keys and values are kept of, over all requests.
    pub kv_tokens: u64,
}

/// The most for which the targets are met: `min_tokens_per_second` and `max_time_to_first_token_seconds`.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct ServedWithin {
    /// Requests at a time; 0 where not even one alone is answered so fast.
    pub concurrency: u64,
    /// Requests in a second, 95 of 100 of which are answered so; absent where no `request_rate` was asked for.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub request_rate: Option<f64>,
}

/// What users see of requests that come by chance (exponential gaps, all of the usual length), played pass by pass.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct ServedQueue {
    /// Requests that come in a second.
    pub request_rate: f64,
    /// The most that are finished in a second, however many wait.
    pub max_request_rate: f64,
    /// What requests see; absent where more come than can be finished.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub seen: Option<ServedSeen>,
}

/// What requests see that come by chance.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct ServedSeen {
    /// From a request to the first token of its answer.
    pub time_to_first_token_seconds: Percentiles,
    /// From one token to the next, the mean of a request.
    pub inter_token_seconds: Percentiles,
    /// From a request to the last token of its answer.
    pub request_seconds: Percentiles,
    /// Requests under way or waiting, on the mean.
    pub under_way: f64,
}

/// What half, 95 and 99 of a hundred requests see at the most.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Percentiles {
    /// Half of them.
    pub p50: f64,
    /// 95 of 100.
    pub p95: f64,
    /// 99 of 100.
    pub p99: f64,
}

/// The steady state with so many requests under way.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct ServedLoad {
    /// Requests under way.
    pub concurrency: u64,
    /// From a request to the first token of its answer.
    pub time_to_first_token_seconds: f64,
    /// Tokens of an answer in a second, for each request.
    pub decode_tokens_per_second: f64,
    /// Tokens of answers in a second, over all requests.
    pub total_tokens_per_second: f64,
}

/// Memory of the host.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ServedRam {
    /// What is needed: the system, the engine's processes, what lies there of the model.
    pub peak_bytes: u64,
    /// What lies there of the model.
    pub weights_bytes: u64,
    /// What is installed; where that was left open, what is to be bought for the need.
    pub installed_bytes: u64,
    /// Whether the installed memory, or else the most that the processor takes, holds the need; where the GPU shares one memory
    /// with the host, whether that holds both.
    pub fits: bool,
}

/// Time of a request, with as many under way as were asked for, or as fit; where a `request_rate` was asked for and can be answered,
/// what a usual request sees then (the medians of `queue`).
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct ServedSpeed {
    /// Requests under way: those that were asked for, or as many as fit; 0 where none does, and then the figures are of one alone.
    pub concurrency: u64,
    /// From a request to the first token of its answer.
    pub time_to_first_token_seconds: f64,
    /// From one token to the next.
    pub inter_token_seconds: f64,
    /// Tokens of a prompt that are read in a second, nothing else running.
    pub prefill_tokens_per_second: f64,
    /// Tokens of an answer in a second, for each request.
    pub decode_tokens_per_second: f64,
    /// Tokens of answers in a second, over all requests, the time to the first token included.
    pub total_tokens_per_second: f64,
    /// Requests that are finished in a second.
    pub requests_per_second: f64,
    /// Tokens of an answer in a second where it is the only request.
    pub alone_tokens_per_second: f64,
    /// Low and high of `decode_tokens_per_second`, as far as the engine was off on published runs (80 of 100 lie between).
    pub decode_range: [f64; 2],
    /// What the drive needs to read the weights once.
    pub load_seconds: f64,
}

/// A single change and what it does.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct ServedLever {
    /// What changes, in words.
    pub title: String,
    /// Settings with the change: they take the place of all that were asked for.
    pub serving: Settings,
    /// What it does to answers.
    pub effect_on_results: ServingEffect,
    /// The plan with it.
    pub after: ServedPlain,
}

/// What a change does to answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum ServingEffect {
    /// Nothing.
    None,
    /// Hardly to be told.
    Small,
    /// Better answers.
    Better,
    /// A little worse answers, the more so the smaller the model.
    Noticeable,
    /// Clearly worse answers.
    Strong,
    /// Longer requests are refused.
    Shorter,
}

/// The few figures of a plan that changes are compared by.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct ServedPlain {
    /// Whether it works.
    pub fits: bool,
    /// What is taken of the fullest card.
    pub device_peak_bytes: u64,
    /// What is the most that fits.
    pub limits: ServedLimits,
    /// Tokens of an answer in a second where it is the only request.
    pub alone_tokens_per_second: f64,
    /// Tokens of answers in a second over all requests that were asked for, or as many as fit.
    pub total_tokens_per_second: f64,
    /// What the host needs.
    pub ram_peak_bytes: u64,
}
