//! What a diagnosis consists of: symptoms, checks with their verdicts, and remedies.

use super::finding::Finding;
use super::symptom::Symptom;
use crate::estimate::{Change, Effect, Estimate};
use crate::units::{Bytes, SamplesPerSecond, Seconds};

/// What may be behind a symptom.
#[derive(Debug, Clone, PartialEq)]
pub struct Diagnosis {
    /// What was seen.
    pub symptom: Symptom,
    /// The plan's own figures, which those of remedies are compared with.
    pub before: Figures,
    /// Likely causes first, then places to look, then what is ruled out; each group by weight, ties by id.
    pub checks: Vec<Check>,
}

/// A possible cause.
#[derive(Debug, Clone, PartialEq)]
pub struct Check {
    /// Stable id (`storage`), unique within a diagnosis.
    pub id: &'static str,
    /// What the figures say of it.
    pub verdict: Verdict,
    /// How much of the symptom it explains, 0 to 1; orders checks of one verdict.
    pub weight: f64,
    /// The figures.
    pub finding: Finding,
    /// What shows it on the machine.
    pub probes: Vec<Probe>,
    /// Changes against it, best first; none where it is ruled out.
    pub remedies: Vec<Remedy>,
    /// Where the reason comes from.
    pub source: &'static str,
}

/// What the figures say of a cause.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Verdict {
    /// This scenario has it.
    Likely,
    /// It can be, but only the machine can tell.
    Look,
    /// By its figures this scenario does not have it.
    RuledOut,
}

/// A program or setting that shows a cause on the machine.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Probe {
    /// Utilization and memory of each card over time.
    GpuLoad,
    /// Clocks, temperature and what throttles them.
    GpuClocks,
    /// Programs that use the cards.
    GpuPrograms,
    /// How cards are linked, with which generation and lanes.
    GpuLinks,
    /// Load of each core.
    Cores,
    /// Load of the drive.
    Drive,
    /// Free memory of the host and pages that come and go.
    Swap,
    /// Memory of a card that spilled to the host.
    SharedMemory,
    /// The allocator's own account.
    AllocatorSummary,
    /// Every allocation with its origin.
    AllocatorHistory,
    /// A trace of a few steps.
    Profiler,
    /// The kernel's messages.
    KernelLog,
    /// Cards that the process may see, and how many processes train.
    Processes,
    /// The norm of the gradients, step by step.
    GradientNorm,
    /// Whether a batch has values that are no numbers, and how many labels count.
    FiniteBatch,
    /// The operator whose gradient first is not a number.
    Anomaly,
    /// The scale of the loss, and how many updates were skipped.
    LossScale,
    /// Size of shared memory, and how full it is.
    SharedFiles,
    /// How many files a process may open.
    OpenFiles,
    /// The loader in the training process, where a crash shows its own error.
    SingleProcess,
    /// What each process printed last.
    RankLogs,
    /// The collectives that each process has called.
    FlightRecorder,
    /// What the library of collectives says of its ways.
    CollectiveLog,
}

/// A change against a cause.
#[derive(Debug, Clone, PartialEq)]
pub struct Remedy {
    /// Stable id (`loader-workers`).
    pub id: &'static str,
    /// What changes.
    pub change: Vec<Change>,
    /// What it does to the results of training.
    pub effect_on_results: Effect,
    /// The changed scenario.
    pub after: Figures,
    /// Where the reason comes from.
    pub source: &'static str,
}

/// What an estimate says of a scenario, as far as remedies compare it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Figures {
    /// Memory of the fullest card.
    pub device_peak: Bytes,
    /// Whether the card holds it.
    pub fits: bool,
    /// The largest micro-batch that fits.
    pub max_micro_batch_size: u64,
    /// Peak of the host memory per node.
    pub ram_peak: Bytes,
    /// Whether the host holds it.
    pub ram_fits: bool,
    /// One optimizer step.
    pub step: Seconds,
    /// Samples per second in later epochs.
    pub rate: SamplesPerSecond,
    /// A later epoch.
    pub epoch: Seconds,
    /// Share of the time that the GPUs compute, 0 to 1.
    pub gpu_utilization: f64,
}

impl From<&Estimate> for Figures {
    fn from(estimate: &Estimate) -> Self {
        let Estimate { scenario, vram, max_micro_batch_size, ram, speed, .. } = estimate;
        Self {
            device_peak: vram.device_peak,
            fits: vram.fit.fits(),
            max_micro_batch_size: *max_micro_batch_size,
            ram_peak: ram.peak,
            ram_fits: ram.minimum <= scenario.hardware.ram,
            step: speed.step,
            rate: speed.rate,
            epoch: speed.epoch,
            gpu_utilization: speed.gpu_utilization,
        }
    }
}
