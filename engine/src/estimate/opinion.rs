//! What practitioners' rules say beside the model.

use super::Bound;

/// A practitioners' rule evaluated for this scenario.
#[derive(Debug, Clone, PartialEq)]
pub struct RuleOpinion {
    /// The rule's id (`A3`, `B5`, `C1`).
    pub rule: &'static str,
    /// The guide that states it.
    pub guide: Guide,
    /// What it speaks of.
    pub subject: RuleSubject,
    /// What the rule says, and what the model says.
    pub finding: RuleFinding,
    /// Whether the two agree.
    pub verdict: RuleVerdict,
    /// Why they differ, or cannot be compared; nothing where they agree.
    pub reason: RuleReason,
}

/// A guide for practitioners (in Chinese, published 2024 to 2026).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Guide {
    /// On the host memory that goes with a card of 24 GB.
    A,
    /// On framework settings for large cards.
    B,
    /// On the ratio of host memory to device memory in servers.
    C,
    /// On causes and cures of memory shortage.
    D,
}

/// A rule's result beside the model's.
#[derive(Debug, Clone, PartialEq)]
pub enum RuleFinding {
    /// Figures in the subject's unit.
    Range {
        /// Low and high of what the rule says.
        says: (f64, f64),
        /// What the model says.
        model: f64,
    },
    /// Changes by their ids, in the order in which to try them.
    Order {
        /// The rule's.
        says: Vec<&'static str>,
        /// The model's: those that alone make the run fit.
        model: Vec<&'static str>,
    },
    /// What limits the speed.
    Limit {
        /// The rule's.
        says: Bound,
        /// The model's.
        model: Bound,
    },
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
    /// The prepared data set in memory, in GB of 10^9 bytes.
    CacheGb,
    /// Training state on the card and its copies in host memory, in GB of 10^9 bytes.
    StateGb,
    /// Weights on the card, in GB of 10^9 bytes.
    WeightsGb,
    /// Time that activation checkpointing adds to a step, in percent.
    CheckpointingTimePercent,
    /// Activations that it saves, in percent.
    CheckpointingMemoryPercent,
    /// Loader workers of a node.
    Workers,
    /// What limits the speed once the run fits.
    Limit,
    /// What to change first when memory is short.
    FirstAid,
}

/// Whether a rule and the model agree.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum RuleVerdict {
    /// The model's figure is within the rule's.
    Agrees,
    /// The rule's figure is higher.
    RuleHigher,
    /// The rule's figure is lower.
    RuleLower,
    /// They say different things.
    Differs,
    /// One of the two has nothing to say here.
    NotComparable,
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
    /// No batch fits by either.
    NothingFits,
    /// The rule has one range for a kind of model; the model counts this run's memory sample by sample.
    BatchIsTypical,
    /// The rule's row is for other settings than this run's.
    SettingsDiffer,
    /// The model counts samples as they are stored: encoded files, token ids.
    StoredSamples,
    /// A latent of 4 x 64 x 64 FP32 values is 64 KiB; the guides count more.
    LatentsAreSmaller,
    /// The rule copies the whole state; the model counts two states of the optimizer, and what is copied when.
    CopiesDiffer,
    /// Mixed precision keeps FP32 weights.
    MixedPrecisionKeepsFp32,
    /// Four-bit weights take 0.52 bytes, and embeddings are not quantized.
    QuantizedWithScales,
    /// The rule's is a usual effect; the model plays the step with and without.
    EffectPlayed,
    /// The model adds workers only until no GPU waits.
    WorkersUntilFed,
    /// Something else limits this run.
    OtherLimit,
    /// The model ranks by effect on results, then by time.
    RankedByTime,
    /// No single change makes it fit.
    NoSingleChangeFits,
    /// Fewer than two of the rule's measures make it fit, so that they have no order.
    NoOrderToCompare,
}
