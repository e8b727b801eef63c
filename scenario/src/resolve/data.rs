//! The data set, and the limits that bound products of several fields.

use engine::architecture::{Architecture, DiffusionTransformerVariant, Family, Resizing, Traced, TracedInput, VitKind};
use engine::training::{Data, DataKind, Task, Training};
use engine::units::Bytes;

use super::errors::Errors;
use super::pictures::{self, Pictures};
use super::subject::Subject;
use crate::defaults;
use crate::error::{Reason, Unit};
use crate::limits;
use wire::v1::Scenario;
use wire::v1::choices;
use wire::v1::scenario::ImageSize;

/// What a model reads.
pub(crate) fn kind_of(architecture: &Architecture) -> DataKind {
    match architecture.family() {
        _ if matches!(architecture, Architecture::Traced(_)) => kind_of_traced(architecture),
        Family::Convolutional | Family::VisionTransformer | Family::Segmentation | Family::Detection => DataKind::Images,
        Family::Encoder | Family::Decoder | Family::Seq2seq => DataKind::Text,
        Family::Speech => DataKind::Audio,
        Family::Diffusion => DataKind::Latents,
    }
}

fn kind_of_traced(architecture: &Architecture) -> DataKind {
    match architecture {
        Architecture::Traced(Traced { reads: TracedInput::Images { .. }, .. }) => DataKind::Images,
        Architecture::Traced(Traced { reads: TracedInput::Tokens { .. }, .. }) => DataKind::Text,
        _ => DataKind::Tensors,
    }
}

/// The data set with its defaults; where an error was found it is of no further use.
pub(super) fn resolve(scenario: &Scenario, training: &Training, subject: Option<&Subject>, errors: &mut Errors) -> Data {
    let asked = &scenario.data;
    let kind = kind(scenario, subject, errors);
    let image = asked.image_size.unwrap_or_else(|| default_image(subject));
    let images_per_sample = pictures::count(asked, training, subject, errors);
    let of_pictures = pictures::tokens(subject, images_per_sample, image);
    let sequence_length = asked.sequence_length.unwrap_or_else(|| default_sequence(subject, of_pictures));
    let samples = asked.samples.unwrap_or_else(|| defaults::samples(kind.into()));
    let target_length = asked.target_length.unwrap_or_else(|| default_target(subject, sequence_length));
    let text_tokens = asked.text_tokens.unwrap_or(defaults::TEXT_TOKENS);
    let num_classes = asked.num_classes.unwrap_or_else(|| default_classes(scenario, subject));
    if let Some(subject) = subject {
        suited_image("/data/image_size", subject.architecture, image, errors);
        suited_target(subject.architecture, target_length, errors);
        let cache = scenario.training.loader.cache;
        let count = images_per_sample;
        Pictures { asked, training, cache, subject, image, count, sequence_length }.check(errors);
        dense_limits(subject.architecture, training.micro_batch_size, image, num_classes, text_tokens, errors);
    }
    let task = asked.task.map_or(Task::Classification, Into::into);
    let texts = match subject.map(|subject| subject.architecture.family()) {
        Some(Family::Encoder) => task.texts(),
        Some(Family::Decoder) => training.alignment.texts(),
        _ => 1,
    };
    let longest = match subject.map(|subject| subject.architecture) {
        Some(model) if model.family() == Family::Seq2seq => sequence_length.max(target_length),
        Some(Architecture::Whisper(model)) => model.max_source_positions.max(target_length),
        _ => sequence_length.saturating_mul(texts),
    };
    joint_limits(samples, training.micro_batch_size, unit_of(kind, image, longest), errors);
    let of_words = sequence_length.saturating_sub(of_pictures).saturating_mul(texts);
    let of_arrays = subject.and_then(|subject| match subject.architecture {
        Architecture::Traced(model) if kind == DataKind::Tensors => Some(model.sample_bytes),
        _ => None,
    });
    let of_files = defaults::picture_bytes(image).saturating_mul(images_per_sample);
    let per_sample =
        of_arrays.unwrap_or_else(|| defaults::bytes_per_sample(kind.into(), image, of_words).saturating_add(of_files));
    Data {
        kind,
        samples,
        bytes_on_disk: Bytes(asked.bytes_on_disk.unwrap_or_else(|| bytes_on_disk(samples, per_sample, errors))),
        image_height: image.height,
        image_width: image.width,
        images_per_sample,
        sequence_length,
        target_length,
        text_tokens,
        task,
        num_classes,
    }
}

