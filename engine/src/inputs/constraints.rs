//! What the advisor's answer must respect.

use crate::training::{Method, MethodKind};
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
