//! The arithmetic and traffic of a training step, kernel by kernel: what the roofline times.

use crate::course::Phase;
use crate::units::{Bytes, Flops};

/// Tensors that transformers converts at a time: four threads, a tensor each (`GLOBAL_WORKERS` in its
/// `core_model_loading.py`); quantized ones go one by one.
pub const TENSORS_AT_ONCE: usize = 4;

/// One kernel-level piece of a micro-step on one GPU; pieces of the optimizer's phase run once per optimizer step.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Work {
    /// When it runs.
    pub phase: Phase,
    /// What it computes.
    pub kind: WorkKind,
    /// What the multiply units run in.
    pub arithmetic: Arithmetic,
    /// Operations of one execution.
    pub flops: Flops,
    /// What the kernel computes over that, 1 but for fused attention, which fills heads up to the widths that it is made for.
    pub filled: f64,
    /// Device memory that one execution reads and writes.
    pub bytes_moved: Bytes,
    /// Kernel launches of one execution.
    pub kernels: u64,
    /// Executions per micro-step (repeated blocks share one piece).
    pub repeat: u64,
}

/// What a kernel computes, as far as its efficiency differs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum WorkKind {
    /// Dense matrix product.
    Matmul,
    /// Many small matrix products at once, of queries and keys or of scores and values.
    BatchedMatmul,
    /// Convolution.
    Convolution,
    /// Convolution with one filter a channel.
    DepthwiseConvolution,
    /// Fused attention.
    Attention,
    /// Batch, layer, group and RMS norms, softmax.
    Normalization,
    /// Pointwise work: activations, sums, casts, dropout.
    Elementwise,
    /// Sums over a tensor: losses, norms of gradients.
    Reduction,
    /// Table look-up and its scatter.
    Embedding,
    /// Quantization of weights and its inverse.
    Quantization,
    /// Update of weights and states.
    Optimizer,
}

/// What the multiply units run in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Arithmetic {
    /// FP32 on the vector units.
    Fp32,
    /// TF32 on the tensor cores.
    Tf32,
    /// FP16 on the tensor cores, accumulated in FP32.
    Fp16,
    /// BF16 on the tensor cores.
    Bf16,
}

/// A step's work on one GPU, and the amounts that travel between GPUs and host.
#[derive(Debug, Clone, PartialEq)]
pub struct StepWork {
    /// The pieces: forward and backward of one micro-step, the optimizer of one step (this GPU's shard of it).
    pub items: Vec<Work>,
    /// Arithmetic of one micro-step without recomputation, the numerator of the model's FLOPS utilization.
    pub model_flops: Flops,
    /// The weights as they are stored between steps, all of them whatever the sharding.
    pub parameter_bytes: Bytes,
    /// All weights in the type that operators read them in, in which they travel.
    pub gathered_bytes: Bytes,
    /// The gradients as the optimizer reads them, all of them.
    pub gradient_bytes: Bytes,
    /// All gradients in the type that they are reduced in.
    pub reduced_bytes: Bytes,
    /// The optimizer's states, all of them.
    pub optimizer_state_bytes: Bytes,
    /// Weights of the base model, without adapters, before quantization.
    pub parameters: u64,
    /// Weights that train, adapters included.
    pub trainable: u64,
    /// Elements of the base model's largest tensors as they are stored, largest first.
    pub largest_weights: [u64; TENSORS_AT_ONCE],
    /// Time of the accelerators over what the roofline says, as measured; 1 where nothing was.
    pub slowdown: f64,
}

impl StepWork {
    /// The amounts of a step with other pieces.
    pub(crate) fn with_items(&self, items: Vec<Work>) -> Self {
        let Self {
            items: _,
            model_flops,
            parameter_bytes,
            gathered_bytes,
            gradient_bytes,
            reduced_bytes,
            optimizer_state_bytes,
            parameters,
            trainable,
            largest_weights,
            slowdown,
        } = *self;
        Self {
            items,
            model_flops,
            parameter_bytes,
            gathered_bytes,
            gradient_bytes,
            reduced_bytes,
            optimizer_state_bytes,
            parameters,
            trainable,
            largest_weights,
            slowdown,
        }
    }
}
