//! Convolutions over time that see what came before: the last frames of a piece are kept for the next one.

use crate::course::Layer;
use crate::dtype::Dtype;
use crate::graph::builder::{Builder, Weight};
use crate::graph::convolution::{Conv, Map};
use crate::graph::{Graph, VarId};
use crate::models::Recipe;
use crate::work::WorkKind;
use std::collections::VecDeque;

/// What earlier pieces left, in the order in which it is used.
#[derive(Default)]
pub(super) struct Kept {
    vars: VecDeque<VarId>,
    sizes: Vec<(u64, Dtype)>,
}

impl Kept {
    /// So many frames of a map like this one.
    pub(super) fn next(&mut self, b: &mut Builder, x: Map, frames: u64) -> VarId {
        let size = (frames * x.channels * x.height * x.width, b.var(x.var).dtype);
        self.sizes.push(size);
        self.vars.pop_front().unwrap_or_else(|| b.there_already(size.0, size.1))
    }
}

/// The graph of a piece with what earlier ones left, and elements of tiles that are done, all of which is there from the start: a first
/// round tells how much that is.
pub(super) fn with_kept(recipe: Recipe, done: u64, piece: impl Fn(&mut Builder, &mut Kept)) -> Graph {
    let mut asked = Kept::default();
    piece(&mut recipe.builder(), &mut asked);
    let mut b = recipe.builder();
    let vars = b.segment(Layer::Stem, &[], false, |b| {
        let done = b.there_already(done, recipe.pixel_dtype());
        b.hold_to_end(done);
        asked.sizes.iter().map(|&(elements, dtype)| b.there_already(elements, dtype)).collect()
    });
    let mut kept = Kept { vars, ..Kept::default() };
    piece(&mut b, &mut kept);
    b.finish()
}

/// Frames that a convolution three frames deep looks back.
pub(super) const BACK: u64 = 2;

impl Builder {
    /// Weights of a convolution of `depth` frames by `kernel` pixels.
    pub(super) fn causal_weights(&mut self, inputs: u64, outputs: u64, depth: u64, kernel: u64) -> Conv {
        let matrices = outputs * inputs * depth;
        let weight = Weight {
            rows: kernel,
            columns: kernel,
            matrices,
            leading: outputs,
            kind: crate::graph::WeightKind::Matrix,
            part: None,
        };
        let weight = self.weight(weight);
        let bias = Some(self.weight(Weight::vector(outputs)));
        Conv { weight, bias, outputs, kernel, stride: 1, padding: kernel / 2, dilation: 1, groups: 1 }
    }

    /// A tensor that an earlier piece left.
    pub(super) fn there_already(&mut self, elements: u64, dtype: Dtype) -> VarId {
        self.begin("kept", "", WorkKind::Elementwise);
        let kept = self.writes(elements, dtype);
        self.op().forward_traffic = 0;
        self.end();
        kept
    }

    /// So many frames of a map, copied.
    pub(super) fn copied_frames(&mut self, x: Map, frames: u64, name: &'static str) -> VarId {
        let dtype = self.var(x.var).dtype;
        self.begin(name, "", WorkKind::Elementwise);
        self.reads(x.var);
        let copy = self.writes(frames * x.channels * x.height * x.width, dtype);
        // As much is read as is written, whatever the map holds beside it.
        self.op().forward_traffic = 2 * frames * x.channels * x.height * x.width * dtype.bytes();
        self.end();
        copy
    }
}
