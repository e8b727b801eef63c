//! A tape with every tensor's place worked out, so that instance after instance can be replayed without looking anything
//! up.

use crate::device::allocator::granules_of;
use crate::step::tape::{Event, NONE, Section, Tape};

/// One event of one instance; places are entries of the replay's table of blocks, sizes are granules.
#[derive(Debug, Clone, Copy)]
pub(super) enum Cue {
    /// A tensor is allocated: its place in the first instance, its size.
    Allocate(u32, u32),
    /// The instance's own tensor goes: its place in the first instance.
    Own(u32),
    /// A tensor goes that there is once.
    Once(u32),
    /// What the turn before handed on goes, in the first turn what came from outside: place outside, place in the first
    /// instance of what is handed on.
    Handed(u32, u32),
    /// What the instance before handed on in the forward pass goes, for the first one what came from outside.
    Taken(u32, u32),
    /// What all instances share goes with the last turn.
    Shared(u32),
    /// A tensor goes in all instances: its place in the first one, their number.
    All(u32, u32),
    /// A workspace comes and goes.
    Workspace(u32),
}

/// A tape as it is replayed.
#[derive(Debug)]
pub(super) struct Script {
    /// A cue for every event of the tape.
    pub(super) cues: Vec<Cue>,
    /// Places in all.
    pub(super) places: usize,
}

impl Script {
    /// The script of a tape with this many instances of a repeated segment at most.
    pub(super) fn new(tape: &Tape, instances: u64) -> Self {
        let mut places = Vec::with_capacity(tape.tensors.len());
        let mut next = 0;
        for tensor in &tape.tensors {
            places.push(next);
            next += tensor.copies.min(instances) as u32;
        }
        let forward = tape.sections.iter().filter(|section| section.segment != NONE && !section.backward).collect();
        let reader = Reader { tape, places, instances, forward };
        let mut cues = Vec::with_capacity(tape.events.len());
        for section in &tape.sections {
            for &event in &tape.events[section.events.start as usize..section.events.end as usize] {
                cues.push(reader.cue(event, section));
            }
        }
        Self { cues, places: next as usize }
    }
}

/// What a cue follows from.
struct Reader<'a> {
    tape: &'a Tape,
    /// First of each tensor's places.
    places: Vec<u32>,
    instances: u64,
    /// The section of each segment's forward pass.
    forward: Vec<&'a Section>,
}

impl Reader<'_> {
    fn cue(&self, event: Event, section: &Section) -> Cue {
        match event {
            Event::Allocate(tensor) => {
                Cue::Allocate(self.places[tensor as usize], granules_of(self.tape.tensors[tensor as usize].bytes))
            }
            Event::Free(tensor) => self.free(tensor, section),
            Event::FreeAll(tensor) => Cue::All(self.places[tensor as usize], self.copies_of(tensor)),
            Event::Workspace(bytes) => Cue::Workspace(granules_of(bytes)),
        }
    }

    fn free(&self, tensor: u32, section: &Section) -> Cue {
        let data = self.tape.tensors[tensor as usize];
        let first = |tensor: u32| self.places[tensor as usize];
        if data.segment == section.segment {
            return Cue::Own(first(tensor));
        }
        // From another segment, that is from its instance that ran last.
        let outer = first(tensor) + if data.backward { 0 } else { self.copies_of(tensor) - 1 };
        if section.copies == 1 {
            return Cue::Once(outer);
        }
        let handed = |section: &Section| {
            let place = section.entering.iter().position(|&entering| entering == tensor)?;
            section.leaving.get(place).copied().filter(|&leaving| leaving != NONE && leaving != tensor)
        };
        if let Some(leaving) = handed(section) {
            return Cue::Handed(outer, first(leaving));
        }
        if section.backward
            && let Some(leaving) = self.forward.get(section.segment as usize).and_then(|forward| handed(forward))
        {
            return Cue::Taken(outer, first(leaving));
        }
        Cue::Shared(outer)
    }

    fn copies_of(&self, tensor: u32) -> u32 {
        self.tape.tensors[tensor as usize].copies.min(self.instances) as u32
    }
}
