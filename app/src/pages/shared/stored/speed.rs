//! The stored data path and the times that come of it.

use engine::estimate::StageKind;
use engine::units::{Bytes, BytesPerSecond, SamplesPerSecond, Seconds};
use wire::v1::Estimate;
use wire::v1::estimate::{Speed, Stage, StageKind as WireStage};
use wording::format;

use super::super::stored_why::StoredReasons;
use super::figures::figures;
use crate::components::stages::{UNLIMITED, stage_id, stage_name};
use crate::components::{card, head, hidden, row_head};
use crate::locale::Locale;
use crate::messages::results as text;
use markup::{Element, classed, el};

/// Draws the card.
pub fn path(stored: &Estimate, reasons: &StoredReasons, locale: Locale) -> Element {
    let path = &stored.path;
    let narrowest = path.stages.iter().find(|stage| stage.kind == path.narrowest);
    let summary = narrowest
        .map(|stage| text::path_summary(locale, stage_name(kind(stage.kind), locale), &rate(stage.samples_per_second, locale)));
    let rows: Vec<Element> = path
        .stages
        .iter()
        .map(|stage| {
            let Stage { kind: of, first_epoch_samples_per_second, samples_per_second, sample_bytes, .. } = *stage;
            let name = stage_name(kind(of), locale);
            let tag = (of == path.narrowest).then(|| classed("span", "tag").with(text::narrowest(locale)));
            let bytes = samples_per_second * Bytes(sample_bytes).as_f64();
            let bytes = (samples_per_second < UNLIMITED && bytes > 0.0).then(|| format::rate(BytesPerSecond::new(bytes)));
            el("tr")
                .with(row_head().with(name).with(" ").with(tag))
                .with(el("td").with(rate(first_epoch_samples_per_second, locale)))
                .with(el("td").with(rate(samples_per_second, locale)))
                .with(el("td").with(bytes))
                .with(el("td").with(reasons.why(stage_id(kind(of)), name, locale)))
        })
        .collect();
    let columns =
        [text::stage(locale), text::first_epoch(locale), text::later_epochs(locale), text::throughput(locale), text::why(locale)];
    let table = classed("table", "stages")
        .with(el("caption").with(hidden(text::samples_per_second(locale))))
        .with(head(&columns))
        .with(el("tbody").with(rows));
    card("path", text::path(locale), classed("p", "summary").with(summary)).with(table).with(times(stored, reasons, locale))
}

fn times(stored: &Estimate, reasons: &StoredReasons, locale: Locale) -> Element {
    let Speed { step_seconds, samples_per_second, first_epoch_seconds, epoch_seconds, range, gpu_utilization, .. } = stored.speed;
    let time = |seconds: f64| format::duration(Seconds::new(seconds.max(0.0)), locale);
    let rows = vec![
        (text::step_time(locale), time(step_seconds), "speed.step_seconds"),
        (text::samples_per_second(locale), rate(samples_per_second, locale), "speed.samples_per_second"),
        (text::first_epoch(locale), time(first_epoch_seconds), "speed.first_epoch_seconds"),
        (text::epoch_time(locale), time(epoch_seconds), "speed.epoch_seconds"),
        (text::epoch_range(locale), text::from_to(locale, &time(range[0]), &time(range[1])), "speed.range"),
        (text::whole_run(locale), time(stored.speed.total_seconds), ""),
        (text::utilization(locale), format::percent(gpu_utilization), "speed.gpu_utilization"),
        (text::mfu(locale), format::percent(stored.speed.model_flops_utilization), "speed.mfu"),
    ];
    figures(rows, reasons, locale)
}

fn rate(rate: f64, locale: Locale) -> String {
    if rate < UNLIMITED { format::samples(SamplesPerSecond::new(rate.max(0.0))) } else { text::unlimited(locale).to_owned() }
}

const fn kind(kind: WireStage) -> StageKind {
    match kind {
        WireStage::Storage => StageKind::Storage,
        WireStage::Preprocess => StageKind::Preprocess,
        WireStage::Collate => StageKind::Collate,
        WireStage::Pcie => StageKind::Pcie,
        WireStage::Compute => StageKind::Compute,
    }
}
