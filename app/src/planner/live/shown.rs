//! What the page shows, and how it is made to show something else.

use std::cell::RefCell;
use std::rc::Rc;

use markup::patch;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlFormElement, HtmlInputElement, XmlHttpRequest};

use super::browser::document;
use super::fields;
use crate::planner::start::Start;
use crate::planner::state::State;

/// A planner that is awake.
#[derive(Debug)]
pub(super) struct Planner {
    pub(super) page: Element,
    pub(super) start: RefCell<Start>,
    /// None until the first change: the page shows the server's answer.
    pub(super) state: RefCell<Option<State>>,
    /// What the page shows of it.
    pub(super) drawn: RefCell<Option<markup::Element>>,
    /// The question to the advisor that is under way.
    pub(super) request: RefCell<Option<XmlHttpRequest>>,
}

impl Planner {
    /// The planner of a page that shows the server's answer.
    pub(super) fn of_page(page: Element) -> Rc<Self> {
        Rc::new(Self {
            page,
            start: RefCell::new(Start::of_page()),
            state: RefCell::new(None),
            drawn: RefCell::new(None),
            request: RefCell::new(None),
        })
    }

    pub(super) fn form(&self) -> Option<HtmlFormElement> {
        self.page.query_selector("form").ok()??.dyn_into().ok()
    }

    /// Makes the form show what the plan says.
    pub(super) fn fill(&self, form: &HtmlFormElement) {
        let state = self.state.borrow();
        fields::fill(form, state.as_ref().map(|state| &state.said));
    }

    /// Where a plan is in the tab that is shown.
    pub(super) fn address(&self, query: &str) -> String {
        [self.start.borrow().tab.path(), "?", query].concat()
    }

    pub(super) fn show(&self, state: State) {
        let tree = state.draw(&self.start.borrow());
        let is_shown = patch::content(&self.page, self.drawn.borrow().as_ref(), &tree).is_ok();
        self.drawn.replace(is_shown.then_some(tree));
        self.move_slider(&state);
        if let Some(page) = document() {
            page.set_title(&state.page_title(&self.start.borrow()));
        }
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
