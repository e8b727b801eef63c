//! A traced network's graph: its kernels as they were recorded, at the batch and in the precision of the run.

use super::Recipe;
use crate::architecture::{BySamples, Traced, TracedGraph, TracedKernel, TracedNetwork, TracedOutput, TracedWeight};
use crate::course::Layer;
use crate::dtype::Dtype;
use crate::graph::builder::{Builder, Weight};
use crate::graph::linear::embedding_backward_temporary;
use crate::graph::{Graph, Role, VarId, WeightKind};
use crate::training::Precision;
use crate::work::WorkKind;

/// The graph of one micro-step.
#[must_use]
pub fn build(model: &Traced, recipe: Recipe) -> Graph {
    let mut b = recipe.builder();
    let model = &*model.network;
    let graph = graph_of(model, recipe);
    let weights = model.weights.len();
    let last_in_block = graph.kernels.iter().rposition(|kernel| kernel.block.is_some()).unwrap_or(0);
    let mut network = Network { model, graph, recipe, last_in_block, values: vec![None; weights] };
    b.buffer(graph.buffer_bytes);
    for &(elements, dtype) in &graph.inputs {
        // The batch comes in FP32, and a library that mixes precisions copies it.
        if recipe.read_as.is_some() && dtype.is_half() {
            b.input(elements.at(recipe.batch), recipe.pixel_dtype());
        }
        let input = b.input(elements.at(recipe.batch), network.dtype(dtype));
        network.values.push(Some(input));
    }
    for &(elements, dtype) in &graph.kept {
        let kept = b.kept(elements.at(recipe.batch), network.dtype(dtype));
        network.values.push(Some(kept));
    }
    for run in runs(graph) {
        let first = &graph.kernels[run.start];
        let checkpointed = first.block.is_some() && recipe.is_checkpointed();
        b.segment(network.layer(run.start), &[], checkpointed, |b| {
            for kernel in &graph.kernels[run] {
                network.emit(b, kernel);
            }
        });
    }
    // Weights that no kernel reads are on the card as well.
    b.segment(Layer::Head, &[], false, |b| (0..weights).for_each(|weight| network.make(b, weight)));
    b.finish()
}

/// The step in the run's precision: where a library mixes precisions, all that operators read is in 16 bits.
fn graph_of<'a>(model: &'a TracedNetwork, recipe: Recipe) -> &'a TracedGraph {
    let [full, half, mixed] = &model.graphs;
    match recipe.training.precision {
        _ if recipe.read_as.is_some() => half,
        Precision::Fp32 | Precision::Tf32 => full,
        Precision::Bf16 => half,
        Precision::Fp16Amp | Precision::Bf16Amp => mixed,
    }
}

/// Kernels that follow each other in one block, or outside of all.
fn runs(graph: &TracedGraph) -> Vec<std::ops::Range<usize>> {
    let mut runs = Vec::new();
    let mut start = 0;
    for place in 1..=graph.kernels.len() {
        let ends = graph
            .kernels
            .get(place)
            .is_none_or(|kernel| kernel.block != graph.kernels[start].block || place == graph.loss as usize);
        if ends && place > start {
            runs.push(start..place);
            start = place;
        }
    }
    runs
}

struct Network<'a> {
    model: &'a TracedNetwork,
    graph: &'a TracedGraph,
    recipe: Recipe<'a>,
    /// Place of the last kernel in a block.
    last_in_block: usize,
    values: Vec<Option<VarId>>,
}

