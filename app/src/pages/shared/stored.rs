//! The stored answer, drawn from what was stored: nothing of it is computed again.

mod figures;
mod speed;

use engine::estimate::{self as answer, RamParts};
use engine::hardware::Vendor;
use engine::units::{Bytes, BytesPerSecond, SamplesPerSecond, Seconds};
use scenario::measured::has_figures;
use scenario::query;
use wire::v1::estimate::{NoteLevel, RamLadder, RamParts as WireRam, RamRung, VramParts};
use wire::v1::scenario::{GpuChoice, Measured};
use wire::v1::{Estimate, Scenario};
use wording::format;

use super::stored_why::StoredReasons;
use crate::components::bar::{Bar, Segment, stacked_bar, swatch};
use crate::components::glance::Glance;
use crate::components::kit_price::column;
use crate::components::ladder::{Ladder, Step};
use crate::components::parts::Row;
use crate::components::{card, head, hidden, ram, row_head, vram};
use crate::locale::Locale;
use crate::messages::{ladder as ladder_text, results as text, shared};
use figures::figures;
use markup::{Element, Node, classed, el};
use speed::path;

/// Every card of a stored answer; links to like plans start from what was `asked`, where all of that can be read.
#[must_use]
pub fn cards(stored: &Estimate, reasons: &StoredReasons, asked: Option<&Scenario>, locale: Locale) -> Vec<Element> {
    let mut cards: Vec<Element> = notes(stored, locale).into_iter().collect();
    cards.extend([memory(stored, reasons, locale), batch(stored, reasons, locale)]);
    cards.extend([path(stored, reasons, locale), host(stored, reasons, asked, locale)]);
    cards
}

/// The stored answer at a glance; `is_named` where the plan says how much memory there is.
#[must_use]
pub fn glance(stored: &Estimate, is_named: bool) -> Glance {
    let Estimate { vram, ram, speed, inputs, limits, .. } = stored;
    let VramParts { parameters, gradients, optimizer_state, activations, temporary, inputs: batch } = vram.parts;
    let live = [parameters, gradients, optimizer_state, activations, temporary, batch];
    let rest = vram.device_peak_bytes.saturating_sub(live.iter().sum());
    let epochs = inputs.training.epochs.unwrap_or(1);
    let has_kits = inputs.hardware.ram_gib.is_some();
    Glance {
        vram: [vram.device_peak_bytes, vram.capacity_bytes, vram.desktop_bytes].map(Bytes),
        slack: (vram.headroom_bytes < 0, Bytes(vram.headroom_bytes.unsigned_abs())),
        vram_parts: live.into_iter().chain([rest]).map(Bytes).enumerate().collect(),
        ram: Bytes(ram.peak_bytes),
        kits: has_kits.then(|| [ram.minimum_gib, ram.recommended_gib, ram.comfortable_gib].map(Bytes::from_gib)),
        installed: Bytes::from_gib(inputs.hardware.ram_gib.unwrap_or(ram.recommended_gib)),
        is_named,
        micro_batch_size: inputs.training.micro_batch_size,
        largest: limits.max_micro_batch_size,
        rate: SamplesPerSecond::new(speed.samples_per_second.max(0.0)),
        epoch: Seconds::new(speed.epoch_seconds.max(0.0)),
        run: (epochs > 1).then(|| (epochs, Seconds::new(speed.total_seconds.max(0.0)))),
    }
}

fn memory(stored: &Estimate, reasons: &StoredReasons, locale: Locale) -> Element {
    let vram = &stored.vram;
    let VramParts { parameters, gradients, optimizer_state, activations, temporary, inputs } = vram.parts;
    let live = [parameters, gradients, optimizer_state, activations, temporary, inputs];
    let mut rows: Vec<Row> = live
        .into_iter()
        .zip(vram::part_names(locale))
        .zip(vram::IDS)
        .enumerate()
        .map(|(pattern, ((amount, label), id))| (Segment { pattern, label, amount: Bytes(amount) }, id))
        .collect();
    let over = [
        (text::allocator(locale), vram.reserved_peak_bytes.saturating_sub(vram.allocated_peak_bytes), "vram.reserved_peak_bytes"),
        (text::device_context(locale), vram.device_peak_bytes.saturating_sub(vram.reserved_peak_bytes), "vram.device_peak_bytes"),
        (wording::system_vram(locale), vram.desktop_bytes, "vram.desktop_bytes"),
    ];
    for (label, amount, id) in over {
        rows.push((Segment { pattern: rows.len(), label, amount: Bytes(amount) }, id));
    }
    let [low, high] = vram.range_bytes.map(|bytes| Bytes(bytes.saturating_add(vram.desktop_bytes)));
    let capacity = Bytes(vram.capacity_bytes);
    let figures = [vram.device_peak_bytes, vram.capacity_bytes, vram.desktop_bytes, vram.range_bytes[0], vram.range_bytes[1]];
    let gpu = stored.inputs.hardware.gpu.as_ref().and_then(GpuChoice::id).and_then(catalog::gpu);
    let is_cuda = gpu.is_none_or(|gpu| gpu.spec.vendor == Vendor::Nvidia);
    let summary = vram::summary(figures.map(Bytes), is_cuda, locale);
    let (class, slack) = match vram.headroom_bytes {
        0.. => ("slack", text::free(locale, &format::bytes(Bytes(vram.headroom_bytes.unsigned_abs())))),
        _ => ("slack short", text::over_capacity(locale, &format::bytes(Bytes(vram.headroom_bytes.unsigned_abs())))),
    };
    let lead = classed("p", "summary").with(summary.clone()).with(" ").with(classed("strong", class).with(slack));
    card("vram-bar", text::vram(locale), lead).with(stacked_bar(&bar(&rows, capacity, Some((low, high)), summary))).with(table(
        &rows,
        text::vram(locale),
        (text::on_card(locale), "vram.range_bytes"),
        reasons,
        locale,
    ))
}

