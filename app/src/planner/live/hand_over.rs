//! From one module of the browser to the other, where the reader chooses a model that this one does not know.

use std::rc::Rc;

use engine::models::Families;

use super::shown::Planner;
use crate::planner::module::{ASKED, ATTRIBUTE, name};
use crate::planner::start::Start;
use crate::planner::state::State;

impl Planner {
    /// Whether this module is the one that answers.
    pub(super) fn is_awake(&self) -> bool {
        let named = self.page.get_attribute(ATTRIBUTE);
        let is_named = |families: &Families| named.as_deref() == Some(name(*families));
        [Families::Text, Families::Media].iter().find(|families| is_named(families)).is_none_or(|families| families.are_known())
    }

    /// Leaves a plan to the other module where this one does not know its network; whether it did. The page stays as it is until
    /// that one has read the query, or the form where there is none.
    pub(super) fn hand_over(&self, state: &State, query: Option<&str>) -> bool {
        let Some(families) = state.families.filter(|families| !families.are_known()) else { return false };
        self.forget();
        let _ = query.map(|query| self.page.set_attribute(ASKED, query));
        // The script sees this and wakes the other, which it may have to load first.
        let _ = self.page.set_attribute(ATTRIBUTE, name(families));
        true
    }

    /// Answers what the page asks, which may be what the other module left.
    pub(super) fn take_over(self: &Rc<Self>) {
        self.forget();
        self.start.replace(Start::of_page());
        let asked = self.page.get_attribute(ASKED);
        let _ = self.page.remove_attribute(ASKED);
        match asked {
            Some(query) => self.go(&query, None),
            None => self.read_back(),
        }
    }

    /// What was shown is not on the page any more, and no answer to it is awaited.
    fn forget(&self) {
        self.state.take();
        self.drawn.take();
        if let Some(request) = self.request.take() {
            let _ = request.abort();
        }
    }
}
