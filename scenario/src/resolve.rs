//! From what a person says to what the engine takes: checks every field, collects every error, fills in defaults.
//!
//! After this, nothing is checked again: a [`Request`] is within all limits.

mod data;
mod framework;
mod hardware;
mod measured;
mod model;
mod modules;
mod training;

pub(crate) use data::kind_of;
pub(crate) use model::keys;
pub use model::unread;
pub use training::methods;

use std::borrow::Cow;

use engine::architecture::Architecture;
use engine::inputs::{Constraints, Field as Open, Request, Scenario as Pinned};
use engine::training::Framework;
use engine::units::Seconds;

use crate::error::{FieldError, Reason};
use crate::fields::{FIELDS, Field};
use wire::v1::Scenario;
use wire::v1::choices::Method;
use wire::v1::scenario::Model;

/// The engine's request for a scenario whose framework is modeled, with defaults in the fields left out and a record of
/// those that are open. Whoever has something to say of other frameworks takes [`asked`].
///
/// # Errors
/// Every field at fault, in the order in which a scenario is written, or the framework where its memory is not modeled.
pub fn resolve(scenario: &Scenario) -> Result<Request, Vec<FieldError>> {
    let request = asked(scenario)?;
    let framework = request.scenario.training.framework;
    if framework.is_modeled() { Ok(request) } else { Err(vec![not_modeled(framework)]) }
}

/// That a question has no answer in a framework whose memory is not modeled.
fn not_modeled(framework: Framework) -> FieldError {
    FieldError::new("/training/framework", Reason::NotModeled { framework })
}

/// The engine's request for a scenario, whichever framework runs it: [`engine::answer_of`] takes it.
///
/// # Errors
/// Every field at fault, in the order in which a scenario is written.
pub fn asked(scenario: &Scenario) -> Result<Request, Vec<FieldError>> {
    let mut errors = Errors(FIELDS.iter().filter_map(|field| field.check(scenario)).collect());
    let hardware = hardware::resolve(&scenario.hardware, &mut errors);
    let scenario = &within_ranges(scenario, &errors.0);
    let model = model::resolve(&scenario.model, &mut errors);
    let subject = model.as_ref().map(|architecture| Subject::of(scenario, architecture));
    let gpu = hardware.as_ref().map(|hardware| &hardware.gpu);
    let training = training::resolve(&scenario.training, gpu, subject.as_ref(), &mut errors);
    training::unread_by_method(scenario, subject.as_ref(), &mut errors);
    let data = data::resolve(scenario, &training, subject.as_ref(), &mut errors);
    if let Some(subject) = &subject {
        framework::check(&training, subject, &scenario.measured, &mut errors);
    }
    match (hardware, model) {
        (Some(hardware), Some(model)) if errors.0.is_empty() => {
            let model = data::shown(model, &scenario.data);
            let factors = measured::carried(&scenario.measured);
            let request = Request {
                scenario: Pinned { hardware, model, training, data, measured: factors },
                open: open(scenario),
                constraints: constraints(scenario),
            };
            if request.scenario.training.framework.is_modeled() { measured::resolve(scenario, request) } else { Ok(request) }
        }
        _ => Err(errors.sorted()),
    }
}

/// The scenario without the settings and figures of the data set that are at fault: what they would mean for others is not
/// said beside them.
fn within_ranges<'a>(scenario: &'a Scenario, errors: &[FieldError]) -> Cow<'a, Scenario> {
    let is_left_out = |field: &&Field| {
        let is_of_run = field.pointer.starts_with("/training/") || field.pointer.starts_with("/data/");
        is_of_run && errors.iter().any(|error| error.pointer == field.pointer)
    };
    let mut rest = Cow::Borrowed(scenario);
    for field in FIELDS.iter().filter(is_left_out) {
        field.clear(rest.to_mut());
    }
    rest
}

/// The model of a scenario; none where it is missing or at fault.
pub(crate) fn architecture(asked: &Model) -> Option<Architecture> {
    let mut errors = Errors(
        FIELDS
            .iter()
            .filter(|field| field.pointer.starts_with("/model/"))
            .filter_map(|field| field.check(&Scenario { model: asked.clone(), ..Scenario::default() }))
            .collect(),
    );
    model::resolve(asked, &mut errors).filter(|_| errors.0.is_empty())
}

