//! A scenario checked field by field, as the engine takes it.

use std::borrow::Cow;

use engine::inputs::{Constraints, Field as Open, Request, Scenario as Pinned};
use engine::units::Seconds;
use wire::v1::Scenario;
use wire::v1::choices::Method;

use super::errors::Errors;
use super::subject::Subject;
use super::{alignment, data, framework, hardware, kernels, measured, model, serving, training};
use crate::error::{FieldError, Reason};
use crate::fields::{FIELDS, Field};
use crate::limits;

/// The engine's request for a scenario, before what was measured is worked into it.
///
/// # Errors
/// Every field at fault, in the order in which a scenario is written.
pub fn check(scenario: &Scenario) -> Result<Request, Vec<FieldError>> {
    let mut errors = Errors(FIELDS.iter().filter_map(|field| field.check(scenario)).collect());
    serving::refuse(scenario, &mut errors);
    if let Some(reason) = rate_of_dollars(scenario) {
        errors.push("/constraints/budget/per_usd", reason);
    }
    #[cfg(feature = "json")]
    if errors.0.iter().all(|error| error.pointer != crate::chosen::POINTER) {
        errors.0.extend(crate::chosen::contradiction(&scenario.hardware));
    }
    let hardware = hardware::resolve(&scenario.hardware, &mut errors);
    let scenario = &within_ranges(scenario, &errors.0);
    let model = model::resolve(&scenario.model, &mut errors);
    let subject = model.as_ref().map(|architecture| Subject::of(scenario, architecture));
    let gpu = hardware.as_ref().map(|hardware| &hardware.gpu);
    let training = training::resolve(&scenario.training, gpu, subject.as_ref(), &mut errors);
    training::unread_by_method(scenario, subject.as_ref(), &mut errors);
    let data = data::resolve(scenario, &training, subject.as_ref(), &mut errors);
    if let Some(subject) = &subject {
        alignment::check(&training, subject, &mut errors);
        #[cfg(feature = "json")]
        super::traced::check(scenario, &training, &data, subject, &mut errors);
        kernels::check(scenario, &training, gpu, subject, &mut errors);
        framework::check(&training, &data, subject, &scenario.measured, &mut errors);
    }
    match (hardware, model) {
        (Some(hardware), Some(model)) if errors.0.is_empty() => {
            let model = data::model_with_objects(model, &scenario.data);
            let factors = measured::factors(&scenario.measured);
            Ok(Request {
                scenario: Pinned { hardware, model, training, data, measured: factors },
                open: open(scenario),
                constraints: constraints(scenario),
            })
        }
        _ => Err(errors.sorted()),
    }
}

/// What is wrong with the rate of a budget in dollars: a dollar is one.
fn rate_of_dollars(scenario: &Scenario) -> Option<Reason> {
    let budget = scenario.constraints.budget.as_ref().filter(|budget| budget.currency.as_deref() == Some("USD"))?;
    let is_other = budget.per_usd.is_some_and(|rate| rate.total_cmp(&1.0).is_ne());
    is_other.then_some(Reason::OutOfRange { min: 1.0, max: 1.0, unit: limits::PER_USD.unit })
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
        (Open::LinearAttention, training.linear_attention.is_none()),
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

/// What the engine's search must respect; budgets are for the crates that know prices.
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
