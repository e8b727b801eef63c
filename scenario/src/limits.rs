//! The allowed range of every number a person can give, each with its reason.
//!
//! Together they keep every product that the engine forms below 2^63 bytes: the joint limits at the end bound the
//! products that single limits cannot.

use crate::error::Unit;
use engine::training::batch;

/// Inclusive bounds of a whole number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct IntegerRange {
    /// Smallest allowed value.
    pub min: u64,
    /// Largest allowed value.
    pub max: u64,
    /// What is counted, for the message.
    pub unit: Unit,
}

/// Inclusive bounds of a number.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct NumberRange {
    /// Smallest allowed value.
    pub min: f64,
    /// Largest allowed value.
    pub max: f64,
    /// What is measured, for the message.
    pub unit: Unit,
}

impl IntegerRange {
    /// Whether a value is within the bounds.
    #[must_use]
    pub const fn contains(&self, value: u64) -> bool {
        value >= self.min && value <= self.max
    }
}

impl NumberRange {
    /// Whether a value is within the bounds; NaN never is.
    #[must_use]
    pub fn contains(&self, value: f64) -> bool {
        value >= self.min && value <= self.max
    }
}

const fn integers(min: u64, max: u64, unit: Unit) -> IntegerRange {
    IntegerRange { min, max, unit }
}

const fn numbers(min: f64, max: f64, unit: Unit) -> NumberRange {
    NumberRange { min, max, unit }
}

/// Longest text of an id or a name: the longest id of the catalog has 27 characters, names of cards up to 60.
pub const TEXT_LENGTH: usize = 200;

/// Accelerators of one node: the largest single machines link 16 today; 64 leaves room for scale-up domains.
pub const GPU_COUNT: IntegerRange = integers(1, 64, Unit::Gpus);
/// Drives of one node: servers of the catalog's kinds have up to 24 bays for flash; 64 leaves room for a shelf of disks.
pub const STORAGE_COUNT: IntegerRange = integers(1, 64, Unit::None);
/// Machines: 4,096 nodes of 8 are larger than any published training cluster of one job by a small factor.
pub const NODES: IntegerRange = integers(1, 4096, Unit::Nodes);
/// Host memory of a node: 24 TiB is the most that an eight-socket x86 server takes.
pub const RAM_GIB: IntegerRange = integers(1, 24_576, Unit::Gib);

/// Memory of an accelerator described by hand: from an embedded quarter GiB to several times today's largest.
pub const GPU_MEMORY_GIB: NumberRange = numbers(0.25, 4096.0, Unit::Gib);
/// Bandwidth of its memory: from DDR to several generations past HBM4.
pub const GPU_BANDWIDTH_GB_PER_S: NumberRange = numbers(1.0, 100_000.0, Unit::GbPerSecond);
/// Dense rate: zero is not a rate.
pub const GPU_TFLOPS: NumberRange = numbers(0.01, 100_000.0, Unit::Tflops);
/// Generations of PCI Express that exist or are specified.
pub const PCIE_GEN: IntegerRange = integers(1, 6, Unit::None);
/// Lanes of a slot.
pub const PCIE_LANES: IntegerRange = integers(1, 16, Unit::Lanes);
/// Link between accelerators, per direction.
pub const NVLINK_GB_PER_S: NumberRange = numbers(1.0, 100_000.0, Unit::GbPerSecond);
/// Board power.
pub const TDP_W: NumberRange = numbers(1.0, 10_000.0, Unit::Watts);

/// Rank of an adapter; above the width of its layer it is a full matrix, which the resolver checks by model.
pub const LORA_RANK: IntegerRange = integers(1, 4096, Unit::None);
/// Dropout: at 1 nothing would train.
pub const LORA_DROPOUT: NumberRange = numbers(0.0, 0.99, Unit::None);
/// Width of quantized weights; of the range only 4 and 8 exist, which the resolver checks.
pub const QUANTIZATION_BITS: IntegerRange = integers(4, 8, Unit::None);
/// Decay: values above 1 would erase the weights in a step.
pub const WEIGHT_DECAY: NumberRange = numbers(0.0, 1.0, Unit::None);

