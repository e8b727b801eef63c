//! Diagnoses.

use engine::diagnosis as found;
use engine::diagnosis::{Finding, Verdict};
use engine::estimate::{Effect, Estimate};

use super::estimate::unit;
use super::estimate::vram::{layer, phase};
use crate::locale::Locale;
use crate::patch::patch_of;
use crate::pin::pin;
use crate::text;
use crate::v1::Scenario;
use crate::v1::diagnose as wire;
use crate::v1::recommend::Effect as WireEffect;

/// The engine's diagnosis of what was asked.
#[must_use]
pub fn diagnosis(
    asked: &Scenario,
    answer: &Estimate,
    symptom: wire::Symptom,
    observed: wire::Observed,
    diagnosis: &found::Diagnosis,
    locale: Locale,
) -> wire::Diagnosis {
    let found::Diagnosis { symptom: _, before, checks } = diagnosis;
    wire::Diagnosis {
        id: asked.id.clone(),
        engine_version: engine::VERSION.to_owned(),
        catalog_version: ::catalog::VERSION.to_owned(),
        inputs: pin(asked, &answer.scenario),
        symptom,
        observed,
        before: figures(before),
        checks: checks.iter().map(|found| check(asked, found, answer, locale)).collect(),
    }
}

fn check(asked: &Scenario, check: &found::Check, answer: &Estimate, locale: Locale) -> wire::DiagnosisCheck {
    let found::Check { id, verdict, weight, finding, probes, remedies, source } = check;
    wire::DiagnosisCheck {
        id: (*id).to_owned(),
        title: text::check_title(finding, locale),
        verdict: match verdict {
            Verdict::Likely => wire::CheckVerdict::Likely,
            Verdict::Look => wire::CheckVerdict::Look,
            Verdict::RuledOut => wire::CheckVerdict::RuledOut,
        },
        weight: *weight,
        text: text::check_text(finding, locale),
        figures: finding
            .figures()
            .into_iter()
            .map(|(name, value, of)| wire::DiagnosisFigure { name: name.to_owned(), value, unit: unit(of) })
            .collect(),
        moment: match finding {
            Finding::Moment { phase: part, layer: place, operator, .. } => {
                Some(wire::DiagnosisMoment { phase: phase(*part), layer: layer(*place), operator: operator.map(str::to_owned) })
            }
            _ => None,
        },
        probes: probes
            .iter()
            .map(|probe| wire::DiagnosisProbe {
                command: text::probe_command(*probe, &answer.scenario).to_owned(),
                text: text::probe_text(*probe, locale).to_owned(),
            })
            .collect(),
        remedies: remedies.iter().map(|found| remedy(asked, found, locale)).collect(),
        source: (*source).to_owned(),
    }
}

fn remedy(asked: &Scenario, remedy: &found::Remedy, locale: Locale) -> wire::DiagnosisRemedy {
    let found::Remedy { id, change, effect_on_results, after, source } = remedy;
    wire::DiagnosisRemedy {
        id: (*id).to_owned(),
        change: patch_of(asked, change),
        text: text::changes_title(change, locale),
        why: text::changes_why(change, locale).to_owned(),
        effect_on_results: match effect_on_results {
            Effect::None => WireEffect::None,
            Effect::Small => WireEffect::Small,
            Effect::ChangesMethod => WireEffect::ChangesMethod,
        },
        after: figures(after),
        source: (*source).to_owned(),
    }
}

const fn figures(figures: &found::Figures) -> wire::DiagnosisFigures {
    let found::Figures { device_peak, fits, max_micro_batch_size, ram_peak, ram_fits, step, rate, epoch, gpu_utilization } =
        *figures;
    wire::DiagnosisFigures {
        device_peak_bytes: device_peak.0,
        fits,
        max_micro_batch_size,
        ram_peak_bytes: ram_peak.0,
        ram_fits,
        step_seconds: step.get(),
        samples_per_second: rate.get(),
        epoch_seconds: epoch.get(),
        gpu_utilization,
    }
}
