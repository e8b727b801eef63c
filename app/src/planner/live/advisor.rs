//! The slower half of an answer, which the server works out: asked for, waited for, and put into the page.

use std::rc::Rc;
use std::sync::Arc;

use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::{HtmlElement, XmlHttpRequest};

use super::browser::{document, later};
use super::shown::Planner;
use crate::components::ladder::price_id;
use crate::plan::Plan;
use crate::planner::advice;
use crate::planner::state::{Failed, State};

/// How long the advisor may take: several times its slowest search on a busy server, and as long as people wait.
const ADVICE_MILLISECONDS: u32 = 15_000;
/// The longest wait that a busy server may ask for before the reader is told; beyond it, asking again is the reader's choice.
const WAIT_SECONDS: u32 = 30;

impl Planner {
    /// Asks the server for the advisor's cards; a busy server may name a time to ask again, once.
    pub(super) fn ask(self: &Rc<Self>, link: Option<String>, may_wait: bool) -> Option<()> {
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
}
