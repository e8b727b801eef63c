//! What the programs are written for: a pinned scenario with its estimate, in the words that scripts use.

mod kinds;

use engine::architecture::{Architecture, DiffusionTransformerVariant, EncoderVariant, Family};
use engine::device::memory::desktop;
use engine::device::roofline::training_gpus;
use engine::estimate::{Estimate, LowerBound};
use engine::hardware::{Hardware, OperatingSystem, Vendor};
use engine::host::loading::{Loading, loading};
use engine::inputs::Scenario as Pinned;
use engine::training::{
    ActivationCheckpointing, AdapterDtype, Alignment, Attention, Data, Implementation, LoraTargets as EngineTargets, Method,
    Offload, Precision, Sharding, Task as EncoderTask, Training,
};
use engine::units::{Bytes, GIB};
use serde::Serialize;

use super::adapters::{adapters, heads};
use super::tower;
pub(super) use kinds::{Denoiser, Origin, Spread, Task};
use scenario::frameworks::{Published, published};
use wire::locale::Locale;
use wire::v1::Scenario;
use wire::v1::scenario::{GpuChoice, LoraTargets};
use wording::bound_reason;

/// A scenario with its answer: an estimate, or for a framework that is not modeled a lower bound.
#[derive(Debug, Clone, Copy)]
pub(super) struct Run<'a, F = &'a Estimate> {
    /// The scenario with every field decided.
    pub(super) scenario: &'a Pinned,
    /// What comments say of it.
    pub(super) figures: F,
    /// The scenario under the names of the wire.
    pub(super) inputs: &'a Scenario,
    /// The language of comments.
    pub(super) locale: Locale,
}

/// A run in a framework that is not modeled: no figure of another framework can be had of it.
pub(super) type Bounded<'a> = Run<'a, &'a LowerBound>;

/// Words for a comment, of which a template takes one.
#[derive(Debug, Serialize)]
pub(super) struct InBothLanguages {
    en: String,
    zh: String,
}

impl InBothLanguages {
    pub(super) fn of<T: Into<String>>(words: impl Fn(Locale) -> T) -> Self {
        Self { en: words(Locale::En).into(), zh: words(Locale::Zh).into() }
    }

    /// Those of one language.
    pub(super) fn into(self, locale: Locale) -> String {
        locale.pick(self.en, self.zh)
    }
}

