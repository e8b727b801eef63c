//! What all answers of the page are made of: tiles, notes, the card's memory by part, and how to start.

use engine::estimate::NoteLevel as Level;
use engine::serving::Effect;
use engine::units::{Bytes, Seconds};
use wire::v1::estimate::{Note, NoteLevel, ServedLoadTest, ServedStart, ServingEffect};
use wording::format;

use crate::components::bar::{Bar, Segment, stacked_bar, swatch};
use crate::components::{head, row_head};
use crate::locale::{Locale, colon};
use crate::messages::run as text;
use markup::{Element, classed, el};

/// What is taken of a card.
pub(super) struct Taken {
    /// By part.
    pub(super) segments: Vec<Segment>,
    /// Of them all.
    pub(super) peak: Bytes,
    /// What the driver reports for the card.
    pub(super) capacity: Bytes,
    /// What driver, system and desktop take of it.
    pub(super) desktop: Bytes,
    /// Low and high of `peak`.
    pub(super) range: [Bytes; 2],
}

/// The card's memory by part; callers add what else there is to say.
pub(super) fn memory_card(taken: Taken, locale: Locale) -> Element {
    let Taken { segments, peak, capacity, desktop, range: [low, high] } = taken;
    let description = format!("{} / {}", format::gib(peak), format::gib(capacity));
    let row = |segment: &Segment| {
        el("tr")
            .with(row_head().with(swatch(segment.pattern)).with(segment.label))
            .with(el("td").with(format::bytes(segment.amount)))
    };
    let rows: Vec<Element> = segments.iter().filter(|segment| segment.amount > Bytes::ZERO).map(row).collect();
    let bar = Bar { segments, capacity: capacity.saturating_sub(desktop), range: Some((low, high)), description };
    classed("section", "card")
        .with(el("h2").attr("id", "memory").with(text::memory(locale)))
        .with(stacked_bar(&bar))
        .with(classed("table", "parts").with(head(&[text::part(locale), text::size(locale)])).with(el("tbody").with(rows)))
}

/// A figure with its name.
pub(super) fn tile(testid: &'static str, name: &'static str, figure: String) -> Element {
    classed("div", "tile").attr("data-testid", testid).with(el("h3").with(name)).with(classed("p", "tile-figure").with(figure))
}

/// A line of small print.
pub(super) fn fine(words: String) -> Element {
    classed("p", "fine").with(words)
}

/// Notes as a list; none where there are none.
pub(super) fn note_list<'a>(notes: impl Iterator<Item = &'a Note>, locale: Locale) -> Option<Element> {
    let line = |note: &Note| {
        let (class, level) = match note.level {
            NoteLevel::Problem => ("note problem", Level::Problem),
            NoteLevel::Warning => ("note warning", Level::Warning),
            NoteLevel::Note => ("note", Level::Note),
        };
        let word = wording::note_level(level, locale);
        classed("li", class).with(el("strong").with(format!("{word}{}", colon(locale)))).with(note.detail.clone())
    };
    let lines: Vec<Element> = notes.map(line).collect();
    (!lines.is_empty()).then(|| classed("ul", "notes").attr("data-testid", "notes").with(lines))
}

/// What a change does to answers, as the engine says it.
pub(super) const fn effect_of(effect: ServingEffect) -> Effect {
    match effect {
        ServingEffect::None => Effect::None,
        ServingEffect::Small => Effect::Small,
        ServingEffect::Better => Effect::Better,
        ServingEffect::Noticeable => Effect::Noticeable,
        ServingEffect::Strong => Effect::Strong,
        ServingEffect::Shorter => Effect::Shorter,
    }
}

/// How to start it, what its log will say, and what its load test will print; the answer's first token comes after `steady` seconds.
pub(super) fn start(found: &ServedStart, steady: f64, locale: Locale) -> Element {
    let code = |label: &str, lines: String| {
        classed("pre", "call")
            .attr("tabindex", "0")
            .attr("role", "region")
            .attr("aria-label", label.to_owned())
            .with(el("code").with(lines))
    };
    let files: Vec<Element> = found
        .files
        .iter()
        .map(|file| {
            let summary = el("summary").with(el("code").with(file.name.clone()));
            classed("details", "more").with(summary).with(code(&file.name, file.content.clone()))
        })
        .collect();
    let log = (!found.log.is_empty()).then(|| {
        vec![
            el("h3").with(text::log(locale)),
            code(text::log(locale), found.log.join("\n")),
            fine(text::log_about(locale).to_owned()),
        ]
    });
    let test = found
        .load_test
        .clone()
        .map(|command| vec![el("h3").with(text::load_test(locale)), code(text::load_test(locale), command)]);
    let prints = found.load_test_prints.map(|prints| load_test(prints, steady, locale));
    el("section")
        .with(el("h2").attr("id", "start").with(text::start(locale)))
        .with(code(text::start(locale), found.command.clone()))
        .with(files)
        .with(log.unwrap_or_default())
        .with(test.unwrap_or_default())
        .with(prints.unwrap_or_default())
}

/// What the load test will print, and why it is not what the answer says, whose first token comes after `steady` seconds.
fn load_test(prints: ServedLoadTest, steady: f64, locale: Locale) -> Vec<Element> {
    /// How much later is told.
    const LATER: f64 = 1.05;
    let time = |seconds: f64| format::measured_time(Seconds::new(seconds), locale);
    let rate = text::load_test_prints(locale, &format::count(prints.requests), &format::concise(prints.output_tokens_per_second));
    let token = prints.inter_token_seconds.zip(prints.inter_token_range).map(|(token, range)| {
        let [low, high] = range.map(time);
        text::load_test_token(locale, &time(token), &low, &high)
    });
    let first = match prints.time_to_first_token_seconds.zip(prints.time_to_first_token_range) {
        Some((first, range)) => {
            let [low, high] = range.map(time);
            text::load_test_first(locale, &time(first), &low, &high)
        }
        None => text::load_test_no_first(locale).to_owned(),
    };
    let words: Vec<String> = std::iter::once(rate).chain(token).chain([first]).collect();
    let is_later = prints.time_to_first_token_seconds.is_some_and(|first| first > steady * LATER);
    let why = is_later.then(|| text::load_test_why(locale));
    let why: Vec<&str> = why.into_iter().chain([text::load_test_spread(locale)]).collect();
    vec![
        classed("p", "measure").attr("data-testid", "load-test-prints").with(words.join(locale.pick(" ", ""))),
        classed("p", "measure fine").with(why.join(locale.pick(" ", ""))),
    ]
}
