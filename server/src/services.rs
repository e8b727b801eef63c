//! What handlers do beside reading requests and writing answers.

pub mod archive;
pub mod batch;
pub mod bom;
pub mod compute;
pub mod parameters;
pub mod plans;
pub mod preview;
