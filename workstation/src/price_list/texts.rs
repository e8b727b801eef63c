//! Texts that stay: sources and dates of prices are `'static` everywhere, as the catalog's are.

use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

/// Every text that stays, once.
static TEXTS: Mutex<BTreeSet<&'static str>> = Mutex::new(BTreeSet::new());

/// A text that stays until the program ends. A list that is read again brings hardly a new one: days and names of shops.
pub(super) fn lasting(text: &str) -> &'static str {
    let mut texts = TEXTS.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = texts.get(text) {
        return known;
    }
    let new: &'static str = Box::leak(text.to_owned().into_boxed_str());
    texts.insert(new);
    new
}
