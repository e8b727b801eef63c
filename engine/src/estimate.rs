//! The answer to a pinned scenario: memory, time and host needs, part by part.

use crate::architecture::Architecture;
use crate::hardware::Hardware;
use crate::training::{Data, Training};
use crate::units::{Bytes, BytesPerSecond, SamplesPerSecond, Seconds};

/// What a person plans, with every field decided.
#[derive(Debug, Clone, PartialEq)]
pub struct Scenario {
    /// The machine.
    pub hardware: Hardware,
    /// The model.
    pub model: Architecture,
    /// The settings.
    pub training: Training,
    /// The data set.
    pub data: Data,
}

/// A field of a scenario that the person left for the advisor to choose.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Field {
    /// `hardware.ram_gib`.
    Ram,
    /// `training.method`.
    Method,
    /// `training.precision`.
    Precision,
    /// `training.optimizer`.
    Optimizer,
    /// `training.activation_checkpointing`.
    ActivationCheckpointing,
    /// `training.attention`.
    Attention,
    /// `training.micro_batch_size`.
    MicroBatchSize,
    /// `training.gradient_accumulation_steps`.
    GradientAccumulationSteps,
    /// `training.loader.num_workers`.
    NumWorkers,
    /// `training.loader.prefetch_factor`.
    PrefetchFactor,
    /// `training.loader.pin_memory`.
    PinMemory,
    /// `training.loader.persistent_workers`.
    PersistentWorkers,
    /// `training.loader.cache`.
    Cache,
}

/// A scenario as it was asked: defaults stand in the open fields until they are decided.
#[derive(Debug, Clone, PartialEq)]
pub struct Request {
    /// The scenario with defaults in the open fields.
    pub scenario: Scenario,
    /// The fields that were left out, sorted.
    pub open: Vec<Field>,
}

/// The full answer.
#[derive(Debug, Clone, PartialEq)]
pub struct Estimate {
    /// The scenario with every open field decided.
    pub scenario: Scenario,
    /// Exact counts of the model's weights.
    pub parameters: ParameterCounts,
    /// Memory of the fullest GPU.
    pub vram: Vram,
    /// The largest micro-batch that fits, all else as in the scenario; 0 if none does.
    pub max_micro_batch_size: u64,
    /// Memory of the host, per node.
    pub ram: Ram,
    /// Time of a step and of an epoch.
    pub speed: Speed,
    /// The data path, stage by stage.
    pub path: DataPath,
    /// What the practitioners' rules say beside the model.
    pub rules: Vec<RuleOpinion>,
    /// What a reader should know of this answer.
    pub notes: Vec<Note>,
}

/// Exact counts of weights.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ParameterCounts {
    /// The base model, without adapters, before quantization.
    pub total: u64,
    /// Those that train, adapters included.
    pub trainable: u64,
}

/// Live tensors by what they are for, each rounded up to the allocator's 512 bytes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct VramParts {
    /// Weights, buffers, quantization scales and resident frozen models.
    pub parameters: Bytes,
    /// Gradients of weights.
    pub gradients: Bytes,
    /// States of the optimizer.
    pub optimizer_state: Bytes,
    /// What the forward pass keeps for the backward pass, copies of autocast and recomputed blocks included.
    pub activations: Bytes,
    /// Everything else that is alive at that moment.
    pub temporary: Bytes,
    /// The batch.
    pub inputs: Bytes,
}

impl VramParts {
    /// All parts together.
    #[must_use]
    pub fn total(&self) -> Bytes {
        let Self { parameters, gradients, optimizer_state, activations, temporary, inputs } = *self;
        parameters + gradients + optimizer_state + activations + temporary + inputs
    }
}

