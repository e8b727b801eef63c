//! A whole training program for PyTorch 2.1 or later, from the memory limit to the last step, and how it is measured.

pub(super) mod figures;

use engine::architecture::{Architecture, Detector, Family, VitKind};
use engine::host::loading::Loading;
use engine::training::{Attention, LossLogits, Method, Precision};
use serde::Serialize;

use super::configuration::{self, Argument};
use super::plan::Plan;
use super::run::{Origin, Run, Spread, Task};
use super::template;
use figures::{Limit, Memory, Pace, Ram, Weights};

/// Facts of a plan in PyTorch, for the plain loop and for the Trainer.
#[derive(Debug, Serialize)]
#[expect(clippy::struct_excessive_bools, reason = "facts that templates ask for, each by its name")]
pub(super) struct Facts<'a> {
    #[serde(flatten)]
    plan: Plan<'a>,
    memory: Memory,
    ram: Ram,
    pace: Pace,
    limit: Limit,
    weights: Weights,
    /// How the weights reach the devices.
    loading: &'static str,
    /// Whether one process alone reads the files, and the others are told so.
    loads_by_first_process: bool,
    /// Whether its repository holds experts in MXFP4, which train only once they are unpacked (gpt-oss).
    unpacks: bool,
    /// Whether routers stay in FP32 where all else is stored in 16 bits.
    has_wide_routers: bool,
    /// The 16-bit type of mixed precision, whichever library applies it.
    mixed: Option<&'static str>,
    /// The type that samples are cast to, where neither autocast nor a library does it.
    input_dtype: Option<&'static str>,
    /// Whether layers normalise by batches.
    has_batch_norm: bool,
    /// The type of autocast, where it mixes precisions.
    autocast: Option<&'static str>,
    /// Whether the loop scales the loss itself.
    is_scaled: bool,
    /// Whether the program writes tensors itself, where the model's library does not.
    saves_tensors: bool,
    /// Whether the program calls `checkpoint`.
    has_checkpoint_function: bool,
    /// Whether the fused operator is to be kept from its fused kernels.
    turns_fused_attention_off: bool,
    /// Whether frozen models stay on the card, and whether the program loads them.
    has_resident_companions: bool,
    has_companions: bool,
    constructor: Constructor,
    /// Whether transformers' class has no switch for that.
    wraps_blocks: bool,
    /// Which blocks are computed again where the library has no switch.
    blocks: &'static str,
    latents: Latents,
    /// Of a classifier of transformers'.
    pictures: Option<Pictures>,
    /// A model that the reader described.
    configuration: Vec<Argument>,
}

/// What torchvision's constructor takes.
#[derive(Debug, Serialize)]
#[serde(tag = "of", rename_all = "kebab-case")]
enum Constructor {
    Detector { trainable_layers: u64 },
    Segmenter { has_auxiliary_head: bool },
    Vit,
    Other,
}

/// A sample of a denoising model.
#[derive(Debug, Serialize)]
struct Latents {
    channels: u64,
    /// Of the text that conditions it.
    tokens: u64,
    width: u64,
    pooled: u64,
}

/// What transformers' image classifiers want beside their pictures.
#[derive(Debug, Serialize)]
struct Pictures {
    /// What is taken from each channel, and what it is divided by: those that the published weights were trained with.
    mean: [f64; 3],
    deviation: [f64; 3],
    /// Whether pictures have another size than the table of positions.
    interpolates: bool,
    /// Parts of names of weights that classification never reads.
    unread: &'static [&'static str],
}

/// Of `ImageNet`, of the pictures that CLIP saw, and the middle of the range (`preprocessor_config.json` of the models' repositories).
const IMAGENET: [[f64; 3]; 2] = [[0.485, 0.456, 0.406], [0.229, 0.224, 0.225]];
const OPENAI: [[f64; 3]; 2] = [[0.481_454_66, 0.457_827_5, 0.408_210_73], [0.268_629_54, 0.261_302_58, 0.275_777_11]];
const MIDDLE: [[f64; 3]; 2] = [[0.5; 3]; 2];

