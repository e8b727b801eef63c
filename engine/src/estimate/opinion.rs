//! What practitioners' rules say beside the model.

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
