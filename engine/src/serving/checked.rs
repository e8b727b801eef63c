//! What was compared with published figures.

use super::question::{Question, ServingEngine};
use crate::hardware::Vendor;

/// Whether speeds of this engine on this kind of card were compared with published ones.
#[must_use]
pub const fn is_checked(question: &Question) -> bool {
    let gpu = &question.hardware.gpu;
    match (question.settings.engine, gpu.vendor) {
        (ServingEngine::Sglang, _) => false,
        (_, Vendor::Nvidia) | (ServingEngine::LlamaCpp, Vendor::Apple) => true,
        (ServingEngine::LlamaCpp, Vendor::Amd) => gpu.pool.is_some(),
        _ => false,
    }
}
