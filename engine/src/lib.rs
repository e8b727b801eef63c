//! Rigwise's sizing engine: what a training run needs, worked out from the tensors up.
//!
//! The model behind it: a network is a sequence of operators with tensor shapes; a training step is *played* over
//! them, operator by operator, tracking which bytes are alive.
//! Memory, its parts and its peak, arithmetic and traffic all fall out of that one play.
//!
//! The crate is pure: no I/O, clock, randomness or hashing order; the same input gives the same bits natively and in
//! WebAssembly. It names no product: hardware and models come in as figures.
//!
//! The order of its rooms, each using only those before it: `units`, `hardware`, `training`, `architecture`, `inputs`; `graph`,
//! `models`, `step`, `device`, `work`, `host`; `sizing`, `calibration`, `rules`, `advice`, `answer`; `search`, `desk`,
//! `diagnosis`, `explain`. Models that answer have `serving`, which uses `architecture`, `hardware` and `device`, and `passes`,
//! which plays graphs as well.
//!
//! ```
//! use engine::units::{Bytes, BytesPerSecond};
//!
//! // A capacity is exact and binary, a rate decimal, and a time comes of the two.
//! let weights = Bytes::from_gib(14);
//! let time = weights / BytesPerSecond::from_gb_per_s(25.0);
//! assert!((time.get() - 0.6013).abs() < 1e-4);
//! ```

pub mod advice;
pub mod answer;
pub mod architecture;
pub mod calibration;
pub mod course;
pub mod desk;
pub mod device;
pub mod diagnosis;
mod dtype;
pub mod estimate;
pub mod explain;
pub mod graph;
pub mod hardware;
pub mod host;
pub mod inputs;
pub mod measured;
pub mod models;
pub mod order;
pub mod passes;
pub mod rules;
pub mod search;
pub mod serving;
pub mod sizing;
pub mod step;
pub mod training;
pub mod units;
pub mod work;

pub use answer::bound::lower_bound;
pub use desk::answer as answer_of;
pub use search::recommend;

/// Version of the formulas and constants; shown with every result.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");
