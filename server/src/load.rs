//! Load shedding and rate limits: what all requests, and those of each client, may occupy of the server.
//!
//! What they may compute is for `services::compute`.

pub mod bodies;
pub mod concurrency;
pub mod writes;
