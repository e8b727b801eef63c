//! Which share of rated figures kernels achieve, and the fixed costs of a kernel.
//!
//! Calibrated together, by the step's own kernels, on published single-GPU training throughput with known conditions,
//! collected 2026-08 to 2026-11: ResNet-50, BERT-base and -large and Mask R-CNN on 20 GPUs from Volta to Ada and Hopper
//! (Lambda's deep-learning benchmark of NVIDIA's reference scripts, commit aa5addb6, and its later table, commit
//! 0551cb70), 17 classifiers on an RTX 3090 (timm, commit aa4b5850), GPT-2 on an A100 (LLMs-from-scratch), `EfficientNet` and
//! others on V100 (NVIDIA's `DeepLearningExamples`), LoRA of Llama-3.2-3B on an L40S (PEFT; mean length assumed).
//!
//! What matrix products reach is fitted to products that were timed by themselves on A100, H100, B200 and L40S (aiconfigurator, commit
//! 095f58a5: 24 each, 512 to 8,192 rows; median error 6 to 10 % a card, `matmul_kernels.csv`) together with those runs, the other shares to the runs alone:
//! nine in all, by least squares on the logarithm of the time, each configuration weighted down by how many like it there are;
//! [`CACHED_SHARE`], [`KERNEL_RAMP`], [`LAUNCH_AT_1_GHZ`] and the memory's share of elementwise work were set. Spread over the 186
//! configurations: median error 6.6 %, 90th percentile 18 %. Predicted by a fit that has not seen the card: 7 % and 20 %; not
//! the model: 8 % and 21 %; not the whole generation: 8 % and 19 %. Runs of one card and model differ by up to 30 % among
//! themselves (software, power limits).

use crate::architecture::Family;
use crate::hardware::{Gpu, capability};
use crate::units::Seconds;
use crate::work::{Arithmetic, WorkKind};

/// What the device needs to start and drain a kernel that the next one cannot overlap.
pub const KERNEL_RAMP: Seconds = Seconds::new(6.0e-6);

/// What eager `PyTorch` needs on the host for a kernel (Python, dispatcher, autograd, driver), times the clock in GHz: 10
/// microseconds at 4 GHz. An assumption: every run that was calibrated on is large enough to hide it.
pub const LAUNCH_AT_1_GHZ: Seconds = Seconds::new(40.0e-6);

/// What a module that answers small batches needs on the host for a kernel, times the clock in GHz: the card waits for its Python. 29 microseconds a kernel, as transformers'
/// `generate` takes on an A100 (the fit of `serving::speed`), whose host is taken to run at 3.4 GHz.
pub const ANSWERING_LAUNCH_AT_1_GHZ: Seconds = Seconds::new(99.0e-6);

/// Low and high of an epoch's time over the calibrated one, by the kind of model.
///
/// Those with rows have the 10th and 90th percentile of measured over predicted time, widened by what a fit without the
/// card or the model misses more (classifiers 0.91 to 1.16 of 83 configurations, encoders 0.89 to 1.25 of 66, detectors
/// 0.93 to 1.09 of 20, decoders 0.84 to 1.10 of 9, vision transformers 0.81 to 0.85 of 8); the others have none.
#[must_use]
pub const fn spread(family: Family) -> (f64, f64) {
    match family {
        Family::Convolutional => (0.85, 1.25),
        Family::Encoder => (0.85, 1.30),
        Family::VisionTransformer => (0.72, 1.15),
        Family::Decoder => (0.75, 1.30),
        Family::Detection => (0.75, 1.35),
        Family::Segmentation | Family::Seq2seq | Family::Speech | Family::Diffusion => (0.70, 1.50),
    }
}

/// Operations of matrix products that tensor cores get done per byte that the device memory can deliver, on 16-bit operands: tiles are
/// read again from the caches, whose bandwidth grows with the memory's. TF32's operands are twice as wide.
///
/// It is why a card with many more tensor cores than bandwidth reaches a smaller share of its rate.
pub const MULTIPLIED_PER_BYTE: f64 = 370.0;

/// Operations of matrix products on 16-bit operands for each joule that a board may take, where it lowers its clock before its tensor
/// cores are busy: A100 of 250 to 400 W (33 configurations). TF32 takes twice as much. Other generations reach their rates first, as
/// far as was seen.
#[must_use]
pub fn multiplied_per_joule(gpu: &Gpu) -> Option<f64> {
    (gpu.compute_capability == Some(capability::AMPERE)).then_some(0.645e12)
}

/// Operations of convolutions per FP32 vector operation of the rated rate, a limit that the multiprocessors set: they gather pictures
/// for every filter.
pub const CONVOLVED_PER_VECTOR_OPERATION: f64 = 4.8;

/// Share of a kernel's traffic that it finds in the last cache, as far as it fits in there: its inputs, which the kernel
/// before it wrote. What it writes reaches the memory sooner or later.
pub const CACHED_SHARE: f64 = 0.6;

/// Passes over a convolution's tensors in NCHW, for a pass in NHWC: cuDNN's tensor-core kernels want NHWC, so inputs, outputs
/// and gradients are copied to it and back; TF32 has some kernels for NCHW.
#[must_use]
pub const fn layout_passes(arithmetic: Arithmetic) -> f64 {
    match arithmetic {
        Arithmetic::Fp32 => 1.0,
        Arithmetic::Tf32 => 1.84,
        Arithmetic::Fp16 | Arithmetic::Bf16 => 2.91,
    }
}

/// Achievable share of the rated dense rate, for kernels large enough to fill the device and fed in time.
///
/// The tensor shares are high because boost clocks exceed the rated ones; the other limit, the delivery of operands, is
/// added to it as the legs of a right triangle are.
#[must_use]
pub const fn arithmetic_share(kind: WorkKind, arithmetic: Arithmetic) -> f64 {
    match (kind, arithmetic) {
        (WorkKind::Matmul | WorkKind::BatchedMatmul, Arithmetic::Fp32) => 0.77,
        (WorkKind::Matmul | WorkKind::BatchedMatmul, Arithmetic::Tf32 | Arithmetic::Fp16 | Arithmetic::Bf16) => 0.96,
        (WorkKind::Convolution, Arithmetic::Fp32) => 0.89,
        (WorkKind::Convolution, Arithmetic::Tf32 | Arithmetic::Fp16 | Arithmetic::Bf16) => 1.0,
        // On the vector units, whatever its operands.
        (WorkKind::DepthwiseConvolution, _) => 0.18,
        // Fused kernels timed by themselves: 0.40 to 0.58 on A100, 0.45 to 0.67 on H100, 0.38 to 0.58 on L40S (aiconfigurator, commit
        // 095f58a5, prompts of 4,096 and 16,384 tokens).
        (WorkKind::Attention, _) => 0.52,
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
        WorkKind::Matmul => 0.80,
        // Heads are narrow: tiles are filled in part, and scores pass once more than they must.
        WorkKind::BatchedMatmul => 0.24,
        WorkKind::Convolution
        | WorkKind::Attention
        | WorkKind::Quantization
        | WorkKind::Elementwise
        | WorkKind::Optimizer
        | WorkKind::Normalization
        | WorkKind::Reduction => 0.62,
        // Neighboring filters read the same pixels again.
        WorkKind::DepthwiseConvolution => 0.28,
        // Rows are scattered over the table.
        WorkKind::Embedding => 0.50,
    }
}
