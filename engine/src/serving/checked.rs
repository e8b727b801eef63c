//! What was compared with published figures.

use super::question::{Question, ServingEngine};
use crate::hardware::{Gpu, Vendor};

/// Whether speeds of this engine on this kind of card were compared with published ones; of stages one server alone was.
#[must_use]
pub fn is_checked(question: &Question) -> bool {
    let gpu = &question.hardware.gpu;
    question.batches() == 1 && is_engine_checked(question.settings.engine, gpu)
}

/// Whether speeds of an engine on this kind of card were, however the model lies on them.
#[must_use]
pub const fn is_engine_checked(engine: ServingEngine, gpu: &Gpu) -> bool {
    match (engine, gpu.vendor) {
        // Of `ExLlama` one card is known, held to less power than it is made for.
        (ServingEngine::Sglang | ServingEngine::Exllama, _) => false,
        (_, Vendor::Nvidia) | (ServingEngine::LlamaCpp, Vendor::Apple) => true,
        (ServingEngine::LlamaCpp, Vendor::Amd) => gpu.pool.is_some(),
        _ => false,
    }
}