impl Network<'_> {
    /// The run's own 16-bit type in the place of the one that was traced.
    fn dtype(&self, traced: Dtype) -> Dtype {
        match traced {
            Dtype::Bf16 => self.recipe.read_as.or_else(|| self.recipe.autocast()).unwrap_or(traced),
            other => other,
        }
    }

    fn layer(&self, place: usize) -> Layer {
        match self.graph.kernels[place].block {
            Some(block) => Layer::Block(u64::from(block)),
            None if place >= self.graph.loss as usize => Layer::Loss,
            None if place > self.last_in_block => Layer::Head,
            None => Layer::Stem,
        }
    }

    /// Makes a weight, where nothing has read it so far: it belongs to the segment that reads it first.
    fn make(&mut self, b: &mut Builder, place: usize) {
        if self.values[place].is_none() {
            let weight = &self.model.weights[place];
            let traced = self.graph.weights[place];
            let is_float = !matches!(traced, Dtype::U8 | Dtype::I64);
            let stored = if is_float && self.recipe.read_as.is_some() { self.recipe.weight_dtype() } else { traced };
            let trains = weight.trainable && b.mode.trainable;
            self.values[place] = Some(b.weight_as(shaped(weight), stored, trains, true));
        }
    }

    fn at(&self, size: BySamples) -> u64 {
        size.at(self.recipe.batch)
    }

    /// Makes all weights that a kernel names, before it begins: what is made meanwhile would be its own.
    fn make_named(&mut self, b: &mut Builder, kernel: &TracedKernel) {
        let shared = kernel.outputs.iter().filter_map(|output| output.shares);
        let targets = kernel.gradients.iter().flatten().map(|(value, _)| *value);
        let named = [&kernel.inputs, &kernel.saves, &kernel.holds].into_iter().flatten().copied();
        for value in named.chain(shared).chain(targets) {
            if (value as usize) < self.model.weights.len() {
                self.make(b, value as usize);
            }
        }
    }

    fn value(&self, value: u32) -> VarId {
        self.values[value as usize].expect("a trace names values that are there")
    }

    fn emit(&mut self, b: &mut Builder, kernel: &TracedKernel) {
        self.make_named(b, kernel);
        let inputs: Vec<VarId> = kernel.inputs.iter().map(|&input| self.value(input)).collect();
        let operator = kernel.operator;
        b.begin(operator.name, kernel.backward_name, operator.kind);
        for &input in &inputs {
            b.reads(input);
        }
        b.op().requires_grad = kernel.gradients.is_some() && !self.recipe.evaluates;
        let first = self.values.len();
        for &output in &kernel.outputs {
            let output = self.output(b, kernel, output, &inputs);
            self.values.push(Some(output));
        }
        let outputs: Vec<VarId> = self.values[first..].iter().flatten().copied().collect();
        for &saved in &kernel.saves {
            let saved = self.value(saved);
            b.saves(saved);
        }
        for &(value, bytes) in kernel.gradients.iter().flatten() {
            let var = self.value(value);
            match bytes {
                Some(bytes) => b.grad_sized(var, self.at(bytes)),
                None => b.grad_alias(var),
            }
        }
        self.cost(b, kernel, &inputs, &outputs);
        b.end();
        for &held in &kernel.holds {
            // What the kernel itself has made is not there where computing its block again ends before it.
            if (held as usize) >= first {
                continue;
            }
            let held = self.value(held);
            // Autocast's cache is played as such.
            if b.graph.storages[b.var(held).storage as usize].role != Role::WeightCast {
                b.hold(held);
            }
        }
    }

    fn output(&self, b: &mut Builder, kernel: &TracedKernel, output: TracedOutput, inputs: &[VarId]) -> VarId {
        let (elements, dtype) = (self.at(output.elements), self.dtype(output.dtype));
        if let Some(of) = output.shares {
            let view = b.writes_in_place(self.value(of));
            (b.graph.vars[view.0 as usize].elements, b.graph.vars[view.0 as usize].dtype) = (elements, dtype);
            return view;
        }
        let is_cast = kernel.operator.name == "_to_copy"
            && dtype.is_half()
            && self.recipe.autocast().is_some()
            && inputs.iter().any(|&input| b.var(input).param.is_some() && b.var(input).requires_grad);
        b.writes_as(elements, dtype, if is_cast { Role::WeightCast } else { Role::Value })
    }

    /// Work, traffic and temporary memory.
    fn cost(&self, b: &mut Builder, kernel: &TracedKernel, inputs: &[VarId], outputs: &[VarId]) {
        let [forward, backward] = kernel.temporary.map(|bytes| self.at(bytes));
        b.temporary(forward, backward);
        let [forward, backward] = kernel.flops.map(|work| work.work_at(self.recipe.batch));
        if let Some(&out) = outputs.first() {
            let arithmetic = b.arithmetic(b.var(out).dtype);
            b.flops(arithmetic, forward, if b.on_grad_path() { backward } else { 0.0 });
        }
        if kernel.operator.is_view {
            b.op().forward_traffic = 0;
            b.launches(0, u32::from(kernel.gradients.iter().flatten().any(|(_, bytes)| bytes.is_some())));
        }
        if let (WorkKind::Embedding, [_, indices], [out]) = (kernel.operator.kind, inputs, outputs) {
            let (tokens, out) = (b.var(*indices).elements, b.var(*out));
            b.op().forward_traffic = 2 * out.elements * out.dtype.bytes();
            let sorting = embedding_backward_temporary(tokens, out.elements / tokens.max(1));
            b.op().backward_temporary = sorting;
        }
    }
}

/// The shape as optimizers and sharding see it.
fn shaped(weight: &TracedWeight) -> Weight {
    let elements: u64 = weight.shape.iter().product();
    match weight.shape.as_slice() {
        [] | [_] => Weight::vector(elements),
        [rows, columns] if weight.is_table => Weight::table(*rows, *columns),
        [leading, .., rows, columns] => {
            let matrices = elements.checked_div(rows * columns).unwrap_or(0);
            let [rows, columns, leading] = [*rows, *columns, *leading];
            Weight { rows, columns, matrices, leading, kind: WeightKind::Matrix, part: None }
        }
        [rows, columns] => Weight::matrix(*rows, *columns),
    }
}
