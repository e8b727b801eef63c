//! What every program is told of a plan: its settings, in the wire's words, and what follows from them.

use engine::architecture::{Architecture, EncoderVariant, VitKind};
use engine::training::MethodKind;
use engine::training::{Method, QuantizationBits, Sharding};
use serde::Serialize;

use super::run::{Denoiser, Origin, Run, Spread, Task};
use super::tower::{self, ImageText, TowerFacts};
use wire::locale::Locale;
use wire::v1::choices;

/// Share of the steps in which the learning rate rises, as recipes for fine-tuning have it (0.03 in those of Llama 2 and QLoRA);
/// it has no bearing on memory.
const WARM_UP: f64 = 0.03;
/// The default of the Trainer and of `DeepSpeed`.
const MAX_GRADIENT_NORM: f64 = 1.0;

/// Facts of a plan, for the templates of any framework.
#[derive(Debug, Serialize)]
#[expect(clippy::struct_excessive_bools, reason = "facts that templates ask for, each by its name")]
pub(super) struct Plan<'a> {
    /// Model and machine.
    title: String,
    framework: choices::Framework,
    machine: Machine,
    spread: Spread,
    is_distributed: bool,
    task: TaskFacts,
    origin: Origin<'a>,
    /// The repository whose tokenizer or processor goes with the weights; none of a configuration's.
    processor: Option<&'static str>,
    /// Whether samples are token ids.
    is_text: bool,
    /// Different tokens of the model.
    vocabulary: u64,
    method: choices::Method,
    /// Adapters, where the method has them.
    lora: Option<Adapters>,
    /// How frozen weights are quantized, where they are.
    quantization: Option<Quantized>,
    has_checkpointing: bool,
    has_eager_attention: bool,
    /// DeepSpeed's stage of ZeRO for what the plan divides and offloads.
    zero_stage: u64,
    training: Settings,
    loader: LoaderFacts,
    data: DataFacts,
    /// What reads pictures among words, where something does.
    tower: Option<TowerFacts>,
    /// The pictures, where samples have some.
    image_text: Option<ImageText>,
}

#[derive(Debug, Serialize)]
struct Machine {
    vendor: choices::Vendor,
    /// How PyTorch calls the device.
    device_type: &'static str,
    is_windows: bool,
    /// All of the plan's.
    gpus: u64,
    gpus_per_node: u64,
    nodes: u64,
}

/// What a model is trained to do.
#[derive(Debug, Serialize)]
struct TaskFacts {
    name: &'static str,
    /// The class of transformers, or of diffusers, that has the model with this head.
    head: &'static str,
    /// The class that looks for it by the configuration.
    auto: &'static str,
    /// The model's folder in a repository of diffusers.
    folder: &'static str,
    denoiser: Option<Denoiser>,
    has_masks: bool,
    is_torchvision: bool,
    /// Whether the model comes with a pooler that nothing reads.
    has_unread_pooler: bool,
}

#[derive(Debug, Serialize)]
#[expect(clippy::struct_excessive_bools, reason = "facts that templates ask for, each by its name")]
struct Adapters {
    rank: u64,
    dropout: f64,
    /// PEFT's `use_dora`.
    is_decomposed: bool,
    /// PEFT's `target_modules`.
    targets: Vec<String>,
    has_one_target: bool,
    is_fp32: bool,
    /// PEFT's `modules_to_save`.
    heads: &'static [&'static str],
    /// PEFT's `exclude_modules`: those whose names it would take for adapters' where none may be.
    excluded: Option<&'static str>,
    /// Whether the layers keep their weights transposed.
    is_transposed: bool,
}

#[derive(Debug, Serialize)]
struct Quantized {
    bits: u64,
    is_double: bool,
    /// Whether what is not quantized becomes FP32.
    upcasts_the_rest: bool,
}

#[derive(Debug, Serialize)]
struct Settings {
    precision: choices::Precision,
    optimizer: choices::Optimizer,
    optimizer_implementation: choices::OptimizerImplementation,
    weight_decay: f64,
    keeps_embedding_states_in_32_bits: bool,
    attention: choices::Attention,
    linear_attention: Option<choices::LinearAttention>,
    attention_mask: choices::AttentionMask,
    loss_logits: choices::LossLogits,
    memory_format: choices::MemoryFormat,
    micro_batch_size: u64,
    gradient_accumulation_steps: u64,
    sharding: choices::Sharding,
    offload: choices::Offload,
    epochs: u64,
    learning_rate: &'static str,
    /// Share of the steps in which the learning rate rises.
    warm_up: f64,
    /// Length that gradients are shortened to; 0 where they are left as they are.
    max_gradient_norm: f64,
}