/// The errors so far.
struct Errors(Vec<FieldError>);

impl Errors {
    fn push(&mut self, pointer: &str, reason: Reason) {
        // A field that is out of its own range is not blamed again for what follows from it.
        if self.0.iter().all(|error| error.pointer != pointer) {
            self.0.push(FieldError::new(pointer, reason));
        }
    }

    fn sorted(mut self) -> Vec<FieldError> {
        // A pointer that is no leaf (`/model`) stands where its first leaf does.
        engine::order::sort_by_key(&mut self.0, |error| {
            FIELDS.iter().position(|field| field.pointer.starts_with(&error.pointer)).unwrap_or(FIELDS.len())
        });
        self.0
    }
}

/// The model as other fields must suit it.
struct Subject<'a> {
    architecture: &'a Architecture,
    /// The catalog's entry, where it is one of the catalog.
    entry: Option<&'static catalog::ModelEntry>,
    /// Pointer of the field that chose it.
    pointer: &'static str,
    /// What that field says.
    name: &'a str,
}

impl<'a> Subject<'a> {
    fn of(scenario: &'a Scenario, architecture: &'a Architecture) -> Self {
        if let Some(id) = &scenario.model.id {
            return Self { architecture, entry: catalog::model(id), pointer: "/model/id", name: id };
        }
        let name = scenario.model.config.as_ref().and_then(|config| config.model_type.as_deref()).unwrap_or_default();
        Self { architecture, entry: None, pointer: "/model/config/model_type", name }
    }

    /// The reason for a choice that does not suit the model.
    fn not_applicable(&self, allowed: &[&str]) -> Reason {
        Reason::NotApplicable {
            with: self.pointer,
            value: format!("`{}`", self.name),
            allowed: allowed.iter().map(|&word| word.to_owned()).collect(),
        }
    }
}

/// The fields that the advisor may choose, in the engine's order.
fn open(scenario: &Scenario) -> Vec<Open> {
    let Scenario { hardware, training, .. } = scenario;
    let loader = &training.loader;
    [
        (Open::Ram, hardware.ram_gib.is_none()),
        (Open::Method, training.method.is_none()),
        (Open::Precision, training.precision.is_none()),
        (Open::Optimizer, training.optimizer.is_none()),
        (Open::ActivationCheckpointing, training.activation_checkpointing.is_none()),
        (Open::Attention, training.attention.is_none()),
        (Open::MicroBatchSize, training.micro_batch_size.is_none()),
        (Open::GradientAccumulationSteps, training.gradient_accumulation_steps.is_none()),
        (Open::NumWorkers, loader.num_workers.is_none()),
        (Open::PrefetchFactor, loader.prefetch_factor.is_none()),
        (Open::PinMemory, loader.pin_memory.is_none()),
        (Open::PersistentWorkers, loader.persistent_workers.is_none()),
        (Open::Cache, loader.cache.is_none()),
        (Open::OptimizerImplementation, training.optimizer_implementation.is_none()),
        (Open::LossLogits, training.loss_logits.is_none()),
        (Open::MemoryFormat, training.memory_format.is_none()),
        (Open::Sharding, training.sharding.is_none()),
        (Open::Offload, training.offload.is_none()),
        (Open::BatchedPreprocessing, loader.batched_preprocessing.is_none()),
    ]
    .into_iter()
    .filter_map(|(field, is_open)| is_open.then_some(field))
    .collect()
}

/// What the engine's search must respect; money is the concern of whoever knows prices.
fn constraints(scenario: &Scenario) -> Constraints {
    let asked = &scenario.constraints;
    let accepted = asked.methods.clone().unwrap_or_default();
    // What was described of adapters leaves an open method those that read it.
    let implied = if scenario.training.method.is_none() { training::implied_methods(&scenario.training) } else { &[] };
    let methods: Vec<Method> = match (accepted.is_empty(), implied.is_empty()) {
        (_, true) => accepted,
        (true, false) => implied.to_vec(),
        (false, false) => accepted.into_iter().filter(|method| implied.contains(method)).collect(),
    };
    Constraints {
        global_batch_size: asked.global_batch_size,
        methods: methods.into_iter().map(Into::into).collect(),
        deadline: asked.deadline_seconds.map(Seconds::new),
        max_gpus: asked.max_gpus,
    }
}
