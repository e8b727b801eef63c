//! What happens in the browser: from an event to the form's fields to the next answer.

use std::sync::Arc;
use std::time::Duration;

use api::query;
use leptos::ev::SubmitEvent;
use leptos::html::Form;
use leptos::prelude::*;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Event, HtmlFormElement, HtmlInputElement, HtmlSelectElement, InputEvent};

use super::State;
use crate::plan::{Plan, advice, read};

/// How long the fields must rest before the slower half of the answer is worked out and the address follows; browsers
/// also allow only about a hundred changes of the address in half a minute.
const REST: Duration = Duration::from_millis(250);

/// After waking up: fields that were filled in before, or restored by the browser, win over the address.
pub fn read_back(state: State, form: NodeRef<Form>) {
    Effect::new(move || {
        let Some(element) = form.get() else { return };
        // The tests wait for this mark, and the style sheet makes the button discreet by it.
        let _ = element.set_attribute("data-live", "");
        let typed = fields_of(&element);
        let shown = state.plan.with_untracked(|plan| plan.as_deref().map(Plan::query));
        let parsed = query::parse(typed.iter().cloned());
        if shown != Some(query::to_string(&parsed.scenario, &parsed.unknown)) || !parsed.errors.is_empty() {
            answer(state, typed);
        }
    });
}

/// A keystroke, a choice, a drag; while an input method composes, nothing yet.
pub fn on_input(event: &Event, state: State, form: NodeRef<Form>) {
    let slider = event.target().and_then(|target| target.dyn_into::<HtmlInputElement>().ok()).filter(|input| input.type_() == "range");
    if let Some(slider) = slider {
        // A slider has no name of its own: it moves the box before it.
        let sibling = slider.previous_element_sibling().and_then(|element| element.dyn_into::<HtmlInputElement>().ok());
        if let Some(field) = sibling {
            field.set_value(&slider.value());
        }
    }
    if !event.dyn_ref::<InputEvent>().is_some_and(InputEvent::is_composing) {
        update(state, form);
    }
}

/// The button and the enter key: the answer is on the page already, so no request is made.
pub fn on_submit(event: &SubmitEvent, state: State, form: NodeRef<Form>) {
    event.prevent_default();
    update(state, form);
}

/// Reads all fields and shows their answer.
pub fn update(state: State, form: NodeRef<Form>) {
    if let Some(element) = form.get_untracked() {
        answer(state, fields_of(&element));
    }
}

fn answer(state: State, typed: Vec<(String, String)>) {
    let reading = read(typed.into_iter());
    match reading.plan {
        // A field at fault leaves the last valid answer in place.
        Some(plan) if reading.errors.is_empty() => {
            let plan = Arc::new(plan);
            state.advice.set(None);
            state.plan.set(Some(Arc::clone(&plan)));
            state.errors.set(Vec::new());
            set_timeout(move || follow(state, &plan), REST);
        }
        _ => state.errors.set(reading.errors),
    }
}

/// The slower half of the answer, and the address; not for a plan that was overtaken in the meantime.
fn follow(state: State, plan: &Arc<Plan>) {
    let current = state.plan.with_untracked(|now| now.as_ref().is_some_and(|now| Arc::ptr_eq(now, plan)));
    if !current {
        return;
    }
    state.advice.set(advice::advise(plan).map(Arc::new));
    let address = format!("/plan?{}", plan.query());
    // A browser that refuses shows the older address; the plan on the page is right all the same.
    let _ = window().history().and_then(|history| history.replace_state_with_url(&JsValue::NULL, "", Some(&address)));
    follow_in_language_link(&address);
}

/// The link to the other language stands outside of the island; it must lead to this plan, not to the first one.
fn follow_in_language_link(address: &str) {
    let Ok(Some(link)) = document().query_selector("a.language") else { return };
    let Some(href) = link.get_attribute("href") else { return };
    let path = href.split('?').next().unwrap_or_default();
    let to = query::encode([("to", address)].into_iter());
    let _ = link.set_attribute("href", &format!("{path}?{to}"));
}

/// Every field of the form that holds something, by name.
fn fields_of(form: &HtmlFormElement) -> Vec<(String, String)> {
    let elements = form.elements();
    (0..elements.length())
        .filter_map(|place| {
            let element = elements.item(place)?;
            let (name, value) = match element.dyn_ref::<HtmlInputElement>() {
                Some(input) => (input.name(), input.value()),
                None => element.dyn_ref::<HtmlSelectElement>().map(|select| (select.name(), select.value()))?,
            };
            (!name.is_empty() && !value.trim().is_empty()).then_some((name, value))
        })
        .collect()
}