#[derive(Debug, Serialize)]
struct LoaderFacts {
    num_workers: u64,
    prefetch_factor: u64,
    pin_memory: bool,
    persistent_workers: bool,
    cache: choices::Cache,
    batched_preprocessing: bool,
}

#[derive(Debug, Serialize)]
struct DataFacts {
    samples: u64,
    image_height: u64,
    image_width: u64,
    sequence_length: u64,
    target_length: u64,
    num_classes: u64,
    objects_per_image: u64,
    /// Bands and frames of a window's spectrogram, and its length.
    mel_bins: u64,
    frames: u64,
    window_seconds: u64,
    /// Language of the texts: the reader's own, unless they say another.
    language: &'static str,
}

impl<'a> Plan<'a> {
    pub(super) fn of<F: Copy>(run: Run<'a, F>) -> Self {
        let training = run.training();
        Self {
            title: run.title(),
            framework: training.framework.into(),
            machine: Machine::of(run),
            spread: run.spread(),
            is_distributed: run.is_distributed(),
            task: TaskFacts::of(run),
            origin: run.origin(),
            processor: run.entry().map(|entry| entry.processor),
            is_text: run.is_text(),
            vocabulary: run.vocabulary(),
            method: MethodKind::of(&training.method).into(),
            lora: Adapters::of(run),
            quantization: Quantized::of(run),
            has_checkpointing: run.has_checkpointing(),
            has_eager_attention: run.has_eager_attention(),
            zero_stage: match training.sharding {
                _ if run.divides_weights() => 3,
                Sharding::Zero1 => 1,
                _ => 2,
            },
            training: Settings::of(run),
            loader: LoaderFacts::of(run),
            data: DataFacts::of(run),
            tower: TowerFacts::of(run.scenario),
            image_text: ImageText::of(run.scenario),
        }
    }
}

impl Machine {
    fn of<F: Copy>(run: Run<'_, F>) -> Self {
        let hardware = run.hardware();
        Self {
            vendor: hardware.gpu.vendor.into(),
            device_type: run.device_type(),
            is_windows: run.is_windows(),
            gpus: hardware.total_gpus(),
            gpus_per_node: hardware.gpu_count,
            nodes: hardware.nodes,
        }
    }
}

impl TaskFacts {
    fn of<F: Copy>(run: Run<'_, F>) -> Self {
        let task = run.task();
        // A model with a tower is loaded with it, whatever it reads.
        let text = if run.model().tower().is_some() { "AutoModelForImageTextToText" } else { "AutoModelForCausalLM" };
        let (name, head) = match task {
            // Where transformers has the model, this class of it; its repositories ask for another of DeiT, which does not train.
            Task::Classify if is_deit(run.model()) => ("classify", "DeiTForImageClassification"),
            Task::Classify => ("classify", IMAGES),
            Task::Segment { .. } => ("segment", ""),
            Task::Detect { .. } => ("detect", ""),
            Task::ClassifyText => ("classify-text", "AutoModelForSequenceClassification"),
            Task::MaskedTokens => ("masked-tokens", "AutoModelForMaskedLM"),
            Task::PairTexts => ("pair-texts", "AutoModel"),
            Task::NextToken => ("next-token", text),
            Task::ReadPictures => ("read-pictures", text),
            Task::PreferAnswers => ("prefer-answers", text),
            Task::TextToText => ("text-to-text", "AutoModelForSeq2SeqLM"),
            Task::Transcribe => ("transcribe", "AutoModelForSpeechSeq2Seq"),
            Task::Denoise(Denoiser::Unet | Denoiser::UnetXl) => ("denoise", "UNet2DConditionModel"),
            Task::Denoise(Denoiser::Sd3) => ("denoise", "SD3Transformer2DModel"),
            Task::Denoise(Denoiser::Flux) => ("denoise", "FluxTransformer2DModel"),
        };
        Self {
            name,
            head,
            auto: if head.starts_with("Auto") { head } else { IMAGES },
            folder: if matches!(task, Task::Denoise(Denoiser::Sd3 | Denoiser::Flux)) { "transformer" } else { "unet" },
            denoiser: if let Task::Denoise(denoiser) = task { Some(denoiser) } else { None },
            has_masks: matches!(task, Task::Detect { has_masks: true }),
            is_torchvision: matches!(task, Task::Segment { is_torchvision: true }),
            has_unread_pooler: task == Task::PairTexts && has_pooler(run.model()),
        }
    }
}

