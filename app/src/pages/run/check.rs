//! A start-up log beside the answer: what the engine printed, what was expected, and what stands behind a difference.

use engine::units::Bytes;
use runlog::{Kind, Message, Startup, words};
use wire::v1::choices::ServingEngine;
use wire::v1::estimate::Served;
use wording::format;

use crate::components::{head, row_head, scroll};
use crate::context::PastedText;
use crate::locale::{Locale, colon};
use crate::messages::{run as text, start_check};
use markup::{Element, classed, el};

/// Draws what a pasted log says, beside the answer where there is one.
pub fn check(pasted: &PastedText, found: Option<&Served>, locale: Locale) -> Element {
    let said: Vec<Element> = runlog::read(&pasted.text).iter().map(|message| line(message, locale)).collect();
    let is_silent = said.is_empty();
    let table = found.and_then(|found| compared(&runlog::startup(&pasted.text), found, is_silent, locale));
    let nothing = (is_silent && table.is_none()).then(|| classed("p", "measure").with(start_check::nothing(locale)));
    classed("section", "card")
        .attr("data-testid", "check")
        .with(el("h2").with(start_check::title(locale)))
        .with((!is_silent).then(|| classed("ul", "notes").with(said)))
        .with(table.unwrap_or_default())
        .with(nothing)
}

fn line(message: &Message, locale: Locale) -> Element {
    let (title, answer) = match message.kind {
        // What is told of a run that trains helps nobody who serves.
        Kind::CardMemory => (words::title(Kind::CardMemory, locale).to_owned(), start_check::memory(locale)),
        kind => words::told(kind, message.cause, locale),
    };
    classed("li", "note problem").with(el("strong").with(format!("{title}{}", colon(locale)))).with(answer)
}

/// A figure that differs by more than this stands for another setting, version or format.
const APART: f64 = 0.04;

/// A figure that was printed, with what was expected.
struct Figure {
    name: &'static str,
    said: String,
    known: String,
    ratio: f64,
}

impl Figure {
    fn of(name: &'static str, said: u64, known: u64, written: fn(u64) -> String) -> Self {
        Self { name, said: written(said), known: written(known), ratio: said as f64 / known.max(1) as f64 }
    }

    fn is_apart(&self) -> bool {
        (self.ratio - 1.0).abs() > APART
    }
}

/// What stands behind the figures.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Verdict {
    /// Other weights than those that were counted.
    Weights,
    /// Less is left for keys and values.
    Smaller,
    /// More is.
    Larger,
    /// Another figure.
    Other,
    /// What is said is as expected, and how much is left for keys and values is not said.
    Partly,
    /// All is.
    Alike,
}

impl Verdict {
    fn of<'a>(weights: Option<&Figure>, kept: Option<&Figure>, mut others: impl Iterator<Item = &'a Figure>) -> Self {
        match kept {
            _ if weights.is_some_and(Figure::is_apart) => Self::Weights,
            Some(kept) if kept.is_apart() && kept.ratio < 1.0 => Self::Smaller,
            Some(kept) if kept.is_apart() => Self::Larger,
            _ if others.any(Figure::is_apart) => Self::Other,
            None => Self::Partly,
            Some(_) => Self::Alike,
        }
    }

    fn is_apart(self) -> bool {
        !matches!(self, Self::Partly | Self::Alike)
    }

    fn words(self, missing: Bytes, locale: Locale) -> String {
        match self {
            Self::Weights => start_check::weights(locale).to_owned(),
            Self::Smaller => start_check::smaller(locale, &format::bytes(missing)),
            Self::Larger => start_check::larger(locale).to_owned(),
            Self::Other => start_check::other(locale).to_owned(),
            Self::Partly => start_check::partly(locale).to_owned(),
            Self::Alike => start_check::alike(locale).to_owned(),
        }
    }
}

/// What was printed and what was expected, figure by figure; none where nothing was printed that is known.
fn compared(startup: &Startup, found: &Served, is_silent: bool, locale: Locale) -> Option<Vec<Element>> {
    let (said, known) = (startup.engine, found.inputs.serving.engine);
    if let (Some(said), Some(known)) = (said, known)
        && said != known
    {
        let words = start_check::engine(locale, said.as_str(), known.as_str());
        return Some(vec![classed("p", "measure").with(el("strong").with(words))]);
    }
    // llama.cpp spreads blocks over cards and prints a buffer of each; the answer is of the fullest card.
    let copies = found.inputs.serving.parallel.data.unwrap_or(1).max(1);
    let cards = found.inputs.hardware.gpu_count.unwrap_or(1) / copies;
    let is_spread = cards > 1 && found.inputs.serving.engine == Some(ServingEngine::LlamaCpp);
    let parts = &found.vram.parts;
    let size = |name, said: Option<u64>, known| {
        let said = said.filter(|_| !is_spread)?;
        Some(Figure::of(name, said, known, |bytes| format::bytes(Bytes(bytes))))
    };
    let weights = size(text::parameters(locale), startup.weights_bytes, parts.parameters);
    let pool = size(text::kv_pool(locale), startup.kv_cache_bytes, parts.kv_cache);
    // Each copy tells of itself.
    let known = found.limits.kv_tokens / copies;
    let tokens = startup.kv_tokens.map(|said| Figure::of(text::after_tokens(locale), said, known, format::count));
    let passes = size(text::activations(locale), startup.compute_bytes, parts.activations);
    // Bytes or tokens: each says how much is kept.
    let kept = pool.as_ref().or(tokens.as_ref());
    let verdict = Verdict::of(weights.as_ref(), kept, tokens.iter().chain(&passes));
    let missing = Bytes(parts.kv_cache).scaled(kept.map_or(0.0, |kept| (1.0 - kept.ratio).max(0.0)));
    let rows: Vec<Element> = [weights, pool, tokens, passes].into_iter().flatten().map(row).collect();
    if rows.is_empty() {
        return None;
    }
    let labels = [text::part(locale), start_check::said(locale), start_check::known(locale), start_check::apart(locale)];
    let table = classed("table", "catalog paces").with(head(&labels)).with(el("tbody").with(rows));
    // That all is as expected is no verdict on a start that failed.
    let verdict = (is_silent || verdict.is_apart()).then(|| verdict.words(missing, locale));
    let verdict = verdict.map(|words| classed("p", "measure").with(el("strong").with(words)));
    Some(verdict.into_iter().chain([scroll(start_check::title(locale), table)]).collect())
}

fn row(figure: Figure) -> Element {
    let Figure { name, said, known, ratio } = figure;
    let cells = [said, known, format::deviation(ratio)].map(|cell| el("td").with(cell));
    el("tr").with(row_head().with(name)).with(cells.to_vec())
}
