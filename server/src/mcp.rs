//! The engine as tools for language models: the Model Context Protocol at `POST /mcp`.
//!
//! Requests are answered one by one and as JSON, without sessions, so that any server behind a balancer can answer any of them.
//! [`endpoint`] is the HTTP edge, [`server`] speaks the protocol, [`tools`] lists the tools, [`calls`] does it;
//! [`brief`] leaves out of answers what a model need not read.

mod brief;
mod calls;
mod endpoint;
mod schema;
mod search;
mod server;
mod tools;

pub use endpoint::answer;
