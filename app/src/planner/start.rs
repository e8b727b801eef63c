//! What the planner starts from: the address and the language of the page.
//!
//! Both are on the page already, so that the island needs no properties and the bundle no JSON.

use scenario::query;

use super::tab::Tab;
use crate::locale::Locale;

/// The page as the planner finds it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Start {
    /// The encoded query, without a question mark.
    pub query: String,
    /// Which cards stand below the first screen.
    pub tab: Tab,
    /// The language of the page.
    pub locale: Locale,
    /// Scheme and host, for commands that readers copy.
    pub origin: String,
}

impl Start {
    /// From the request.
    #[cfg(feature = "ssr")]
    #[must_use]
    pub fn of_page() -> Self {
        use crate::context;
        Self {
            query: context::request_query(),
            tab: Tab::at(&context::request_path()).unwrap_or_default(),
            locale: context::request_locale(),
            origin: context::request_origin(),
        }
    }

    /// From the document.
    #[cfg(feature = "hydrate")]
    #[must_use]
    pub fn of_page() -> Self {
        let Some(window) = web_sys::window() else { return Self::default() };
        let location = window.location();
        let root = window.document().and_then(|document| document.document_element());
        let language = root.and_then(|root| root.get_attribute("lang"));
        Self {
            query: location.search().map(|search| search.trim_start_matches('?').to_owned()).unwrap_or_default(),
            tab: location.pathname().ok().and_then(|path| Tab::at(&path)).unwrap_or_default(),
            locale: language.and_then(|tag| Locale::from_tag(&tag)).unwrap_or_default(),
            origin: location.origin().unwrap_or_default(),
        }
    }
}

/// What an encoded query says of a field, as it was typed; a field at fault shows its own text.
#[must_use]
pub fn typed_text(encoded: &str, name: &str) -> Option<String> {
    query::decode(encoded).filter(|(key, _)| key == name).map(|(_, text)| text).last().filter(|text| !text.is_empty())
}
