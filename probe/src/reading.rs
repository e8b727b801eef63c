//! What one form makes of one line.

use crate::fact::Fact;

/// What a form makes of a line.
pub enum Reading {
    /// It is another form's.
    Foreign,
    /// It is of this form, with what it says.
    Own(Vec<Fact>),
}

impl Reading {
    /// A line that says nothing that is needed here.
    pub const NOTHING: Self = Self::Own(Vec::new());
}
