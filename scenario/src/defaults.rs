//! What a field that is left out is taken to be, each with its reason: the one place of these decisions.
//!
//! [`TABLE`] says the same in words, for the reference pages; a test holds it complete.

mod table;

pub use table::{Default, TABLE};

use catalog::{GpuEntry, Segment};
use engine::hardware::Gpu;
use engine::host::loader;

use wire::v1::choices::{AdapterDtype, DataKind, Optimizer, Precision};
use wire::v1::scenario::ImageSize;

/// Processor beside consumer and workstation cards: the one that the field guides build with (rule B10).
pub const CPU: &str = "core-i9-13900k";
/// Processor beside data-center cards: such servers have tens of cores and lanes for eight cards.
pub const SERVER_CPU: &str = "epyc-9554";
/// Drive: the most sold fast consumer drive of its class; its rate is typical of `PCIe` 4.0.
pub const STORAGE: &str = "samsung-990-pro-2tb";
/// Installed memory in GiB that stands in until the engine has decided on a kit.
pub const RAM_GIB: u64 = 64;

/// PCI Express generation of a card described by hand: what cards of the last generations have at least.
pub const PCIE_GEN: u64 = 4;
/// PCI Express lanes of a card described by hand: a full slot.
pub const PCIE_LANES: u64 = 16;
/// Board power in W of a card described by hand: between the usual 200 and 450.
pub const TDP_W: f64 = 300.0;

/// Width of the MLP of a Granite 4 configuration: Hugging Face's own default.
pub const GRANITE4_MLP: u64 = 1024;
/// The fewest and the most pixels of a picture that Qwen2.5-VL's published processors leave as it is.
pub const QWEN25_PIXELS: [u64; 2] = [3136, 12_845_056];
/// Those of Qwen3-VL and Qwen3.5.
pub const QWEN3_PIXELS: [u64; 2] = [65_536, 16_777_216];
/// Blocks, width, width of the MLP and heads of Qwen2.5-VL's tower: Hugging Face's own defaults.
pub const QWEN25_TOWER: [u64; 4] = [32, 3584, 3420, 16];
/// Those of Qwen3-VL's and Qwen3.5's, which Gemma 3's has as well.
pub const QWEN3_TOWER: [u64; 4] = [27, 1152, 4304, 16];
/// Longest edge of what the processors of Mistral's models keep of a picture, in pixels.
pub const PIXTRAL_EDGE: u64 = 1540;
/// Those of the tower before Mistral's models.
pub const PIXTRAL_TOWER: [u64; 4] = [24, 1024, 4096, 16];
/// Blocks of Qwen3-VL's tower whose features go into the decoder: Hugging Face's own default.
pub const DEEPSTACK_BLOCKS: [u64; 3] = [8, 16, 24];
/// Those blocks in the words of a file.
pub const DEEPSTACK: &str = "[8,16,24]";
/// Key and value heads of a Qwen2.5-VL configuration: Hugging Face's own default.
pub const QWEN25_KEY_VALUE_HEADS: u64 = 8;
/// Blocks that its windows begin after: Hugging Face's own default.
pub const QWEN25_FULL_LAYERS: u64 = 80;
/// Key and value heads of a Qwen3-VL configuration: Hugging Face's own default.
pub const QWEN3_VL_KEY_VALUE_HEADS: u64 = 32;
/// Those of a Qwen3-VL with experts.
pub const QWEN3_VL_MOE_KEY_VALUE_HEADS: u64 = 16;
/// Positions of both.
pub const QWEN3_VL_POSITIONS: u64 = 128_000;

