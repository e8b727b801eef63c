//! What a data set is for a plan, told from its files.
//!
//! The model behind it: whoever knows files, by walking a folder or by reading a listing of one ([`Listing`]), adds each to
//! [`Holdings`], which keep counts and no names, in memory that does not grow with the number of files.
//! [`Holdings::decide`] says what they are ([`DataSet`]): pictures or texts, how many of them are trained on, how large they are,
//! and which fields of a plan follow beyond doubt.
//! What only the contents of a file say is added by whoever opens it: the sizes of pictures, and rows by [`rows::Reader`].
//!
//! Reading is total: any text has an answer, in time that grows with its length and no faster.
//!
//! ```
//! let listing = dataset::read("123456 ./train/cat/1.jpg\n110000 ./train/dog/2.jpg\n90000 ./val/cat/3.jpg\n");
//! let set = listing.decide();
//! assert_eq!(set.data.samples, Some(2));
//! assert_eq!(set.data.bytes_on_disk, Some(233_456));
//! assert_eq!(set.data.kind, Some(wire::v1::choices::DataKind::Images));
//! ```

pub mod commands;
mod decide;
pub mod facts;
pub mod file;
mod folders;
mod holdings;
mod listing;
mod place;
pub mod rows;
pub mod script;
pub mod shapes;
mod tally;
pub mod text;
pub mod tokens;
pub mod words;

pub use facts::DataSet;
pub use holdings::{Entry, Holdings};
pub use listing::{Listing, read};
pub use tally::{Sizes, Spread};
