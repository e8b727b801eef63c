//! Which prompts go with a model and an engine: their pictures, their lengths, and what they have in common.

use engine::architecture::Resizing;
use engine::serving::{Question, ServingEngine, pictures};
use wire::v1::Scenario;

use super::reason::{ENGINE, model, not_applicable, word};
use crate::error::{Reason, Unit};
use crate::limits;
use crate::resolve::errors::Errors;

const IMAGES: &str = "/serving/images_per_prompt";
const IMAGE_SIZE: &str = "/serving/image_size";
const PREFIX: &str = "/serving/shared_prefix_tokens";
const SPREAD: &str = "/serving/length_spread";

/// Width over height, or the other way, beyond which Qwen's processors of pictures refuse (`smart_resize`).
const NARROWEST: u64 = 200;
/// Tokens that pictures must leave for a question and its answer where neither was named.
const BESIDE: u64 = 64;

/// Blames what does not go together.
pub(super) fn check(scenario: &Scenario, question: &Question, errors: &mut Errors) {
    seen(scenario, question, errors);
    lengths(scenario, question, errors);
    prefix(question, errors);
    spread(scenario, question, errors);
}

/// Pictures go with models that read them, and their size with pictures.
fn seen(scenario: &Scenario, question: &Question, errors: &mut Errors) {
    let asked = &scenario.serving;
    let is_asked = asked.images_per_prompt.is_some_and(|count| count > 0);
    if question.model.options.tower.is_none() {
        let given = [(IMAGES, is_asked), (IMAGE_SIZE, asked.image_size.is_some())];
        let (with, name) = model(scenario);
        for (pointer, _) in given.into_iter().filter(|(_, is_given)| *is_given) {
            errors.push(pointer, not_applicable(with, name, &[]));
        }
    } else if is_asked && question.settings.engine == ServingEngine::Exllama {
        // It reads pictures of some models; what it needs for that is not modeled.
        errors.push(IMAGES, not_applicable(ENGINE, word(question), &["0"]));
    } else if asked.image_size.is_some() && !is_asked {
        errors.push(IMAGE_SIZE, not_applicable(IMAGES, "0", &[]));
    } else if let Some(size) = asked.image_size {
        let (short, long) = (size.height.min(size.width), size.height.max(size.width));
        let most = short.saturating_mul(NARROWEST);
        if refuses_narrow(question) && long > most {
            let (min, max) = (limits::IMAGE_SIDE.min as f64, most as f64);
            errors.push(IMAGE_SIZE, Reason::OutOfRange { min, max, unit: Unit::Pixels });
        }
    }
}

/// Whether pictures go through a processor that refuses narrow ones.
fn refuses_narrow(question: &Question) -> bool {
    let resizing = question.tower().map(|tower| tower.resizing);
    question.settings.engine != ServingEngine::LlamaCpp && matches!(resizing, Some(Resizing::Within { .. }))
}

/// Prompt and answer lie in the context, and the context in the model's reach.
fn lengths(scenario: &Scenario, question: &Question, errors: &mut Errors) {
    let (asked, settings) = (&scenario.serving, &question.settings);
    let reach = question.model.max_position_embeddings;
    let range = |min: u64, max: u64| Reason::OutOfRange { min: min as f64, max: max as f64, unit: Unit::Tokens };
    let of_pictures = pictures::of_all(question);
    let is_named = asked.prompt_tokens.is_some() || asked.output_tokens.is_some();
    // A prompt and an answer have a token each.
    let beside = if of_pictures == 0 || is_named { 2 } else { BESIDE };
    let least = of_pictures.saturating_add(beside);
    if reach < 2 {
        errors.push("/model/config/max_position_embeddings", range(2, limits::CONTEXT_LENGTH.max));
    } else if settings.context_length > reach {
        errors.push("/serving/context_length", range(2, reach));
    } else if of_pictures > 0 && least > settings.context_length {
        if asked.context_length.is_some() && least <= reach {
            errors.push("/serving/context_length", range(least, reach));
        } else {
            let max = (reach.saturating_sub(beside) / pictures::tokens(question).max(1)) as f64;
            errors.push(IMAGES, Reason::OutOfRange { min: 0.0, max, unit: Unit::None });
        }
    } else if settings.prompt_tokens >= settings.context_length {
        errors.push("/serving/prompt_tokens", range(1, (settings.context_length - 1 - of_pictures).max(1)));
    } else if settings.prompt_tokens.saturating_add(settings.output_tokens) > settings.context_length {
        errors.push("/serving/output_tokens", range(1, settings.context_length - settings.prompt_tokens));
    }
}

/// What all prompts begin with is a part of their text, and goes with engines that keep it.
fn prefix(question: &Question, errors: &mut Errors) {
    let settings = &question.settings;
    let text = settings.prompt_tokens - pictures::of_all(question);
    if settings.shared_prefix_tokens > 0 && settings.engine == ServingEngine::Transformers {
        errors.push(PREFIX, not_applicable(ENGINE, word(question), &["0"]));
    } else if settings.shared_prefix_tokens > text {
        errors.push(PREFIX, Reason::OutOfRange { min: 0.0, max: text as f64, unit: Unit::Tokens });
    }
}

/// Lengths vary where requests come by chance: those of texts and answers, as far as the longest fit the context.
fn spread(scenario: &Scenario, question: &Question, errors: &mut Errors) {
    let settings = &question.settings;
    if settings.length_spread <= 0.0 {
        return;
    }
    let fixed = (pictures::of_all(question) + settings.shared_prefix_tokens).min(settings.prompt_tokens);
    let varied = settings.prompt_tokens - fixed + settings.output_tokens;
    let room = settings.context_length.saturating_sub(fixed) as f64;
    // Rounded down, so that what is said to be allowed is.
    let most = ((room / varied.max(1) as f64 - 1.0) * 100.0).floor() / 100.0;
    let most = most.clamp(0.0, limits::LENGTH_SPREAD.max);
    if scenario.serving.request_rate.is_none() {
        errors.push(SPREAD, not_applicable("/serving/request_rate", "none", &["0"]));
    } else if settings.length_spread > most {
        errors.push(SPREAD, Reason::OutOfRange { min: 0.0, max: most, unit: Unit::None });
    }
}
