//! The form: a plain GET form whose fields carry the names of the query.

use scenario::FieldError;

use super::State;
use super::start::{Start, typed};
use crate::components::save::REVISE;
use crate::draw::{Element, Node, classed, el, text_area};
use crate::faults;
use crate::fields::{self, Field, Kind, Text};
use crate::locale::{Locale, colon};
use crate::messages::{advice as words, faults as fault_text, inputs as text};
use crate::plan::words as spoken;

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
        .attr("action", "/plan")
        .with(hidden_field("v".to_owned(), scenario::query::VERSION.to_owned()))
        .with(hidden_field(scenario::form::DRAWN_FOR.to_owned(), scenario::form::drawn_for(&state.said)))
        .with(el("div").flag("hidden", true).with(kept(&state.query)))
        .with(group(text::workload, fields::WORKLOAD, state, start))
        .with(own_model(state, start))
        .with(group(text::hardware, fields::HARDWARE, state, start))
        .with(folded(text::own_card, fields::OWN_CARD, state, start))
        .with(group(text::data, fields::DATA, state, start))
        .with(folded(words::constraints, fields::CONSTRAINTS, state, start))
        .with(folded(text::advanced, fields::ADVANCED, state, start))
        .with(folded(text::measured, fields::MEASURED, state, start).with(measuring(state, locale)))
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
fn folded(legend: Text, fields: &'static [Field], state: &State, start: &Start) -> Element {
    let said = |field: &Field| field.leaf().is_some_and(|leaf| leaf.get(&state.said).is_some());
    let opened = fields.iter().any(|field| typed(&state.query, field.name).is_some() || said(field));
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

/// The text of the model's configuration: as it was typed where it cannot be read, or else what is read of it.
fn configuration(field: &Field, typed: Option<String>, state: &State) -> Element {
    text_area(field.name, "6", &typed.unwrap_or_else(|| written(state)))
        .attr("spellcheck", "false")
        .attr("autocomplete", "off")
        .attr("placeholder", "{ \"model_type\": \"llama\", … }")
}

/// What the address says of the model's configuration; what is at fault stays as it was typed.
fn written(state: &State) -> String {
    scenario::form::config::written(scenario::query::decode(&state.query))
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
fn kept(query: &str) -> Vec<Element> {
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
    let fields: Vec<Element> = fields.iter().map(|field| field_view(field, state, start)).collect();
    el("fieldset").with(el("legend").with(legend(start.locale))).with(fields)
}

fn field_view(field: &'static Field, state: &State, start: &Start) -> Element {
    let locale = start.locale;
    let typed = typed(&state.query, field.name);
    let class =
        if matches!(field.kind, Kind::Catalog(_) | Kind::Several(_) | Kind::Configuration) { "field wide" } else { "field" };
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
            .with(classed("p", "field-error").attr("id", error_id).with(error.map(|error| faults::detail(error, locale))));
    }
    let control = match field.kind {
        Kind::Hours => {
            let seconds = field.leaf().and_then(|leaf| leaf.get(&state.said));
            let hours = match seconds {
                Some(scenario::fields::Value::Number(seconds)) => Some(spoken::hours(seconds)),
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
        Some(_) => control.attr("aria-invalid", "true").attr("aria-describedby", error_id.clone()),
        None => control,
    };
    // What a card brings along is not there to be chosen.
    let given = !scenario::form::is_beside(field.name, &state.said);
    let slider = (field.name == "batch").then(|| slider(state, locale));
    classed("div", class)
        .flag("hidden", given)
        .with(el("label").attr("for", format!("f-{}", field.name)).with((field.label)(locale)))
        .with(el("div").with(control).with(slider))
        .with(classed("p", "field-error").attr("id", error_id).with(error.map(|error| faults::detail(error, locale))))
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
    // Its name changes with its configuration, so it stands before the choices that never do.
    let own = (field.name == "model").then(|| {
        let chosen = cfg!(feature = "ssr") && state.said.model.config.is_some();
        el("option").attr("value", scenario::form::OWN_MODEL).flag("selected", chosen).with(own_model_name(state, locale))
    });
    el("select").with(automatic).with(own).with(choices(field, typed, required, state, locale))
}

/// What the reader's own model is called in the list.
fn own_model_name(state: &State, locale: Locale) -> String {
    let Some(config) = &state.said.model.config else { return text::own_model(locale).to_owned() };
    let answered = state.plan.as_ref().filter(|plan| plan.asked.model == state.said.model);
    match (&config.model_type, answered) {
        (Some(kind), Some(plan)) => {
            text::own_model_with(locale, kind, &crate::format::rounded_count(plan.estimate.parameters.total))
        }
        _ => faults::model_name(&state.said, locale),
    }
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

/// What the advisor or a default put into a field that was left empty.
fn decided(field: &Field, state: &State, locale: Locale) -> Option<String> {
    state.plan.as_ref().and_then(|plan| spoken::decided(field, &plan.asked, &plan.pinned, locale))
}

#[cfg(feature = "ssr")]
fn asked(field: &Field, state: &State) -> Option<String> {
    use scenario::fields::{Field as Leaf, Value};
    let asked = &state.said;
    match Leaf::named(field.name)?.get(asked) {
        Some(Value::Text(id)) => Some(id),
        _ => (field.name == "gpu" && asked.hardware.gpu.is_some()).then(|| scenario::query::OWN_CARD.to_owned()),
    }
}

fn error_of<'a>(field: &Field, errors: &'a [FieldError]) -> Option<&'a FieldError> {
    errors.iter().find(|error| fields::by_pointer(&error.pointer).is_some_and(|found| found.name == field.name))
}

/// Names in the address that are none of ours: reported, and kept in every link.
#[cfg(feature = "ssr")]
#[must_use]
pub fn unknown_names(unknown: &[(String, String)], locale: Locale) -> Option<Element> {
    let said = |(place, name): (usize, &str)| {
        let nearest = (place < scenario::limits::SUGGESTIONS).then(|| scenario::query::meant(name)).flatten();
        nearest.map_or_else(|| name.to_owned(), |nearest| text::meant(locale, name, nearest))
    };
    let names: Vec<String> = strange(unknown).enumerate().map(said).collect();
    let names = names.join(locale.pick(", ", "、"));
    (!names.is_empty()).then(|| names_note().with(text::unknown_names(locale, &names)))
}

/// What the server says of them stays as long as there are any; every link of the page keeps them.
#[cfg(not(feature = "ssr"))]
#[must_use]
pub fn unknown_names(unknown: &[(String, String)], _locale: Locale) -> Option<Element> {
    strange(unknown).next().is_some().then(|| names_note().with(Node::Rest))
}

fn strange(unknown: &[(String, String)]) -> impl Iterator<Item = &str> {
    let is_read = |(name, value): &&(String, String)| name == REVISE || scenario::query::language(name, value).is_some();
    unknown.iter().filter(move |pair| !is_read(pair)).map(|(name, _)| name.as_str())
}

fn names_note() -> Element {
    classed("p", "remedy").attr("data-testid", "unknown-names")
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
    error_summary_at(errors, None, locale)
}

/// The same on the planner at an encoded query, where a field without a control can be left out by a link.
#[must_use]
pub fn error_summary_at(errors: &[FieldError], query: Option<&str>, locale: Locale) -> Option<Element> {
    if errors.is_empty() {
        return None;
    }
    let items: Vec<Element> = errors
        .iter()
        .map(|error| {
            let item = el("li");
            let label = faults::label(&error.pointer, locale);
            let item = match fields::by_pointer(&error.pointer) {
                Some(field) => item.with(el("a").attr("href", format!("#f-{}", field.name)).with(label)),
                None => item.with(label),
            };
            item.with(colon(locale))
                .with(faults::detail(error, locale))
                .with(query.and_then(|query| leave_out(error, query, locale)))
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

/// The way on where the address says a field that the form has no control for.
fn leave_out(error: &FieldError, query: &str, locale: Locale) -> Option<Vec<Element>> {
    let leaf = scenario::fields::Field::at(&error.pointer).filter(|_| fields::by_pointer(&error.pointer).is_none())?;
    let rest: Vec<_> = scenario::query::decode(query).filter(|(name, text)| name != leaf.name && !text.is_empty()).collect();
    let rest = scenario::query::encode(rest.iter().map(|(name, text)| (name.as_str(), text.as_str())));
    let link = el("a").attr("href", format!("/plan?{rest}")).attr("rel", "nofollow").with(fault_text::leave_out(locale));
    Some(vec![el("span").with(" "), link])
}

#[cfg(all(test, feature = "ssr"))]
mod tests {
    use super::*;
    use crate::draw::{TEXT_AREA, outer_html};

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

    /// What a browser sends of a form, in its order.
    fn controls(element: &Element) -> Vec<(String, String)> {
        let attr = |name: &str| element.attributes.iter().find(|(other, _)| *other == name).map(|(_, value)| value.to_string());
        let text =
            || element.children.iter().map(|node| if let Node::Text(text) = node { &**text } else { "" }).collect::<String>();
        let value = match element.tag {
            "input" if attr("type").as_deref() == Some("checkbox") => attr("checked").and_then(|_| attr("value")),
            "input" => Some(attr("value").unwrap_or_default()),
            TEXT_AREA => Some(text()),
            "select" => {
                let options = options_of(element);
                options.iter().find(|(_, chosen)| *chosen).or(options.first()).map(|(value, _)| value.clone())
            }
            _ => {
                return element
                    .children
                    .iter()
                    .flat_map(|node| if let Node::Element(child) = node { controls(child) } else { Vec::new() })
                    .collect();
            }
        };
        attr("name").zip(value).into_iter().collect()
    }

    fn options_of(element: &Element) -> Vec<(String, bool)> {
        let children =
            element.children.iter().filter_map(|node| if let Node::Element(child) = node { Some(child) } else { None });
        children
            .flat_map(|child| match child.tag {
                "option" => {
                    let value = child.attributes.iter().find(|(name, _)| *name == "value").map(|(_, value)| value.to_string());
                    vec![(value.unwrap_or_default(), child.attributes.iter().any(|(name, _)| *name == "selected"))]
                }
                _ => options_of(child),
            })
            .collect()
    }

    fn drawn(state: &State) -> Vec<(String, String)> {
        controls(&form(state, &Start { locale: Locale::En, ..Start::default() }))
    }

    fn with(mut controls: Vec<(String, String)>, name: &str, value: &str) -> Vec<(String, String)> {
        let place = controls.iter().position(|(other, _)| other == name).unwrap_or_else(|| panic!("{name} has a control"));
        value.clone_into(&mut controls[place].1);
        controls
    }

    /// The page that a plain form leads to.
    fn served(controls: &[(String, String)]) -> State {
        State::of_query(&scenario::query::encode(controls.iter().map(|(name, value)| (name.as_str(), value.as_str()))))
    }

    /// What the script shows: it reads the fields that hold something.
    fn live(controls: &[(String, String)]) -> State {
        State::of(crate::plan::read(controls.iter().filter(|(_, value)| !value.trim().is_empty()).cloned()))
    }

    /// Checks that both ways agree in all that they show, and that their form says it once more.
    #[track_caller]
    fn check(controls: &[(String, String)], about: &str) -> State {
        let (served, live) = (served(controls), live(controls));
        assert_eq!((&served.errors, &served.reset, &served.said), (&live.errors, &live.reset, &live.said), "{about}");
        let query = |state: &State| state.plan.as_ref().map(|plan| plan.query());
        assert_eq!(query(&served), query(&live), "{about}");
        assert_eq!(drawn(&served), drawn(&live), "{about}");
        let again = self::served(&drawn(&served));
        assert_eq!(
            (query(&again), again.reset, again.errors),
            (query(&served), None, served.errors.clone()),
            "{about}, once more"
        );
        served
    }

    const FILLED: [&str; 3] = [
        "method=lora&rank=16&targets=all-linear&seq=1024&batch=2&checkpointing=full&attention=eager&task=masked-lm&cache=tokens",
        "image=384&classes=10&cache=ram&method=frozen-backbone&batch=8&format=channels-last",
        "image=1024&text=300&cache=latents&method=lora&rank=64&targets=to_q&batch=1",
    ];

    #[test]
    fn another_model_is_the_same_with_and_without_a_script() {
        let models = catalog::models();
        for (number, from) in models.iter().enumerate() {
            for filled in FILLED {
                let start = State::of_query(&format!("v=1&gpu=h200-sxm&model={}&{filled}", from.id));
                // The fields at fault are taken out first, as the reader of a faulty link would.
                let start = start.plan.as_ref().map(|plan| State::of_query(&plan.query())).unwrap();
                assert_eq!(start.errors, [], "{}: {filled}", from.id);
                for to in [(number + 7) % models.len(), (number * 5 + 23) % models.len()].map(|place| &models[place]) {
                    let about = format!("{} to {} with {filled}", from.id, to.id);
                    let there = check(&with(drawn(&start), "model", to.id), &about);
                    assert_eq!(there.errors, [], "{about}");
                    let plan = there.plan.as_ref().unwrap();
                    assert_eq!(plan.asked.model.id.as_deref(), Some(to.id));
                    let back = check(&with(drawn(&there), "model", from.id), &format!("{about} and back"));
                    assert_eq!(back.errors, [], "{about} and back");
                }
            }
        }
    }

    const LLAMA: &str = "config.type=llama&config.vocab=128256&config.hidden=4096&config.intermediate=14336&config.layers=32&config.heads=32&config.kv_heads=8";

    #[test]
    fn a_model_of_ones_own_stays_through_every_change() {
        let link = State::of_query(&format!("v=1&gpu=h200-sxm&{LLAMA}&ref=mail"));
        assert_eq!(link.errors, []);
        let model = link.said.model.clone();
        let html = outer_html(&link.draw(&Start::default()));
        for expected in ["Own model (llama, 8.0 B parameters)", "&quot;hidden_size&quot;: 4096", "llama (config.json) · "] {
            assert!(html.contains(expected), "{expected} in {html}");
        }
        let mut state = link;
        for (name, value) in [
            ("batch", "4"),
            ("method", "lora"),
            ("rank", "32"),
            ("seq", "2048"),
            ("gpu", "rtx-4090"),
            ("batch", "zero"),
            ("batch", "8"),
        ] {
            state = check(&with(drawn(&state), name, value), name);
            assert_eq!(state.said.model, model, "{name}={value}");
            assert_eq!(state.errors.is_empty(), value != "zero", "{:?}", state.errors);
            assert_eq!(state.plan.as_ref().map(|plan| plan.asked.model.clone()), Some(model.clone()), "{name}={value}");
        }
        let plan = state.plan.clone().unwrap();
        assert!(plan.query().contains("config.hidden=4096") && plan.query().ends_with("ref=mail"), "{}", plan.query());
        // And back to the list, and to the own model again by its text.
        let listed = check(&with(drawn(&state), "model", "resnet50"), "back to the list");
        assert_eq!((listed.errors.len(), listed.said.model.id.as_deref()), (0, Some("resnet50")));
        let text = drawn(&state).into_iter().find(|(name, _)| name == "config").unwrap().1;
        let own = check(&with(drawn(&listed), "config", &text), "pasted");
        assert_eq!((own.errors.len(), &own.said.model), (0, &model));
    }

    #[test]
    fn a_configuration_at_fault_keeps_its_text_and_shows_no_other_model() {
        let start = State::of_query("v=1&gpu=rtx-4090&model=resnet50&batch=8");
        for (text, said) in [
            ("{\"model_type\": \"llama\"", "is not JSON at line 1"),
            ("{\"model_type\": \"llama\", \"hidden_size\": \"wide\"}", "config.json: hidden_size</a>: must be a whole number"),
        ] {
            let state = served(&with(drawn(&start), "config", text));
            assert_eq!(state.plan, None, "{text}");
            let html = outer_html(&state.draw(&Start::default()));
            let shown = text.split('"').nth(3).unwrap();
            for expected in [said, shown, "<option value=\"custom\" selected", "href=\"#f-config\""] {
                assert!(html.contains(expected), "{expected} in {html}");
            }
            assert!(!html.contains("verdict-line") && !html.contains("<h1>ResNet-50"), "{html}");
        }
    }

    #[test]
    fn a_card_of_ones_own_stays_through_changes() {
        let mut state = State::of_query(
            "v=1&gpu=custom&gpu.memory=24&gpu.bandwidth=1000&gpu.fp32=80&gpu.bf16=160&gpu.tdp=400&model=resnet50",
        );
        let card = state.said.hardware.gpu.clone();
        for (name, value) in
            [("batch", "4"), ("model", "bert-base"), ("method", "lora"), ("config", &format!("{{{LLAMA_KEYS}}}"))]
        {
            state = check(&with(drawn(&state), name, value), name);
            assert_eq!((&state.said.hardware.gpu, state.errors.len()), (&card, 0), "{name}: {:?}", state.errors);
        }
    }

    const LLAMA_KEYS: &str = r#""model_type": "llama", "vocab_size": 32000, "hidden_size": 512, "intermediate_size": 1024, "num_hidden_layers": 2, "num_attention_heads": 8"#;

    #[test]
    fn a_field_without_a_control_can_be_left_out() {
        let state = State::of_query("v=1&gpu=rtx-4090&model=resnet50&classes=0&batch=8");
        let html = outer_html(&state.draw(&Start::default()));
        assert!(
            html.contains("Classes: must be between 1 and")
                && html.contains("href=\"/plan?v=1&amp;gpu=rtx-4090&amp;model=resnet50&amp;batch=8\""),
            "{html}"
        );
    }
}