fn host(stored: &Estimate, reasons: &StoredReasons, asked: Option<&Scenario>, locale: Locale) -> Element {
    let ram = &stored.ram;
    let rows = ram::rows(&parts(&ram.parts), locale);
    let installed = Bytes::from_gib(stored.inputs.hardware.ram_gib.unwrap_or(ram.recommended_gib));
    // A machine whose graphics share its memory names no capacity: it has one.
    let has_kits = stored.inputs.hardware.ram_gib.is_some();
    let summary = if has_kits {
        text::ram_summary(locale, &format::gib(Bytes(ram.peak_bytes)), &format::gib(installed))
    } else {
        text::ram_pool_summary(locale, &format::gib(Bytes(ram.peak_bytes)), &format::gib(installed))
    };
    let kits: Vec<Element> = [
        (text::kit_minimum(locale), ram.minimum_gib, "ram.minimum_gib", "kit"),
        (text::kit_recommended(locale), ram.recommended_gib, "ram.recommended_gib", "kit chosen"),
        (text::kit_comfortable(locale), ram.comfortable_gib, "ram.comfortable_gib", "kit"),
    ]
    .into_iter()
    .map(|(label, gib, id, class)| {
        let value = el("dd").with(format::gib(Bytes::from_gib(gib))).with(" ").with(reasons.why(id, label, locale));
        classed("div", class).with(el("dt").with(label)).with(value)
    })
    .collect();
    card("ram-bar", text::ram(locale), classed("p", "summary").with(summary.clone()))
        .with(stacked_bar(&bar(&rows, installed, None, summary)))
        .with(ladder(stored, asked, locale).map(|ladder| ladder.draw(locale)))
        .with((!has_kits).then(|| classed("p", "fine").with(ladder_text::unified(locale))))
        .with(has_kits.then(|| classed("dl", "kits").with(kits)))
        .with(table(&rows, text::ram(locale), (text::total(locale), "ram.peak_bytes"), reasons, locale))
}

/// The stored ladder; answers of early versions have none.
fn ladder(stored: &Estimate, asked: Option<&Scenario>, locale: Locale) -> Option<Ladder> {
    let RamLadder { rungs, page_in_bytes_per_second, memory_bytes_per_second } = stored.ram.ladder.as_ref()?;
    let seconds = |seconds: f64| Seconds::new(seconds.max(0.0));
    let rate = |rate: f64| BytesPerSecond::new(rate.max(1.0));
    let kits: Vec<_> = rungs.iter().map(|rung| rung.kit.as_ref()).collect();
    let prices = column(&kits, rungs.iter().position(|rung| rung.installed), locale);
    let step = |(rung, price): (&RamRung, Node)| Step {
        capacity: Bytes::from_gib(rung.ram_gib),
        usable: Bytes(rung.usable_bytes),
        is_installed: rung.installed,
        is_recommended: rung.recommended,
        holds: rung.holds,
        peak: Bytes(rung.peak_bytes),
        batch: rung.micro_batch_size,
        reading: seconds(rung.reading_seconds),
        paging: [rung.paging_seconds, rung.paging_epoch_seconds, rung.staging_paging_seconds].map(seconds),
        rate: SamplesPerSecond::new(rung.samples_per_second.max(0.0)),
        epoch: seconds(rung.epoch_seconds),
        cached_share: rung.cached_share,
        workers: rung.largest_num_workers,
        price,
        href: asked.map(|asked| href(asked, stored, rung.ram_gib)),
    };
    Some(Ladder {
        steps: rungs.iter().zip(prices).map(step).collect(),
        batch: stored.inputs.training.micro_batch_size.unwrap_or_default(),
        page_in_rate: rate(*page_in_bytes_per_second),
        memory_rate: rate(*memory_bytes_per_second),
    })
}

