//! The comparison as an answer of the wire.

use serde_json::Value as Json;

use super::best::{BESTS, best};
use super::{Side, differences, sides};
use crate::convert::note;
use crate::notes::notes;
use crate::priced::of_bills;
use scenario::{limits, problem};
use wire::locale::Locale;
use wire::v1::compare::{Best, Compared, Comparison, RamSummary, SpeedSummary, VramSummary};
use wire::v1::estimate::Estimate;
use wire::v1::{Prices, Problem, Scenario};
use workstation::bom;

/// Two to six scenarios side by side, with sentences in the reader's language, by own prices where there are any.
///
/// # Errors
/// Fewer or more than can be compared, or every field at fault of any of them or of the prices.
pub fn comparison(asked: &[Scenario], own: &Prices, locale: Locale) -> Result<Comparison, Problem> {
    let mut faults = of_bills(own);
    // Beside prices at fault the scenarios are looked at for faults of their own.
    let none = Prices::default();
    let sides = sides(asked, if faults.is_empty() { own } else { &none }).unwrap_or_else(|of_scenarios| {
        faults.splice(0..0, of_scenarios);
        Vec::new()
    });
    faults.truncate(limits::ERRORS);
    if !faults.is_empty() {
        return Err(problem::invalid(&faults));
    }
    let compared: Vec<Compared> = sides.iter().map(|side| one(side, locale)).collect();
    // A struct without maps always has a document; where it had none, nothing of it would differ.
    let documents: Vec<Json> = compared.iter().map(|side| serde_json::to_value(side).unwrap_or_default()).collect();
    Ok(Comparison {
        engine_version: engine::VERSION.to_owned(),
        catalog_version: ::catalog::VERSION.to_owned(),
        differences: differences::differences(&documents),
        best: BESTS
            .iter()
            .map(|measure| Best {
                pointer: measure.pointer().to_owned(),
                better: measure.better(),
                scenarios: best(*measure, &sides).into_iter().map(|place| place as u64).collect(),
            })
            .collect(),
        scenarios: compared,
    })
}

fn one(side: &Side, locale: Locale) -> Compared {
    let Estimate { id, inputs, vram, limits, ram, speed, .. } = side.answer.clone();
    Compared {
        id,
        label: side.label.clone(),
        inputs,
        holds: side.holds(),
        vram: VramSummary {
            device_peak_bytes: vram.device_peak_bytes,
            range_bytes: vram.range_bytes,
            capacity_bytes: vram.capacity_bytes,
            fits: vram.fits,
            verdict: vram.verdict,
            headroom_bytes: vram.headroom_bytes,
        },
        limits,
        ram: RamSummary { peak_bytes: ram.peak_bytes, minimum_gib: ram.minimum_gib, recommended_gib: ram.recommended_gib },
        speed: SpeedSummary {
            step_seconds: speed.step_seconds,
            samples_per_second: speed.samples_per_second,
            first_epoch_seconds: speed.first_epoch_seconds,
            epoch_seconds: speed.epoch_seconds,
            range: speed.range,
            total_seconds: speed.total_seconds,
            gpu_utilization: speed.gpu_utilization,
            bound_by: speed.bound_by,
            bound_detail: speed.bound_detail,
            bound_text: wording::bound(side.estimate.speed.bound_by, locale).to_owned(),
        },
        price: side.price.clone(),
        energy: side.energy,
        notes: notes(&side.asked, &side.estimate).iter().map(|found| note(found, locale)).collect(),
        order_notes: side.findings.iter().map(|found| bom::note(found, locale)).collect(),
    }
}
