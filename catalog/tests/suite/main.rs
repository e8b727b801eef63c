//! What must hold of the catalog, as one program: the checks of the build script, and the data that it lets through.

mod checks;
mod shipped;

// The build script's own modules, which find each other at the root of what they are compiled into.
#[path = "../../build/emit.rs"]
mod emit;
#[path = "../../build/gpus.rs"]
mod gpus;
#[path = "../../build/hardware.rs"]
mod hardware;
#[path = "../../build/models.rs"]
mod models;
#[path = "../../build/parts.rs"]
mod parts;
#[path = "../../build/retired.rs"]
mod retired;
#[path = "../../build/row.rs"]
mod row;
#[path = "../../build/tables.rs"]
mod tables;
