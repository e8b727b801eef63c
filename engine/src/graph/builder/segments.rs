//! Segments: runs of operators, like blocks in a row, and what variables of the caller hold meanwhile.

use super::Builder;
use crate::course::Layer;
use crate::graph::{Segment, VarId};

impl Builder {
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
        let mut inputs = std::mem::take(&mut self.arguments);
        let ops = start..self.graph.ops.len() as u32;
        // A checkpoint acts on what its operators save (`torch.utils.checkpoint` with `use_reentrant=False` puts hooks on
        // saved tensors, which hold its arguments): where they save nothing, nothing is held and nothing computed again.
        let saves = self.graph.ops[start as usize..].iter().any(|op| !op.saves.is_empty());
        let checkpointed = checkpointed && (saves || self.holds_arguments);
        if !checkpointed {
            inputs.truncate(chained as usize);
        }
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
            outputs: Vec::new(),
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
                self.hands_on(&[x]);
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
                self.hands_on(&state);
            }
            done += copies;
        }
        state
    }

    /// What each instance of the segment emitted last hands to the next.
    fn hands_on(&mut self, outputs: &[VarId]) {
        if let Some(segment) = self.graph.segments.last_mut() {
            segment.outputs = outputs.to_vec();
        }
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