/// Positions of an encoder's configuration, and segments: Hugging Face's own defaults for BERT.
pub const ENCODER_POSITIONS: u64 = 512;
/// Positions of `ModernBERT`: Hugging Face's own default.
pub const MODERNBERT_POSITIONS: u64 = 8192;
/// Tokens that blocks of `ModernBERT` with a window see: Hugging Face's own default.
pub const MODERNBERT_LOCAL: u64 = 128;
/// Of so many blocks of `ModernBERT` the first attends to all tokens: Hugging Face's own default.
pub const MODERNBERT_GLOBAL: u64 = 3;
/// Rows of `MPNet`'s table of distances: Hugging Face's own default.
pub const MPNET_BUCKETS: u64 = 32;
/// Width of ELECTRA's embeddings: Hugging Face's own default.
pub const ELECTRA_EMBEDDINGS: u64 = 128;
/// Segments of an encoder's configuration.
pub const ENCODER_SEGMENTS: u64 = 2;
/// Positions of a decoder's configuration: Hugging Face's own default for LLaMA.
pub const DECODER_POSITIONS: u64 = 2048;
/// Dropout of encoders, GPT-2 and T5: Hugging Face's own default.
pub const DROPOUT: f64 = 0.1;
/// Dropout before DistilBERT's classifier: Hugging Face's own default.
pub const DISTILBERT_CLASSIFIER_DROPOUT: f64 = 0.2;
/// Tokens of a sliding window of Mistral, Qwen and Gemma 2: Hugging Face's own default.
pub const SLIDING_WINDOW: u64 = 4096;
/// Blocks that Qwen's windows begin after: Hugging Face's own default.
pub const MAX_WINDOW_LAYERS: u64 = 28;

