//! Diagnoses.

use engine::diagnosis as found;
use engine::diagnosis::{Finding, Verdict};
use engine::estimate::{Effect, Estimate};

use super::estimate::unit;
use super::estimate::vram::{layer, phase};
use scenario::patch::patch_of;
use scenario::pin::pin;
use wire::locale::Locale;
use wire::v1::Scenario;
use wire::v1::diagnose as v1;
use wire::v1::recommend::Effect as WireEffect;

/// The engine's diagnosis of what was asked.
#[must_use]
pub fn diagnosis(
    asked: &Scenario,
    answer: &Estimate,
    symptom: v1::Symptom,
    observed: v1::Observed,
    diagnosis: &found::Diagnosis,
    locale: Locale,
) -> v1::Diagnosis {
    let found::Diagnosis { symptom: _, before, checks } = diagnosis;
    v1::Diagnosis {
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

fn check(asked: &Scenario, check: &found::Check, answer: &Estimate, locale: Locale) -> v1::DiagnosisCheck {
    let found::Check { id, verdict, weight, finding, probes, remedies, source } = check;
    v1::DiagnosisCheck {
        id: (*id).to_owned(),
        title: wording::check_title(finding, locale),
        verdict: match verdict {
            Verdict::Likely => v1::CheckVerdict::Likely,
            Verdict::Look => v1::CheckVerdict::Look,
            Verdict::RuledOut => v1::CheckVerdict::RuledOut,
        },
        weight: *weight,
        text: wording::check_text(finding, locale),
        figures: finding
            .figures()
            .into_iter()
            .map(|(name, value, of)| v1::DiagnosisFigure { name: name.to_owned(), value, unit: unit(of) })
            .collect(),
        moment: match finding {
            Finding::Moment { phase: part, layer: place, operator, .. } => {
                Some(v1::DiagnosisMoment { phase: phase(*part), layer: layer(*place), operator: operator.map(str::to_owned) })
            }
            _ => None,
        },
        probes: probes
            .iter()
            .map(|probe| v1::DiagnosisProbe {
                command: wording::probe_command(*probe, &answer.scenario).to_owned(),
                text: wording::probe_text(*probe, locale).to_owned(),
            })
            .collect(),
        remedies: remedies.iter().map(|found| remedy(asked, found, locale)).collect(),
        source: (*source).to_owned(),
    }
}

fn remedy(asked: &Scenario, remedy: &found::Remedy, locale: Locale) -> v1::DiagnosisRemedy {
    let found::Remedy { id, change, effect_on_results, after, source } = remedy;
    v1::DiagnosisRemedy {
        id: (*id).to_owned(),
        change: patch_of(asked, change),
        text: wording::remedy_title(id, change, locale),
        why: wording::remedy_why(id, change, locale).to_owned(),
        effect_on_results: match effect_on_results {
            Effect::None => WireEffect::None,
            Effect::Small => WireEffect::Small,
            Effect::ChangesMethod => WireEffect::ChangesMethod,
        },
        after: figures(after),
        source: (*source).to_owned(),
    }
}

const fn figures(figures: &found::Figures) -> v1::DiagnosisFigures {
    let found::Figures { device_peak, fits, max_micro_batch_size, ram_peak, ram_fits, step, rate, epoch, gpu_utilization } =
        *figures;
    v1::DiagnosisFigures {
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
