//! What was counted of rows.

use crate::script::Letters;
use crate::tally::Sizes;

/// What was counted.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Rows {
    /// The length of the text of each row in bytes of UTF-8: of JSON what its strings say, names of members left out; of tables
    /// what their cells say.
    pub lengths: Sizes,
    /// What the text is written in.
    pub letters: Letters,
}
