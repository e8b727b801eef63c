//! A record of a played step, tensor by tensor, for replaying it through an allocator.
//!
//! A segment that repeats is recorded once; which of its tensors an instance means, and which come from the instance
//! before, follows from what it is handed and what it hands on.

use crate::graph::Graph;
use std::ops::Range;

/// Something that happens to memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Event {
    /// A tensor is allocated.
    Allocate(u32),
    /// It goes.
    Free(u32),
    /// It goes in all instances of its segment.
    FreeAll(u32),
    /// A kernel's workspace of this many bytes.
    Workspace(u64),
}

/// A tensor that is allocated during the step.
#[derive(Debug, Clone, Copy)]
pub struct Tensor {
    /// Its size.
    pub bytes: u64,
    /// Index of the segment that allocates it.
    pub segment: u32,
    /// Instances of that segment.
    pub copies: u64,
    /// Whether it is allocated in backward.
    pub backward: bool,
}

/// A segment's forward or backward pass.
#[derive(Debug, Clone)]
pub struct Section {
    /// Index of the segment.
    pub segment: u32,
    /// Whether it is the backward pass.
    pub backward: bool,
    /// Instances.
    pub copies: u64,
    /// Events of one instance.
    pub events: Range<u32>,
    /// Tensors that the first instance to run is handed.
    pub entering: Vec<u32>,
    /// Tensors that each instance hands on in their place.
    pub leaving: Vec<u32>,
}

/// No tensor.
pub const NONE: u32 = u32::MAX;

/// The record.
#[derive(Debug, Clone, Default)]
pub struct Tape {
    /// All events, by section.
    pub events: Vec<Event>,
    /// All tensors.
    pub tensors: Vec<Tensor>,
    /// Passes of segments in the order they run; what happens between forward and backward is a section of its own.
    pub sections: Vec<Section>,
    start: u32,
}

impl Tape {
    /// An empty record with room for a usual step over this graph.
    #[must_use]
    pub fn for_graph(graph: &Graph) -> Self {
        // A storage is allocated and freed, and so is the gradient of most values.
        let tensors = graph.storages.len() + graph.vars.len() / 2;
        Self { events: Vec::with_capacity(2 * tensors), tensors: Vec::with_capacity(tensors), ..Self::default() }
    }

    /// Begins a section.
    pub fn open(&mut self, segment: u32, backward: bool, copies: u64, entering: Vec<u32>) {
        self.start = self.events.len() as u32;
        self.sections.push(Section { segment, backward, copies, events: self.start..self.start, entering, leaving: Vec::new() });
    }

    /// Ends it.
    pub fn close(&mut self, leaving: Vec<u32>) {
        let end = self.events.len() as u32;
        if let Some(section) = self.sections.last_mut() {
            section.events.end = end;
            section.leaving = leaving;
        }
    }

    /// A tensor is allocated in the open section.
    pub fn allocate(&mut self, bytes: u64) -> u32 {
        let id = self.tensors.len() as u32;
        let (segment, copies, backward) = self.sections.last().map_or((0, 1, false), |s| (s.segment, s.copies, s.backward));
        self.tensors.push(Tensor { bytes, segment, copies, backward });
        self.events.push(Event::Allocate(id));
        id
    }
}
