//! The parts of the answer below the first screen, each at an address of its own.

use crate::locale::Locale;
use crate::messages::glance as words;
use markup::{Element, Node};

/// Which cards stand below the first screen.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Tab {
    /// What fills the card and the host's memory, the batch, the step over time.
    #[default]
    Memory,
    /// How data comes to the card, and what holds the run up.
    Speed,
    /// Every change that pays, and the plans to choose from.
    Improve,
    /// How each figure comes about, and what practitioners' rules say of the plan.
    Why,
}

impl Tab {
    /// All of them, as they stand in the bar.
    pub const ALL: [Self; 4] = [Self::Memory, Self::Speed, Self::Improve, Self::Why];

    /// Where it is; the plan is the query.
    #[must_use]
    pub const fn path(self) -> &'static str {
        match self {
            Self::Memory => "/plan",
            Self::Speed => "/plan/speed",
            Self::Improve => "/plan/improve",
            Self::Why => "/plan/why",
        }
    }

    /// The tab at a path.
    #[must_use]
    pub fn at(path: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|tab| tab.path() == path)
    }

    /// The tab that a card stands in, by the name of the card.
    #[must_use]
    pub fn of_card(card: &str) -> Self {
        match card {
            "path" => Self::Speed,
            "levers" | "front" => Self::Improve,
            "rules" | "figures" | "step" => Self::Why,
            _ => Self::Memory,
        }
    }

    /// Lets links to like plans stay in this tab; those to a place are to another one on purpose.
    pub fn keep(self, element: &mut Element) {
        for (name, value) in &mut element.attributes {
            let query = value.strip_prefix("/plan?").filter(|query| *name == "href" && !query.contains('#'));
            if let Some(query) = query {
                *value = [self.path(), "?", query].concat().into();
            }
        }
        for child in &mut element.children {
            if let Node::Element(child) = child {
                self.keep(child);
            }
        }
    }

    /// What the bar calls it.
    #[must_use]
    pub const fn name(self, locale: Locale) -> &'static str {
        match self {
            Self::Memory => words::tab_memory(locale),
            Self::Speed => words::tab_speed(locale),
            Self::Improve => words::tab_improve(locale),
            Self::Why => words::tab_why(locale),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use markup::{el, outer_html};

    #[test]
    fn each_tab_is_found_at_its_own_address() {
        for tab in Tab::ALL {
            assert_eq!(Tab::at(tab.path()), Some(tab));
        }
        assert_eq!(Tab::at("/plan/nothing"), None);
        assert_eq!(Tab::at("/plan/"), None);
    }

    #[test]
    fn a_card_is_in_the_tab_that_links_to_it_name() {
        use crate::planner::results::Answer;

        for query in ["gpu=rtx-4090&model=resnet50&epochs=3", "gpu=rtx-4090&model=llama-2-7b&method=full&ram=16"] {
            let plan = crate::plan::read(scenario::query::decode(query)).plan.expect("answers");
            let links = crate::components::glance::Links::default();
            let answer = Answer { plan: &plan, advice: None, is_current: true, failed: None, links, locale: Locale::En };
            let mut seen = Vec::new();
            for tab in Tab::ALL {
                for card in answer.tab(tab) {
                    let name = card.attributes.iter().find(|(name, _)| *name == "data-testid").expect("every card has a name");
                    assert_eq!(Tab::of_card(&name.1), tab, "{}", name.1);
                    seen.push(name.1.to_string());
                }
            }
            // What the tiles and lines link to is among them.
            for linked in ["vram-bar", "ram-bar", "batch", "path", "levers"] {
                assert!(seen.iter().any(|card| card == linked), "{linked} in {seen:?}");
            }
        }
    }

    #[test]
    fn a_change_leads_to_the_tab_that_it_was_chosen_in() {
        let link = |href: &'static str| el("p").with(el("a").attr("href", href));
        let html = |href| {
            let mut link = link(href);
            Tab::Improve.keep(&mut link);
            outer_html(&link)
        };
        assert!(html("/plan?v=1&batch=2").contains("/plan/improve?v=1&amp;batch=2"));
        assert!(html("/plan?v=1#answer").contains("\"/plan?v=1#answer"));
        assert!(html("/bom?v=1").contains("\"/bom?v=1"));
    }
}
