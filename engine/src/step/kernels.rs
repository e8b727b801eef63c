//! Turns a model's graph into the kernels of a step.

use super::sharding::Spread;
use super::sharding::fsdp2::Fsdp2;
use super::{muon, optimizer};
use crate::course::Phase;
use crate::graph::{Graph, Op, Param, Runs, Segment, Var};
use crate::training::{Alignment, Optimizer, OptimizerImplementation, Precision, Sharding, Training};
use crate::units::{Bytes, Flops};
use crate::work::{Arithmetic, StepWork, TENSORS_AT_ONCE, Work, WorkKind};

/// Tensors that one launch of a foreach kernel takes (`ATen`'s `MultiTensorApply`, depth-dependent, 30 to 110).
const FOREACH_TENSORS: u64 = 64;

/// The step's kernels on one of `gpus` that train together; under `ZeRO` each updates its share of the weights.
#[must_use]
pub fn step_work(graph: &Graph, training: &Training, gpus: u64) -> StepWork {
    let training = &*training.carried_out(gpus);
    let mut items = Vec::with_capacity(2 * graph.ops.len() + 4);
    let mut model_flops = 0.0;
    let mut gradients = vec![false; graph.vars.len()];
    for segment in &graph.segments {
        for op in ops(graph, segment) {
            items.extend(forward(op, Phase::Forward, segment.copies));
            model_flops += op.forward_flops * segment.copies as f64;
            if training.alignment == Alignment::Dpo && op.runs == Runs::Always {
                // What the model says of both answers without its adapters, ahead of what it learns; nothing is kept of that pass,
                // whose peak is below the one that follows.
                items.extend(forward(op, Phase::Forward, segment.copies));
                model_flops += op.forward_flops * segment.copies as f64;
            }
            if op.requires_grad {
                items.extend(backward(graph, op, segment.copies));
                items.extend(sum_of_gradients(graph, op, &mut gradients, segment.copies));
                model_flops += op.backward_flops * segment.copies as f64;
            }
            if segment.checkpointed {
                items.extend(forward(op, Phase::Backward, segment.copies));
            }
        }
    }
    let gradient_bytes = Bytes(optimizer::gradient_bytes(graph));
    if training.gradient_accumulation_steps > 1 {
        items.push(pass(Phase::Backward, WorkKind::Elementwise, gradient_bytes * 3, tensors(graph)));
    }
    items.extend(update(graph, training, gpus));
    StepWork {
        items,
        model_flops: Flops::new(model_flops),
        parameter_bytes: graph.params.iter().map(|param| Bytes(param.stored_bytes() * param.copies)).sum(),
        gathered_bytes: graph.params.iter().map(|param| Bytes(param.bytes() * param.copies)).sum(),
        gradient_bytes,
        reduced_bytes: reduced_bytes(graph, training, gpus),
        optimizer_state_bytes: Bytes(optimizer::state_bytes(graph, training)),
        parameters: graph.base_parameters(),
        trainable: graph.trainable_parameters(),
        largest_weights: largest_weights(graph),
        slowdown: 1.0,
    }
}

/// Elements of the largest filter of a convolution over one channel: a vision transformer's patches.
const LARGEST_FILTER: u64 = 32 * 32;

/// The base model's largest tensors in its files, where every expert has matrices of its own.
fn largest_weights(graph: &Graph) -> [u64; TENSORS_AT_ONCE] {
    let mut largest = [0; TENSORS_AT_ONCE];
    for param in graph.params.iter().filter(|param| param.base) {
        // Experts lie in the files one by one; a filter is not a matrix of its own.
        let matrix = param.rows * param.columns;
        let elements = if matrix > LARGEST_FILTER { matrix } else { param.elements() };
        for _ in 0..(param.elements() / elements.max(1) * param.copies).min(TENSORS_AT_ONCE as u64) {
            if let Some(place) = largest.iter().position(|known| *known < elements) {
                largest[place..].rotate_right(1);
                largest[place] = elements;
            }
        }
    }
    largest
}

/// The gradients in the type that they are reduced in.
#[must_use]
pub fn reduced_bytes(graph: &Graph, training: &Training, gpus: u64) -> Bytes {
    match Spread::of(training, gpus) {
        Spread::Fsdp2(Fsdp2 { reduced_in: Some(dtype), .. }) => Bytes(graph.trainable_parameters() * dtype.bytes()),
        _ => trainable(graph).map(|param| Bytes(param.bytes() * param.copies)).sum(),
    }
}