/// Positions of a GPT-2 configuration: Hugging Face's own default.
pub const GPT2_POSITIONS: u64 = 1024;
/// Positions of a configuration of the BART kind: Hugging Face's own default.
pub const BART_POSITIONS: u64 = 1024;
/// Width of a head of a Gemma configuration: Hugging Face's own default.
pub const GEMMA_HEAD_DIM: u64 = 256;
/// Width of a head of a Qwen3 configuration: Hugging Face's own default.
pub const QWEN3_HEAD_DIM: u64 = 128;
/// Width of a head of a T5 configuration: Hugging Face's own default.
pub const T5_HEAD_DIM: u64 = 64;
/// Rows of a T5 configuration's table of relative positions: Hugging Face's own default.
pub const T5_BUCKETS: u64 = 32;
/// Key and value heads of configurations of EXAONE 4 and dots.llm1: Hugging Face's own default.
pub const EXAONE4_KEY_VALUE_HEADS: u64 = 32;
/// Window of a CWM configuration: Hugging Face's own default.
pub const CWM_WINDOW: u64 = 8192;
/// Of so many blocks of CWM the first attends to all tokens: Hugging Face's own default.
pub const CWM_PATTERN: u64 = 4;
/// First blocks of dots.llm1 without a window: Hugging Face's own default.
pub const DOTS1_FULL_LAYERS: u64 = 62;
/// Widths of GLM-4.7 Flash that `DeepSeek` has otherwise: compressed queries, what positions do not turn, values: Hugging Face's
/// own default.
pub const GLM4_LITE_WIDTHS: [u64; 3] = [768, 192, 256];
/// Key and value heads of a Mistral configuration, and of those made after it: Hugging Face's own default.
pub const MISTRAL_KEY_VALUE_HEADS: u64 = 8;
/// Key and value heads of a configuration of Gemma 2, Gemma 3 and `SmolLM3`: Hugging Face's own default.
pub const GEMMA2_KEY_VALUE_HEADS: u64 = 4;
/// Key and value heads of a GLM-4 configuration: Hugging Face's own default.
pub const GLM4_KEY_VALUE_HEADS: u64 = 2;
/// Key and value heads of a Helium configuration: Hugging Face's own default.
pub const HELIUM_KEY_VALUE_HEADS: u64 = 20;
/// Share of a head that GLM-4's positions turn: Hugging Face's own default.
pub const GLM4_ROTARY: f64 = 0.5;
/// Width of a head of a gpt-oss configuration: Hugging Face's own default.
pub const GPT_OSS_HEAD_DIM: u64 = 64;
/// Tokens of gpt-oss's windows: Hugging Face's own default.
pub const GPT_OSS_WINDOW: u64 = 128;
/// Experts for all tokens of a `DeepSeek`-V2 configuration: Hugging Face's own default.
pub const DEEPSEEK_V2_SHARED: u64 = 2;
/// First blocks without experts of a `DeepSeek`-V3 configuration: Hugging Face's own default.
pub const DEEPSEEK_V3_DENSE: u64 = 3;
/// Width that `DeepSeek`'s queries are compressed to: Hugging Face's own default.
pub const Q_LORA_RANK: u64 = 1536;
/// Width that `DeepSeek`'s keys and values are compressed to: Hugging Face's own default.
pub const KV_LORA_RANK: u64 = 512;
/// Features of a head of `DeepSeek` that positions do not turn: Hugging Face's own default.
pub const QK_NOPE_HEAD_DIM: u64 = 128;
/// Features of a head of `DeepSeek` that positions turn: Hugging Face's own default.
pub const QK_ROPE_HEAD_DIM: u64 = 64;
/// Width of a head's values of `DeepSeek`: Hugging Face's own default.
pub const V_HEAD_DIM: u64 = 128;
/// Tokens that LFM2's convolutions see: Hugging Face's own default.
pub const SHORT_CONVOLUTION: u64 = 3;
/// LFM2's MLPs are as wide as a multiple of this: Hugging Face's own default.
pub const SHORT_CONVOLUTION_MULTIPLE: u64 = 256;
/// First blocks without experts of an LFM2 mixture's configuration: Hugging Face's own default.
pub const LFM2_DENSE: u64 = 2;
/// Share of a head that `StableLM`'s positions turn: Hugging Face's own default.
pub const STABLELM_ROTARY: f64 = 0.25;
/// Features of a head that GPT-J's positions turn: Hugging Face's own default.
pub const GPTJ_ROTARY: u64 = 64;
/// Share of a head that Phi-2's positions turn: Hugging Face's own default.
pub const PHI_ROTARY: f64 = 0.5;
/// Width of a head in blocks of Gemma 4 that attend to all tokens: Hugging Face's own default.
pub const GEMMA4_GLOBAL_HEAD_DIM: u64 = 512;
/// Width of what Gemma 4's second embedding gives every block: Hugging Face's own default.
pub const GEMMA4_PER_LAYER: u64 = 256;
/// Tokens that Gemma 4's second embedding knows: Hugging Face's own default.
pub const GEMMA4_VOCABULARY: u64 = 262_144;
/// Tokens of Gemma 4's windows: Hugging Face's own default.
pub const GEMMA4_WINDOW: u64 = 512;
/// Tokens of the windows of Gemma 4 12B: Hugging Face's own default.
pub const GEMMA4_UNIFIED_WINDOW: u64 = 1024;
/// Tokens of a Gemma 3 configuration's vocabulary, which published files leave out: Hugging Face's own default.
pub const GEMMA3_VOCABULARY: u64 = 262_208;
/// Attention heads of a Gemma 3 configuration, which published files leave out: Hugging Face's own default.
pub const GEMMA3_HEADS: u64 = 8;
/// Of so many blocks of Gemma 3 the last attends to all tokens: Hugging Face's own default.
pub const GEMMA3_PATTERN: u64 = 6;
/// Of so many blocks of `OLMo` 3 the last attends to all tokens: Hugging Face's own default.
pub const OLMO3_PATTERN: u64 = 4;
/// Of so many blocks of `SmolLM3` the last turns nothing by positions: Hugging Face's own default.
pub const NO_ROPE_INTERVAL: u64 = 4;
/// Key and value heads of a Qwen3 mixture's configuration: Hugging Face's own default.
pub const QWEN3_MOE_KEY_VALUE_HEADS: u64 = 4;
/// Width of the expert that every token of Qwen3-Next visits (`Qwen3NextConfig`).
pub const QWEN3_NEXT_SHARED: u64 = 512;
/// Of so many of its blocks one attends to all tokens.
pub const FULL_ATTENTION_INTERVAL: u64 = 4;
/// Heads of queries and keys of its blocks with a state.
pub const LINEAR_KEY_HEADS: u64 = 16;
/// Heads of values of such blocks.
pub const LINEAR_VALUE_HEADS: u64 = 32;
/// Width of either.
pub const LINEAR_HEAD_DIM: u64 = 128;
/// Tokens that their convolution sees.
pub const LINEAR_CONVOLUTION: u64 = 4;

