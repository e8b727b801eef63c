//! The words of the wire language: fields that take one of a few values.

/// Defines a choice: its variants, their words, and where the engine has the same choice, the way to it and back.
/// A word is taken as a bare token, because the schema's derive does not see into a captured literal.
macro_rules! choice {
    ($(#[$doc:meta])* $name:ident = $engine:path { $($(#[$variant_doc:meta])* $variant:ident = $word:tt,)+ }) => {
        choice! { $(#[$doc])* $name { $($(#[$variant_doc])* $variant = $word,)+ } }

        const _: () = {
            use $engine as Engine;

            impl From<Engine> for $name {
                fn from(value: Engine) -> Self {
                    match value { $(Engine::$variant => Self::$variant,)+ }
                }
            }

            impl From<$name> for Engine {
                fn from(value: $name) -> Self {
                    match value { $($name::$variant => Self::$variant,)+ }
                }
            }
        };
    };
    ($(#[$doc:meta])* $name:ident { $($(#[$variant_doc:meta])* $variant:ident = $word:tt,)+ }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[cfg_attr(feature = "json", derive(serde::Serialize, serde::Deserialize, utoipa::ToSchema))]
        pub enum $name {
            $($(#[$variant_doc])* #[cfg_attr(feature = "json", serde(rename = $word))] $variant,)+
        }

        impl $name {
            /// Every value, in the order in which people are offered them.
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];
            /// Their words, in the same order.
            pub const WORDS: &'static [&'static str] = &[$($word),+];

            /// The word on the wire.
            #[must_use]
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $word,)+ }
            }

            /// The value of a word.
            #[must_use]
            pub fn from_word(word: &str) -> Option<Self> {
                match word { $($word => Some(Self::$variant),)+ _ => None }
            }
        }
    };
}

mod serving;

pub use serving::{KvCacheDtype, ServingEngine, ServingOffload, Speculative, WeightsFormat};

choice! {
    /// The operating system.
    OperatingSystem = engine::hardware::OperatingSystem {
        /// Any current distribution.
        Linux = "linux",
        /// Windows 10 or 11.
        Windows = "windows",
    }
}

choice! {
    /// Who made a part.
    Vendor = engine::hardware::Vendor {
        /// CUDA devices.
        Nvidia = "nvidia",
        /// `ROCm` devices.
        Amd = "amd",
        /// oneAPI devices.
        Intel = "intel",
        /// CANN devices.
        Huawei = "huawei",
        /// Metal devices.
        Apple = "apple",
    }
}

choice! {
    /// Which weights train, and how.
    Method = engine::training::MethodKind {
        /// Every weight.
        Full = "full",
        /// Low-rank adapters beside frozen weights.
        Lora = "lora",
        /// Low-rank adapters beside frozen, quantized weights.
        Qlora = "qlora",
        /// Only the head or decoder trains.
        FrozenBackbone = "frozen-backbone",
    }
}

choice! {
    /// A circuit, by the catalog's rules.
    Circuit {
        /// 1,440 W.
        V120A15 = "120v-15a",
        /// 1,920 W.
        V120A20 = "120v-20a",
        /// 1,200 W.
        V100A15 = "100v-15a",
        /// 2,300 W.
        V230A10 = "230v-10a",
        /// 2,990 W.
        V230A13 = "230v-13a",
        /// 3,680 W.
        V230A16 = "230v-16a",
    }
}

choice! {
    /// A kind of case that a machine is to stand in.
    CaseStyle {
        /// Up to 30 liters.
        Small = "small",
        /// With panels that damp sound.
        Silenced = "silenced",
    }
}

choice! {
    /// Groups of linear layers that get an adapter.
    LoraPreset {
        /// Query and value projections.
        QueryValue = "query-value",
        /// Query, key, value and output projections.
        Attention = "attention",
        /// Every linear layer of the repeated blocks.
        AllLinear = "all-linear",
    }
}

choice! {
    /// Storage of adapters.
    AdapterDtype = engine::training::AdapterDtype {
        /// Four bytes.
        Fp32 = "fp32",
        /// Two bytes.
        Bf16 = "bf16",
    }
}

choice! {
    /// Storage and arithmetic of weights and activations.
    Precision = engine::training::Precision {
        /// FP32 throughout.
        Fp32 = "fp32",
        /// FP32 storage, TF32 tensor cores.
        Tf32 = "tf32",
        /// FP32 weights, autocast to FP16, loss scaling.
        Fp16Amp = "fp16-amp",
        /// FP32 weights, autocast to BF16.
        Bf16Amp = "bf16-amp",
        /// Weights, gradients and states in BF16.
        Bf16 = "bf16",
    }
}

choice! {
    /// The optimizer.
    Optimizer = engine::training::Optimizer {
        /// AdamW with two states in the weights' type.
        Adamw = "adamw",
        /// AdamW with two states in 8 bits (bitsandbytes).
        Adamw8bit = "adamw-8bit",
        /// Adafactor with factored second moments, no momentum.
        Adafactor = "adafactor",
        /// Lion with one state (bitsandbytes).
        Lion = "lion",
        /// Lion with one state in 8 bits (bitsandbytes).
        Lion8bit = "lion-8bit",
        /// Muon for matrices of blocks, `AdamW` for all else; models of text, not sharded.
        Muon = "muon",
        /// Stochastic gradient descent without state.
        Sgd = "sgd",
        /// Stochastic gradient descent with momentum.
        SgdMomentum = "sgd-momentum",
    }
}

choice! {
    /// Which of PyTorch's implementations of the optimizer runs.
    OptimizerImplementation = engine::training::OptimizerImplementation {
        /// Over lists of tensors, with temporaries: the default on a GPU.
        Foreach = "foreach",
        /// One kernel, no temporaries.
        Fused = "fused",
        /// Tensor by tensor.
        ForLoop = "for-loop",
    }
}

choice! {
    /// What the forward pass forgets and the backward pass computes again.
    ActivationCheckpointing = engine::training::ActivationCheckpointing {
        /// Nothing.
        None = "none",
        /// Each repeated block but its input.
        Full = "full",
    }
}

choice! {
    /// How a language model is aligned with what people prefer.
    Alignment = engine::training::Alignment {
        /// Not: it learns texts, token by token.
        None = "none",
        /// Of two answers the better one (direct preference optimization), with adapters: the model without them is the reference.
        Dpo = "dpo",
    }
}

choice! {
    /// What trains of the tower that reads a model's pictures.
    VisionTower = engine::training::VisionTower {
        /// Nothing.
        Frozen = "frozen",
        /// What brings its features to the decoder's width.
        Projector = "projector",
        /// All of it.
        Trained = "trained",
    }
}

choice! {
    /// Which attention runs.
    Attention = engine::training::Attention {
        /// Matrix products and a softmax, scores materialised.
        Eager = "eager",
        /// Flash or memory-efficient kernel, as PyTorch picks.
        Sdpa = "sdpa",
    }
}

choice! {
    /// What computes the gated delta rule of blocks with a state (Qwen3-Next, Qwen3.5).
    LinearAttention = engine::training::LinearAttentionKernels {
        /// PyTorch's operators, as transformers writes them out where no other package is installed.
        Torch = "torch",
        /// The kernels of the package `flash-linear-attention`, which transformers takes where it is installed; its convolutions stay PyTorch's, as without `causal-conv1d`.
        Fla = "fla",
    }
}

choice! {
    /// Whether a dense mask goes into attention.
    AttentionMask = engine::training::AttentionMask {
        /// None, or causal only.
        None = "none",
        /// A dense mask for padding; SDPA then cannot use the flash kernel.
        Padded = "padded",
    }
}

choice! {
    /// How the loss treats the logits of a language model.
    LossLogits = engine::training::LossLogits {
        /// Copied to FP32.
        Upcast = "upcast",
        /// Copied to FP32, then shifted into another copy (older Hugging Face).
        UpcastShiftedCopy = "upcast-shifted-copy",
        /// Kept in 16 bits.
        LowPrecision = "low-precision",
        /// Never materialised as a whole.
        Chunked = "chunked",
    }
}

choice! {
    /// Layout of image tensors.
    MemoryFormat = engine::training::MemoryFormat {
        /// NCHW.
        Contiguous = "contiguous",
        /// NHWC.
        ChannelsLast = "channels-last",
    }
}

choice! {
    /// How states are spread over the GPUs.
    Sharding = engine::training::Sharding {
        /// One GPU, or independent ones.
        None = "none",
        /// Replicas that average gradients.
        Ddp = "ddp",
        /// Optimizer states sharded.
        Zero1 = "zero-1",
        /// Gradients as well.
        Zero2 = "zero-2",
        /// Parameters as well (FSDP full shard).
        Zero3 = "zero-3",
    }
}

choice! {
    /// The library that shares a run out.
    Implementation = engine::training::Implementation {
        /// PyTorch's `DistributedDataParallel`.
        Ddp = "ddp",
        /// PyTorch's `fully_shard`.
        Fsdp2 = "fsdp2",
        /// DeepSpeed's ZeRO.
        Deepspeed = "deepspeed",
    }
}

choice! {
    /// What lives in host memory.
    Offload = engine::training::Offload {
        /// Nothing.
        None = "none",
        /// Optimizer states and their step.
        Optimizer = "optimizer",
        /// Parameters as well.
        All = "all",
    }
}

choice! {
    /// The framework that runs it.
    Framework = engine::training::Framework {
        /// PyTorch 2.1 or later.
        Pytorch = "pytorch",
        /// TensorFlow 2.13 or later.
        Tensorflow = "tensorflow",
        /// MindSpore 2.2 or later.
        Mindspore = "mindspore",
    }
}

choice! {
    /// What the loader keeps between epochs.
    Cache = engine::training::Cache {
        /// Nothing beyond the system's page cache.
        None = "none",
        /// The encoded samples, in memory.
        Ram = "ram",
        /// Latents of images (diffusion).
        Latents = "latents",
        /// Token ids of texts.
        Tokens = "tokens",
    }
}

choice! {
    /// What a sample is.
    DataKind = engine::training::DataKind {
        /// Encoded pictures.
        Images = "images",
        /// Texts.
        Text = "text",
        /// Pictures for a latent diffusion model.
        Latents = "latents",
        /// Sound with what is said in it, for models that write it down.
        Audio = "audio",
        /// Arrays, as they are.
        Tensors = "tensors",
    }
}

choice! {
    /// What an encoder is trained for.
    Task = engine::training::Task {
        /// One label a sample.
        Classification = "classification",
        /// Masked tokens.
        MaskedLm = "masked-lm",
        /// Which texts belong together: a sample is two of them, told from all others of the micro-batch.
        Contrastive = "contrastive",
    }
}

choice! {
    /// What a peak of memory was read off.
    PeakMemoryOf = engine::measured::PeakOf {
        /// What the driver shows for the process (`nvidia-smi`), its context included.
        Device = "device",
        /// `torch.cuda.max_memory_reserved()`.
        Reserved = "reserved",
        /// `torch.cuda.max_memory_allocated()`.
        Allocated = "allocated",
    }
}

choice! {
    /// What a person sees of a run that does not go well.
    Symptom {
        /// The GPUs' utilization is low.
        LowUtilization = "low-utilization",
        /// A card runs out of memory.
        OutOfMemory = "out-of-memory",
        /// A larger batch does not fit or does not help.
        BatchCannotGrow = "batch-cannot-grow",
        /// Fewer samples per second than estimated.
        ThroughputBelowEstimate = "throughput-below-estimate",
        /// A second card does nothing.
        SecondCardIdle = "second-card-idle",
        /// The whole system stalls.
        SystemFreezes = "system-freezes",
        /// The loss is not a number, or gradients overflow.
        NotANumber = "not-a-number",
        /// Shared memory does not hold what workers pass on.
        SharedMemoryTooSmall = "shared-memory-too-small",
        /// The system ended a process of the run.
        WorkerKilled = "worker-killed",
        /// Processes wait for each other until a time is over.
        CollectiveHang = "collective-hang",
        /// Steps take longer and longer.
        SlowsDown = "slows-down",
    }
}

choice! {
    /// What the machine is for.
    Workload {
        /// A model is trained.
        Training = "training",
        /// A model answers.
        Inference = "inference",
    }
}
