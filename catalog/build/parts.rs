//! Reads and checks what a build plan needs beside the figures of a run.

#[path = "parts/board.rs"]
pub mod board;
#[path = "parts/body.rs"]
pub mod body;
#[path = "parts/power.rs"]
pub mod power;
#[path = "parts/processor.rs"]
pub mod processor;
#[path = "parts/product.rs"]
pub mod product;
#[path = "parts/references.rs"]
pub mod references;
#[path = "parts/rented.rs"]
pub mod rented;
#[path = "parts/server.rs"]
pub mod server;

/// The attribute of fields that a browser's build leaves out.
pub const GATE: &str = "#[cfg(feature = \"parts\")] ";