/// The model as it meets the data: a detector's memory depends on how many objects a picture shows.
pub(super) fn model_with_objects(mut model: Architecture, asked: &wire::v1::scenario::Data) -> Architecture {
    if let (Architecture::Detector(detector), Some(objects)) = (&mut model, asked.objects_per_image) {
        detector.objects_per_image = objects;
    }
    model
}

fn kind(scenario: &Scenario, subject: Option<&Subject>, errors: &mut Errors) -> DataKind {
    let Some(subject) = subject else { return scenario.data.kind.map_or(DataKind::Images, Into::into) };
    let reads = kind_of(subject.architecture);
    if let Some(asked) = scenario.data.kind
        && DataKind::from(asked) != reads
    {
        errors.push("/data/kind", subject.not_applicable(&[choices::DataKind::from(reads).as_str()]));
    }
    reads
}

/// Tokens of what a model writes: no more than it has positions for.
fn default_target(subject: Option<&Subject>, sequence_length: u64) -> u64 {
    match subject.map(|subject| subject.architecture) {
        Some(Architecture::Whisper(model)) => defaults::TARGET_LENGTH.min(model.max_target_positions),
        _ => defaults::TARGET_LENGTH.min(sequence_length),
    }
}

fn default_image(subject: Option<&Subject>) -> ImageSize {
    if let Some(tower) = subject.and_then(|subject| subject.architecture.tower()) {
        // Some bring every picture to one size.
        let side = if let Resizing::Fixed(edge) = tower.resizing { edge } else { defaults::PICTURE_SIDE };
        return ImageSize::square(side);
    }
    if let Some(Architecture::Traced(Traced { reads: TracedInput::Images { height, width }, .. })) =
        subject.map(|subject| subject.architecture)
    {
        return ImageSize { height: *height, width: *width };
    }
    let entry = subject.and_then(|subject| subject.entry);
    let of_class = || match subject.map(|subject| subject.architecture) {
        // DINOv2's positions are for the largest pictures that it saw, and its processor crops smaller ones.
        Some(Architecture::Vit(model)) => model.class().filter(|class| class.kind != VitKind::Dinov2),
        _ => None,
    };
    let usual = || of_class().map_or(defaults::IMAGE_SIDE, |class| class.image_size);
    ImageSize::square(entry.map_or_else(usual, |entry| entry.default_image_size))
}

/// A usual length of texts beside what pictures take, where the model has positions for it.
fn default_sequence(subject: Option<&Subject>, of_pictures: u64) -> u64 {
    let positions = match subject.map(|subject| subject.architecture) {
        Some(Architecture::Encoder(model)) => model.max_position_embeddings,
        Some(Architecture::Decoder(model)) => model.max_position_embeddings,
        Some(Architecture::Gpt2(model)) => model.n_positions,
        Some(Architecture::Traced(Traced { reads: TracedInput::Tokens { length }, .. })) => return *length,
        // Relative positions have no end, and what reads pictures has no positions of tokens.
        Some(_) | None => defaults::SEQUENCE_LENGTH,
    };
    defaults::SEQUENCE_LENGTH.saturating_add(of_pictures).min(positions).min(limits::SEQUENCE_LENGTH.max)
}

/// Those of the catalog's model, or that a classifier's configuration has labels for.
pub(super) fn default_classes(scenario: &Scenario, subject: Option<&Subject>) -> u64 {
    if let Some(entry) = subject.and_then(|subject| subject.entry) {
        return entry.default_num_classes;
    }
    let classifies =
        subject.is_some_and(|subject| matches!(subject.architecture.family(), Family::Encoder | Family::VisionTransformer));
    let labels = scenario.model.config.as_ref().and_then(|config| config.num_labels);
    labels.filter(|_| classifies).unwrap_or(defaults::TEXT_CLASSES)
}

