//! Which settings go together with a model that answers in passes, and with its card.

use engine::architecture::{Architecture, Family, VideoTransformer};
use engine::hardware::Hardware;
use engine::passes::{MOST_AT_A_TIME, has_pictures, loads, usual_frames};
use wire::v1::Scenario;
use wire::v1::choices::{ServingOffload, WeightsFormat};

use super::defaults::{LONGEST_PROMPT, engine_of, usual_image, usual_tokens};
use crate::error::{Reason, Unit};
use crate::fields::FIELDS;
use crate::limits;
use crate::resolve::data::suited_image;
use crate::resolve::errors::Errors;
use crate::resolve::hardware::not_for_card;
use crate::resolve::subject::Subject;

/// Most elements of a batch, so that nothing runs over and no answer takes long.
const MOST_UNITS: u64 = 1 << 34;
/// The section that says how a model answers.
const SERVING: &str = "/serving/";

/// The fields of serving that a model has a use for; whatever else is said of it is at fault.
fn takes(architecture: &Architecture) -> Vec<&'static str> {
    let is_pipeline = architecture.latent_channels().is_some();
    let reads_texts =
        matches!(architecture.family(), Family::Encoder) || matches!(architecture, Architecture::DiffusionTransformer(_));
    let some = [
        ("/serving/output_tokens", architecture.hears()),
        ("/serving/prompt_tokens", reads_texts),
        ("/serving/image_size", has_pictures(architecture)),
        ("/serving/num_frames", architecture.makes_videos()),
        ("/serving/vae_tiling", architecture.makes_videos()),
        ("/serving/denoising_steps", is_pipeline),
    ];
    let all = ["/serving/engine", "/serving/weights_format", "/serving/concurrency", "/serving/offload"];
    all.into_iter().chain(some.into_iter().filter(|(_, takes)| *takes).map(|(pointer, _)| pointer)).collect()
}

/// Blames what does not go together.
pub(super) fn check(scenario: &Scenario, architecture: &Architecture, hardware: Option<&Hardware>, errors: &mut Errors) {
    let asked = &scenario.serving;
    let subject = Subject::of(scenario, architecture);
    let engine = engine_of(architecture);
    if asked.engine.is_some_and(|named| named != engine) {
        errors.push("/serving/engine", subject.not_applicable(&[engine.as_str()]));
    }
    let is_pipeline = architecture.latent_channels().is_some();
    let takes = takes(architecture);
    let given = FIELDS.iter().filter(|field| field.pointer.starts_with(SERVING) && field.get(scenario).is_some());
    for field in given.filter(|field| !takes.contains(&field.pointer)) {
        errors.push(field.pointer, subject.not_applicable(&[]));
    }
    let is_shared = hardware.is_some_and(|hardware| hardware.gpu.pool.is_some());
    match asked.offload {
        Some(ServingOffload::Layers | ServingOffload::Experts) if is_pipeline => {
            errors.push("/serving/offload", subject.not_applicable(&["none", "model"]));
        }
        Some(ServingOffload::Model) if is_shared => {
            errors.push("/serving/offload", not_for_card(scenario, &["none"]));
        }
        Some(offload) if !is_pipeline && offload != ServingOffload::None => {
            errors.push("/serving/offload", subject.not_applicable(&["none"]));
        }
        _ => {}
    }
    if let (Some(format), Some(hardware)) = (asked.weights_format, hardware)
        && !loads(format.into(), architecture, &hardware.gpu)
    {
        let words = WeightsFormat::ALL.iter().filter(|&&word| loads(word.into(), architecture, &hardware.gpu));
        let allowed: Vec<&str> = words.map(|word| word.as_str()).collect();
        errors.push("/serving/weights_format", subject.not_applicable(&allowed));
    }
    sizes(scenario, &subject, errors);
}

/// Blames pictures and texts that the model does not take, and batches that nobody's card holds.
fn sizes(scenario: &Scenario, subject: &Subject, errors: &mut Errors) {
    let asked = &scenario.serving;
    let image = asked.image_size.unwrap_or_else(|| usual_image(subject));
    let reads_pictures = has_pictures(subject.architecture);
    if reads_pictures {
        suited_image("/serving/image_size", subject.architecture, image, errors);
    }
    if let (Architecture::VideoTransformer(model), Some(frames)) = (subject.architecture, asked.num_frames)
        && (limits::VIDEO_FRAMES.min..=limits::VIDEO_FRAMES.max).contains(&frames)
    {
        suited_frames(model, frames, subject, errors);
    }
    let longest = match subject.architecture {
        Architecture::DiffusionTransformer(_) => LONGEST_PROMPT,
        other => other.longest_sequence().unwrap_or(u64::MAX),
    };
    let (pointer, asked_tokens) = if subject.architecture.hears() {
        ("/serving/output_tokens", asked.output_tokens)
    } else {
        ("/serving/prompt_tokens", asked.prompt_tokens)
    };
    let tokens = asked_tokens.unwrap_or_else(|| usual_tokens(subject.architecture));
    if asked_tokens.is_some_and(|tokens| tokens > longest) {
        errors.push(pointer, Reason::OutOfRange { min: 1.0, max: longest as f64, unit: Unit::Tokens });
    }
    let frames = asked.num_frames.unwrap_or_else(|| usual_frames(subject.architecture));
    let within = |unit: u64| (MOST_UNITS / unit.max(1)).max(1);
    let most = match subject.architecture {
        // A window has one size.
        Architecture::Whisper(_) => MOST_AT_A_TIME,
        _ if reads_pictures => within(image.height.saturating_mul(image.width).saturating_mul(frames)),
        _ => within(tokens.saturating_mul(tokens)),
    };
    if asked.concurrency.is_some_and(|batch| batch > most) {
        errors.push("/serving/concurrency", Reason::OutOfRange { min: 1.0, max: most as f64, unit: Unit::None });
    }
}

/// Blames a length that no latent becomes: a video has one frame and a multiple of what a piece of its latent does.
fn suited_frames(model: &VideoTransformer, frames: u64, subject: &Subject, errors: &mut Errors) {
    let step = model.frame_step();
    let is_whole = frames > 1 && (frames - 1).is_multiple_of(step);
    if !is_whole {
        let below = frames.saturating_sub(1) / step;
        let nearest: Vec<String> =
            [below, below + 1].iter().filter(|&&pieces| pieces > 0).map(|pieces| (pieces * step + 1).to_string()).collect();
        let nearest: Vec<&str> = nearest.iter().map(String::as_str).collect();
        errors.push("/serving/num_frames", subject.not_applicable(&nearest));
    }
}
