//! The wire language: what pages, JSON API and command line say to the engine, and how its answers read.
//!
//! The model behind it: a *scenario* is a set of optional leaves, listed once in [`fields`] with pointer, short name,
//! kind and range.
//! JSON ([`json`](mod@json)) and query strings ([`query`]) both fill those leaves; [`resolve`](mod@resolve) checks them, fills in the
//! [`defaults`] and hands the engine its own types; [`pin`] writes a decided scenario back, and [`convert`] an answer.
//! Every error of a person's input is collected with the field's pointer and can be told in either language.
//!
//! Without the feature `wire` (the browser's bundle) there is no JSON: pages read the engine's types directly.

#[cfg(feature = "wire")]
pub mod bom;
#[cfg(feature = "wire")]
pub mod call;
#[cfg(feature = "wire")]
pub mod code;
#[cfg(feature = "wire")]
pub mod compare;
#[cfg(feature = "wire")]
pub mod convert;
pub mod defaults;
#[cfg(feature = "wire")]
pub mod diagnose;
pub mod error;
#[cfg(feature = "wire")]
pub mod export;
#[cfg(feature = "wire")]
mod facade;
pub mod feeding;
pub mod fields;
pub mod form;
pub mod frameworks;
#[cfg(feature = "wire")]
pub mod json;
pub mod limits;
pub mod locale;
#[cfg(feature = "wire")]
pub mod machines;
pub mod measured;
#[cfg(feature = "wire")]
pub mod money;
pub mod notes;
mod number;
pub mod patch;
pub mod pin;
#[cfg(feature = "wire")]
pub mod plans;
#[cfg(feature = "wire")]
pub mod prices;
mod processor;
pub mod query;
pub mod resolve;
pub mod text;
pub mod v1;
pub mod verdict;
pub mod visible;

#[cfg(feature = "wire")]
pub use bom::{bom, bom_with};
#[cfg(feature = "wire")]
pub use compare::comparison;
pub use engine::answer::desk::Desk;
pub use error::{FieldError, Reason};
#[cfg(feature = "wire")]
pub use facade::{
    CATALOG_VERSION, ENGINE_VERSION, advise, answer, answer_at, apply_merge_patch, code_of, diagnose_plan, estimate, estimate_at,
    estimate_json, parse_scenario_json, recommend, recommend_json,
};
pub use locale::Locale;
pub use number::{parse_integer, parse_number};
pub use patch::apply_change;
pub use resolve::resolve;
