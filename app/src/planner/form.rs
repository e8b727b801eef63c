//! The form: a plain GET form whose fields carry the names of the query.

use api::FieldError;

use super::State;
use super::start::Start;
use crate::components::save::REVISE;
use crate::draw::{Element, Node, classed, el};
use crate::fields::{self, Field, Kind, Text};
use crate::locale::{Locale, colon};
use crate::messages::{advice as words, inputs as text};
use crate::plan::words as spoken;

/// The form's id.
pub const ID: &str = "planner-form";

/// Draws the form.
#[must_use]
pub fn form(state: &State, start: &Start) -> Element {
    let locale = start.locale;
    let button = el("button").attr("type", "submit").attr("data-testid", "calculate").with(text::calculate(locale));
    let end = classed("p", "form-end").with(button).with(classed("span", "fine").with(text::automatic_hint(locale)));
    el("form")
        .attr("id", ID)
        .attr("method", "get")
        .attr("action", "/plan")
        .with(hidden_field("v".to_owned(), api::query::VERSION.to_owned()))
        .with(el("div").flag("hidden", true).with(kept(start)))
        .with(group(text::workload, fields::WORKLOAD, state, start))
        .with(group(text::hardware, fields::HARDWARE, state, start))
        .with(folded(text::own_card, fields::OWN_CARD, state, start))
        .with(group(text::data, fields::DATA, state, start))
        .with(folded(words::constraints, fields::CONSTRAINTS, state, start))
        .with(folded(text::advanced, fields::ADVANCED, state, start))
        .with(folded(text::measured, fields::MEASURED, state, start).with(measuring(state, locale)))
        .with(end)
}

/// A group that opens where the address says one of its fields.
fn folded(legend: Text, fields: &'static [Field], state: &State, start: &Start) -> Element {
    let said = |field: &Field| field.leaf().zip(state.plan.as_ref()).is_some_and(|(leaf, plan)| leaf.get(&plan.asked).is_some());
    let opened = fields.iter().any(|field| start.typed(field.name).is_some() || said(field));
    classed("details", "advanced")
        .flag("open", opened)
        .with(el("summary").with(legend(start.locale)))
        .with(group(legend, fields, state, start))
}

/// Where the figures come from, and the way on with them.
fn measuring(state: &State, locale: Locale) -> Option<Element> {
    let plan = state.plan.as_deref()?;
    let code = el("a").attr("href", format!("/code?{}#code-measure", plan.query())).with(text::measured_code(locale));
    let keep = api::measured::is_to_be_read(&plan.asked.measured)
        .then(|| (" · ", el("a").attr("href", plan.href(&plan.asked)).attr("rel", "nofollow").with(text::measured_keep(locale))));
    Some(classed("p", "fine").with(text::measured_about(locale)).with(" ").with(code).with(keep))
}

fn hidden_field(name: String, value: String) -> Element {
    el("input").attr("type", "hidden").attr("name", name).attr("value", value)
}

/// What the address says but no field shows travels along.
fn kept(start: &Start) -> Vec<Element> {
    api::query::decode(&start.query)
        .filter(|(name, value)| {
            let shown = fields::by_name(name).is_some() || name == "deadline" || name == api::query::VERSION_NAME;
            !shown && !value.is_empty()
        })
        .map(|(name, value)| hidden_field(name, value))
        .collect()
}

fn group(legend: Text, fields: &'static [Field], state: &State, start: &Start) -> Element {
    let fields: Vec<Element> = fields.iter().map(|field| field_view(field, state, start)).collect();
    el("fieldset").with(el("legend").with(legend(start.locale))).with(fields)
}

