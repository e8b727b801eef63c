//! Views of a stored plan beside its own page: below the same head and bar, what the page of that name shows of its settings.

use leptos::prelude::*;

use super::bar::Shown;
use super::page::Page;
use super::{head, kept, notices, why_view};
use crate::context::PlanView;
use crate::head::{Meta, Title};
use crate::pages::{code, compare, diagnose};
use crate::view::{draw, inside};
use markup::{Element, el};

/// Draws the page.
pub fn page(page: &Page, view: PlanView) -> AnyView {
    let (locale, shown) = (page.locale, Shown::View(view));
    let title = format!("{} · {} · Rigwise", page.title(), shown.name(locale));
    let lacking = lacking(page, view);
    let notices = el("div").with(notices::notices(page, view.computes() && lacking.is_none()));
    let verdict = page.summary().map(|summary| draw(&summary.draw(locale)));
    let answer = match lacking {
        Some(why) => view! { <div class="results">{draw(&why)}</div> }.into_any(),
        None => answer(page, view),
    };
    view! {
        <Title text=title />
        <Meta name="robots" content="noindex" />
        <article class="shared">
            {head::head(page, shown)}
            <div class="results before">{inside(&notices)}</div>
            <div class="verdict-place">{verdict}</div>
            {answer}
        </article>
    }
    .into_any()
}

/// Why nothing of the plan is computed here, if so: what is left of it would be another plan.
fn lacking(page: &Page, view: PlanView) -> Option<Element> {
    if !view.computes() {
        return None;
    }
    if page.is_newer() {
        return Some(kept::newer(&page.stored.unknown, page.locale));
    }
    // By the catalog's prices the machine would cost something else than on its bill.
    if view == PlanView::Compare && page.view.has_unread_prices {
        return Some(kept::newer(&["prices".to_owned()], page.locale));
    }
    // What this version stored names nothing that it does not list.
    page.missing().filter(|_| page.is_old()).map(|missing| kept::missing(&missing, page.locale))
}

fn answer(page: &Page, view: PlanView) -> AnyView {
    let (query, locale) = (page.query.as_str(), page.locale);
    match view {
        PlanView::Improve => page.improve(),
        PlanView::Code => code::of_stored(query, locale),
        PlanView::Compare => {
            let here = page.here() + view.path();
            let compared = compare::of_stored(query, &page.view.prices, here, &page.origin, locale);
            view! { <section class="prose wide compare">{inside(&compared)}</section> }.into_any()
        }
        PlanView::Diagnose => diagnose::of_stored(query, &(page.here() + view.path()), locale),
        PlanView::Why => view! { <div class="results">{inside(&why_view::cards(page))}</div> }.into_any(),
    }
}
