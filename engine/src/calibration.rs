//! Works a measured peak and a measured rate into factors, once, for the run that they were measured on.

mod factor;
mod memory;
mod time;

use crate::inputs::Request;
use crate::measured::{Measured, MemoryFactor, PeakOf};
use crate::sizing::open::pin;
use crate::sizing::plays::Plays;
use crate::units::{Bytes, SamplesPerSecond};

/// What somebody measured on a run.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Measurement {
    /// The peak of the fullest card, and what it was read off.
    pub peak: Option<(Bytes, PeakOf)>,
    /// Samples per second of all accelerators, in an epoch after the first.
    pub rate: Option<SamplesPerSecond>,
    /// Share of the time that they were busy, 0 to 1.
    pub gpu_utilization: Option<f64>,
}

/// Works a measurement of the very run that `request` asks for into factors.
///
/// What is measured again replaces the factors that the request carries already; what is refused leaves them.
/// Open fields are decided as an estimate decides them, the batch among them.
#[must_use]
pub fn calibrate(request: &Request, measurement: &Measurement) -> Measured {
    let scenario = pin(&mut Plays::default(), request).0;
    let mut measured = Measured { refused_peak: None, refused_rate: None, ..request.scenario.measured };
    if let Some((peak, of)) = measurement.peak {
        match memory::factor(&scenario, peak, of) {
            Ok(factor) => measured.memory = Some(MemoryFactor { factor, of }),
            Err(refused) => measured.refused_peak = Some(refused),
        }
    }
    if let Some(rate) = measurement.rate {
        match time::factors(&scenario, rate, measurement.gpu_utilization) {
            Ok(factors) => factors.write(&mut measured),
            Err(refused) => measured.refused_rate = Some(refused),
        }
    }
    measured
}
