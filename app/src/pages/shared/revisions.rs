//! The revisions of a plan: a list with links, and the difference between two of them.

use leptos::prelude::*;

use super::difference;
use super::head::date;
use super::page::Page;
use crate::components::{card as card_of, head, row_head, scroll};
use crate::head::{Meta, Title};
use crate::messages::{results, shared as text};
use crate::view::inside;
use markup::{Element, classed, el};

/// Draws the list; nothing where there is but one.
pub fn card(page: &Page) -> Option<Element> {
    let (locale, stored) = (page.locale, &page.stored);
    let lines = &page.view.revisions;
    if stored.newest < 2 || lines.is_empty() {
        return None;
    }
    let rows: Vec<Element> = lines
        .iter()
        .map(|line| {
            let number = line.revision.to_string();
            let link = el("a").attr("href", line.url.clone()).with(text::revision(locale, &number));
            let newest = (line.revision == stored.newest).then(|| (" ", classed("span", "tag").with(text::newest(locale))));
            let here = (line.revision == stored.revision).then(|| (" ", classed("span", "tag").with(text::shown_here(locale))));
            el("tr")
                .with(row_head().with(link).with(newest).with(here))
                .with(classed("td", "words").with(line.title.clone()))
                .with(el("td").with(date(&line.created_at).to_owned()))
                .with(el("td").with(results::versions(locale, &line.engine_version, &line.catalog_version)))
        })
        .collect();
    let columns =
        [text::revisions(locale), crate::messages::share::title(locale), text::stored_on(locale), text::made_with(locale)];
    let table = classed("table", "revisions").with(head(&columns)).with(el("tbody").with(rows));
    let oldest = lines.iter().map(|line| line.revision).min().unwrap_or(1);
    let more = (oldest > 1).then(|| classed("p", "fine").with(text::revisions_more(locale, &(oldest - 1).to_string())));
    let region = scroll(text::revisions(locale), table);
    Some(
        card_of("revisions", text::revisions(locale), classed("p", "fine").with(text::revisions_about(locale)))
            .attr("id", "revisions")
            .with(region)
            .with(more)
            .with(choice(page, stored.newest.saturating_sub(1), stored.newest)),
    )
}

/// The form that asks for the difference between two revisions.
fn choice(page: &Page, from: u64, to: u64) -> Element {
    let locale = page.locale;
    let select = |name: &'static str, label: &'static str, chosen: u64| {
        let options: Vec<Element> = page
            .view
            .revisions
            .iter()
            .map(|line| {
                let number = line.revision.to_string();
                el("option")
                    .attr("value", number.clone())
                    .flag("selected", line.revision == chosen)
                    .with(text::revision(locale, &number))
            })
            .collect();
        el("label").with(el("span").with(label)).with(el("select").attr("name", name).with(options))
    };
    classed("form", "revision-choice")
        .attr("method", "get")
        .attr("action", format!("{}/diff", page.path()))
        .attr("aria-label", text::compare_revisions(locale))
        .with(select("from", text::from(locale), from))
        .with(select("to", text::to(locale), to))
        .with(el("button").attr("type", "submit").attr("class", "quiet").with(text::compare_button(locale)))
}

/// The page with what differs between two revisions.
pub fn compare_page(page: &Page) -> AnyView {
    let locale = page.locale;
    let Some(difference) = page.view.difference.as_ref() else { return ().into_any() };
    let (from, to) = (difference.from.revision, difference.to.revision);
    let title = text::diff_of(locale, &page.title(), &from.to_string(), &to.to_string());
    let card = card_of("difference", text::diff_title(locale), difference::tables(difference, locale));
    let body = el("div").with(card).with(choice(page, from, to));
    view! {
        <Title text=format!("{title} · Rigwise") />
        <Meta name="robots" content="noindex" />
        <article class="shared">
            <header class="shared-head">
                <p class="kicker">{text::compare_revisions(locale)}</p>
                <h1>{title}</h1>
                <p>{inside(&links(page, from, to))}</p>
            </header>
            <div class="results">{inside(&body)}</div>
        </article>
    }
    .into_any()
}

fn links(page: &Page, from: u64, to: u64) -> Element {
    let locale = page.locale;
    let revision = |number: u64| {
        let link = el("a").attr("href", format!("{}/r/{number}", page.path()));
        link.with(text::revision(locale, &number.to_string()))
    };
    let back = el("a").attr("href", page.path()).attr("data-testid", "back-to-plan").with(text::back_to_plan(locale));
    el("p").with(back).with(" · ").with(revision(from)).with(" · ").with(revision(to))
}
