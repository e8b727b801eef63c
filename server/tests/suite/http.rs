//! The whole site over HTTP, in one process: no socket, plans in memory.

mod api;
mod batch;
mod bom;
mod catalog;
mod client;
mod code;
mod compare;
mod cors;
mod diagnose;
mod frameworks;
mod headline;
mod layers;
mod limits;
mod markup;
mod mcp;
mod model;
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
