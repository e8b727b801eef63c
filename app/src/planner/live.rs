//! What happens in the browser: from an event to the form's fields to the next answer.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

use api::fields::{Field as Leaf, Value};
use api::query;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{
    Document, Element, Event, EventTarget, HtmlElement, HtmlFormElement, HtmlInputElement, HtmlSelectElement, InputEvent,
    KeyboardEvent, MouseEvent, XmlHttpRequest,
};

use super::start::Start;
use super::{State, advice};
use crate::draw::patch;
use crate::plan::{Plan, read};

/// How many milliseconds the fields must rest before the slower half of the answer is asked for and the address
/// follows; browsers also allow only about a hundred changes of the address in half a minute.
const REST_MILLISECONDS: i32 = 250;

/// A planner that is awake.
#[derive(Debug)]
pub struct Planner {
    page: Element,
    start: RefCell<Start>,
    /// None until the first change: the page shows the server's answer.
    state: RefCell<Option<State>>,
}

/// Wakes the planner of the page up; fields that were filled in before, or restored by the browser, win over the address.
pub fn wake() {
    let Some(page) = document().and_then(|document| document.query_selector(".planner").ok().flatten()) else { return };
    let planner = Rc::new(Planner { page: page.clone(), start: RefCell::new(Start::of_page()), state: RefCell::new(None) });
    planner.read_back();
    let awake = Rc::clone(&planner);
    listen(&page, "input", move |event| awake.on_input(event));
    let awake = Rc::clone(&planner);
    listen(&page, "compositionend", move |_| awake.update());
    let awake = Rc::clone(&planner);
    listen(&page, "submit", move |event| awake.on_submit(event));
    let awake = Rc::clone(&planner);
    listen(&page, "click", move |event| {
        let _ = awake.on_click(event);
    });
    listen(&page, "keydown", on_key);
    if let Some(window) = web_sys::window() {
        let awake = Rc::clone(&planner);
        listen(&window, "popstate", move |_| awake.on_return());
    }
    // The tests wait for this mark, and the style sheet makes the button discreet by it.
    let _ = page.set_attribute("data-live", "");
}

fn document() -> Option<Document> {
    web_sys::window()?.document()
}

/// A switch is a link, which the space bar does not press by itself.
fn on_key(event: &Event) {
    let key = event.dyn_ref::<KeyboardEvent>().is_some_and(|event| event.key() == " ");
    let target = event.target().and_then(|target| target.dyn_into::<HtmlElement>().ok());
    if let Some(switch) = target.filter(|target| key && target.get_attribute("role").as_deref() == Some("switch")) {
        event.prevent_default();
        switch.click();
    }
}

/// Calls `act` at every such event inside of an element, for as long as the page lives.
fn listen(page: &EventTarget, name: &str, act: impl Fn(&Event) + 'static) {
    let listener = Closure::<dyn Fn(Event)>::new(move |event: Event| act(&event));
    let _ = page.add_event_listener_with_callback(name, listener.as_ref().unchecked_ref());
    listener.forget();
}

impl Planner {
    fn read_back(self: &Rc<Self>) {
        if let Some(form) = self.form().filter(is_touched) {
            self.answer(fields_of(&form));
        }
    }

