//! What the player writes to the tape.

use super::player::{NONE, Player};
use crate::course::Phase;
use crate::graph::{Segment, VarId};
use crate::step::tape::{self, Event};

impl Player<'_> {
    pub(super) fn open_section(&mut self, index: u32, segment: &Segment, phase: Phase) {
        let handed = if phase == Phase::Forward { segment.chained_inputs() } else { &segment.outputs };
        let mut entering = self.tensors(segment, handed, phase);
        if self.tape.is_some() && segment.copies > 1 {
            entering.extend(self.sharing.handover(phase));
        }
        if let Some(tape) = &mut self.tape {
            tape.open(index, phase == Phase::Backward, segment.copies, entering);
        }
    }

    pub(super) fn close_section(&mut self, segment: &Segment, phase: Phase) {
        let handed = if phase == Phase::Forward { &segment.outputs } else { segment.chained_inputs() };
        let mut leaving = self.tensors(segment, handed, phase);
        if self.tape.is_some() && segment.copies > 1 {
            leaving.extend(self.sharing.handover(phase));
        }
        if let Some(tape) = &mut self.tape {
            tape.close(leaving);
        }
    }

    /// The tensors behind variables that pass from instance to instance: values, or in backward their gradients.
    fn tensors(&self, segment: &Segment, variables: &[VarId], phase: Phase) -> Vec<u32> {
        if self.tape.is_none() || segment.copies == 1 {
            return Vec::new();
        }
        let value = |var: &VarId| self.tensor_of[self.graph.vars[var.0 as usize].storage as usize];
        let gradient = |var: &VarId| match self.gradient_of[var.0 as usize] {
            NONE => tape::NONE,
            gradient => self.gradients[gradient as usize].tensor,
        };
        match phase {
            Phase::Forward => variables.iter().map(value).collect(),
            _ => variables.iter().map(gradient).collect(),
        }
    }

    pub(super) fn note_allocation(&mut self, bytes: i64) -> u32 {
        match &mut self.tape {
            Some(tape) if bytes > 0 => tape.allocate(bytes.cast_unsigned()),
            _ => tape::NONE,
        }
    }

    pub(super) fn note_free(&mut self, tensor: u32) {
        if let Some(tape) = &mut self.tape
            && tensor != tape::NONE
        {
            tape.events.push(Event::Free(tensor));
        }
    }

    pub(super) fn note_free_storage(&mut self, storage: u32) {
        if let Some(tape) = &mut self.tape {
            let tensor = self.tensor_of[storage as usize];
            // Between forward and backward a storage goes in all instances at once.
            let all = tape.sections.last().is_some_and(|section| section.segment == tape::NONE);
            tape.events.push(if all { Event::FreeAll(tensor) } else { Event::Free(tensor) });
        }
    }

    pub(super) fn note_workspace(&mut self, bytes: u64) {
        if let Some(tape) = &mut self.tape
            && bytes > 0
        {
            tape.events.push(Event::Workspace(bytes));
        }
    }
}
