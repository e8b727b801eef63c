//! The head of a stored plan's page: what it is, where else it can be seen, and what other sites are told of it.

use leptos::prelude::*;

use super::bar::{Shown, bar};
use super::page::Page;
use crate::head::{Meta, Title};
use crate::locale::html_lang;
use crate::messages::pages as text;
use crate::messages::{share, shared};
use crate::view::draw;
use markup::{Element, el};

/// The document's title, and the preview that other programs show of a link: our figures and words, never the author's.
pub fn meta(page: &Page) -> impl IntoView {
    let locale = page.locale;
    let (title, subject) = (page.title(), own_subject(page));
    let description = page.summary().map(|summary| summary.sentence(locale)).unwrap_or_default();
    let here = page.here();
    let image = format!("{}{here}/preview.png?lang={}", page.origin, locale.as_str());
    view! {
        <Title text=format!("{title} · Rigwise") />
        <Meta name="robots" content="noindex" />
        <Meta name="description" content=description.clone() />
        <Meta property="og:type" content="website" />
        <Meta property="og:site_name" content="Rigwise" />
        <Meta property="og:locale" content=html_lang(locale).replace('-', "_") />
        <Meta property="og:title" content=subject.clone() />
        <Meta property="og:description" content=description.clone() />
        <Meta property="og:url" content=format!("{}{here}", page.origin) />
        <Meta property="og:image" content=image />
        <Meta property="og:image:width" content="1200" />
        <Meta property="og:image:height" content="630" />
        <Meta property="og:image:alt" content=description />
        <Meta name="twitter:card" content="summary_large_image" />
    }
}

/// Model and card by the catalog's names; a name that the author chose is not published.
fn own_subject(page: &Page) -> String {
    let mut asked = page.scenario();
    if let Some(wire::v1::scenario::GpuChoice::Custom(card)) = asked.hardware.gpu.as_mut() {
        card.name = None;
    }
    asked.model.id = asked.model.id.filter(|id| catalog::listed_model(id).is_some());
    let count = asked.hardware.gpu_count.unwrap_or(1) * asked.hardware.nodes.unwrap_or(1);
    crate::planner::results::title_of(&asked, count)
}

/// What the script that keeps a list in the browser reads; nothing that the page does not say.
pub fn data(page: &Page) -> Element {
    let verdict = page.summary().map(|summary| summary.sentence(page.locale)).unwrap_or_default();
    let title = if page.stored.title.is_empty() { page.subject() } else { page.stored.title.clone() };
    el("data")
        .attr("id", "plan-data")
        .attr("value", page.stored.id.clone())
        .attr("data-title", title)
        .attr("data-date", date(&page.stored.created_at).to_owned())
        .attr("data-verdict", verdict)
        .flag("data-newest", page.stored.revision == page.stored.newest)
}

/// The head itself, with the bar; what can be done with the plan stands on its own page.
pub fn head(page: &Page, shown: Shown) -> impl IntoView {
    let (locale, stored) = (page.locale, &page.stored);
    let note = (!stored.note.is_empty()).then(|| view! { <p class="plan-note">{stored.note.clone()}</p> });
    let until = stored.expires_at.as_ref().map(|until| view! { " · " {shared::until(locale, date(until))} });
    let about = shared::meta(locale, date(&stored.created_at), &stored.revision.to_string(), &stored.newest.to_string());
    view! {
        <header class="shared-head">
            <p class="kicker">{text::shared_title(locale)}</p>
            <h1>{page.title()}</h1>
            <p>{page.subject()}</p>
            {note}
            <p class="fine">
                <time datetime=stored.created_at.clone()>{about}</time>
                " · "
                {text::shared_made_with(locale, &stored.engine_version, &stored.catalog_version)}
                {until}
            </p>
            {draw(&bar(page, shown))}
            {(shown == Shown::Plan).then(|| actions(page))}
        </header>
    }
}

/// A copy to edit, and the list in the browser.
fn actions(page: &Page) -> impl IntoView {
    let locale = page.locale;
    let copy = (!page.is_newer()).then(|| {
        let planner = page.question();
        view! { <a class="button" href=planner data-testid="copy-plan">{text::shared_copy(locale)}</a> }
    });
    view! {
        <p class="actions">
            {copy}
            <button type="button" class="quiet" data-remember hidden>{share::remember(locale)}</button>
            <span class="fine" data-remembered hidden>
                {share::remembered(locale)} " " <a href="/plans">{share::to_plans(locale)}</a>
            </span>
            <span class="fine">{text::shared_print_hint(locale)}</span>
        </p>
    }
}

/// The day of a time in RFC 3339.
pub fn date(time: &str) -> &str {
    time.get(..10).unwrap_or(time)
}
