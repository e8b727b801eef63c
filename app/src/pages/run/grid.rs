//! What runs where, with the speed of each format: all models on one card, or one model on several cards.

use std::collections::BTreeMap;
use std::sync::{LazyLock, Mutex, PoisonError};

use catalog::{GpuEntry, ModelEntry};
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

/// Formats of a row, from small to large; in each column the first that the model comes in.
const FORMATS: [&[WeightsFormat]; 4] =
    [&[WeightsFormat::Q3KM], &[WeightsFormat::Q4KM, WeightsFormat::Mxfp4Moe], &[WeightsFormat::Q8_0], &[WeightsFormat::F16]];

/// Tokens a second of a model on a card in a format; none where the card does not hold it.
type Speed = Option<(WeightsFormat, f64)>;

/// What was worked out of cards and models.
type Known = BTreeMap<(&'static str, &'static str), Vec<Speed>>;

/// A row: what it is called, and its speed in each column.
struct Row {
    name: &'static str,
    gpu: &'static str,
    model: &'static str,
    speeds: Vec<Speed>,
}

impl Row {
    fn runs(&self) -> bool {
        self.speeds.iter().any(Option::is_some)
    }
}

/// Draws the table of a card: the formats with the speed of a request, a dash where one card does not hold it.
pub fn grid(gpu: &'static GpuEntry, locale: Locale) -> [Element; 2] {
    let mut models: Vec<&ModelEntry> = catalog::listed_models().into_iter().filter(|model| model.answers()).collect();
    models.sort_by_key(|model| (model.published_parameters, model.id));
    let rows: Vec<Row> = models.into_iter().map(|model| Row { name: model.name, ..row(gpu, model) }).collect();
    [classed("p", "measure").with(text::grid_about(locale)), table(&rows, text::model(locale), text::grid_of(locale), locale)]
}

/// Draws the table of a model on these cards; none where not one of them holds it.
pub fn grid_of_model(model: &'static ModelEntry, gpus: &[&'static GpuEntry], locale: Locale) -> Option<[Element; 2]> {
    let rows: Vec<Row> = gpus.iter().map(|gpu| row(gpu, model)).filter(Row::runs).collect();
    let about = classed("p", "measure").with(text::grid_of_model_about(locale));
    (!rows.is_empty()).then(|| [about, table(&rows, text::gpu(locale), text::grid_of_model(locale), locale)])
}

/// The rows in which any format runs, each figure the way to its answer.
fn table(rows: &[Row], first: &'static str, caption: &'static str, locale: Locale) -> Element {
    let prefix = path_prefix().map_or("", |(prefix, _)| prefix);
    let cell = |row: &Row, speed: &Speed| {
        let Some((format, speed)) = speed else { return el("td").with("–") };
        let (gpu, model, word) = (row.gpu, row.model, format.as_str());
        let href = format!("{prefix}/run?v=1&gpu={gpu}&model={model}&engine=llama.cpp&weights={word}#answer");
        let speed = format::concise(*speed);
        let label = text::grid_cell(locale, row.name, word, &speed);
        el("td").with(el("a").attr("href", href).attr("rel", "nofollow").attr("aria-label", label).with(speed))
    };
    let rows: Vec<&Row> = rows.iter().filter(|row| row.runs()).collect();
    // A column is named by the formats that occur in it; one without any is none.
    let names: Vec<(usize, String)> = (0..FORMATS.len())
        .map(|column| {
            let occurs =
                |format: &&WeightsFormat| rows.iter().any(|row| row.speeds[column].is_some_and(|(found, _)| found == **format));
            (column, FORMATS[column].iter().filter(occurs).map(|format| format.as_str()).collect::<Vec<_>>().join(" / "))
        })
        .filter(|(_, name)| !name.is_empty())
        .collect();
    let body: Vec<Element> = rows
        .iter()
        .map(|row| {
            let cells: Vec<Element> = names.iter().map(|(column, _)| cell(row, &row.speeds[*column])).collect();
            el("tr").with(row_head().with(row.name)).with(cells)
        })
        .collect();
    let labels: Vec<String> = std::iter::once(first.to_owned()).chain(names.into_iter().map(|(_, name)| name)).collect();
    let table =
        classed("table", "catalog paces").attr("data-testid", "what-runs").with(head(&labels)).with(el("tbody").with(body));
    scroll(caption, table)
}

/// A model on a card, called by the card; worked out once in a process.
fn row(gpu: &'static GpuEntry, model: &'static ModelEntry) -> Row {
    static KNOWN: LazyLock<Mutex<Known>> = LazyLock::new(Mutex::default);
    let known = || KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    let found = known().get(&(gpu.id, model.id)).cloned();
    let speeds = found.unwrap_or_else(|| {
        let speeds: Vec<Speed> = FORMATS
            .iter()
            .map(|formats| {
                let format = *formats.iter().find(|format| comes_in(model, **format))?;
                Some((format, tokens_per_second(gpu, model, format)?))
            })
            .collect();
        known().insert((gpu.id, model.id), speeds.clone());
        speeds
    });
    Row { name: gpu.name, gpu: gpu.id, model: model.id, speeds }
}

/// Whether there are files of a model in a format.
fn comes_in(model: &ModelEntry, format: WeightsFormat) -> bool {
    matches!(&model.architecture, Architecture::Decoder(decoder) if engine::serving::WeightsFormat::from(format).suits(decoder))
}

fn tokens_per_second(gpu: &GpuEntry, model: &ModelEntry, format: WeightsFormat) -> Option<f64> {
    let mut scenario = Scenario { task: Some(Workload::Inference), ..Scenario::default() };
    scenario.hardware.gpu = Some(GpuChoice::Id(gpu.id.to_owned()));
    scenario.model.id = Some(model.id.to_owned());
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
