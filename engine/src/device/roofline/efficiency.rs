//! Which share of rated figures kernels achieve, and the fixed costs of a kernel.
//!
//! Calibrated on published single-GPU training throughput with known conditions (Lambda's deep-learning benchmark of
//! NVIDIA's reference scripts, timm's benchmark on an RTX 3090; collected 2026-08) by the step's own kernels.

use crate::units::Seconds;
use crate::work::{Arithmetic, WorkKind};

/// What the device needs to start and drain a kernel that the next one cannot overlap.
pub const KERNEL_RAMP: Seconds = Seconds::new(2.0e-6);

/// What eager `PyTorch` needs on the host for a kernel (Python, dispatcher, autograd, driver), times the clock in GHz: 7
/// microseconds at 4 GHz.
pub const LAUNCH_AT_1_GHZ: Seconds = Seconds::new(28.0e-6);

/// Passes over a convolution's tensors in NCHW on tensor cores: its own, and a read and a write by the layout kernels.
pub const LAYOUT_PASSES: u64 = 2;

/// Low and high of an epoch's time over the calibrated one (10th and 90th percentile of measured over predicted).
pub const SPREAD: (f64, f64) = (0.8, 1.35);

/// Achievable share of the rated dense rate, for kernels large enough to fill the device.
#[must_use]
pub const fn arithmetic_share(kind: WorkKind, arithmetic: Arithmetic) -> f64 {
    match (kind, arithmetic) {
        (WorkKind::Matmul, Arithmetic::Fp32) => 0.80,
        (WorkKind::Matmul, Arithmetic::Tf32) => 0.70,
        (WorkKind::Matmul, Arithmetic::Fp16 | Arithmetic::Bf16) => 0.70,
        (WorkKind::Convolution, Arithmetic::Fp32) => 0.75,
        (WorkKind::Convolution, Arithmetic::Tf32) => 0.60,
        (WorkKind::Convolution, Arithmetic::Fp16 | Arithmetic::Bf16) => 0.50,
        (WorkKind::DepthwiseConvolution, _) => 0.10,
        (WorkKind::Attention, _) => 0.45,
        // Vector work: the rate is never what limits it.
        (
            WorkKind::Normalization
            | WorkKind::Elementwise
            | WorkKind::Reduction
            | WorkKind::Embedding
            | WorkKind::Quantization
            | WorkKind::Optimizer,
            _,
        ) => 0.50,
    }
}

/// Achievable share of the rated memory bandwidth.
#[must_use]
pub const fn memory_share(kind: WorkKind) -> f64 {
    match kind {
        WorkKind::Matmul | WorkKind::Convolution | WorkKind::Attention | WorkKind::Elementwise | WorkKind::Optimizer => 0.80,
        WorkKind::Normalization | WorkKind::Reduction | WorkKind::Quantization => 0.70,
        // Rows are scattered over the table.
        WorkKind::DepthwiseConvolution | WorkKind::Embedding => 0.50,
    }
}
