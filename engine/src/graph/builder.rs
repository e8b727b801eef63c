//! Emits operators one by one, deciding as autograd does what is saved and what gets a gradient.

use super::dtype::Dtype;
use super::{GradEdge, Graph, Op, Param, ParamId, Role, Segment, Storage, Var, VarId, WeightKind, rounded};
use crate::estimate::Layer;
use crate::work::{Arithmetic, WorkKind};

/// How every operator of this run computes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Mode {
    /// Type that weights are stored in.
    pub weights: Dtype,
    /// Autocast's type, where autocast is on.
    pub autocast: Option<Dtype>,
    /// Whether FP32 matrix products run on TF32 tensor units.
    pub tf32: bool,
    /// Whether weights train unless said otherwise.
    pub trainable: bool,
    /// Whether image tensors lie channels-last.
    pub channels_last: bool,
}

/// Builds a [`Graph`].
#[derive(Debug)]
pub struct Builder {
    pub(crate) graph: Graph,
    /// How operators compute.
    pub mode: Mode,
    copies: u64,
    segment_storages: u32,
    checkpointing: bool,
    held: Vec<u32>,
    arguments: Vec<VarId>,
    casts: Vec<Option<VarId>>,
    open: Option<OpenOp>,
}

/// The operator being emitted.
#[derive(Debug)]
struct OpenOp {
    op: Op,
}

/// The shape and nature of a new weight.
#[derive(Debug, Clone, Copy)]
pub struct Weight {
    /// Outer dimension.
    pub rows: u64,
    /// Inner dimension.
    pub columns: u64,
    /// Matrices in it.
    pub matrices: u64,
    /// Its shape, as far as optimizers treat it differently.
    pub kind: WeightKind,
}

impl Weight {
    /// A matrix.
    #[must_use]
    pub const fn matrix(rows: u64, columns: u64) -> Self {
        Self { rows, columns, matrices: 1, kind: WeightKind::Matrix }
    }

    /// A vector: bias, scale or shift.
    #[must_use]
    pub const fn vector(length: u64) -> Self {
        Self { rows: length, columns: 1, matrices: 1, kind: WeightKind::Vector }
    }

    /// A tensor of `length` numbers in three dimensions of which only the first is longer than one (a layer scale over maps).
    #[must_use]
    pub const fn scale_of_maps(length: u64) -> Self {
        Self { rows: 1, columns: 1, matrices: length, kind: WeightKind::Matrix }
    }

    /// The table of an embedding.
    #[must_use]
    pub const fn table(rows: u64, columns: u64) -> Self {
        Self { rows, columns, matrices: 1, kind: WeightKind::Table }
    }
}

