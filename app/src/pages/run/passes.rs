//! The answer for a model that answers in passes: whether it runs, four tiles, memory by part, its stages, what would change it.

use engine::passes::ComponentKind;
use engine::units::{Bytes, SECONDS_PER_HOUR, Seconds};
use wire::v1::choices::{ServingEngine, WeightsFormat};
use wire::v1::estimate::{Passed, PassedLever, PassedStage, StageOfPasses};
use wording::format;

use super::asked::Asked;
use super::machine::Machine;
use super::parts::{Taken, effect_of, fine, memory_card, note_list, start, tile};
use super::standing::Standing;
use crate::components::bar::{Segment, thin_bar};
use crate::components::{head, row_head, scroll};
use crate::locale::Locale;
use crate::messages::run as text;
use markup::{Element, classed, el};

/// Draws the answer.
pub fn answer(asked: &Asked, found: &Passed, machine: Option<Machine>, locale: Locale) -> Vec<Element> {
    let standing = Standing::of(&found.figures());
    let parts = [
        Some(classed("h2", standing.tone().class()).attr("data-testid", "verdict").with(standing.word(locale))),
        Some(classed("p", "measure").with(sentence(asked, found, locale))),
        Some(tiles(found, locale).with(machine.map(|machine| machine.tile(locale)))),
        note_list(found.notes.iter(), locale),
        Some(memory(found, locale)),
    ];
    let parts = parts.into_iter().flatten().chain(stages(found, locale)).chain(levers(asked, found, locale));
    parts.chain(found.start.as_ref().map(|found| start(found, 0.0, locale))).collect()
}

/// The question in a line: model, format, library, cards, size.
fn sentence(asked: &Asked, found: &Passed, locale: Locale) -> String {
    let serving = &found.inputs.serving;
    let format = serving.weights_format.map_or("", WeightsFormat::as_str);
    let engine = serving.engine.map_or("", ServingEngine::as_str);
    let size = serving.image_size.map(|size| format!("{} × {}", size.height, size.width));
    let frames = serving.num_frames.map(|frames| text::frames_of(locale, &format::count(frames)));
    let tiles = serving.vae_tiling.filter(|&is_tiled| is_tiled).map(|_| text::decoded_in_tiles(locale).to_owned());
    let steps = serving.denoising_steps.map(|steps| text::steps_of(locale, &format::count(steps)));
    let tokens = serving.prompt_tokens.filter(|_| serving.denoising_steps.is_none());
    let tokens = tokens.map(|tokens| text::tokens_of(locale, &format::count(tokens)));
    let written = serving.output_tokens.map(|tokens| text::text_of(locale, &format::count(tokens)));
    let parts = [Some(asked.model(locale)), Some(format.to_owned()), Some(engine.to_owned()), Some(asked.cards(locale))];
    parts.into_iter().chain([size, frames, steps, tokens, written, tiles]).flatten().collect::<Vec<_>>().join(" · ")
}

pub(super) fn segments(found: &Passed, locale: Locale) -> Vec<Segment> {
    let parts = &found.vram.parts;
    [
        (0, text::parameters(locale), parts.parameters),
        (3, text::activations(locale), parts.activations),
        (6, text::framework(locale), parts.framework),
    ]
    .into_iter()
    .map(|(pattern, label, amount)| Segment { pattern, label, amount: Bytes(amount) })
    .collect()
}

/// A rate: so many a second, or where that is less than one, an hour.
pub(super) fn pace(found: &Passed, locale: Locale) -> (&'static str, String) {
    let speed = &found.speed;
    let of = |rate: f64, [a_second, an_hour]: [fn(Locale) -> &'static str; 2]| {
        if rate < 1.0 { (an_hour(locale), rate * SECONDS_PER_HOUR) } else { (a_second(locale), rate) }
    };
    let (name, rate) = match (speed.texts_per_second, speed.videos_per_second, speed.audio_seconds_per_second) {
        (Some(rate), ..) => of(rate, [text::texts, text::texts_an_hour]),
        (_, Some(rate), _) => of(rate, [text::videos, text::videos_an_hour]),
        // So many seconds a second are as many hours an hour.
        (.., Some(rate)) => (text::hours_an_hour(locale), rate),
        _ => of(speed.images_per_second.unwrap_or(0.0), [text::pictures, text::pictures_an_hour]),
    };
    (name, format::concise(rate))
}

