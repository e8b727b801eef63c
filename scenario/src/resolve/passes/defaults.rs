//! What a model that answers in passes is run with where nothing is said.

use engine::architecture::{Architecture, Family};
use engine::passes::{Question, Settings, has_pictures, passes_of_a_step, usual_frames, usual_size, usual_steps, usual_text};
use wire::v1::Scenario;
use wire::v1::choices::{ServingEngine, ServingOffload, WeightsFormat, Workload};
use wire::v1::scenario::{ImageSize, Serving};

use crate::resolve::data::default_classes;
use crate::resolve::serving::fill_hardware;
use crate::resolve::subject::Subject;

/// Tokens of a prompt that T5 reads, as diffusers' pipelines set it: of FLUX.1 and of Stable Diffusion 3.
const PROMPT: [u64; 2] = [512, 256];
/// Most of them: T5's encoders of the pipelines read no more.
pub(super) const LONGEST_PROMPT: u64 = 512;
/// Tokens of a text that an encoder reads where none are named.
const TEXT: u64 = 512;
/// Tokens that a U-Net's encoders read, which nobody can change.
const CLIP: u64 = 77;

/// Where models lie and how films are decoded.
#[derive(Debug, Clone, Copy)]
pub(super) struct Place {
    /// Whether each model is on the card only while it runs.
    pub is_offloaded: bool,
    /// Whether films are decoded in tiles.
    pub is_tiled: bool,
}

/// The settings, each as asked or the pipeline's own.
pub(super) fn settings(scenario: &Scenario, architecture: &Architecture, format: WeightsFormat, place: Place) -> Settings {
    let asked = &scenario.serving;
    let subject = Subject::of(scenario, architecture);
    let image = asked.image_size.unwrap_or_else(|| usual_image(&subject));
    Settings {
        weights_format: format.into(),
        batch: asked.concurrency.unwrap_or(1),
        image_height: image.height,
        image_width: image.width,
        frames: asked.num_frames.unwrap_or_else(|| usual_frames(architecture)),
        tokens: if architecture.hears() { asked.output_tokens } else { asked.prompt_tokens }
            .unwrap_or_else(|| usual_tokens(architecture)),
        classes: default_classes(scenario, Some(&subject)),
        denoising_steps: asked.denoising_steps.unwrap_or_else(|| usual_steps(architecture)),
        is_tiled: place.is_tiled,
        is_offloaded: place.is_offloaded,
    }
}

/// Pictures of the size that the model was published with.
pub(super) fn usual_image(subject: &Subject) -> ImageSize {
    if let Architecture::VideoTransformer(model) = subject.architecture {
        return ImageSize { height: model.usual_height, width: model.usual_width };
    }
    ImageSize::square(subject.entry.map_or_else(|| usual_size(subject.architecture), |entry| entry.default_image_size))
}

/// Tokens of a usual text or prompt; of what hears those that it writes of a window.
pub(super) fn usual_tokens(architecture: &Architecture) -> u64 {
    match architecture {
        Architecture::DiffusionUnet(_) => CLIP,
        Architecture::VideoTransformer(model) => model.text_tokens(),
        Architecture::Whisper(model) => usual_text(model),
        Architecture::DiffusionTransformer(_) => PROMPT[usize::from(passes_of_a_step(architecture) > 1)],
        _ => architecture.longest_sequence().map_or(TEXT, |longest| longest.min(TEXT)),
    }
}

/// What was asked with every default filled in: asked again, it gives the same answer.
pub(super) fn inputs(asked: &Scenario, question: &Question, format: WeightsFormat) -> Scenario {
    let settings = &question.settings;
    let is_pipeline = question.model.latent_channels().is_some();
    let reads_pictures = has_pictures(&question.model);
    let is_fixed = matches!(question.model, Architecture::DiffusionUnet(_) | Architecture::VideoTransformer(_));
    let hears = question.model.hears();
    let names_tokens = !is_fixed && !hears && (is_pipeline || !reads_pictures);
    let makes_videos = question.model.makes_videos();
    let place = if settings.is_offloaded { ServingOffload::Model } else { ServingOffload::None };
    let serving = Serving {
        engine: Some(engine_of(&question.model)),
        weights_format: Some(format),
        concurrency: Some(settings.batch),
        prompt_tokens: names_tokens.then_some(settings.tokens),
        output_tokens: hears.then_some(settings.tokens),
        image_size: reads_pictures.then_some(ImageSize { height: settings.image_height, width: settings.image_width }),
        num_frames: makes_videos.then_some(settings.frames),
        vae_tiling: makes_videos.then_some(settings.is_tiled),
        denoising_steps: is_pipeline.then_some(settings.denoising_steps),
        offload: is_pipeline.then_some(place),
        ..Serving::default()
    };
    let mut inputs = Scenario { task: Some(Workload::Inference), serving, ..asked.clone() };
    fill_hardware(&mut inputs, asked, &question.hardware);
    inputs
}

/// The library that runs a model.
pub(super) const fn engine_of(architecture: &Architecture) -> ServingEngine {
    match architecture.family() {
        Family::Diffusion => ServingEngine::Diffusers,
        Family::Speech => ServingEngine::Transformers,
        _ => ServingEngine::Pytorch,
    }
}
