//! Where the page is, and where its questions lead.

/// The page's address.
pub const PATH: &str = "/diagnose";

/// Where questions lead.
pub(super) struct Place {
    /// The page without its query.
    pub(super) path: String,
    /// What stands before a parameter of a question.
    pub(super) address: String,
    /// What a form sends beside its own fields.
    pub(super) kept: Vec<(String, String)>,
}
