//! What was measured on a run.

use crate::v1::choices::PeakMemoryOf;
#[cfg(feature = "json")]
use crate::v1::scenario::is_empty;

/// What was measured on a run: its estimate is scaled by part, and so is that of every change of it.
///
/// Figures belong to the scenario beside them. Worked into `factors` they hold for changes of it, too: every change that
/// an answer offers carries them along.
#[derive(Debug, Clone, Default, PartialEq)]
#[cfg_attr(feature = "json", derive(serde::Serialize, serde::Deserialize, utoipa::ToSchema))]
#[cfg_attr(feature = "json", serde(deny_unknown_fields))]
#[cfg_attr(feature = "json", schema(example = json!({ "peak_memory_gib": 17.2, "samples_per_second": 310.0 })))]
pub struct Measured {
    /// Peak of the fullest GPU, in GiB (2^30 bytes).
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"), schema(minimum = 0.05, maximum = 4096))]
    pub peak_memory_gib: Option<f64>,
    /// What the peak was read off; default device.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"))]
    pub peak_memory_of: Option<PeakMemoryOf>,
    /// Samples per second of all GPUs together, in an epoch after the first.
    #[cfg_attr(
        feature = "json",
        serde(skip_serializing_if = "Option::is_none"),
        schema(minimum = 0.0001, maximum = 1_000_000_000_u64)
    )]
    pub samples_per_second: Option<f64>,
    /// Share of the time that the GPUs were busy, 0 to 1: whether they waited for data; read beside `samples_per_second`.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"), schema(minimum = 0, maximum = 1))]
    pub gpu_utilization: Option<f64>,
    /// Samples per GPU and forward pass of the run that was measured; default: the scenario's, and required where that is open.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"), schema(minimum = 1, maximum = 65_536))]
    pub micro_batch_size: Option<u64>,
    /// Whether the figures above are of this very scenario (default true); if not, `factors` alone count.
    /// A figure of this scenario replaces the factors that it speaks of.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"))]
    pub of_this_run: Option<bool>,
    /// What a measurement came to: measured over estimated, by part.
    #[cfg_attr(feature = "json", serde(default, skip_serializing_if = "is_empty"), schema(nullable))]
    pub factors: MeasuredFactors,
}

/// Measured over estimated, by part; a part that is left out was not measured.
#[derive(Debug, Clone, Default, PartialEq)]
#[cfg_attr(feature = "json", derive(serde::Serialize, serde::Deserialize, utoipa::ToSchema))]
#[cfg_attr(feature = "json", serde(deny_unknown_fields))]
pub struct MeasuredFactors {
    /// On activations, temporaries and the allocator's slack; what is counted exactly is never scaled.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"), schema(minimum = 0.3, maximum = 3))]
    pub memory: Option<f64>,
    /// On the GPUs' time.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"), schema(minimum = 0.3, maximum = 5))]
    pub compute: Option<f64>,
    /// On the time of a sample from the drive or the page cache.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"), schema(minimum = 0.1, maximum = 10))]
    pub storage: Option<f64>,
    /// On the time of a sample on the processor.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"), schema(minimum = 0.1, maximum = 10))]
    pub preprocess: Option<f64>,
    /// On the time of a sample's way into a batch.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"), schema(minimum = 0.1, maximum = 10))]
    pub collate: Option<f64>,
    /// On the time of a sample on the link to the GPUs.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"), schema(minimum = 0.1, maximum = 10))]
    pub pcie: Option<f64>,
}
