//! The form: a plain GET form whose fields carry the names of the query.

mod chosen;
mod control;

use super::start::{Start, typed_text};
use super::state::State;
use crate::fields::{self, Field, Text};
use crate::locale::Locale;
use crate::messages::{advice as words, inputs as text};
use control::control;
#[cfg(not(feature = "ssr"))]
use markup::Node;
use markup::{Content, Element, classed, el};

/// The form's id.
pub const ID: &str = "planner-form";
/// Where the form sends a configuration that is too long for an address.
pub const OWN_MODEL_PATH: &str = "/plan/model";

/// Draws the form.
#[must_use]
pub fn form(state: &State, start: &Start) -> Element {
    let locale = start.locale;
    el("form")
        .attr("id", ID)
        .attr("method", "get")
        .attr("action", start.tab.path())
        .with(hidden_field("v".to_owned(), scenario::query::VERSION.to_owned()))
        .with(hidden_field(scenario::form::DRAWN_FOR.to_owned(), scenario::form::form_identity(&state.said)))
        .with(el("div").flag("hidden", true).with(hidden_rest(&state.query)))
        .with(chosen::chosen(state, locale))
        .with(group(text::workload, fields::WORKLOAD, state, start))
        .with(own_model(state, start))
        .with(group(text::hardware, fields::HARDWARE, state, start).with(from_machine(state, locale)))
        .with(folding_group(text::own_card, fields::OWN_CARD, state, start))
        .with(group(text::data, fields::DATA, state, start).with(from_files(state, locale)))
        .with(folding_group(words::constraints, fields::CONSTRAINTS, state, start))
        .with(folding_group(text::advanced, fields::ADVANCED, state, start))
        .with(folding_group(text::measured, fields::MEASURED, state, start).with(measuring(state, locale)))
        .with(end(locale))
}

/// The button; only the server draws it, since it never changes.
#[cfg(feature = "ssr")]
fn end(locale: Locale) -> Element {
    let button = el("button").attr("type", "submit").attr("data-testid", "calculate").with(text::calculate(locale));
    classed("p", "form-end").with(button).with(classed("span", "fine").with(text::automatic_hint(locale)))
}

#[cfg(not(feature = "ssr"))]
const fn end(_locale: Locale) -> Node {
    Node::Rest
}

/// A group that opens where the address says one of its fields.
fn folding_group(legend: Text, fields: &'static [Field], state: &State, start: &Start) -> Element {
    let said = |field: &Field| field.leaf().is_some_and(|leaf| leaf.get(&state.said).is_some());
    let opened = fields.iter().any(|field| typed_text(&state.query, field.name).is_some() || said(field));
    classed("details", "advanced")
        .flag("open", opened)
        .with(el("summary").with(legend(start.locale)))
        .with(group(legend, fields, state, start))
}

/// The box for a configuration; it is open while the model is the reader's own.
fn own_model(state: &State, start: &Start) -> Element {
    let locale = start.locale;
    classed("details", "advanced")
        .attr("id", "own-model")
        .flag("open", state.said.model.config.is_some())
        .with(el("summary").with(text::own_model(locale)))
        .with(group(text::own_model, fields::OWN_MODEL, state, start))
        .with(reading_own_model(state, locale))
        .with(about_own_model(locale))
}

/// What is below the box; only the server draws it, since it never changes.
#[cfg(feature = "ssr")]
fn about_own_model(locale: Locale) -> Vec<Element> {
    // A configuration is longer than an address may be, so this button sends it as a body.
    let button = el("button")
        .attr("type", "submit")
        .attr("class", "apply")
        .attr("formmethod", "post")
        .attr("formaction", OWN_MODEL_PATH)
        .with(text::own_config_use(locale));
    vec![classed("p", "fine").with(text::own_config_about(locale)), el("p").with(button)]
}

#[cfg(not(feature = "ssr"))]
const fn about_own_model(_locale: Locale) -> Node {
    Node::Rest
}

/// The way to the page that says what of a model's files is read, with the plan as it is.
fn reading_own_model(state: &State, locale: Locale) -> Element {
    with_plan("/model", state, own_model_words(locale))
}

#[cfg(feature = "ssr")]
const fn own_model_words(locale: Locale) -> &'static str {
    crate::messages::own_model::read_mine(locale)
}

#[cfg(not(feature = "ssr"))]
const fn own_model_words(_locale: Locale) -> Node {
    Node::Rest
}

/// The way to the page that fills the machine's fields in, with the plan as it is.
fn from_machine(state: &State, locale: Locale) -> Element {
    with_plan("/machine", state, machine_words(locale))
}

/// A link to a page that takes a plan along.
fn with_plan(path: &str, state: &State, words: impl Content) -> Element {
    let query = state.link.as_deref().map(|link| format!("?{link}")).unwrap_or_default();
    let link = el("a").attr("href", format!("{path}{query}")).attr("rel", "nofollow");
    classed("p", "fine wide").with(link.with(words))
}

/// The way to the page that fills the fields of the data in, with the plan as it is.
fn from_files(state: &State, locale: Locale) -> Element {
    with_plan("/data", state, data_words(locale))
}

#[cfg(feature = "ssr")]
const fn machine_words(locale: Locale) -> &'static str {
    crate::messages::machine::fill_in(locale)
}

#[cfg(not(feature = "ssr"))]
const fn machine_words(_locale: Locale) -> Node {
    Node::Rest
}

#[cfg(feature = "ssr")]
const fn data_words(locale: Locale) -> &'static str {
    crate::messages::dataset::fill_in(locale)
}

#[cfg(not(feature = "ssr"))]
const fn data_words(_locale: Locale) -> Node {
    Node::Rest
}

/// Where the figures come from, and the way on with them.
fn measuring(state: &State, locale: Locale) -> Option<Element> {
    let plan = state.plan.as_deref()?;
    let code = el("a").attr("href", format!("/code?{}#code-measure", plan.query())).with(text::measured_code(locale));
    let keep = scenario::measured::is_to_be_read(&plan.asked.measured)
        .then(|| (" · ", el("a").attr("href", plan.href(&plan.asked)).attr("rel", "nofollow").with(text::measured_keep(locale))));
    Some(classed("p", "fine").with(text::measured_about(locale)).with(" ").with(code).with(keep))
}

fn hidden_field(name: String, value: String) -> Element {
    el("input").attr("type", "hidden").attr("name", name).attr("value", value)
}

/// What the address says but no field shows travels along.
fn hidden_rest(query: &str) -> Vec<Element> {
    scenario::query::decode(query)
        .filter(|(name, value)| {
            let own = name.starts_with(scenario::form::CONFIG_PREFIX);
            let shown = own || fields::by_name(name).is_some() || name == "deadline" || name == scenario::query::VERSION_NAME;
            !shown && !value.is_empty()
        })
        .map(|(name, value)| hidden_field(name, value))
        .collect()
}

fn group(legend: Text, fields: &'static [Field], state: &State, start: &Start) -> Element {
    let fields: Vec<Element> = fields.iter().map(|field| control(field, state, start)).collect();
    el("fieldset").with(el("legend").with(legend(start.locale))).with(fields)
}

#[cfg(all(test, feature = "ssr"))]
mod tests;
