//! What every request passes through: [`edge`] is the outermost layer and calls the others.

pub mod bodies;
pub mod client;
pub mod cors;
pub mod crowd;
pub mod edge;
pub mod guard;
pub mod metrics;
pub mod parameters;
pub mod quota;
pub mod request_id;
pub mod security;
pub mod surface;
