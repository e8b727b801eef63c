//! The form: a plain GET form whose fields carry the names of the query.

use api::FieldError;
use api::fields::{Field as Leaf, Value};
use leptos::prelude::*;

use super::State;
use super::start::Start;
use crate::fields::{self, Field, Kind, Text, options};
use crate::locale::{Locale, colon};
use crate::messages::inputs as text;
use crate::plan::{Plan, words};

/// What is inside the form.
#[must_use]
pub fn body(state: State, start: &Start) -> AnyView {
    let locale = start.locale;
    let opened = fields::ADVANCED.iter().any(|field| start.typed(field.name).is_some());
    view! {
        <input type="hidden" name="v" value="1" />
        {kept(start)}
        {group(text::workload, fields::WORKLOAD, state, start)}
        {group(text::hardware, fields::HARDWARE, state, start)}
        {group(text::data, fields::DATA, state, start)}
        <details class="advanced" open=opened>
            <summary>{text::advanced(locale)}</summary>
            {group(text::advanced, fields::ADVANCED, state, start)}
        </details>
        <p class="form-end">
            <button type="submit" data-testid="calculate">{text::calculate(locale)}</button>
            <span class="fine">{text::automatic_hint(locale)}</span>
        </p>
    }
    .into_any()
}

/// What the address says but no field shows travels along.
fn kept(start: &Start) -> AnyView {
    api::query::decode(&start.query)
        .filter(|(name, value)| name != api::query::VERSION_NAME && !value.is_empty() && fields::by_name(name).is_none())
        .map(|(name, value)| view! { <input type="hidden" name=name value=value /> })
        .collect::<Vec<_>>()
        .into_any()
}

fn group(legend: Text, fields: &'static [Field], state: State, start: &Start) -> AnyView {
    let fields: Vec<_> = fields.iter().map(|field| field_view(field, state, start)).collect();
    view! {
        <fieldset>
            <legend>{legend(start.locale)}</legend>
            {fields}
        </fieldset>
    }
    .into_any()
}

fn field_view(field: &'static Field, state: State, start: &Start) -> AnyView {
    let locale = start.locale;
    let typed = start.typed(field.name);
    let class = if matches!(field.kind, Kind::Catalog(_)) { "field wide" } else { "field" };
    let message = move || error_of(field, &state.errors.read()).map(|error| error.detail(locale));
    let control = match field.kind {
        Kind::Number => number(field, typed, state, locale),
        Kind::Catalog(_) | Kind::Words(_) => select(field, typed, state, locale),
    };
    view! {
        <div class=class>
            <label for=format!("f-{}", field.name)>{(field.label)(locale)}</label>
            <div>{control} {(field.name == "batch").then(|| slider(state, locale))}</div>
            <p class="field-error" id=error_id(field)>{message}</p>
        </div>
    }
    .into_any()
}

fn number(field: &'static Field, typed: Option<String>, state: State, locale: Locale) -> AnyView {
    view! {
        <input
            type="text"
            inputmode="decimal"
            autocomplete="off"
            spellcheck="false"
            id=format!("f-{}", field.name)
            name=field.name
            value=typed
            placeholder=move || decided(field, state, locale)
            aria-invalid=move || at_fault(field, state).then_some("true")
            aria-describedby=move || at_fault(field, state).then(|| error_id(field))
        />
    }
    .into_any()
}

/// A slider over the batch sizes that fit; without scripts it stays hidden, because it could not move the box.
fn slider(state: State, locale: Locale) -> AnyView {
    let batch = move || state.plan.read().as_ref().map_or(1, |plan| plan.estimate.scenario.training.micro_batch_size);
    let largest = move || state.plan.read().as_ref().map_or(1, |plan| plan.estimate.max_micro_batch_size).max(batch()).max(2);
    view! {
        <input
            type="range"
            class="slider"
            min="1"
            max=move || largest().to_string()
            prop:value=move || batch().to_string()
            aria-label=text::batch(locale)
        />
    }
    .into_any()
}

