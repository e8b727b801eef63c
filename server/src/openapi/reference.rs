//! The reference of the API as a running server holds it.

use std::sync::Arc;

use serde_json::Value;

use super::parameters::Parameters;
use crate::cache::Tagged;

/// The reference in the forms in which it is needed.
#[derive(Debug)]
pub struct Reference {
    /// The document as it is served, with its tag.
    pub served: Tagged,
    /// The document as a tree, for the pages that are drawn from it.
    pub document: Arc<Value>,
    /// The query parameters of every operation.
    pub parameters: Parameters,
}

impl Reference {
    /// The document as text and as a tree.
    #[must_use]
    pub fn new(text: Vec<u8>, document: Value) -> Self {
        let parameters = Parameters::of(&document);
        Self { served: Tagged::new(text).with_forms(), document: Arc::new(document), parameters }
    }
}