/// Rank of adapters: PEFT's default, and the guides' (rule B4).
pub const LORA_RANK: u64 = 8;
/// Dropout of adapters: PEFT's default.
pub const LORA_DROPOUT: f64 = 0.0;
/// Bits of quantized weights: NF4, the method that the `QLoRA` paper recommends.
pub const QUANTIZATION_BITS: u64 = 4;

/// Epochs: a middling fine-tuning run; only the total time depends on it.
pub const EPOCHS: u64 = 10;
/// Micro-batch that stands in until the advisor has decided.
pub const MICRO_BATCH_SIZE: u64 = 1;
/// Workers that stand in until the advisor has decided.
pub const NUM_WORKERS: u64 = 4;
/// Batches a worker keeps ready: PyTorch's default.
pub const PREFETCH_FACTOR: u64 = loader::PREFETCH_FACTOR;

/// Pictures of a set: the guides' example (rule A5).
pub const IMAGE_SAMPLES: u64 = 50_000;
/// Texts of a set: the guides' example (rule A5).
pub const TEXT_SAMPLES: u64 = 100_000;
/// Clips of a set: `train-clean-100` of `LibriSpeech`, 100.6 hours (Panayotov et al. 2015).
pub const CLIPS: u64 = 28_539;
/// Bytes of a clip in FLAC, 12.7 s on average: that set's 6.39 GB.
pub const CLIP_BYTES: u64 = 223_904;
/// Side of a picture among words, in pixels: a page or a photo that can be read.
pub const PICTURE_SIDE: u64 = 1024;
/// Pictures of a sample of a model that reads them among words.
pub const IMAGES_PER_SAMPLE: u64 = 1;
/// Side of a picture where the model says none: what `ImageNet` models are published with.
pub const IMAGE_SIDE: u64 = 224;
/// Width, blocks, heads and MLP of a vision transformer whose configuration is silent: Hugging Face's own defaults, as are those below.
pub const VIT_SHAPE: [u64; 4] = [768, 12, 12, 3072];
/// Side of its patches in pixels.
pub const VIT_PATCH: u64 = 16;
/// Side of `DINOv2`'s patches.
pub const DINOV2_PATCH: u64 = 14;
/// Side of CLIP's patches.
pub const CLIP_PATCH: u64 = 32;
/// Registers of `DINOv2` in the class that has them.
pub const DINOV2_REGISTERS: u64 = 4;
/// Width of `DINOv2`'s MLP over that of the model.
pub const MLP_RATIO: u64 = 4;
/// Tokens of a text: BERT's longest, and a usual length for instruction tuning.
pub const SEQUENCE_LENGTH: u64 = 512;
/// Tokens on a decoder's side: a usual length of summaries.
pub const TARGET_LENGTH: u64 = 128;
/// Tokens of a prompt for diffusion transformers: their T5 encoders are run at 512.
pub const TEXT_TOKENS: u64 = 512;
/// Labels of a text classifier: Hugging Face's default head.
pub const TEXT_CLASSES: u64 = 2;

