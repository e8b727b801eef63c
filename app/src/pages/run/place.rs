//! Where the page about running is.

use crate::context::path_prefix;
pub use crate::plan::RUN as PATH;

/// Where the answer stands on the page.
pub const ANSWER: &str = "answer";

/// Where the page answers an encoded query, in the language of the address.
pub fn address(query: &str) -> String {
    let prefix = path_prefix().map_or("", |(prefix, _)| prefix);
    format!("{prefix}{PATH}?{query}#{ANSWER}")
}
