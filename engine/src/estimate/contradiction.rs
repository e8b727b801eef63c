//! Constraints that no plan can keep.

use crate::training::MethodKind;
use crate::units::Seconds;

/// A constraint that no plan can keep, and how far it has to be relaxed.
#[derive(Debug, Clone, PartialEq)]
pub enum Contradiction {
    /// The global batch is no multiple of what is set: GPUs, micro-batch, accumulation steps.
    GlobalBatch {
        /// What it has to be a multiple of.
        multiple_of: u64,
        /// The next values below (0 if none) and above that would do.
        nearest: (u64, u64),
    },
    /// Micro-batch, accumulation steps and GPUs are all set, and give another global batch.
    GlobalBatchSet {
        /// What they give.
        given: u64,
    },
    /// The method that is set is not among those accepted.
    Method {
        /// What is set.
        given: MethodKind,
    },
    /// None of the methods accepted suits the model.
    NoMethod {
        /// Those that suit it.
        suited: Vec<MethodKind>,
    },
    /// No plan that fits is done by then.
    Deadline {
        /// The shortest run of any plan that fits.
        shortest: Seconds,
    },
    /// The machine has more GPUs than are allowed.
    MaxGpus {
        /// What is asked for.
        given: u64,
    },
}
