//! A model that answers in passes over a batch: every field checked, with the defaults of its library.

use std::cmp::Reverse;

use engine::architecture::{Architecture, Family};
use engine::hardware::Hardware;
use engine::host::kits;
use engine::passes::{self, Change, Question, Settings, loads, plain, usual_size, usual_steps, with};
use engine::serving::WeightsFormat as Format;
use wire::v1::Scenario;
use wire::v1::choices::{ServingEngine, ServingOffload, WeightsFormat, Workload};
use wire::v1::scenario::{ImageSize, Serving};

use super::data::{default_classes, suited_image};
use super::errors::Errors;
use super::hardware;
use super::serving::blame_training;
use super::subject::Subject;
use crate::error::{FieldError, Reason, Unit};
use crate::fields::FIELDS;

/// Tokens of a prompt that T5 reads, as diffusers' pipelines set it: of FLUX.1 and of Stable Diffusion 3.
const PROMPT: [u64; 2] = [512, 256];
/// Tokens of a text that an encoder reads where none are named.
const TEXT: u64 = 512;
/// Tokens that a U-Net's encoders read, which nobody can change.
const CLIP: u64 = 77;
/// Formats that are tried in this order below 16 bits: those that CUDA unpacks in a kernel, then files of GGUF, which chains of kernels
/// unpack.
const USUAL: [WeightsFormat; 6] = [
    WeightsFormat::Fp8,
    WeightsFormat::BnbNf4,
    WeightsFormat::Q8_0,
    WeightsFormat::Q6K,
    WeightsFormat::Q5_0,
    WeightsFormat::Q4_0,
];
/// Most elements of a batch, so that nothing runs over and no answer takes long.
const MOST_UNITS: u64 = 1 << 34;

/// A question for the engine, with the words that its defaults became.
#[derive(Debug, Clone, PartialEq)]
pub struct Passing {
    /// What the engine takes.
    pub question: Question,
    /// What was asked, with every default filled in.
    pub inputs: Scenario,
}

/// Whether a scenario's model is one that answers in passes: encoders of texts, networks that read pictures, and those that make them.
#[must_use]
pub fn answers_in_passes(scenario: &Scenario) -> bool {
    super::architecture(&scenario.model).is_some_and(|architecture| passes::answers(&architecture))
}

/// The question of a scenario whose task is inference and whose model answers in passes.
///
/// # Errors
/// Every field at fault, in the order in which a scenario is written.
pub fn resolve_passing(scenario: &Scenario) -> Result<Passing, Vec<FieldError>> {
    let mut errors = Errors(FIELDS.iter().filter_map(|field| field.check(scenario)).collect());
    blame_training(scenario, &mut errors);
    let hardware = hardware::resolve(&scenario.hardware, &mut errors);
    let architecture = super::model::resolve_answering(&scenario.model, &mut errors);
    if scenario.hardware.nodes.is_some_and(|nodes| nodes > 1) {
        errors.push("/hardware/nodes", one_node());
    }
    if let Some(architecture) = &architecture {
        if passes::answers(architecture) {
            check(scenario, architecture, hardware.as_ref(), &mut errors);
        } else {
            errors.push(Subject::of(scenario, architecture).pointer, Reason::NotServed);
        }
    }
    let (Some(hardware), Some(architecture)) = (hardware, architecture) else { return Err(errors.sorted()) };
    if !errors.0.is_empty() {
        return Err(errors.sorted());
    }
    Ok(choose(scenario, hardware, architecture))
}

fn one_node() -> Reason {
    Reason::NotApplicable { with: "/task", value: "`inference`".to_owned(), allowed: vec!["1".to_owned()] }
}

