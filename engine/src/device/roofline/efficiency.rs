//! Which share of rated figures kernels achieve, and the fixed costs of a kernel.
//!
//! Calibrated together, by the step's own kernels, on published single-GPU training throughput with known conditions:
//! ResNet-50 and BERT-base/-large on 15 GPUs from Turing to Hopper (Lambda's deep-learning benchmark of NVIDIA's reference
//! scripts, commit aa5addb6) and ResNet-34/50/152 on an RTX 3090 (timm, commit aa4b5850), collected 2026-08.
//! Spread over its 114 configurations: median error 6 %, 90th percentile 19 %; runs of one card and model differ by up to
//! 30 % among themselves (software, power limits).

use crate::units::Seconds;
use crate::work::{Arithmetic, WorkKind};

/// What the device needs to start and drain a kernel that the next one cannot overlap.
pub const KERNEL_RAMP: Seconds = Seconds::new(4.0e-6);

/// What eager `PyTorch` needs on the host for a kernel (Python, dispatcher, autograd, driver), times the clock in GHz: 7
/// microseconds at 4 GHz. An assumption: every run that was calibrated on is large enough to hide it.
pub const LAUNCH_AT_1_GHZ: Seconds = Seconds::new(28.0e-6);

/// Low and high of an epoch's time over the calibrated one. The 10th and 90th percentile of the calibration are 0.88 and
/// 1.16; models, software and power limits that it has not seen differ more.
pub const SPREAD: (f64, f64) = (0.8, 1.35);

/// Operations that tensor cores get done per byte that the device memory can deliver, on 16-bit operands: tiles are read
/// again from the caches, whose bandwidth grows with the memory's. TF32's operands are twice as wide.
///
/// It is why a card with many more tensor cores than bandwidth reaches a smaller share of its rate.
pub const OPERATIONS_PER_BYTE: f64 = 205.0;

/// The same limit by the multiprocessors: tensor operations per FP32 vector operation of the rated rate.
///
/// Where caches are large for the memory behind them (Ada and later consumer cards), they deliver at this rate. Not fitted:
/// the value at which both limits agree on Ampere's workstation cards, checked on L40S against H100 runs (`SimpleTuner`).
pub const OPERATIONS_PER_VECTOR_OPERATION: f64 = 4.6;

/// Passes over a convolution's tensors in NCHW, for a pass in NHWC: cuDNN's tensor-core kernels want NHWC, so inputs, outputs
/// and gradients are copied to it and back; TF32 has some kernels for NCHW.
#[must_use]
pub const fn layout_passes(arithmetic: Arithmetic) -> f64 {
    match arithmetic {
        Arithmetic::Fp32 => 1.0,
        Arithmetic::Tf32 => 2.1,
        Arithmetic::Fp16 | Arithmetic::Bf16 => 3.6,
    }
}

/// Achievable share of the rated dense rate, for kernels large enough to fill the device.
#[must_use]
pub const fn arithmetic_share(kind: WorkKind, arithmetic: Arithmetic) -> f64 {
    match (kind, arithmetic) {
        (WorkKind::Matmul, Arithmetic::Fp32) => 0.66,
        (WorkKind::Matmul, Arithmetic::Tf32) => 0.52,
        (WorkKind::Matmul, Arithmetic::Fp16 | Arithmetic::Bf16) => 0.74,
        (WorkKind::Convolution, Arithmetic::Fp32) => 0.79,
        (WorkKind::Convolution, Arithmetic::Tf32) => 0.67,
        (WorkKind::Convolution, Arithmetic::Fp16 | Arithmetic::Bf16) => 0.95,
        (WorkKind::DepthwiseConvolution, _) => 0.10,
        // FlashAttention-2's own figures, forward and backward together (Dao 2023).
        (WorkKind::Attention, _) => 0.60,
        // Vector work: memory limits it, never the rate.
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

/// Achievable share of the rated memory bandwidth, against the traffic that the graph counts.
#[must_use]
pub const fn memory_share(kind: WorkKind) -> f64 {
    match kind {
        WorkKind::Matmul | WorkKind::Convolution | WorkKind::Attention | WorkKind::Quantization => 0.70,
        WorkKind::Elementwise | WorkKind::Optimizer => 0.64,
        WorkKind::Normalization => 0.52,
        WorkKind::Reduction => 0.80,
        // Rows are scattered over the table.
        WorkKind::DepthwiseConvolution | WorkKind::Embedding => 0.50,
    }
}
