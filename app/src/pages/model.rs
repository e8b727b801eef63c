//! A model of the catalog: its parameters by kind, its weights in memory, what training takes, and its hyper-parameters.

mod pictures;
pub mod weights;

use catalog::{GpuEntry, ModelEntry};
use engine::training::DataKind;
use leptos::prelude::*;
use scenario::form::{DRAWN_FOR, DRAWN_FOR_NONE};
use wire::v1::choices::Method;
use wording::format;

use super::run::{ANY_CARD, grid, makes};
use super::runs::{self, Run, Subject};
use super::unlisted;
use crate::context::{path_prefix, request_locale, request_path};
use crate::fields::options::family_name;
use crate::head::{Meta, Title};
use crate::locale::{Locale, colon};
use crate::messages::{products as text, run as run_text};
use crate::view::draw;

/// Cards that a model is shown on, from small to large, of three vendors.
const CARDS: [&str; 8] =
    ["rtx-3060-12gb", "rtx-4090", "rtx-5090", "l40s", "a100-sxm4-80gb", "h200-sxm", "mi300x", "ascend-910b2"];

/// Cards that a model is shown running on: of home computers, of workstations and of servers, and devices that share one memory.
const RUNNING_CARDS: [&str; 10] = [
    "rtx-3060-12gb",
    "rtx-4060-ti-16gb",
    "rtx-3090",
    "rtx-4090",
    "rtx-5090",
    "rtx-pro-6000-blackwell-ws",
    "h200-sxm",
    "ryzen-ai-max-395",
    "gb10-dgx-spark",
    "m3-ultra-512gb",
];

/// Draws the model of the path, or what to do where there is none.
#[component]
pub fn ModelPage() -> impl IntoView {
    let locale = request_locale();
    let path = request_path();
    let id = unlisted::id_of(&path);
    match (catalog::model(id), catalog::listed_model(id)) {
        (Some(model), _) => page(model, locale),
        (None, Some(model)) => answering_page(model, locale),
        (None, None) => unlisted::model(id, locale),
    }
}

/// A model that is known for running alone.
fn answering_page(model: &'static ModelEntry, locale: Locale) -> AnyView {
    let prefix = path_prefix().map_or("", |(prefix, _)| prefix);
    let parameters = format::count(model.published_parameters);
    let actions = view! {
        <a class="button" href=format!("{prefix}/run?v=1&model={}", model.id) data-testid="run">{run_text::run_it(locale)}</a>
        // Machines are looked for by tokens a second alone.
        {model.answers().then(|| view! {
            <a href=format!("{prefix}/run?v=1&model={}&gpu={ANY_CARD}", model.id)>{run_text::buy_it(locale)}</a>
        })}
    };
    let description = run_text::model_description(locale, model.name, &parameters);
    frame(model, description, run_text::model_about(locale, &parameters), actions.into_any(), None, locale)
}

/// The page of a model: what it is, what can be done with it, what is worked out of it, and what it rests on.
fn frame(
    model: &'static ModelEntry,
    description: String,
    lead: String,
    actions: AnyView,
    sections: Option<AnyView>,
    locale: Locale,
) -> AnyView {
    let prefix = path_prefix().map_or("", |(prefix, _)| prefix);
    view! {
        <Title text=format!("{} · Rigwise", model.name) />
        <Meta name="description" content=description />
        <article class="prose wide product">
            <p class="kicker">
                <a href=format!("{prefix}/models")>{text::all_models(locale)}</a>
                {format!(" · {}", family_name(model.family, locale))}
            </p>
            <h1>{model.name}</h1>
            <p class="lead">{lead}</p>
            <p class="actions">
                {actions}
                <a href=format!("/api/v1/catalog/models/{}", model.id)>{text::as_json(locale)}</a>
            </p>
            {sections}
            {what_runs(model, locale)}
            {pictures::section(model, locale)}
            {hyper_parameters(model, locale)}
            <h3>{text::sources(locale)}</h3>
            <p class="measure source">{model.source}</p>
        </article>
    }
    .into_any()
}

/// Which single cards run a model and how fast, or that none of the usual ones does.
fn what_runs(model: &'static ModelEntry, locale: Locale) -> Option<AnyView> {
    if !model.answers() && !model.answers_in_passes() {
        return None;
    }
    let cards: Vec<&GpuEntry> = RUNNING_CARDS.iter().filter_map(|id| catalog::gpu(id)).collect();
    let found = if model.answers() { grid::grid_of_model(model, &cards, locale) } else { makes::of_model(model, &cards, locale) };
    let body = match found {
        Some(table) => table.iter().map(draw).collect::<Vec<_>>().into_any(),
        None => view! { <p class="measure">{run_text::runs_nowhere(locale)}</p> }.into_any(),
    };
    Some(view! { <h2 id="runs">{run_text::grid_of_model(locale)}</h2> {body} }.into_any())
}

