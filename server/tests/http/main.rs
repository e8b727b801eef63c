//! The whole site over HTTP, in one process: no socket, plans in memory.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

mod api;
mod batch;
mod bom;
mod catalog;
mod client;
mod code;
mod compare;
mod cors;
#[path = "../support/database.rs"]
#[expect(dead_code, reason = "the store's own tests use the rest")]
mod database;
mod diagnose;
mod frameworks;
mod headline;
mod layers;
mod limits;
mod markup;
mod mcp;
mod money;
mod one_machine;
mod pages;
mod parameters;
mod plans;
mod preview;
mod problems;
mod reference;
mod share;
mod unified;
