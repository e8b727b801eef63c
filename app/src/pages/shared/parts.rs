//! A stored plan's parts and their prices, as they were stored.

use leptos::prelude::*;

use super::bar::Shown;
use super::page::Page;
use super::paper::paper;
use super::{head, notices};
use crate::context::PlanBill;
use crate::head::{Meta, Title};
use crate::locale::Locale;
use crate::messages::shared as text;
use crate::pages::bom;
use crate::pages::bom::own::end_of_query;
use crate::view::{draw, inside};
use markup::el;

/// Draws the page.
pub fn page(page: &Page, bill: &PlanBill) -> AnyView {
    let (locale, stored) = (page.locale, &page.stored);
    let title = format!("{} · Rigwise", text::parts_title(locale, &page.title()));
    let notices = el("div").with(notices::notices(page, !bill.is_stored));
    let verdict = page.summary().map(|summary| draw(&summary.draw(locale)));
    let about = if bill.is_stored {
        text::parts_stored(locale, &stored.engine_version, &stored.catalog_version)
    } else {
        text::parts_computed(locale).to_owned()
    };
    let is_foreign = bill.is_stored && !bill.is_translated && locale != Locale::En;
    let english = is_foreign.then(|| view! { <p class="fine">{text::notes_in_english(locale)}</p> });
    let (id, number) = (stored.id.clone(), stored.revision);
    let file = move |format: api::export::Format| {
        format!("/api/v1/plans/{id}/revisions/{number}/bom.{}?lang={}", format.extension(), locale.as_str())
    };
    view! {
        <Title text=title />
        <Meta name="robots" content="noindex" />
        <article class="shared">
            {head::head(page, Shown::Parts)}
            <div class="results before">{inside(&notices)}</div>
            <div class="verdict-place">{verdict}</div>
            <section class="prose wide bill" data-testid="stored-bill">
                <p class="measure">{about}</p>
                {english}
                <p class="actions">
                    <a class="button" href=page.here()>{text::back_to_plan(locale)}</a>
                    <a href=format!("/bom?{}{}", page.query, end_of_query(&bill.prices))>{text::parts_anew(locale)}</a>
                </p>
                {bom::quote(&bill.bom, &page.subject(), None, locale)}
                {bom::after(&bill.bom, file, locale)}
                {bom::grounds(&bill.bom, locale)}
            </section>
            {draw(&paper(page, bill))}
        </article>
    }
    .into_any()
}