impl Builder {
    /// Starts an empty graph.
    #[must_use]
    pub fn new(mode: Mode) -> Self {
        Self {
            graph: Graph::default(),
            mode,
            copies: 1,
            segment_storages: 0,
            checkpointing: false,
            held: Vec::new(),
            arguments: Vec::new(),
            casts: Vec::new(),
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
        id
    }

    /// A tensor of the batch, present throughout the step.
    pub fn input(&mut self, elements: u64, dtype: Dtype) -> VarId {
        let bytes = elements * dtype.bytes();
        self.graph.input_bytes += rounded(bytes);
        let storage = self.new_storage(bytes, Role::Input);
        self.new_var(Var { storage, elements, dtype, requires_grad: false, param: None })
    }

    /// Buffers of a module: alive throughout, no gradient.
    pub fn buffer(&mut self, bytes: u64) {
        self.graph.buffer_bytes += rounded(bytes) * self.copies;
    }

    /// A weight of the base model in the run's own type, trainable where the run says so.
    pub fn weight(&mut self, weight: Weight) -> VarId {
        let Mode { weights, trainable, .. } = self.mode;
        self.weight_as(weight, weights, trainable, true)
    }

    /// A weight with its own type.
    pub fn weight_as(&mut self, weight: Weight, dtype: Dtype, trainable: bool, base: bool) -> VarId {
        let Weight { rows, columns, matrices, kind } = weight;
        let param = ParamId(self.graph.params.len() as u32);
        let copies = self.copies;
        let data = Param { rows, columns, matrices, kind, dtype, trainable, base, packed_bytes: None, copies };
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

    /// Opens an operator; finish it with [`Builder::end`].
    pub fn begin(&mut self, name: &'static str, backward_name: &'static str, kind: WorkKind) {
        let graph = &self.graph;
        let at = |pool: usize| pool as u32..pool as u32;
        self.open = Some(OpenOp {
            op: Op {
                name,
                backward_name,
                kind,
                arithmetic: Arithmetic::Fp32,
                inputs: at(graph.input_pool.len()),
                outputs: at(graph.vars.len()),
                births: at(graph.birth_pool.len()),
                saves: at(graph.save_pool.len()),
                grads: at(graph.grad_pool.len()),
                forward_temporary: 0,
                backward_temporary: 0,
                requires_grad: false,
                forward_flops: 0.0,
                backward_flops: 0.0,
                forward_traffic: 0,
                backward_traffic: 0,
            },
        });
    }

    pub(crate) fn op(&mut self) -> &mut Op {
        &mut self.open.as_mut().expect("an operator is open between begin and end").op
    }

    /// The operator reads `var`.
    pub fn reads(&mut self, var: VarId) {
        let Var { storage, requires_grad, elements, dtype, .. } = self.var(var);
        let data = &mut self.graph.storages[storage as usize];
        let role = data.role;
        if storage >= self.segment_storages {
            data.uses += 1;
        } else {
            data.outer_uses += 1;
        }
        self.graph.input_pool.push(storage);
        // A checkpoint holds whatever its recomputation will read from outside.
        if self.checkpointing && storage < self.segment_storages && role == Role::Value && !self.arguments.contains(&var) {
            self.arguments.push(var);
        }
        let op = self.op();
        op.requires_grad |= requires_grad;
        op.forward_traffic += elements * dtype.bytes();
    }

    /// Whether the operator is on the gradient's path; call after all `reads`.
    #[must_use]
    pub fn on_grad_path(&self) -> bool {
        self.open.as_ref().is_some_and(|open| open.op.requires_grad)
    }

    /// Backward visits the operator whatever it reads.
    pub fn require_gradient(&mut self) {
        self.op().requires_grad = true;
    }

    /// The operator writes a new tensor.
    pub fn writes(&mut self, elements: u64, dtype: Dtype) -> VarId {
        self.writes_as(elements, dtype, Role::Value)
    }

    /// The operator writes a new tensor of a given role.
    pub fn writes_as(&mut self, elements: u64, dtype: Dtype, role: Role) -> VarId {
        let storage = self.new_storage(elements * dtype.bytes(), role);
        self.graph.birth_pool.push(storage);
        let requires_grad = self.on_grad_path();
        self.op().forward_traffic += elements * dtype.bytes();
        self.new_var(Var { storage, elements, dtype, requires_grad, param: None })
    }

    /// The operator writes into `var`'s memory, making a new version of it.
    pub fn writes_in_place(&mut self, var: VarId) -> VarId {
        let Var { storage, elements, dtype, .. } = self.var(var);
        let requires_grad = self.on_grad_path();
        self.op().forward_traffic += elements * dtype.bytes();
        self.new_var(Var { storage, elements, dtype, requires_grad, param: None })
    }

    /// The operator's backward needs `var`.
    pub fn saves(&mut self, var: VarId) {
        if self.on_grad_path() {
            let Var { storage, elements, dtype, .. } = self.var(var);
            self.keep(storage);
            self.op().backward_traffic += elements * dtype.bytes();
        }
    }

    /// The operator makes a by-product of `bytes`; kept only where backward needs it.
    pub fn saves_new(&mut self, bytes: u64) {
        let storage = self.new_storage(bytes, Role::Value);
        self.graph.birth_pool.push(storage);
        if self.on_grad_path() {
            self.keep(storage);
            self.op().backward_traffic += bytes;
        }
    }

    fn keep(&mut self, storage: u32) {
        let data = &mut self.graph.storages[storage as usize];
        data.kept = true;
        if storage >= self.segment_storages {
            data.saves += 1;
        } else if !self.checkpointing {
            data.outer_saves += 1;
        }
        self.graph.save_pool.push(storage);
    }

    /// Backward makes a new gradient tensor for `var`, in `var`'s own type.
    pub fn grad_new(&mut self, var: VarId) {
        let Var { elements, dtype, .. } = self.var(var);
        self.grad_sized(var, elements * dtype.bytes());
    }

    /// Backward makes a new gradient tensor of `bytes` for `var`.
    pub fn grad_sized(&mut self, var: VarId, bytes: u64) {
        if self.var(var).requires_grad {
            self.graph.grad_pool.push(GradEdge { var, new_bytes: Some(rounded(bytes)) });
            self.op().backward_traffic += bytes;
        }
    }

    /// Backward passes the output's gradient on to `var` without a copy.
    pub fn grad_alias(&mut self, var: VarId) {
        if self.var(var).requires_grad {
            self.graph.grad_pool.push(GradEdge { var, new_bytes: None });
        }
    }

    /// Transient bytes inside the forward and the backward kernel.
    pub fn temporary(&mut self, forward: u64, backward: u64) {
        let op = self.op();
        op.forward_temporary = forward;
        op.backward_temporary = backward;
    }

    /// Arithmetic of the forward and the backward kernel, in what the multiply units run in.
    pub fn flops(&mut self, arithmetic: Arithmetic, forward: f64, backward: f64) {
        let op = self.op();
        op.arithmetic = arithmetic;
        op.forward_flops = forward;
        op.backward_flops = backward;
    }

    /// Closes the operator.
    pub fn end(&mut self) {
        if let Some(OpenOp { mut op }) = self.open.take() {
            let graph = &mut self.graph;
            op.inputs.end = graph.input_pool.len() as u32;
            op.outputs.end = graph.vars.len() as u32;
            op.births.end = graph.birth_pool.len() as u32;
            op.saves.end = graph.save_pool.len() as u32;
            op.grads.end = graph.grad_pool.len() as u32;
            // What was written is read back as a gradient of the same size.
            op.backward_traffic += op.forward_traffic / 2;
            graph.ops.push(op);
        }
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

    /// Emits one segment that the caller hands `inputs` to.
    pub fn segment<T>(&mut self, layer: Layer, inputs: &[VarId], checkpointed: bool, body: impl FnOnce(&mut Self) -> T) -> T {
        self.segment_of(layer, 1, inputs, checkpointed, body)
    }

    fn segment_of<T>(
        &mut self,
        layer: Layer,
        copies: u64,
        inputs: &[VarId],
        checkpointed: bool,
        body: impl FnOnce(&mut Self) -> T,
    ) -> T {
        let start = self.graph.ops.len() as u32;
        let first_storage = self.graph.storages.len() as u32;
        let first_param = self.graph.params.len() as u32;
        self.segment_storages = first_storage;
        self.checkpointing = checkpointed;
        self.copies = copies;
        let chained = inputs.len() as u32;
        self.arguments = inputs.to_vec();
        let out = body(self);
        self.copies = 1;
        let inputs = std::mem::take(&mut self.arguments);
        let ops = start..self.graph.ops.len() as u32;
        for input in inputs.iter().filter(|_| checkpointed) {
            let storage = self.var(*input).storage;
            self.graph.storages[storage as usize].kept = true;
        }
        self.graph.segments.push(Segment {
            layer,
            ops,
            copies,
            checkpointed,
            inputs,
            chained,
            held: std::mem::take(&mut self.held),
            storages: first_storage..self.graph.storages.len() as u32,
            params: first_param..self.graph.params.len() as u32,
        });
        out
    }

    /// Emits `count` like blocks in a row; all but the first are stored once.
    ///
    /// The first stands alone because its input may differ (another type, or no gradient before the first adapter).
    pub fn repeated(
        &mut self,
        count: u64,
        first_layer: u64,
        checkpointed: bool,
        input: VarId,
        body: &mut dyn FnMut(&mut Self, VarId) -> VarId,
    ) -> VarId {
        let mut x = input;
        let mut done = 0;
        while done < count {
            let like_output = done > 0;
            let copies = if like_output { count - done } else { 1 };
            let input = x;
            x = self.segment_of(Layer::Block(first_layer + done), copies, &[input], checkpointed, |b| body(b, input));
            // Between like blocks the output of one is the input of the next, and is kept as that one is.
            if copies > 1 {
                let kept = self.graph.storages[self.var(input).storage as usize].kept;
                let output = self.var(x).storage;
                self.graph.storages[output as usize].kept |= kept;
            }
            done += copies;
        }
        x
    }

    /// Emits `count` like blocks in a row that pass several variables on; all but the first are stored once.
    pub fn repeated_state(
        &mut self,
        count: u64,
        first_layer: u64,
        checkpointed: bool,
        state: Vec<VarId>,
        body: &mut dyn FnMut(&mut Self, &[VarId]) -> Vec<VarId>,
    ) -> Vec<VarId> {
        let mut state = state;
        let mut done = 0;
        while done < count {
            let copies = if done > 0 { count - done } else { 1 };
            let inputs = state;
            state = self.segment_of(Layer::Block(first_layer + done), copies, &inputs, checkpointed, |b| body(b, &inputs));
            if copies > 1 {
                for (input, output) in inputs.iter().zip(&state) {
                    let kept = self.graph.storages[self.var(*input).storage as usize].kept;
                    let output = self.var(*output).storage;
                    self.graph.storages[output as usize].kept |= kept;
                }
            }
            done += copies;
        }
        state
    }

    /// A variable of an enclosing call holds `var` until the operator emitted last has run.
    pub fn hold(&mut self, var: VarId) {
        let storage = self.var(var).storage;
        let inner = storage >= self.segment_storages;
        if let Some(op) = self.graph.ops.last_mut() {
            let data = &mut self.graph.storages[storage as usize];
            if inner {
                data.uses += 1;
            } else {
                data.outer_uses += 1;
            }
            self.graph.input_pool.push(storage);
            op.inputs.end = self.graph.input_pool.len() as u32;
        }
    }

    /// A local variable holds `var` until the segment that is being built ends.
    pub fn hold_in_segment(&mut self, var: VarId) {
        let storage = self.var(var).storage;
        let data = &mut self.graph.storages[storage as usize];
        if storage >= self.segment_storages {
            data.uses += 1;
        } else {
            data.outer_uses += 1;
        }
        self.held.push(storage);
    }

    /// Variables of enclosing calls hold `vars` until the operator emitted last has run.
    pub fn hold_all(&mut self, vars: &[VarId]) {
        for &var in vars {
            self.hold(var);
        }
    }

    /// A Python variable holds `var` until the forward pass ends.
    pub fn hold_to_end(&mut self, var: VarId) {
        let storage = self.var(var).storage;
        self.graph.held_to_end.push(storage);
    }
}