impl Pictures {
    fn of(run: Run<'_>) -> Option<Self> {
        let Architecture::Vit(model) = run.model() else { return None };
        let (class, data) = (model.class()?, run.data());
        let [mean, deviation] = match class.kind {
            VitKind::Vit | VitKind::Siglip { .. } => MIDDLE,
            VitKind::Deit | VitKind::Dinov2 => IMAGENET,
            VitKind::Clip => OPENAI,
        };
        Some(Self {
            mean,
            deviation,
            // DINOv2 does it unasked.
            interpolates: [data.image_height, data.image_width] != [class.image_size; 2] && class.kind != VitKind::Dinov2,
            unread: match class.kind {
                VitKind::Siglip { head: true } => &["vision_model.head."],
                VitKind::Clip => &["vision_model.post_layernorm."],
                _ if class.mask_token => &["mask_token"],
                _ => &[],
            },
        })
    }
}

/// `train.py`.
pub(super) fn program(run: Run<'_>) -> String {
    template::program("pytorch/train.py", &Facts::of(run), run.locale)
}

/// `measure.py`, which runs `train.py` for a few steps after the allocator has settled.
pub(super) fn measure(run: Run<'_>) -> String {
    template::program("pytorch/measure.py", &Plan::of(run), run.locale)
}

/// `largest_batch.py`, which tries micro-batches by runs of `train.py`; none for several nodes, whose launchers are started by
/// hand on each.
pub(super) fn largest_batch(run: Run<'_>) -> Option<String> {
    (run.hardware().nodes == 1).then(|| template::program("pytorch/largest_batch.py", &Plan::of(run), run.locale))
}

/// `prepare.py`, which makes of pictures or texts what `train.py` reads fastest; none where it reads files as they are.
pub(super) fn prepare(run: Run<'_>) -> Option<String> {
    match run.task() {
        Task::Denoise(_) => Some(template::program("pytorch/encode.py", &Facts::of(run), run.locale)),
        Task::NextToken => Some(template::program("pytorch/pack.py", &Plan::of(run), run.locale)),
        Task::Classify => Some(template::program("pytorch/shards.py", &Plan::of(run), run.locale)),
        _ => None,
    }
}

/// Whether the library keeps a model's routers in FP32 (`DeepSeek`, GLM-4.5).
const fn has_wide_routers(model: &Architecture) -> bool {
    use engine::architecture::{Decoder, DecoderVariant};
    matches!(model, Architecture::Decoder(Decoder { variant: DecoderVariant::MixtureOfExperts(mixture), .. })
        if mixture.router.is_wide())
}

impl<'a> Facts<'a> {
    pub(super) fn of(run: Run<'a>) -> Self {
        let (origin, training) = (run.origin(), run.training());
        let wraps_blocks = run.wraps_blocks() || matches!(origin, Origin::Torchvision(_) | Origin::Smp(_) | Origin::PlainUnet);
        Self {
            plan: Plan::of(run),
            memory: Memory::of(run),
            ram: Ram::of(run),
            pace: Pace::of(run),
            limit: Limit::of(run),
            weights: Weights::of(run),
            loading: match run.loading() {
                Loading::Streamed => "streamed",
                Loading::FirstProcess => "first-process",
                Loading::EachProcess => "each-process",
            },
            loads_by_first_process: loads_by_first_process(run),
            unpacks: run.model().has_packed_experts(),
            has_wide_routers: has_wide_routers(run.model()),
            mixed: run.mixed_precision_type(),
            input_dtype: input_dtype(run),
            has_batch_norm: matches!(run.model().family(), Family::Convolutional | Family::Segmentation | Family::Detection),
            autocast: run.autocast(),
            is_scaled: run.has_scaler() && run.spread() != Spread::DeepSpeed,
            saves_tensors: saves_tensors(run),
            has_checkpoint_function: (run.has_checkpointing() && wraps_blocks) || training.loss_logits == LossLogits::Chunked,
            turns_fused_attention_off: turns_fused_attention_off(run),
            has_resident_companions: training.resident_frozen_models,
            has_companions: training.resident_frozen_models && matches!(origin, Origin::Diffusers(_)),
            constructor: Constructor::of(run),
            wraps_blocks: run.wraps_blocks(),
            blocks: match run.model() {
                Architecture::Densenet(_) if matches!(origin, Origin::Torchvision(_)) => "dense",
                Architecture::Vgg(_) => "none",
                _ => "named",
            },
            latents: Latents::of(run),
            pictures: Pictures::of(run),
            configuration: configuration::arguments(run),
        }
    }
}

