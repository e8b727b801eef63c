//! The advisor's cards: the server searches and draws them, the browser asks for them once the fields rest.
//!
//! The search, its levers and their sentences would be a fifth of the browser's bundle, for an answer that is looked at
//! after the one that follows the slider.

use super::state::Failed;
#[cfg(feature = "ssr")]
use super::state::State;
use crate::components::card;
use crate::components::glance::{Cards, quick_heading};
use crate::locale::Locale;
use crate::plan::{Advice, Plan};
use markup::Element;

/// Path of the cards of a query.
pub const PATH: &str = "/plan/advice";
/// What the cards are known by in a page.
pub const CARDS: [&str; 3] = ["levers", "front", "quick"];
/// What the button that asks again is known by.
pub const RETRY: &str = "data-retry";
/// Where the advised batch and the machine's price stand in the page, and in what the server answers.
pub const ADVISED: [[&str; 2]; 2] = [[".kit.advised dd", "output"], [".tile-price", "output + output"]];

/// The lines of the first screen where the advice did not come: what happened, and the way to ask again.
#[must_use]
pub fn failed_quick(plan: &Plan, failed: Failed, locale: Locale) -> Element {
    use crate::messages::advice as words;
    use markup::el;

    let reason = match failed {
        Failed::Busy => words::failed_busy(locale),
        Failed::Unanswered => words::failed(locale),
    };
    let said = el("p").attr("role", "alert").attr("data-testid", "advice-failed").with(reason);
    let retry = el("button").attr("type", "button").attr("class", "apply").attr(RETRY, "").with(words::retry(locale));
    card(CARDS[2], quick_heading(plan, locale), (said, el("p").with(retry)))
}

/// The cards where they did not come.
#[must_use]
pub fn failed_cards(locale: Locale) -> [Element; 2] {
    use crate::messages::{advice as words, results as text};
    use markup::classed;

    let missing = || classed("p", "fine").with(words::missing(locale));
    [card(CARDS[0], text::levers(locale), missing()), card(CARDS[1], words::front(locale), missing())]
}

/// The cards of levers and of plans to choose from.
#[cfg(feature = "ssr")]
#[must_use]
pub fn cards(plan: &Plan, advice: Option<&Advice>, locale: Locale) -> [Element; 2] {
    use crate::components::levers::levers_card;
    use crate::components::pareto::front_card;

    let advised = advice.map(|advice| &advice.recommendation);
    [levers_card(plan, advised, locale), front_card(plan, advised, locale)]
}

/// The changes that pay most; `cards` is where all of them are.
#[cfg(feature = "ssr")]
#[must_use]
pub fn quick(plan: &Plan, advice: Option<&Advice>, cards: &Cards, locale: Locale) -> Element {
    crate::components::levers::quick::quick_card(plan, advice.map(|advice| &advice.recommendation), cards, locale)
}

/// The cards, with what the server put into them.
#[cfg(not(feature = "ssr"))]
#[must_use]
pub fn cards(_plan: &Plan, _advice: Option<&Advice>, locale: Locale) -> [Element; 2] {
    use crate::messages::{advice as words, results as text};
    use markup::Node;

    [card(CARDS[0], text::levers(locale), Node::Rest), card(CARDS[1], words::front(locale), Node::Rest)]
}

/// The lines, as the server put them.
#[cfg(not(feature = "ssr"))]
#[must_use]
pub fn quick(plan: &Plan, _advice: Option<&Advice>, _cards: &Cards, locale: Locale) -> Element {
    card(CARDS[2], quick_heading(plan, locale), markup::Node::Rest)
}

/// The advice on a query as HTML: its cards, the advised batch, the machine's price and the prices of memory.
#[cfg(feature = "ssr")]
#[must_use]
pub fn render(query: &str, locale: Locale) -> String {
    use crate::components::batch::advised_batch;
    use crate::components::glance::price_line;
    use crate::components::kit_price;
    use crate::components::ladder::price_id;
    use engine::estimate::Rung;
    use markup::{Node, el, outer_html};

    // The language of the cards is the page's, and their links say it only where the page's address does.
    let query = query.strip_prefix(&format!("{}={}&", scenario::query::LANGUAGE, locale.as_str())).unwrap_or(query);
    let state = State::of_query(query).with_advice();
    let (Some(plan), Some(advice)) = (state.plan, state.advice) else { return String::new() };
    let prices = plan.ladder.iter().flat_map(|ladder| {
        let said = kit_price::prices(&plan, ladder, locale);
        let price = |(rung, price): (&Rung, Node)| el("span").attr("id", price_id(rung.capacity)).with(price);
        ladder.rungs.iter().zip(said).map(price).collect::<Vec<_>>()
    });
    let answer = el("div")
        .with(cards(&plan, Some(&advice), locale).to_vec())
        .with(quick(&plan, Some(&advice), &Cards::Tabs(plan.query(), None), locale))
        .with(el("output").with(advised_batch(&advice)))
        .with(el("output").with(price_line(&advice, locale)))
        .with(prices.collect::<Vec<_>>());
    outer_html(&answer)
}
