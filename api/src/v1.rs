//! Version 1 of the wire language: plain structs whose names and units stay fixed.
//!
//! A later version gets its own module beside this one; fields may be added here, never renamed or removed.

#[cfg(feature = "wire")]
pub mod bom;
#[cfg(feature = "wire")]
pub mod catalog;
pub mod choices;
#[cfg(feature = "wire")]
pub mod code;
#[cfg(feature = "wire")]
pub mod compare;
#[cfg(feature = "wire")]
pub mod diagnose;
#[cfg(feature = "wire")]
pub mod estimate;
#[cfg(feature = "wire")]
pub mod money;
#[cfg(feature = "wire")]
pub mod plan;
#[cfg(feature = "wire")]
pub mod prices;
#[cfg(feature = "wire")]
pub mod problem;
#[cfg(feature = "wire")]
pub mod recommend;
pub mod scenario;

#[cfg(feature = "wire")]
pub use code::Code;
#[cfg(feature = "wire")]
pub use compare::Comparison;
#[cfg(feature = "wire")]
pub use diagnose::Diagnosis;
#[cfg(feature = "wire")]
pub use estimate::{Answer, Estimate, LowerBound};
#[cfg(feature = "wire")]
pub use prices::Prices;
#[cfg(feature = "wire")]
pub use problem::{Problem, ProblemCode};
#[cfg(feature = "wire")]
pub use recommend::{Advised, Recommendation};
pub use scenario::Scenario;
