//! Estimates against reference steps: how far the engine is off, by family of models, with its worst misses.
//!
//! The model behind it: a *reference* is one training step simulated tensor by tensor, with the peak of its live bytes;
//! it becomes a scenario of the API, the engine answers it, and the *deviation* is the answer over the reference less 1.
//! A [`Report`] keeps every deviation, so a page, a table and a test read the same figures.

mod markdown;
mod reference;
mod report;
mod scenario;

pub use markdown::markdown;
pub use reference::{Reference, read};
pub use report::{Deviation, Group, Report, Summary, Unanswered};
pub use scenario::scenario;

/// Half of all estimates must be at least this close.
pub const MEDIAN_LIMIT: f64 = 0.05;
/// 19 of 20 estimates must be at least this close.
pub const P95_LIMIT: f64 = 0.20;