/// Memory of the fullest GPU during a step.
#[derive(Debug, Clone, PartialEq)]
pub struct Vram {
    /// Parts at the moment of the peak.
    pub parts: VramParts,
    /// Sum of the parts: live tensors.
    pub allocated_peak: Bytes,
    /// What `torch.cuda.max_memory_allocated()` reports: blocks and library workspaces.
    pub torch_allocated_peak: Bytes,
    /// What `torch.cuda.max_memory_reserved()` reports.
    pub reserved_peak: Bytes,
    /// What `nvidia-smi` shows for the process.
    pub device_peak: Bytes,
    /// Low and high of `device_peak`, from the engine's record on runs of this family.
    pub range: (Bytes, Bytes),
    /// What the driver reports for the card.
    pub capacity: Bytes,
    /// What the system and a desktop take of it.
    pub desktop: Bytes,
    /// Whether it fits.
    pub fit: Fit,
    /// When the peak is, and which operator causes it.
    pub peak: Moment,
    /// Live bytes through the step.
    pub timeline: Vec<TimelinePoint>,
}

/// Whether the run fits the card.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fit {
    /// It fits with this much to spare, even at the high end of the range.
    Comfortable {
        /// Capacity less need.
        headroom: Bytes,
    },
    /// The need fits, the high end of the range does not.
    Tight {
        /// Capacity less need.
        headroom: Bytes,
    },
    /// It does not fit.
    Short {
        /// Need less capacity.
        by: Bytes,
    },
}

impl Fit {
    /// Whether the expected need is within the capacity.
    #[must_use]
    pub const fn fits(self) -> bool {
        matches!(self, Self::Comfortable { .. } | Self::Tight { .. })
    }
}

/// Part of a training step.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Phase {
    /// From the batch to the loss.
    Forward,
    /// From the loss to the gradients.
    Backward,
    /// From the gradients to the new weights.
    OptimizerStep,
}

/// A point within a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Moment {
    /// The phase.
    pub phase: Phase,
    /// The operator, by the name of its kernel in the framework.
    pub operator: &'static str,
    /// The layer it belongs to, for people (`layer 12`, `loss`).
    pub layer: Layer,
}

/// Where in the model an operator sits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Layer {
    /// Before the repeated blocks.
    Stem,
    /// A repeated block, counted from 0.
    Block(u64),
    /// After the repeated blocks.
    Head,
    /// The loss.
    Loss,
    /// The optimizer.
    Optimizer,
}

/// Live bytes at one moment of the step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TimelinePoint {
    /// The phase.
    pub phase: Phase,
    /// The layer that was just run.
    pub layer: Layer,
    /// The most that was alive during it, by part.
    pub parts: VramParts,
}

/// Host memory by part, per node.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct RamParts {
    /// Operating system and desktop.
    pub system: Bytes,
    /// Framework and driver, per training process.
    pub runtime: Bytes,
    /// Worker processes of the loader.
    pub workers: Bytes,
    /// Batches that workers keep ready.
    pub prefetch: Bytes,
    /// Page-locked batches.
    pub pinned: Bytes,
    /// The copy of the weights while a checkpoint is loaded or saved.
    pub checkpoint_staging: Bytes,
    /// States and weights that live in host memory.
    pub offload: Bytes,
    /// The data set, where it is kept in memory.
    pub dataset_cache: Bytes,
}

impl RamParts {
    /// All parts together.
    #[must_use]
    pub fn total(&self) -> Bytes {
        let Self { system, runtime, workers, prefetch, pinned, checkpoint_staging, offload, dataset_cache } = *self;
        system + runtime + workers + prefetch + pinned + checkpoint_staging + offload + dataset_cache
    }
}

/// What the host needs.
#[derive(Debug, Clone, PartialEq)]
pub struct Ram {
    /// The parts.
    pub parts: RamParts,
    /// Their sum.
    pub peak: Bytes,
    /// The smallest kit that holds the peak.
    pub minimum: Bytes,
    /// The kit that holds the peak and a stated reserve.
    pub recommended: Bytes,
    /// The kit that also holds the data set in the page cache, where one does.
    pub comfortable: Bytes,
    /// The reserve that `recommended` adds for bursts and the page cache.
    pub reserve: Bytes,
    /// What the reserve is for.
    pub reserve_parts: RamReserve,
}

/// What the recommended host memory adds to the peak, item by item.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct RamReserve {
    /// The loader of an evaluation between epochs, which lives beside the training's.
    pub evaluation: Bytes,
    /// A checkpoint of weights and states on its way to the disk.
    pub write_back: Bytes,
    /// Programs that people run beside training.
    pub tools: Bytes,
    /// The data set's files, up to a limit, less what was staged before.
    pub data_set: Bytes,
    /// The base weights' files while a copy of them is made in host memory.
    pub base_weights: Bytes,
}

