//! Nothing that anybody writes becomes markup: in no page, file, preview or card, from no query, header, path or stored text.
//!
//! Every text is replaced by [`MARKUP`], which opens an element of its own wherever it is not escaped, and every answer is read
//! by a parser of HTML like a browser's. Addresses come from the router's own table, names of parameters from those of the code
//! and from the forms of the pages themselves; a route that no test here visits fails the test.

mod judge;
mod names;
pub mod routes;
mod stored;
mod visits;

pub use judge::{Judge, MARKUP};

/// Whether everything is looked at by itself, as `cargo xtask soak laws` does, rather than a few at a time.
pub fn is_thorough() -> bool {
    std::env::var_os("RIGWISE_THOROUGH").is_some()
}

/// Text as a part of an address.
pub fn encoded(text: &str) -> String {
    scenario::query::encode(std::iter::once(("", text))).trim_start_matches('=').replace('+', "%20").replace('/', "%2F")
}
