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

/// Where another page, which has no address for each language, answers a query in the language of this one.
pub fn elsewhere(page: &str, query: &str) -> String {
    let lang = path_prefix().map_or(String::new(), |(_, locale)| format!("&lang={}", locale.as_str()));
    format!("{page}?{query}{lang}")
}
