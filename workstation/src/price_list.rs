//! The price list in force: what a buyer's own shops ask goes before the catalog's prices wherever a machine is priced.
//!
//! The model behind it: a list is made once of all that was read, each price turned into dollars with a rate that was given.
//! Whoever answers a question does so [`under`] a list, and every search, bill, ladder and comparison below asks [`price`]:
//! they cannot differ in what a part costs. The list is part of the question as the catalog is of the answer, and where none
//! was given all prices are the catalog's.

mod made;
mod month;
mod own;

pub use made::{Fault, PriceList, Quoted, Source};
pub use own::{is_own, own_price, there, with_own};

use std::cell::RefCell;
use std::sync::Arc;

use catalog::Price;

thread_local! {
    /// The list of the question that this thread answers.
    static IN_FORCE: RefCell<Option<Arc<PriceList>>> = const { RefCell::new(None) };
}

/// Puts the list before in force again, also where an answer panics.
struct Before(Option<Arc<PriceList>>);

impl Drop for Before {
    fn drop(&mut self) {
        IN_FORCE.set(self.0.take());
    }
}

/// Answers a question under a list; without one prices are the catalog's.
pub fn under<T>(list: Option<Arc<PriceList>>, answer: impl FnOnce() -> T) -> T {
    let _before = Before(IN_FORCE.replace(list));
    answer()
}

/// What the list in force has of a part.
#[must_use]
pub fn quoted(id: &str) -> Option<Arc<Quoted>> {
    IN_FORCE.with_borrow(|list| list.as_ref()?.of_part(id).cloned())
}

/// The price of a part: that of the list in force, or else the given one.
#[must_use]
pub fn price(id: &str, or_else: Option<Price>) -> Option<Price> {
    IN_FORCE.with_borrow(|list| Some(list.as_ref()?.of_part(id)?.price)).or(or_else)
}

/// The list in force.
#[must_use]
pub fn in_force() -> Option<Arc<PriceList>> {
    IN_FORCE.with_borrow(Clone::clone)
}