/// The kernels of the optimizer's step on one of `gpus` that train together.
#[must_use]
pub fn update(graph: &Graph, training: &Training, gpus: u64) -> Vec<Work> {
    let training = &*training.carried_out(gpus);
    let shards = match training.sharding {
        Sharding::None | Sharding::Ddp => 1,
        Sharding::Zero1 | Sharding::Zero2 | Sharding::Zero3 => gpus.max(1),
    };
    let implementation =
        if training.has_librarys_adamw(gpus) { OptimizerImplementation::Fused } else { training.optimizer_implementation };
    optimizer_items(graph, training, implementation, Bytes(optimizer::gradient_bytes(graph)), shards)
}

/// A segment's operators.
fn ops<'a>(graph: &'a Graph, segment: &Segment) -> &'a [Op] {
    &graph.ops[segment.ops.start as usize..segment.ops.end as usize]
}

/// An operator's forward kernel, in the forward pass or again in the backward pass; none for a view.
pub(super) fn forward(op: &Op, phase: Phase, repeat: u64) -> Option<Work> {
    (op.forward_traffic > 0 || op.forward_flops > 0.0).then(|| Work {
        phase,
        kind: op.kind,
        arithmetic: op.arithmetic,
        flops: Flops::new(op.forward_flops),
        filled: op.filled,
        bytes_moved: Bytes(op.forward_traffic),
        kernels: op.launches.map_or(u64::from(!op.name.is_empty()), |[forward, _]| u64::from(forward)),
        repeat,
    })
}

/// An operator's backward kernels, one for each gradient it makes; none where it only hands on its output's gradient.
///
/// They read what was saved and write the gradients; matrix products and convolutions read the output's gradient for each
/// of theirs, the others once.
fn backward(graph: &Graph, op: &Op, repeat: u64) -> Option<Work> {
    let made = graph.grads(op).iter().filter(|edge| edge.new_bytes.is_some()).count() as u64;
    if made == 0 && op.backward_flops <= 0.0 {
        return None;
    }
    let separate =
        matches!(op.kind, WorkKind::Matmul | WorkKind::BatchedMatmul | WorkKind::Convolution | WorkKind::DepthwiseConvolution);
    let kernels = if separate && op.launches.is_none() { made.max(1) } else { 1 };
    let incoming: u64 = graph.vars[op.outputs.start as usize..op.outputs.end as usize].iter().map(bytes).sum();
    Some(Work {
        phase: Phase::Backward,
        kind: op.kind,
        arithmetic: op.arithmetic,
        flops: Flops::new(op.backward_flops),
        filled: op.filled,
        bytes_moved: Bytes(op.backward_traffic + incoming * kernels),
        kernels: op.launches.map_or(kernels, |[_, backward]| u64::from(backward)),
        repeat,
    })
}

/// Where a value has several readers, autograd adds up their gradients: both summands read, the sum written.
fn sum_of_gradients(graph: &Graph, op: &Op, seen: &mut [bool], repeat: u64) -> Option<Work> {
    // A view of a part (one of three projections) has its gradient written into its place instead.
    let largest = graph.vars[op.outputs.start as usize..op.outputs.end as usize].iter().map(|var| var.elements).max();
    let (mut moved, mut kernels) = (0, 0);
    for edge in graph.grads(op) {
        let var = &graph.vars[edge.var.0 as usize];
        if edge.new_bytes.is_none() && largest.is_some_and(|elements| elements < var.elements) {
            continue;
        }
        if std::mem::replace(&mut seen[edge.var.0 as usize], true) {
            moved += 3 * bytes(var);
            kernels += 1;
        }
    }
    (kernels > 0).then(|| Work { repeat, ..pass(Phase::Backward, WorkKind::Elementwise, Bytes(moved), kernels) })
}

/// What a value occupies.
const fn bytes(var: &Var) -> u64 {
    var.elements * var.dtype.bytes()
}

/// Work that is nothing but passes over memory.
fn pass(phase: Phase, kind: WorkKind, bytes_moved: Bytes, kernels: u64) -> Work {
    Work { phase, kind, arithmetic: Arithmetic::Fp32, flops: Flops::ZERO, filled: 1.0, bytes_moved, kernels, repeat: 1 }
}

/// Trainable tensors.
fn tensors(graph: &Graph) -> u64 {
    trainable(graph).map(|param| param.copies).sum()
}