impl<'a, F: Copy> Run<'a, F> {
    pub(super) const fn training(&self) -> &'a Training {
        &self.scenario.training
    }

    pub(super) const fn data(&self) -> &'a Data {
        &self.scenario.data
    }

    pub(super) const fn hardware(&self) -> &'a Hardware {
        &self.scenario.hardware
    }

    pub(super) const fn model(&self) -> &'a Architecture {
        &self.scenario.model
    }

    pub(super) fn task(&self) -> Task {
        match self.model() {
            Architecture::Unet(_) => Task::Segment { is_torchvision: false },
            Architecture::Segmenter(_) => Task::Segment { is_torchvision: true },
            Architecture::Detector(detector) => Task::Detect { has_masks: detector.mask_head },
            Architecture::Encoder(_) => match self.data().task {
                EncoderTask::Classification => Task::ClassifyText,
                EncoderTask::MaskedLm => Task::MaskedTokens,
                EncoderTask::Contrastive => Task::PairTexts,
            },
            Architecture::Decoder(_) | Architecture::Gpt2(_) => match self.training().alignment {
                Alignment::None if self.scenario.active_tower().is_some() => Task::ReadPictures,
                Alignment::None => Task::NextToken,
                Alignment::Dpo => Task::PreferAnswers,
            },
            Architecture::T5(_) | Architecture::Bart(_) => Task::TextToText,
            Architecture::DiffusionUnet(unet) if unet.addition_embed_input > 0 => Task::Denoise(Denoiser::UnetXl),
            Architecture::DiffusionUnet(_) => Task::Denoise(Denoiser::Unet),
            Architecture::DiffusionTransformer(model) => Task::Denoise(match model.variant {
                DiffusionTransformerVariant::Joint { .. } => Denoiser::Sd3,
                DiffusionTransformerVariant::JointThenSingle { .. } => Denoiser::Flux,
            }),
            Architecture::Whisper(_) => Task::Transcribe,
            // Networks of films are not trained here, and of a traced one the code is its owner's: no program is asked for.
            Architecture::VideoTransformer(_)
            | Architecture::Traced(_)
            | Architecture::Resnet(_)
            | Architecture::Vgg(_)
            | Architecture::Densenet(_)
            | Architecture::InvertedResidual(_)
            | Architecture::Convnext(_)
            | Architecture::Vit(_)
            | Architecture::Swin(_) => Task::Classify,
        }
    }

    /// Different tokens of the model; 1 where it has none.
    pub(super) const fn vocabulary(&self) -> u64 {
        match self.model() {
            Architecture::Encoder(model) => model.vocab_size,
            Architecture::Decoder(model) => model.vocab_size,
            Architecture::Gpt2(model) => model.vocab_size,
            Architecture::T5(model) => model.vocab_size,
            Architecture::Bart(model) => model.vocab_size,
            Architecture::Whisper(model) => model.vocab_size,
            Architecture::Resnet(_)
            | Architecture::Vgg(_)
            | Architecture::Densenet(_)
            | Architecture::InvertedResidual(_)
            | Architecture::Convnext(_)
            | Architecture::Vit(_)
            | Architecture::Swin(_)
            | Architecture::DiffusionUnet(_)
            | Architecture::Unet(_)
            | Architecture::Segmenter(_)
            | Architecture::DiffusionTransformer(_)
            | Architecture::VideoTransformer(_)
            | Architecture::Detector(_)
            | Architecture::Traced(_) => 1,
        }
    }

    /// Whether the class has no switch for checkpointing, so that the program wraps its blocks.
    pub(super) const fn wraps_blocks(&self) -> bool {
        matches!(self.model(), Architecture::Encoder(model) if matches!(model.variant, EncoderVariant::Mpnet))
    }

    /// Whether samples are token ids.
    pub(super) fn is_text(&self) -> bool {
        matches!(self.model().family(), Family::Encoder | Family::Decoder | Family::Seq2seq)
    }

    /// The model of the catalog.
    pub(super) fn entry(&self) -> Option<&'static catalog::ModelEntry> {
        self.inputs.model.id.as_deref().and_then(catalog::model)
    }

    pub(super) fn origin(&self) -> Origin<'a> {
        let Some(entry) = self.entry() else { return Origin::Configuration };
        let (library, name) = entry.train_as.split_once(':').unwrap_or_default();
        // The catalog's build refuses every other library.
        match library {
            "torchvision" => Origin::Torchvision(name),
            "timm" => Origin::Timm(name),
            "smp" => Origin::Smp(name),
            "milesial" => Origin::PlainUnet,
            "diffusers" => Origin::Diffusers(name),
            _ => Origin::Transformers(name),
        }
    }

    /// Model and machine in a line.
    pub(super) fn title(&self) -> String {
        let model = self.inputs.model.id.as_deref();
        let model = model.and_then(catalog::model).map_or("config.json", |entry| entry.name);
        let gpu = match &self.inputs.hardware.gpu {
            Some(GpuChoice::Id(id)) => catalog::gpu(id).map_or(id.as_str(), |entry| entry.name),
            Some(GpuChoice::Custom(custom)) => custom.name.as_deref().unwrap_or("GPU"),
            None => "GPU",
        };
        // A name of the reader's own stands in comments: it must not end them.
        let gpu: String =
            gpu.chars().filter(|character| !character.is_control() && *character != '"' && *character != '\\').collect();
        let (comma, times) = self.locale.pick((", ", "x"), ("，", "×"));
        match self.hardware().total_gpus() {
            1 => format!("{model}{comma}{gpu}"),
            count => format!("{model}{comma}{count} {times} {gpu}"),
        }
    }

    /// How PyTorch calls the device.
    pub(super) const fn device_type(&self) -> &'static str {
        match self.hardware().gpu.vendor {
            Vendor::Nvidia | Vendor::Amd => "cuda",
            Vendor::Intel => "xpu",
            Vendor::Huawei => "npu",
            Vendor::Apple => "mps",
        }
    }

    pub(super) fn is_windows(&self) -> bool {
        self.hardware().os == OperatingSystem::Windows
    }

    pub(super) fn has_checkpointing(&self) -> bool {
        self.training().activation_checkpointing == ActivationCheckpointing::Full
    }

    /// Whether scores of attention are materialised: where the plan says so, and in models for which the library has no fused
    /// kernel.
    pub(super) const fn has_eager_attention(&self) -> bool {
        self.model().is_eager() || matches!(self.training().attention, Attention::Eager)
    }

    pub(super) fn spread(&self) -> Spread {
        let training = self.training();
        match training.library_for(training_gpus(self.hardware(), training)) {
            None => Spread::Single,
            Some(Implementation::Ddp) => Spread::Replicas,
            Some(Implementation::Fsdp2) => Spread::Fsdp { divides_parameters: training.sharding == Sharding::Zero3 },
            Some(Implementation::Deepspeed) => Spread::DeepSpeed,
        }
    }

    /// Whether the weights themselves are divided or kept in RAM, as `DeepSpeed`'s third stage does.
    pub(super) fn divides_weights(&self) -> bool {
        self.training().sharding == Sharding::Zero3 || self.training().offload == Offload::All
    }

    /// How the weights reach the devices, as the estimate counts it.
    pub(super) fn loading(&self) -> Loading {
        loading(self.scenario)
    }

    /// Whether several processes train together.
    pub(super) fn is_distributed(&self) -> bool {
        self.training().sharding != Sharding::None && self.hardware().total_gpus() > 1
    }

    /// The type of autocast, where it mixes precisions rather than the library that shares the run out.
    pub(super) fn autocast(&self) -> Option<&'static str> {
        let training = self.training();
        let is_left_to_library = training.computing_dtype(training_gpus(self.hardware(), training)).is_some();
        self.mixed_precision_type().filter(|_| !is_left_to_library)
    }

    /// The 16-bit type of mixed precision, whichever library applies it.
    pub(super) const fn mixed_precision_type(&self) -> Option<&'static str> {
        match self.training().precision {
            Precision::Fp16Amp => Some("float16"),
            Precision::Bf16Amp => Some("bfloat16"),
            Precision::Fp32 | Precision::Tf32 | Precision::Bf16 => None,
        }
    }

    /// The type that the base model's weights are kept in: trained ones in FP32 under mixed precision, frozen ones in 16 bits.
    pub(super) const fn weights(&self) -> &'static str {
        match (self.training().precision, self.training().method.lora().is_some()) {
            (Precision::Bf16, _) | (Precision::Bf16Amp, true) => "bfloat16",
            (Precision::Fp16Amp, true) => "float16",
            _ => "float32",
        }
    }

    /// Whether gradients need scaling: those of FP16.
    pub(super) fn has_scaler(&self) -> bool {
        self.training().precision == Precision::Fp16Amp
    }

    /// Whether adapters are kept in FP32.
    pub(super) fn has_fp32_adapters(&self) -> bool {
        self.training().method.lora().is_some_and(|lora| lora.adapter_dtype == AdapterDtype::Fp32)
    }

    /// PEFT's `target_modules`, where the method has adapters.
    pub(super) fn adapter_targets(&self) -> Vec<String> {
        let Some(lora) = self.training().method.lora() else { return Vec::new() };
        if let Some(LoraTargets::Named(names)) = &self.inputs.training.lora.targets {
            return names.iter().cloned().chain(tower::targets(self.scenario, &lora.targets)).collect();
        }
        let names = match &lora.targets {
            EngineTargets::QueryValue => adapters(self.model()).0,
            EngineTargets::Attention => adapters(self.model()).1,
            EngineTargets::AllLinear | EngineTargets::Named(_) => adapters(self.model()).2,
        };
        let of_tower = tower::targets(self.scenario, &lora.targets);
        names.iter().map(|&name| name.to_owned()).chain(of_tower).collect()
    }

    /// PEFT's `modules_to_save`: the head that trains beside adapters, where the classes are the reader's own.
    pub(super) fn trained_heads(&self) -> &'static [&'static str] {
        match self.task() {
            Task::Classify | Task::ClassifyText if self.training().method.lora().is_some() => heads(self.model()),
            _ => &[],
        }
    }

    /// Bits of quantized weights.
    pub(super) const fn quantization(&self) -> Option<engine::training::Quantization> {
        match self.training().method {
            Method::Qlora(_, quantization) => Some(quantization),
            _ => None,
        }
    }

    /// Whether gradients are clipped: those of language, speech and diffusion models, as their recipes do; torchvision's reference
    /// training of classifiers, segmenters and detectors does not.
    pub(super) fn clips(&self) -> bool {
        self.is_text() || matches!(self.task(), Task::Denoise(_) | Task::Transcribe)
    }

    /// Learning rate to begin with; it has no bearing on memory.
    pub(super) fn learning_rate(&self) -> &'static str {
        use engine::training::Optimizer;
        match (&self.training().method, self.training().optimizer) {
            // That of Hugging Face's recipe for Zephyr, whose adapters learn preferences.
            (Method::Lora(_) | Method::Qlora(..), Optimizer::Lion | Optimizer::Lion8bit)
                if self.task() == Task::PreferAnswers =>
            {
                "1e-6"
            }
            (Method::Lora(_) | Method::Qlora(..), _) if self.task() == Task::PreferAnswers => "5e-6",
            (Method::Lora(_) | Method::Qlora(..), Optimizer::Lion | Optimizer::Lion8bit) => "5e-5",
            (Method::Lora(_) | Method::Qlora(..), _) => "2e-4",
            (_, Optimizer::Sgd | Optimizer::SgdMomentum) => "0.05",
            // A third of `AdamW`'s or less, as its authors have it (Chen et al. 2023); Muon's steps are scaled to `AdamW`'s.
            (_, Optimizer::Lion | Optimizer::Lion8bit) if self.is_text() => "5e-6",
            (_, Optimizer::Lion | Optimizer::Lion8bit) if self.task() == Task::Transcribe => "3e-6",
            (_, Optimizer::Lion | Optimizer::Lion8bit) => "3e-5",
            (_, Optimizer::Adamw | Optimizer::Adamw8bit | Optimizer::Adafactor | Optimizer::Muon) if self.is_text() => "2e-5",
            // Hugging Face's recipe of fine-tuning Whisper.
            (_, Optimizer::Adamw | Optimizer::Adamw8bit | Optimizer::Adafactor | Optimizer::Muon)
                if self.task() == Task::Transcribe =>
            {
                "1e-5"
            }
            (_, Optimizer::Adamw | Optimizer::Adamw8bit | Optimizer::Adafactor | Optimizer::Muon) => "1e-4",
        }
    }
}