fn select(field: &'static Field, typed: Option<String>, state: State, locale: Locale) -> AnyView {
    // Card and model are always said; where the address leaves them out, the preset stands in.
    let required = matches!(field.name, "gpu" | "model");
    let preset = || state.plan.with_untracked(|plan| asked(field, plan.as_deref()));
    let known = typed.filter(|word| is_known(field, word));
    let chosen = if required { known.or_else(preset) } else { known };
    let chosen = chosen.as_deref();
    let choices = match field.kind {
        Kind::Catalog(catalog) => catalog_options(catalog, chosen, locale),
        Kind::Words(list) => {
            list.iter().map(|(word, name)| option(word, (*name)(locale).to_owned(), chosen)).collect::<Vec<_>>().into_any()
        }
        Kind::Number => ().into_any(),
    };
    let automatic = (!required).then(|| {
        let label = move || match decided(field, state, locale) {
            Some(value) => text::automatic_is(locale, &value),
            None => text::automatic(locale).to_owned(),
        };
        view! { <option value="">{label}</option> }
    });
    view! {
        <select
            id=format!("f-{}", field.name)
            name=field.name
            aria-invalid=move || at_fault(field, state).then_some("true")
            aria-describedby=move || at_fault(field, state).then(|| error_id(field))
        >
            {automatic}
            {choices}
        </select>
    }
    .into_any()
}

fn catalog_options(catalog: fields::Catalog, chosen: Option<&str>, locale: Locale) -> AnyView {
    options::groups(catalog, locale)
        .into_iter()
        .map(|group| {
            let rows: Vec<_> = group.options.into_iter().map(|(id, name)| option(id, name, chosen)).collect();
            view! { <optgroup label=group.label>{rows}</optgroup> }
        })
        .collect::<Vec<_>>()
        .into_any()
}

fn option(id: &'static str, name: String, chosen: Option<&str>) -> AnyView {
    view! { <option value=id selected=chosen == Some(id)>{name}</option> }.into_any()
}

/// Whether a list has this word; others cannot be shown in it.
fn is_known(field: &Field, word: &str) -> bool {
    match field.kind {
        Kind::Catalog(catalog) => options::name_of(catalog, word).is_some(),
        Kind::Words(list) => list.iter().any(|(id, _)| *id == word),
        Kind::Number => false,
    }
}

/// What the advisor or a default put into a field that was left empty.
fn decided(field: &Field, state: State, locale: Locale) -> Option<String> {
    state.plan.read().as_ref().and_then(|plan| words::spoken(field, &plan.pinned, locale))
}

fn asked(field: &Field, plan: Option<&Plan>) -> Option<String> {
    match Leaf::named(field.name)?.get(&plan?.asked)? {
        Value::Text(id) => Some(id),
        _ => None,
    }
}

fn error_of<'a>(field: &Field, errors: &'a [FieldError]) -> Option<&'a FieldError> {
    errors.iter().find(|error| fields::by_pointer(&error.pointer).is_some_and(|found| found.name == field.name))
}

fn at_fault(field: &Field, state: State) -> bool {
    error_of(field, &state.errors.read()).is_some()
}

fn error_id(field: &Field) -> String {
    format!("e-{}", field.name)
}

/// The fields at fault in one list, each linking to its field.
#[must_use]
pub fn error_summary(errors: &[FieldError], locale: Locale) -> Option<AnyView> {
    if errors.is_empty() {
        return None;
    }
    let items: Vec<_> = errors
        .iter()
        .map(|error| {
            let field = fields::by_pointer(&error.pointer);
            let label = field.map_or_else(|| error.pointer.clone(), |field| (field.label)(locale).to_owned());
            view! {
                <li>
                    <a href=field.map(|field| format!("#f-{}", field.name))>{label}</a>
                    {colon(locale)}
                    {error.detail(locale)}
                </li>
            }
        })
        .collect();
    Some(
        view! {
            <div class="error-summary" data-testid="error-summary" role="group" aria-labelledby="error-summary-title">
                <h2 id="error-summary-title">{text::error_summary(locale)}</h2>
                <ul>{items}</ul>
            </div>
        }
        .into_any(),
    )
}
