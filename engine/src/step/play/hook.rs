//! Where in a step a library's hooks run, and the tensors that they hold.

use super::tape;
use crate::course::Phase;
use crate::step::ledger::Part;

/// A tensor of the library's.
#[derive(Debug, Clone, Copy)]
pub(super) struct Held {
    pub(super) bytes: i64,
    pub(super) part: Part,
    /// Its tensor on the tape.
    pub(super) tensor: u32,
}

impl Held {
    pub(super) const NOTHING: Self = Self { bytes: 0, part: Part::Temporary, tensor: tape::NONE };
}

/// Where in the step a hook runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Hook {
    /// Before the first operator.
    Start,
    /// Once before a segment's first instance runs: what is different from its other instances.
    Arrive(Phase),
    /// Before each instance.
    Enter(Phase),
    /// After each instance.
    Leave(Phase),
    /// Once after a segment's last instance.
    Depart(Phase),
    /// Between forward and backward.
    Turn,
    /// After the last operator.
    End,
}
