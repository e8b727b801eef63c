//! From one module of the browser to the other, where the reader chooses a model that this one does not know.
//!
//! The module before goes on listening until the other one is there, so that no input is lost: what is typed or chosen in the
//! meantime is handed over instead, or answered here where the reader comes back to a model of this one.

use std::rc::Rc;

use engine::models::Families;

use super::shown::Planner;
use crate::planner::module::{ASKED, AWAKE, WANTED, name};
use crate::planner::start::Start;
use crate::planner::state::State;

/// Marks the page while nobody has its answer.
const BUSY: &str = "aria-busy";

impl Planner {
    /// Whether this module is the one that answers.
    pub(super) fn is_awake(&self) -> bool {
        let named = self.page.get_attribute(AWAKE);
        [Families::Text, Families::Media].iter().any(|families| named.as_deref() == Some(name(*families)) && families.are_known())
    }

    /// Leaves a plan to the other module where this one does not know its network; whether it did. The page stays as it is until
    /// that one has read the query, or the form where there is none.
    pub(super) fn hand_over(&self, state: &State, query: Option<&str>) -> bool {
        let Some(families) = state.families.filter(|families| !families.are_known()) else {
            self.withdraw();
            return false;
        };
        self.forget();
        let _ = match query {
            Some(query) => self.page.set_attribute(ASKED, query),
            None => self.page.remove_attribute(ASKED),
        };
        let _ = self.page.set_attribute(BUSY, "true");
        // The script sees this and wakes the other, which it may have to load first.
        let _ = self.page.set_attribute(WANTED, name(families));
        true
    }

    /// Answers what the page asks: at first as it was served, later what the other module left.
    pub(super) fn take_over(self: &Rc<Self>, is_first: bool) {
        self.forget();
        self.start.replace(Start::of_page());
        let asked = self.page.get_attribute(ASKED);
        let _ = self.page.remove_attribute(ASKED);
        let _ = self.page.remove_attribute(BUSY);
        match asked {
            Some(query) => self.go(&query, None),
            None if is_first => self.read_back(),
            None => self.update(),
        }
    }

    /// Whether the other module is awaited.
    pub(super) fn is_leaving(&self) -> bool {
        self.page.get_attribute(WANTED) != self.page.get_attribute(AWAKE)
    }

    /// The other module is not needed after all.
    fn withdraw(&self) {
        if self.is_leaving() {
            let awake = self.page.get_attribute(AWAKE).unwrap_or_default();
            let _ = self.page.remove_attribute(ASKED);
            let _ = self.page.remove_attribute(BUSY);
            let _ = self.page.set_attribute(WANTED, &awake);
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
