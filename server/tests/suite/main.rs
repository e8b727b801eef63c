//! What must hold of the server, as one program: a link for each file would take longer than the tests.
//!
//! Everything over HTTP is in `http`, in one process and without a socket; `serving`, `hostile`, `calls` and `command_line`
//! start the binary.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

mod calls;
mod command_line;
mod database;
mod hostile;
mod http;
mod openapi;
mod serving;
mod store;
