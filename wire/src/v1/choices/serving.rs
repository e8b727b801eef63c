//! Words of models that answer: engines, formats of weights, keys and values, places.

choice! {
    /// The program that serves a model.
    ServingEngine {
        /// vLLM.
        Vllm = "vllm",
        /// `SGLang`.
        Sglang = "sglang",
        /// TensorRT-LLM.
        TensorrtLlm = "tensorrt-llm",
        /// llama.cpp, and what is built on it: Ollama, LM Studio.
        LlamaCpp = "llama.cpp",
        /// `ExLlamaV3` behind `TabbyAPI`.
        Exllama = "exllama",
        /// `generate` of Hugging Face's transformers.
        Transformers = "transformers",
        /// Pipelines of Hugging Face's diffusers, which make pictures.
        Diffusers = "diffusers",
        /// A model that is called as it is, batch by batch.
        Pytorch = "pytorch",
    }
}

impl ServingEngine {
    /// The program that writes tokens; none of those whose models answer in passes over a whole batch.
    #[must_use]
    pub const fn of_tokens(self) -> Option<engine::serving::ServingEngine> {
        use engine::serving::ServingEngine as Engine;
        Some(match self {
            Self::Vllm => Engine::Vllm,
            Self::Sglang => Engine::Sglang,
            Self::TensorrtLlm => Engine::TensorrtLlm,
            Self::LlamaCpp => Engine::LlamaCpp,
            Self::Transformers => Engine::Transformers,
            Self::Exllama => Engine::Exllama,
            Self::Diffusers | Self::Pytorch => return None,
        })
    }
}

impl From<engine::serving::ServingEngine> for ServingEngine {
    fn from(engine: engine::serving::ServingEngine) -> Self {
        use engine::serving::ServingEngine as Engine;
        match engine {
            Engine::Vllm => Self::Vllm,
            Engine::Sglang => Self::Sglang,
            Engine::TensorrtLlm => Self::TensorrtLlm,
            Engine::LlamaCpp => Self::LlamaCpp,
            Engine::Transformers => Self::Transformers,
            Engine::Exllama => Self::Exllama,
        }
    }
}

choice! {
    /// What keys and values are stored as.
    KvCacheDtype = engine::serving::CacheDtype {
        /// 16 bits a value.
        Sixteen = "fp16",
        /// 8 bits a value.
        Fp8 = "fp8",
        /// Blocks of 8 bits: llama.cpp's, and `ExLlama`'s `Q8`, which takes as much.
        Q8_0 = "q8_0",
        /// Blocks of 4 bits: llama.cpp's, and `ExLlama`'s `Q4`, which takes as much.
        Q4_0 = "q4_0",
    }
}

choice! {
    /// What drafts tokens ahead of a pass of a served model.
    Speculative {
        /// Nothing.
        None = "none",
        /// The model's own head (multi-token prediction).
        Mtp = "mtp",
        /// A smaller model (`draft_model`).
        Draft = "draft",
    }
}

choice! {
    /// What the host holds of a served model.
    ServingOffload {
        /// Nothing.
        None = "none",
        /// The first blocks, as many as `offload_layers` says.
        Layers = "layers",
        /// The routed experts of all blocks.
        Experts = "experts",
        /// Each model of a pipeline but the one that runs (`enable_model_cpu_offload`).
        Model = "model",
    }
}

