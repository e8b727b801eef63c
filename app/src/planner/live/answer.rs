//! From the form's fields, or from an address, to the answer that the page shows, and to the address that follows it.

use std::rc::Rc;
use std::sync::Arc;

use super::browser::later;
use super::shown::Planner;
use super::{address, fields};
use crate::plan::{BoundedPlan, Plan, read, said};
use crate::planner::state::State;

/// How many milliseconds the fields must rest before the slower half of the answer is asked for and the address
/// follows; browsers also allow only about a hundred changes of the address in half a minute.
const REST_MILLISECONDS: u32 = 250;

impl Planner {
    pub(super) fn read_back(self: &Rc<Self>) {
        if let Some(form) = self.form().filter(fields::is_touched) {
            self.answer(fields::read(&form));
        }
    }

    /// Reads all fields and shows their answer.
    pub(super) fn update(self: &Rc<Self>) {
        if let Some(form) = self.form() {
            self.answer(fields::read(&form));
        }
    }

    /// Shows the plan of another address, in the form too; the reader came by the link of this id, if by any.
    pub(super) fn go(self: &Rc<Self>, query: &str, link: Option<String>) {
        let state = State::of_query(query);
        if self.hand_over(&state, Some(query)) {
            return;
        }
        query.clone_into(&mut self.start.borrow_mut().query);
        self.show(state.with_advice());
        if let Some(form) = self.form() {
            self.fill(&form);
        }
        let _ = self.ask(link, true);
    }

    fn answer(self: &Rc<Self>, typed: Vec<(String, String)>) {
        let mut state = State::of(read(typed.into_iter()));
        if self.hand_over(&state, None) {
            return;
        }
        let before = self.state.take();
        state.advice = before.as_ref().and_then(|before| before.advice.clone());
        // The server's answer is worked out here only where it has to stay; what it is about is said by its address.
        let model = before.as_ref().map_or_else(|| said(&self.start.borrow().query).model, |before| before.said.model.clone());
        let has_other_model = state.said.model != model;
        let is_led = has_other_model || state.reset.is_some();
        // A field at fault leaves the last valid answer in place, but not that of another model or card.
        if !state.errors.is_empty() && state.bounded.is_none() {
            let before = before.unwrap_or_else(|| State::of_query(&self.start.borrow().query));
            if let Some(last) = before.plan.filter(|last| stands_for(last, state.plan.as_deref())) {
                state.plan = Some(last);
                state.advice_is_current = before.advice_is_current;
                state.advice_failed = before.advice_failed;
            }
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
}

/// Whether an earlier answer may stand while fields are at fault: for the model and the card that the form shows, or where
/// there is no other answer.
fn stands_for(last: &Plan, now: Option<&Plan>) -> bool {
    now.is_none_or(|now| now.asked.model == last.asked.model && now.asked.hardware.gpu == last.asked.hardware.gpu)
}