fn field_view(field: &'static Field, state: &State, start: &Start) -> Element {
    let locale = start.locale;
    let typed = start.typed(field.name);
    let class = if matches!(field.kind, Kind::Catalog(_) | Kind::Several(_)) { "field wide" } else { "field" };
    #[cfg(feature = "ssr")]
    let contradictions = state.advice.as_ref().and_then(|advice| advice.recommendation.as_ref().err());
    #[cfg(not(feature = "ssr"))]
    let contradictions: Option<&Vec<FieldError>> = None;
    let error = error_of(field, &state.errors).or_else(|| error_of(field, contradictions?));
    let error_id = format!("e-{}", field.name);
    if let Kind::Several(list) = field.kind {
        let name = format!("n-{}", field.name);
        return classed("div", class)
            .attr("id", format!("f-{}", field.name))
            .attr("role", "group")
            .attr("aria-labelledby", name.clone())
            .with(classed("span", "label").attr("id", name).with((field.label)(locale)))
            .with(ticks(field, list, state, locale))
            .with(classed("p", "field-error").attr("id", error_id).with(error.map(|error| error.detail(locale))));
    }
    let control = match field.kind {
        Kind::Hours => {
            let seconds = field.leaf().zip(state.plan.as_ref()).and_then(|(leaf, plan)| leaf.get(&plan.asked));
            let hours = match seconds {
                Some(api::fields::Value::Number(seconds)) => Some(spoken::hours(seconds)),
                _ => None,
            };
            number(field, typed.or(hours), state, locale)
        }
        Kind::Number => number(field, typed, state, locale),
        Kind::Catalog(_) | Kind::Words(_) | Kind::Several(_) => select(field, typed, state, locale),
    };
    let control = control.attr("id", format!("f-{}", field.name)).attr("name", field.name);
    let control = match error {
        Some(_) => control.attr("aria-invalid", "true").attr("aria-describedby", error_id.clone()),
        None => control,
    };
    let slider = (field.name == "batch").then(|| slider(state, locale));
    classed("div", class)
        .with(el("label").attr("for", format!("f-{}", field.name)).with((field.label)(locale)))
        .with(el("div").with(control).with(slider))
        .with(classed("p", "field-error").attr("id", error_id).with(error.map(|error| error.detail(locale))))
}

/// A box to tick for each word.
fn ticks(field: &'static Field, list: &'static [(&'static str, Text)], state: &State, locale: Locale) -> Element {
    let chosen = field.leaf().zip(state.plan.as_ref()).and_then(|(leaf, plan)| leaf.get(&plan.asked));
    let chosen = match chosen {
        Some(api::fields::Value::List(words)) => words,
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
        .attr("placeholder", decided(field, state, locale).unwrap_or_default());
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
        let label = match decided(field, state, locale) {
            Some(value) => text::automatic_is(locale, &value),
            None => text::automatic(locale).to_owned(),
        };
        el("option").attr("value", "").with(label)
    });
    el("select").with(automatic).with(choices(field, typed, required, state, locale))
}

/// The choices of a list; only the server draws them, since they never change.
#[cfg(feature = "ssr")]
fn choices(field: &'static Field, typed: Option<String>, required: bool, state: &State, locale: Locale) -> Vec<Node> {
    use crate::fields::options;
    let known = typed.filter(|word| match field.kind {
        Kind::Catalog(catalog) => options::name_of(catalog, word).is_some() || is_own(field, word),
        Kind::Words(list) => list.iter().any(|(id, _)| id == word),
        _ => false,
    });
    let chosen = if required { known.or_else(|| asked(field, state)) } else { known };
    let option = |id: &'static str, name: String| {
        el("option").attr("value", id).flag("selected", chosen.as_deref() == Some(id)).with(name)
    };
    match field.kind {
        Kind::Number | Kind::Several(_) | Kind::Hours => Vec::new(),
        Kind::Words(list) => list.iter().map(|(word, name)| Node::Element(option(word, name(locale).to_owned()))).collect(),
        Kind::Catalog(catalog) => {
            let groups = options::groups(catalog, locale).into_iter().map(|group| {
                let rows: Vec<Element> = group.options.into_iter().map(|(id, name)| option(id, name)).collect();
                Node::Element(el("optgroup").attr("label", group.label).with(rows))
            });
            let own = is_own(field, api::query::OWN_CARD)
                .then(|| Node::Element(option(api::query::OWN_CARD, text::own_card(locale).to_owned())));
            groups.chain(own).collect()
        }
    }
}

/// Whether a word of a list of products stands for a card by its own figures.
#[cfg(feature = "ssr")]
fn is_own(field: &Field, word: &str) -> bool {
    field.name == "gpu" && word == api::query::OWN_CARD
}

#[cfg(feature = "hydrate")]
fn choices(_field: &'static Field, _typed: Option<String>, _required: bool, _state: &State, _locale: Locale) -> Vec<Node> {
    vec![Node::Rest]
}

/// What the advisor or a default put into a field that was left empty.
fn decided(field: &Field, state: &State, locale: Locale) -> Option<String> {
    state.plan.as_ref().and_then(|plan| spoken::spoken(field, &plan.pinned, locale))
}

#[cfg(feature = "ssr")]
fn asked(field: &Field, state: &State) -> Option<String> {
    use api::fields::{Field as Leaf, Value};
    let asked = &state.plan.as_ref()?.asked;
    match Leaf::named(field.name)?.get(asked) {
        Some(Value::Text(id)) => Some(id),
        _ => (field.name == "gpu" && asked.hardware.gpu.is_some()).then(|| api::query::OWN_CARD.to_owned()),
    }
}

fn error_of<'a>(field: &Field, errors: &'a [FieldError]) -> Option<&'a FieldError> {
    errors.iter().find(|error| fields::by_pointer(&error.pointer).is_some_and(|found| found.name == field.name))
}

