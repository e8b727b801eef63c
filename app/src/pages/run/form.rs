//! The form: what runs where, the requests, and the engine's settings.

mod control;
mod settings;

use engine::architecture::Architecture;
use engine::passes::{FORMATS, comes_in};
use scenario::fields::Field;
use scenario::form::OWN_MODEL;
use scenario::query::OWN_CARD;
use scenario::resolve::serving_reads;
use wire::v1::choices::{ServingEngine, WeightsFormat};
use wire::v1::scenario::GpuChoice;

use control::{field, itself, number, words};

use super::asked::{ANY_CARD, Asked};
use super::place::ANSWER;
use crate::context::request_path;
use crate::fields::Catalog;
use crate::fields::controls::products;
use crate::locale::Locale;
use crate::messages::run as text;
use markup::{Element, classed, el};

/// Controls of the form, by the parameter; those of the last group are folded.
const CONTROLS: [&[&str]; 2] = [
    &[
        "model",
        "gpu",
        "gpus",
        "engine",
        "weights",
        "context",
        "prompt",
        "output",
        "concurrency",
        "request_rate",
        "first_token",
        "pace",
        "budget",
        "images",
        "picture",
        "frames",
        "steps",
    ],
    &[
        "prefix",
        "spread",
        "kv",
        "speculative",
        "draft_model",
        "drafts",
        "acceptance",
        "utilization",
        "seqs",
        "batched_tokens",
        "tiling",
        "host",
        "host_layers",
        "ram",
    ],
];

/// The id of the control that a parameter has here; none where it has none.
pub fn control(name: &str) -> Option<String> {
    CONTROLS.concat().contains(&name).then(|| format!("r-{name}"))
}

/// Controls that only models which write tokens have, and those that only others have.
const OF_ONE_KIND: [&[&str]; 2] = [
    &[
        "images",
        "prefix",
        "spread",
        "kv",
        "speculative",
        "draft_model",
        "drafts",
        "acceptance",
        "utilization",
        "seqs",
        "batched_tokens",
        "host_layers",
        "budget",
    ],
    &["frames", "steps", "tiling"],
];

/// Controls of models that read pictures in prompts.
const OF_PICTURES: [&str; 2] = ["images", "picture"];

/// Whether the model writes tokens and reads pictures in prompts.
fn reads_pictures(asked: &Asked) -> bool {
    let entry = asked.scenario.model.id.as_deref().and_then(catalog::listed_model);
    entry.is_some_and(|entry| matches!(&entry.architecture, Architecture::Decoder(model) if model.options.tower.is_some()))
}

/// Whether the model writes down what it hears.
fn hears(asked: &Asked) -> bool {
    asked.scenario.model.id.as_deref().and_then(catalog::listed_model).is_some_and(|entry| entry.architecture.hears())
}

/// The id of the control that a parameter has in the form for this question; none where it has none there.
pub fn control_for(asked: &Asked, name: &str) -> Option<String> {
    let hidden = OF_ONE_KIND[usize::from(asked.passes.is_none())];
    let is_blind = asked.passes.is_none() && !reads_pictures(asked) && asked.typed(name).is_none();
    let has_no_drafter = name == "draft_model" && settings::drafters(asked).is_empty() && asked.typed(name).is_none();
    control(name).filter(|_| !has_no_drafter).filter(|_| !(hidden.contains(&name) || is_blind && OF_PICTURES.contains(&name)))
}

/// Draws the form with what was asked in it.
pub fn form(asked: &Asked, locale: Locale) -> Element {
    let hidden =
        |name: &str, text: &str| el("input").attr("type", "hidden").attr("name", name.to_owned()).attr("value", text.to_owned());
    // What the address says of a run and the form has no control for goes along.
    let kept: Vec<Element> = asked
        .pairs
        .iter()
        .filter(|(name, value)| {
            let field = Field::by_name(name).filter(|field| serving_reads(field.pointer));
            let is_asked = name != "v" && name != "workload" && !value.trim().is_empty();
            is_asked && field.is_some() && control(name).is_none()
        })
        .map(|(name, value)| hidden(name, value))
        .collect();
    let group = |legend: &'static str, fields: Vec<Element>| el("fieldset").with(el("legend").with(legend)).with(fields);
    let more = classed("details", "wide")
        .flag("open", CONTROLS[1].iter().any(|name| asked.typed(name).is_some()))
        .with(el("summary").with(text::more(locale)))
        .with(classed("div", "form-more").with(settings::draw(asked, locale)));
    classed("form", "card need-form")
        .attr("method", "get")
        .attr("action", format!("{}#{ANSWER}", request_path()))
        .with(hidden("v", scenario::query::VERSION))
        .with(asked.carried().iter().map(|(name, text)| hidden(name, text)).collect::<Vec<_>>())
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
    // A model or a card by its own figures, which travel along, is in no list.
    let own = |value: &'static str, name: String| el("option").attr("value", value).flag("selected", true).with(name);
    let own_model = asked.scenario.model.config.as_ref().map(|_| own(OWN_MODEL, asked.model(locale)));
    let own_card = asked.scenario.hardware.gpu.as_ref().and_then(GpuChoice::custom).map(|_| own(OWN_CARD, asked.cards(locale)));
    let any = asked.machines.is_some();
    let any_card = el("option").attr("value", ANY_CARD).flag("selected", any).with(text::any_card(locale));
    let models = products(Catalog::Answering, "model", model, own_model, locale);
    let gpus = products(Catalog::Gpus, "gpu", gpu, Some(own_card.unwrap_or(any_card)), locale);
    let (is_passing, hears) = (asked.passes.is_some(), hears(asked));
    // What hears goes with one library alone, which writes tokens too.
    let goes = |engine: &&ServingEngine| {
        if hears { **engine == ServingEngine::Transformers } else { engine.of_tokens().is_none() == is_passing }
    };
    let engines = ServingEngine::ALL.iter().filter(goes);
    let engines = engines.map(|engine| itself(engine.as_str())).collect();
    let listed = model.and_then(catalog::listed_model);
    let of_passes = |format: WeightsFormat| {
        listed.map_or_else(|| FORMATS.contains(&format.into()), |entry| comes_in(format.into(), &entry.architecture))
    };
    let formats = WeightsFormat::ALL.iter().filter(|&&format| !is_passing || of_passes(format));
    let formats = formats.map(|format| itself(format.as_str())).collect();
    vec![
        field("model", "/model/id", text::model(locale), models, asked, locale),
        field("gpu", "/hardware/gpu", text::gpu(locale), gpus, asked, locale),
        number("gpus", "/hardware/gpu_count", text::gpu_count(locale), asked, locale),
        words("engine", "/serving/engine", text::engine(locale), engines, asked, locale),
        words("weights", "/serving/weights_format", text::weights_format(locale), formats, asked, locale),
    ]
}

