//! The models of the catalog.

use catalog::ModelEntry;
use leptos::prelude::*;
use leptos_meta::Title;

use crate::context::request_locale;
use crate::fields::options::family_name;
use crate::format;
use crate::locale::Locale;
use crate::messages::pages as text;

/// Draws the list.
#[component]
pub fn Models() -> impl IntoView {
    let locale = request_locale();
    let rows: Vec<_> = catalog::models().iter().map(|model| row(model, locale)).collect();
    view! {
        <Title text=format!("{} · Rigwise", text::models_title(locale)) />
        <section class="prose wide">
            <h1>{text::models_title(locale)}</h1>
            <p>{text::models_about(locale)}</p>
            <div class="scroll" tabindex="0" role="region" aria-label=text::models_title(locale)>
                <table class="catalog">
                    <thead>
                        <tr>
                            <th scope="col">{text::model(locale)}</th>
                            <th scope="col">{text::family(locale)}</th>
                            <th scope="col">{text::parameters(locale)}</th>
                        </tr>
                    </thead>
                    <tbody>{rows}</tbody>
                </table>
            </div>
        </section>
    }
}

fn row(model: &'static ModelEntry, locale: Locale) -> impl IntoView {
    view! {
        <tr>
            <th scope="row">
                <a href=format!("/plan?v=1&gpu=rtx-4090&model={}", model.id)>{model.name}</a>
            </th>
            <td>{family_name(model.family, locale)}</td>
            <td>{format::count(model.published_parameters)}</td>
        </tr>
    }
}
