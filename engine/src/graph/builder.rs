//! Emits operators one by one, deciding as autograd does what is saved and what gets a gradient.

mod operators;
mod segments;
mod weight;

use super::{Graph, Op, Param, ParamId, Role, Runs, Storage, Var, VarId, rounded};
use crate::course::Layer;
use crate::dtype::Dtype;
use crate::work::{Arithmetic, WorkKind};

pub use weight::Weight;

/// How every operator of this run computes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is a choice of its own, and they combine freely")]
pub struct Mode {
    /// Type that weights are stored in.
    pub weights: Dtype,
    /// Autocast's type, where autocast is on.
    pub autocast: Option<Dtype>,
    /// Type that weights are read in, where the library that shares the run out mixes precisions.
    pub read_as: Option<Dtype>,
    /// Whether that library keeps FP32 masters of the weights that train, whatever they are stored in.
    pub has_masters: bool,
    /// Whether FP32 matrix products run on TF32 tensor units.
    pub tf32: bool,
    /// Whether weights train unless said otherwise.
    pub trainable: bool,
    /// Storage of a copy that trains beside each weight, which stays frozen, where there is one.
    pub trained_copy: Option<Dtype>,
    /// Whether the model answers rather than trains (`Module.eval`): dropout and stochastic depth hand on what they get.
    pub evaluates: bool,
    /// Whether image tensors lie channels-last.
    pub channels_last: bool,
}

/// Builds a [`Graph`].
#[derive(Debug)]
pub struct Builder {
    pub(crate) graph: Graph,
    /// How operators compute.
    pub mode: Mode,
    /// Whether checkpoints hold their arguments even where their blocks save nothing.
    pub holds_arguments: bool,
    /// Who runs what is emitted.
    pub runs: Runs,
    copies: u64,
    layer: Layer,
    segment_storages: u32,
    checkpointing: bool,
    held: Vec<u32>,
    ends_list: bool,
    arguments: Vec<VarId>,
    /// The segment that each variable was last found to be an argument of.
    argument_of: Vec<Option<u32>>,
    casts: Vec<Option<VarId>>,
    open: Option<OpenOp>,
}

/// The operator being emitted.
#[derive(Debug)]
struct OpenOp {
    op: Op,
}

impl Builder {
    /// Starts an empty graph in the memory of one that is not needed any more.
    #[must_use]
    pub fn new(mode: Mode, spare: Graph) -> Self {
        Self {
            casts: Vec::with_capacity(spare.vars.len()),
            graph: spare.emptied(),
            mode,
            holds_arguments: false,
            runs: Runs::Always,
            copies: 1,
            layer: Layer::Stem,
            segment_storages: 0,
            checkpointing: false,
            held: Vec::new(),
            ends_list: false,
            arguments: Vec::new(),
            argument_of: Vec::new(),
            open: None,
        }
    }

    /// Ends the graph.
    #[must_use]
    pub fn finish(self) -> Graph {
        self.graph
    }

    /// The variable behind an id.
    #[must_use]
    pub fn var(&self, id: VarId) -> Var {
        self.graph.vars[id.0 as usize]
    }

    fn new_storage(&mut self, bytes: u64, role: Role) -> u32 {
        let id = self.graph.storages.len() as u32;
        self.graph.storages.push(Storage {
            bytes: rounded(bytes),
            role,
            uses: 0,
            outer_uses: 0,
            saves: 0,
            outer_saves: 0,
            kept: role == Role::WeightCast,
            copies: self.copies,
        });
        id
    }

    fn new_var(&mut self, var: Var) -> VarId {
        let id = VarId(self.graph.vars.len() as u32);
        self.graph.vars.push(var);
        self.casts.push(None);
        self.argument_of.push(None);
        id
    }

    /// A tensor of the batch, present throughout the step.
    pub fn input(&mut self, elements: u64, dtype: Dtype) -> VarId {
        let bytes = elements * dtype.bytes();
        self.graph.input_bytes += rounded(bytes);
        let storage = self.new_storage(bytes, Role::Input);
        self.new_var(Var { storage, elements, dtype, requires_grad: false, param: None })
    }

