//! Replays a recorded step through the allocator, iteration after iteration, as a training loop does.

use super::allocator::{Allocator, BlockId, OutOfMemory};
use crate::step::recording::{Recording, Run};
use crate::step::tape::{Event, NONE, Section, Tape};
use crate::units::Bytes;

/// What a replay found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Replayed {
    /// Blocks in use at most, after the first iteration.
    pub allocated: u64,
    /// Segments at most.
    pub reserved: u64,
    /// Requests at most, after the first iteration.
    pub requested: u64,
}

/// How a step is replayed.
#[derive(Debug, Clone, Copy)]
pub struct Settings {
    /// Bytes that the driver hands out.
    pub limit: u64,
    /// Steps of the optimizer.
    pub iterations: u32,
    /// Instances of a repeated segment at most.
    pub instances: u64,
    /// Size and number of the matrix library's workspaces.
    pub workspaces: (Bytes, u64),
}

/// Steps of the optimizer after which next to nothing is added: the states come with the first.
const ITERATIONS: u32 = 2;
/// Events of one iteration that a replay may take; some 40 nanoseconds each.
const EVENTS: u64 = 24_000;

impl Settings {
    /// Without a limit, with as many instances of the repeated segments as [`EVENTS`] allow.
    #[must_use]
    pub fn affordable(recording: &Recording, workspaces: (Bytes, u64)) -> Self {
        let events = |section: &Section| u64::from(section.events.end - section.events.start);
        let (mut single, mut repeated) = (0, 0);
        for section in &recording.tape.sections {
            *(if section.copies > 1 { &mut repeated } else { &mut single }) += events(section);
        }
        let instances = EVENTS.saturating_sub(single) / repeated.max(1);
        Self { limit: u64::MAX, iterations: ITERATIONS, instances: instances.max(FEWEST_INSTANCES), workspaces }
    }
}

/// Fewer would not show how instances follow each other.
const FEWEST_INSTANCES: u64 = 4;

/// Replays training steps.
///
/// # Errors
/// [`OutOfMemory`] where the limit does not hold them.
pub fn replay(recording: &Recording, settings: Settings) -> Result<Replayed, OutOfMemory> {
    let mut replay = Replay::new(&recording.tape, settings);
    let kept = [&recording.weights, &recording.gradients];
    for run in kept.into_iter().flatten() {
        replay.keep(run)?;
    }
    for &bytes in recording.others.iter().filter(|&&bytes| bytes > 0) {
        replay.allocator.allocate(bytes)?;
    }
    for _ in 0..settings.workspaces.1 {
        replay.allocator.allocate(settings.workspaces.0.0)?;
    }
    for iteration in 0..settings.iterations {
        for section in &recording.tape.sections {
            replay.section(section)?;
        }
        replay.optimizer_step(recording)?;
        replay.end_iteration();
        if iteration == 0 {
            for run in &recording.states {
                replay.keep(run)?;
            }
            replay.allocator.reset_peaks();
        }
    }
    let Replay { allocator, .. } = replay;
    Ok(Replayed {
        allocated: allocator.most_allocated(),
        reserved: allocator.most_reserved(),
        requested: allocator.most_requested(),
    })
}

struct Replay<'a> {
    tape: &'a Tape,
    allocator: Allocator,
    /// First of each tensor's places in `blocks`.
    places: Vec<u32>,
    blocks: Vec<Option<BlockId>>,
    instances: u64,
    /// The section of each segment's forward pass.
    forward: Vec<&'a Section>,
}

impl<'a> Replay<'a> {
    fn new(tape: &'a Tape, settings: Settings) -> Self {
        let mut places = Vec::with_capacity(tape.tensors.len());
        let mut next = 0;
        for tensor in &tape.tensors {
            places.push(next);
            next += tensor.copies.min(settings.instances) as u32;
        }
        Self {
            tape,
            allocator: Allocator::new(settings.limit).with_capacity(next as usize),
            places,
            blocks: vec![None; next as usize],
            instances: settings.instances,
            forward: tape.sections.iter().take_while(|section| section.segment != NONE).collect(),
        }
    }

