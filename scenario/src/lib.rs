//! From what a person wrote to what the engine takes.
//!
//! The model behind it: a *scenario* is a set of optional leaves, listed once in [`fields`] with pointer, short name, kind and
//! range.
//! Query strings ([`query`]), forms ([`form`]) and JSON (`json`) all fill those leaves; [`resolve`](mod@resolve) checks them, fills in the
//! [`defaults`] and hands the engine its own types; [`pin`] writes a decided scenario back.
//! Every error of a person's input is collected with the field's pointer and can be worded in either language; nothing is
//! estimated here.
//!
//! ```
//! let asked = scenario::query::parse_string("gpu=rtx-4090&model=resnet50&batch=64");
//! assert!(asked.errors.is_empty());
//! let request = scenario::resolve(&asked.scenario).expect("all that is needed is there");
//! assert_eq!(request.scenario.training.micro_batch_size, 64);
//!
//! let errors = scenario::resolve(&scenario::query::parse_string("gpu=rtx-4090&model=resnet5").scenario).expect_err("no such model");
//! assert_eq!(errors[0].pointer, "/model/id");
//! ```

#[cfg(feature = "json")]
pub mod amount;
#[cfg(feature = "json")]
pub mod chosen;
pub mod defaults;
#[cfg(feature = "json")]
pub mod diagnose;
pub mod error;
pub mod fields;
pub mod form;
pub mod frameworks;
#[cfg(feature = "json")]
pub mod json;
pub mod limits;
pub mod measured;
mod number;
pub mod parts;
pub mod patch;
pub mod pin;
pub mod pointer;
#[cfg(feature = "json")]
pub mod prices;
#[cfg(feature = "json")]
pub mod problem;
pub mod processor;
pub mod query;
pub mod resolve;
pub mod visible;

pub use error::{FieldError, Reason};
pub use number::{parse_integer, parse_number};
pub use patch::apply_change;
pub use resolve::resolve;
