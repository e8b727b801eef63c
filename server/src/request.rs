//! What is known of a request beside what it asks for: who sent it, in which language its answer is read, and what it was counted
//! for.

pub mod account;
pub mod client;
pub mod language;