impl RamReserve {
    /// All items together.
    #[must_use]
    pub fn total(&self) -> Bytes {
        let Self { evaluation, write_back, tools, data_set, base_weights } = *self;
        evaluation + write_back + tools + data_set + base_weights
    }
}

/// What limits the run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Bound {
    /// Arithmetic of the GPU.
    Compute,
    /// The GPU's own memory.
    MemoryBandwidth,
    /// Traffic between GPUs.
    Interconnect,
    /// Preprocessing on the processor.
    Cpu,
    /// The drive.
    Storage,
    /// The link to the host.
    Pcie,
}

/// Time of a step and of an epoch.
#[derive(Debug, Clone, PartialEq)]
pub struct Speed {
    /// One optimizer step, data path included.
    pub step: Seconds,
    /// All GPUs, never waiting for data.
    pub compute_rate: SamplesPerSecond,
    /// With the data path, epochs after the first.
    pub rate: SamplesPerSecond,
    /// The first epoch, from a cold page cache.
    pub first_epoch: Seconds,
    /// A later epoch.
    pub epoch: Seconds,
    /// Low and high of `epoch`.
    pub range: (Seconds, Seconds),
    /// Share of the time that the GPUs compute, 0 to 1.
    pub gpu_utilization: f64,
    /// What limits it.
    pub bound_by: Bound,
    /// Share of the rated tensor rate that the step achieves on the model's own work, 0 to 1.
    pub mfu: f64,
    /// Arithmetic of one micro-step on one GPU, recomputation included.
    pub flops_per_micro_step: crate::units::Flops,
    /// The parts of a step.
    pub parts: StepTime,
}

/// One optimizer step by part, per GPU.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct StepTime {
    /// Forward passes.
    pub forward: Seconds,
    /// Backward passes, recomputation included.
    pub backward: Seconds,
    /// The optimizer's step.
    pub optimizer: Seconds,
    /// Traffic between GPUs that nothing hides.
    pub communication: Seconds,
    /// Traffic to host memory for offload.
    pub offload: Seconds,
    /// Waiting for data.
    pub wait: Seconds,
}

/// A stage of the data path.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum StageKind {
    /// Drive to page cache.
    Storage,
    /// Decode, augment, tokenise on the processor.
    Preprocess,
    /// Collate and copy to page-locked memory.
    Collate,
    /// Host to device.
    Pcie,
    /// The GPUs.
    Compute,
}

/// One stage and what it can carry.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Stage {
    /// Which stage.
    pub kind: StageKind,
    /// What it can carry for all GPUs of a node, first epoch.
    pub first_epoch_rate: SamplesPerSecond,
    /// The same in later epochs.
    pub rate: SamplesPerSecond,
    /// Bytes a sample puts through it.
    pub bytes_per_sample: Bytes,
}

/// The data path disk -> RAM -> `PCIe` -> GPU.
#[derive(Debug, Clone, PartialEq)]
pub struct DataPath {
    /// Stages in order.
    pub stages: Vec<Stage>,
    /// The narrowest one in later epochs.
    pub narrowest: StageKind,
    /// Share of the data set that the page cache holds after the first epoch, 0 to 1.
    pub cached_share: f64,
    /// Workers per GPU from which on the GPUs no longer wait, as far as the cores go.
    pub recommended_workers: u64,
    /// The drive's effective rate for files of this size.
    pub storage_rate: BytesPerSecond,
}

/// A practitioners' rule evaluated for this scenario.
#[derive(Debug, Clone, PartialEq)]
pub struct RuleOpinion {
    /// The rule's id (`A3`, `B5`, `C1`).
    pub rule: &'static str,
    /// What it speaks of.
    pub subject: RuleSubject,
    /// Low and high of what the rule says, in the subject's unit.
    pub says: (f64, f64),
    /// What the model says.
    pub model: f64,
    /// Whether the two agree.
    pub verdict: RuleVerdict,
    /// Why they differ, where they do.
    pub reason: RuleReason,
}

