//! How grave a note is.

/// How grave a note is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum NoteLevel {
    /// The plan does not work as it stands.
    Problem,
    /// It works, with a cost or a risk.
    Warning,
    /// Good to know.
    Note,
}
