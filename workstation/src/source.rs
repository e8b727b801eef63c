//! What is named as a source where nobody else is.

/// What was judged here, of assumptions.
pub const JUDGMENT: &str = "judgment of Rigwise";
