//! What answers in passes where: models that make pictures on one card, or one model on several cards, each as it is chosen there.

use std::collections::BTreeMap;
use std::sync::{LazyLock, Mutex, PoisonError};

use catalog::{GpuEntry, ModelEntry};
use engine::architecture::Family;
use engine::passes::{has_pictures, plain};
use engine::units::{Bytes, Seconds};
use scenario::resolve::resolve_passing;
use wire::v1::Scenario;
use wire::v1::choices::Workload;
use wire::v1::scenario::GpuChoice;
use wording::format;

use crate::components::{head, row_head, scroll};
use crate::context::path_prefix;
use crate::locale::Locale;
use crate::messages::run as text;
use markup::{Element, classed, el};

/// A way that works, with what it takes for one answer.
#[derive(Debug, Clone, Copy)]
struct Way {
    format: &'static str,
    is_moved: bool,
    memory: Bytes,
    time: Seconds,
}

/// What was worked out of cards and models.
type Known = BTreeMap<(&'static str, &'static str), Option<Way>>;

/// Draws the table of a card: the models of the catalog that make pictures or write speech down and run on it; none where none does.
pub fn of_card(gpu: &'static GpuEntry, locale: Locale) -> Option<[Element; 2]> {
    let makes = |model: &&ModelEntry| {
        model.answers_in_passes() && matches!(model.architecture.family(), Family::Diffusion | Family::Speech)
    };
    let rows: Vec<Element> = catalog::listed_models()
        .into_iter()
        .filter(makes)
        .filter_map(|model| Some(row(model.name, gpu.id, model.id, way(gpu, model)?, locale)))
        .collect();
    let about = classed("p", "measure").with(text::makes_about(locale));
    (!rows.is_empty()).then(|| [about, table(rows, text::model(locale), text::makes_time(locale), text::makes(locale), locale)])
}

/// Draws the table of a model on those of the cards that it runs on; none where it runs on none.
pub fn of_model(model: &'static ModelEntry, gpus: &[&'static GpuEntry], locale: Locale) -> Option<[Element; 2]> {
    let rows: Vec<Element> =
        gpus.iter().filter_map(|gpu| Some(row(gpu.name, gpu.id, model.id, way(gpu, model)?, locale))).collect();
    let (is_of_pictures, hears) = (has_pictures(&model.architecture), model.architecture.hears());
    let time = match (is_of_pictures, hears) {
        (true, _) => text::makes_time(locale),
        (false, true) => text::hears_time(locale),
        (false, false) => text::reads_time(locale),
    };
    let about = if hears { text::hears_of_model_about(locale) } else { text::makes_of_model_about(locale) };
    let about = classed("p", "measure").with(about);
    (!rows.is_empty()).then(|| [about, table(rows, text::gpu(locale), time, text::grid_of_model(locale), locale)])
}

fn table(rows: Vec<Element>, first: &'static str, time: &'static str, caption: &'static str, locale: Locale) -> Element {
    let labels = [first, text::weights_format(locale), text::offload(locale), text::memory(locale), time];
    let table =
        classed("table", "catalog runs").attr("data-testid", "what-makes").with(head(&labels)).with(el("tbody").with(rows));
    scroll(caption, table)
}

fn row(name: &'static str, gpu: &'static str, model: &'static str, way: Way, locale: Locale) -> Element {
    let prefix = path_prefix().map_or("", |(prefix, _)| prefix);
    let href = format!("{prefix}/run?v=1&gpu={gpu}&model={model}#answer");
    let place = if way.is_moved { text::offload_model(locale) } else { text::offload_none(locale) };
    el("tr")
        .with(row_head().with(el("a").attr("href", href).attr("rel", "nofollow").with(name)))
        .with(el("td").with(way.format))
        .with(el("td").with(place))
        .with(el("td").with(format::gib(way.memory)))
        .with(el("td").with(format::duration(way.time, locale)))
}

/// The way that is chosen for one answer at a time, worked out once in a process; none where none works.
fn way(gpu: &'static GpuEntry, model: &'static ModelEntry) -> Option<Way> {
    static KNOWN: LazyLock<Mutex<Known>> = LazyLock::new(Mutex::default);
    let known = || KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    let found = known().get(&(gpu.id, model.id)).copied();
    found.unwrap_or_else(|| {
        let way = worked_out(gpu, model);
        known().insert((gpu.id, model.id), way);
        way
    })
}

fn worked_out(gpu: &'static GpuEntry, model: &'static ModelEntry) -> Option<Way> {
    let mut scenario = Scenario { task: Some(Workload::Inference), ..Scenario::default() };
    scenario.hardware.gpu = Some(GpuChoice::Id(gpu.id.to_owned()));
    scenario.model.id = Some(model.id.to_owned());
    let question = resolve_passing(&scenario).ok()?.question;
    let found = plain(&question);
    found.works.then(|| Way {
        format: wording::weights_format(question.settings.weights_format),
        is_moved: question.settings.is_offloaded,
        memory: found.memory.total,
        time: found.batch_time,
    })
}
