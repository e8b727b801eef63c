//! What happens in the browser: from an event to the form's fields to the next answer.

mod address;
mod browser;
mod fields;

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

use scenario::form::{CONFIG, OWN_MODEL};
use scenario::query;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::{
    Element, Event, HtmlElement, HtmlFormElement, HtmlInputElement, HtmlSelectElement, HtmlTextAreaElement, InputEvent,
    KeyboardEvent, MouseEvent, XmlHttpRequest,
};

use super::advice;
use super::start::Start;
use super::state::{Failed, State};
use super::tab::Tab;
use crate::components::ladder::price_id;
use crate::plan::{BoundedPlan, Plan, read};
use browser::{document, later, listen};
use markup::patch;

/// How many milliseconds the fields must rest before the slower half of the answer is asked for and the address
/// follows; browsers also allow only about a hundred changes of the address in half a minute.
const REST_MILLISECONDS: u32 = 250;
/// How long the advisor may take: several times its slowest search on a busy server, and as long as people wait.
const ADVICE_MILLISECONDS: u32 = 15_000;
/// The longest wait that a busy server may ask for before the reader is told; beyond it, asking again is the reader's choice.
const WAIT_SECONDS: u32 = 30;

/// A planner that is awake.
#[derive(Debug)]
pub struct Planner {
    page: Element,
    start: RefCell<Start>,
    /// None until the first change: the page shows the server's answer.
    state: RefCell<Option<State>>,
    /// What the page shows of it.
    drawn: RefCell<Option<markup::Element>>,
    /// The question to the advisor that is under way.
    request: RefCell<Option<XmlHttpRequest>>,
}