/// The first way that works: what was published on the card, then with each model there only while it runs, then in fewer bits; where
/// none does, the one that lacks least.
fn choose(scenario: &Scenario, hardware: Hardware, architecture: Architecture) -> Passing {
    let asked = &scenario.serving;
    let is_pipeline = architecture.latent_channels().is_some();
    let sixteen = if hardware.gpu.bf16.is_some() { WeightsFormat::Bf16 } else { WeightsFormat::Fp16 };
    let usual = std::iter::once(sixteen).chain(USUAL).filter(|&format| loads(format.into(), &architecture, &hardware.gpu));
    let formats: Vec<WeightsFormat> = asked.weights_format.map_or_else(|| usual.collect(), |format| vec![format]);
    let places: &[bool] = match asked.offload {
        Some(offload) => &[offload == ServingOffload::Model],
        None if is_pipeline && hardware.gpu.pool.is_none() => &[false, true],
        None => &[false],
    };
    let largest = kits::size_to_buy(&hardware.cpu, hardware.cpu.max_memory);
    let host_room = if scenario.hardware.ram_gib.is_some() { hardware.ram } else { largest };
    // Where nothing works, the way that holds most at a time, else the one that needs least.
    let mut nearest: Option<((u64, Reverse<u64>), Passing)> = None;
    for &format in &formats {
        for &is_offloaded in places {
            let settings = settings(scenario, &architecture, format, is_offloaded);
            let question = Question { hardware: hardware.clone(), model: architecture.clone(), settings, host_room };
            let passing = passing(scenario, question, format);
            let found = plain(&passing.question);
            if found.works {
                return passing;
            }
            let closeness = (passes::largest_batch(&passing.question), Reverse(found.memory.needed.0));
            if nearest.as_ref().is_none_or(|(best, _)| closeness > *best) {
                nearest = Some((closeness, passing));
            }
        }
    }
    // One format is always tried, in one place at least.
    nearest.map_or_else(
        || {
            let settings = settings(scenario, &architecture, sixteen, false);
            passing(scenario, Question { hardware, model: architecture, settings, host_room }, sixteen)
        },
        |(_, passing)| passing,
    )
}

/// What is installed where no memory was named, and the words of every setting.
fn passing(scenario: &Scenario, mut question: Question, format: WeightsFormat) -> Passing {
    if scenario.hardware.ram_gib.is_none() && question.hardware.gpu.pool.is_none() {
        let host = plain(&question).memory.host;
        question.hardware.ram = kits::size_to_buy(&question.hardware.cpu, kits::smallest_for(host));
    }
    Passing { inputs: inputs(scenario, &question, format), question }
}

fn settings(scenario: &Scenario, architecture: &Architecture, format: WeightsFormat, is_offloaded: bool) -> Settings {
    let asked = &scenario.serving;
    let subject = Subject::of(scenario, architecture);
    let image = asked.image_size.unwrap_or_else(|| usual_image(&subject));
    Settings {
        weights_format: format.into(),
        batch: asked.concurrency.unwrap_or(1),
        image_height: image.height,
        image_width: image.width,
        tokens: asked.prompt_tokens.unwrap_or_else(|| usual_tokens(architecture)),
        classes: default_classes(scenario, Some(&subject)),
        denoising_steps: asked.denoising_steps.unwrap_or_else(|| usual_steps(architecture)),
        is_offloaded,
    }
}

fn usual_image(subject: &Subject) -> ImageSize {
    ImageSize::square(subject.entry.map_or_else(|| usual_size(subject.architecture), |entry| entry.default_image_size))
}

fn usual_tokens(architecture: &Architecture) -> u64 {
    match architecture {
        Architecture::DiffusionUnet(_) => CLIP,
        Architecture::DiffusionTransformer(_) => PROMPT[usize::from(passes::passes_of_a_step(architecture) > 1)],
        _ => architecture.longest_sequence().map_or(TEXT, |longest| longest.min(TEXT)),
    }
}

/// What was asked with every default filled in: asked again, it gives the same answer.
fn inputs(asked: &Scenario, question: &Question, format: WeightsFormat) -> Scenario {
    let settings = &question.settings;
    let is_pipeline = question.model.latent_channels().is_some();
    let reads_pictures = passes::has_pictures(&question.model);
    let names_tokens = !matches!(question.model, Architecture::DiffusionUnet(_)) && (is_pipeline || !reads_pictures);
    let place = if settings.is_offloaded { ServingOffload::Model } else { ServingOffload::None };
    let serving = Serving {
        engine: Some(engine_of(&question.model)),
        weights_format: Some(format),
        concurrency: Some(settings.batch),
        prompt_tokens: names_tokens.then_some(settings.tokens),
        image_size: reads_pictures.then_some(ImageSize { height: settings.image_height, width: settings.image_width }),
        denoising_steps: is_pipeline.then_some(settings.denoising_steps),
        offload: is_pipeline.then_some(place),
        ..Serving::default()
    };
    let mut inputs = Scenario { task: Some(Workload::Inference), serving, ..asked.clone() };
    super::serving::fill_hardware(&mut inputs, asked, &question.hardware);
    inputs
}

/// The settings of an answered question with a change of it: whole, so that they take the place of all that were asked for.
#[must_use]
pub fn changed_passing(passing: &Passing, change: Change) -> Serving {
    let question = with(&passing.question, change);
    let word = |format: Format| WeightsFormat::ALL.iter().copied().find(|&word| format == word.into());
    let format = match change {
        Change::Format(format) => word(format),
        _ => passing.inputs.serving.weights_format,
    };
    inputs(&passing.inputs, &question, format.unwrap_or(WeightsFormat::Bf16)).serving
}

