//! What travels between Rigwise and those who ask it: plain structs whose names and units stay fixed.
//!
//! Each version of the language is a module ([`v1`]); its structs hold what was said and decide nothing.
//! What they mean is said by `scenario`, which reads and checks them, and by `api`, which answers.
//!
//! Without the feature `json` (the browser's bundle) only scenarios are left, and nothing of serialization.
//!
//! ```
//! use wire::v1::Scenario;
//!
//! let mut asked = Scenario::default();
//! asked.training.micro_batch_size = Some(64);
//! assert_eq!(asked.hardware.gpu, None);
//! ```

pub mod locale;
pub mod v1;

pub use locale::Locale;
