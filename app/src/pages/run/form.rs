//! The form: what runs where, the requests, and the engine's settings.

use wire::v1::choices::{KvCacheDtype, ServingEngine, ServingOffload, WeightsFormat};

use super::asked::Asked;
use crate::context::request_path;
use crate::faults;
use crate::fields::{Catalog, options};
use crate::locale::Locale;
use crate::messages::run as text;
use markup::{Element, classed, el};
use scenario::fields::{Field, Value};

/// Where the answer stands on the page.
pub const ANSWER: &str = "answer";
/// Controls of the form, by the parameter.
const NAMES: [&str; 14] = [
    "v",
    "model",
    "gpu",
    "gpus",
    "engine",
    "weights",
    "kv",
    "context",
    "prompt",
    "output",
    "concurrency",
    "seqs",
    "utilization",
    "batched_tokens",
];
/// Controls about what the host holds.
const HOST: [&str; 3] = ["host", "host_layers", "ram"];

/// Draws the form with what was asked in it.
pub fn form(asked: &Asked, locale: Locale) -> Element {
    let hidden =
        |name: &str, text: &str| el("input").attr("type", "hidden").attr("name", name.to_owned()).attr("value", text.to_owned());
    // What the address says and the form has no control for goes along.
    let kept: Vec<Element> = asked
        .pairs
        .iter()
        .filter(|(name, value)| {
            let has_control = NAMES.contains(&name.as_str()) || HOST.contains(&name.as_str()) || name == "workload";
            !has_control && !value.trim().is_empty() && Field::by_name(name).is_some()
        })
        .map(|(name, value)| hidden(name, value))
        .collect();
    let group = |legend: &'static str, fields: Vec<Element>| el("fieldset").with(el("legend").with(legend)).with(fields);
    let more = classed("details", "wide")
        .flag(
            "open",
            ["kv", "seqs", "utilization", "batched_tokens", "host", "ram"].iter().any(|name| asked.typed(name).is_some()),
        )
        .with(el("summary").with(text::more(locale)))
        .with(classed("div", "form-more").with(settings(asked, locale)));
    classed("form", "card need-form")
        .attr("method", "get")
        .attr("action", format!("{}#{ANSWER}", request_path()))
        .with(hidden("v", scenario::query::VERSION))
        .with(kept)
        .with(group(text::what(locale), what(asked, locale)))
        .with(group(text::load(locale), load(asked, locale)))
        .with(more)
        .with(
            classed("p", "form-end").with(el("button").attr("type", "submit").attr("data-testid", "run").with(text::go(locale))),
        )
}

fn what(asked: &Asked, locale: Locale) -> Vec<Element> {
    let model = asked.scenario.model.id.as_deref();
    let gpu = asked.scenario.hardware.gpu.as_ref().and_then(|gpu| gpu.id());
    let engines = ServingEngine::ALL.iter().map(|engine| (engine.as_str(), engine.as_str().to_owned())).collect();
    let formats = WeightsFormat::ALL.iter().map(|format| (format.as_str(), format.as_str().to_owned())).collect();
    vec![
        field("model", "/model/id", text::model(locale), products(Catalog::Models, "model", model, locale), asked, locale),
        field("gpu", "/hardware/gpu", text::gpu(locale), products(Catalog::Gpus, "gpu", gpu, locale), asked, locale),
        number("gpus", "/hardware/gpu_count", text::gpu_count(locale), asked, locale),
        words("engine", "/serving/engine", text::engine(locale), engines, asked, locale),
        words("weights", "/serving/weights_format", text::weights_format(locale), formats, asked, locale),
    ]
}

fn load(asked: &Asked, locale: Locale) -> Vec<Element> {
    vec![
        number("context", "/serving/context_length", text::context_length(locale), asked, locale),
        number("prompt", "/serving/prompt_tokens", text::prompt_tokens(locale), asked, locale),
        number("output", "/serving/output_tokens", text::output_tokens(locale), asked, locale),
        number("concurrency", "/serving/concurrency", text::concurrency(locale), asked, locale),
    ]
}

fn settings(asked: &Asked, locale: Locale) -> Vec<Element> {
    let kept = KvCacheDtype::ALL.iter().map(|dtype| (dtype.as_str(), dtype.as_str().to_owned())).collect();
    let places = ServingOffload::ALL
        .iter()
        .map(|place| {
            let name = match place {
                ServingOffload::None => text::offload_none(locale),
                ServingOffload::Layers => text::offload_some(locale),
                ServingOffload::Experts => text::offload_experts(locale),
            };
            (place.as_str(), name.to_owned())
        })
        .collect();
    vec![
        words("kv", "/serving/kv_cache_dtype", text::kv_cache_dtype(locale), kept, asked, locale),
        number("utilization", "/serving/memory_utilization", text::memory_utilization(locale), asked, locale),
        number("seqs", "/serving/max_num_seqs", text::max_num_seqs(locale), asked, locale),
        number("batched_tokens", "/serving/max_batched_tokens", text::max_batched_tokens(locale), asked, locale),
        words("host", "/serving/offload", text::offload(locale), places, asked, locale),
        number("host_layers", "/serving/offload_layers", text::offload_layers(locale), asked, locale),
        number("ram", "/hardware/ram_gib", text::ram_field(locale), asked, locale),
    ]
}

