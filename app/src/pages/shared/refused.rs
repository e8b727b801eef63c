//! What is shown where a change was not made, or revisions were not compared: why, and every way on with what was typed.

use leptos::prelude::*;

use super::owner;
use super::page::Page;
use crate::context::{Draft, Refusal};
use crate::head::{Meta, Title};
use crate::messages::share as text;
use crate::view::draw;
use markup::{Element, classed, el};

/// Draws the page.
pub fn page(page: &Page, refusal: &Refusal) -> AnyView {
    let locale = page.locale;
    let (title, about) = match refusal {
        Refusal::KeyMissing => (text::key_missing_title(locale), text::key_missing_about(locale).to_owned()),
        Refusal::KeyWrong => (text::key_wrong_title(locale), text::key_wrong_about(locale).to_owned()),
        Refusal::ExpiryUnreadable => (text::expiry_title(locale), text::expiry_about(locale).to_owned()),
        Refusal::TooLong => (text::too_long_title(locale), text::too_long_about(locale).to_owned()),
        Refusal::NotNumbers(faults) => {
            let sentences = faults.iter().map(|(name, detail)| text::compare_fault(locale, name, detail));
            (text::compare_title(locale), sentences.collect::<Vec<_>>().join(locale.pick(" ", "")))
        }
        Refusal::NoSuchRevision => {
            let newest = page.stored.newest.to_string();
            (text::compare_title(locale), text::compare_absent(locale, &newest))
        }
        Refusal::Outdated(draft) => {
            let (base, newest) = (draft.base.to_string(), page.stored.newest.to_string());
            (text::outdated_title(locale), text::outdated_about(locale, &base, &newest))
        }
    };
    let ways = match refusal {
        Refusal::Outdated(draft) => draw_conflict(page, draft),
        _ => el("p").with(el("a").attr("class", "button").attr("href", page.path()).with(text::back(locale))),
    };
    view! {
        <Title text=format!("{title} · Rigwise") />
        <Meta name="robots" content="noindex" />
        <section class="prose" data-testid="refused">
            <h1>{title}</h1>
            <p>{about}</p>
            <div>{draw(&ways)}</div>
        </section>
    }
    .into_any()
}

/// Both revisions, what is between them, and the form with what was typed, based on theirs.
fn draw_conflict(page: &Page, draft: &Draft) -> Element {
    let (locale, newest) = (page.locale, page.stored.newest);
    let theirs = el("a")
        .attr("href", format!("{}/r/{newest}", page.path()))
        .attr("data-testid", "theirs")
        .with(text::outdated_theirs(locale, &newest.to_string()));
    let between =
        el("a").attr("href", format!("{}/diff?from={}&to={newest}", page.path(), draft.base)).with(text::outdated_diff(locale));
    let mine = draft.query.as_ref().map(|query| {
        let link = el("a").attr("href", owner::planner(page, query, newest)).attr("data-testid", "mine");
        el("li").with(link.with(text::outdated_mine(locale)))
    });
    let links = classed("ul", "sources").with(el("li").with(theirs)).with(el("li").with(between)).with(mine);
    let again = owner::form(page, &Draft { base: newest, ..draft.clone() });
    el("div").with(links).with(el("h2").with(text::outdated_save(locale))).with(again)
}
