//! What to buy: machines of the catalog's parts, what stands on their bill, and what they cost.
//!
//! [`machines`] finds the machines for a workload; [`bom`] looks at a finished one, rule by rule, for what can go wrong between its
//! parts; [`money`] prices it by the catalog or by the reader's own figures, and weighs energy, rent and upgrades. A
//! [`price_list`] of the buyer's shops goes before the catalog's prices in all of them.
//!
//! ```
//! use workstation::machines::{Label, search};
//!
//! let asked = scenario::query::parse_string("model=resnet50&samples=50000").scenario;
//! let found = search(&asked).expect("the catalog has machines for it");
//! assert!(found.machines.iter().any(|machine| machine.label == Label::Cheapest));
//! ```

pub mod bom;
pub mod machines;
pub mod money;
pub mod price_list;
mod source;
