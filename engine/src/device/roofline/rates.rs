//! Rated arithmetic of a card, and which arithmetic a step mostly runs in.

use crate::hardware::Gpu;
use crate::units::FlopsPerSecond;
use crate::work::Arithmetic;

/// The device's rated dense rate; arithmetic that it has no units for runs on the vector units.
///
/// `fp32` means what it says: PyTorch's default lets cuDNN convolutions use TF32 (`torch.backends.cudnn.allow_tf32`), which
/// is the precision `tf32` here.
#[must_use]
pub fn rate(gpu: &Gpu, arithmetic: Arithmetic) -> FlopsPerSecond {
    match arithmetic {
        Arithmetic::Fp32 => gpu.fp32,
        Arithmetic::Tf32 => gpu.tf32.unwrap_or(gpu.fp32).max(gpu.fp32),
        Arithmetic::Fp16 => gpu.fp16.unwrap_or(gpu.fp32).max(gpu.fp32),
        Arithmetic::Bf16 => gpu.bf16.unwrap_or(gpu.fp32).max(gpu.fp32),
    }
}

/// The arithmetic that carries most operations; FP32 for a step without any.
pub(super) fn main_arithmetic(flops_in: [f64; 4]) -> Arithmetic {
    let mut best = (Arithmetic::Fp32, flops_in[Arithmetic::Fp32 as usize]);
    for arithmetic in [Arithmetic::Tf32, Arithmetic::Fp16, Arithmetic::Bf16] {
        let flops = flops_in[arithmetic as usize];
        if flops > best.1 {
            best = (arithmetic, flops);
        }
    }
    best.0
}
