//! A stored plan: its figures as they were stored, with its versions, its revisions, and ways to share, copy and change it.

mod answer;
mod bar;
pub mod card;
pub mod controls;
mod created;
mod difference;
mod head;
mod kept;
mod notices;
mod owner;
mod page;
mod panel;
mod paper;
mod parts;
mod refused;
mod revisions;
mod revoke;
mod runs;
pub mod settings;
mod stored;
mod stored_step;
mod stored_why;
pub mod summary;
mod views;
mod why_view;

use leptos::prelude::*;

use super::not_found::NotFound;
use crate::context::{PlanTask, SharedView, StoredPlan};
use crate::view::inside;
use bar::Shown;
use markup::el;
use page::Page;

/// Draws the plan that the server found, a page about it, or the page that says there is none.
#[component]
pub fn SharedPlan() -> impl IntoView {
    let Some(stored) = use_context::<StoredPlan>() else { return view! { <NotFound /> }.into_any() };
    let page = Page::new(stored, use_context::<SharedView>().unwrap_or_default());
    match use_context::<PlanTask>() {
        None => draw(&page),
        Some(PlanTask::Parts(bill)) => parts::page(&page, &bill),
        Some(PlanTask::View(view)) => views::page(&page, view),
        Some(PlanTask::Compare) => revisions::compare_page(&page),
        Some(PlanTask::Revoke) => revoke::page(&page),
        Some(PlanTask::Refused(refusal)) => refused::page(&page, &refusal),
    }
}

/// The plan with all that can be done with it.
fn draw(page: &Page) -> AnyView {
    let answer = match (page.is_old(), page.view.recomputed) {
        _ if page.is_run() => page.as_run(),
        _ if page.is_newer() => page.as_stored(),
        (true, false) => page.as_stored(),
        _ => page.as_of_today(),
    };
    let before = el("div").with(head::data(page)).with(created::card(page)).with(notices::notices(page, page.view.recomputed));
    // Where a bill is there, it is what is printed, in place of all else.
    let paper =
        page.view.bill.as_ref().filter(|_| !page.view.recomputed).map(|bill| inside(&el("div").with(paper::paper(page, bill))));
    let after = el("div").with(panel::cards(page)).with(revisions::card(page)).with(owner::card(page));
    view! {
        {head::meta(page)}
        <article class="shared">
            {head::head(page, Shown::Plan)}
            <div class="results before">{inside(&before)}</div>
            {answer}
            <div class="results after">{inside(&after)}</div>
            {paper}
        </article>
    }
    .into_any()
}
