//! What a machine has, read from what its own programs print.
//!
//! The model behind it: people paste a text, any number of reports one after the other ([`read`]).
//! Each line that some program is known to print becomes [`fact::Fact`]s; [`machine::Machine`] is what all facts together
//! leave beyond doubt, with the lines that say so.
//! What the catalog does not list is named with its nearest row and never replaced by it; what two lines contradict each other
//! about is left open.
//!
//! Reading is total: any text has an answer, in time that grows with its length and no faster.
//!
//! ```
//! let machine = probe::read("MemTotal:       65690000 kB\nmodel name\t: AMD Ryzen 9 7950X 16-Core Processor\n");
//! assert_eq!(machine.hardware.ram_gib, Some(64));
//! assert_eq!(machine.hardware.cpu.as_deref(), Some("ryzen-9-7950x"));
//! assert_eq!(machine.hardware.gpu, None);
//! ```

pub mod commands;
mod decide;
pub mod fact;
mod found;
mod kit;
mod lookup;
pub mod machine;
mod names;
mod reading;
mod report;
mod value;
pub mod words;

pub use decide::read;
pub use machine::{Finding, Item, Machine, Missing, Note, Origin, Stranger};
pub use report::MOST_BYTES;
