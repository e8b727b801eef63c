//! The answer for a framework that is not modeled: a lower bound, and the word for it.

use engine::estimate::{LowerBound, LowerBoundParts, Verdict};
use engine::training::Framework;
use engine::units::Bytes;
use wording::{bound_reason, format};

use super::{card, head, row_head};
use crate::locale::{Locale, colon};
use crate::messages::results as text;
use markup::{Element, classed, el};

/// A lower bound as pages draw it, computed just now or stored.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Bound {
    /// The framework that is not modeled.
    pub framework: Framework,
    /// What is sure.
    pub parts: LowerBoundParts,
    /// What the driver reports for the card.
    pub capacity: Bytes,
    /// Whether that alone is beyond the card.
    pub verdict: Verdict,
}

impl Bound {
    /// That of an answer of today.
    #[must_use]
    pub const fn of(bound: &LowerBound) -> Self {
        let LowerBound { scenario, parts, capacity, verdict, .. } = bound;
        Self { framework: scenario.training.framework, parts: *parts, capacity: *capacity, verdict: *verdict }
    }

    /// The style sheet's word and the reader's.
    #[must_use]
    pub const fn words(&self, locale: Locale) -> (&'static str, &'static str) {
        match self.verdict {
            Verdict::DoesNotFit => ("verdict short", text::verdict_short(locale)),
            Verdict::Fits | Verdict::NotModeled => ("verdict unknown", text::verdict_not_modeled(locale)),
        }
    }

    /// What is sure of the memory, in a line.
    #[must_use]
    pub fn line(&self, locale: Locale) -> String {
        text::bound_line(locale, &format::gib_number(self.parts.total()), &format::gib_number(self.capacity))
    }

    /// The verdict, where the planner has its own; `stale` says which values it still stands for while a field is at fault.
    #[must_use]
    pub fn verdict(&self, stale: Option<String>, locale: Locale) -> Element {
        let (class, word) = self.words(locale);
        classed("div", class)
            .attr("data-testid", "verdict")
            .attr("role", "status")
            .attr("aria-live", "polite")
            .attr("aria-atomic", "true")
            .with(classed("p", "verdict-line").with(el("strong").with(word)).with(colon(locale)).with(self.line(locale)))
            .with(classed("p", "verdict-speed").with(text::bound_nothing_more(locale, wording::framework_name(self.framework))))
            .with(classed("p", "stale").with(stale))
    }

    /// Why there is no more, and what is sure; `modeled` is where the same plan is answered in full.
    #[must_use]
    pub fn card(&self, modeled: Option<String>, locale: Locale) -> Element {
        let LowerBoundParts { parameters, gradients, optimizer_state } = self.parts;
        let rows: Vec<Element> = [
            (text::parameters(locale), parameters),
            (text::gradients(locale), gradients),
            (text::optimizer_state(locale), optimizer_state),
        ]
        .into_iter()
        .filter(|(_, amount)| *amount > Bytes::ZERO)
        .map(|(label, amount)| row(label, amount))
        .collect();
        let table = classed("table", "parts")
            .with(head(&[text::part(locale), text::amount(locale)]))
            .with(el("tbody").with(rows))
            .with(el("tfoot").with(row(text::bound_total(locale), self.parts.total())));
        let reason = bound_reason(self.framework, &self.parts, self.verdict, locale);
        let way = modeled.map(|href| {
            el("p").with(el("a").attr("href", href).attr("data-testid", "in-pytorch").with(text::bound_in_pytorch(locale)))
        });
        card("lower-bound", text::bound(locale), classed("p", "sentence").with(reason + locale.pick(".", "。")))
            .with(table)
            .with(way)
    }
}

fn row(label: &'static str, amount: Bytes) -> Element {
    el("tr").with(row_head().with(label)).with(el("td").with(format::bytes(amount)))
}
