//! What a person knows of a run: every leaf may be left out.

mod hardware;
mod measured;
mod model;
mod serving;
mod training;

pub use hardware::{CustomGpu, GpuChoice, Hardware, OwnedPart};
pub use measured::{Measured, MeasuredFactors};
pub use model::{Graph, Model, ModelConfig};
pub use serving::{Serving, ServingParallel};
pub use training::{Loader, Lora, LoraTargets, Quantization, Training};

use crate::v1::choices::{DataKind, Method, Task, Vendor, Workload};

/// Whether a part of the scenario says nothing, so that JSON leaves it out.
#[cfg(feature = "json")]
pub(crate) fn is_empty<T: Default + PartialEq>(part: &T) -> bool {
    *part == T::default()
}

/// A scenario: the machine, the model, the settings and the data of a run.
///
/// Only `hardware.gpu` and `model` are required; a field left out (or `null`) takes its documented default in an
/// estimate, and is the advisor's to choose in a recommendation. Changes merge into a scenario by RFC 7396.
#[derive(Debug, Clone, Default, PartialEq)]
#[cfg_attr(feature = "json", derive(serde::Serialize, serde::Deserialize, utoipa::ToSchema))]
#[cfg_attr(feature = "json", serde(deny_unknown_fields))]
#[cfg_attr(feature = "json", schema(example = json!({
    "hardware": { "gpu": "rtx-4090", "ram_gib": 64 },
    "model": { "id": "resnet50" },
    "training": { "precision": "fp16-amp", "micro_batch_size": 64 },
    "data": { "kind": "images", "samples": 50000, "image_size": 224 }
})))]
pub struct Scenario {
    /// The caller's own name for it; comes back in the answer.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"), schema(max_length = 200))]
    pub id: Option<String>,
    /// What the machine is for; default training. Inference reads `serving` in the place of `training` and `data`.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"))]
    pub task: Option<Workload>,
    /// The machine.
    #[cfg_attr(feature = "json", serde(default, skip_serializing_if = "is_empty"), schema(nullable))]
    pub hardware: Hardware,
    /// The model: a catalog id or a configuration.
    #[cfg_attr(feature = "json", serde(default, skip_serializing_if = "is_empty"))]
    pub model: Model,
    /// The settings.
    #[cfg_attr(feature = "json", serde(default, skip_serializing_if = "is_empty"), schema(nullable))]
    pub training: Training,
    /// How the model is served; inference alone.
    #[cfg_attr(feature = "json", serde(default, skip_serializing_if = "is_empty"), schema(nullable))]
    pub serving: Serving,
    /// The data set.
    #[cfg_attr(feature = "json", serde(default, skip_serializing_if = "is_empty"), schema(nullable))]
    pub data: Data,
    /// What a recommendation must respect; an estimate does not read it.
    #[cfg_attr(feature = "json", serde(default, skip_serializing_if = "is_empty"), schema(nullable))]
    pub constraints: Constraints,
    /// What was measured on such a run.
    #[cfg_attr(feature = "json", serde(default, skip_serializing_if = "is_empty"), schema(nullable))]
    pub measured: Measured,
}

/// The data set.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[cfg_attr(feature = "json", derive(serde::Serialize, serde::Deserialize, utoipa::ToSchema))]
#[cfg_attr(feature = "json", serde(deny_unknown_fields))]
pub struct Data {
    /// What a sample is; default: what the model reads.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"))]
    pub kind: Option<DataKind>,
    /// Samples in the set; default 50,000 images or 100,000 texts.
    #[cfg_attr(
        feature = "json",
        serde(skip_serializing_if = "Option::is_none"),
        schema(minimum = 1, maximum = 1_000_000_000_000_u64)
    )]
    pub samples: Option<u64>,
    /// Pixels of the image, a number or `[height, width]`; of latents, the picture's. Default: what the model was published with.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"), schema(value_type = Option<ImageSizeWire>))]
    pub image_size: Option<ImageSize>,
    /// Pictures of a sample, each of `image_size`, among the words of a model that reads both; default 1.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"), schema(minimum = 0, maximum = 256))]
    pub images_per_sample: Option<u64>,
    /// Tokens of a text and of the pictures in it; default 512 and what the pictures take.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"), schema(minimum = 1, maximum = 1_048_576))]
    pub sequence_length: Option<u64>,
    /// Tokens of the decoder; encoder-decoder models. Default 128, or the sequence length where it is shorter.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"), schema(minimum = 1, maximum = 131_072))]
    pub target_length: Option<u64>,
    /// Tokens of the prompt; diffusion transformers. Default 512.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"), schema(minimum = 1, maximum = 8192))]
    pub text_tokens: Option<u64>,
    /// What an encoder is trained for; default classification.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"))]
    pub task: Option<Task>,
    /// Outputs of the head; default: the model's published head.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"), schema(minimum = 1, maximum = 16_777_216))]
    pub num_classes: Option<u64>,
    /// Labelled objects of a crowded picture, where memory peaks; default 44.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"), schema(minimum = 1, maximum = 1000))]
    pub objects_per_image: Option<u64>,
    /// The whole set on the disk, in bytes; default: samples x a documented size of the kind.
    #[cfg_attr(
        feature = "json",
        serde(skip_serializing_if = "Option::is_none"),
        schema(minimum = 1, maximum = 9_007_199_254_740_991_u64)
    )]
    pub bytes_on_disk: Option<u64>,
}

