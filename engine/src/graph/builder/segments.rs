//! Segments: runs of operators, like blocks in a row, and what variables of the caller hold meanwhile.

use super::Builder;
use crate::course::Layer;
use crate::graph::{Segment, VarId};
use crate::work::WorkKind;

/// Tensors of a kind that like runs of operators are counted in.
const MOST_PIECES: u64 = 64;

/// Where a segment begins, and how many inputs its caller handed to it.
struct Start {
    op: u32,
    storage: u32,
    param: u32,
    inputs: u32,
}

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
        let start = self.begin_segment(copies, inputs, checkpointed);
        self.layer = layer;
        let out = body(self);
        self.layer = Layer::Stem;
        self.end_segment(layer, copies, checkpointed, &start);
        out
    }

    fn begin_segment(&mut self, copies: u64, inputs: &[VarId], checkpointed: bool) -> Start {
        let storage = self.graph.storages.len() as u32;
        self.segment_storages = storage;
        self.checkpointing = checkpointed;
        self.copies = copies;
        self.arguments = inputs.to_vec();
        for input in inputs {
            self.argument_of[input.0 as usize] = Some(self.graph.segments.len() as u32);
        }
        Start { op: self.graph.ops.len() as u32, storage, param: self.graph.params.len() as u32, inputs: inputs.len() as u32 }
    }

    /// Not a part of [`Self::segment_of`], which is compiled for every body once more.
    fn end_segment(&mut self, layer: Layer, copies: u64, checkpointed: bool, start: &Start) {
        self.copies = 1;
        let mut inputs = std::mem::take(&mut self.arguments);
        let ops = start.op..self.graph.ops.len() as u32;
        // A checkpoint acts on what its operators save (`torch.utils.checkpoint` with `use_reentrant=False` puts hooks on
        // saved tensors, which hold its arguments): where they save nothing, nothing is held and nothing computed again.
        let saves = self.graph.ops[start.op as usize..].iter().any(|op| !op.saves.is_empty());
        let checkpointed = checkpointed && (saves || self.holds_arguments);
        if !checkpointed {
            inputs.truncate(start.inputs as usize);
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
            chained: start.inputs,
            outputs: Vec::new(),
            held: std::mem::take(&mut self.held),
            ends_list: std::mem::take(&mut self.ends_list),
            storages: start.storage..self.graph.storages.len() as u32,
            params: start.param..self.graph.params.len() as u32,
        });
    }

    /// Emits `count` like blocks in a row, of which the `first` is named; all but that are stored once.
    ///
    /// The first stands alone because its input may differ (another type, or no gradient before the first adapter).
    pub fn repeated(
        &mut self,
        count: u64,
        first: Layer,
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
            x = self.segment_of(first.moved(done.cast_signed()), copies, &[input], checkpointed, |b| body(b, input));
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
        first: Layer,
        checkpointed: bool,
        state: Vec<VarId>,
        body: &mut dyn FnMut(&mut Self, &[VarId]) -> Vec<VarId>,
    ) -> Vec<VarId> {
        let mut state = state;
        let mut done = 0;
        while done < count {
            let copies = if done > 0 { count - done } else { 1 };
            let inputs = state;
            state = self.segment_of(first.moved(done.cast_signed()), copies, &inputs, checkpointed, |b| body(b, &inputs));
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

    /// A list of the model's holds `var`, of every instance of its segment, until a segment ends it ([`Builder::end_list`]).
    pub fn list(&mut self, var: VarId) {
        let storage = self.var(var).storage;
        self.graph.listed.push(storage);
    }

    /// The list goes where the segment that is being built begins.
    pub fn end_list(&mut self) {
        self.ends_list = true;
    }

    /// Every block that is computed again holds `vars`, of the segment that is being built: they live until backward has passed them all.
    /// Once computed again they come with what their gradients are made of, for nothing else holds that as long.
    pub fn hold_through(&mut self, vars: &[VarId]) {
        let mut path: Vec<u32> = vars.iter().map(|&var| self.var(var).storage).collect();
        for &storage in &path {
            self.graph.storages[storage as usize].kept = true;
        }
        self.graph.held_through.extend(&path);
        for op in self.graph.ops.iter().rev() {
            let outputs = &self.graph.vars[op.outputs.start as usize..op.outputs.end as usize];
            if outputs.iter().any(|var| var.storage < self.segment_storages) {
                break;
            }
            if outputs.iter().any(|var| path.contains(&var.storage)) {
                path.extend(&self.graph.input_pool[op.inputs.start as usize..op.inputs.end as usize]);
                for &storage in &self.graph.save_pool[op.saves.start as usize..op.saves.end as usize] {
                    if storage >= self.segment_storages {
                        self.graph.held_behind.push(storage);
                    } else {
                        self.graph.held_beyond.push((self.segment_storages, storage));
                    }
                }
            }
        }
        self.graph.held_behind.sort_unstable();
        self.graph.held_behind.dedup();
        self.graph.held_beyond.sort_unstable();
        self.graph.held_beyond.dedup();
    }

    /// The place that operators from here on are counted from.
    #[must_use]
    pub fn mark(&self) -> Mark {
        Mark { op: self.graph.ops.len(), storage: self.graph.storages.len(), segment: self.graph.segments.len() }
    }

    /// Leaves out all operators since `from`, which nothing that is emitted later reads of: their weights are there and stay unread.
    pub fn leave_out(&mut self, from: Mark) {
        self.graph.ops.truncate(from.op);
        let none = from.op as u32..from.op as u32;
        for segment in self.graph.segments.iter_mut().skip(from.segment) {
            *segment = Segment {
                layer: segment.layer,
                ops: none.clone(),
                copies: segment.copies,
                checkpointed: false,
                inputs: Vec::new(),
                chained: 0,
                outputs: Vec::new(),
                held: Vec::new(),
                ends_list: false,
                storages: segment.storages.clone(),
                params: segment.params.clone(),
            };
        }
    }

    /// `count` runs more of the operators since `from`, of which only what they keep and what they cost is counted: all that those
    /// since `from` keep, and what they hand on in `outputs`.
    pub fn alike(&mut self, from: Mark, outputs: &[VarId], count: u64) {
        let handed_on = outputs.iter().map(|&x| self.var(x)).filter(|var| var.requires_grad).map(|var| var.storage);
        let handed_on: Vec<u32> = handed_on.collect();
        let storages = self.graph.storages.iter().enumerate().skip(from.storage);
        let kept = storages.filter(|(id, storage)| storage.kept || handed_on.contains(&(*id as u32)));
        let kept: Vec<u64> = kept.map(|(_, storage)| storage.bytes).filter(|&bytes| bytes > 0).collect();
        let ops = &self.graph.ops[from.op..];
        let requires_grad = ops.iter().any(|op| op.requires_grad);
        let times = |sum: f64| sum * count as f64;
        let flops = [ops.iter().map(|op| op.forward_flops).sum(), ops.iter().map(|op| op.backward_flops).sum()].map(times);
        let traffic = [ops.iter().map(|op| op.forward_traffic).sum(), ops.iter().map(|op| op.backward_traffic).sum::<u64>()];
        let moving = ops.iter().filter(|op| op.forward_traffic > 0).count() as u64;
        let made: u64 = ops.iter().map(|op| u64::from(op.grads.end - op.grads.start)).sum();
        let arithmetic = ops.iter().find(|op| op.forward_flops > 0.0).map(|op| op.arithmetic);
        self.begin("alike", "alike", WorkKind::BatchedMatmul);
        if requires_grad && count > 0 {
            self.require_gradient();
        }
        // Run by run, as the allocator meets them, or several together where there are very many.
        let pieces = count.min(MOST_PIECES);
        for piece in 0..pieces {
            let runs = count * (piece + 1) / pieces - count * piece / pieces;
            for bytes in &kept {
                self.saves_new(bytes * runs);
            }
        }
        let op = self.op();
        op.arithmetic = arithmetic.unwrap_or(op.arithmetic);
        [op.forward_flops, op.backward_flops] = flops;
        [op.forward_traffic, op.backward_traffic] = traffic.map(|bytes| bytes * count);
        op.launches = Some([moving * count, made * count].map(|launches| launches as u32));
        self.end();
    }
}

/// A place among the operators of a graph.
#[derive(Debug, Clone, Copy)]
pub struct Mark {
    op: usize,
    storage: usize,
    segment: usize,
}
