//! Version 1 of the wire language: plain structs whose names and units stay fixed.
//!
//! A later version gets its own module beside this one; fields may be added here, never renamed or removed.

#[cfg(feature = "json")]
pub mod bom;
#[cfg(feature = "json")]
pub mod catalog;
pub mod choices;
#[cfg(feature = "json")]
pub mod code;
#[cfg(feature = "json")]
pub mod compare;
#[cfg(feature = "json")]
pub mod dataset;
#[cfg(feature = "json")]
pub mod diagnose;
#[cfg(feature = "json")]
pub mod estimate;
#[cfg(feature = "json")]
pub mod machine;
#[cfg(feature = "json")]
pub mod message;
#[cfg(feature = "json")]
pub mod model;
#[cfg(feature = "json")]
pub mod money;
#[cfg(feature = "json")]
pub mod plan;
#[cfg(feature = "json")]
pub mod prices;
#[cfg(feature = "json")]
pub mod problem;
#[cfg(feature = "json")]
pub mod recommend;
pub mod scenario;

#[cfg(feature = "json")]
pub use code::Code;
#[cfg(feature = "json")]
pub use compare::Comparison;
#[cfg(feature = "json")]
pub use diagnose::Diagnosis;
#[cfg(feature = "json")]
pub use estimate::{Answer, Estimate, LowerBound};
#[cfg(feature = "json")]
pub use prices::Prices;
#[cfg(feature = "json")]
pub use problem::{Problem, ProblemCode};
#[cfg(feature = "json")]
pub use recommend::{Advised, Recommendation};
pub use scenario::Scenario;
