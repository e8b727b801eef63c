//! What to buy for a workload: every machine keeps what was asked, and says what it rests on.
#![cfg(feature = "json")]

mod asking;
mod constraints;
mod drives;
mod laws;
mod reasons;
mod workloads;
