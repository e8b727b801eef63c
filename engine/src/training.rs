//! How a run trains: the settings that a training script has, under the names that it gives them.

mod alignment;
pub mod batch;
mod implementation;
mod method_kind;
mod optimizer;
mod vision_tower;

use crate::units::Bytes;
pub use alignment::Alignment;
pub use implementation::Implementation;
pub use method_kind::MethodKind;
pub use optimizer::Optimizer;
pub use vision_tower::VisionTower;

/// Everything about a run that is neither machine, model nor data.
#[derive(Debug, Clone, PartialEq)]
pub struct Training {
    /// Which weights train, and how.
    pub method: Method,
    /// Storage and arithmetic of weights and activations.
    pub precision: Precision,
    /// How a language model is aligned with what people prefer.
    pub alignment: Alignment,
    /// What trains of the tower that reads a model's pictures; other models have none of it.
    pub vision_tower: VisionTower,
    /// The optimizer.
    pub optimizer: Optimizer,
    /// Which of `PyTorch`'s implementations of the optimizer runs.
    pub optimizer_implementation: OptimizerImplementation,
    /// Decoupled or L2 decay; only whether it is zero matters for memory, and only to SGD.
    pub weight_decay: f64,
    /// 8-bit `AdamW` keeps the states of embeddings in 32 bits, as Hugging Face's Trainer sets it up.
    pub embedding_states_32bit: bool,
    /// What the forward pass forgets and the backward pass computes again.
    pub activation_checkpointing: ActivationCheckpointing,
    /// Which attention runs.
    pub attention: Attention,
    /// What computes blocks with a state; other blocks have none of it.
    pub linear_attention: LinearAttentionKernels,
    /// Whether a dense mask goes into attention.
    pub attention_mask: AttentionMask,
    /// How the loss treats the logits.
    pub loss_logits: LossLogits,
    /// Layout of image tensors.
    pub memory_format: MemoryFormat,
    /// Frozen companions of a diffusion model stay on the card during training.
    pub resident_frozen_models: bool,
    /// Samples per GPU and forward pass, at least 1.
    pub micro_batch_size: u64,
    /// Micro-batches per optimizer step, at least 1.
    pub gradient_accumulation_steps: u64,
    /// How states are spread over the GPUs.
    pub sharding: Sharding,
    /// The library that does it, where one was asked for; see [`Training::library`].
    pub implementation: Option<Implementation>,
    /// What lives in host memory.
    pub offload: Offload,
    /// The framework that runs it.
    pub framework: Framework,
    /// How data reaches the GPU.
    pub loader: Loader,
    /// Passes over the data set, at least 1.
    pub epochs: u64,
}

/// Which weights train, and how.
#[derive(Debug, Clone, PartialEq)]
pub enum Method {
    /// Every weight.
    Full,
    /// Low-rank adapters beside frozen weights.
    Lora(Lora),
    /// Low-rank adapters beside frozen, quantized weights.
    Qlora(Lora, Quantization),
    /// Only the head or decoder; everything before it runs without gradients.
    FrozenBackbone,
}

impl Method {
    /// The method with adapters nowhere: weights are kept as they are beside adapters.
    #[must_use]
    pub fn without_targets(&self) -> Self {
        let nowhere = |lora: &Lora| Lora { targets: LoraTargets::Named(Vec::new()), ..lora.clone() };
        match self {
            Self::Full | Self::FrozenBackbone => self.clone(),
            Self::Lora(lora) => Self::Lora(nowhere(lora)),
            Self::Qlora(lora, quantization) => Self::Qlora(nowhere(lora), *quantization),
        }
    }

    /// The adapters, where the method has them.
    #[must_use]
    pub const fn lora(&self) -> Option<&Lora> {
        match self {
            Self::Lora(lora) | Self::Qlora(lora, _) => Some(lora),
            Self::Full | Self::FrozenBackbone => None,
        }
    }

