//! The form: the job, the first machine, those that stay and one that comes.

use api::compare::address::WITH;

use super::reading::{ADD, ADD_COUNT, ADD_PLAN, DIFFERENCES, Fault, ONLY, Reading, is_own};
use crate::fields::{Catalog, Field, Kind, by_name, by_pointer, options};
use crate::locale::Locale;
use crate::messages::compare as text;
use markup::{Element, Node, classed, el};

/// The job's fields that are shown; the others travel along.
const JOB: [&str; 9] = ["model", "method", "precision", "batch", "accumulation", "samples", "image", "seq", "epochs"];
/// The first machine's.
const FIRST: [&str; 3] = ["gpu", "gpus", "ram"];

/// Whether the form has a control for a field.
pub fn is_shown(name: &str) -> bool {
    JOB.contains(&name) || FIRST.contains(&name)
}

/// Draws the form with what was asked in it.
pub fn form(reading: &Reading, locale: Locale) -> Element {
    let fields = |names: &[&str]| -> Vec<Element> {
        names.iter().filter_map(|name| by_name(name)).map(|field| control(field, reading, locale)).collect()
    };
    let legend = |words: &'static str| el("legend").with(words);
    let button = el("button").attr("type", "submit").attr("data-testid", "compare").with(text::submit(locale));
    el("form")
        .attr("class", "card compare-form")
        .attr("id", "compare-form")
        .attr("method", "get")
        .attr("action", "/compare")
        .with(hidden("v", scenario::query::VERSION))
        .with(
            reading
                .machines
                .first()
                .map(|first| hidden(scenario::form::DRAWN_FOR, scenario::form::form_identity(&first.scenario))),
        )
        .with(el("div").flag("hidden", true).with(hidden_rest(reading)))
        .with(el("fieldset").with(legend(text::job(locale))).with(fields(&JOB)))
        .with(
            el("fieldset")
                .with(legend(text::machines(locale)))
                .with(fields(&FIRST))
                .with(others(reading, locale))
                .with(new(reading, locale)),
        )
        .with(classed("p", "form-end").with(button).with(classed("span", "fine").with(text::open_fields(locale))))
}

fn hidden(name: impl Into<markup::Chars>, value: impl Into<markup::Chars>) -> Element {
    el("input").attr("type", "hidden").attr("name", name).attr("value", value)
}

/// What the address says but no field shows.
fn hidden_rest(reading: &Reading) -> Vec<Element> {
    let shown = |name: &str| is_shown(name) || is_own(name) || name == WITH || name == "v";
    // A machine that was put first because the job names none has more to say than the address.
    let first = reading.machines.first().map(|machine| scenario::query::to_query(&machine.scenario, &[])).unwrap_or_default();
    let typed = reading.typed.iter().filter(|(name, text)| !shown(name) && !text.is_empty()).cloned();
    let known: Vec<(String, String)> = if reading.faults.is_empty() {
        first.into_iter().filter(|(name, _)| !shown(name)).chain(reading.unknown.iter().cloned()).collect()
    } else {
        typed.collect()
    };
    let only = reading.differences_only.then(|| hidden(ONLY, DIFFERENCES));
    // An address that says `with` proposes no machines of its own, even where every box was cleared.
    let fields = known.into_iter().map(|(name, text)| hidden(name, text));
    fields.chain(only).chain([hidden(WITH, "")]).collect()
}

fn control(field: &'static Field, reading: &Reading, locale: Locale) -> Element {
    let id = format!("f-{}", field.name);
    let error = reading.faults.iter().find(|fault| is_of(fault, field));
    let error_id = format!("e-{}", field.name);
    let value = reading.value(field.name);
    let control = match field.kind {
        Kind::Catalog(catalog) => list(catalog, value.as_deref(), (field.name == "gpu").then(|| text::choose(locale)), locale),
        Kind::Words(words) => {
            let option = |word: &'static str, name: &'static str| {
                el("option").attr("value", word).flag("selected", value.as_deref() == Some(word)).with(name)
            };
            let words: Vec<Element> = words.iter().map(|(word, name)| option(word, name(locale))).collect();
            el("select").with(el("option").attr("value", "").with(crate::messages::inputs::automatic(locale))).with(words)
        }
        _ => number_box(value.unwrap_or_default()),
    };
    let mut control = control.attr("id", id.clone()).attr("name", field.name);
    // A model by its configuration, which travels along, is in no list.
    let first = reading.machines.first().map(|first| &first.scenario);
    if let Some(own) = first.filter(|first| field.name == "model" && first.model.config.is_some()) {
        let name = crate::plan::words::model_name(own, locale);
        let option = el("option").attr("value", scenario::form::OWN_MODEL).flag("selected", true).with(name);
        control.children.insert(0, Node::Element(option));
    }
    let control = match error {
        Some(_) => control.attr("aria-invalid", "true").attr("aria-describedby", error_id.clone()),
        None => control,
    };
    let label = if field.name == "gpu" { text::first(locale) } else { (field.label)(locale) };
    let class = if matches!(field.kind, Kind::Catalog(_)) { "field wide" } else { "field" };
    let message =
        classed("p", "field-error").attr("id", error_id).with(error.map(|fault| crate::faults::detail(&fault.error, locale)));
    classed("div", class).with(el("label").attr("for", id).with(label)).with(el("div").with(control)).with(message)
}

