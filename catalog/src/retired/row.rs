//! Rows of the list of ids that are gone.

/// The lists that links and plans name ids of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Accelerators.
    Gpu,
    /// Processors.
    Cpu,
    /// Models.
    Model,
    /// Drives and classes of drives.
    Storage,
    /// Memory kits.
    Memory,
}

/// An id that was listed once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Retired {
    /// The id.
    pub id: &'static str,
    /// The list that it was in.
    pub kind: Kind,
    /// The listed id that stands closest to it, or empty.
    pub successor: &'static str,
    /// Why it is gone, in English without full stop; empty in builds without sources.
    pub reason: &'static str,
    /// Why it is gone, in Chinese without full stop; empty in builds without sources.
    pub reason_zh: &'static str,
}
