//! Scenarios become requests, and everything that is wrong with them is named.

mod adapters;
mod asking;
mod defaults;
mod faults;
mod figures;
mod suited;