/// Wakes the planner of the page up; fields that were filled in before, or restored by the browser, win over the address.
pub fn wake() {
    let Some(page) = document().and_then(|document| document.query_selector(".planner").ok().flatten()) else { return };
    let planner = Rc::new(Planner {
        page: page.clone(),
        start: RefCell::new(Start::of_page()),
        state: RefCell::new(None),
        drawn: RefCell::new(None),
        request: RefCell::new(None),
    });
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

impl Planner {
    fn read_back(self: &Rc<Self>) {
        if let Some(form) = self.form().filter(fields::is_touched) {
            self.answer(fields::read(&form));
        }
    }

    /// A keystroke, a choice, a drag; while an input method composes, nothing yet.
    fn on_input(self: &Rc<Self>, event: &Event) {
        let target = event.target().and_then(|target| target.dyn_into::<HtmlInputElement>().ok());
        if let Some(figure) = target.as_ref().filter(|input| matches!(input.name().as_str(), "peak" | "rate")) {
            self.keep_batch(figure);
        }
        // A reader who types figures means the card that they describe, and one who pastes a configuration means its model.
        if target.as_ref().is_some_and(|input| input.name().starts_with("gpu.")) {
            self.choose("#f-gpu", query::OWN_CARD);
        }
        let area = event.target().and_then(|target| target.dyn_into::<HtmlTextAreaElement>().ok());
        if area.is_some_and(|area| area.name() == CONFIG && !area.value().trim().is_empty()) {
            self.choose("#f-model", OWN_MODEL);
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

    /// Makes a list say a word.
    fn choose(&self, list: &str, word: &str) {
        let list = self.page.query_selector(list).ok().flatten().and_then(|list| list.dyn_into::<HtmlSelectElement>().ok());
        let _ = list.map(|list| list.set_value(word));
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
        // A click for another tab or window is left to the browser.
        if click.button() != 0 || click.ctrl_key() || click.meta_key() || click.shift_key() || click.alt_key() {
            return None;
        }
        let target = event.target()?.dyn_into::<Element>().ok()?;
        if target.has_attribute(advice::RETRY) {
            let state = self.state.borrow().clone()?;
            self.show(State { advice_failed: None, ..state });
            // The list begins again, and the reader's place in it with it.
            return self.ask(Some(String::new()), true);
        }
        let link = target.closest("a[href^='/plan']").ok()??;
        let href = link.get_attribute("href")?;
        // A link to a place leads to another tab of this plan, which the server draws.
        let (_, query) = href.split_once('?').filter(|(path, query)| Tab::at(path).is_some() && !query.contains('#'))?;
        event.prevent_default();
        self.go(query, Some(link.id()));
        address::add(&self.address(query));
        Some(())
    }

    /// Where a plan is in the tab that is shown.
    fn address(&self, query: &str) -> String {
        [self.start.borrow().tab.path(), "?", query].concat()
    }

    /// The browser's way back and forth between plans.
    fn on_return(self: &Rc<Self>) {
        let query = Start::of_page().query;
        let here = self.state.borrow().as_ref().and_then(|state| state.link.clone());
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
        let _ = self.ask(link, true);
    }

    /// Asks the server for the advisor's cards; a busy server may name a time to ask again, once.
    fn ask(self: &Rc<Self>, link: Option<String>, may_wait: bool) -> Option<()> {
        let plan = self.state.borrow().as_ref()?.plan.clone()?;
        let address = format!("{}?lang={}&{}", advice::PATH, self.start.borrow().locale.as_str(), plan.query());
        let request = XmlHttpRequest::new().ok()?;
        request.open("GET", &address).ok()?;
        request.set_timeout(ADVICE_MILLISECONDS);
        let (awake, answer) = (Rc::clone(self), request.clone());
        let ended = Closure::once_into_js(move || {
            let _ = awake.show_advice(&answer, &plan, link, may_wait);
        });
        // One of the three comes; none of them where the next question ends this one.
        let ended = Some(ended.unchecked_ref());
        request.set_onload(ended);
        request.set_onerror(ended);
        request.set_ontimeout(ended);
        if let Some(earlier) = self.request.replace(Some(request.clone())) {
            let _ = earlier.abort();
        }
        request.send().ok()
    }

    /// Shows what a question to the advisor came to, unless its plan was overtaken.
    fn show_advice(
        self: &Rc<Self>,
        answer: &XmlHttpRequest,
        plan: &Arc<Plan>,
        link: Option<String>,
        may_wait: bool,
    ) -> Option<()> {
        let mut state = self.state.borrow().clone()?;
        if !state.plan.as_ref().is_some_and(|now| Arc::ptr_eq(now, plan)) {
            return None;
        }
        let status = answer.status().unwrap_or_default();
        let is_busy = matches!(status, 429 | 503);
        let wait = answer.get_response_header("Retry-After").ok().flatten().and_then(|wait| wait.trim().parse::<u32>().ok());
        if let Some(wait) = wait.filter(|wait| is_busy && may_wait && *wait <= WAIT_SECONDS) {
            let (awake, plan) = (Rc::clone(self), Arc::clone(plan));
            return later(wait.max(1) * 1000, move || {
                let now = awake.state.borrow().as_ref().and_then(|state| state.plan.clone());
                if now.is_some_and(|now| Arc::ptr_eq(&now, &plan)) {
                    let _ = awake.ask(link, false);
                }
            });
        }
        if status == 200 && self.insert_cards(&mut state, answer, link).is_some() {
            return Some(());
        }
        state.advice_failed = Some(if is_busy { Failed::Busy } else { Failed::Unanswered });
        self.show(state);
        // The batch that was advised was another plan's.
        for [place, _] in advice::ADVISED {
            let _ = self.page.query_selector(place).ok()?.map(|place| place.set_text_content(Some("—")));
        }
        Some(())
    }

    /// Puts the advisor's cards into the page; none where the answer has none.
    fn insert_cards(&self, state: &mut State, answer: &XmlHttpRequest, link: Option<String>) -> Option<()> {
        let page = document()?;
        let cards = page.create_element("div").ok()?;
        cards.set_inner_html(&answer.response_text().ok()??);
        for card in advice::CARDS {
            let place = format!("[data-testid={card}]");
            let new = cards.query_selector(&place).ok()??.inner_html();
            // Each tab has some of them.
            let _ = self.page.query_selector(&place).ok()?.map(|old| old.set_inner_html(&new));
        }
        for [place, said] in advice::ADVISED {
            let said = cards.query_selector(said).ok()??.text_content();
            let _ = self.page.query_selector(place).ok()?.map(|place| place.set_text_content(said.as_deref()));
        }
        for rung in state.plan.iter().flat_map(|plan| &plan.ladder).flat_map(|ladder| &ladder.rungs) {
            let place = format!("#{}", price_id(rung.capacity));
            let said = cards.query_selector(&place).ok()??.text_content();
            let _ = self.page.query_selector(&place).ok()?.map(|place| place.set_text_content(said.as_deref()));
        }
        state.advice_is_current = true;
        self.show(state.clone());
        // The list is ranked again: the reader stays on the same switch, or begins again where the list does.
        let Some(link) = link else { return Some(()) };
        let heading = || {
            let list = if link.starts_with("quick-") { None } else { page.get_element_by_id("levers-heading") };
            let heading = list.or_else(|| page.get_element_by_id("quick-heading"))?;
            let _ = heading.set_attribute("tabindex", "-1");
            Some(heading)
        };
        let same = page.get_element_by_id(&link).filter(|_| !link.is_empty());
        let next = same.or_else(heading).and_then(|next| next.dyn_into::<HtmlElement>().ok());
        let _ = next.map(|next| next.focus());
        Some(())
    }

    /// Makes the form show what the plan says.
    fn fill(&self, form: &HtmlFormElement) {
        let state = self.state.borrow();
        fields::fill(form, state.as_ref().map(|state| &state.said));
    }

    /// Reads all fields and shows their answer.
    fn update(self: &Rc<Self>) {
        if let Some(form) = self.form() {
            self.answer(fields::read(&form));
        }
    }

    fn form(&self) -> Option<HtmlFormElement> {
        self.page.query_selector("form").ok()??.dyn_into().ok()
    }

    fn answer(self: &Rc<Self>, typed: Vec<(String, String)>) {
        let before = self.state.take().unwrap_or_else(|| State::of_query(&self.start.borrow().query));
        let mut state = State { advice: before.advice.clone(), ..State::of(read(typed.into_iter())) };
        let has_other_model = state.said.model != before.said.model;
        let is_led = has_other_model || state.reset.is_some();
        // A field at fault leaves the last valid answer in place, but not that of another model or card.
        if let Some(last) = before
            .plan
            .filter(|last| !state.errors.is_empty() && state.bounded.is_none() && stands_for(last, state.plan.as_deref()))
        {
            state.plan = Some(last);
            state.advice_is_current = before.advice_is_current;
            state.advice_failed = before.advice_failed;
        }
        let shown = (state.plan.clone(), state.bounded.clone());
        self.show(state);
        if let Some(form) = self.form().filter(|_| is_led) {
            self.fill(&form);
        }
        if has_other_model {
            self.unfold_own_model();
        }
        let awake = Rc::clone(self);
        let _ = later(REST_MILLISECONDS, move || {
            match shown {
                (Some(plan), _) => awake.follow(&plan),
                (None, Some(bounded)) => awake.follow_bounded(&bounded),
                (None, None) => {}
            }
            awake.keep_typed();
        });
    }

    /// Shows the box for a configuration to a reader who chooses a model of their own.
    fn unfold_own_model(&self) -> Option<()> {
        let is_own = self.state.borrow().as_ref()?.said.model.config.is_some();
        let fold = self.page.query_selector("#own-model").ok()??;
        if is_own { fold.set_attribute("open", "").ok() } else { None }
    }

    /// The slower half of the answer, and the address; not for a plan that was overtaken in the meantime.
    fn follow(self: &Rc<Self>, shown: &Arc<Plan>) {
        let Some(state) = self.state.borrow().clone() else { return };
        let Some(now) = &state.plan else { return };
        if !Arc::ptr_eq(now, shown) || state.advice_is_current {
            return;
        }
        let address = self.address(&now.query());
        self.show(state.with_advice());
        let _ = self.ask(None, true);
        address::add(&address);
    }

    /// The address of what is typed while fields are at fault: loaded again, the page shows them as they are.
    fn keep_typed(&self) {
        let state = self.state.borrow();
        let faulty = state.as_ref().filter(|state| !state.errors.is_empty()).and_then(|state| state.link.as_deref());
        if let Some(link) = faulty {
            address::replace(&self.address(link));
        }
    }

    /// The address of a plan whose framework is not modeled: no advice is asked for.
    fn follow_bounded(&self, shown: &Arc<BoundedPlan>) {
        let is_shown = |state: &State| state.bounded.as_ref().is_some_and(|now| Arc::ptr_eq(now, shown));
        if self.state.borrow().as_ref().is_some_and(is_shown) {
            address::add(&self.address(&shown.query()));
        }
    }

    fn show(&self, state: State) {
        let tree = state.draw(&self.start.borrow());
        let is_shown = patch::content(&self.page, self.drawn.borrow().as_ref(), &tree).is_ok();
        self.drawn.replace(is_shown.then_some(tree));
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

/// Whether an earlier answer may stand while fields are at fault: for the model and the card that the form shows, or where
/// there is no other answer.
fn stands_for(last: &Plan, now: Option<&Plan>) -> bool {
    now.is_none_or(|now| now.asked.model == last.asked.model && now.asked.hardware.gpu == last.asked.hardware.gpu)
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
