//! What a run says when it fails, read from its own messages.
//!
//! The model behind it: people paste a log ([`read`]), whole or a few lines of it, wrapped as their terminal wrapped it. White space
//! is made single first; each [`Kind`] of message has forms that are looked for in what is left, and figures that are read from
//! the words after it. What caused others comes first: memory that ran out before the collective that then hung.
//!
//! Reading is total: any text has an answer, in time that grows with its length and no faster.
//!
//! ```
//! let said = runlog::read("torch.cuda.OutOfMemoryError: CUDA out of memory. Tried to allocate 20.00 MiB (GPU 0; 7.93 GiB total \
//!     capacity; 7.31 GiB already allocated; 15.31 MiB free; 7.35 GiB reserved in total by PyTorch)");
//! assert_eq!(said[0].kind, runlog::Kind::CardMemory);
//! assert_eq!(said[0].observed.requested_bytes, Some(20 << 20));
//! ```

mod amount;
mod card;
mod cause;
mod flow;
mod form;
mod kind;
mod message;
mod read;
mod startup;
mod table;
pub mod words;

pub use cause::Cause;
pub use kind::Kind;
pub use message::Message;
pub use read::{MOST_BYTES, read};
pub use startup::{Startup, startup};