choice! {
    /// What weights are stored as: checkpoints by their words, GGUF files by the names that they carry.
    WeightsFormat {
        /// 16 bits with the exponent of FP32.
        Bf16 = "bf16",
        /// 16 bits.
        Fp16 = "fp16",
        /// 8 bits, a scale for each output.
        Fp8 = "fp8",
        /// 4 bits, an FP8 scale for 16 weights.
        Nvfp4 = "nvfp4",
        /// Experts in 4 bits, an 8-bit exponent for 32 weights, all else in 16 bits; as gpt-oss is published.
        Mxfp4 = "mxfp4",
        /// 4 bits in groups of 128.
        GptqInt4 = "gptq-int4",
        /// 8 bits in groups of 128.
        GptqInt8 = "gptq-int8",
        /// 4 bits in groups of 128.
        AwqInt4 = "awq-int4",
        /// bitsandbytes' 4 bits.
        BnbNf4 = "bnb-nf4",
        /// bitsandbytes' 8 bits.
        BnbInt8 = "bnb-int8",
        /// EXL3, 8 bits a weight.
        Exl3Bpw8 = "exl3-8.0bpw",
        /// EXL3, 6 bits a weight.
        Exl3Bpw6 = "exl3-6.0bpw",
        /// EXL3, 5 bits a weight.
        Exl3Bpw5 = "exl3-5.0bpw",
        /// EXL3, 4.5 bits a weight on the mean.
        Exl3Bpw4Half = "exl3-4.5bpw",
        /// EXL3, 4 bits a weight.
        Exl3Bpw4 = "exl3-4.0bpw",
        /// EXL3, 3.5 bits a weight on the mean.
        Exl3Bpw3Half = "exl3-3.5bpw",
        /// EXL3, 3 bits a weight.
        Exl3Bpw3 = "exl3-3.0bpw",
        /// EXL3, 2.5 bits a weight on the mean.
        Exl3Bpw2Half = "exl3-2.5bpw",
        /// EXL3, 2 bits a weight.
        Exl3Bpw2 = "exl3-2.0bpw",
        /// GGUF `F16`.
        F16 = "f16",
        /// GGUF `Q8_0`.
        Q8_0 = "q8_0",
        /// GGUF `Q6_K`.
        Q6K = "q6_k",
        /// GGUF `Q5_K_M`.
        Q5KM = "q5_k_m",
        /// GGUF `Q5_K_S`.
        Q5KS = "q5_k_s",
        /// GGUF `Q5_0`.
        Q5_0 = "q5_0",
        /// GGUF `MXFP4_MOE`: experts in MXFP4, all else in `Q8_0`.
        Mxfp4Moe = "mxfp4_moe",
        /// GGUF `Q4_K_M`.
        Q4KM = "q4_k_m",
        /// GGUF `Q4_K_S`.
        Q4KS = "q4_k_s",
        /// GGUF `Q4_0`.
        Q4_0 = "q4_0",
        /// GGUF `IQ4_NL`.
        Iq4Nl = "iq4_nl",
        /// GGUF `IQ4_XS`.
        Iq4Xs = "iq4_xs",
        /// GGUF `Q3_K_L`.
        Q3KL = "q3_k_l",
        /// GGUF `Q3_K_M`.
        Q3KM = "q3_k_m",
        /// GGUF `Q3_K_S`.
        Q3KS = "q3_k_s",
        /// GGUF `IQ3_M`.
        Iq3M = "iq3_m",
        /// GGUF `IQ3_S`.
        Iq3S = "iq3_s",
        /// GGUF `IQ3_XS`.
        Iq3Xs = "iq3_xs",
        /// GGUF `IQ3_XXS`.
        Iq3Xxs = "iq3_xxs",
        /// GGUF `Q2_K`.
        Q2K = "q2_k",
        /// GGUF `Q2_K_S`.
        Q2KS = "q2_k_s",
        /// GGUF `IQ2_M`.
        Iq2M = "iq2_m",
        /// GGUF `IQ2_S`.
        Iq2S = "iq2_s",
        /// GGUF `IQ2_XS`.
        Iq2Xs = "iq2_xs",
        /// GGUF `IQ2_XXS`.
        Iq2Xxs = "iq2_xxs",
        /// GGUF `IQ1_M`.
        Iq1M = "iq1_m",
        /// GGUF `IQ1_S`.
        Iq1S = "iq1_s",
    }
}

