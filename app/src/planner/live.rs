//! What happens in the browser: from an event to the form's fields to the next answer.

mod address;
mod advisor;
mod answer;
mod browser;
mod fields;
mod hand_over;
mod shown;

use std::cell::RefCell;
use std::rc::Rc;

use scenario::form::{CONFIG, OWN_MODEL};
use scenario::query;
use wasm_bindgen::JsCast;
use web_sys::{
    Element, Event, EventTarget, HtmlElement, HtmlFormElement, HtmlInputElement, HtmlSelectElement, HtmlTextAreaElement,
    InputEvent, KeyboardEvent, MouseEvent,
};

use super::advice;
use super::start::Start;
use super::state::State;
use super::tab::Tab;
use browser::{document, listen};
use shown::Planner;

/// The mark of a page that is live.
const LIVE: &str = "data-live";

thread_local! {
    /// The planner of the page, once this module was woken.
    static PLANNER: RefCell<Option<Rc<Planner>>> = const { RefCell::new(None) };
}

/// Wakes the planner of the page up; fields that were filled in before, or restored by the browser, win over the address.
pub fn wake() {
    if let Some(planner) = PLANNER.with_borrow(Clone::clone) {
        return planner.take_over(false);
    }
    let Some(page) = document().and_then(|document| document.query_selector(".planner").ok().flatten()) else { return };
    let planner = Planner::of_page(page.clone());
    PLANNER.set(Some(Rc::clone(&planner)));
    // What another module has left is not what the server sent.
    planner.take_over(!page.has_attribute(LIVE));
    planner.listen(&page, "input", Planner::on_input);
    planner.listen(&page, "compositionend", |planner, _| planner.update());
    planner.listen(&page, "submit", Planner::on_submit);
    planner.listen(&page, "click", |planner, event| {
        let _ = planner.on_click(event);
    });
    planner.listen(&page, "keydown", |_, event| {
        let _ = on_key(event);
    });
    if let Some(window) = web_sys::window() {
        planner.listen(&window, "popstate", |planner, _| planner.on_return());
    }
    // The tests wait for this mark, and the style sheet makes the button discreet by it.
    let _ = page.set_attribute(LIVE, "");
}

impl Planner {
    /// Acts at every such event for as long as the page lives, while this module is the one that answers.
    fn listen(self: &Rc<Self>, target: &EventTarget, name: &str, act: fn(&Rc<Self>, &Event)) {
        let planner = Rc::clone(self);
        listen(target, name, move |event| {
            if planner.is_awake() {
                act(&planner, event);
            }
        });
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
        if target.closest("a[href^='#f-']").is_ok_and(|link| link.is_some()) {
            // What it leads to may stand in the closed sheet of a phone; the browser goes on to the field.
            return self.page.query_selector("#inputs").ok()??.set_attribute("open", "").ok();
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

    /// The browser's way back and forth between plans.
    fn on_return(self: &Rc<Self>) {
        let query = Start::of_page().query;
        let here = self.state.borrow().as_ref().and_then(|state| state.link.clone());
        // A link within the page changes the address too, but not the plan.
        if self.is_leaving() || here.map_or(query != self.start.borrow().query, |here| here != query) {
            self.go(&query, None);
        }
    }
}

/// A switch is a link, which the space bar does not press by itself; the sheet of fields closes as what lies over a page does.
fn on_key(event: &Event) -> Option<()> {
    let key = event.dyn_ref::<KeyboardEvent>()?.key();
    let target = event.target()?.dyn_into::<HtmlElement>().ok()?;
    if key == " " && target.get_attribute("role").as_deref() == Some("switch") {
        event.prevent_default();
        target.click();
    }
    // A list that is open closes first.
    if key == "Escape" && !event.default_prevented() {
        let sheet = target.closest("#inputs[open]").ok()??;
        let summary = sheet.query_selector("summary").ok()??.dyn_into::<HtmlElement>().ok()?;
        // Beside the answer the fields stand open by themselves, and no summary is shown.
        if summary.offset_height() > 0 {
            sheet.remove_attribute("open").ok()?;
            return summary.focus().ok();
        }
    }
    Some(())
}
