//! The API's reference: OpenAPI 3.1, generated from the handlers and the wire types.

mod complete;
mod examples;
pub(crate) mod outline;
pub(crate) mod parameters;
pub(crate) mod reference;

use std::sync::{Arc, LazyLock};

use crate::router;
use reference::Reference;

/// The whole document, as it is served and printed.
#[must_use]
pub fn document_text() -> String {
    // Writing fails only where a map has keys that are not text, which the document has not.
    whole().to_pretty_json().unwrap_or_default()
}

/// The reference as a running server holds it; made once.
#[must_use]
pub(crate) fn reference() -> Arc<Reference> {
    static REFERENCE: LazyLock<Arc<Reference>> =
        LazyLock::new(|| Arc::new(Reference::new(document_text().into_bytes(), document())));
    Arc::clone(&REFERENCE)
}

/// The whole document as a tree.
#[must_use]
pub fn document() -> serde_json::Value {
    serde_json::to_value(whole()).unwrap_or_default()
}

fn whole() -> utoipa::openapi::OpenApi {
    complete::complete(router::document())
}