/// Where the planner shows what was asked with so much memory; what was measured on the plan goes along as factors.
fn href(asked: &Scenario, stored: &Estimate, ram_gib: u64) -> String {
    let mut changed = asked.clone();
    if has_figures(&asked.measured) {
        let Measured { factors, peak_memory_of, .. } = stored.inputs.measured.clone();
        let peak_memory_of = peak_memory_of.filter(|_| factors.memory.is_some());
        changed.measured = Measured { factors, peak_memory_of, ..Measured::default() };
    }
    changed.hardware.ram_gib = Some(ram_gib);
    format!("/plan?{}", query::to_string(&changed, &[]))
}

fn batch(stored: &Estimate, reasons: &StoredReasons, locale: Locale) -> Element {
    let this = stored.inputs.training.micro_batch_size.map_or_else(|| "–".to_owned(), format::count);
    let largest = match stored.limits.max_micro_batch_size {
        0 => text::batch_none(locale).to_owned(),
        largest => format::count(largest),
    };
    let rows = [(text::batch_this(locale), this), (text::batch_largest(locale), largest)];
    card(
        "batch",
        text::batch(locale),
        figures(rows.into_iter().map(|(label, value)| (label, value, "")).collect(), reasons, locale),
    )
}

/// The notes as they were written; an answer keeps them in English alone.
fn notes(stored: &Estimate, locale: Locale) -> Option<Element> {
    let items: Vec<Element> = stored
        .notes
        .iter()
        .map(|note| {
            let (class, level) = match note.level {
                NoteLevel::Problem => ("note problem", answer::NoteLevel::Problem),
                NoteLevel::Warning => ("note warning", answer::NoteLevel::Warning),
                NoteLevel::Note => ("note", answer::NoteLevel::Note),
            };
            let tag = classed("span", "tag").with(wording::note_level(level, locale));
            classed("li", class).with(tag).with(classed("span", "sentence").attr("lang", "en").with(note.detail.clone()))
        })
        .collect();
    let english = (locale == Locale::Zh).then(|| classed("p", "fine").with(shared::notes_in_english(locale)));
    (!items.is_empty()).then(|| card("notes", text::notes(locale), english).with(classed("ul", "notes").with(items)))
}

fn bar(rows: &[Row], capacity: Bytes, range: Option<(Bytes, Bytes)>, description: String) -> Bar {
    Bar { segments: rows.iter().map(|(segment, _)| *segment).collect(), capacity, range, description }
}

fn table(
    rows: &[Row],
    caption: &'static str,
    (total_name, total_id): (&'static str, &'static str),
    reasons: &StoredReasons,
    locale: Locale,
) -> Element {
    let total: Bytes = rows.iter().map(|(segment, _)| segment.amount).sum();
    let share = |amount: Bytes| format::percent(if total == Bytes::ZERO { 0.0 } else { amount.as_f64() / total.as_f64() });
    let line = |head: Element, amount: Bytes, id: &str, label: &str| {
        el("tr")
            .with(head)
            .with(el("td").with(format::bytes(amount)))
            .with(el("td").with(share(amount)))
            .with(el("td").with(reasons.why(id, label, locale)))
    };
    let body: Vec<Element> = rows
        .iter()
        .filter(|(segment, _)| segment.amount > Bytes::ZERO)
        .map(|(segment, id)| {
            line(row_head().with(swatch(segment.pattern)).with(segment.label), segment.amount, id, segment.label)
        })
        .collect();
    let sum = line(row_head().with(total_name), total, total_id, total_name);
    classed("table", "parts")
        .with(el("caption").with(hidden(caption)))
        .with(head(&[text::part(locale), text::amount(locale), text::share(locale), text::why(locale)]))
        .with(el("tbody").with(body))
        .with(el("tfoot").with(sum))
}

const fn parts(parts: &WireRam) -> RamParts {
    let WireRam { system, runtime, workers, prefetch, pinned, checkpoint_staging, offload, dataset_cache } = *parts;
    RamParts {
        system: Bytes(system),
        runtime: Bytes(runtime),
        workers: Bytes(workers),
        prefetch: Bytes(prefetch),
        pinned: Bytes(pinned),
        checkpoint_staging: Bytes(checkpoint_staging),
        offload: Bytes(offload),
        dataset_cache: Bytes(dataset_cache),
    }
}

#[cfg(test)]
mod tests;
