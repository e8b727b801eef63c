//! Scenarios and published hyper-parameters that the tests share.

pub mod host;
pub mod language;
pub mod vision;
