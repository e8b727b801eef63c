//! Operators: what they read, write and save, and which gradients they make.

use super::{Builder, OpenOp};
use crate::dtype::Dtype;
use crate::graph::{GradEdge, Op, Role, Var, VarId, rounded};
use crate::work::{Arithmetic, WorkKind};

impl Builder {
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
                runs: self.runs,
                requires_grad: false,
                forward_flops: 0.0,
                backward_flops: 0.0,
                filled: 1.0,
                saves_results: false,
                is_leaf: false,
                forward_traffic: 0,
                backward_traffic: 0,
                launches: None,
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
        let is_outside = self.checkpointing && storage < self.segment_storages && role == Role::Value;
        let segment = self.graph.segments.len() as u32;
        if is_outside && self.argument_of[var.0 as usize].replace(segment) != Some(segment) {
            self.arguments.push(var);
        }
        let op = self.op();
        op.requires_grad |= requires_grad;
        op.forward_traffic += elements * dtype.bytes();
    }

    /// The memory of `var` without its gradient: nothing that is made of it alone is differentiated (`detach`).
    pub fn detached(&mut self, var: VarId) -> VarId {
        let var = self.var(var);
        self.new_var(Var { requires_grad: false, ..var })
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
            let first = self.op().births.start as usize;
            let is_result = self.graph.birth_pool[first..].contains(&storage);
            self.op().saves_results |= is_result;
            self.op().backward_traffic += elements * dtype.bytes();
        }
    }

    /// The operator makes a by-product of `bytes`; kept only where backward needs it.
    pub fn saves_new(&mut self, bytes: u64) {
        let is_kept = self.on_grad_path();
        self.op().saves_results |= is_kept;
        self.saves_made(bytes);
    }

    /// What the operator saves is put aside once it has run, whatever that is, as functions of a library's own do it
    /// (`torch.autograd.Function`).
    pub fn saves_behind(&mut self) {
        self.op().saves_results = true;
    }

    /// `bytes` were made for the operator alone before it runs; kept only where backward needs them.
    pub fn saves_made(&mut self, bytes: u64) {
        let storage = self.new_storage(bytes, Role::Value);
        self.graph.birth_pool.push(storage);
        self.op().forward_traffic += bytes;
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

    /// Kernels that it launches in the forward and in the backward pass, where they are not one, and one for each gradient.
    pub fn launches(&mut self, forward: u32, backward: u32) {
        self.op().launches = Some([forward, backward]);
    }

    /// How much more than that its kernels compute.
    pub fn filled(&mut self, over: f64) {
        self.op().filled = over;
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
            graph.ops.push(op);
        }
    }
}