/// Samples per GPU and pass: the largest published per-device batches are a few thousand.
pub const MICRO_BATCH_SIZE: IntegerRange = integers(1, batch::MOST, Unit::Samples);
/// Micro-batches per step: with the micro-batch it reaches the largest published global batches.
pub const GRADIENT_ACCUMULATION_STEPS: IntegerRange = integers(1, batch::MOST, Unit::None);
/// Workers per GPU: more processes than the largest two-socket machines have threads are of no use; 0 loads in place.
pub const NUM_WORKERS: IntegerRange = integers(0, 512, Unit::None);
/// Batches a worker keeps ready.
pub const PREFETCH_FACTOR: IntegerRange = integers(1, 64, Unit::None);
/// Passes over the data.
pub const EPOCHS: IntegerRange = integers(1, 100_000, Unit::None);

/// Samples of a data set: the largest crawls hold some 10^11 documents.
pub const SAMPLES: IntegerRange = integers(1, 1_000_000_000_000, Unit::Samples);
/// Side of an image: torchvision's `ResNets` halve five times, so that 32 leaves one pixel; 8,192 is a whole-slide tile.
pub const IMAGE_SIDE: IntegerRange = integers(32, 8192, Unit::Pixels);
/// Tokens of a served request: as many as configurations have positions.
pub const CONTEXT_LENGTH: IntegerRange = integers(2, 1 << 24, Unit::Tokens);
/// Tokens of a prompt, or of an answer.
pub const REQUEST_TOKENS: IntegerRange = integers(1, 1 << 24, Unit::Tokens);
/// Pictures of a prompt: of a full screen each, more than the longest contexts hold.
pub const IMAGES_PER_PROMPT: IntegerRange = integers(0, 256, Unit::None);
/// Pictures of a sample that is learned from.
pub const IMAGES_PER_SAMPLE: IntegerRange = IMAGES_PER_PROMPT;
/// Tokens at the beginning of all prompts.
pub const SHARED_PREFIX: IntegerRange = integers(0, 1 << 24, Unit::Tokens);
/// How far lengths of requests lie from the usual one, as a share of it.
pub const LENGTH_SPREAD: NumberRange = numbers(0.0, 0.95, Unit::None);
/// Requests that are answered at a time: the engine looks for no larger number either.
pub const CONCURRENCY: IntegerRange = integers(1, 1 << 16, Unit::None);
/// Copies, shared matrices, stages and groups of experts of a served model: as many as a node has cards at the most.
pub const SERVING_CARDS: IntegerRange = integers(GPU_COUNT.min, GPU_COUNT.max, Unit::None);
/// Tokens of a forward pass: a multiple of what tensor cores take at a time up to the longest prompts read whole.
pub const BATCHED_TOKENS: IntegerRange = integers(16, 1 << 20, Unit::Tokens);
/// Frames of a video: from two frames of a latent to a minute of 16 a second.
pub const VIDEO_FRAMES: IntegerRange = integers(5, 1025, Unit::None);
/// Steps that a picture is made in.
pub const DENOISING_STEPS: IntegerRange = integers(1, 1000, Unit::None);
/// Requests in a second: from one in some hours to what no single machine answers.
pub const REQUEST_RATE: NumberRange = numbers(1e-4, 10_000.0, Unit::None);
/// Tokens drafted ahead: more than a pass in sixteen would be right seldom.
pub const DRAFTS: IntegerRange = integers(1, 16, Unit::Tokens);
/// Chance that a draft is right.
pub const ACCEPTANCE: NumberRange = numbers(0.0, 1.0, Unit::None);
/// Seconds to a first token: less than a request over a network takes, up to an hour.
pub const FIRST_TOKEN: NumberRange = numbers(0.02, 3600.0, Unit::None);
/// Tokens a second that a request may ask for: slower than anybody waits for, and faster than any card delivers them.
pub const REQUEST_PACE: NumberRange = numbers(0.1, 10_000.0, Unit::None);
/// Share of a card that an engine of serving takes: below a twentieth not even its libraries have room.
pub const MEMORY_UTILIZATION: NumberRange = numbers(0.05, 1.0, Unit::None);
/// Blocks of a served model that the host holds: as many as configurations have.
pub const OFFLOAD_LAYERS: IntegerRange = integers(1, 4096, Unit::None);
/// Tokens: 2^20 is the longest context that models are published with; past a model's own positions a note warns.
pub const SEQUENCE_LENGTH: IntegerRange = integers(1, 1 << 20, Unit::Tokens);
/// Tokens of a decoder's side or of a prompt.
pub const TARGET_LENGTH: IntegerRange = integers(1, 1 << 17, Unit::Tokens);
/// Tokens of a prompt: text encoders take 77 to 512, and several are joined.
pub const TEXT_TOKENS: IntegerRange = integers(1, 8192, Unit::Tokens);
/// Outputs of a head: `ImageNet`-21k has 21,841; face and product sets reach millions.
pub const NUM_CLASSES: IntegerRange = integers(1, 1 << 24, Unit::Classes);
/// Labelled objects of a picture: the most crowded pictures of `CrowdHuman` show some 400.
pub const OBJECTS_PER_IMAGE: IntegerRange = integers(1, 1000, Unit::None);
/// A data set on disk: integers stay exact in JSON's floats up to 2^53 - 1 (8 PiB).
pub const BYTES_ON_DISK: IntegerRange = integers(1, (1 << 53) - 1, Unit::Bytes);