const fn engine_of(architecture: &Architecture) -> ServingEngine {
    match architecture.family() {
        Family::Diffusion => ServingEngine::Diffusers,
        _ => ServingEngine::Pytorch,
    }
}

/// Blames what does not go together.
fn check(scenario: &Scenario, architecture: &Architecture, hardware: Option<&Hardware>, errors: &mut Errors) {
    let asked = &scenario.serving;
    let subject = Subject::of(scenario, architecture);
    let engine = engine_of(architecture);
    if asked.engine.is_some_and(|named| named != engine) {
        errors.push("/serving/engine", subject.not_applicable(&[engine.as_str()]));
    }
    let is_pipeline = architecture.latent_channels().is_some();
    let of_texts =
        matches!(architecture.family(), Family::Encoder) || matches!(architecture, Architecture::DiffusionTransformer(_));
    let given = [
        ("/serving/kv_cache_dtype", asked.kv_cache_dtype.is_some()),
        ("/serving/context_length", asked.context_length.is_some()),
        ("/serving/prompt_tokens", asked.prompt_tokens.is_some() && !of_texts),
        ("/serving/output_tokens", asked.output_tokens.is_some()),
        ("/serving/request_rate", asked.request_rate.is_some()),
        ("/serving/min_tokens_per_second", asked.min_tokens_per_second.is_some()),
        ("/serving/max_time_to_first_token_seconds", asked.max_time_to_first_token_seconds.is_some()),
        ("/serving/speculative", asked.speculative.is_some()),
        ("/serving/speculative_tokens", asked.speculative_tokens.is_some()),
        ("/serving/speculative_acceptance", asked.speculative_acceptance.is_some()),
        ("/serving/max_num_seqs", asked.max_num_seqs.is_some()),
        ("/serving/max_batched_tokens", asked.max_batched_tokens.is_some()),
        ("/serving/memory_utilization", asked.memory_utilization.is_some()),
        ("/serving/offload_layers", asked.offload_layers.is_some()),
        ("/serving/image_size", asked.image_size.is_some() && !passes::has_pictures(architecture)),
        ("/serving/denoising_steps", asked.denoising_steps.is_some() && !is_pipeline),
    ];
    for (pointer, _) in given.into_iter().filter(|(_, is_at_fault)| *is_at_fault) {
        errors.push(pointer, subject.not_applicable(&[]));
    }
    let is_shared = hardware.is_some_and(|hardware| hardware.gpu.pool.is_some());
    match asked.offload {
        Some(ServingOffload::Layers | ServingOffload::Experts) if is_pipeline => {
            errors.push("/serving/offload", subject.not_applicable(&["none", "model"]));
        }
        Some(ServingOffload::Model) if is_shared => {
            let with =
                Reason::NotApplicable { with: "/hardware/gpu", value: gpu_word(scenario), allowed: vec!["none".to_owned()] };
            errors.push("/serving/offload", with);
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

/// The card as it was asked for.
fn gpu_word(scenario: &Scenario) -> String {
    let id = scenario.hardware.gpu.as_ref().and_then(|gpu| gpu.id()).unwrap_or_default();
    format!("`{id}`")
}

/// Blames pictures and texts that the model does not take, and batches that nobody's card holds.
fn sizes(scenario: &Scenario, subject: &Subject, errors: &mut Errors) {
    let asked = &scenario.serving;
    let image = asked.image_size.unwrap_or_else(|| usual_image(subject));
    let reads_pictures = passes::has_pictures(subject.architecture);
    if reads_pictures {
        suited_image("/serving/image_size", subject.architecture, image, errors);
    }
    let tokens = asked.prompt_tokens.unwrap_or_else(|| usual_tokens(subject.architecture));
    let longest = match subject.architecture {
        Architecture::DiffusionTransformer(_) => PROMPT[0],
        other => other.longest_sequence().unwrap_or(u64::MAX),
    };
    if asked.prompt_tokens.is_some_and(|tokens| tokens > longest) {
        errors.push("/serving/prompt_tokens", Reason::OutOfRange { min: 1.0, max: longest as f64, unit: Unit::Tokens });
    }
    let unit = if reads_pictures { image.height.saturating_mul(image.width) } else { tokens.saturating_mul(tokens) };
    let most = (MOST_UNITS / unit.max(1)).max(1);
    if asked.concurrency.is_some_and(|batch| batch > most) {
        errors.push("/serving/concurrency", Reason::OutOfRange { min: 1.0, max: most as f64, unit: Unit::None });
    }
}
