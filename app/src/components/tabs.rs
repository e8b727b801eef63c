//! The bar of everything that there is of a plan: the planner's tabs, and the pages that show it in another way.

use crate::locale::Locale;
use crate::messages::glance as words;
use crate::planner::tab::Tab;
use markup::{Element, classed, el};

/// Where the answer begins below the bar; links to a tab lead there, so that its cards are in view.
pub const ANCHOR: &str = "answer";

/// What of a plan is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum View {
    /// A tab of the planner.
    Tab(Tab),
    /// The parts of the machine with their prices.
    Machine,
    /// Machines side by side.
    Compare,
    /// Programs that run it.
    Code,
    /// What may be wrong with the run.
    Diagnose,
}

impl View {
    /// In the order of the bar.
    const ALL: [Self; 8] = [
        Self::Tab(Tab::Memory),
        Self::Tab(Tab::Speed),
        Self::Tab(Tab::Improve),
        Self::Machine,
        Self::Compare,
        Self::Code,
        Self::Diagnose,
        Self::Tab(Tab::Why),
    ];

    const fn path(self) -> &'static str {
        match self {
            Self::Tab(tab) => tab.path(),
            Self::Machine => "/bom",
            Self::Compare => "/compare",
            Self::Code => "/code",
            Self::Diagnose => "/diagnose",
        }
    }

    const fn name(self, locale: Locale) -> &'static str {
        match self {
            Self::Tab(tab) => tab.name(locale),
            Self::Machine => words::tab_machine(locale),
            Self::Compare => words::tab_compare(locale),
            Self::Code => words::tab_code(locale),
            Self::Diagnose => words::tab_diagnose(locale),
        }
    }
}

/// Links to every view of the plan of an encoded query, the one that is shown marked.
#[must_use]
pub fn tabs(query: &str, shown: View, locale: Locale) -> Element {
    bar(&View::ALL, query, shown, locale)
}

/// Links to what there is of a plan whose framework is not modeled.
#[must_use]
pub fn tabs_of_bounded(query: &str, shown: View, locale: Locale) -> Element {
    bar(&[View::Tab(Tab::Memory), View::Code], query, shown, locale)
}

fn bar(views: &[View], query: &str, shown: View, locale: Locale) -> Element {
    let mut links: Vec<Element> = views
        .iter()
        .copied()
        .map(|view| {
            // Below the first screen, which every tab has: what was asked for is in view.
            let anchor = if matches!(view, View::Tab(_)) { ["#", ANCHOR].concat() } else { String::new() };
            let link = el("a").attr("href", format!("{}?{query}{anchor}", view.path())).with(view.name(locale));
            let link = if view == shown { link.attr("aria-current", "page") } else { link };
            el("li").with(link)
        })
        .collect();
    // The planner's own tabs have the form that edits and saves; the other pages lead to it.
    let page = if matches!(shown, View::Tab(_)) { String::new() } else { [Tab::Memory.path(), "?", query].concat() };
    #[cfg(feature = "ssr")]
    if !page.is_empty() {
        // A fold around what an address names opens by itself.
        let edit = el("a").attr("href", [&page, "#f-gpu"].concat()).attr("data-testid", "edit").with(words::edit(locale));
        links.push(el("li").with(edit));
    }
    links.push(el("li").with(el("a").attr("href", page + "#save-heading").with(words::save(locale))));
    classed("nav", "views")
        .attr("id", ANCHOR)
        .attr("data-testid", "views")
        .attr("aria-label", words::tabs(locale))
        .with(el("ul").with(links))
}
