//! The accelerator: what its kernels take.

pub mod roofline;
