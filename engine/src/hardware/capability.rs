//! Compute capabilities of NVIDIA's chips, major × 10 + minor, from which on something is there (CUDA programming guide).

/// Still met with, without tensor cores.
pub const PASCAL: u64 = 61;
/// Tensor cores for FP16.
pub const VOLTA: u64 = 70;
/// The oldest that vLLM and `SGLang` are built for.
pub const TURING: u64 = 75;
/// BF16 and TF32; exactly this, the data center's first with them, whose kernels start and end about half as fast as those of
/// later chips.
pub const AMPERE: u64 = 80;
/// What consumer and workstation cards with BF16 have at least.
pub const AMPERE_CONSUMER: u64 = 86;
/// Matrix units for FP8, at twice the rate of 16 bits.
pub const ADA: u64 = 89;
/// cuBLAS takes larger workspaces.
pub const HOPPER: u64 = 90;
/// Matrix units for FP4, at four times the rate of 16 bits.
pub const BLACKWELL: u64 = 100;
/// What Blackwell's consumer and workstation cards have at least; kernels for the data center's do not run there.
pub const BLACKWELL_CONSUMER: u64 = 120;
