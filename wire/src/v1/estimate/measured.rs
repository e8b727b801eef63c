//! What a measurement changed.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// What a measurement changed of an answer.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct MeasuredParts {
    /// The parts that are scaled, by the ids of `explain`.
    pub parts: Vec<MeasuredPart>,
    /// `vram.device_peak_bytes` without it; left out where memory was not measured.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub device_peak_bytes_before: Option<u64>,
    /// `speed.samples_per_second` without it; left out where no rate was measured.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub samples_per_second_before: Option<f64>,
}

/// A part that is scaled.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct MeasuredPart {
    /// Which part.
    #[schema(example = "vram.activations")]
    pub id: String,
    /// Measured over estimated; of times for everything that is no memory.
    #[schema(example = 1.13)]
    pub factor: f64,
}
