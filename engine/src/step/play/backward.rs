//! The backward pass: gradients are made, summed and handed to their variables.

use super::hook::Held;
use super::player::{Gradient, NONE, Player};
use crate::course::Phase;
use crate::graph::{Op, ParamId, Segment, rounded};
use crate::step::ledger::Part;
use crate::step::tape;

impl Player<'_> {
    pub(super) fn backward(&mut self, segment: &Segment) {
        let graph = self.graph;
        let mut to_recompute = segment.checkpointed;
        for op in graph.ops[segment.ops.start as usize..segment.ops.end as usize].iter().rev() {
            if !op.requires_grad {
                continue;
            }
            // Recomputation starts when backward first asks for a saved tensor; sums and scalings before that need none.
            if to_recompute && !op.saves.is_empty() {
                self.staying.extend(graph.beyond(segment));
                self.forward(segment, true, Phase::Backward);
                to_recompute = false;
            }
            self.backward_of(op, segment.checkpointed);
        }
        if segment.checkpointed {
            for chained in &segment.inputs[..segment.chained as usize] {
                self.let_go(graph.vars[chained.0 as usize].storage);
            }
        }
    }

    fn let_go_saved(&mut self, op: &Op) {
        let graph = self.graph;
        for &storage in graph.saves(op) {
            self.let_go(storage);
        }
    }

    fn backward_of(&mut self, op: &Op, is_recomputed: bool) {
        let graph = self.graph;
        let incoming =
            (op.outputs.start..op.outputs.end).rev().map(|var| self.gradient_of[var as usize]).find(|&gradient| gradient != NONE);
        if op.is_leaf {
            self.stays(op);
            return;
        }
        let edges = graph.grads(op);
        let first_new = self.gradients.len();
        for edge in edges {
            if let Some(bytes) = edge.new_bytes {
                self.new_gradient(bytes.cast_signed());
            }
        }
        self.offer(op.backward_temporary.cast_signed(), Phase::Backward, op.backward_name);
        self.note_workspace(op.backward_temporary);
        // What was computed again is handed to the function alone and goes as it returns; what was saved goes after gradients are brought to
        // their variables' sizes and types (`Engine::evaluate_function`).
        if is_recomputed {
            self.let_go_saved(op);
        }
        for (gradient, edge) in (first_new as u32..).zip(edges.iter().filter(|edge| edge.new_bytes.is_some())) {
            self.reduce(gradient, edge.var.0);
        }
        if !is_recomputed {
            self.let_go_saved(op);
        }
        // The output's gradient lives on only where it is passed on as it is.
        if let Some(incoming) = incoming {
            self.gradients[incoming as usize].owners += edges.iter().filter(|edge| edge.new_bytes.is_none()).count() as u32;
        }
        for var in op.outputs.start..op.outputs.end {
            let gradient = std::mem::replace(&mut self.gradient_of[var as usize], NONE);
            if gradient != NONE {
                self.disown(gradient);
            }
        }
        let mut next_new = first_new as u32;
        for edge in edges {
            let gradient = match (edge.new_bytes, incoming) {
                (Some(_), _) => {
                    next_new += 1;
                    next_new - 1
                }
                (None, Some(incoming)) => incoming,
                (None, None) => continue,
            };
            self.deposit(gradient, edge.var.0, op.backward_name);
        }
    }

    /// What backward ends at, and its gradient, stay until all of it has run.
    fn stays(&mut self, op: &Op) {
        self.leaves.extend(self.graph.saves(op));
        for var in op.outputs.start..op.outputs.end {
            let gradient = std::mem::replace(&mut self.gradient_of[var as usize], NONE);
            self.leaf_gradients.extend(Some(gradient).filter(|&gradient| gradient != NONE));
        }
    }

    /// A gradient made at a broadcast size, or in a wider type, is brought down to its variable's while both are alive.
    fn reduce(&mut self, gradient: u32, var: u32) {
        let bytes = self.variable_bytes(var);
        let full = self.gradients[gradient as usize].bytes;
        if full > bytes {
            self.live.add(Part::Temporary, bytes);
            self.offer(0, Phase::Backward, "sum");
            self.live.add(Part::Temporary, -full);
            let reduced = self.note_allocation(bytes);
            let data = &mut self.gradients[gradient as usize];
            data.bytes = bytes;
            let whole = std::mem::replace(&mut data.tensor, reduced);
            self.note_free(whole);
        }
    }

    /// Bytes of a gradient of this variable.
    fn variable_bytes(&self, var: u32) -> i64 {
        let data = &self.graph.vars[var as usize];
        rounded(data.elements * data.dtype.bytes()).cast_signed()
    }

    fn new_gradient(&mut self, bytes: i64) -> u32 {
        let id = self.gradients.len() as u32;
        let tensor = self.note_allocation(bytes);
        self.gradients.push(Gradient { bytes, owners: 1, tensor });
        self.live.add(Part::Temporary, bytes);
        id
    }

    pub(super) fn disown(&mut self, gradient: u32) {
        let data = &mut self.gradients[gradient as usize];
        data.owners -= 1;
        if data.owners == 0 {
            self.live.add(Part::Temporary, -data.bytes);
            let tensor = data.tensor;
            self.note_free(tensor);
        }
    }

    /// Hands a gradient to its variable, adding it to one that is there.
    fn deposit(&mut self, gradient: u32, var: u32, operator: &'static str) {
        let slot = self.gradient_of[var as usize];
        let whole = if slot == NONE {
            gradient
        } else {
            // Autograd sums into a new tensor while both are alive.
            let sum = self.new_gradient(self.variable_bytes(var));
            self.offer(0, Phase::Backward, "add");
            self.disown(slot);
            self.disown(gradient);
            sum
        };
        self.gradient_of[var as usize] = whole;
        if let Some(ParamId(param)) = self.graph.vars[var as usize].param {
            self.pending[param as usize] -= 1;
            if self.pending[param as usize] == 0 {
                self.gradient_of[var as usize] = NONE;
                self.accumulate(whole, param, operator);
            }
        }
    }

    /// A weight's whole gradient becomes its `.grad`, or is added to it in place, unless a library takes it.
    fn accumulate(&mut self, gradient: u32, param: u32, operator: &'static str) {
        if self.library_takes(gradient, param) {
            return;
        }
        let Gradient { bytes, owners, .. } = self.gradients[gradient as usize];
        let own = self.graph.params[param as usize].bytes().cast_signed();
        if self.has_gradient[param as usize] {
            self.disown(gradient);
        } else if owners > 1 && own != bytes {
            self.has_gradient[param as usize] = true;
            self.taken_slice(gradient);
        } else if owners == 1 {
            self.has_gradient[param as usize] = true;
            self.live.add(Part::Temporary, -bytes);
            self.live.add(Part::Gradients, bytes);
            self.gradients[gradient as usize].owners = 0;
        } else {
            // Someone else still reads it, so that the weight gets a copy.
            self.has_gradient[param as usize] = true;
            self.live.add(Part::Gradients, bytes);
            self.note_allocation(bytes);
            self.offer(0, Phase::Backward, operator);
            self.disown(gradient);
        }
    }

    /// A weight takes its slice of a gradient of several that were joined, where it lies: all of that memory stays as long as the slice.
    fn taken_slice(&mut self, gradient: u32) -> Held {
        let data = &mut self.gradients[gradient as usize];
        data.owners -= 1;
        let bytes = std::mem::take(&mut data.bytes);
        let tensor = std::mem::replace(&mut data.tensor, tape::NONE);
        self.live.add(Part::Temporary, -bytes);
        self.live.add(Part::Gradients, bytes);
        Held { bytes, part: Part::Gradients, tensor }
    }

    /// A gradient that a library keeps as it is; a copy where someone else still reads it.
    pub(super) fn kept_whole(&mut self, gradient: u32, param: u32) -> Held {
        let Gradient { bytes, owners, tensor } = self.gradients[gradient as usize];
        let part = Part::Gradients;
        if owners == 1 {
            self.live.add(Part::Temporary, -bytes);
            self.live.add(part, bytes);
            self.gradients[gradient as usize].owners = 0;
            return Held { bytes, part, tensor };
        }
        if self.graph.params[param as usize].bytes().cast_signed() != bytes {
            return self.taken_slice(gradient);
        }
        let copy = self.ask(part, bytes.cast_unsigned());
        self.offer(0, Phase::Backward, "clone");
        self.disown(gradient);
        copy
    }
}
