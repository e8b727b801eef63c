//! Measured figures, worked into factors by an estimate of the run that was measured.

use engine::calibration::{Measurement, calibrate};
use engine::inputs::Request;
use engine::units::{Bytes, GIB, SamplesPerSecond};
use wire::v1::Scenario;

use super::framework::not_modeled;
use super::measured::peak_of;
use super::request::check;
use crate::error::{FieldError, Reason, Unit};
use crate::limits;
use crate::measured::is_to_be_read;

/// Pointer of the batch of the run that was measured.
const BATCH: &str = "/measured/micro_batch_size";

/// The request with the factors that its measured figures come to.
///
/// # Errors
/// The run that was measured is not one that can be asked for.
pub fn calibrate_request(scenario: &Scenario, request: Request) -> Result<Request, Vec<FieldError>> {
    let asked = &scenario.measured;
    let of_this_run = asked.of_this_run != Some(false);
    if of_this_run && asked.gpu_utilization.is_some() && asked.samples_per_second.is_none() {
        // How busy the GPUs were says whose the rate is; alone it says nothing.
        return Err(vec![FieldError::new("/measured/samples_per_second", Reason::Required)]);
    }
    if !is_to_be_read(asked) {
        return Ok(request);
    }
    let peak = asked.peak_memory_gib;
    let card_gib = request.scenario.hardware.gpu.memory.as_gib();
    if peak.is_some_and(|peak| peak > card_gib * limits::MEASURED_PEAK_OF_CARD) {
        let reason = Reason::OutOfRange { min: limits::MEASURED_PEAK_GIB.min, max: card_gib.floor(), unit: Unit::Gib };
        return Err(vec![FieldError::new("/measured/peak_memory_gib", reason)]);
    }
    let measurement = Measurement {
        peak: peak.map(|gib| (Bytes((gib * GIB as f64) as u64), peak_of(asked))),
        rate: asked.samples_per_second.map(SamplesPerSecond::new),
        gpu_utilization: asked.gpu_utilization,
    };
    let factors = match (asked.micro_batch_size, scenario.training.micro_batch_size) {
        (None, None) => return Err(vec![FieldError::new(BATCH, Reason::Required)]),
        (Some(measured), planned) if planned != Some(measured) => calibrate(&run(scenario, measured)?, &measurement),
        _ => calibrate(&request, &measurement),
    };
    let mut request = request;
    request.scenario.measured = factors;
    Ok(request)
}

/// The run that was measured: the same with another batch.
fn run(scenario: &Scenario, micro_batch_size: u64) -> Result<Request, Vec<FieldError>> {
    let mut run = scenario.clone();
    run.training.micro_batch_size = Some(micro_batch_size);
    run.measured.of_this_run = Some(false);
    check(&run).and_then(require_modeled).map_err(|errors| {
        // Beside a scenario without a fault only its other batch can be at fault.
        let of_the_run = |error: FieldError| FieldError::new(BATCH, error.reason);
        errors.into_iter().map(of_the_run).take(1).collect()
    })
}

/// A request whose framework is modeled.
fn require_modeled(request: Request) -> Result<Request, Vec<FieldError>> {
    let framework = request.scenario.training.framework;
    if framework.is_modeled() { Ok(request) } else { Err(vec![not_modeled(framework)]) }
}
