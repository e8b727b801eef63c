//! A field of the form: its label, what it is entered with, and what is wrong with it.

use scenario::FieldError;

use crate::faults;
use crate::fields::options::{self, SEARCHED};
use crate::fields::{self, Field, Kind, Text};
use crate::locale::Locale;
use crate::messages::inputs as text;
use crate::plan::words;
use crate::planner::start::{Start, typed_text};
use crate::planner::state::State;
use markup::{Element, Node, classed, el, text_area};

/// Draws a field.
pub(super) fn control(field: &'static Field, state: &State, start: &Start) -> Element {
    let locale = start.locale;
    let typed = typed_text(&state.query, field.name);
    let class =
        if matches!(field.kind, Kind::Catalog(_) | Kind::Several(_) | Kind::Configuration) { "field wide" } else { "field" };
    #[cfg(feature = "ssr")]
    let contradictions = state.advice.as_ref().and_then(|advice| advice.recommendation.as_ref().err());
    #[cfg(not(feature = "ssr"))]
    let contradictions: Option<&Vec<FieldError>> = None;
    let error = error_of(field, &state.errors).or_else(|| error_of(field, contradictions?));
    let error_id = format!("e-{}", field.name);
    // A page has a paragraph for what is wrong alone.
    let fault = error.map(|error| classed("p", "field-error").attr("id", error_id.clone()).with(faults::detail(error, locale)));
    if let Kind::Several(list) = field.kind {
        let name = format!("n-{}", field.name);
        return classed("div", class)
            .attr("id", format!("f-{}", field.name))
            .attr("role", "group")
            .attr("aria-labelledby", name.clone())
            .with(classed("span", "label").attr("id", name).with((field.label)(locale)))
            .with(ticks(field, list, state, locale))
            .with(fault);
    }
    let control = match field.kind {
        Kind::Hours => {
            let seconds = field.leaf().and_then(|leaf| leaf.get(&state.said));
            let hours = match seconds {
                Some(scenario::fields::Value::Number(seconds)) => Some(wording::format::hours(seconds)),
                _ => None,
            };
            number(field, typed.or(hours), state, locale)
        }
        Kind::Number => number(field, typed, state, locale),
        Kind::Configuration => configuration(field, typed, state),
        Kind::Catalog(_) | Kind::Words(_) | Kind::Several(_) => select(field, typed, state, locale),
    };
    let control = control.attr("id", format!("f-{}", field.name));
    // A text area begins with its name.
    let control = if matches!(field.kind, Kind::Configuration) { control } else { control.attr("name", field.name) };
    let control = match error {
        Some(_) => control.attr("aria-invalid", "true").attr("aria-describedby", error_id),
        None => control,
    };
    // What a card brings along is not there to be chosen.
    let given = !scenario::form::is_beside(field.name, &state.said);
    // What stands beside the control shares a box with it: a script puts the box that a product is searched in behind its list.
    let control = if field.name == "batch" {
        el("div").with(control).with(slider(state, locale))
    } else if searched_list(field).is_some() {
        el("div").with(control).with(Node::Rest)
    } else {
        control
    };
    classed("div", class)
        .flag("hidden", given)
        .with(el("label").attr("for", format!("f-{}", field.name)).with((field.label)(locale)))
        .with(control)
        .with(fault)
}

