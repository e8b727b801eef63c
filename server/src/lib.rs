//! Rigwise's server and command line: the only crate that knows HTTP, SQL and the process's environment.
//!
//! The model behind it: [`router`](mod@router) is the whole URL space; a handler reads a request, calls the engine through `api` or the
//! plans through [`store`], and writes the answer.
//! The engine runs beside the connections' threads (`services::compute`); pages are drawn by `app`; files of the site are
//! inside the binary (`assets`).
//! Whatever cannot be answered is a `problem` for programs and a page in the reader's language (`request::language`) for people.

pub mod cli;
pub mod config;
pub mod openapi;
pub mod router;
pub mod serve;
pub mod state;
pub mod store;

mod assets;
mod cache;
mod handlers;
mod layers;
mod limits;
mod load;
mod log;
mod mcp;
mod metrics;
#[cfg(test)]
mod operations;
mod policy;
mod prices;
mod problem;
mod request;
mod services;
mod start;
