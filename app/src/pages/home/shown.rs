//! What the site works out, as three pictures of the example: each leads to the page that has it in full.

use leptos::prelude::*;
use wire::v1::Prices;

use crate::components::timeline;
use crate::locale::Locale;
use crate::messages::pages as text;
use crate::pages::{accuracy, bom};
use crate::plan::Plan;
use crate::view::draw;

/// Draws the pictures.
pub fn shown(plan: &Plan, query: &str, prefix: &str, locale: Locale) -> AnyView {
    let step = draw(&timeline::picture(&plan.estimate, locale)).into_any();
    let machine = api::bill::bom_with_in(&plan.asked, &Prices::default(), locale).ok();
    let machine = machine.and_then(|bom| bom::picture::in_column(&bom, locale)).map(|picture| draw(&picture).into_any());
    let pictures: Vec<_> = [
        (Some(step), format!("/plan?{query}#timeline-heading"), text::shown_step(locale)),
        (machine, format!("/bom?{query}"), text::shown_machine(locale)),
        (accuracy::picture(locale), format!("{prefix}/accuracy"), text::shown_accuracy(locale)),
    ]
    .into_iter()
    .filter_map(|(picture, href, words)| {
        Some(view! {
            <figure class="card">
                {picture?}
                <figcaption><a href=href>{words}</a></figcaption>
            </figure>
        })
    })
    .collect();
    view! {
        <section aria-labelledby="shown" data-testid="shown">
            <h2 id="shown">{text::shown(locale)}</h2>
            <div class="shown">{pictures}</div>
        </section>
    }
    .into_any()
}