    /// A keystroke, a choice, a drag; while an input method composes, nothing yet.
    fn on_input(self: &Rc<Self>, event: &Event) {
        let target = event.target().and_then(|target| target.dyn_into::<HtmlInputElement>().ok());
        if let Some(figure) = target.as_ref().filter(|input| matches!(input.name().as_str(), "peak" | "rate")) {
            self.keep_batch(figure);
        }
        if target.as_ref().is_some_and(|input| input.name().starts_with("gpu.")) {
            // Whoever types figures means the card that they describe.
            let list =
                self.page.query_selector("#f-gpu").ok().flatten().and_then(|list| list.dyn_into::<HtmlSelectElement>().ok());
            let _ = list.map(|list| list.set_value(query::OWN_CARD));
        }
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

    /// A figure belongs to the batch that it was measured with: the box for that is filled once, so that the slider can
    /// move on.
    fn keep_batch(&self, figure: &HtmlInputElement) {
        let input = |selector: &str| self.page.query_selector(selector).ok()??.dyn_into::<HtmlInputElement>().ok();
        if let (Some(run), Some(slider)) = (input("#f-at_batch"), input("input[type=range]"))
            && run.value().is_empty()
            && !figure.value().trim().is_empty()
        {
            run.set_value(&slider.value());
        }
    }

    /// The planner's own button and the enter key: the answer is on the page already, so no request is made.
    fn on_submit(self: &Rc<Self>, event: &Event) {
        let target = event.target().and_then(|target| target.dyn_into::<HtmlFormElement>().ok());
        if target.is_some_and(|form| form.id() == super::form::ID) {
            event.prevent_default();
            self.update();
        }
    }

    /// A link to another plan: its answer is worked out here, and the address follows, so that the way back works too.
    fn on_click(self: &Rc<Self>, event: &Event) -> Option<()> {
        let click = event.dyn_ref::<MouseEvent>()?;
        // Whoever asks for another tab or window gets it.
        if click.button() != 0 || click.ctrl_key() || click.meta_key() || click.shift_key() || click.alt_key() {
            return None;
        }
        let target = event.target()?.dyn_into::<Element>().ok()?;
        let link = target.closest("a[href^='/plan?']").ok()??;
        let href = link.get_attribute("href")?;
        event.prevent_default();
        self.go(href.trim_start_matches("/plan?"), Some(link.id()));
        let history = web_sys::window()?.history().ok()?;
        let _ = history.push_state_with_url(&JsValue::NULL, "", Some(&href));
        follow_in_language_link(&href);
        Some(())
    }

    /// The browser's way back and forth between plans.
    fn on_return(self: &Rc<Self>) {
        let query = Start::of_page().query;
        let here = self.state.borrow().as_ref().and_then(|state| state.plan.as_ref().map(|plan| plan.query()));
        // A link within the page changes the address too, but not the plan.
        if here.map_or(query != self.start.borrow().query, |here| here != query) {
            self.go(&query, None);
        }
    }

    /// Shows the plan of another address, in the form too; the reader came by the link of this id, if by any.
    fn go(self: &Rc<Self>, query: &str, link: Option<String>) {
        query.clone_into(&mut self.start.borrow_mut().query);
        self.show(State::of_query(query).with_advice());
        if let Some(form) = self.form() {
            self.fill(&form);
        }
        let _ = self.ask(link);
    }

    /// Asks the server for the advisor's cards.
    fn ask(self: &Rc<Self>, link: Option<String>) -> Option<()> {
        let plan = self.state.borrow().as_ref()?.plan.clone()?;
        let address = format!("{}?{}&lang={}", advice::PATH, plan.query(), self.start.borrow().locale.as_str());
        let request = XmlHttpRequest::new().ok()?;
        request.open("GET", &address).ok()?;
        let (awake, answer) = (Rc::clone(self), request.clone());
        let arrived = Closure::once_into_js(move || {
            let _ = awake.arrived(&answer, &plan, link);
        });
        request.set_onload(Some(arrived.unchecked_ref()));
        request.send().ok()
    }

    /// Puts the advisor's cards into the page, unless their plan was overtaken; those of an older plan stay marked as being
    /// renewed where the server has no answer.
    fn arrived(&self, answer: &XmlHttpRequest, plan: &Arc<Plan>, link: Option<String>) -> Option<()> {
        let mut state = self.state.borrow().clone()?;
        if !state.plan.as_ref().is_some_and(|now| Arc::ptr_eq(now, plan)) || answer.status() != Ok(200) {
            return None;
        }
        let page = document()?;
        let cards = page.create_element("div").ok()?;
        cards.set_inner_html(&answer.response_text().ok()??);
        for card in advice::CARDS {
            let place = format!("[data-testid={card}]");
            let (old, new) = (self.page.query_selector(&place).ok()??, cards.query_selector(&place).ok()??);
            old.set_inner_html(&new.inner_html());
        }
        let [place, said] = advice::ADVISED;
        let said = cards.query_selector(said).ok()??.text_content();
        self.page.query_selector(place).ok()??.set_text_content(said.as_deref());
        state.advice_is_current = true;
        self.show(state);
        // The list is ranked anew: the reader stays on the same switch, or begins again where the list does.
        let link = link?;
        let heading = || {
            let heading = page.get_element_by_id("levers-heading")?;
            let _ = heading.set_attribute("tabindex", "-1");
            Some(heading)
        };
        let same = page.get_element_by_id(&link).filter(|_| !link.is_empty());
        let next = same.or_else(heading)?.dyn_into::<HtmlElement>().ok()?;
        let _ = next.focus();
        Some(())
    }

    /// Makes what the fields hold what their attributes say; a field that was touched no longer follows those by itself.
    fn fill(&self, form: &HtmlFormElement) {
        let state = self.state.borrow();
        let plan = state.as_ref().and_then(|state| state.plan.as_ref());
        let elements = form.elements();
        for element in (0..elements.length()).filter_map(|place| elements.item(place)) {
            if let Some(input) = element.dyn_ref::<HtmlInputElement>() {
                input.set_checked(input.default_checked());
                input.set_value(&input.default_value());
            } else if let Some(select) = element.dyn_ref::<HtmlSelectElement>() {
                let leaf = Leaf::named(&select.name()).zip(plan).and_then(|(leaf, plan)| leaf.get(&plan.asked));
                let own = if select.name() == "gpu" { query::OWN_CARD } else { "" };
                let word = if let Some(Value::Text(word)) = leaf { word } else { own.to_owned() };
                select.set_value(&word);
            }
        }
    }

    /// Reads all fields and shows their answer.
    fn update(self: &Rc<Self>) {
        if let Some(form) = self.form() {
            self.answer(fields_of(&form));
        }
    }

    fn form(&self) -> Option<HtmlFormElement> {
        self.page.query_selector("form").ok()??.dyn_into().ok()
    }

    fn answer(self: &Rc<Self>, typed: Vec<(String, String)>) {
        let mut state = self.state.take().unwrap_or_else(|| State::of_query(&self.start.borrow().query));
        let reading = read(typed.into_iter());
        // A field at fault leaves the last valid answer in place.
        if let (Some(plan), true) = (reading.plan, reading.errors.is_empty()) {
            state.plan = Some(Arc::new(plan));
            state.advice_is_current = false;
        }
        state.errors = reading.errors;
        let shown = state.plan.clone();
        self.show(state);
        let awake = Rc::clone(self);
        let later = Closure::once_into_js(move || awake.follow(shown.as_ref()));
        if let Some(window) = web_sys::window() {
            let _ = window.set_timeout_with_callback_and_timeout_and_arguments_0(later.unchecked_ref(), REST_MILLISECONDS);
        }
    }

    /// The slower half of the answer, and the address; not for a plan that was overtaken in the meantime.
    fn follow(self: &Rc<Self>, shown: Option<&Arc<Plan>>) {
        let Some(state) = self.state.borrow().clone() else { return };
        let (Some(now), Some(shown)) = (&state.plan, shown) else { return };
        if !Arc::ptr_eq(now, shown) || state.advice_is_current {
            return;
        }
        let address = format!("/plan?{}", now.query());
        self.show(state.with_advice());
        let _ = self.ask(None);
        // A browser that refuses shows the older address; the plan on the page is right all the same.
        let history = web_sys::window().and_then(|window| window.history().ok());
        let _ = history.map(|history| history.replace_state_with_url(&JsValue::NULL, "", Some(&address)));
        follow_in_language_link(&address);
    }

    fn show(&self, state: State) {
        let _ = patch::content(&self.page, &state.draw(&self.start.borrow()));
        self.move_slider(&state);
        self.state.replace(Some(state));
    }

    /// A slider that was moved no longer follows its attribute.
    fn move_slider(&self, state: &State) {
        let slider = self.page.query_selector("input[type=range]").ok().flatten();
        let slider = slider.and_then(|element| element.dyn_into::<HtmlInputElement>().ok());
        if let (Some(slider), Some(plan)) = (slider, &state.plan) {
            slider.set_value(&plan.estimate.scenario.training.micro_batch_size.to_string());
        }
    }
}

/// The link to the other language stands outside of the planner; it must lead to this plan, not to the first one.
fn follow_in_language_link(address: &str) {
    let Some(link) = document().and_then(|document| document.query_selector("a.language").ok().flatten()) else { return };
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
                Some(input) if is_tick(input) && !input.checked() => return None,
                Some(input) => (input.name(), input.value()),
                None => element.dyn_ref::<HtmlSelectElement>().map(|select| (select.name(), select.value()))?,
            };
            (!name.is_empty() && !value.trim().is_empty()).then_some((name, value))
        })
        .collect()
}

/// Whether an input is a box to tick.
fn is_tick(input: &HtmlInputElement) -> bool {
    input.type_() == "checkbox"
}

/// Whether a field holds something else than the server put there.
fn is_touched(form: &HtmlFormElement) -> bool {
    let elements = form.elements();
    (0..elements.length()).filter_map(|place| elements.item(place)).any(|element| match element.dyn_ref::<HtmlInputElement>() {
        Some(input) if is_tick(input) => input.checked() != input.default_checked(),
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
