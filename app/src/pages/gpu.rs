//! A card of the catalog: every figure with source and evidence, what it trains, and the cards near it.

mod figures;
mod near;
mod prices;

use catalog::{Confidence, GpuEntry};
use engine::units::MIB;
use leptos::prelude::*;
use wire::v1::choices::Method;
use wording::format;

use super::gpus::segment;
use super::run::makes;
use super::runs::{self, Run, Subject};
use super::unlisted;
use crate::context::{path_prefix, request_locale, request_path};
use crate::head::{Meta, Title};
use crate::locale::Locale;
use crate::messages::products as text;
use crate::view::draw;

/// What people ask a card to train, from small to large: pictures, texts, adapters of language models, all of one, pictures
/// from texts.
const JOBS: [(&str, Method); 8] = [
    ("resnet50", Method::Full),
    ("vit_b_16", Method::Full),
    ("deeplabv3_resnet50", Method::Full),
    ("bert-base", Method::Full),
    ("llama-3-8b", Method::Qlora),
    ("llama-3-8b", Method::Lora),
    ("llama-2-7b", Method::Full),
    ("sdxl", Method::Lora),
];

/// Draws the card of the path, or what to do where there is none.
#[component]
pub fn GpuPage() -> impl IntoView {
    let locale = request_locale();
    let path = request_path();
    let id = unlisted::id_of(&path);
    match catalog::gpu(id) {
        Some(gpu) => page(gpu, locale),
        None => unlisted::gpu(id, locale),
    }
}

/// Models that make pictures on the card; nothing where none does.
fn makes(gpu: &'static GpuEntry, locale: Locale) -> Option<AnyView> {
    let parts = makes::of_card(gpu, locale)?;
    let parts: Vec<_> = parts.iter().map(draw).collect();
    Some(view! { <h2 id="makes">{crate::messages::run::makes(locale)}</h2> {parts} }.into_any())
}

fn page(gpu: &'static GpuEntry, locale: Locale) -> AnyView {
    let prefix = path_prefix().map_or("", |(prefix, _)| prefix);
    let memory = gpu.spec.memory;
    let gib = format::decimal(memory.as_gib(), 2);
    let (box_gb, mib) = (gpu.marketing_gb.to_string(), format::count(memory.0 / MIB));
    let capacity = if gpu.spec.memory_is_measured { text::capacity_measured } else { text::capacity_nominal };
    let doubtful = (gpu.confidence == Confidence::Low).then(|| view! { <p class="remedy">{text::low_confidence(locale)}</p> });
    let launch = if gpu.launch.is_empty() { String::new() } else { format!(" · {}", gpu.launch) };
    let jobs: Vec<Run> =
        JOBS.iter().filter_map(|(model, method)| Some(Run { gpu, model: catalog::model(model)?, method: *method })).collect();
    let sources = figures::Sources::default();
    view! {
        <Title text=format!("{} · Rigwise", gpu.name) />
        <Meta name="description" content=text::gpu_description(locale, gpu.name, &format::fine_gib(memory.as_gib())) />
        <article class="prose wide product">
            <p class="kicker">
                <a href=format!("{prefix}/gpus")>{text::all_gpus(locale)}</a>
                {format!(" · {} · {} · {}{launch}", gpu.vendor, gpu.architecture, segment(gpu.segment, locale))}
            </p>
            <h1>{gpu.name}</h1>
            <p class="lead">{capacity(locale, &box_gb, &gib, &mib)}</p>
            {doubtful}
            <p class="actions">
                <a class="button" href=format!("/plan?v=1&gpu={}", gpu.id) data-testid="plan">{text::plan_on_it(locale)}</a>
                <a href=format!("/api/v1/catalog/gpus/{}", gpu.id)>{text::as_json(locale)}</a>
            </p>
            <h2 id="trains">{text::trains(locale)}</h2>
            <p class="measure">{text::trains_about(locale)}</p>
            {runs::table(&jobs, Subject::Model, text::trains(locale), locale)}
            <h2 id="runs">{crate::messages::run::grid_of(locale)}</h2>
            {super::run::grid::grid(gpu, locale).iter().map(draw).collect::<Vec<_>>()}
            {makes(gpu, locale)}
            {figures::section(gpu, &sources, locale)}
            {prices::section(gpu, &sources, locale)}
            {near::section(gpu, prefix, locale)}
            {figures::list(&sources, locale)}
        </article>
    }
    .into_any()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_job_is_of_a_model_that_takes_its_method() {
        for (id, method) in JOBS {
            let model = catalog::model(id).unwrap_or_else(|| panic!("{id} is not in the catalog"));
            assert!(scenario::resolve::methods(&model.architecture).contains(&method), "{id}");
        }
    }
}