/// Names in the address that are none of ours: reported, and kept in every link.
#[must_use]
pub fn unknown_names(unknown: &[(String, String)], locale: Locale) -> Option<Element> {
    let said = |name: &str| match api::query::meant(name) {
        Some(nearest) => text::meant(locale, name, nearest),
        None => name.to_owned(),
    };
    let names: Vec<String> = unknown.iter().map(|(name, _)| name.as_str()).filter(|name| *name != REVISE).map(said).collect();
    let names = names.join(locale.pick(", ", "、"));
    (!names.is_empty())
        .then(|| classed("p", "remedy").attr("data-testid", "unknown-names").with(text::unknown_names(locale, &names)))
}

/// The note of [`unknown_names`] for the pages that are drawn on the server alone.
#[cfg(feature = "ssr")]
#[must_use]
pub fn unread(unknown: &[(String, String)], locale: Locale) -> impl leptos::prelude::IntoView + use<> {
    unknown_names(unknown, locale).map(|note| crate::draw::view::drawn(&note))
}

/// The fields at fault in one list, each linking to its field.
#[must_use]
pub fn error_summary(errors: &[FieldError], locale: Locale) -> Option<Element> {
    if errors.is_empty() {
        return None;
    }
    let items: Vec<Element> = errors
        .iter()
        .map(|error| {
            let item = el("li");
            let item = match fields::by_pointer(&error.pointer) {
                Some(field) => item.with(el("a").attr("href", format!("#f-{}", field.name)).with((field.label)(locale))),
                None => item.with(error.pointer.clone()),
            };
            item.with(colon(locale)).with(error.detail(locale))
        })
        .collect();
    let title = el("h2").attr("id", "error-summary-title").with(text::error_summary(locale));
    let summary = classed("div", "error-summary")
        .attr("data-testid", "error-summary")
        .attr("role", "group")
        .attr("aria-labelledby", "error-summary-title")
        .with(title)
        .with(el("ul").with(items));
    Some(summary)
}

#[cfg(all(test, feature = "ssr"))]
mod tests {
    use super::*;
    use crate::draw::outer_html;

    #[test]
    fn a_card_by_its_own_figures_is_chosen_in_the_list_and_its_boxes_are_open() {
        let query = "v=1&gpu=custom&gpu.memory=24&gpu.bandwidth=1000&gpu.fp32=80&gpu.bf16=160&model=resnet50";
        let state = State::of_query(query);
        assert_eq!(state.errors, []);
        let plan = state.plan.clone().expect("answers");
        assert_eq!(plan.estimate.vram.capacity, engine::units::Bytes::from_gib(24));
        // The plan's own link says the same without the list's word.
        for query in [query.to_owned(), plan.query()] {
            let start = Start { query, locale: Locale::En, origin: String::new() };
            let html = outer_html(&State::of_query(&start.query).draw(&start));
            for expected in
                ["<option value=\"custom\" selected", "name=\"gpu.memory\"", "value=\"24\"", "<details class=\"advanced\" open"]
            {
                assert!(html.contains(expected), "{expected}");
            }
        }
        // A card of the list wins over figures that are still in their boxes.
        let chosen = State::of_query("v=1&gpu.name=custom&gpu.memory=24&gpu=rtx-4090&gpu.fp32=80&model=resnet50");
        assert_eq!(chosen.errors, []);
        assert_eq!(chosen.plan.expect("answers").asked.hardware.gpu.as_ref().and_then(|gpu| gpu.id()), Some("rtx-4090"));
        let bare = State::of_query("v=1&gpu=custom&model=resnet50");
        assert!(bare.errors.iter().any(|error| error.pointer == "/hardware/gpu/memory_gib"), "{:?}", bare.errors);
    }

    #[test]
    fn what_was_measured_is_typed_marked_and_carried_on() {
        for (locale, marked) in [(Locale::En, ">measured<"), (Locale::Zh, ">实测<")] {
            let query = "v=1&gpu=rtx-4090&model=resnet50&batch=64&peak=6.5&rate=700&factor.pcie=2";
            let start = Start { query: query.to_owned(), locale, origin: String::new() };
            let state = State::of_query(query);
            assert_eq!(state.errors, []);
            let html = outer_html(&state.draw(&start));
            for expected in ["name=\"peak\"", "value=\"6.5\"", "#code-measure", "factor.memory=", marked] {
                assert!(html.contains(expected), "{expected}");
            }
            // What has no box of its own travels along.
            assert!(html.contains("<input type=\"hidden\" name=\"factor.pcie\" value=\"2\""), "{html}");
        }
    }
}
