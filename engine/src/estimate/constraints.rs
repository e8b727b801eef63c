//! What the advisor's answer must respect.

use crate::training::Method;
use crate::units::Seconds;

/// What a recommendation must respect; an estimate does not read it.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Constraints {
    /// Samples of an optimizer step over all GPUs: kept by accumulation where the micro-batch shrinks.
    pub global_batch_size: Option<u64>,
    /// Methods that are accepted; empty accepts any.
    pub methods: Vec<MethodKind>,
    /// Longest time that the whole run may take.
    pub deadline: Option<Seconds>,
    /// Most GPUs, all nodes together.
    pub max_gpus: Option<u64>,
}

impl Constraints {
    /// Whether a method is accepted.
    #[must_use]
    pub fn accepts(&self, method: &Method) -> bool {
        self.methods.is_empty() || self.methods.contains(&MethodKind::of(method))
    }
}

/// A method without its settings.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum MethodKind {
    /// All weights train.
    Full,
    /// Adapters train.
    Lora,
    /// Adapters train beside quantized weights.
    Qlora,
    /// The head trains.
    FrozenBackbone,
}

impl MethodKind {
    /// The kind of a method.
    #[must_use]
    pub const fn of(method: &Method) -> Self {
        match method {
            Method::Full => Self::Full,
            Method::Lora(_) => Self::Lora,
            Method::Qlora(..) => Self::Qlora,
            Method::FrozenBackbone => Self::FrozenBackbone,
        }
    }
}

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
