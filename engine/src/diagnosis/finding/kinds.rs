//! The closed lists that findings name: moments, suppositions, places to look, parts.

/// When in a run the memory of a card is first asked for as much as this.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Occasion {
    /// The weights are put on the card.
    Loading,
    /// Forward and backward pass of the first step: the optimizer has no states yet.
    FirstPass,
    /// The first update creates the optimizer's states.
    FirstUpdate,
    /// Passes of all later steps, beside the states.
    LaterPasses,
}

impl Occasion {
    /// The step in which it comes first, counted from 1.
    #[must_use]
    pub const fn step(self) -> u64 {
        match self {
            Self::Loading => 0,
            Self::FirstPass | Self::FirstUpdate => 1,
            Self::LaterPasses => 2,
        }
    }
}

/// What a run may have that its plan has not.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Supposition {
    /// The training process loads its own data (`num_workers=0`).
    NoWorkers,
    /// Products run in FP32: mixed precision or TF32 is not in effect.
    FullPrecision,
    /// Attention writes its scores out.
    EagerAttention,
    /// Activations are computed twice.
    Checkpointing,
    /// Activations are not recomputed although planned.
    NoCheckpointing,
    /// One GPU trains alone.
    OneGpu,
    /// The page cache is cold: it is the first epoch.
    ColdCache,
    /// The data lies on a hard disk or a drive as slow.
    SlowDrive,
    /// The data lies on such a drive, where later epochs come from the page cache and the first one alone is slower for it.
    SlowDriveAtFirst,
    /// The process is given two cores (container, scheduler).
    FewCores,
    /// A card has a quarter of its lanes.
    FewLanes,
    /// The GPU runs at half its clock.
    HalfClock,
    /// Every weight trains although adapters were planned.
    AllWeightsTrain,
}

/// One of the causes that only say where to look.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Place {
    /// Other programs use the cards.
    OtherPrograms,
    /// Heat or power limits lower the clocks.
    Clocks,
    /// The program waits for the GPU in every step (`.item()`, printing).
    Synchronization,
    /// The process sees one card (`CUDA_VISIBLE_DEVICES`).
    VisibleDevices,
    /// One process was started instead of one a card.
    Launcher,
    /// Layers are spread over cards that then take turns (`device_map="auto"`).
    TakingTurns,
    /// A limit of the framework on its own memory.
    MemoryFraction,
    /// Power supply, driver or hardware faults.
    Faults,
    /// FP16 ends at 65,504: what is larger becomes infinite.
    HalfRange,
    /// A loss scaler skips updates until its scale fits: the first ones say nothing.
    LossScale,
    /// A learning rate too high for these weights, or without warm-up or clipping.
    LearningRate,
    /// Samples without a label that counts, labels out of range, values that are no numbers.
    Labels,
    /// Rows of attention whose mask leaves nothing.
    MaskedRows,
    /// Logarithms, roots and divisions of the program's own loss.
    OwnLoss,
    /// Open files: each tensor that a worker passes on holds one.
    OpenFiles,
    /// A limit on memory that is not the machine's (container, scheduler).
    ContainerLimit,
    /// Code of the loader's own libraries that crashes.
    WorkerCode,
    /// A process of the run that failed before the others hung.
    FailedRank,
    /// Processes with unequal numbers of batches.
    UnevenBatches,
    /// Processes that do not call the same collectives in the same order.
    UnequalCalls,
    /// Direct transfers between cards that the board does not carry.
    PeerToPeer,
    /// The network between nodes.
    Network,
    /// What a program keeps from step to step in host memory (lists, logs, metrics).
    HostGrowth,
    /// A drive that becomes slower as it fills or heats up.
    DriveFatigue,
}

/// What a share of a card's memory is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FixedPart {
    /// Grows with the batch: what is kept for the backward pass.
    Activations,
    /// Does not: weights, gradients and optimizer states.
    State,
    /// Grows with the batch: the loss and what surrounds it.
    Temporary,
}

/// What one process does while all others wait for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Alone {
    /// A step between two collectives.
    Step,
    /// Writing a checkpoint.
    Save,
}
