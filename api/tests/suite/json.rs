//! Scenarios, plans and problems as JSON.
#![cfg(feature = "json")]

mod bodies;
mod changes;
mod documents;
mod problems;
mod scenarios;
