//! A network as a sequence of operators over tensors, at the grain at which a framework allocates memory.
//!
//! An operator reads variables, gives birth to storages, and saves what its backward pass needs.
//! A *variable* is one version of a value (it may require a gradient); a *storage* is the memory behind it.
//! Views and in-place operators share a storage between variables, exactly as PyTorch's autograd does.
//! Operators are grouped into segments; a segment that repeats is stored once with its count.

pub mod activation;
pub mod attention;
pub mod builder;
mod by_part;
pub mod convolution;
pub mod delta;
pub mod eager;
pub mod elementwise;
pub mod grouped;
pub mod linear;
pub mod loss;
pub mod norm;
pub mod part;
pub mod placed;
pub mod rotary;
pub mod stochastic;
pub mod view;

use crate::course::Layer;
use crate::dtype::Dtype;
use crate::work::{Arithmetic, WorkKind};
use part::Part;
use std::ops::Range;

/// The allocator's granule: every storage occupies a multiple of it (c10 `kMinBlockSize`).
pub const GRANULE: u64 = 512;

/// Bytes that a tensor of `bytes` occupies.
#[must_use]
pub const fn rounded(bytes: u64) -> u64 {
    bytes.div_ceil(GRANULE) * GRANULE
}

/// A variable, by its index in [`Graph::vars`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct VarId(pub u32);

/// A weight tensor, by its index in [`Graph::params`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ParamId(pub u32);

/// One version of a value.
#[derive(Debug, Clone, Copy)]
pub struct Var {
    /// Index of the memory behind it.
    pub storage: u32,
    /// Elements.
    pub elements: u64,
    /// Type of an element.
    pub dtype: Dtype,
    /// Whether backward computes a gradient for it.
    pub requires_grad: bool,
    /// The weight it is, where it is one.
    pub param: Option<ParamId>,
}

/// What a storage holds, as far as its part in the sum goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// A weight or a buffer; lives throughout.
    Parameter,
    /// The batch; lives throughout.
    Input,
    /// A value computed in the forward pass.
    Value,
    /// Autocast's 16-bit copy of a trainable weight; its cache holds it until the forward pass ends.
    WeightCast,
}

/// A piece of memory.
#[derive(Debug, Clone, Copy)]
pub struct Storage {
    /// Bytes, rounded to the allocator's granule.
    pub bytes: u64,
    /// What it holds.
    pub role: Role,
    /// How often operators of its own segment read it in the forward pass.
    pub uses: u32,
    /// How often operators of later segments read it.
    pub outer_uses: u32,
    /// How often operators of its own segment save it for backward.
    pub saves: u32,
    /// How often operators of later segments that are not checkpointed save it.
    pub outer_saves: u32,
    /// Whether anything keeps it for backward.
    pub kept: bool,
    /// Instances of the segment that creates it.
    pub copies: u64,
}

/// Shapes of weights, as far as optimizers treat them differently.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WeightKind {
    /// One dimension: biases and scales.
    Vector,
    /// Two dimensions or more, so that Adafactor factors it.
    Matrix,
    /// A matrix that is the table of an embedding.
    Table,
}

impl WeightKind {
    /// Whether Adafactor keeps factors of its moments rather than the moments.
    #[must_use]
    pub const fn is_factored(self) -> bool {
        matches!(self, Self::Matrix | Self::Table)
    }
}

/// A weight tensor.
#[derive(Debug, Clone, Copy)]
pub struct Param {
    /// Outer dimension (all but the last two of a convolution are folded in).
    pub rows: u64,
    /// Inner dimension; 1 for vectors.
    pub columns: u64,
    /// Matrices of `rows` x `columns` in it, for optimizers that factor the last two dimensions.
    pub matrices: u64,
    /// Its shape, as far as optimizers treat it differently.
    pub kind: WeightKind,
    /// The part of the model that it was made for, where its maker said so.
    pub part: Option<Part>,
    /// Length of its first dimension, by which sharding divides it.
    pub leading: u64,
    /// Type of an element as operators read it.
    pub dtype: Dtype,
    /// Type of an element as the optimizer updates it: another one where a library, not autocast, mixes precisions.
    pub stored: Dtype,
    /// Whether it trains.
    pub trainable: bool,
    /// Whether it belongs to the base model rather than to an adapter.
    pub base: bool,
    /// Whether it stands in one of the repeated blocks.
    pub in_block: bool,
    /// Bytes it occupies, where quantization packs it.
    pub packed_bytes: Option<u64>,
    /// Instances.
    pub copies: u64,
}

