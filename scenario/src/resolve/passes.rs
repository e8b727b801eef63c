//! A model that answers in passes over a batch: every field checked, with the defaults of its library.

mod defaults;
mod suits;

use std::cmp::Reverse;

use engine::architecture::Architecture;
use engine::hardware::Hardware;
use engine::host::kits;
use engine::passes::{self, Change, Question, loads, plain, with};
use engine::serving::WeightsFormat as Format;
use engine::units::Seconds;
use wire::v1::Scenario;
use wire::v1::choices::{ServingOffload, WeightsFormat};
use wire::v1::scenario::Serving;

use super::errors::Errors;
use super::hardware;
use super::serving::blame_training;
use super::subject::Subject;
use crate::error::{FieldError, Reason};
use crate::fields::FIELDS;
use defaults::{Place, inputs, settings};
use suits::check;

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
    let listed = scenario.model.id.as_deref().and_then(super::model::answering);
    match listed {
        Some(entry) if scenario.model.config.is_none() => passes::answers(&entry.architecture),
        _ => super::architecture(&scenario.model).is_some_and(|architecture| passes::answers(&architecture)),
    }
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
    let at_fault = || vec![FieldError { pointer: "/model".to_owned(), reason: Reason::NotServed }];
    choose(scenario, &hardware, &architecture).ok_or_else(at_fault)
}

fn one_node() -> Reason {
    Reason::NotApplicable { with: "/task", value: "`inference`".to_owned(), allowed: vec!["1".to_owned()] }
}

/// The fastest way in the first format that works: what was published, then in fewer bits. Where none
/// does, the one that holds most of the batch, of those the one that the host lacks least for, and then that needs the smallest card; none
/// where no format goes with the model.
fn choose(scenario: &Scenario, hardware: &Hardware, architecture: &Architecture) -> Option<Passing> {
    let asked = &scenario.serving;
    let is_pipeline = architecture.latent_channels().is_some();
    let gpu = &hardware.gpu;
    // Some cards multiply twice as fast in one of the two types of 16 bits.
    let sixteen = if gpu.bf16.is_some() && gpu.bf16 >= gpu.fp16 { WeightsFormat::Bf16 } else { WeightsFormat::Fp16 };
    let usual = std::iter::once(sixteen).chain(USUAL).filter(|&format| loads(format.into(), architecture, gpu));
    let formats: Vec<WeightsFormat> = asked.weights_format.map_or_else(|| usual.collect(), |format| vec![format]);
    let offloaded: &[bool] = match asked.offload {
        Some(offload) => &[offload == ServingOffload::Model],
        None if is_pipeline && gpu.pool.is_none() => &[false, true],
        None => &[false],
    };
    let tiled: &[bool] = match asked.vae_tiling {
        Some(true) => &[true],
        None if architecture.makes_videos() => &[false, true],
        _ => &[false],
    };
    let place = |&is_offloaded: &bool| tiled.iter().map(move |&is_tiled| Place { is_offloaded, is_tiled });
    let places: Vec<Place> = offloaded.iter().flat_map(place).collect();
    let largest = kits::size_to_buy(&hardware.cpu, hardware.cpu.max_memory);
    let host_room = if scenario.hardware.ram_gib.is_some() { hardware.ram } else { largest };
    let mut nearest = None;
    for format in formats {
        let mut fastest: Option<(Seconds, Passing)> = None;
        for &place in &places {
            let settings = settings(scenario, architecture, format, place);
            let question = Question { hardware: hardware.clone(), model: architecture.clone(), settings, host_room };
            let passing = passing(scenario, question, format);
            let found = plain(&passing.question);
            if found.works {
                if fastest.as_ref().is_none_or(|(least, _)| found.batch_time < *least) {
                    fastest = Some((found.batch_time, passing));
                }
                continue;
            }
            let held = passes::largest_batch(&passing.question).min(settings.batch);
            let closeness = (held, Reverse(found.memory.host_lacks), Reverse(found.memory.needed));
            if nearest.as_ref().is_none_or(|(best, _)| closeness > *best) {
                nearest = Some((closeness, passing));
            }
        }
        if let Some((_, passing)) = fastest {
            return Some(passing);
        }
    }
    nearest.map(|(_, passing)| passing)
}

/// What is installed where no memory was named, and the words of every setting.
fn passing(scenario: &Scenario, mut question: Question, format: WeightsFormat) -> Passing {
    if scenario.hardware.ram_gib.is_none() && question.hardware.gpu.pool.is_none() {
        let host = plain(&question).memory.host;
        question.hardware.ram = kits::beside(&question.hardware.cpu, &question.hardware.gpu, host);
    }
    Passing { inputs: inputs(scenario, &question, format), question }
}

/// The settings of an answered question with a change of it: whole, so that they take the place of all that were asked for.
#[must_use]
pub fn changed_passing(passing: &Passing, change: Change) -> Serving {
    let question = with(&passing.question, change);
    let word = |format: Format| WeightsFormat::ALL.iter().copied().find(|&word| format == word.into());
    let format = change.format.map_or(passing.inputs.serving.weights_format, word);
    inputs(&passing.inputs, &question, format.unwrap_or(WeightsFormat::Bf16)).serving
}