fn tiles(found: &Passed, locale: Locale) -> Element {
    let vram = &found.vram;
    let usable = Bytes(vram.capacity_bytes - vram.desktop_bytes.min(vram.capacity_bytes));
    let parts: Vec<(usize, Bytes)> = segments(found, locale).iter().map(|segment| (segment.pattern, segment.amount)).collect();
    let used = Bytes(vram.device_peak_bytes);
    let [low, high] = vram.range_bytes.map(Bytes);
    let memory = tile(
        "tile-vram",
        text::memory(locale),
        format!("{} / {}", format::gib_number(used), format::gib(Bytes(vram.capacity_bytes))),
    )
    .with(thin_bar(&parts, usable, used.max(usable).as_f64() * 1.02))
    .with(fine(text::likely(locale, &format::gib_number(low), &format::gib(high))));
    let most = found.limits.max_concurrency;
    let shown = if most == 0 { text::none_fits(locale).to_owned() } else { format::count(most) };
    let name = match (found.speed.texts_per_second, found.speed.videos_per_second, found.speed.audio_seconds_per_second) {
        (Some(_), ..) => text::texts_at_a_time(locale),
        (_, Some(_), _) => text::videos_at_a_time(locale),
        (.., Some(_)) => text::windows_at_a_time(locale),
        _ => text::pictures_at_a_time(locale),
    };
    let batch = tile("tile-requests", name, shown).with(fine(text::asked_for(locale, &format::count(found.speed.concurrency))));
    let (name, rate) = pace(found, locale);
    let time = |seconds: f64| format::duration(Seconds::new(seconds), locale);
    let dash = || "–".to_owned();
    let speed = tile("tile-speed", name, if found.fits { rate } else { dash() });
    let shown = if found.fits { time(found.speed.batch_seconds) } else { dash() };
    let first = tile("tile-first", text::batch_time(locale), shown);
    let first = if found.fits {
        let [low, high] = found.speed.batch_seconds_range;
        first
            .with(fine(text::likely(locale, &time(low), &time(high))))
            .with(fine(text::loading(locale, &time(found.speed.load_seconds))))
    } else {
        first
    };
    classed("div", "glance").attr("data-testid", "glance").with(memory).with(batch).with(speed).with(first)
}

fn memory(found: &Passed, locale: Locale) -> Element {
    let vram = &found.vram;
    let ram = text::ram(locale, &format::gib(Bytes(found.ram.peak_bytes)), &format::gib(Bytes(found.ram.installed_bytes)));
    let taken = Taken {
        segments: segments(found, locale),
        peak: Bytes(vram.device_peak_bytes),
        capacity: Bytes(vram.capacity_bytes),
        desktop: Bytes(vram.desktop_bytes),
        range: vram.range_bytes.map(Bytes),
    };
    memory_card(taken, locale).with(classed("p", "measure").with(ram))
}

/// What runs one after another, where it is more than one model.
fn stages(found: &Passed, locale: Locale) -> Vec<Element> {
    if found.stages.len() < 2 {
        return Vec::new();
    }
    let rows: Vec<Element> = found.stages.iter().map(|stage| stage_row(stage, locale)).collect();
    let labels = [
        text::stage(locale),
        text::parameters(locale),
        text::activations(locale),
        text::passes(locale),
        text::stage_time(locale),
    ];
    let table = classed("table", "catalog runs").attr("data-testid", "stages").with(head(&labels)).with(el("tbody").with(rows));
    let is_of_one = found.speed.audio_seconds_per_second.is_some();
    let (name, about) = if is_of_one {
        (text::parts(locale), text::parts_about(locale))
    } else {
        (text::stages(locale), text::stages_about(locale))
    };
    vec![el("h2").attr("id", "stages").with(name), classed("p", "measure").with(about), scroll(name, table)]
}

fn stage_row(stage: &PassedStage, locale: Locale) -> Element {
    let kind = match stage.kind {
        StageOfPasses::Loading => ComponentKind::Loading,
        StageOfPasses::Model => ComponentKind::Model,
        StageOfPasses::PromptEncoder => ComponentKind::PromptEncoder,
        StageOfPasses::Denoiser => ComponentKind::Denoiser,
        StageOfPasses::Decoder => ComponentKind::Decoder,
        StageOfPasses::AudioEncoder => ComponentKind::AudioEncoder,
        StageOfPasses::CrossAttention => ComponentKind::CrossAttention,
        StageOfPasses::TextDecoder => ComponentKind::TextDecoder,
    };
    let time = stage.pass_seconds * stage.passes as f64 + stage.moving_seconds;
    el("tr")
        .with(row_head().with(wording::passes_stage(kind, locale)))
        .with(el("td").with(format::bytes(Bytes(if stage.kind == StageOfPasses::Loading {
            stage.resident_bytes
        } else {
            stage.parameters_bytes
        }))))
        .with(el("td").with(format::bytes(Bytes(stage.activations_bytes))))
        .with(el("td").with(format::count(stage.passes)))
        .with(el("td").with(format::duration(Seconds::new(time), locale)))
}

fn levers(asked: &Asked, found: &Passed, locale: Locale) -> Vec<Element> {
    if found.levers.is_empty() {
        return Vec::new();
    }
    let rows: Vec<Element> = found.levers.iter().map(|lever| lever_row(asked, lever, locale)).collect();
    let labels =
        [text::lever(locale), text::batch_time(locale), text::memory(locale), text::ram_needed(locale), text::results(locale)];
    let table = classed("table", "catalog runs").attr("data-testid", "levers").with(head(&labels)).with(el("tbody").with(rows));
    vec![el("h2").attr("id", "levers").with(text::levers(locale)), scroll(text::levers(locale), table)]
}

fn lever_row(asked: &Asked, lever: &PassedLever, locale: Locale) -> Element {
    let href = asked.in_place(&lever.serving);
    let link = el("a").attr("href", href).attr("rel", "nofollow").with(lever.title.clone());
    let after = &lever.after;
    el("tr")
        .with(row_head().with(link))
        .with(el("td").with(format::duration(Seconds::new(after.batch_seconds), locale)))
        .with(el("td").with(format::gib(Bytes(after.device_peak_bytes))))
        .with(el("td").with(format::gib(Bytes(after.ram_peak_bytes))))
        .with(el("td").with(wording::passes_effect(effect_of(lever.effect_on_results), locale)))
}