impl Param {
    /// Whether it is a matrix of a repeated block, of two dimensions and no table.
    #[must_use]
    pub fn is_matrix_of_block(&self) -> bool {
        self.in_block && self.kind == WeightKind::Matrix && self.matrices == 1
    }

    /// Elements of one instance.
    #[must_use]
    pub const fn elements(&self) -> u64 {
        self.rows * self.columns * self.matrices
    }

    /// Bytes of one instance in memory.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.packed_bytes.unwrap_or_else(|| rounded(self.elements() * self.dtype.bytes()))
    }

    /// Bytes of one instance as the optimizer sees it.
    #[must_use]
    pub fn stored_bytes(&self) -> u64 {
        self.packed_bytes.unwrap_or_else(|| rounded(self.elements() * self.stored.bytes()))
    }
}

/// How an input's gradient is made.
#[derive(Debug, Clone, Copy)]
pub struct GradEdge {
    /// The input.
    pub var: VarId,
    /// Bytes of a new tensor, or none where the output's gradient is passed on as it is.
    pub new_bytes: Option<u64>,
}

/// One kernel, or a few that always come together.
#[derive(Debug, Clone)]
pub struct Op {
    /// Name of the forward kernel, as profilers print it.
    pub name: &'static str,
    /// Name of the backward kernel.
    pub backward_name: &'static str,
    /// Kind of work, for the time model.
    pub kind: WorkKind,
    /// What the multiply units run in.
    pub arithmetic: Arithmetic,
    pub(crate) inputs: Range<u32>,
    pub(crate) outputs: Range<u32>,
    pub(crate) births: Range<u32>,
    pub(crate) saves: Range<u32>,
    pub(crate) grads: Range<u32>,
    /// Transient bytes inside the forward kernel.
    pub forward_temporary: u64,
    /// Transient bytes inside the backward kernel.
    pub backward_temporary: u64,
    /// Who runs it.
    pub runs: Runs,
    /// Whether backward visits it.
    pub requires_grad: bool,
    /// Whether what it saves is there once its kernel has run, rather than before.
    pub(crate) saves_results: bool,
    /// Whether backward ends at what it gives out, which keeps that and its gradient until all of backward has run (`AccumulateGrad`).
    pub(crate) is_leaf: bool,
    /// Arithmetic of the forward kernel.
    pub forward_flops: f64,
    /// Arithmetic of the backward kernel.
    pub backward_flops: f64,
    /// What its kernels compute over that: fused attention fills heads up to the widths that it is made for.
    pub filled: f64,
    /// Memory traffic of the forward kernel.
    pub forward_traffic: u64,
    /// What the backward kernels read of what was saved and write as gradients; they also read the output's gradient.
    pub backward_traffic: u64,
    /// Kernels that it launches in the forward and in the backward pass, where they are not one, and one for each gradient.
    pub launches: Option<[u32; 2]>,
}

/// Who runs an operator.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Runs {
    /// The model, whatever it is asked for.
    Always,
    /// The model that trains, and not the one that it is held against: adapters and dropout.
    InTraining,
}

/// A run of operators that belongs together.
#[derive(Debug, Clone)]
pub struct Segment {
    /// Where in the model it sits; a repeated one counts up from it.
    pub layer: Layer,
    /// Its operators.
    pub ops: Range<u32>,
    /// How often it repeats, one after the other.
    pub copies: u64,
    /// Whether only its input is kept and the rest is computed again in backward.
    pub checkpointed: bool,
    /// What comes in: held by the caller while it runs, and by the checkpoint until its backward is done.
    pub inputs: Vec<VarId>,
    /// How many of them, from the first, come from the instance before; the rest all instances share.
    pub chained: u32,
    /// What an instance hands to the next in place of the chained inputs; empty where it does not repeat.
    pub outputs: Vec<VarId>,
    /// Storages that local variables hold until its last operator has run.
    pub held: Vec<u32>,
    /// Whether the list that holds what was put in it ends where it begins.
    pub ends_list: bool,
    /// Storages that its operators bear, and weights made while it was built.
    pub storages: Range<u32>,
    /// Weights made while it was built.
    pub params: Range<u32>,
}