/// What a rule speaks of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum RuleSubject {
    /// Host memory in GiB.
    RamGib,
    /// Usable device memory in GiB.
    UsableVramGib,
    /// Samples per GPU.
    MicroBatchSize,
}

/// Whether a rule and the model agree.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum RuleVerdict {
    /// The model's figure is within the rule's.
    Agrees,
    /// The rule asks for more than the model.
    RuleHigher,
    /// The rule asks for less than the model.
    RuleLower,
}

/// Why a rule and the model differ.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum RuleReason {
    /// They agree.
    None,
    /// The rule's factor 2 counts copies that do not exist at once (the guide says so itself).
    FactorTwoTooHigh,
    /// The rule keeps 20 GB for bursts; the model states its own reserve.
    ReserveDiffers,
    /// The rule has one figure per card; the model knows this run.
    RunIsLighter,
    /// This run needs more than the rule's typical one.
    RunIsHeavier,
    /// The rule allows a share of the card; the model knows the capacity that the driver reports.
    CapacityMeasured,
    /// The rule keeps a share for fragmentation; the model computes the allocator.
    FragmentationModelled,
}

/// How grave a note is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum NoteLevel {
    /// The plan does not work as it stands.
    Problem,
    /// It works, with a cost or a risk.
    Warning,
    /// Good to know.
    Note,
}

/// Something that a reader should know of an answer; figures inside are for the text in either language.
#[derive(Debug, Clone, PartialEq)]
pub enum Note {
    /// Does not fit, by this much.
    DoesNotFit {
        /// Need less capacity.
        by: Bytes,
    },
    /// Fits, but not at the high end of the range.
    Tight,
    /// The model's weights alone do not fit the card.
    WeightsAloneDoNotFit,
    /// Installed host memory is below the minimum.
    RamBelowMinimum {
        /// Installed.
        installed: Bytes,
        /// Needed.
        minimum: Bytes,
    },
    /// The capacity of this card was not read off a driver.
    CapacityNominal,
    /// The card has no BF16 arithmetic in hardware.
    Bf16Unsupported,
    /// The GPUs wait for data this share of the time.
    WaitsForData {
        /// Share of a step, 0 to 1.
        share: f64,
    },
    /// Not enough cores for the workers that were asked.
    WorkersExceedThreads {
        /// Asked.
        num_workers: u64,
        /// Present.
        threads: u64,
    },
    /// The sequence is longer than the model's positions.
    SequenceBeyondPositions {
        /// The model's limit.
        limit: u64,
    },
    /// FP32 with grouped-query attention materialises the scores although SDPA was asked.
    MathAttention,
    /// The data set does not fit the drive.
    DatasetExceedsStorage,
    /// The memory model was checked against `PyTorch`; this framework's own allocator differs.
    FrameworkNotModelled,
    /// A second GPU does nothing until data parallelism is configured.
    IdleGpus {
        /// GPUs that idle.
        count: u64,
    },
}

impl Note {
    /// How grave it is.
    #[must_use]
    pub const fn level(&self) -> NoteLevel {
        match self {
            Self::DoesNotFit { .. } | Self::WeightsAloneDoNotFit | Self::RamBelowMinimum { .. } | Self::DatasetExceedsStorage => {
                NoteLevel::Problem
            }
            Self::Tight
            | Self::Bf16Unsupported
            | Self::WaitsForData { .. }
            | Self::WorkersExceedThreads { .. }
            | Self::SequenceBeyondPositions { .. }
            | Self::MathAttention
            | Self::IdleGpus { .. } => NoteLevel::Warning,
            Self::CapacityNominal | Self::FrameworkNotModelled => NoteLevel::Note,
        }
    }

    /// A stable code for tools.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::DoesNotFit { .. } => "does-not-fit",
            Self::Tight => "tight",
            Self::WeightsAloneDoNotFit => "weights-alone-do-not-fit",
            Self::RamBelowMinimum { .. } => "ram-below-minimum",
            Self::CapacityNominal => "capacity-nominal",
            Self::Bf16Unsupported => "bf16-unsupported",
            Self::WaitsForData { .. } => "waits-for-data",
            Self::WorkersExceedThreads { .. } => "workers-exceed-threads",
            Self::SequenceBeyondPositions { .. } => "sequence-beyond-positions",
            Self::MathAttention => "math-attention",
            Self::DatasetExceedsStorage => "dataset-exceeds-storage",
            Self::FrameworkNotModelled => "framework-not-modelled",
            Self::IdleGpus { .. } => "idle-gpus",
        }
    }
}

