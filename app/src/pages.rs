//! The pages, one a file; they run on the server only.

#![expect(clippy::must_use_candidate, reason = "components are used by the view macro, which always uses what they return")]

pub mod about_data;
pub mod about_privacy;
pub mod accuracy;
pub mod bill;
pub mod bom;
pub mod call;
pub mod cases;
pub mod choosing;
pub mod code;
pub mod compare;
pub mod dataset;
pub mod diagnose;
pub mod footer;
pub mod gpu;
pub mod gpus;
pub mod header;
pub mod home;
pub mod machine;
pub mod model;
pub mod models;
pub mod need;
pub mod not_found;
pub mod own_model;
mod pasted;
mod places;
pub mod plan;
pub mod plans;
pub mod problems;
mod purchase;
pub mod reference;
pub mod run;
pub mod runs;
pub mod shared;
pub mod unlisted;
pub mod upgrade;
