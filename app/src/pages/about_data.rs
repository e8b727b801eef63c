//! Where the figures come from, and what is kept of a visit.

use leptos::prelude::*;
use wording::format::count;

use crate::context::{path_prefix, request_locale};
use crate::head::Title;
use crate::locale::colon;
use crate::messages::pages as text;

/// Draws the page.
#[component]
pub fn AboutData() -> impl IntoView {
    let locale = request_locale();
    let prefix = path_prefix().map_or("", |(prefix, _)| prefix);
    let counted = |number: usize| count(number as u64);
    let counts = text::data_counts(
        locale,
        &counted(catalog::gpus().len()),
        &counted(catalog::cpus().len()),
        &counted(catalog::storages().len()),
        &counted(catalog::memory_kits().len()),
        &counted(catalog::listed_models().len()),
    );
    let collections: Vec<_> = catalog::attributions()
        .iter()
        .map(|collection| {
            let license = (!collection.license.is_empty())
                .then(|| [text::data_license(locale), colon(locale), collection.license, locale.pick(". ", "。")].concat());
            let used_for = locale.pick(collection.used_for, collection.used_for_zh);
            view! {
                <li>
                    <a href=collection.url rel="external noopener">{collection.name}</a>
                    <span class="fine">{" "}{license}{text::data_used_for(locale)}{colon(locale)}{used_for}</span>
                </li>
            }
        })
        .collect();
    view! {
        <Title text=format!("{} · Rigwise", text::data_title(locale)) />
        <section class="prose">
            <h1>{text::data_title(locale)}</h1>
            <p>{text::data_about(locale)} " " {counts}</p>
            <h2>{text::data_engine(locale)}</h2>
            <p>{text::data_engine_about(locale)}</p>
            <h2>{text::data_collections(locale)}</h2>
            <ul class="sources">{collections}</ul>
            <h2>{text::data_privacy(locale)}</h2>
            <p>
                {text::data_privacy_about(locale)} " "
                <a href=format!("{prefix}/about/privacy")>{text::data_privacy_more(locale)}</a>
            </p>
        </section>
    }
}
