//! What processors say of memory.

/// Whether memory errors are corrected.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Ecc {
    /// Always, with the memory that it takes.
    Yes,
    /// With memory for it, on some boards.
    SomeBoards,
    /// Never.
    No,
}

/// How fast memory may run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MemoryRates {
    /// With one module a channel, in million transfers a second; none where it was not found.
    pub one_per_channel: Option<u64>,
    /// With two modules a channel: the lowest that the vendor lists (two ranks), in million transfers a second; none where
    /// it was not found.
    pub two_per_channel: Option<u64>,
    /// With two modules of one rank a channel, in million transfers a second, where that is higher than `two_per_channel`.
    pub two_single_rank: Option<u64>,
    /// Boards take one module a channel.
    pub one_only: bool,
    /// The rates with two modules are remembered rather than read.
    pub unverified: bool,
}