/// Height and width of an image in pixels; a plain number on the wire where they are equal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "json", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "json", serde(from = "ImageSizeWire", into = "ImageSizeWire"))]
pub struct ImageSize {
    /// Pixels from top to bottom.
    pub height: u64,
    /// Pixels from left to right.
    pub width: u64,
}

impl ImageSize {
    /// A square image.
    #[must_use]
    pub const fn square(side: u64) -> Self {
        Self { height: side, width: side }
    }
}

/// How an image size reads on the wire.
#[cfg(feature = "json")]
#[derive(Debug, Clone, Copy, serde::Serialize, serde::Deserialize, utoipa::ToSchema)]
#[serde(untagged)]
#[schema(example = 224)]
pub enum ImageSizeWire {
    /// One side of a square image, in pixels.
    Square(u64),
    /// Height and width, in pixels.
    Rectangle([u64; 2]),
}

#[cfg(feature = "json")]
impl From<ImageSizeWire> for ImageSize {
    fn from(wire: ImageSizeWire) -> Self {
        match wire {
            ImageSizeWire::Square(side) => Self::square(side),
            ImageSizeWire::Rectangle([height, width]) => Self { height, width },
        }
    }
}

#[cfg(feature = "json")]
impl From<ImageSize> for ImageSizeWire {
    fn from(size: ImageSize) -> Self {
        if size.height == size.width { Self::Square(size.height) } else { Self::Rectangle([size.height, size.width]) }
    }
}

/// What a recommendation must respect.
#[derive(Debug, Clone, Default, PartialEq)]
#[cfg_attr(feature = "json", derive(serde::Serialize, serde::Deserialize, utoipa::ToSchema))]
#[cfg_attr(feature = "json", serde(deny_unknown_fields))]
pub struct Constraints {
    /// Samples of an optimizer step over all GPUs.
    #[cfg_attr(
        feature = "json",
        serde(skip_serializing_if = "Option::is_none"),
        schema(minimum = 1, maximum = 4_294_967_296_u64)
    )]
    pub global_batch_size: Option<u64>,
    /// Methods that the caller accepts.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"))]
    pub methods: Option<Vec<Method>>,
    /// Longest time that the whole run may take.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"), schema(minimum = 1, maximum = 315_360_000))]
    pub deadline_seconds: Option<f64>,
    /// Most that the machine may cost.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"))]
    pub budget: Option<Budget>,
    /// Most GPUs that the advisor may plan with.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"), schema(minimum = 1, maximum = 262_144))]
    pub max_gpus: Option<u64>,
    /// Makers whose GPUs and CPUs are left out.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"))]
    pub excluded_vendors: Option<Vec<Vendor>>,
}

/// An amount of money.
#[derive(Debug, Clone, Default, PartialEq)]
#[cfg_attr(feature = "json", derive(serde::Serialize, serde::Deserialize, utoipa::ToSchema))]
#[cfg_attr(feature = "json", serde(deny_unknown_fields))]
pub struct Budget {
    /// How much.
    #[cfg_attr(
        feature = "json",
        serde(skip_serializing_if = "Option::is_none"),
        schema(minimum = 0, maximum = 1_000_000_000_000_u64)
    )]
    pub amount: Option<f64>,
    /// ISO 4217 code; default USD.
    #[cfg_attr(
        feature = "json",
        serde(skip_serializing_if = "Option::is_none"),
        schema(pattern = "^[A-Z]{3}$", example = "USD")
    )]
    pub currency: Option<String>,
    /// Price of a US dollar in it; required for other currencies.
    #[cfg_attr(
        feature = "json",
        serde(skip_serializing_if = "Option::is_none"),
        schema(minimum = 0.001, maximum = 10_000_000, example = 7.1)
    )]
    pub per_usd: Option<f64>,
}
