//! A Hugging Face `config.json` gives the answer of the catalog's model with the same figures.
//!
//! The documents are the published ones, with the keys that nobody reads here left in where they could be mistaken for
//! others.
#![cfg(feature = "json")]

mod asking;
mod elsewhere;
mod faults;
mod known;
mod published;
mod towers;