/// Width of a transformer by configuration: four times the widest published.
pub const CONFIG_WIDTH: IntegerRange = integers(1, 65_536, Unit::None);
/// Width of an MLP by configuration.
pub const CONFIG_INTERMEDIATE: IntegerRange = integers(1, 262_144, Unit::None);
/// Blocks by configuration: the deepest published decoders have 126.
pub const CONFIG_LAYERS: IntegerRange = integers(1, 256, Unit::None);
/// Attention heads by configuration: the most published are 128.
pub const CONFIG_HEADS: IntegerRange = integers(1, 128, Unit::None);
/// Vocabulary by configuration: the largest published have 262,144 entries.
pub const CONFIG_VOCAB: IntegerRange = integers(1, 1 << 20, Unit::Tokens);
/// Positions by configuration.
pub const CONFIG_POSITIONS: IntegerRange = integers(1, 1 << 24, Unit::Tokens);
/// Segments by configuration.
pub const CONFIG_SEGMENTS: IntegerRange = integers(1, 1024, Unit::None);
/// Rows of a table of relative positions by configuration: the published tables have 32.
pub const CONFIG_BUCKETS: IntegerRange = integers(1, 4096, Unit::None);
/// Experts of a block by configuration: the most published are 512.
pub const CONFIG_EXPERTS: IntegerRange = integers(1, 512, Unit::None);
/// Experts of a mixture, or none of a kind whose blocks may have an MLP alone.
pub const CONFIG_EXPERTS_OR_NONE: IntegerRange = integers(0, 512, Unit::None);
/// Blocks between two with experts by configuration: the engine builds them in every block.
pub const CONFIG_SPARSE_STEP: IntegerRange = integers(1, 256, Unit::None);
/// Experts that all tokens visit by configuration.
pub const CONFIG_SHARED_COUNT: IntegerRange = integers(0, 64, Unit::None);
/// Width that queries are compressed to by configuration, 0 where they are not.
pub const CONFIG_RANK: IntegerRange = integers(0, 65_536, Unit::None);
/// Index of a block.
pub const CONFIG_LAYER: IntegerRange = integers(0, 255, Unit::None);
/// Blocks that come before or after, or none.
pub const CONFIG_SOME_LAYERS: IntegerRange = integers(0, 256, Unit::None);
/// Tokens of a window, 0 for none.
pub const CONFIG_WINDOW: IntegerRange = integers(0, 1 << 24, Unit::Tokens);
/// Features of a head that positions turn.
pub const CONFIG_ROTARY: IntegerRange = integers(2, 1 << 16, Unit::None);
/// Tokens that local attention of an encoder sees.
pub const CONFIG_LOCAL: IntegerRange = integers(1, 1 << 24, Unit::Tokens);
/// Cap of scores or logits, 0 for none.
pub const CONFIG_SOFTCAP: NumberRange = numbers(0.0, 1e6, Unit::None);
/// Width of the expert that all tokens visit; 0 says that there is none.
pub const CONFIG_SHARED_EXPERT: IntegerRange = integers(0, 262_144, Unit::None);
/// Side of its patches.
pub const CONFIG_PATCH: IntegerRange = integers(1, 1024, Unit::Pixels);
/// Width of its MLP over that of the model.
pub const CONFIG_RATIO: IntegerRange = integers(1, 64, Unit::None);