/// One number explained: the same id in page and API.
#[derive(Debug, Clone, PartialEq)]
pub struct Explanation {
    /// `vram.activations`, `ram.workers`, ...
    pub id: &'static str,
    /// The formula in symbols.
    pub formula: &'static str,
    /// The result, in `unit`.
    pub value: f64,
    /// Its unit.
    pub unit: Unit,
    /// The formula's inputs with this plan's values.
    pub inputs: Vec<(&'static str, f64, Unit)>,
    /// Where the formula or its constants come from, with a date where it matters.
    pub source: &'static str,
}

/// Unit of an explained number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Unit {
    /// Bytes.
    Bytes,
    /// Seconds.
    Seconds,
    /// Samples per second.
    SamplesPerSecond,
    /// Bytes per second.
    BytesPerSecond,
    /// Floating-point operations.
    Flops,
    /// Floating-point operations per second.
    FlopsPerSecond,
    /// A count or a ratio.
    Count,
}

/// One change of settings or of the machine, with what it does.
#[derive(Debug, Clone, PartialEq)]
pub struct Lever {
    /// Stable id (`activation-checkpointing`).
    pub id: &'static str,
    /// What changes.
    pub change: Vec<Change>,
    /// Device memory before.
    pub vram_before: Bytes,
    /// Device memory after.
    pub vram_after: Bytes,
    /// Step time before.
    pub step_before: Seconds,
    /// Step time after; per optimizer step of the same global batch.
    pub step_after: Seconds,
    /// Epoch time before.
    pub epoch_before: Seconds,
    /// Epoch time after.
    pub epoch_after: Seconds,
    /// Whether the results of training stay the same.
    pub effect_on_results: Effect,
    /// Whether the changed scenario fits card and host.
    pub fits: bool,
    /// Where the reason comes from.
    pub source: &'static str,
}

/// A new value of one field.
#[derive(Debug, Clone, PartialEq)]
pub enum Change {
    /// `training.method` and its adapters.
    Method(crate::training::Method),
    /// `training.precision`.
    Precision(crate::training::Precision),
    /// `training.optimizer`.
    Optimizer(crate::training::Optimizer),
    /// `training.optimizer_implementation`.
    OptimizerImplementation(crate::training::OptimizerImplementation),
    /// `training.activation_checkpointing`.
    ActivationCheckpointing(crate::training::ActivationCheckpointing),
    /// `training.attention`.
    Attention(crate::training::Attention),
    /// `training.loss_logits`.
    LossLogits(crate::training::LossLogits),
    /// `training.micro_batch_size`.
    MicroBatchSize(u64),
    /// `training.gradient_accumulation_steps`.
    GradientAccumulationSteps(u64),
    /// `training.loader.num_workers`.
    NumWorkers(u64),
    /// `training.loader.cache`.
    Cache(crate::training::Cache),
    /// `hardware.ram_gib`.
    Ram(Bytes),
}

/// What a change does to the results of training.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Effect {
    /// The same up to rounding.
    None,
    /// A small difference.
    Small,
    /// Another method.
    ChangesMethod,
}

/// The advisor's answer.
#[derive(Debug, Clone, PartialEq)]
pub struct Recommendation {
    /// The recommended plan and what it needs.
    pub recommended: Estimate,
    /// Why this one.
    pub why: Why,
    /// Single changes to what was asked, ranked.
    pub levers: Vec<Lever>,
    /// Ids of the levers that alone make it fit; empty if it fits already.
    pub single_change_fits: Vec<&'static str>,
    /// What was considered and dropped.
    pub rejected: Vec<Rejection>,
}

/// Why a plan is recommended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Why {
    /// It is what was asked, and fits.
    FitsAsAsked,
    /// Of the plans that fit it changes least and runs fastest.
    FastestThatFits,
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
    /// It saves neither memory nor time here.
    NoGain,
    /// The hardware cannot do it.
    Unsupported,
}
