//! The accelerator: what a step takes of its memory and its time.

pub mod allocator;
pub mod memory;
pub mod replay;
pub mod roofline;
pub mod slack;
