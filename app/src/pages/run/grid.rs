//! What a card runs: models by the format of their weights, with the speed of each.

use std::collections::BTreeMap;
use std::sync::{LazyLock, Mutex, PoisonError};

use catalog::GpuEntry;
use engine::architecture::Architecture;
use engine::serving::{memory, speed};
use scenario::resolve::resolve_serving;
use wire::v1::Scenario;
use wire::v1::choices::{ServingEngine, ServingOffload, WeightsFormat, Workload};
use wire::v1::scenario::{GpuChoice, Serving};
use wording::format;

use crate::components::{head, row_head, scroll};
use crate::context::path_prefix;
use crate::locale::Locale;
use crate::messages::run as text;
use markup::{Element, classed, el};

/// Formats of a row, from small to large.
const FORMATS: [WeightsFormat; 4] = [WeightsFormat::Q3KM, WeightsFormat::Q4KM, WeightsFormat::Q8_0, WeightsFormat::F16];

/// A row: a model, and its tokens a second in each format that fits.
type Row = (&'static str, &'static str, Vec<Option<f64>>);

/// Draws the table of a card: the formats with the speed of a request, a dash where one card does not hold it.
pub fn grid(gpu: &'static GpuEntry, locale: Locale) -> [Element; 2] {
    let prefix = path_prefix().map_or("", |(prefix, _)| prefix);
    let body: Vec<Element> = rows(gpu)
        .into_iter()
        .map(|(id, name, speeds)| {
            let cells: Vec<Element> = FORMATS
                .iter()
                .zip(speeds)
                .map(|(format, speed)| {
                    let Some(speed) = speed else { return el("td").with("–") };
                    let href =
                        format!("{prefix}/run?v=1&gpu={}&model={id}&engine=llama.cpp&weights={}#answer", gpu.id, format.as_str());
                    let link = el("a")
                        .attr("href", href)
                        .attr("rel", "nofollow")
                        .attr("aria-label", text::grid_cell(locale, name, format.as_str(), &format::concise(speed)));
                    el("td").with(link.with(format::concise(speed)))
                })
                .collect();
            el("tr").with(row_head().with(name)).with(cells)
        })
        .collect();
    let labels: Vec<&'static str> =
        std::iter::once(text::model(locale)).chain(FORMATS.iter().map(|format| format.as_str())).collect();
    let table =
        classed("table", "catalog paces").attr("data-testid", "what-runs").with(head(&labels)).with(el("tbody").with(body));
    [classed("p", "measure").with(text::grid_about(locale)), scroll(text::grid_of(locale), table)]
}

/// Models that fit in any of the formats, small ones first; worked out once in a process for each card.
fn rows(gpu: &'static GpuEntry) -> Vec<Row> {
    static ROWS: LazyLock<Mutex<BTreeMap<&'static str, Vec<Row>>>> = LazyLock::new(Mutex::default);
    let known = ROWS.lock().unwrap_or_else(PoisonError::into_inner).get(gpu.id).cloned();
    if let Some(rows) = known {
        return rows;
    }
    let mut models: Vec<_> =
        catalog::models().iter().filter(|model| matches!(model.architecture, Architecture::Decoder(_))).collect();
    models.sort_by_key(|model| (model.published_parameters, model.id));
    let rows: Vec<Row> = models
        .into_iter()
        .map(|model| {
            let speeds = FORMATS.iter().map(|&format| tokens_per_second(gpu, model.id, format)).collect();
            (model.id, model.name, speeds)
        })
        .filter(|(_, _, speeds): &Row| speeds.iter().any(Option::is_some))
        .collect();
    ROWS.lock().unwrap_or_else(PoisonError::into_inner).insert(gpu.id, rows.clone());
    rows
}

fn tokens_per_second(gpu: &GpuEntry, model: &str, format: WeightsFormat) -> Option<f64> {
    let mut scenario = Scenario { task: Some(Workload::Inference), ..Scenario::default() };
    scenario.hardware.gpu = Some(GpuChoice::Id(gpu.id.to_owned()));
    scenario.model.id = Some(model.to_owned());
    scenario.serving = Serving {
        engine: Some(ServingEngine::LlamaCpp),
        weights_format: Some(format),
        offload: Some(ServingOffload::None),
        ..Serving::default()
    };
    let question = resolve_serving(&scenario).ok()?.question;
    let memory = memory::of(&question);
    memory.works().then(|| speed::of(&question, &memory).decode_tokens_per_second)
}
