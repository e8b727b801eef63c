//! Notes on what was measured: what it changed, or why it is not used.

use crate::estimate::{MeasuredNote, Speed, Vram};
use crate::inputs::Scenario;
use crate::measured::Measured;
use crate::sizing::card::Detail;
use crate::sizing::evaluate::evaluate;
use crate::sizing::time::path_and_speed;

/// Notes on what was measured; the step is played once more without the factors, for the comparison.
pub fn notes(scenario: &Scenario, vram: &Vram, speed: &Speed) -> Vec<MeasuredNote> {
    let measured = &scenario.measured;
    let mut notes = Vec::new();
    if measured.is_any() {
        let plain = Scenario { measured: Measured::default(), ..scenario.clone() };
        let before = evaluate(&plain, Detail::Replayed);
        if let Some(memory) = measured.memory {
            let (before, after) = (before.vram.device_peak, vram.device_peak);
            notes.push(MeasuredNote::Memory { factor: memory.factor, before, after });
        }
        if measured.has_time() {
            let before = path_and_speed(&plain, &before.work).1.rate;
            notes.push(MeasuredNote::Speed { before, after: speed.rate });
        }
    }
    notes.extend(measured.refused_peak.map(MeasuredNote::PeakRefused));
    notes.extend(measured.refused_rate.map(MeasuredNote::RateRefused));
    notes
}
