//! The stages of the data path.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A stage of the data path.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum StageKind {
    /// Drive to page cache.
    Storage,
    /// Decode, augment, tokenize on the processor.
    Preprocess,
    /// Collate and copy to page-locked memory.
    Collate,
    /// Host to device.
    Pcie,
    /// The GPUs.
    Compute,
}