/// A stored JPEG, in bytes: `ImageNet`'s 1,281,167 training pictures take about 140 GB (ILSVRC 2012, 138 GiB as tar).
pub const IMAGE_FILE_BYTES: u64 = 110_000;
/// The pixels that such a file holds: `ImageNet`'s pictures average about 500 x 400.
pub const IMAGE_FILE_PIXELS: u64 = 200_000;
/// A stored text, in bytes per token: English in a byte-pair vocabulary has about four characters a token.
pub use engine::host::pictures::TEXT_BYTES_PER_TOKEN;

/// Most cards that boards for desktop processors carry with more than a token link each.
pub const DESKTOP_CARDS: u64 = 2;

/// The processor that is usually built with a set of equal cards.
#[must_use]
pub fn cpu(gpu: Option<&GpuEntry>, gpu_count: u64) -> &'static str {
    match gpu {
        _ if gpu_count > DESKTOP_CARDS => SERVER_CPU,
        Some(gpu) if gpu.segment == Segment::Datacenter => SERVER_CPU,
        _ => CPU,
    }
}

/// Mixed precision in the best type that the card multiplies: BF16 needs no loss scaling; a card with neither type
/// gains nothing from autocast.
#[must_use]
pub fn precision(gpu: &Gpu) -> Precision {
    if gpu.bf16.is_some() {
        Precision::Bf16Amp
    } else if gpu.fp16.is_some() {
        Precision::Fp16Amp
    } else {
        Precision::Fp32
    }
}

/// Adapters stay in FP32 as PEFT creates them, except where everything is BF16.
#[must_use]
pub fn adapter_dtype(precision: Precision) -> AdapterDtype {
    if precision == Precision::Bf16 { AdapterDtype::Bf16 } else { AdapterDtype::Fp32 }
}

/// PyTorch's defaults for `AdamW` and Muon, as much as Muon's for Lion, whose authors take three to ten times `AdamW`'s (Chen et al. 2023),
/// and the usual one for SGD on images (He et al. 2015).
#[must_use]
pub const fn weight_decay(optimizer: Optimizer) -> f64 {
    match optimizer {
        Optimizer::Adamw | Optimizer::Adamw8bit | Optimizer::Adafactor => 0.01,
        Optimizer::Lion | Optimizer::Lion8bit | Optimizer::Muon => 0.1,
        Optimizer::Sgd | Optimizer::SgdMomentum => 1e-4,
    }
}

/// Samples of a set of this kind.
#[must_use]
pub const fn samples(kind: DataKind) -> u64 {
    match kind {
        DataKind::Images | DataKind::Latents | DataKind::Tensors => IMAGE_SAMPLES,
        DataKind::Text => TEXT_SAMPLES,
        DataKind::Audio => CLIPS,
    }
}

/// A stored picture of the size that is said, in bytes: compressed as those of `ImageNet` are.
#[must_use]
pub fn picture_bytes(image: ImageSize) -> u64 {
    compressed(image.height.saturating_mul(image.width)).max(1)
}

fn compressed(pixels: u64) -> u64 {
    let stored = u128::from(pixels) * u128::from(IMAGE_FILE_BYTES) / u128::from(IMAGE_FILE_PIXELS);
    u64::try_from(stored).unwrap_or(u64::MAX)
}

/// A stored sample, in bytes.
///
/// Pictures are taken to be stored as in `ImageNet`, or at the training size where that is larger; of latents the
/// pictures that they are made of are what lies on the disk.
#[must_use]
pub fn bytes_per_sample(kind: DataKind, image: ImageSize, sequence_length: u64) -> u64 {
    let pixels = image.height.saturating_mul(image.width);
    match kind {
        DataKind::Text => sequence_length.saturating_mul(TEXT_BYTES_PER_TOKEN),
        DataKind::Audio => CLIP_BYTES,
        DataKind::Images | DataKind::Latents | DataKind::Tensors => compressed(pixels.max(IMAGE_FILE_PIXELS)),
    }
}