    /// Whether adapters learn the length of rows apart from their direction.
    #[must_use]
    pub fn uses_dora(&self) -> bool {
        self.lora().is_some_and(|lora| lora.use_dora)
    }

    /// Whether weights can be divided so: those of which lengths of rows are taken stay whole, since that is done outside of the layer
    /// that gathers them.
    #[must_use]
    pub fn takes_sharding(&self, sharding: Sharding) -> bool {
        !self.uses_dora() || sharding != Sharding::Zero3
    }
}

/// Low-rank adapters (Hu et al. 2021): per target a pair of matrices of the given rank.
#[derive(Debug, Clone, PartialEq)]
pub struct Lora {
    /// Rank of the pair, at least 1.
    pub rank: u64,
    /// Which linear layers get one.
    pub targets: LoraTargets,
    /// Dropout before the adapter, 0 to below 1; only whether it is zero matters for memory.
    pub dropout: f64,
    /// Storage of the adapters' weights.
    pub adapter_dtype: AdapterDtype,
    /// Whether the length of each row of an adapted weight is learned apart from its direction (Liu et al. 2024, DoRA; PEFT's
    /// `use_dora`).
    pub use_dora: bool,
    /// Whether a head for classes of the reader's own trains beside them, as PEFT's `modules_to_save` has it: what trains is a copy,
    /// and the head that it was made from stays where it is.
    pub trains_head: bool,
}

/// Which linear layers get an adapter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LoraTargets {
    /// Query and value projections.
    QueryValue,
    /// Query, key, value and output projections.
    Attention,
    /// Every linear layer of the repeated blocks.
    AllLinear,
    /// By module name, as in PEFT's `target_modules`.
    Named(Vec<String>),
}

/// Storage of adapters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AdapterDtype {
    /// Four bytes.
    Fp32,
    /// Two bytes.
    Bf16,
}

/// How frozen weights are quantized.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Quantization {
    /// NF4 or `LLM.int8()`.
    pub bits: QuantizationBits,
    /// Whether NF4's scales are quantized again.
    pub double_quantization: bool,
    /// Whether embeddings, norms and head become FP32, as PEFT's `prepare_model_for_kbit_training` does.
    pub upcast_unquantized: bool,
}

/// Width of a quantized weight.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum QuantizationBits {
    /// NF4.
    Four,
    /// `LLM.int8()`.
    Eight,
}

/// Storage and arithmetic of weights and activations.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Precision {
    /// FP32 throughout.
    Fp32,
    /// FP32 storage, TF32 tensor cores.
    Tf32,
    /// FP32 weights, autocast to FP16, loss scaling.
    Fp16Amp,
    /// FP32 weights, autocast to BF16.
    Bf16Amp,
    /// Weights, gradients and states in BF16.
    Bf16,
}

/// Which of `PyTorch`'s implementations of the optimizer runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum OptimizerImplementation {
    /// Horizontally fused over a list of tensors, with temporaries: the default on a GPU.
    Foreach,
    /// One kernel, no temporaries.
    Fused,
    /// Tensor by tensor.
    ForLoop,
}

/// What the forward pass forgets and the backward pass computes again.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ActivationCheckpointing {
    /// Nothing.
    None,
    /// Every repeated block but its input.
    Full,
}

/// Which attention runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Attention {
    /// Matrix products and a softmax, scores materialised.
    Eager,
    /// `scaled_dot_product_attention`: flash or memory-efficient, as `PyTorch` picks.
    Sdpa,
}

/// What computes the gated delta rule of blocks with a state.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum LinearAttentionKernels {
    /// PyTorch's operators, written out by transformers.
    Torch,
    /// The kernels of flash-linear-attention, which transformers takes wherever that package is installed.
    Fla,
}

/// Whether a dense mask goes into attention.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum AttentionMask {
    /// None, or causal only.
    None,
    /// A dense mask for padding; SDPA then cannot use the flash kernel.
    Padded,
}

