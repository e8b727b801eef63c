//! What the market has of a part.

/// Something that can be bought, under the name that the caller knows it by.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Offer<T> {
    /// The caller's id of it.
    pub id: &'static str,
    /// Its figures.
    pub spec: T,
}
