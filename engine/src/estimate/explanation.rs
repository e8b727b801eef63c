//! One number explained.

/// One number explained: the same id in page and API.
#[derive(Debug, Clone, PartialEq)]
pub struct Explanation {
    /// `vram.activations`, `ram.workers`, ...
    pub id: &'static str,
    /// The formula in symbols.
    pub formula: &'static str,
    /// The result, in `unit`.
    pub value: f64,
    /// Its unit.
    pub unit: Unit,
    /// The formula's inputs with this plan's values.
    pub inputs: Vec<(&'static str, f64, Unit)>,
    /// Where the formula or its constants come from, with a date where it matters.
    pub source: &'static str,
}

/// Unit of an explained number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Unit {
    /// Bytes.
    Bytes,
    /// Seconds.
    Seconds,
    /// Samples per second.
    SamplesPerSecond,
    /// Bytes per second.
    BytesPerSecond,
    /// Floating-point operations.
    Flops,
    /// Floating-point operations per second.
    FlopsPerSecond,
    /// A count or a ratio.
    Count,
}
