//! Machines that can be rented.

use engine::units::Bytes;

use crate::Confidence;

/// What a rented machine once cost an hour: history, not an offer of today.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CloudOffer {
    /// Stable id (`lambda-gpu-8x-h100-sxm5`).
    pub id: &'static str,
    /// Who rents it out.
    pub provider: &'static str,
    /// The provider's name of it.
    pub instance: &'static str,
    /// Id of the accelerator.
    pub gpu: &'static str,
    /// Accelerators of the machine.
    pub gpu_count: u64,
    /// Threads of the processors that come with it, where they are listed.
    pub vcpus: Option<u64>,
    /// Memory that comes with it, where it is listed.
    pub memory: Option<Bytes>,
    /// Price of an hour in US dollars, on demand.
    pub usd_per_hour: f64,
    /// Price of an hour that can end at any time, in US dollars.
    pub spot_usd_per_hour: Option<f64>,
    /// Where it stands, as the provider names it.
    pub region: &'static str,
    /// Day or month of the price; none where the list has no date.
    pub date: Option<&'static str>,
    /// Who listed it.
    pub source: &'static str,
    /// Trust in the row.
    pub confidence: Confidence,
}

impl CloudOffer {
    /// Price of an accelerator's hour in US dollars, on demand.
    #[must_use]
    pub const fn usd_per_gpu_hour(&self) -> f64 {
        self.usd_per_hour / self.gpu_count as f64
    }
}
