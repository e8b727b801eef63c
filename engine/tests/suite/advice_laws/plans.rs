//! What a plan has to keep to, and what a contradiction has to offer.

use engine::device::roofline::training_gpus;
use engine::estimate::{Contradiction, Estimate, Market, run_time};
use engine::inputs::{Constraints, Field, Request, Scenario};
use engine::search::recommend;
use proptest::prelude::*;

pub fn holds(estimate: &Estimate) -> bool {
    estimate.vram.fit.fits() && estimate.ram.minimum <= estimate.scenario.hardware.ram
}

/// What a plan would have to change in fields that were not left open.
pub fn touched(request: &Request, plan: &Scenario) -> Vec<&'static str> {
    let (a, b) = (&request.scenario, plan);
    let (s, t) = (&a.training, &b.training);
    let (old, new) = (&s.loader, &t.loader);
    let all = [
        (Field::Ram, "ram", a.hardware.ram == b.hardware.ram),
        (Field::Method, "method", s.method == t.method),
        (Field::Precision, "precision", s.precision == t.precision),
        (Field::Optimizer, "optimizer", s.optimizer == t.optimizer),
        (Field::ActivationCheckpointing, "checkpointing", s.activation_checkpointing == t.activation_checkpointing),
        (Field::Attention, "attention", s.attention == t.attention),
        (Field::LinearAttention, "kernels", s.linear_attention == t.linear_attention),
        (Field::MicroBatchSize, "micro-batch", s.micro_batch_size == t.micro_batch_size),
        (Field::GradientAccumulationSteps, "steps", s.gradient_accumulation_steps == t.gradient_accumulation_steps),
        (Field::NumWorkers, "workers", old.num_workers == new.num_workers),
        (Field::PrefetchFactor, "prefetch", old.prefetch_factor == new.prefetch_factor),
        (Field::PinMemory, "pin", old.pin_memory == new.pin_memory),
        (Field::PersistentWorkers, "persistent", old.persistent_workers == new.persistent_workers),
        (Field::Cache, "cache", old.cache == new.cache),
        (Field::OptimizerImplementation, "implementation", s.optimizer_implementation == t.optimizer_implementation),
        (Field::LossLogits, "loss", s.loss_logits == t.loss_logits),
        (Field::MemoryFormat, "format", s.memory_format == t.memory_format),
        (Field::Sharding, "sharding", s.sharding == t.sharding),
        (Field::Offload, "offload", s.offload == t.offload),
        (Field::BatchedPreprocessing, "batched", old.batched_preprocessing == new.batched_preprocessing),
    ];
    all.into_iter().filter(|(field, _, same)| !same && !request.open.contains(field)).map(|(_, name, _)| name).collect()
}

pub fn keeps_constraints(request: &Request, plan: &Estimate) -> Result<(), TestCaseError> {
    let Scenario { hardware, training, .. } = &plan.scenario;
    let Constraints { global_batch_size, deadline, max_gpus, .. } = request.constraints;
    prop_assert!(request.constraints.accepts(&training.method), "{:?}", training.method);
    let samples = training.micro_batch_size * training.gradient_accumulation_steps * training_gpus(hardware, training);
    prop_assert!(global_batch_size.is_none_or(|global| global == samples), "{samples}");
    prop_assert!(max_gpus.is_none_or(|most| hardware.total_gpus() <= most));
    if holds(plan) {
        prop_assert!(deadline.is_none_or(|deadline| run_time(plan) <= deadline), "{:?}", run_time(plan));
    }
    Ok(())
}

/// Each contradiction says what would resolve it.
pub fn relaxations_resolve(request: &Request, contradictions: &[Contradiction]) -> Result<(), TestCaseError> {
    prop_assert!(!contradictions.is_empty());
    for contradiction in contradictions {
        let mut relaxed = vec![request.clone()];
        match contradiction {
            Contradiction::GlobalBatch { multiple_of, nearest: (below, above) } => {
                prop_assert!(below % multiple_of == 0 && above % multiple_of == 0 && below < above);
                let global = request.constraints.global_batch_size.unwrap_or_default();
                prop_assert!(*below < global && global < *above, "{below} {global} {above}");
                relaxed = [*below, *above]
                    .into_iter()
                    .filter(|value| *value > 0)
                    .map(|value| {
                        let mut request = request.clone();
                        request.constraints.global_batch_size = Some(value);
                        request
                    })
                    .collect();
            }
            Contradiction::GlobalBatchSet { given } => relaxed[0].constraints.global_batch_size = Some(*given),
            Contradiction::Method { given } => relaxed[0].constraints.methods.push(*given),
            Contradiction::NoMethod { suited } => relaxed[0].constraints.methods.clone_from(suited),
            Contradiction::Deadline { shortest } => relaxed[0].constraints.deadline = Some(*shortest),
            Contradiction::MaxGpus { given } => relaxed[0].constraints.max_gpus = Some(*given),
        }
        for request in relaxed {
            let again = recommend(&request, &Market::default()).err().unwrap_or_default();
            let kind = std::mem::discriminant(contradiction);
            prop_assert!(again.iter().all(|other| std::mem::discriminant(other) != kind), "{contradiction:?} -> {again:?}");
        }
    }
    Ok(())
}
