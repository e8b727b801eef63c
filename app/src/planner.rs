//! The planner: the one part of the site that lives in the browser.
//!
//! On the server it renders the form and the whole answer. In the browser the form stays the truth: each change reads
//! all fields, answers them with the same engine and redraws what differs; only the advisor's cards come from the server.
//! Nothing is worked out before the first change, because the page that the server sent is complete.

pub mod advice;
pub mod errors;
pub mod form;
#[cfg(feature = "hydrate")]
pub mod live;
mod page;
pub mod results;
pub mod start;
pub mod state;
pub mod tab;
#[cfg(feature = "ssr")]
pub mod terms;
pub mod unread;

#[cfg(feature = "ssr")]
use markup::Element;
#[cfg(feature = "ssr")]
use start::Start;
#[cfg(feature = "ssr")]
use state::State;

/// The planner of the page's address, and what the browser's tab is called.
#[cfg(feature = "ssr")]
#[must_use]
pub fn render() -> (String, Element) {
    let start = Start::of_page();
    let state = State::of_query(&start.query).with_advice();
    (state.page_title(&start), state.draw(&start))
}
