//! Replays a recorded step through the allocator, iteration after iteration, as a training loop does.

mod script;

use super::allocator::{Allocator, BlockId, OutOfMemory};
use crate::step::recording::Run;
use crate::step::recording::{Lifetimes, Recording};
use crate::step::tape::{Section, Tape};
use crate::units::Bytes;
use script::{Cue, Script};

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
        for section in recording.ahead.sections.iter().chain(&recording.tape.sections) {
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
    let mut replay = Replay::new(recording, settings);
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
        for section in &recording.ahead.sections {
            replay.section(section, Turn::Ahead)?;
        }
        replay.end(Turn::Ahead);
        for section in &recording.tape.sections {
            replay.section(section, Turn::Step)?;
        }
        replay.optimizer_step(recording)?;
        replay.end(Turn::Step);
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

/// Which of an iteration's two tapes.
#[derive(Debug, Clone, Copy)]
enum Turn {
    /// A pass without gradients.
    Ahead,
    /// Forward and backward.
    Step,
}

/// A tape, and the block at each of its places.
struct Reel {
    script: Script,
    blocks: Vec<Option<BlockId>>,
}

impl Reel {
    fn new(tape: &Tape, instances: u64) -> Self {
        let script = Script::new(tape, instances);
        Self { blocks: vec![None; script.places], script }
    }
}

struct Replay {
    /// By [`Turn`].
    reels: [Reel; 2],
    allocator: Allocator,
    instances: u64,
}

impl Replay {
    fn new(recording: &Recording, settings: Settings) -> Self {
        let reels = [&recording.ahead, &recording.tape].map(|tape| Reel::new(tape, settings.instances));
        let places = reels.iter().map(|reel| reel.blocks.len()).max().unwrap_or_default();
        let allocator = Allocator::new(settings.limit).with_capacity(places);
        Self { reels, allocator, instances: settings.instances }
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
    fn section(&mut self, section: &Section, turn: Turn) -> Result<(), OutOfMemory> {
        let Self { reels, allocator, instances } = self;
        let Reel { script, blocks } = &mut reels[turn as usize];
        let cues = &script.cues[section.events.start as usize..section.events.end as usize];
        let copies = section.copies.min(*instances) as u32;
        for turn in 0..copies {
            let instance = if section.backward { copies - 1 - turn } else { turn };
            let before = if section.backward { instance + 1 } else { instance.wrapping_sub(1) };
            for &cue in cues {
                let place = match cue {
                    Cue::Allocate(first, granules) => {
                        blocks[(first + instance) as usize] = Some(allocator.allocate_granules(granules)?);
                        continue;
                    }
                    Cue::Own(first) => first + instance,
                    Cue::Once(place) => place,
                    Cue::Handed(outer, leaving) => {
                        if turn == 0 {
                            outer
                        } else {
                            leaving + before
                        }
                    }
                    Cue::Taken(outer, leaving) => {
                        if instance == 0 {
                            outer
                        } else {
                            leaving + instance - 1
                        }
                    }
                    Cue::Shared(outer) if turn + 1 == copies => outer,
                    Cue::Shared(_) => continue,
                    Cue::All(first, count) => {
                        for block in &mut blocks[first as usize..(first + count) as usize] {
                            give_back(allocator, block);
                        }
                        continue;
                    }
                    Cue::Workspace(granules) => {
                        allocator.pass(granules)?;
                        continue;
                    }
                };
                give_back(allocator, &mut blocks[place as usize]);
            }
        }
        Ok(())
    }

    fn optimizer_step(&mut self, recording: &Recording) -> Result<(), OutOfMemory> {
        let mut taken = Vec::new();
        for run in &recording.temporaries {
            for _ in 0..run.copies.min(self.instances) {
                for &bytes in run.bytes.iter().filter(|&&bytes| bytes > 0) {
                    let block = self.allocator.allocate(bytes)?;
                    match recording.lifetimes {
                        Lifetimes::Together => taken.push(block),
                        Lifetimes::InTurn => self.allocator.free(block),
                        Lifetimes::Overlapping => {
                            let second = self.allocator.allocate(bytes)?;
                            self.allocator.free(block);
                            // What the last weight left goes now.
                            taken.drain(..).for_each(|last| self.allocator.free(last));
                            taken.push(second);
                        }
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
    fn end(&mut self, turn: Turn) {
        for block in &mut self.reels[turn as usize].blocks {
            give_back(&mut self.allocator, block);
        }
    }
}

/// Frees a block, if there is one.
fn give_back(allocator: &mut Allocator, block: &mut Option<BlockId>) {
    if let Some(block) = block.take() {
        allocator.free(block);
    }
}
