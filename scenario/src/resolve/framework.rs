//! Whether the framework has the model and the settings that it is asked to run.

use engine::architecture::Family;
use engine::training::{Data, Task, Training};

use super::errors::Errors;
use super::subject::Subject;
use super::training::methods;
use crate::error::{FieldError, Reason};
use crate::frameworks;
use wire::v1::choices::{self, Framework};
use wire::v1::scenario::Measured;

/// Refuses what the framework does not have, each at the field that asks for it.
pub(super) fn check(training: &Training, data: &Data, subject: &Subject, measured: &Measured, errors: &mut Errors) {
    let framework = training.framework;
    if framework.is_modeled() {
        return;
    }
    let methods = methods(subject.architecture);
    let id = subject.entry.map(|entry| entry.id);
    if subject.architecture.tower().is_some() {
        errors.push("/training/framework", subject.not_applicable(&[Framework::Pytorch.as_str()]));
        return;
    }
    if frameworks::published(framework, id, subject.architecture).is_none() {
        let having = frameworks::having(id, subject.architecture, training, &methods);
        let words: Vec<&str> = having.into_iter().map(|framework| Framework::from(framework).as_str()).collect();
        errors.push("/training/framework", subject.not_applicable(&words));
        return;
    }
    let because = |allowed: Vec<&str>| Reason::NotApplicable {
        with: "/training/framework",
        value: format!("`{}`", Framework::from(framework).as_str()),
        allowed: allowed.into_iter().map(str::to_owned).collect(),
    };
    for (pointer, instead) in frameworks::lacks(framework, training, &methods) {
        errors.push(pointer, because(instead));
    }
    // No program compares texts there.
    if subject.architecture.family() == Family::Encoder && data.task == Task::Contrastive {
        let others = [choices::Task::Classification, choices::Task::MaskedLm];
        errors.push("/data/task", because(others.map(choices::Task::as_str).to_vec()));
    }
    // Factors of a measurement scale a model of the run, and there is none.
    for field in crate::fields::FIELDS.iter().filter(|field| field.pointer.starts_with("/measured/")) {
        let said = wire::v1::Scenario { measured: measured.clone(), ..wire::v1::Scenario::default() };
        if field.get(&said).is_some() {
            errors.push(field.pointer, because(Vec::new()));
        }
    }
}

/// That a question has no answer in a framework whose memory is not modeled.
pub fn not_modeled(framework: engine::training::Framework) -> FieldError {
    FieldError::new("/training/framework", Reason::NotModeled { framework })
}
