//! The answer: whether it runs, four tiles, memory by part, what would change it, and how to start it.

use engine::units::{Bytes, Seconds};
use wire::v1::choices::{ServingEngine, ServingOffload, WeightsFormat};
use wire::v1::estimate::{Served, ServedLever};
use wire::v1::scenario::Serving;
use wording::format;

use super::asked::Asked;
use super::buy::laid;
use super::machine::Machine;
use super::parts::{Taken, effect_of, fine, memory_card, note_list, start, tile};
use super::standing::Standing;
use super::users;
use crate::components::bar::{Segment, thin_bar};
use crate::components::{head, row_head, scroll};
use crate::locale::Locale;
use crate::messages::run as text;
use markup::{Element, classed, el};

/// Draws the answer.
pub fn answer(asked: &Asked, found: &Served, machine: Option<Machine>, locale: Locale) -> Vec<Element> {
    let standing = Standing::of(&found.figures());
    let parts = [
        Some(classed("h2", standing.tone().class()).attr("data-testid", "verdict").with(standing.word(locale))),
        Some(classed("p", "measure").with(sentence(asked, found, locale))),
        Some(tiles(found, locale).with(machine.map(|machine| machine.tile(locale)))),
        note_list(found.notes.iter(), locale),
        instead(asked, found, locale),
        (found.fits && found.limits.max_concurrency > 0).then(|| users::users(asked, found, machine, locale)),
        Some(memory(found, locale)),
    ];
    let parts = parts.into_iter().flatten();
    let first = found.speed.time_to_first_token_seconds;
    parts.chain(levers(asked, found, locale)).chain(found.start.as_ref().map(|found| start(found, first, locale))).collect()
}

/// Whether part of the model is computed in the host's memory.
fn spills(serving: &Serving) -> bool {
    serving.offload.is_some_and(|offload| offload != ServingOffload::None)
}

/// The question in a line: model, format, engine, cards.
fn sentence(asked: &Asked, found: &Served, locale: Locale) -> String {
    let serving = &found.inputs.serving;
    let format = serving.weights_format.map_or("", WeightsFormat::as_str);
    let engine = serving.engine.map_or("", ServingEngine::as_str);
    let words = [asked.model(locale), format.to_owned(), engine.to_owned(), asked.cards(locale)];
    words.into_iter().chain(laid(serving, locale)).collect::<Vec<_>>().join(" · ")
}

/// The parts with their patterns and names.
pub(super) fn segments(found: &Served, locale: Locale) -> Vec<Segment> {
    let parts = &found.vram.parts;
    let reserves = found.inputs.serving.memory_utilization.is_some();
    let kept = if reserves { text::kv_pool(locale) } else { text::kv_cache(locale) };
    [
        (0, text::parameters(locale), parts.parameters),
        (2, kept, parts.kv_cache),
        (3, text::activations(locale), parts.activations),
        (4, text::cuda_graphs(locale), parts.cuda_graphs),
        (6, text::framework(locale), parts.framework),
    ]
    .into_iter()
    .map(|(pattern, label, amount)| Segment { pattern, label, amount: Bytes(amount) })
    .collect()
}

fn rate(tokens_per_second: f64) -> String {
    format::concise(tokens_per_second)
}

fn tiles(found: &Served, locale: Locale) -> Element {
    let vram = &found.vram;
    let usable = Bytes(vram.capacity_bytes - vram.desktop_bytes.min(vram.capacity_bytes));
    let parts: Vec<(usize, Bytes)> = segments(found, locale).iter().map(|segment| (segment.pattern, segment.amount)).collect();
    let used = Bytes(vram.device_peak_bytes);
    let serving = &found.inputs.serving;
    let tokens = format::count(found.limits.kv_tokens);
    let kept = if serving.memory_utilization.is_some() { text::kept(locale, &tokens) } else { text::set_aside(locale, &tokens) };
    let memory = tile(
        "tile-vram",
        if found.inputs.hardware.gpu_count > Some(1) { text::memory_fullest(locale) } else { text::memory(locale) },
        format!("{} / {}", format::gib_number(used), format::gib(Bytes(vram.capacity_bytes))),
    )
    .with(thin_bar(&parts, usable, used.max(usable).as_f64() * 1.02))
    .with(fine(kept));
    // Pools and pages hold requests as long as they are; others set the whole context aside for each.
    let is_shared = serving.memory_utilization.is_some() || serving.engine == Some(ServingEngine::Exllama);
    let length =
        if is_shared { found.prompt_tokens() + serving.output_tokens.unwrap_or(0) } else { serving.context_length.unwrap_or(0) };
    let fits = found.limits.max_concurrency;
    let requests = if fits == 0 {
        text::none_fits(locale).to_owned()
    } else {
        format!("{} × {}", format::count(fits), format::count(length))
    };
    let longest = found.limits.max_context;
    let name = if is_shared { text::usual_requests(locale) } else { text::requests(locale) };
    let requests =
        tile("tile-requests", name, requests).with((longest > 0).then(|| fine(text::longest(locale, &format::count(longest)))));
    let speed = &found.speed;
    let is_told = found.fits && !found.figures().is_overloaded;
    let shown = if is_told { rate(speed.decode_tokens_per_second) } else { "–".to_owned() };
    let seen = found.queue.and_then(|queue| queue.seen);
    let among = if seen.is_some() {
        text::under_way(locale, &format::count(speed.concurrency), &rate(speed.total_tokens_per_second))
    } else if speed.concurrency > 1 {
        text::each(locale, &format::count(speed.concurrency), &rate(speed.total_tokens_per_second))
    } else {
        text::alone(locale).to_owned()
    };
    let pace = tile("tile-speed", text::speed(locale), shown);
    let pace = if found.figures().is_overloaded {
        pace.with(fine(text::queue_grows(locale).to_owned()))
    } else if found.fits {
        let [low, high] = speed.decode_range;
        pace.with(fine(among)).with(fine(text::likely(locale, &rate(low), &rate(high))))
    } else {
        pace
    };
    let time = |seconds: f64| format::measured_time(Seconds::new(seconds), locale);
    let shown = if is_told { time(speed.time_to_first_token_seconds) } else { "–".to_owned() };
    let first = tile("tile-first", text::first(locale), shown);
    let first = if found.fits {
        let prompts = fine(text::prefill(locale, &rate(speed.prefill_tokens_per_second)));
        let soon = seen.map(|seen| fine(text::soon(locale, &time(seen.time_to_first_token_seconds.p95))));
        let images = found.images.map(|images| {
            let tokens = format::count(images.tokens_per_image);
            fine(text::per_picture(locale, &tokens, &rate(images.images_per_second * 60.0)))
        });
        first.with(soon).with(images).with(prompts).with(fine(text::loading(locale, &time(speed.load_seconds))))
    } else {
        first
    };
    classed("div", "glance").attr("data-testid", "glance").with(memory).with(requests).with(pace).with(first)
}

