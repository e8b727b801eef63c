//! A network of anybody's own, as a tracer saw it run: its kernels one by one, with sizes by the batch.

mod operator;

use super::Family;
pub use crate::dtype::Dtype;
pub use operator::{TracedOperator, backward_named};
use std::sync::Arc;

/// Bytes that no tensor of a trace may pass (16 TiB), so that sums over all kernels stay exact.
const MOST: i128 = 1 << 44;

/// A size as a polynomial of the batch: the coefficients of its powers 0, 1 and 2.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BySamples(pub [i64; 3]);

impl BySamples {
    /// Nothing, at any batch.
    pub const ZERO: Self = Self([0; 3]);

    /// The size at a batch of `samples`: none below zero, none above 16 TiB.
    #[must_use]
    pub fn at(self, samples: u64) -> u64 {
        let samples = i128::from(samples.min(1 << 32));
        let [constant, linear, square] = self.0.map(i128::from);
        (constant + samples * (linear + samples * square)).clamp(0, MOST) as u64
    }

    /// The number at a batch of `samples` as a float, for work, which no memory bounds; none below zero.
    #[must_use]
    pub fn work_at(self, samples: u64) -> f64 {
        let samples = samples as f64;
        let [constant, linear, square] = self.0.map(|part| part as f64);
        (constant + samples * (linear + samples * square)).max(0.0)
    }
}

/// A network of anybody's own.
#[derive(Debug, Clone, PartialEq)]
pub struct Traced {
    /// What it reads.
    pub reads: TracedInput,
    /// The kind that it is most like ([`kind_of`](Self::kind_of)).
    pub family: Family,
    /// Bytes of one sample's tensors.
    pub sample_bytes: u64,
    /// What it was seen to do; scenarios are copied often, and share it.
    pub network: Arc<TracedNetwork>,
}

/// A network as it was seen to train.
#[derive(Debug, Clone, PartialEq)]
pub struct TracedNetwork {
    /// Its weights.
    pub weights: Vec<TracedWeight>,
    /// A step in FP32, by weights in BF16, and by weights in FP32 under autocast.
    pub graphs: [TracedGraph; 3],
}

/// What a traced network reads, as far as its shape tells it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TracedInput {
    /// Pictures of this height and width.
    Images {
        /// Pixels.
        height: u64,
        /// Pixels.
        width: u64,
    },
    /// Token ids, so many a sample.
    Tokens {
        /// Tokens.
        length: u64,
    },
    /// Anything else: arrays as they are stored.
    Tensors,
}

/// A weight of a traced network.
#[derive(Debug, Clone, PartialEq)]
pub struct TracedWeight {
    /// Its dimensions.
    pub shape: Vec<u64>,
    /// Whether it trains.
    pub trainable: bool,
    /// Whether it is the table of an embedding.
    pub is_table: bool,
}

/// A step in one precision.
#[derive(Debug, Clone, PartialEq)]
pub struct TracedGraph {
    /// Type of each weight.
    pub weights: Vec<Dtype>,
    /// Tensors of the batch, targets included.
    pub inputs: Vec<(BySamples, Dtype)>,
    /// Tensors that the network holds on to from one step to the next.
    pub kept: Vec<(BySamples, Dtype)>,
    /// Bytes of buffers.
    pub buffer_bytes: u64,
    /// Kernels of the forward pass, in order.
    pub kernels: Vec<TracedKernel>,
    /// The first kernel of the loss.
    pub loss: u32,
}

/// A kernel. Values are numbered: weights first, then inputs, what is kept, then what the kernels give out, one by one.
#[derive(Debug, Clone, PartialEq)]
pub struct TracedKernel {
    /// What it is.
    pub operator: TracedOperator,
    /// The block that it runs in.
    pub block: Option<u32>,
    /// Values that it reads.
    pub inputs: Vec<u32>,
    /// Values that it gives out.
    pub outputs: Vec<TracedOutput>,
    /// Values that autograd saves for its backward.
    pub saves: Vec<u32>,
    /// Values that variables of Python let go of once it has run.
    pub holds: Vec<u32>,
    /// Values whose gradients its backward makes, with the bytes of each, or none where the gradient that came in is passed on; no
    /// list where backward does not visit it.
    pub gradients: Option<Vec<(u32, Option<BySamples>)>>,
    /// Name of its backward kernel.
    pub backward_name: &'static str,
    /// Operations of its matrix products, forward and backward.
    pub flops: [BySamples; 2],
    /// Bytes inside its kernels, forward and backward.
    pub temporary: [BySamples; 2],
}

/// A value that a kernel gives out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TracedOutput {
    /// Elements, of all its memory where that is new.
    pub elements: BySamples,
    /// Type of an element.
    pub dtype: Dtype,
    /// The value in whose memory it lies; none where the kernel allocates.
    pub shares: Option<u32>,
}

impl Traced {
    /// The kind of model that a network with these kernels is most like: one of convolutions where they are most of its arithmetic.
    #[must_use]
    pub fn kind_of(reads: TracedInput, kernels: &[TracedKernel]) -> Family {
        let work = |kernel: &TracedKernel| kernel.flops[0].work_at(1);
        let of_convolutions: f64 = kernels.iter().filter(|kernel| kernel.operator.name.contains("conv")).map(work).sum();
        let all: f64 = kernels.iter().map(work).sum();
        match reads {
            TracedInput::Tokens { .. } => Family::Encoder,
            TracedInput::Images { .. } | TracedInput::Tensors if 2.0 * of_convolutions > all => Family::Convolutional,
            TracedInput::Images { .. } | TracedInput::Tensors => Family::VisionTransformer,
        }
    }
}
