//! What every request passes through, whatever it asks for.

pub mod client;
pub mod guard;
pub mod quota;
pub mod security;