impl From<WeightsFormat> for engine::serving::WeightsFormat {
    fn from(format: WeightsFormat) -> Self {
        use engine::serving::gguf::GgufType;
        match format {
            WeightsFormat::Bf16 => Self::Bf16,
            WeightsFormat::Fp16 => Self::Fp16,
            WeightsFormat::Fp8 => Self::Fp8,
            WeightsFormat::Nvfp4 => Self::Nvfp4,
            WeightsFormat::Mxfp4 => Self::Mxfp4,
            WeightsFormat::GptqInt4 => Self::GptqInt4,
            WeightsFormat::GptqInt8 => Self::GptqInt8,
            WeightsFormat::AwqInt4 => Self::AwqInt4,
            WeightsFormat::BnbNf4 => Self::BnbNf4,
            WeightsFormat::BnbInt8 => Self::BnbInt8,
            WeightsFormat::Exl3Bpw8 => Self::Exl3(80),
            WeightsFormat::Exl3Bpw6 => Self::Exl3(60),
            WeightsFormat::Exl3Bpw5 => Self::Exl3(50),
            WeightsFormat::Exl3Bpw4Half => Self::Exl3(45),
            WeightsFormat::Exl3Bpw4 => Self::Exl3(40),
            WeightsFormat::Exl3Bpw3Half => Self::Exl3(35),
            WeightsFormat::Exl3Bpw3 => Self::Exl3(30),
            WeightsFormat::Exl3Bpw2Half => Self::Exl3(25),
            WeightsFormat::Exl3Bpw2 => Self::Exl3(20),
            WeightsFormat::F16 => Self::Gguf(GgufType::F16),
            WeightsFormat::Q8_0 => Self::Gguf(GgufType::Q8_0),
            WeightsFormat::Q6K => Self::Gguf(GgufType::Q6K),
            WeightsFormat::Q5KM => Self::Gguf(GgufType::Q5KM),
            WeightsFormat::Q5KS => Self::Gguf(GgufType::Q5KS),
            WeightsFormat::Q5_0 => Self::Gguf(GgufType::Q5_0),
            WeightsFormat::Mxfp4Moe => Self::Gguf(GgufType::Mxfp4Moe),
            WeightsFormat::Q4KM => Self::Gguf(GgufType::Q4KM),
            WeightsFormat::Q4KS => Self::Gguf(GgufType::Q4KS),
            WeightsFormat::Q4_0 => Self::Gguf(GgufType::Q4_0),
            WeightsFormat::Iq4Nl => Self::Gguf(GgufType::Iq4Nl),
            WeightsFormat::Iq4Xs => Self::Gguf(GgufType::Iq4Xs),
            WeightsFormat::Q3KL => Self::Gguf(GgufType::Q3KL),
            WeightsFormat::Q3KM => Self::Gguf(GgufType::Q3KM),
            WeightsFormat::Q3KS => Self::Gguf(GgufType::Q3KS),
            WeightsFormat::Iq3M => Self::Gguf(GgufType::Iq3M),
            WeightsFormat::Iq3S => Self::Gguf(GgufType::Iq3S),
            WeightsFormat::Iq3Xs => Self::Gguf(GgufType::Iq3Xs),
            WeightsFormat::Iq3Xxs => Self::Gguf(GgufType::Iq3Xxs),
            WeightsFormat::Q2K => Self::Gguf(GgufType::Q2K),
            WeightsFormat::Q2KS => Self::Gguf(GgufType::Q2KS),
            WeightsFormat::Iq2M => Self::Gguf(GgufType::Iq2M),
            WeightsFormat::Iq2S => Self::Gguf(GgufType::Iq2S),
            WeightsFormat::Iq2Xs => Self::Gguf(GgufType::Iq2Xs),
            WeightsFormat::Iq2Xxs => Self::Gguf(GgufType::Iq2Xxs),
            WeightsFormat::Iq1M => Self::Gguf(GgufType::Iq1M),
            WeightsFormat::Iq1S => Self::Gguf(GgufType::Iq1S),
        }
    }
}