/// Whether a fault is that of a field of the form: the job's, or the first machine's.
fn is_of(fault: &Fault, field: &Field) -> bool {
    fault.text.is_none()
        && fault.machine.unwrap_or(0) == 0
        && by_pointer(&fault.error.pointer).is_some_and(|found| found.name == field.name)
}

fn number_box(value: String) -> Element {
    el("input").attr("type", "text").attr("inputmode", "decimal").attr("autocomplete", "off").attr("value", value)
}

pub(super) fn list(catalog: Catalog, chosen: Option<&str>, empty: Option<&'static str>, locale: Locale) -> Element {
    // What the catalog does not have stays in the form, so that the reader sees what was asked.
    let unknown = chosen.filter(|id| options::name_of(catalog, id).is_none());
    let unknown = unknown.map(|id| el("option").attr("value", id.to_owned()).flag("selected", true).with(id.to_owned()));
    let groups: Vec<Element> = options::groups(catalog, locale)
        .into_iter()
        .map(|group| {
            let rows = group.options.into_iter();
            let rows = rows.map(|(id, name)| el("option").attr("value", id).flag("selected", chosen == Some(id)).with(name));
            el("optgroup").attr("label", group.label).with(rows.collect::<Vec<_>>())
        })
        .collect();
    let list = match options::searched(catalog) {
        Some(list) => el("select").attr(options::SEARCHED, list),
        None => el("select"),
    };
    list.with(empty.map(|name| el("option").attr("value", "").with(name))).with(unknown).with(groups)
}

/// A box to clear for each further machine.
fn others(reading: &Reading, locale: Locale) -> Option<Element> {
    let offset = reading.machines.len().saturating_sub(reading.variants.len());
    let boxes: Vec<Element> = reading
        .variants
        .iter()
        .enumerate()
        .map(|(place, variant)| {
            let number = place + offset;
            let name = reading.machines.get(number).map(|machine| machine.name.clone()).unwrap_or_default();
            let tick =
                el("input").attr("type", "checkbox").attr("name", WITH).attr("value", variant.clone()).flag("checked", true);
            let tick = tick.attr("id", format!("f-machine-{number}"));
            el("label").with(tick).with(format!(" {}. {name} ", number + 1)).with(el("code").with(variant.clone()))
        })
        .collect();
    (!boxes.is_empty()).then(|| {
        classed("div", "field wide")
            .attr("role", "group")
            .attr("aria-labelledby", "n-others")
            .with(classed("span", "label").attr("id", "n-others").with(text::keep(locale)))
            .with(classed("div", "ticks").with(boxes))
    })
}

/// A card to add, or a plan.
fn new(reading: &Reading, locale: Locale) -> Vec<Element> {
    let label = |id: &'static str, words: &'static str| el("label").attr("for", id).with(words);
    let card = list(Catalog::Gpus, None, Some(text::add_none(locale)), locale).attr("id", "f-add").attr("name", ADD);
    let count = number_box(String::new()).attr("id", "f-add-count").attr("name", ADD_COUNT);
    let fault = reading.faults.iter().find(|fault| fault.text.is_some());
    // A plan that was read is a machine by now; one that was not stays, to be corrected.
    let pasted = fault.and_then(|_| reading.typed.iter().rev().find(|(name, _)| name == ADD_PLAN)).map(|(_, text)| text.clone());
    let plan = el("input").attr("type", "text").attr("autocomplete", "off").attr("value", pasted.unwrap_or_default());
    let plan = plan.attr("id", "f-plan").attr("name", ADD_PLAN);
    let plan = if fault.is_some() { plan.attr("aria-invalid", "true").attr("aria-describedby", "e-plan") } else { plan };
    let said = fault.and_then(|fault| fault.text).map(|words| words(locale));
    let field =
        |label: Element, control: Element, class: &'static str| classed("div", class).with(label).with(el("div").with(control));
    vec![
        field(label("f-add", text::add(locale)), card, "field wide"),
        field(label("f-add-count", text::add_count(locale)), count, "field"),
        field(label("f-plan", text::add_plan(locale)), plan, "field wide")
            .with(classed("p", "field-error").attr("id", "e-plan").with(said)),
    ]
}