fn trainable(graph: &Graph) -> impl Iterator<Item = &Param> {
    graph.params.iter().filter(|param| param.trainable)
}

/// The update, and loss scaling's inspection of the gradients before it.
fn optimizer_items(
    graph: &Graph,
    training: &Training,
    implementation: OptimizerImplementation,
    gradient_bytes: Bytes,
    shards: u64,
) -> Vec<Work> {
    if training.optimizer == Optimizer::Muon {
        return muon_items(graph, training, gradient_bytes);
    }
    let tensors = tensors(graph);
    let lists = tensors.div_ceil(FOREACH_TENSORS);
    // Those that are no optimizers of PyTorch's go tensor by tensor, whatever was asked for.
    let has_implementations = training.optimizer.has_fused_implementation();
    // Gradient read, weight and states read and written.
    let in_one_kernel = gradient_bytes * 3 + Bytes(optimizer::state_bytes(graph, training)) * 2;
    let (bytes, kernels) = match (passes(training.optimizer), implementation) {
        (None, _) => (in_one_kernel, tensors),
        (Some(_), OptimizerImplementation::Fused) if has_implementations => (in_one_kernel, lists),
        (Some((passes, launches)), OptimizerImplementation::Foreach) if has_implementations => {
            (gradient_bytes * passes, lists * launches)
        }
        (Some((passes, launches)), _) => (gradient_bytes * passes, tensors * launches),
    };
    let mut items = vec![pass(Phase::OptimizerStep, WorkKind::Optimizer, bytes / shards, kernels)];
    items.extend(unscaling(training, gradient_bytes / shards, tensors));
    items
}

/// Loss scaling's inspection of the gradients.
fn unscaling(training: &Training, gradient_bytes: Bytes, tensors: u64) -> Option<Work> {
    let launches = tensors.div_ceil(FOREACH_TENSORS);
    (training.precision == Precision::Fp16Amp)
        .then(|| pass(Phase::OptimizerStep, WorkKind::Elementwise, gradient_bytes * 2, launches))
}

/// Muon's update, matrix by matrix, and that of all other weights, by lists.
fn muon_items(graph: &Graph, training: &Training, gradient_bytes: Bytes) -> Vec<Work> {
    let [products, beside] = muon::kernels();
    let (mut moved, mut flops, mut matrices) = ([0; 2], 0.0, 0);
    let (mut others, mut other_bytes) = (0, 0);
    for param in trainable(graph) {
        if param.is_matrix_of_block() {
            moved[0] += muon::moved_by_products(param) * param.copies;
            moved[1] += muon::moved_beside(param) * param.copies;
            flops += muon::flops(param) * param.copies as f64;
            matrices += param.copies;
        } else {
            other_bytes += param.stored_bytes() * param.copies;
            others += param.copies;
        }
    }
    let (passes, launches) = ADAMW;
    let update = |bytes, kernels| pass(Phase::OptimizerStep, WorkKind::Optimizer, Bytes(bytes), kernels);
    let mut items = vec![
        Work {
            kind: WorkKind::Matmul,
            arithmetic: Arithmetic::Bf16,
            flops: Flops::new(flops),
            ..update(moved[0], products * matrices)
        },
        update(moved[1], beside * matrices),
        update(other_bytes * passes, others.div_ceil(FOREACH_TENSORS) * launches),
    ];
    items.extend(unscaling(training, gradient_bytes, matrices + others));
    items
}

/// Passes over a weight's bytes, and launches, of `AdamW` made of separate kernels: decay, two moments, root, division, sum, update
/// (`_multi_tensor_adamw`).
const ADAMW: (u64, u64) = (18, 8);

/// Those of an optimizer; none where one kernel does all of a weight's update (bitsandbytes) or its matrices are counted one by one.
///
/// Counted in PyTorch's `_multi_tensor_sgd` and Hugging Face's Adafactor.
const fn passes(optimizer: Optimizer) -> Option<(u64, u64)> {
    match optimizer {
        Optimizer::Adamw => Some(ADAMW),
        Optimizer::Adamw8bit | Optimizer::Lion8bit | Optimizer::Lion | Optimizer::Muon => None,
        Optimizer::Adafactor => Some((20, 16)),
        Optimizer::Sgd => Some((6, 2)),
        Optimizer::SgdMomentum => Some((11, 4)),
    }
}
