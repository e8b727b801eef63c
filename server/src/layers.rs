//! What every request passes through: [`edge`] is the outermost layer and calls the others.

pub mod cors;
pub mod edge;
pub mod guard;
pub mod parameters;
pub mod request_id;
pub mod security;
pub mod surface;