    /// A tensor that a module holds on to from step to step, as it does its buffers.
    pub fn kept(&mut self, elements: u64, dtype: Dtype) -> VarId {
        let bytes = elements * dtype.bytes();
        self.graph.buffer_bytes += rounded(bytes);
        let storage = self.new_storage(bytes, Role::Parameter);
        self.new_var(Var { storage, elements, dtype, requires_grad: false, param: None })
    }

    /// Buffers of a module: alive throughout, no gradient.
    pub fn buffer(&mut self, bytes: u64) {
        self.graph.buffer_bytes += rounded(bytes) * self.copies;
    }

    /// A weight of the base model in the run's own type, trainable where the run says so.
    pub fn weight(&mut self, weight: Weight) -> VarId {
        let Mode { weights, trainable, trained_copy, .. } = self.mode;
        let given = self.weight_as(weight, weights, trainable, true);
        trained_copy.map_or(given, |dtype| self.weight_as(weight, dtype, true, false))
    }

    /// A weight with its own type.
    pub fn weight_as(&mut self, weight: Weight, dtype: Dtype, trainable: bool, base: bool) -> VarId {
        let Weight { rows, columns, matrices, leading, kind, part } = weight;
        let param = ParamId(self.graph.params.len() as u32);
        let (copies, packed_bytes) = (self.copies, None);
        let stored = if self.mode.has_masters && trainable { Dtype::F32 } else { dtype };
        let dtype = self.mode.read_as.filter(|_| dtype != Dtype::U8).unwrap_or(dtype);
        let in_block = self.layer.is_block();
        let data = Param {
            rows,
            columns,
            matrices,
            kind,
            part,
            leading,
            dtype,
            stored,
            trainable,
            base,
            in_block,
            packed_bytes,
            copies,
        };
        self.graph.params.push(data);
        let storage = self.new_storage(data.elements() * dtype.bytes(), Role::Parameter);
        self.new_var(Var { storage, elements: data.elements(), dtype, requires_grad: trainable, param: Some(param) })
    }

    /// A frozen matrix packed into fewer bytes by quantization.
    pub fn packed_weight(&mut self, weight: Weight, packed_bytes: u64) -> VarId {
        let id = self.weight_as(weight, Dtype::U8, false, true);
        if let Some(ParamId(param)) = self.var(id).param {
            self.graph.params[param as usize].packed_bytes = Some(packed_bytes);
        }
        id
    }

    /// What multiply units run in for operands of this type.
    #[must_use]
    pub fn arithmetic(&self, dtype: Dtype) -> Arithmetic {
        match dtype {
            Dtype::F16 => Arithmetic::Fp16,
            Dtype::Bf16 => Arithmetic::Bf16,
            _ if self.mode.tf32 => Arithmetic::Tf32,
            _ => Arithmetic::Fp32,
        }
    }

    /// `var` in another type: itself where it has it already, else a copy that nothing but its reader keeps.
    pub fn to_dtype(&mut self, var: VarId, dtype: Dtype) -> VarId {
        let from = self.var(var);
        if from.dtype == dtype {
            return var;
        }
        self.begin("to_copy", "to_copy_backward", WorkKind::Elementwise);
        self.reads(var);
        let out = self.writes(from.elements, dtype);
        self.grad_new(var);
        self.end();
        out
    }

    /// A weight as autocast hands it to a matrix product: cast once a forward pass and cached where it trains.
    pub fn cast_weight(&mut self, weight: VarId) -> VarId {
        let from = self.var(weight);
        let Some(dtype) = self.mode.autocast.filter(|&to| from.dtype == Dtype::F32 && to != from.dtype) else {
            return weight;
        };
        if let Some(cast) = self.casts[weight.0 as usize] {
            return cast;
        }
        self.begin("to_copy", "to_copy_backward", WorkKind::Elementwise);
        self.reads(weight);
        let role = if from.requires_grad { Role::WeightCast } else { Role::Value };
        let out = self.writes_as(from.elements, dtype, role);
        self.grad_new(weight);
        self.end();
        if from.requires_grad {
            self.casts[weight.0 as usize] = Some(out);
        }
        out
    }

    /// The type that a matrix product of `var` computes in.
    #[must_use]
    pub fn compute_dtype(&self, var: VarId) -> Dtype {
        self.mode.autocast.unwrap_or(self.var(var).dtype)
    }
}