/// A measured peak of memory: no process has a context of less than 50 MiB, and bytes or MiB typed for GiB are beyond.
pub const MEASURED_PEAK_GIB: NumberRange = numbers(0.05, 4096.0, Unit::Gib);
/// A measured rate: a sample in three hours to more than any machine trains on.
pub const MEASURED_RATE: NumberRange = numbers(1e-4, 1e9, Unit::SamplesPerSecond);
/// A share of the time; percents are beyond.
pub const SHARE: NumberRange = numbers(0.0, 1.0, Unit::None);
/// Factor on memory that a measurement is believed with.
pub const MEMORY_FACTOR: NumberRange = factors(engine::measured::MEMORY_FACTORS);
/// Factor on the GPUs' time.
pub const COMPUTE_FACTOR: NumberRange = factors(engine::measured::COMPUTE_FACTORS);
/// Factor on a stage of the data path.
pub const PATH_FACTOR: NumberRange = factors(engine::measured::PATH_FACTORS);
/// A measured peak beyond so many times the card was typed in another unit, rather than measured on another card.
pub const MEASURED_PEAK_OF_CARD: f64 = 8.0;

const fn factors(bounds: (f64, f64)) -> NumberRange {
    numbers(bounds.0, bounds.1, Unit::None)
}

/// Samples of an optimizer step that a caller may ask for.
pub const GLOBAL_BATCH_SIZE: IntegerRange = integers(1, 1 << 32, Unit::Samples);
/// Longest deadline: ten years.
pub const DEADLINE_SECONDS: NumberRange = numbers(1.0, 315_360_000.0, Unit::Seconds);
/// Most accelerators that a caller may allow: all of the largest cluster.
pub const MAX_GPUS: IntegerRange = integers(1, 262_144, Unit::Gpus);
/// Largest budget, in any currency.
pub const BUDGET: NumberRange = numbers(0.0, 1e12, Unit::None);

/// Joint limit, tokens of a micro-batch (samples x length): 4 Mi.
pub const TOKENS_PER_MICRO_BATCH: u64 = batch::MOST_TOKENS;
/// Joint limit, pixels of a micro-batch (samples x height x width).
pub const PIXELS_PER_MICRO_BATCH: u64 = batch::MOST_PIXELS;
/// Joint limit, logits of a micro-batch with a class for every pixel (samples x height x width x classes): 2^48, so that
/// ten FP32 copies are below 2^54 bytes. The largest published are some 10^9.
pub const PIXEL_LOGITS_PER_MICRO_BATCH: u64 = 1 << 48;
/// Joint limit, tokens of a data set: 10^15, fifty times the largest published corpora.
pub const TOKENS_OF_DATA_SET: u64 = 1 << 50;
/// Joint limit, pixels of a data set: 10^11 images of 256 x 256.
pub const PIXELS_OF_DATA_SET: u64 = 1 << 53;