fn memory(found: &Served, locale: Locale) -> Element {
    let vram = &found.vram;
    let reserved = found.inputs.serving.memory_utilization.map(|share| {
        let words = text::reserved(locale, &format::percent(share), &format::bytes(Bytes(vram.kv_in_use_bytes)));
        classed("p", "measure").with(words)
    });
    let token = text::per_token(locale, &format::size(Bytes(vram.kv_bytes_per_token)));
    let ram = text::ram(locale, &format::gib(Bytes(found.ram.peak_bytes)), &format::gib(Bytes(found.ram.installed_bytes)));
    let taken = Taken {
        segments: segments(found, locale),
        peak: Bytes(vram.device_peak_bytes),
        capacity: Bytes(vram.capacity_bytes),
        desktop: Bytes(vram.desktop_bytes),
        range: vram.range_bytes.map(Bytes),
    };
    memory_card(taken, locale).with(reserved).with(classed("p", "measure").with(format!("{token}{}{ram}", locale.pick(" ", ""))))
}

fn levers(asked: &Asked, found: &Served, locale: Locale) -> Vec<Element> {
    if found.levers.is_empty() {
        return Vec::new();
    }
    let is_shared = found.queue.is_some() || found.inputs.serving.concurrency > Some(1);
    let rows: Vec<Element> = found.levers.iter().map(|lever| lever_row(asked, lever, is_shared, locale)).collect();
    let head = head(&[
        text::lever(locale),
        if found.queue.is_some() {
            text::after_most(locale)
        } else if is_shared {
            text::after_total(locale)
        } else {
            text::after_speed(locale)
        },
        text::after_requests(locale),
        text::after_tokens(locale),
        text::memory(locale),
        text::effect(locale),
    ]);
    let table = classed("table", "catalog runs").attr("data-testid", "levers").with(head).with(el("tbody").with(rows));
    vec![el("h2").attr("id", "levers").with(text::levers(locale)), scroll(text::levers(locale), table)]
}

fn lever_row(asked: &Asked, lever: &ServedLever, is_shared: bool, locale: Locale) -> Element {
    let effect = effect_of(lever.effect_on_results);
    let href = asked.in_place(&lever.serving);
    let link = el("a").attr("href", href).attr("rel", "nofollow").with(lever.title.clone());
    let after = &lever.after;
    let pace = if is_shared { after.total_tokens_per_second } else { after.alone_tokens_per_second };
    el("tr")
        .with(row_head().with(link))
        .with(el("td").with(rate(pace)))
        .with(el("td").with(format::count(after.limits.max_concurrency)))
        .with(el("td").with(format::count(after.limits.kv_tokens)))
        .with(el("td").with(format::gib(Bytes(after.device_peak_bytes))))
        .with(el("td").with(wording::serving_effect(effect, locale)))
}

/// Another way on this machine, where the one that was asked for does not work.
fn instead(asked: &Asked, found: &Served, locale: Locale) -> Option<Element> {
    let other = found.instead.as_ref()?;
    let format = other.serving.weights_format.map_or("", WeightsFormat::as_str);
    let engine = other.serving.engine.map_or("", ServingEngine::as_str);
    let pace = rate(other.after.alone_tokens_per_second);
    let words = if spills(&other.serving) {
        text::instead_spills(locale, engine, format, &pace)
    } else {
        text::instead(locale, engine, format, &pace)
    };
    let href = asked.in_place(&other.serving);
    let link = classed("a", "button").attr("href", href).attr("rel", "nofollow").attr("data-testid", "instead").with(words);
    Some(classed("p", "actions").with(link))
}
