//! Constraints that contradict what is set, or each other.

use super::batch::sizes;
use super::space::exists;
use crate::advice::levers::{PROPOSED_QUANTIZATION, mixed_precision_of, proposed_lora};
use crate::estimate::Contradiction;
use crate::inputs::{Field, Request, Scenario};
use crate::training::batch::MOST;
use crate::training::{Method, MethodKind, Precision, Sharding};

/// Every constraint that no plan can keep whatever it needs and however long it takes.
pub(super) fn contradictions(request: &Request) -> Vec<Contradiction> {
    [methods(request), gpus(request), global_batch(request)].into_iter().flatten().collect()
}

/// The request without the constraints that contradict, so that the others can still be judged.
pub(super) fn relax(request: &Request, contradictions: &[Contradiction]) -> Request {
    let mut request = request.clone();
    for contradiction in contradictions {
        match contradiction {
            Contradiction::GlobalBatch { .. } | Contradiction::GlobalBatchSet { .. } => {
                request.constraints.global_batch_size = None;
            }
            Contradiction::Method { .. } | Contradiction::NoMethod { .. } => request.constraints.methods = Vec::new(),
            Contradiction::Deadline { .. } => request.constraints.deadline = None,
            Contradiction::MaxGpus { .. } => request.constraints.max_gpus = None,
        }
    }
    request
}

fn methods(request: &Request) -> Option<Contradiction> {
    let Request { scenario, open, constraints } = request;
    if constraints.methods.is_empty() {
        return None;
    }
    let given = MethodKind::of(&scenario.training.method);
    if !open.contains(&Field::Method) {
        return (!constraints.methods.contains(&given)).then_some(Contradiction::Method { given });
    }
    let suited: Vec<MethodKind> = scenario.methods().filter(|&kind| can_run(request, kind)).collect();
    let none = constraints.methods.iter().all(|kind| !suited.contains(kind));
    none.then_some(Contradiction::NoMethod { suited })
}

/// Whether a method runs in what else is set.
fn can_run(request: &Request, kind: MethodKind) -> bool {
    let Scenario { training, hardware, .. } = &request.scenario;
    let mut plan = request.scenario.clone();
    let precisions = if request.open.contains(&Field::Precision) {
        vec![training.precision, mixed_precision_of(&hardware.gpu).unwrap_or(training.precision)]
    } else {
        vec![training.precision]
    };
    precisions.into_iter().any(|precision: Precision| {
        plan.training.precision = precision;
        plan.training.method = match kind {
            _ if MethodKind::of(&training.method) == kind => training.method.clone(),
            MethodKind::Full => Method::Full,
            MethodKind::Lora => Method::Lora(proposed_lora(precision)),
            MethodKind::Qlora => Method::Qlora(proposed_lora(precision), PROPOSED_QUANTIZATION),
            MethodKind::FrozenBackbone => Method::FrozenBackbone,
        };
        exists(request, &plan)
    })
}

fn gpus(request: &Request) -> Option<Contradiction> {
    let given = request.scenario.hardware.total_gpus();
    request.constraints.max_gpus.is_some_and(|most| given > most).then_some(Contradiction::MaxGpus { given })
}

/// A global batch that no number of GPUs, micro-batch and accumulation steps gives.
fn global_batch(request: &Request) -> Option<Contradiction> {
    let Request { scenario, open, constraints } = request;
    let global = constraints.global_batch_size?;
    let training = &scenario.training;
    let all = scenario.hardware.total_gpus().max(1);
    let counts = match (open.contains(&Field::Sharding), training.sharding) {
        (true, _) => vec![1, all],
        (false, Sharding::None) => vec![1],
        (false, _) => vec![all],
    };
    if counts.iter().any(|&gpus| !sizes(scenario, open, Some(global), gpus).is_empty()) {
        return None;
    }
    let (micro, steps) = (training.micro_batch_size.max(1), training.gradient_accumulation_steps.max(1));
    let parts = match (open.contains(&Field::MicroBatchSize), open.contains(&Field::GradientAccumulationSteps)) {
        (false, false) => {
            let given = counts.into_iter().map(|gpus| micro * steps * gpus).min_by_key(|given| given.abs_diff(global));
            return given.map(|given| Contradiction::GlobalBatchSet { given });
        }
        (false, true) => micro,
        (true, false) => steps,
        (true, true) => 1,
    };
    counts
        .into_iter()
        .map(|gpus| nearest(global, parts * gpus))
        .min_by_key(|&(_, (below, above))| (global - below).min(above - global))
        .map(|(multiple_of, nearest)| Contradiction::GlobalBatch { multiple_of, nearest })
}

/// What a batch must be a multiple of, and its nearest multiples; twice as much until one factor of it is small enough to
/// be set.
fn nearest(global: u64, parts: u64) -> (u64, (u64, u64)) {
    let mut multiple_of = parts;
    while global / multiple_of >= MOST {
        multiple_of *= 2;
    }
    let below = global / multiple_of * multiple_of;
    let below = if below == global { below - multiple_of } else { below };
    (multiple_of, (below, below + multiple_of * (1 + u64::from(below + multiple_of == global))))
}