    fn keep(&mut self, run: &Run) -> Result<(), OutOfMemory> {
        for _ in 0..run.copies.min(self.instances) {
            for &bytes in &run.bytes {
                self.allocator.allocate(bytes)?;
            }
        }
        Ok(())
    }

    /// Runs a segment's pass, instance after instance; backward from the last to the first.
    fn section(&mut self, section: &'a Section) -> Result<(), OutOfMemory> {
        let copies = section.copies.min(self.instances);
        for turn in 0..copies {
            let instance = if section.backward { copies - 1 - turn } else { turn };
            for index in section.events.clone() {
                match self.tape.events[index as usize] {
                    Event::Allocate(tensor) => {
                        let block = self.allocator.allocate(self.tape.tensors[tensor as usize].bytes)?;
                        self.blocks[self.places[tensor as usize] as usize + instance as usize] = Some(block);
                    }
                    Event::Free(tensor) => {
                        if let Some(place) = self.place(tensor, section, instance, turn) {
                            self.free(place);
                        }
                    }
                    Event::FreeAll(tensor) => {
                        for instance in 0..self.copies_of(tensor) {
                            self.free(self.places[tensor as usize] as usize + instance as usize);
                        }
                    }
                    Event::Workspace(bytes) => {
                        self.allocator.pass(bytes)?;
                    }
                }
            }
        }
        Ok(())
    }

    fn copies_of(&self, tensor: u32) -> u64 {
        self.tape.tensors[tensor as usize].copies.min(self.instances)
    }

    /// Where the tensor is that an instance means; none where a later instance is the one to free it.
    fn place(&self, tensor: u32, section: &Section, instance: u64, turn: u64) -> Option<usize> {
        let data = self.tape.tensors[tensor as usize];
        let at = |tensor: u32, instance: u64| Some(self.places[tensor as usize] as usize + instance as usize);
        if data.segment == section.segment {
            return at(tensor, instance);
        }
        // From another segment, that is from its instance that ran last.
        let outer = |tensor: u32| at(tensor, if data.backward { 0 } else { self.copies_of(tensor) - 1 });
        if section.copies == 1 {
            return outer(tensor);
        }
        let handed = |section: &Section| {
            let place = section.entering.iter().position(|&entering| entering == tensor)?;
            section.leaving.get(place).copied().filter(|&leaving| leaving != NONE && leaving != tensor)
        };
        if let Some(leaving) = handed(section) {
            return match (turn, section.backward) {
                (0, _) => outer(tensor),
                (_, false) => at(leaving, instance - 1),
                (_, true) => at(leaving, instance + 1),
            };
        }
        if section.backward
            && let Some(leaving) = self.forward.get(section.segment as usize).and_then(|forward| handed(forward))
        {
            return if instance == 0 { outer(tensor) } else { at(leaving, instance - 1) };
        }
        // What all instances share goes with the last of them.
        (turn + 1 == section.copies.min(self.instances)).then(|| outer(tensor)).flatten()
    }

    fn free(&mut self, place: usize) {
        if let Some(block) = self.blocks[place].take() {
            self.allocator.free(block);
        }
    }

    fn optimizer_step(&mut self, recording: &Recording) -> Result<(), OutOfMemory> {
        let mut taken = Vec::new();
        for run in &recording.temporaries {
            for _ in 0..run.copies.min(self.instances) {
                for &bytes in run.bytes.iter().filter(|&&bytes| bytes > 0) {
                    let block = self.allocator.allocate(bytes)?;
                    if recording.at_once {
                        taken.push(block);
                    } else {
                        self.allocator.free(block);
                    }
                }
            }
        }
        for block in taken {
            self.allocator.free(block);
        }
        Ok(())
    }

    /// Gradients go, and whatever a variable still held.
    fn end_iteration(&mut self) {
        for place in 0..self.blocks.len() {
            self.free(place);
        }
    }
}
