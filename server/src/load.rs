//! Load shedding: what all requests, and each client's, may occupy of the server, and who is turned away where that is used up.
//!
//! What they may compute is for `services::compute`.

pub mod bodies;
pub mod crowd;
pub mod writes;