fn load(asked: &Asked, locale: Locale) -> Vec<Element> {
    if asked.passes.is_some() {
        return batch(asked, locale);
    }
    let seen = [
        number("images", "/serving/images_per_prompt", text::images(locale), asked, locale),
        number("picture", "/serving/image_size", text::image_size(locale), asked, locale),
    ];
    // What was typed for a model that reads none stays in sight, with what is wrong with it.
    let is_shown = |name: &str| reads_pictures(asked) || asked.typed(name).is_some();
    let seen = OF_PICTURES.into_iter().zip(seen).filter(|(name, _)| is_shown(name)).map(|(_, control)| control);
    [
        number("context", "/serving/context_length", text::context_length(locale), asked, locale),
        number("prompt", "/serving/prompt_tokens", text::prompt_tokens(locale), asked, locale),
        number("output", "/serving/output_tokens", text::output_tokens(locale), asked, locale),
        number("concurrency", "/serving/concurrency", text::concurrency(locale), asked, locale),
        number("request_rate", "/serving/request_rate", text::request_rate(locale), asked, locale),
        number("first_token", "/serving/max_time_to_first_token_seconds", text::first_token(locale), asked, locale),
        number("pace", "/serving/min_tokens_per_second", text::pace(locale), asked, locale),
    ]
    .into_iter()
    .chain(seen)
    .chain(asked.machines.is_some().then(|| number("budget", "/constraints/budget/amount", text::budget(locale), asked, locale)))
    .collect()
}

/// What a model that answers in passes is given: a control for what it takes, and for whatever was typed.
fn batch(asked: &Asked, locale: Locale) -> Vec<Element> {
    let inputs = asked.inputs().map(|inputs| &inputs.serving);
    let takes = |name: &str, is_taken: bool| is_taken || asked.typed(name).is_some();
    let has = |is: fn(&wire::v1::scenario::Serving) -> bool| inputs.is_some_and(is);
    let writes = hears(asked);
    let batch_of = if writes { text::windows_of(locale) } else { text::batch_of(locale) };
    let fields = [
        Some(number("concurrency", "/serving/concurrency", batch_of, asked, locale)),
        writes.then(|| number("output", "/serving/output_tokens", text::window_tokens(locale), asked, locale)),
        takes("picture", has(|serving| serving.image_size.is_some()))
            .then(|| number("picture", "/serving/image_size", text::image_size(locale), asked, locale)),
        takes("frames", has(|serving| serving.num_frames.is_some()))
            .then(|| number("frames", "/serving/num_frames", text::num_frames(locale), asked, locale)),
        takes("steps", has(|serving| serving.denoising_steps.is_some()))
            .then(|| number("steps", "/serving/denoising_steps", text::denoising_steps(locale), asked, locale)),
        takes("prompt", has(|serving| serving.prompt_tokens.is_some()))
            .then(|| number("prompt", "/serving/prompt_tokens", text::text_tokens(locale), asked, locale)),
    ];
    // What was typed for a model of another kind stays in sight, with what is wrong with it.
    let others = [
        ("context", "/serving/context_length", text::context_length(locale)),
        ("output", "/serving/output_tokens", text::output_tokens(locale)),
        ("images", "/serving/images_per_prompt", text::images(locale)),
        ("request_rate", "/serving/request_rate", text::request_rate(locale)),
        ("first_token", "/serving/max_time_to_first_token_seconds", text::first_token(locale)),
        ("pace", "/serving/min_tokens_per_second", text::pace(locale)),
    ];
    let others = others.into_iter().filter(|(name, ..)| asked.typed(name).is_some() && !(writes && *name == "output"));
    let others = others.map(|(name, pointer, label)| number(name, pointer, label, asked, locale));
    fields.into_iter().flatten().chain(others).collect()
}
