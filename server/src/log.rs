//! The log: lines for people or JSON for programs, on standard error, since standard output belongs to answers.
//!
//! It never holds keys, queries, bodies, the ids of plans, nor addresses of clients: requests appear by the template of their
//! path.

use std::io::IsTerminal as _;

use tracing_subscriber::EnvFilter;

use crate::config::{Log, LogFormat};

/// What is logged of the library of the tools' protocol where `RUST_LOG` does not name it.
const RMCP: &str = "rmcp=error";

/// Starts the log of this process.
pub fn start(log: &Log) {
    let filter = EnvFilter::try_new(&log.filter).unwrap_or_else(|_| EnvFilter::new("info"));
    // The library of the tools' protocol tells of every message, with words of clients.
    let filter = match RMCP.parse() {
        Ok(quiet) if !log.filter.contains("rmcp") => filter.add_directive(quiet),
        _ => filter,
    };
    let builder = tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr);
    match log.format {
        LogFormat::Text => builder.with_ansi(std::io::stderr().is_terminal()).init(),
        LogFormat::Json => builder.json().flatten_event(true).with_current_span(true).with_span_list(false).init(),
    }
}
