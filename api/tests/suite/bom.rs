//! Bills of materials: what was pinned stays, what is listed goes together, sums are sums.
#![cfg(feature = "json")]

mod agreement;
mod asking;
mod everything;
mod laws;
mod notes;
mod parts;

pub use laws::trained;