/// Weights of 16 bits take inputs of theirs: pictures under pure BF16, latents beside frozen weights, and both under `DeepSpeed`,
/// whose mixed precision keeps a 16-bit copy of the model and leaves its inputs as they are. `fully_shard` would cast inputs, and
/// times of denoising with them, which lose digits that they need.
fn input_dtype(run: Run<'_>) -> Option<&'static str> {
    let is_by_library = match run.spread() {
        Spread::DeepSpeed => true,
        Spread::Fsdp { .. } => is_denoising(run),
        Spread::Single | Spread::Replicas => false,
    };
    let by_library = is_by_library.then(|| run.mixed_precision_type()).flatten();
    let is_16_bit = run.weights() != "float32" && (run.training().precision == Precision::Bf16 || is_denoising(run));
    by_library.or_else(|| is_16_bit.then(|| run.weights()))
}

fn is_denoising(run: Run<'_>) -> bool {
    matches!(run.task(), Task::Denoise(_))
}

fn saves_tensors(run: Run<'_>) -> bool {
    let is_gathered = matches!(run.spread(), Spread::Fsdp { .. } | Spread::DeepSpeed);
    run.training().method.lora().is_none()
        && match run.origin() {
            Origin::Transformers(_) | Origin::Configuration => false,
            // `save_pretrained` of diffusers takes no weights that were gathered beside the model.
            Origin::Diffusers(_) => is_gathered,
            Origin::Torchvision(_) | Origin::Timm(_) | Origin::Smp(_) | Origin::PlainUnet => true,
        }
}

fn loads_by_first_process(run: Run<'_>) -> bool {
    let from_files = match run.origin() {
        Origin::Transformers(_) | Origin::Diffusers(_) => true,
        // The reader's own weights are read by every process where they are quantized.
        Origin::Configuration => run.quantization().is_none(),
        Origin::Torchvision(_) | Origin::Timm(_) | Origin::Smp(_) | Origin::PlainUnet => false,
    };
    from_files && run.loading() == Loading::FirstProcess
}

/// Some models call the fused operator themselves: which of its kernels run is PyTorch's to say.
fn turns_fused_attention_off(run: Run<'_>) -> bool {
    let has_fused_only = match run.model() {
        Architecture::Vit(model) => model.class().is_none(),
        model => matches!(model, Architecture::DiffusionTransformer(_)),
    };
    run.training().attention == Attention::Eager && has_fused_only && !matches!(run.origin(), Origin::Timm(_))
}

impl Constructor {
    fn of(run: Run<'_>) -> Self {
        match run.model() {
            Architecture::Detector(_) if run.training().method == Method::FrozenBackbone => {
                Self::Detector { trainable_layers: 0 }
            }
            Architecture::Detector(Detector { trainable_backbone_layers, .. }) => {
                Self::Detector { trainable_layers: *trainable_backbone_layers }
            }
            Architecture::Segmenter(segmenter) => Self::Segmenter { has_auxiliary_head: segmenter.aux_loss },
            Architecture::Vit(_) => Self::Vit,
            _ => Self::Other,
        }
    }
}

impl Latents {
    fn of(run: Run<'_>) -> Self {
        let (channels, tokens, width, pooled) = match run.model() {
            Architecture::DiffusionUnet(unet) => (
                unet.in_channels,
                unet.text_tokens,
                unet.cross_attention_dim,
                // The rest of the conditions are the picture's sizes.
                unet.addition_embed_input.saturating_sub(1536),
            ),
            Architecture::DiffusionTransformer(model) => {
                (model.in_channels, run.data().text_tokens, model.joint_attention_dim, model.pooled_projection_dim)
            }
            _ => (4, 77, 768, 0),
        };
        Self { channels, tokens, width, pooled }
    }
}
