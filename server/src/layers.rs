//! What every request passes through; `router` puts the layers around the handlers.

pub mod cors;
pub mod edge;
pub mod guard;
pub mod parameters;
pub mod path;
pub mod request_id;
pub mod security;
pub mod surface;
pub mod trace;
