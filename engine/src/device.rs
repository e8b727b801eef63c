//! The accelerator: what a step takes of its memory and its time.

pub mod memory;
pub mod roofline;