/// Most documents that a text holds one after the other: the largest published checkpoints come in some two hundred files.
pub const DOCUMENTS: usize = 1000;
/// Most scenarios of one batch request.
pub const BATCH_ITEMS: usize = 1000;
/// Fewest and most scenarios side by side: one is no comparison, a seventh column is not read.
pub const COMPARE_ITEMS: (usize, usize) = (2, 6);
/// Longest title of a plan, in characters: a line.
pub const PLAN_TITLE_LENGTH: usize = 200;
/// Longest note of a plan, in characters: some pages.
pub const PLAN_NOTE_LENGTH: usize = 10_000;
/// Number of a plan's revision: as far as every reader of JSON counts exactly.
pub const PLAN_REVISION: IntegerRange = integers(1, (1 << 53) - 1, Unit::None);
/// Most revisions on one page of a list.
pub const PLAN_REVISIONS: IntegerRange = integers(1, 100, Unit::None);
/// Most errors that one answer names: a body of a megabyte can hold a hundred thousand unknown fields.
pub const ERRORS: usize = 256;
/// Of these, so many unknown fields are compared with the known ones for a suggestion.
pub const SUGGESTIONS: usize = 16;

/// Parameters of others that links keep, such as a newsletter's: a handful in practice, and a page has hundreds of links.
pub const UNKNOWN_PARAMETERS: usize = 16;
/// Bytes of them together, as every link of a page repeats them.
pub const UNKNOWN_BYTES: usize = 1 << 10;

/// Bytes of own prices that links keep: some hundred parts, which is more than a bill has. A longer table stays with the page
/// that it was given to, and with a plan that is saved.
pub const PRICE_LINK_BYTES: usize = 1 << 12;

/// Yuan for a dollar: a factor of a hundred around the rates of the last decades, so that only slips are refused.
pub const CNY_PER_USD: NumberRange = numbers(0.01, 1000.0, Unit::None);
/// Any currency for a dollar: from those that are worth several dollars to those of which a dollar is a million.
pub const PER_USD: NumberRange = numbers(0.001, 1e7, Unit::None);
/// Own price of a part, in any currency: zero for what is there already; beyond a thousand million nothing is one part.
pub const UNIT_PRICE: NumberRange = numbers(0.0, 1e9, Unit::None);
/// Most parts whose resale is told: some for every line of a bill.
pub const RESALES: usize = 32;
/// Price of a part in a list of a shop, in any currency: nothing is given away, and what is not known has no row.
pub const LISTED_PRICE: NumberRange = numbers(0.01, 1e9, Unit::None);
/// Price of a kilowatt-hour, in any currency.
pub const ELECTRICITY_PER_KWH: NumberRange = numbers(0.0, 1000.0, Unit::None);
/// What an API asks for a million tokens, in any currency.
pub const PER_MILLION_TOKENS: NumberRange = numbers(0.0, 1e6, Unit::None);
/// Hours of a day.
pub const HOURS_PER_DAY: NumberRange = numbers(0.0, 24.0, Unit::None);
/// Days of a year.
pub const DAYS_PER_YEAR: NumberRange = numbers(0.0, 366.0, Unit::None);
/// What a site draws for a watt of its machines: the best reach 1.05, three is an old machine room.
pub const PUE: NumberRange = numbers(1.0, 5.0, Unit::None);
/// How many of a part are there already: more than any cluster of the catalog has.
pub const OWNED_QUANTITY: IntegerRange = integers(1, 100_000, Unit::None);
/// Most kinds of parts that are there already: some for every line of a bill.
pub const OWNED_PARTS: usize = 64;
/// Most parts that a machine is to be built with: one of each kind that can be named so, with room for kinds to come.
pub const CHOSEN_PARTS: usize = 8;
/// An amount to spend on upgrades.
pub const LADDER_STEP: NumberRange = numbers(1.0, 1e9, Unit::None);
/// Most such amounts.
pub const LADDER_STEPS: usize = 6;
/// Most own prices: several times the catalog, which has some hundred parts.
pub const PRICE_ROWS: usize = 10_000;
/// Most prices beside the parts of a bill's page: several times the parts of any bill.
pub const PRICE_FIELDS: usize = 64;
/// Largest list of own prices, in bytes: ten thousand rows of a hundred characters.
pub const PRICE_BYTES: usize = 1 << 20;
