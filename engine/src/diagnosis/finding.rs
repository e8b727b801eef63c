//! What a check found, with its figures.

mod kinds;

pub use kinds::{Alone, FixedPart, Occasion, Place, Supposition};

use crate::course::{Layer, Phase};
use crate::estimate::{RamPhase, StageKind, Unit, VramParts};
use crate::units::{Bytes, SamplesPerSecond, Seconds};

/// The figures of a check.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Finding {
    /// A stage of the data path with as many workers as are advised.
    Stage {
        /// Which stage.
        kind: StageKind,
        /// What it carries, per node.
        rate: SamplesPerSecond,
        /// What the GPUs of a node take.
        compute: SamplesPerSecond,
        /// Share of a step that they would wait for this stage alone.
        wait: f64,
        /// Share of the data set that the page cache holds.
        cached: f64,
        /// Workers per GPU that this counts with.
        workers: u64,
    },
    /// The loader's workers.
    Workers {
        /// Per GPU, now.
        now: u64,
        /// Per GPU, advised.
        advised: u64,
        /// Threads of the processor.
        threads: u64,
        /// Workers of all training processes of a node.
        all: u64,
        /// Share of a step that the GPUs wait, now.
        wait: f64,
        /// Samples per second, now and with the advice.
        rates: (SamplesPerSecond, SamplesPerSecond),
    },
    /// The first epoch beside later ones.
    FirstEpoch {
        /// The first.
        first: Seconds,
        /// A later one.
        later: Seconds,
        /// Share of the data set that the page cache holds from then on.
        cached: f64,
    },
    /// What each kernel costs however little it does: its launch by the processor and its start on the GPU.
    Launch {
        /// Share of the computing time that this is.
        share: f64,
        /// Kernels of one step on one GPU.
        kernels: u64,
        /// The micro-batch.
        batch: u64,
        /// One step without waiting for data.
        step: Seconds,
        /// One step without waiting for data, if kernels cost nothing beside their work.
        without: Seconds,
    },
    /// A larger batch would use the GPU better.
    SmallBatch {
        /// The micro-batch now.
        batch: u64,
        /// The one that the advisor would run.
        larger: u64,
        /// Samples per second without waiting for data, now and then.
        rates: (SamplesPerSecond, SamplesPerSecond),
    },
    /// Traffic that computing waits for: between GPUs or to host memory.
    Traffic {
        /// Its part of a step.
        time: Seconds,
        /// Share of a step.
        share: f64,
        /// GPUs that train together.
        gpus: u64,
        /// Whether it goes to host memory.
        offload: bool,
    },
    /// GPUs that no process uses.
    IdleGpus {
        /// GPUs of the run.
        total: u64,
        /// Those that train.
        training: u64,
        /// Samples per second now.
        rate: SamplesPerSecond,
        /// With all of them in data parallel; none where the plan has one GPU.
        all: Option<SamplesPerSecond>,
    },
    /// Lanes that cards share.
    Lanes {
        /// Of each card.
        lanes: u64,
        /// That a card could use.
        card: u64,
        /// Share of a step that passing batches over them makes the GPUs wait.
        wait: f64,
    },
    /// A moment of the first steps and what it asks of the card.
    Moment {
        /// Which moment.
        occasion: Occasion,
        /// What the card must hold then.
        needed: Bytes,
        /// What a run may take of the card.
        available: Bytes,
        /// Part of the step.
        phase: Phase,
        /// The layer.
        layer: Layer,
        /// The operator, where this is the peak of the whole step.
        operator: Option<&'static str>,
        /// Live tensors by part.
        parts: VramParts,
    },
    /// The estimate fails earlier than the run did.
    FailsEarlier {
        /// The step in which the estimate runs out of memory.
        expected: u64,
        /// The step that was seen.
        seen: u64,
        /// What the estimate lacks.
        short_by: Bytes,
    },
    /// A run that differs from its plan, and what its card would need.
    SupposedMemory {
        /// In which way.
        supposition: Supposition,
        /// What the card must hold then.
        needed: Bytes,
        /// What a run may take of the card.
        available: Bytes,
    },
    /// Texts or pictures that are larger than planned.
    LongerSamples {
        /// Planned: tokens, or pixels of a side.
        now: u64,
        /// The largest that fits, all else alike.
        longest: u64,
        /// The most that the model takes; none where it has no limit.
        limit: Option<u64>,
        /// Whether tokens are counted.
        tokens: bool,
    },
    /// Reserved memory that no tensor uses.
    Fragmentation {
        /// What the allocator holds.
        reserved: Bytes,
        /// What tensors and workspaces use.
        allocated: Bytes,
        /// The difference.
        slack: Bytes,
        /// What is left of the card.
        headroom: Bytes,
    },
    /// An evaluation beside training.
    Evaluation {
        /// Steps of an epoch.
        steps_per_epoch: u64,
        /// The step that was seen.
        step: Option<u64>,
        /// The largest batch whose graph the card holds beside the states.
        max_batch: u64,
        /// What is left of the card.
        headroom: Bytes,
    },
    /// Something that grows in every step.
    Leak {
        /// What is left of the card.
        headroom: Bytes,
        /// What each step would have to leave behind to fill it by the step that was seen.
        per_step: Option<Bytes>,
        /// Activations of one step, which a graph that is kept holds.
        graph: Bytes,
        /// Steps until kept graphs fill the card.
        steps: u64,
    },
    /// What the driver and a desktop take of the card.
    Taken {
        /// That much.
        taken: Bytes,
        /// What is left beside the run.
        headroom: Bytes,
        /// Whether a desktop is drawn by the card.
        display: bool,
    },
    /// How far the card lets the batch grow.
    BatchLimit {
        /// The micro-batch now.
        batch: u64,
        /// The largest that fits.
        largest: u64,
        /// What a sample adds.
        per_sample: Bytes,
        /// What does not depend on the batch.
        fixed: Bytes,
        /// What a run may take of the card.
        available: Bytes,
    },
    /// How far the host lets it grow.
    HostBatchLimit {
        /// The largest micro-batch that host memory holds.
        largest: u64,
        /// The largest that the card holds.
        largest_on_card: u64,
        /// The host's peak now.
        peak: Bytes,
        /// Installed.
        installed: Bytes,
    },
    /// What fills the card at the peak.
    Part {
        /// Which part.
        part: FixedPart,
        /// That much.
        size: Bytes,
        /// Share of all live tensors.
        share: f64,
    },
    /// What a larger batch would gain.
    BatchGain {
        /// Twice the batch, or the largest that fits.
        larger: u64,
        /// Samples per second without waiting for data, now and with it.
        rates: (SamplesPerSecond, SamplesPerSecond),
    },
    /// Accumulation, which enlarges the batch without memory.
    Accumulation {
        /// Samples per update now.
        global_batch: u64,
        /// Micro-steps per update now.
        steps: u64,
    },
    /// The measured rate beside the range of the estimate.
    Range {
        /// Measured.
        measured: Option<SamplesPerSecond>,
        /// Expected.
        expected: SamplesPerSecond,
        /// Low and high of what is expected.
        range: (SamplesPerSecond, SamplesPerSecond),
    },
    /// A run that differs from its plan, and how fast it would be.
    SupposedRate {
        /// In which way.
        supposition: Supposition,
        /// Samples per second then.
        rate: SamplesPerSecond,
        /// Expected as planned.
        expected: SamplesPerSecond,
        /// Measured.
        measured: Option<SamplesPerSecond>,
    },
    /// Host memory beside what the run needs.
    Ram {
        /// The peak.
        peak: Bytes,
        /// When it is.
        phase: RamPhase,
        /// Installed.
        installed: Bytes,
        /// What training lacks.
        missing: Bytes,
        /// What goes through the drive in each step.
        paged_per_step: Bytes,
        /// A step, and one without paging.
        steps: (Seconds, Seconds),
    },
    /// The copy of the weights while they are loaded or saved.
    Staging {
        /// Its size.
        staged: Bytes,
        /// What does not fit.
        missing: Bytes,
        /// What paging adds each time.
        time: Seconds,
    },
    /// Memory of the loader's processes.
    WorkerMemory {
        /// All workers of a node.
        workers: u64,
        /// What they hold with the batches that they keep ready.
        size: Bytes,
        /// Share of the installed memory.
        share: f64,
        /// The most per GPU with which training fits, where it does not.
        fitting: Option<u64>,
    },
    /// Page-locked memory, which cannot be paged out.
    Pinned {
        /// That much.
        size: Bytes,
        /// Share of the installed memory.
        share: f64,
    },
    /// Files that the page cache holds: memory that looks taken and is free.
    PageCache {
        /// What training leaves to it.
        free: Bytes,
        /// The data set.
        data_set: Bytes,
        /// A checkpoint on its way to the drive.
        write_back: Bytes,
    },
    /// Memory of the card that the driver moves to host memory.
    SharedMemory {
        /// What does not fit the card.
        spilled: Bytes,
        /// Whether this system does that.
        windows: bool,
    },
    /// Workers beside the processor's threads.
    Threads {
        /// Workers and training processes of a node.
        busy: u64,
        /// Threads of the processor.
        threads: u64,
    },
    /// The card that a message tells of is not the plan's.
    OtherCard {
        /// Its capacity.
        seen: Bytes,
        /// That of the plan's card.
        planned: Bytes,
    },
    /// What other processes hold of the card, as a message has it.
    TakenByOthers {
        /// That much.
        others: Bytes,
        /// What the run asked for last; zero where the message does not say.
        requested: Bytes,
        /// What the card had left.
        free: Bytes,
    },
    /// Reserved memory that no tensor uses, as a message has it.
    SeenFragmentation {
        /// Reserved by the allocator and not in use.
        unallocated: Bytes,
        /// In use by tensors.
        allocated: Bytes,
        /// What the run asked for last.
        requested: Bytes,
    },
    /// What the run held when it failed, beside what its plan holds at most.
    HeldBesidePlan {
        /// Tensors, with what was asked for last.
        held: Bytes,
        /// The plan's peak of tensors.
        planned: Bytes,
        /// Held by the plan's range at most.
        high: Bytes,
    },
    /// One tensor that the whole card could not hold.
    LargerThanTheCard {
        /// Asked for.
        requested: Bytes,
        /// The card.
        capacity: Bytes,
    },
    /// More was free than was asked for.
    RefusedThoughFree {
        /// Asked for.
        requested: Bytes,
        /// Free.
        free: Bytes,
    },
    /// Batches on their way through shared memory.
    WorkerQueue {
        /// Workers of a node.
        workers: u64,
        /// What all of them keep ready.
        size: Bytes,
        /// Shared memory of a container by default.
        container: Bytes,
        /// Shared memory of a system by default: half its memory.
        system: Bytes,
    },
    /// A process of the host that the system ended, beside the plan.
    Resident {
        /// What it held.
        resident: Bytes,
        /// The host's peak as planned.
        planned: Bytes,
        /// Installed.
        installed: Bytes,
    },
    /// Something that one process does alone, beside the time after which the others give up.
    AloneTooLong {
        /// What it is.
        what: Alone,
        /// How long it takes as planned.
        time: Seconds,
        /// When the others give up.
        timeout: Seconds,
    },
    /// Nothing collective runs: the plan trains on one card.
    OneProcess,
    /// A cause that only the machine can show.
    Elsewhere(Place),
}

/// A figure of a finding: its name, value and unit.
pub type Figure = (&'static str, f64, Unit);
