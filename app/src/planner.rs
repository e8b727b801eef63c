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
pub mod module;
mod page;
pub mod results;
pub mod start;
pub mod state;
pub mod tab;
#[cfg(feature = "ssr")]
pub mod terms;
pub mod unread;

#[cfg(feature = "ssr")]
use engine::models::Families;
#[cfg(feature = "ssr")]
use markup::Element;
#[cfg(feature = "ssr")]
use start::Start;
#[cfg(feature = "ssr")]
use state::State;

/// The planner of a page.
#[cfg(feature = "ssr")]
#[derive(Debug)]
pub struct Rendered {
    /// What the browser's tab is called.
    pub title: String,
    /// What is in the planner's element.
    pub content: Element,
    /// The module that answers it in the browser; without a plan any of them does, and hands over.
    pub module: &'static str,
}

/// The planner of the page's address.
#[cfg(feature = "ssr")]
#[must_use]
pub fn render() -> Rendered {
    let start = Start::of_page();
    let state = State::of_query(&start.query).with_advice();
    let module = module::name(state.families.unwrap_or(Families::Text));
    Rendered { title: state.page_title(&start), content: state.draw(&start), module }
}