/// A picture whose sides the model cannot divide, or that has more patches than it has positions for.
pub(super) fn suited_image(pointer: &'static str, architecture: &Architecture, image: ImageSize, errors: &mut Errors) {
    let of = architecture.side_multiple();
    if !image.height.is_multiple_of(of) || !image.width.is_multiple_of(of) {
        errors.push(pointer, Reason::NotAMultiple { of, unit: Unit::Pixels });
    }
    if let Architecture::Vit(model) = architecture
        && image.height.min(image.width) < model.patch_size
    {
        let (min, max) = (model.patch_size as f64, limits::IMAGE_SIDE.max as f64);
        errors.push(pointer, Reason::OutOfRange { min, max, unit: Unit::Pixels });
    }
    if let Architecture::DiffusionTransformer(model) = architecture
        && let DiffusionTransformerVariant::Joint { pos_embed_max_size, .. } = model.variant
    {
        let max = pos_embed_max_size.saturating_mul(model.patch_pixels());
        if image.height.max(image.width) > max {
            let reason = Reason::OutOfRange { min: limits::IMAGE_SIDE.min as f64, max: max as f64, unit: Unit::Pixels };
            errors.push(pointer, reason);
        }
    }
}

/// A text that is longer than what the model has positions for, which its class refuses.
fn suited_target(architecture: &Architecture, target_length: u64, errors: &mut Errors) {
    if let Architecture::Whisper(model) = architecture
        && target_length > model.max_target_positions
    {
        let max = model.max_target_positions as f64;
        errors.push("/data/target_length", Reason::OutOfRange { min: 1.0, max, unit: Unit::Tokens });
    }
}

/// Products that only some models form: a logit for every pixel and class, and the tokens of prompts.
fn dense_limits(
    architecture: &Architecture,
    micro_batch_size: u64,
    image: ImageSize,
    num_classes: u64,
    text_tokens: u64,
    errors: &mut Errors,
) {
    if matches!(architecture.family(), Family::Segmentation | Family::Detection) {
        let pixels = micro_batch_size.saturating_mul(image.height).saturating_mul(image.width).max(1);
        if pixels.saturating_mul(num_classes) > limits::PIXEL_LOGITS_PER_MICRO_BATCH {
            let max = (limits::PIXEL_LOGITS_PER_MICRO_BATCH / pixels).max(1) as f64;
            errors.push("/data/num_classes", Reason::OutOfRange { min: 1.0, max, unit: Unit::Classes });
        }
    }
    if matches!(architecture, Architecture::DiffusionTransformer(_))
        && micro_batch_size.saturating_mul(text_tokens) > limits::TOKENS_PER_MICRO_BATCH
    {
        let max = (limits::TOKENS_PER_MICRO_BATCH / text_tokens.max(1)).max(1) as f64;
        errors.push("/training/micro_batch_size", Reason::OutOfRange { min: 1.0, max, unit: Unit::Samples });
    }
}

/// What a sample is made of, for the joint limits.
#[derive(Clone, Copy)]
enum Measure {
    Pixels { per_sample: u64 },
    Tokens { per_sample: u64 },
}

fn unit_of(kind: DataKind, image: ImageSize, sequence_length: u64) -> Measure {
    match kind {
        DataKind::Images | DataKind::Latents => Measure::Pixels { per_sample: image.height.saturating_mul(image.width).max(1) },
        DataKind::Text | DataKind::Audio => Measure::Tokens { per_sample: sequence_length.max(1) },
        DataKind::Tensors => Measure::Tokens { per_sample: 1 },
    }
}

/// Products that single ranges leave too large to be counted in bytes.
fn joint_limits(samples: u64, micro_batch_size: u64, measure: Measure, errors: &mut Errors) {
    let (per_sample, of_batch, of_set) = match measure {
        Measure::Pixels { per_sample } => (per_sample, limits::PIXELS_PER_MICRO_BATCH, limits::PIXELS_OF_DATA_SET),
        Measure::Tokens { per_sample } => (per_sample, limits::TOKENS_PER_MICRO_BATCH, limits::TOKENS_OF_DATA_SET),
    };
    let at_most = |limit: u64| Reason::OutOfRange { min: 1.0, max: (limit / per_sample).max(1) as f64, unit: Unit::Samples };
    if micro_batch_size.saturating_mul(per_sample) > of_batch {
        errors.push("/training/micro_batch_size", at_most(of_batch));
    }
    if samples.saturating_mul(per_sample) > of_set {
        errors.push("/data/samples", at_most(of_set));
    }
}

fn bytes_on_disk(samples: u64, per_sample: u64, errors: &mut Errors) -> u64 {
    let bytes = samples.saturating_mul(per_sample.max(1));
    if bytes > limits::BYTES_ON_DISK.max {
        let max = (limits::BYTES_ON_DISK.max / per_sample.max(1)).max(1) as f64;
        errors.push("/data/samples", Reason::OutOfRange { min: 1.0, max, unit: Unit::Samples });
    }
    bytes.max(1)
}