fn page(model: &'static ModelEntry, locale: Locale) -> AnyView {
    let prefix = path_prefix().map_or("", |(prefix, _)| prefix);
    let parameters = format::count(model.published_parameters);
    let cards: Vec<&GpuEntry> = CARDS.iter().filter_map(|id| catalog::gpu(id)).collect();
    let runs: Vec<Run> = scenario::resolve::methods(&model.architecture)
        .into_iter()
        .flat_map(|method| cards.iter().map(move |gpu| Run { gpu, model, method }))
        .collect();
    let actions = view! {
        <a class="button" href=format!("/plan?v=1&gpu=rtx-4090&model={}&{DRAWN_FOR}={DRAWN_FOR_NONE}", model.id) data-testid="plan">{text::plan_it(locale)}</a>
        <a href=format!("{prefix}/need?v=1&model={}", model.id)>{text::machine_for_it(locale)}</a>
        {model.answers_in_passes().then(|| view! {
            <a href=format!("{prefix}/run?v=1&model={}", model.id)>{run_text::title(locale)}</a>
        })}
    };
    let sections = view! {
        {weights::section(model, locale)}
        <h2 id="takes">{text::takes(locale)}</h2>
        <p class="measure">{text::takes_about(locale)}</p>
        {runs::table(&runs, Subject::Gpu, text::takes(locale), locale)}
    };
    let description = text::model_description(locale, model.name, &parameters);
    frame(model, description, data(model, locale), actions.into_any(), Some(sections.into_any()), locale)
}

/// What it is trained on where nothing else is said.
fn data(model: &'static ModelEntry, locale: Locale) -> String {
    let side = model.default_image_size.to_string();
    let kind = match model.data_kind {
        // Arrays are read by traced networks alone, of which the catalog has none.
        DataKind::Images | DataKind::Tensors => text::default_images(locale, &side),
        DataKind::Latents => text::default_latents(locale, &side),
        DataKind::Text => {
            let (tokens, sides) = texts(model);
            match sides {
                Some((height, width)) => text::default_pictures(locale, &format::count(tokens), &format!("{height} × {width}")),
                None => text::default_texts(locale, &format::count(tokens)),
            }
        }
        DataKind::Audio => text::default_clips(locale, &scenario::defaults::TARGET_LENGTH.to_string()),
    };
    let classes = (model.data_kind == DataKind::Images).then(|| {
        format!("{}{}", locale.pick(", ", "，"), text::default_classes(locale, &format::count(model.default_num_classes)))
    });
    format!("{}{}{kind}{}", text::defaults(locale), colon(locale), classes.unwrap_or_default())
}

/// Tokens of a text where nothing else is said, fewer where the model has no positions for more, and the sides of the picture in it.
fn texts(model: &'static ModelEntry) -> (u64, Option<(u64, u64)>) {
    let run = catalog::gpu(CARDS[0]).map(|gpu| Run { gpu, model, method: Method::Full });
    let resolved = run.and_then(|run| scenario::resolve(&run.scenario()).ok());
    resolved.map_or((model.default_sequence_length, None), |request| {
        let data = &request.scenario.data;
        let sides = request.scenario.active_tower().map(|_| (data.image_height, data.image_width));
        (data.sequence_length, sides)
    })
}

fn hyper_parameters(model: &'static ModelEntry, locale: Locale) -> AnyView {
    let rows: Vec<_> = model
        .hyper_parameters
        .iter()
        .map(|(name, value)| {
            view! {
                <tr>
                    <th scope="row"><code>{*name}</code></th>
                    <td><code>{value.trim_matches('"')}</code></td>
                </tr>
            }
        })
        .collect();
    let loaded = (!model.load_as.is_empty())
        .then(|| view! { <p class="measure">{text::loaded_as(locale)} {colon(locale)} <code>{model.load_as}</code></p> });
    let trained = (model.train_as != model.load_as)
        .then(|| view! { <p class="measure">{text::trained_as(locale)} {colon(locale)} <code>{model.train_as}</code></p> });
    view! {
        <h2 id="hyper-parameters">{text::hyper_parameters(locale)}</h2>
        <p class="measure">{text::hyper_about(locale)}</p>
        <div class="scroll" tabindex="0" role="region" aria-label=text::hyper_parameters(locale)>
            <table class="catalog" data-testid="hyper-parameters">
                <thead>
                    <tr>
                        <th scope="col">{text::figure(locale)}</th>
                        <th scope="col">{text::value(locale)}</th>
                    </tr>
                </thead>
                <tbody>{rows}</tbody>
            </table>
        </div>
        {loaded}
        {trained}
    }
    .into_any()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_card_is_in_the_catalog() {
        for id in CARDS {
            assert!(catalog::gpu(id).is_some(), "{id}");
        }
    }
}