impl Run<'_> {
    /// Share of the card that the process may take, in hundredths: the usual one, or more where the plan needs more, as far as
    /// driver and desktop leave it.
    pub(super) fn memory_percent(&self) -> u64 {
        let vram = &self.figures.vram;
        let capacity = vram.capacity.0.max(1);
        let rule = usual_percent(vram.capacity);
        let needed = (vram.reserved_peak.0.saturating_mul(101) / capacity).saturating_add(1);
        let context = vram.device_peak.0.saturating_sub(vram.reserved_peak.0);
        let most = capacity.saturating_sub(vram.desktop.0.saturating_add(context)).saturating_mul(100) / capacity;
        needed.max(rule).min(most.max(1))
    }

    /// Bytes of the card that the process may take.
    pub(super) fn memory_limit(&self) -> Bytes {
        Bytes(self.figures.vram.capacity.0 / 100 * self.memory_percent())
    }
}

impl Bounded<'_> {
    /// Where the framework has the model.
    pub(super) fn published(&self) -> Option<Published> {
        published(self.training().framework, self.inputs.model.id.as_deref(), self.model())
    }

    /// What is said of the memory.
    pub(super) fn verdict(&self) -> InBothLanguages {
        let LowerBound { parts, verdict, .. } = self.figures;
        InBothLanguages::of(|locale| bound_reason(self.training().framework, parts, *verdict, locale))
    }

    /// What the process may take of the card: the share that practitioners set, as far as driver and desktop leave it.
    pub(super) fn memory_limit(&self) -> Bytes {
        let capacity = self.figures.capacity;
        let left = capacity.saturating_sub(desktop(self.hardware()));
        Bytes(capacity.0 / 100 * usual_percent(capacity)).min(left)
    }
}

/// Share of a card that a process may take, in hundredths: 90 % of cards below 40 GiB and 92 % of larger ones, as
/// practitioners set it.
const fn usual_percent(capacity: Bytes) -> u64 {
    if capacity.0 < 40 * GIB { 90 } else { 92 }
}