/// A whole training step's operators, sized for one micro-batch.
#[derive(Debug, Clone, Default)]
pub struct Graph {
    /// Values.
    pub vars: Vec<Var>,
    /// Memory.
    pub storages: Vec<Storage>,
    /// Weights.
    pub params: Vec<Param>,
    /// Operators in forward order.
    pub ops: Vec<Op>,
    /// Groups of operators, in order, covering all of `ops`.
    pub segments: Vec<Segment>,
    /// Storages that a Python variable holds until the forward pass ends.
    pub held_to_end: Vec<u32>,
    /// Storages that a list of the model's holds until the segment that ends it.
    pub listed: Vec<u32>,
    /// Storages that blocks which are computed again hold until backward has passed them all.
    pub held_through: Vec<u32>,
    /// Storages that those keep for their gradients once they are computed again, and let go with them.
    pub held_behind: Vec<u32>,
    /// Storages from outside of a segment, by its first one, that those keep as well from when it is computed again.
    pub held_beyond: Vec<(u32, u32)>,
    /// Bytes of buffers (running statistics, rotary tables, frozen companions).
    pub buffer_bytes: u64,
    /// Bytes of the batch.
    pub input_bytes: u64,
    pub(crate) input_pool: Vec<u32>,
    pub(crate) birth_pool: Vec<u32>,
    pub(crate) save_pool: Vec<u32>,
    pub(crate) grad_pool: Vec<GradEdge>,
}

impl Segment {
    /// Whether nothing of it runs on the way back, as of what is frozen before all that trains.
    #[must_use]
    pub fn is_idle_backward(&self, graph: &Graph) -> bool {
        graph.ops[self.ops.start as usize..self.ops.end as usize].iter().all(|op| !op.requires_grad)
    }

    pub(crate) fn chained_inputs(&self) -> &[VarId] {
        &self.inputs[..self.chained as usize]
    }
}

impl Graph {
    /// Lets go of all but the weights; what is let go of is spare memory for another graph.
    #[must_use]
    pub(crate) fn stripped(&mut self) -> Self {
        let weights = Self {
            params: self.params.clone(),
            buffer_bytes: self.buffer_bytes,
            input_bytes: self.input_bytes,
            ..Self::default()
        };
        std::mem::replace(self, weights)
    }

    /// An empty graph with room for one like this.
    #[must_use]
    pub(crate) fn sized_alike(&self) -> Self {
        Self {
            vars: Vec::with_capacity(self.vars.len()),
            storages: Vec::with_capacity(self.storages.len()),
            params: Vec::with_capacity(self.params.len()),
            ops: Vec::with_capacity(self.ops.len()),
            segments: Vec::with_capacity(self.segments.len()),
            input_pool: Vec::with_capacity(self.input_pool.len()),
            birth_pool: Vec::with_capacity(self.birth_pool.len()),
            save_pool: Vec::with_capacity(self.save_pool.len()),
            grad_pool: Vec::with_capacity(self.grad_pool.len()),
            ..Self::default()
        }
    }

    /// Storages from outside of a segment that stay once it is computed again.
    pub(crate) fn beyond<'a>(&'a self, segment: &'a Segment) -> impl Iterator<Item = u32> + 'a {
        let is_its = |(first, _): &&(u32, u32)| *first == segment.storages.start;
        self.held_beyond.iter().filter(is_its).map(|&(_, storage)| storage)
    }

    /// An empty graph that keeps this one's memory: a search builds hundreds of like graphs, one after the other.
    #[must_use]
    pub(crate) fn emptied(mut self) -> Self {
        let Self {
            vars,
            storages,
            params,
            ops,
            segments,
            held_to_end,
            listed,
            held_through,
            held_behind,
            held_beyond,
            buffer_bytes,
            input_bytes,
            ..
        } = &mut self;
        vars.clear();
        storages.clear();
        params.clear();
        ops.clear();
        segments.clear();
        held_to_end.clear();
        listed.clear();
        held_through.clear();
        held_behind.clear();
        held_beyond.clear();
        (*buffer_bytes, *input_bytes) = (0, 0);
        self.input_pool.clear();
        self.birth_pool.clear();
        self.save_pool.clear();
        self.grad_pool.clear();
        self
    }

    pub(crate) fn inputs(&self, op: &Op) -> &[u32] {
        &self.input_pool[op.inputs.start as usize..op.inputs.end as usize]
    }

    pub(crate) fn births(&self, op: &Op) -> &[u32] {
        &self.birth_pool[op.births.start as usize..op.births.end as usize]
    }

    pub(crate) fn saves(&self, op: &Op) -> &[u32] {
        &self.save_pool[op.saves.start as usize..op.saves.end as usize]
    }

    pub(crate) fn grads(&self, op: &Op) -> &[GradEdge] {
        &self.grad_pool[op.grads.start as usize..op.grads.end as usize]
    }

    /// Weights of the base model, before quantization.
    #[must_use]
    pub fn base_parameters(&self) -> u64 {
        self.params.iter().filter(|p| p.base).map(|p| p.elements() * p.copies).sum()
    }

    /// Weights that train.
    #[must_use]
    pub fn trainable_parameters(&self) -> u64 {
        self.params.iter().filter(|p| p.trainable).map(|p| p.elements() * p.copies).sum()
    }
}