/// A list of the catalog. What the catalog does not have stays, so that the reader sees what was asked.
fn products(catalog: Catalog, name: &'static str, chosen: Option<&str>, locale: Locale) -> Element {
    let unknown = chosen.filter(|id| options::name_of(catalog, id).is_none());
    let unknown = unknown.map(|id| el("option").attr("value", id.to_owned()).flag("selected", true).with(id.to_owned()));
    let option =
        |(id, name): (&'static str, String)| el("option").attr("value", id).flag("selected", chosen == Some(id)).with(name);
    let is_served = |id: &str| {
        catalog != Catalog::Models
            || ::catalog::model(id)
                .is_some_and(|model| matches!(model.architecture, engine::architecture::Architecture::Decoder(_)))
    };
    let groups: Vec<Element> = options::groups(catalog, locale)
        .into_iter()
        .filter_map(|group| {
            let rows: Vec<Element> = group.options.into_iter().filter(|(id, _)| is_served(id)).map(option).collect();
            (!rows.is_empty()).then(|| el("optgroup").attr("label", group.label).with(rows))
        })
        .collect();
    let list = el("select").attr("name", name);
    let list = match options::searched(catalog) {
        Some(searched) => list.attr(options::SEARCHED, searched),
        None => list,
    };
    list.with(unknown).with(groups)
}

/// What the answer decided for a field that was left open.
fn decided(pointer: &str, asked: &Asked) -> Option<String> {
    let inputs = &asked.answer.as_ref().ok()?.inputs;
    match Field::at(pointer)?.get(inputs)? {
        Value::Text(text) => Some(text),
        Value::Integer(number) => Some(number.to_string()),
        Value::Number(number) => Some(wording::format::written(number)),
        _ => None,
    }
}

fn words(
    name: &'static str,
    pointer: &'static str,
    label: &'static str,
    options: Vec<(&'static str, String)>,
    asked: &Asked,
    locale: Locale,
) -> Element {
    let chosen = asked.typed(name);
    let stranger = chosen.filter(|chosen| options.iter().all(|(word, _)| word != chosen));
    let stranger = stranger.map(|word| el("option").attr("value", word.to_owned()).flag("selected", true).with(word.to_owned()));
    let open = match decided(pointer, asked) {
        Some(value) if chosen.is_none() => text::chosen(locale, &value),
        _ => text::automatic(locale).to_owned(),
    };
    let rows: Vec<Element> = options
        .into_iter()
        .map(|(word, name)| el("option").attr("value", word).flag("selected", chosen == Some(word)).with(name))
        .collect();
    let list = el("select").attr("name", name).with(el("option").attr("value", "").with(open)).with(stranger).with(rows);
    field(name, pointer, label, list, asked, locale)
}

fn number(name: &'static str, pointer: &'static str, label: &'static str, asked: &Asked, locale: Locale) -> Element {
    let open = decided(pointer, asked).unwrap_or_default();
    let input = el("input")
        .attr("type", "text")
        .attr("inputmode", "decimal")
        .attr("autocomplete", "off")
        .attr("spellcheck", "false")
        .attr("name", name)
        .attr("placeholder", open);
    let input = match asked.typed(name) {
        Some(typed) => input.attr("value", typed.to_owned()),
        None => input,
    };
    field(name, pointer, label, input, asked, locale)
}

/// A control with its label and what is wrong with it.
fn field(
    name: &'static str,
    pointer: &'static str,
    label: &'static str,
    control: Element,
    asked: &Asked,
    locale: Locale,
) -> Element {
    let (id, error_id) = (format!("r-{name}"), format!("e-{name}"));
    let errors = asked.answer.as_ref().err().map_or(&[][..], Vec::as_slice);
    let fault = errors.iter().find(|error| error.pointer == pointer).map(|error| faults::detail(error, locale));
    let control = control.attr("id", id.clone());
    let control = match &fault {
        Some(_) => control.attr("aria-invalid", "true").attr("aria-describedby", error_id.clone()),
        None => control,
    };
    classed("div", "field")
        .with(el("label").attr("for", id).with(label))
        .with(el("div").with(control))
        .with(classed("p", "field-error").attr("id", error_id).with(fault))
}