/// How the loss treats the logits of a language model.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum LossLogits {
    /// Copied to FP32.
    Upcast,
    /// Copied to FP32, then shifted into another copy (older Hugging Face).
    UpcastShiftedCopy,
    /// Kept in 16 bits.
    LowPrecision,
    /// Never materialised as a whole.
    Chunked,
}

/// Layout of image tensors.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum MemoryFormat {
    /// NCHW.
    Contiguous,
    /// NHWC.
    ChannelsLast,
}

/// How states are spread over the GPUs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Sharding {
    /// One GPU, or independent ones.
    None,
    /// Replicas that average gradients.
    Ddp,
    /// Optimizer states sharded.
    Zero1,
    /// Gradients as well.
    Zero2,
    /// Parameters as well (FSDP full shard).
    Zero3,
}

/// What lives in host memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Offload {
    /// Nothing.
    None,
    /// Optimizer states and their step.
    Optimizer,
    /// Parameters as well.
    All,
}

/// The framework that runs it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Framework {
    /// `PyTorch` 2.1 or later.
    Pytorch,
    /// TensorFlow 2.13 or later.
    Tensorflow,
    /// `MindSpore` 2.2 or later.
    Mindspore,
}

impl Framework {
    /// Whether memory and time of its runs are modeled; for others only a lower bound can be given.
    #[must_use]
    pub const fn is_modeled(self) -> bool {
        match self {
            Self::Pytorch => true,
            Self::Tensorflow | Self::Mindspore => false,
        }
    }
}

/// How data reaches the GPU.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Loader {
    /// Worker processes per GPU; 0 loads in the training process.
    pub num_workers: u64,
    /// Batches that each worker keeps ready.
    pub prefetch_factor: u64,
    /// Batches are copied to page-locked memory.
    pub pin_memory: bool,
    /// Workers outlive an epoch.
    pub persistent_workers: bool,
    /// What is kept between epochs.
    pub cache: Cache,
    /// A batch is fetched and processed as a whole instead of sample by sample.
    pub batched_preprocessing: bool,
}

/// What the loader keeps between epochs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Cache {
    /// Nothing beyond the system's page cache.
    None,
    /// The encoded samples, in memory.
    Ram,
    /// Latents of images (diffusion).
    Latents,
    /// Token ids of texts.
    Tokens,
}

/// The data set, by what sizes depend on it.
#[derive(Debug, Clone, PartialEq)]
pub struct Data {
    /// What a sample is.
    pub kind: DataKind,
    /// Samples in the set, at least 1.
    pub samples: u64,
    /// The whole set as it lies on the disk.
    pub bytes_on_disk: Bytes,
    /// Height of the image in pixels.
    pub image_height: u64,
    /// Width of the image in pixels.
    pub image_width: u64,
    /// Pictures of a sample that a model reads among its words; others have one picture, or none, whatever is said here.
    pub images_per_sample: u64,
    /// Tokens of a text, those that pictures become among them.
    pub sequence_length: u64,
    /// Tokens of the decoder of an encoder-decoder model.
    pub target_length: u64,
    /// Tokens of the prompt of a diffusion transformer.
    pub text_tokens: u64,
    /// What an encoder is trained for.
    pub task: Task,
    /// Outputs of a classifier or of a segmentation map.
    pub num_classes: u64,
}

/// What a sample is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum DataKind {
    /// Encoded pictures.
    Images,
    /// Texts.
    Text,
    /// Pictures for a latent diffusion model.
    Latents,
    /// Sound with what is said in it.
    Audio,
    /// Arrays as a network of one's own reads them, with nothing to decode.
    Tensors,
}

/// What an encoder is trained for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Task {
    /// One label a sample.
    Classification,
    /// Masked tokens.
    MaskedLm,
    /// Which texts belong together: a sample is two of them, told from all others of the micro-batch.
    Contrastive,
}

impl Task {
    /// Texts of a sample.
    #[must_use]
    pub const fn texts(self) -> u64 {
        match self {
            Self::Classification | Self::MaskedLm => 1,
            Self::Contrastive => 2,
        }
    }
}
