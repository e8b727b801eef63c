//! Everything inside of the planner, drawn.

use super::start::Start;
use super::state::State;
use super::tab::Tab;
use super::{errors, form, results, unread};
use crate::components::bound::Bound;
use crate::components::tabs::{View, tabs, tabs_of_bounded};
use crate::components::verdict::verdict;
use crate::locale::Locale;
use crate::messages::{faults as fault_text, inputs as text};
use crate::plan::words;
use crate::{faults, fields};
use markup::{Element, classed, el};

impl State {
    /// "Showing batch 8": which value of the first field at fault the answer still stands for.
    fn stale_line(&self, locale: Locale) -> Option<String> {
        let first = self.errors.first()?;
        let pinned = self.plan.as_deref().map(|plan| &plan.pinned).or(self.bounded.as_deref().map(|bounded| &bounded.pinned));
        let shown = fields::by_pointer(&first.pointer).zip(pinned);
        let spoken = shown.and_then(|(field, pinned)| Some((field, words::value_text(field, pinned, locale)?)));
        Some(spoken.map_or_else(
            || text::showing_last(locale).to_owned(),
            |(field, value)| text::showing_last_field(locale, (field.label)(locale), &value),
        ))
    }

    /// The title of the plan that the answer is for; where the form is at fault, it says that the answer is for another plan.
    pub(super) fn title(&self, locale: Locale) -> Option<String> {
        let title = match (self.plan.as_deref(), self.bounded.as_deref()) {
            (Some(plan), _) => results::title(plan),
            (None, Some(bounded)) => results::bounded_title(bounded),
            (None, None) => return None,
        };
        Some(if self.errors.is_empty() { title } else { fault_text::showing(locale, &title) })
    }

    /// What the browser's tab is called: the plan and its view, or that there is none.
    pub(super) fn page_title(&self, start: &Start) -> String {
        let title = self.title(start.locale).map(|title| [&title, " · ", start.tab.name(start.locale)].concat());
        let title = title.unwrap_or_else(|| fault_text::no_answer(start.locale).to_owned());
        [title.as_str(), " · Rigwise"].concat()
    }

    /// Every view of the plan; of one whose framework is not modeled there are fewer.
    fn tabs(&self, link: &str, tab: Tab, locale: Locale) -> Element {
        if self.bounded.is_some() {
            tabs_of_bounded(link, View::Tab(Tab::Memory), locale)
        } else {
            tabs(link, View::Tab(tab), locale)
        }
    }

    /// The way on where the address names what the catalog does not list; a list never does, so the browser needs none.
    #[cfg(feature = "ssr")]
    fn instead(&self, start: &Start) -> Option<Element> {
        crate::plan::instead::offer(&self.query, &self.errors, start.locale)
    }

    #[cfg(not(feature = "ssr"))]
    #[expect(clippy::unused_self, reason = "the server's twin reads it")]
    const fn instead(&self, _start: &Start) -> Option<Element> {
        None
    }

    /// Heading, verdict, form and cards.
    #[must_use]
    pub fn draw(&self, start: &Start) -> Element {
        let locale = start.locale;
        let (plan, bounded) = (self.plan.as_deref(), self.bounded.as_deref());
        // On a phone an open sheet would cover the answer and what is said of the faults; their links open it.
        let inputs = classed("details", "inputs")
            .attr("id", "inputs")
            .with(el("summary").with(text::inputs(locale)))
            .with(form::form(self, start));
        let results = classed("div", if self.errors.is_empty() { "results" } else { "results dimmed" })
            .with(errors::error_summary_at(&self.errors, &self.query, locale))
            .with(self.instead(start))
            .with(plan.and_then(|plan| unread::unknown_names(&plan.unknown, locale)))
            .with(plan.map(|plan| results::results(plan, self, start, locale)))
            .with(bounded.and_then(|bounded| unread::unknown_names(&bounded.unknown, locale)))
            .with(bounded.map(|bounded| results::bounded_cards(bounded, &start.origin, locale)));
        let first = plan.map(|plan| {
            let class = if self.errors.is_empty() { "first" } else { "first dimmed" };
            classed("div", class).with(results::first(plan, self, start.tab, locale))
        });
        let title = self.title(locale).unwrap_or_else(|| fault_text::no_answer(locale).to_owned());
        let place = if self.errors.is_empty() { "verdict-place" } else { "verdict-place dimmed" };
        let reset = classed("p", "reset")
            .attr("data-testid", "reset")
            .attr("role", "status")
            .with(self.reset.as_ref().map(|reset| faults::reset_line(reset, &self.said, locale)));
        let mut page = el("div")
            .with(el("h1").with(title))
            .with(
                classed("div", place)
                    .with(plan.map(|plan| verdict(plan, self.stale_line(locale), locale)))
                    .with(bounded.map(|bounded| Bound::of(&bounded.bound).verdict(self.stale_line(locale), locale)))
                    .with(reset),
            )
            .with(first)
            .with(inputs)
            .with(self.link.as_deref().map(|link| self.tabs(link, start.tab, locale)))
            .with(results);
        start.tab.keep(&mut page);
        page
    }
}
