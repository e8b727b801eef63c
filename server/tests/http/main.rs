//! The whole site over HTTP, in one process: no socket, plans in memory.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

mod api;
mod bom;
mod catalog;
mod client;
mod code;
mod compare;
mod diagnose;
mod money;
mod pages;
mod plans;
mod problems;
mod share;
