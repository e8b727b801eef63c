//! The data set, and the limits that bound products of several fields.

use engine::architecture::Architecture;
use engine::training::{Data, DataKind, Task, Training};
use engine::units::Bytes;

use super::{Errors, Subject};
use crate::defaults;
use crate::error::{Reason, Unit};
use crate::limits;
use crate::v1::Scenario;
use crate::v1::choices;
use crate::v1::scenario::ImageSize;

/// What a model reads.
pub(super) fn kind_of(architecture: &Architecture) -> DataKind {
    match architecture {
        Architecture::Resnet(_) => DataKind::Images,
        Architecture::Encoder(_) | Architecture::Decoder(_) => DataKind::Text,
        Architecture::DiffusionUnet(_) => DataKind::Latents,
    }
}

/// The data set with its defaults; where an error was found it is of no further use.
pub(super) fn resolve(scenario: &Scenario, training: &Training, subject: Option<&Subject>, errors: &mut Errors) -> Data {
    let asked = &scenario.data;
    let kind = kind(scenario, subject, errors);
    let image = asked.image_size.unwrap_or_else(|| default_image(subject));
    let sequence_length = asked.sequence_length.unwrap_or_else(|| default_sequence(subject));
    let samples = asked.samples.unwrap_or_else(|| defaults::samples(kind.into()));
    if let Some(Subject { architecture: Architecture::DiffusionUnet(model), .. }) = subject {
        let of = halvings(model.block_out_channels.len());
        if !image.height.is_multiple_of(of) || !image.width.is_multiple_of(of) {
            errors.push("/data/image_size", Reason::NotAMultiple { of, unit: Unit::Pixels });
        }
    }
    let unit = unit_of(kind, image, sequence_length);
    joint_limits(samples, training.micro_batch_size, unit, errors);
    let cache = scenario.training.loader.cache.unwrap_or(choices::Cache::None);
    let per_sample = defaults::bytes_per_sample(kind.into(), cache, image, sequence_length);
    Data {
        kind,
        samples,
        bytes_on_disk: Bytes(asked.bytes_on_disk.unwrap_or_else(|| bytes_on_disk(samples, per_sample, errors))),
        image_height: image.height,
        image_width: image.width,
        sequence_length,
        target_length: asked.target_length.unwrap_or(defaults::TARGET_LENGTH),
        text_tokens: asked.text_tokens.unwrap_or(defaults::TEXT_TOKENS),
        task: asked.task.map_or(Task::Classification, Into::into),
        num_classes: asked.num_classes.unwrap_or_else(|| default_classes(subject)),
    }
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

fn default_image(subject: Option<&Subject>) -> ImageSize {
    let entry = subject.and_then(|subject| subject.entry);
    ImageSize::square(entry.map_or(defaults::IMAGE_SIDE, |entry| entry.default_image_size))
}

fn default_sequence(subject: Option<&Subject>) -> u64 {
    let positions = match subject.map(|subject| subject.architecture) {
        Some(Architecture::Encoder(model)) => model.max_position_embeddings,
        Some(Architecture::Decoder(model)) => model.max_position_embeddings,
        Some(Architecture::Resnet(_) | Architecture::DiffusionUnet(_)) | None => defaults::SEQUENCE_LENGTH,
    };
    defaults::SEQUENCE_LENGTH.min(positions)
}

fn default_classes(subject: Option<&Subject>) -> u64 {
    let entry = subject.and_then(|subject| subject.entry);
    entry.map_or(defaults::TEXT_CLASSES, |entry| entry.default_num_classes)
}

/// A latent has an eighth of the picture's side, and the U-Net halves it once a level but the last; its skips must meet.
fn halvings(levels: usize) -> u64 {
    8 << levels.saturating_sub(1).min(16)
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
        DataKind::Text => Measure::Tokens { per_sample: sequence_length.max(1) },
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