/// Whether the model itself, without a head, ends in a pooler that comparing texts does not read.
const fn has_pooler(model: &Architecture) -> bool {
    use EncoderVariant::{Bert, Mpnet, Roberta};
    matches!(model, Architecture::Encoder(model) if matches!(model.variant, Bert | Roberta | Mpnet))
}

/// Looks for a model's classifier of images.
const IMAGES: &str = "AutoModelForImageClassification";

fn is_deit(model: &Architecture) -> bool {
    matches!(model, Architecture::Vit(model) if model.class().is_some_and(|class| class.kind == VitKind::Deit))
}

/// Layers of a classifier that it never reads.
fn unread(model: &Architecture) -> Option<&'static str> {
    let Architecture::Vit(model) = model else { return None };
    model.class().filter(|class| class.kind == VitKind::Siglip { head: true }).map(|_| r".*vision_model\.head\..*")
}

impl Adapters {
    fn of<F: Copy>(run: Run<'_, F>) -> Option<Self> {
        let lora = run.training().method.lora()?;
        Some(Self {
            rank: lora.rank,
            dropout: lora.dropout,
            is_decomposed: lora.use_dora,
            has_one_target: run.adapter_targets().len() == 1,
            targets: run.adapter_targets(),
            is_fp32: run.has_fp32_adapters(),
            heads: run.trained_heads(),
            excluded: unread(run.model()).or_else(|| tower::excluded(run.scenario)),
            is_transposed: matches!(run.model(), Architecture::Gpt2(_)),
        })
    }
}

impl Quantized {
    fn of<F: Copy>(run: Run<'_, F>) -> Option<Self> {
        let Method::Qlora(_, quantization) = run.training().method else { return None };
        Some(Self {
            bits: match quantization.bits {
                QuantizationBits::Four => 4,
                QuantizationBits::Eight => 8,
            },
            is_double: quantization.double_quantization,
            upcasts_the_rest: quantization.upcast_unquantized,
        })
    }
}

/// Whether some blocks keep a state.
fn has_states(model: &Architecture) -> bool {
    matches!(model, Architecture::Decoder(decoder) if decoder.linear_attention().is_some())
}

impl Settings {
    fn of<F: Copy>(run: Run<'_, F>) -> Self {
        let training = run.training();
        Self {
            precision: training.precision.into(),
            optimizer: training.optimizer.into(),
            optimizer_implementation: training.optimizer_implementation.into(),
            weight_decay: training.weight_decay,
            keeps_embedding_states_in_32_bits: training.embedding_states_32bit,
            attention: training.attention.into(),
            linear_attention: has_states(run.model()).then(|| training.linear_attention.into()),
            attention_mask: training.attention_mask.into(),
            loss_logits: training.loss_logits.into(),
            memory_format: training.memory_format.into(),
            micro_batch_size: training.micro_batch_size,
            gradient_accumulation_steps: training.gradient_accumulation_steps,
            sharding: training.sharding.into(),
            offload: training.offload.into(),
            epochs: training.epochs,
            learning_rate: run.learning_rate(),
            warm_up: WARM_UP,
            max_gradient_norm: if run.clips() { MAX_GRADIENT_NORM } else { 0.0 },
        }
    }
}

impl LoaderFacts {
    fn of<F: Copy>(run: Run<'_, F>) -> Self {
        let loader = &run.training().loader;
        Self {
            num_workers: loader.num_workers,
            prefetch_factor: loader.prefetch_factor,
            pin_memory: loader.pin_memory,
            persistent_workers: loader.persistent_workers,
            cache: loader.cache.into(),
            batched_preprocessing: loader.batched_preprocessing,
        }
    }
}

fn is_english(origin: Origin<'_>) -> bool {
    matches!(origin, Origin::Transformers(name) if name.starts_with("distil-whisper/"))
}

impl DataFacts {
    fn of<F: Copy>(run: Run<'_, F>) -> Self {
        let data = run.data();
        let [mel_bins, frames, window_seconds] = match run.model() {
            Architecture::Whisper(model) => [model.num_mel_bins, model.frames(), model.window_seconds()],
            _ => [0; 3],
        };
        Self {
            mel_bins,
            frames,
            window_seconds,
            // Distil-Whisper was taught English alone.
            language: if run.locale == Locale::Zh && !is_english(run.origin()) { "zh" } else { "en" },
            samples: data.samples,
            image_height: data.image_height,
            image_width: data.image_width,
            sequence_length: data.sequence_length,
            target_length: data.target_length,
            num_classes: data.num_classes,
            objects_per_image: if let Architecture::Detector(detector) = run.model() { detector.objects_per_image } else { 1 },
        }
    }
}