/// A box to tick for each word.
fn ticks(field: &'static Field, list: &'static [(&'static str, Text)], state: &State, locale: Locale) -> Element {
    let chosen = field.leaf().and_then(|leaf| leaf.get(&state.said));
    let chosen = match chosen {
        Some(scenario::fields::Value::List(words)) => words,
        _ => Vec::new(),
    };
    let boxes = list.iter().map(|(word, name)| {
        let tick = el("input")
            .attr("type", "checkbox")
            .attr("name", field.name)
            .attr("value", *word)
            .flag("checked", chosen.iter().any(|other| other == word));
        el("label").with(tick).with(" ").with(name(locale))
    });
    classed("div", "ticks").with(boxes.collect::<Vec<_>>())
}

fn number(field: &'static Field, typed: Option<String>, state: &State, locale: Locale) -> Element {
    let input = el("input")
        .attr("type", "text")
        .attr("inputmode", "decimal")
        .attr("autocomplete", "off")
        .attr("spellcheck", "false")
        .attr("placeholder", decided_value(field, state, locale).unwrap_or_default());
    match typed {
        Some(typed) => input.attr("value", typed),
        None => input,
    }
}

/// A slider over the batch sizes that fit; without scripts it stays hidden, because it could not move the box.
fn slider(state: &State, locale: Locale) -> Element {
    let estimate = state.plan.as_ref().map(|plan| &plan.estimate);
    let batch = estimate.map_or(1, |estimate| estimate.scenario.training.micro_batch_size);
    let largest = estimate.map_or(1, |estimate| estimate.max_micro_batch_size).max(batch).max(2);
    classed("input", "slider")
        .attr("type", "range")
        .attr("min", "1")
        .attr("max", largest.to_string())
        .attr("value", batch.to_string())
        .attr("aria-label", text::batch(locale))
}

fn select(field: &'static Field, typed: Option<String>, state: &State, locale: Locale) -> Element {
    // Card and model are always said; where the address leaves them out, the preset stands in.
    let required = matches!(field.name, "gpu" | "model");
    let automatic = (!required).then(|| {
        let label = match decided_value(field, state, locale) {
            Some(value) => text::automatic_is(locale, &value),
            None => text::automatic(locale).to_owned(),
        };
        el("option").attr("value", "").with(label)
    });
    // Its name changes with its configuration, so it stands before the choices that never do.
    let own = (field.name == "model").then(|| {
        let chosen = cfg!(feature = "ssr") && state.said.model.config.is_some();
        el("option").attr("value", scenario::form::OWN_MODEL).flag("selected", chosen).with(own_model_name(state, locale))
    });
    let list = match searched_list(field) {
        Some(list) => el("select").attr(SEARCHED, list),
        None => el("select"),
    };
    list.with(automatic).with(own).with(choices(field, typed, required, state, locale))
}

/// The list of the API that a field's products are searched in.
const fn searched_list(field: &Field) -> Option<&'static str> {
    match field.kind {
        Kind::Catalog(catalog) => options::searched(catalog),
        _ => None,
    }
}

/// What the reader's own model is called in the list.
fn own_model_name(state: &State, locale: Locale) -> String {
    let Some(config) = &state.said.model.config else { return text::own_model(locale).to_owned() };
    let answered = state.plan.as_ref().filter(|plan| plan.asked.model == state.said.model);
    match (&config.model_type, answered) {
        (Some(kind), Some(plan)) => {
            text::own_model_with(locale, kind, &wording::format::rounded_count(plan.estimate.parameters.total))
        }
        _ => words::model_name(&state.said, locale),
    }
}

/// The choices of a list; only the server draws them, since they never change.
#[cfg(feature = "ssr")]
fn choices(field: &'static Field, typed: Option<String>, required: bool, state: &State, locale: Locale) -> Vec<Node> {
    let known = typed.filter(|word| match field.kind {
        Kind::Catalog(catalog) => options::name_of(catalog, word).is_some() || is_own(field, word),
        Kind::Words(list) => list.iter().any(|(id, _)| id == word),
        _ => false,
    });
    let chosen = if required { known.or_else(|| typed_value(field, state)) } else { known };
    let option = |id: &'static str, name: String| {
        el("option").attr("value", id).flag("selected", chosen.as_deref() == Some(id)).with(name)
    };
    match field.kind {
        Kind::Number | Kind::Several(_) | Kind::Hours | Kind::Configuration => Vec::new(),
        Kind::Words(list) => list.iter().map(|(word, name)| Node::Element(option(word, name(locale).to_owned()))).collect(),
        Kind::Catalog(catalog) => {
            let groups = options::groups(catalog, locale).into_iter().map(|group| {
                let rows: Vec<Element> = group.options.into_iter().map(|(id, name)| option(id, name)).collect();
                Node::Element(el("optgroup").attr("label", group.label).with(rows))
            });
            let own = is_own(field, scenario::query::OWN_CARD)
                .then(|| Node::Element(option(scenario::query::OWN_CARD, text::own_card(locale).to_owned())));
            groups.chain(own).collect()
        }
    }
}

/// Whether a word of a list of products stands for a card by its own figures.
#[cfg(feature = "ssr")]
fn is_own(field: &Field, word: &str) -> bool {
    field.name == "gpu" && word == scenario::query::OWN_CARD
}

#[cfg(feature = "hydrate")]
fn choices(_field: &'static Field, _typed: Option<String>, _required: bool, _state: &State, _locale: Locale) -> Vec<Node> {
    vec![Node::Rest]
}

/// What the advisor or a default puts into a field that is left empty: of a list whose word is said, what it would come to without
/// that word.
fn decided_value(field: &Field, state: &State, locale: Locale) -> Option<String> {
    let plan = state.plan.as_deref()?;
    let leaf = match field.kind {
        Kind::Words(_) | Kind::Catalog(_) => field.leaf().filter(|leaf| leaf.get(&plan.asked).is_some()),
        _ => None,
    };
    let Some(leaf) = leaf else { return words::decided_text(field, &plan.asked, &plan.pinned, locale) };
    let mut open = plan.asked.clone();
    leaf.clear(&mut open);
    let request = scenario::resolve(&open).ok()?;
    words::decided_text(field, &open, &scenario::pin::pin(&open, &request.scenario), locale)
}

#[cfg(feature = "ssr")]
fn typed_value(field: &Field, state: &State) -> Option<String> {
    use scenario::fields::{Field as Leaf, Value};
    let asked = &state.said;
    match Leaf::by_name(field.name)?.get(asked) {
        Some(Value::Text(id)) => Some(id),
        _ => (field.name == "gpu" && asked.hardware.gpu.is_some()).then(|| scenario::query::OWN_CARD.to_owned()),
    }
}

fn error_of<'a>(field: &Field, errors: &'a [FieldError]) -> Option<&'a FieldError> {
    errors.iter().find(|error| fields::by_pointer(&error.pointer).is_some_and(|found| found.name == field.name))
}

/// The text of the model's configuration: as it was typed where it cannot be read, or else what is read of it.
fn configuration(field: &Field, typed: Option<String>, state: &State) -> Element {
    text_area(field.name, "6", &typed.unwrap_or_else(|| configuration_text(state)))
        .attr("spellcheck", "false")
        .attr("autocomplete", "off")
        .attr("placeholder", "{ \"model_type\": \"llama\", … }")
}

/// What the address says of the model's configuration; what is at fault stays as it was typed.
fn configuration_text(state: &State) -> String {
    scenario::form::config::to_json(scenario::query::decode(&state.query))
}
