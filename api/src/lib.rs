//! The questions that people and programs ask, and their answers.
//!
//! The model behind it: a question is a scenario (read and checked by `scenario`), an answer the engine's or the
//! workstation's, written in the words of the wire ([`convert`]).
//! Pages, JSON API and command line call the same functions.
//!
//! ```
//! let asked = r#"{"hardware": {"gpu": "rtx-4090"}, "model": {"id": "resnet50"}, "training": {"micro_batch_size": 64}}"#;
//! let answer = api::estimate_json(asked).expect("a scenario without a fault");
//! assert!(answer.vram.fits);
//!
//! let problem = api::estimate_json(r#"{"hardware": {"gpu": "rtx-4009"}}"#).expect_err("no such card, and no model");
//! assert_eq!(problem.errors.len(), 2);
//! ```
//!
//! Without the feature `json` (the browser's bundle) pages read the engine's types directly, and little is left.

#[cfg(feature = "json")]
pub mod bill;
#[cfg(feature = "json")]
mod buy;
#[cfg(feature = "json")]
pub mod call;
#[cfg(feature = "json")]
pub mod compare;
#[cfg(feature = "json")]
pub mod convert;
#[cfg(feature = "json")]
pub mod dataset;
#[cfg(feature = "json")]
pub mod export;
#[cfg(feature = "json")]
mod facade;
pub mod feeding;
#[cfg(feature = "json")]
pub mod ladder;
#[cfg(feature = "json")]
pub mod machine;
#[cfg(feature = "json")]
pub mod message;
#[cfg(feature = "json")]
pub mod model;
pub mod notes;
#[cfg(feature = "json")]
pub mod plans;
#[cfg(feature = "json")]
mod priced;
#[cfg(feature = "json")]
mod running;
#[cfg(feature = "json")]
mod start;
#[cfg(feature = "json")]
pub mod swaps;
pub mod verdict;

#[cfg(feature = "json")]
pub use bill::{bom, bom_with};
#[cfg(feature = "json")]
pub use compare::{any_comparison, comparison};
pub use engine::desk::Desk;
#[cfg(feature = "json")]
pub use facade::{
    CATALOG_VERSION, ENGINE_VERSION, advise, answer, answer_at, code_of, diagnose_plan, estimate, estimate_at, estimate_json,
    folder_of, parse_scenario_json, pass, recommend, recommend_json, serve,
};
#[cfg(feature = "json")]
pub use priced::{advise_priced, ask_priced, of_search};
