//! What happens in the browser: from an event to the form's fields to the next answer.

use std::sync::Arc;
use std::time::Duration;

use api::query;
use leptos::ev::SubmitEvent;
use leptos::html::Div;
use leptos::prelude::*;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Event, HtmlFormElement, HtmlInputElement, HtmlSelectElement, InputEvent};

use super::State;
use super::start::Start;
use crate::draw::patch;
use crate::plan::{Plan, read};

/// How long the fields must rest before the slower half of the answer is worked out and the address follows; browsers
/// also allow only about a hundred changes of the address in half a minute.
const REST: Duration = Duration::from_millis(250);

/// A planner that is awake.
#[derive(Debug, Clone, Copy)]
pub struct Planner {
    page: NodeRef<Div>,
    start: StoredValue<Start>,
    /// None until the first change: the page shows the server's answer.
    state: StoredValue<Option<State>>,
}

/// Wakes the planner up; fields that were filled in before, or restored by the browser, win over the address.
#[must_use]
pub fn wake(page: NodeRef<Div>) -> Planner {
    let planner = Planner { page, start: StoredValue::new(Start::of_page()), state: StoredValue::new(None) };
    // The page's element is known once the island has found it, which is after this.
    queue_microtask(move || planner.read_back());
    planner
}

impl Planner {
    fn read_back(self) {
        let (Some(page), Some(form)) = (self.page.get_untracked(), self.form()) else { return };
        if is_touched(&form) {
            self.answer(fields_of(&form));
        }
        // The tests wait for this mark, and the style sheet makes the button discreet by it.
        let _ = page.set_attribute("data-live", "");
    }

    /// A keystroke, a choice, a drag; while an input method composes, nothing yet.
    pub fn on_input(self, event: &Event) {
        let target = event.target().and_then(|target| target.dyn_into::<HtmlInputElement>().ok());
        if let Some(slider) = target.filter(|input| input.type_() == "range") {
            // A slider has no name of its own: it moves the box before it.
            let sibling = slider.previous_element_sibling().and_then(|element| element.dyn_into::<HtmlInputElement>().ok());
            if let Some(field) = sibling {
                field.set_value(&slider.value());
            }
        }
        if !event.dyn_ref::<InputEvent>().is_some_and(InputEvent::is_composing) {
            self.update();
        }
    }

    /// The planner's own button and the enter key: the answer is on the page already, so no request is made.
    pub fn on_submit(self, event: &SubmitEvent) {
        let target = event.target().and_then(|target| target.dyn_into::<HtmlFormElement>().ok());
        if target.is_some_and(|form| form.id() == super::form::ID) {
            event.prevent_default();
            self.update();
        }
    }

    /// Reads all fields and shows their answer.
    pub fn update(self) {
        if let Some(form) = self.form() {
            self.answer(fields_of(&form));
        }
    }

    fn form(self) -> Option<HtmlFormElement> {
        let found = self.page.get_untracked()?.query_selector("form").ok()??;
        found.dyn_into().ok()
    }

    fn answer(self, typed: Vec<(String, String)>) {
        let mut state = self.state.get_value().unwrap_or_else(|| self.start.with_value(|start| State::of_query(&start.query)));
        let reading = read(typed.into_iter());
        // A field at fault leaves the last valid answer in place.
        if let (Some(plan), true) = (reading.plan, reading.errors.is_empty()) {
            state.plan = Some(Arc::new(plan));
            state.advice_is_current = false;
        }
        state.errors = reading.errors;
        let shown = state.plan.clone();
        self.show(state);
        set_timeout(move || self.follow(shown.as_ref()), REST);
    }

    /// The slower half of the answer, and the address; not for a plan that was overtaken in the meantime.
    fn follow(self, shown: Option<&Arc<Plan>>) {
        let Some(state) = self.state.get_value() else { return };
        let (Some(now), Some(shown)) = (&state.plan, shown) else { return };
        if !Arc::ptr_eq(now, shown) || state.advice_is_current {
            return;
        }
        let address = format!("/plan?{}", now.query());
        self.show(state.with_advice());
        // A browser that refuses shows the older address; the plan on the page is right all the same.
        let _ = window().history().and_then(|history| history.replace_state_with_url(&JsValue::NULL, "", Some(&address)));
        follow_in_language_link(&address);
    }

    fn show(self, state: State) {
        let tree = self.start.with_value(|start| state.draw(start));
        if let Some(page) = self.page.get_untracked() {
            let _ = patch::content(&page, &tree);
            self.move_slider(&state);
        }
        self.state.set_value(Some(state));
    }

    /// A slider that was moved no longer follows its attribute.
    fn move_slider(self, state: &State) {
        let slider = self.page.get_untracked().and_then(|page| page.query_selector("input[type=range]").ok().flatten());
        let slider = slider.and_then(|element| element.dyn_into::<HtmlInputElement>().ok());
        if let (Some(slider), Some(plan)) = (slider, &state.plan) {
            slider.set_value(&plan.estimate.scenario.training.micro_batch_size.to_string());
        }
    }
}

/// The link to the other language stands outside of the planner; it must lead to this plan, not to the first one.
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

/// Whether a field holds something else than the server put there.
fn is_touched(form: &HtmlFormElement) -> bool {
    let elements = form.elements();
    (0..elements.length()).filter_map(|place| elements.item(place)).any(|element| match element.dyn_ref::<HtmlInputElement>() {
        Some(input) => input.value() != input.default_value(),
        None => element.dyn_ref::<HtmlSelectElement>().is_some_and(|select| select.value() != served_choice(select)),
    })
}

/// The choice that the server marked, or else the first.
fn served_choice(select: &HtmlSelectElement) -> String {
    let marked = select.query_selector("option[selected]").ok().flatten();
    let option = marked.or_else(|| select.query_selector("option").ok().flatten());
    option.and_then(|option| option.get_attribute("value")).unwrap_or_default()
}
