//! The tower before Mistral's models: blocks of LLaMA's kind over the patches of all pictures of a batch as one sequence, which a dense
//! mask tells apart, then squares of patches that become one row each.

use super::TowerBuild;
use super::block::fed_forward;
use super::patches::made;
use crate::architecture::Activation;
use crate::course::Layer;
use crate::dtype::Dtype;
use crate::graph::VarId;
use crate::graph::attention::Shape;
use crate::graph::builder::{Builder, Weight};
use crate::graph::convolution::{Conv, Map};
use crate::graph::eager::{Eager, Softmax};
use crate::graph::norm::Norm;
use crate::graph::rotary::Rotary;
use crate::models::adapted::{Adapted, Site};
use crate::models::image::RGB;

/// What all blocks are given beside the patches.
struct Given {
    rotary: Rotary,
    /// Of every pair of patches, whether they are of one picture, as what is added to scores.
    mask: VarId,
    /// What else variables hold until the tower returns.
    held: [VarId; 2],
}

/// Weights of a block.
struct Weights {
    norms: [Norm; 2],
    projections: [Adapted; 3],
    output: Adapted,
    gate: Adapted,
    up: Adapted,
    down: Adapted,
}

impl TowerBuild<'_> {
    /// What the last block gave out, and features of the decoder's width.
    pub(super) fn read_pixtral(&self, b: &mut Builder) -> (VarId, VarId) {
        self.begin_blocks(b);
        let (x, given) = b.segment(Layer::Vision, &[], false, |b| self.in_one_sequence(b));
        let x = b.repeated(self.tower.depth, Layer::VisionBlock(0), self.recipe.is_checkpointed(), x, &mut |b, x| {
            self.block_of_llama(b, x, &given)
        });
        b.segment(Layer::Vision, &[x], false, |b| {
            for held in [given.rotary.cosine, given.rotary.sine, given.mask].into_iter().chain(given.held) {
                b.handed(held);
            }
            (x, self.joined(b, x))
        })
    }

    /// Patches of all pictures one behind the other, normed, and what the blocks are given with them.
    fn in_one_sequence(&self, b: &mut Builder) -> (VarId, Given) {
        let (width, side, patches, count) =
            (self.tower.hidden_size, self.tower.patch_size, self.pictures.patches, self.pictures.all());
        let conv = Conv { padding: 0, ..b.conv_weights(RGB, width, side, side, false) };
        let norm = self.norm_of_root(b);
        let features = self.head_dim();
        for _ in 0..2 {
            // Inverse frequencies, and the original beside them.
            b.buffer(features / 2 * Dtype::F32.bytes());
        }
        let (height, wide) = (patches.rows * side, patches.columns * side);
        let pixels = self.recipe.pixels(b, self.pictures.count * RGB * height * wide, Dtype::F32);
        let pixels = b.to_dtype(pixels, self.recipe.read(self.recipe.unquantized_dtype()));
        let map = Map { var: pixels, batch: self.pictures.count, channels: RGB, height, width: wide };
        let maps = b.convolution(map, conv).var;
        // Pictures are taken apart and turned row by row; backward stacks their gradients again.
        let rows = b.copied(&[maps], count * width, b.var(maps).dtype, "cat");
        let x = b.rms_norm(rows, norm);
        b.hold(rows);
        let dtype = b.var(x).dtype;
        // Row and column of every patch.
        let places = made(b, 2 * count, Dtype::I64);
        let [cosine, sine] = [(); 2].map(|()| made(b, count * features, dtype));
        let mask = made(b, count * count, dtype);
        (x, Given { rotary: Rotary { cosine, sine }, mask, held: [maps, places] })
    }

    fn block_of_llama(&self, b: &mut Builder, x: VarId, given: &Given) -> VarId {
        let weights = self.weights_of_llama(b);
        let normed = b.rms_norm(x, weights.norms[0]);
        let out = self.attended_among_all(b, normed, &weights, given);
        let sum = b.add(x, out);
        let normed = b.rms_norm(sum, weights.norms[1]);
        let out = fed_forward(b, normed, Some(weights.gate), [weights.up, weights.down]);
        b.hold(normed);
        b.add(sum, out)
    }

    fn weights_of_llama(&self, b: &mut Builder) -> Weights {
        let (width, inner) = (self.tower.hidden_size, self.tower.intermediate_size);
        let norms = [(); 2].map(|()| self.norm_of_root(b));
        let mut linear = |inputs, outputs, site, name| self.recipe.adapted(b, inputs, outputs, false, site, name);
        let [gate, up] = ["gate_proj", "up_proj"].map(|name| linear(width, inner, Site::Mlp, name));
        let down = linear(inner, width, Site::Mlp, "down_proj");
        let projections = [(Site::Query, "q_proj"), (Site::Key, "k_proj"), (Site::Value, "v_proj")]
            .map(|(site, name)| linear(width, width, site, name));
        let output = linear(width, width, Site::Output, "o_proj");
        Weights { norms, projections, output, gate, up, down }
    }

    /// What attention finds among the patches of a picture, with the scores of all pictures' patches in between.
    fn attended_among_all(&self, b: &mut Builder, normed: VarId, weights: &Weights, given: &Given) -> VarId {
        let (heads, count) = (self.tower.num_heads, self.pictures.all());
        let shape = Shape { batch: 1, heads, key_value_heads: heads, head_dim: self.head_dim(), queries: count, keys: count };
        let [query, key, value] = weights.projections.map(|layer| b.adapted(normed, layer));
        let [query, key] = [query, key].map(|x| b.rotated(x, given.rotary));
        let found = if self.recipe.eager() {
            let eager = Eager { softmax: Softmax::Fp32, mask: Some(given.mask), ..Eager::PLAIN };
            b.eager_attention([query, key, value], shape, eager)
        } else {
            b.biased_attention(query, key, value, given.mask, shape, 0.0)
        };
        let out = b.adapted(found, weights.output);
        b.hold_all(&[normed, query, key, value]);
        out
    }

    /// Features of the decoder's width: rows are normed, those of a square become one, then an MLP.
    fn joined(&self, b: &mut Builder, x: VarId) -> VarId {
        self.begin_joining(b);
        let (width, square) = (self.tower.hidden_size, self.tower.spatial_merge_size.pow(2));
        let norm = self.norm_of_root(b);
        let mut linear = |inputs, outputs, name| self.joining.adapted(b, inputs, outputs, false, Site::Mlp, name);
        let merging = linear(square * width, width, "merging_layer");
        let [first, second] =
            [("linear_1", width), ("linear_2", self.width)].map(|(name, inputs)| linear(inputs, self.width, name));
        let normed = b.rms_norm(x, norm);
        let [pieces] = b.pieces(normed, [b.var(normed).elements]);
        let squares = b.unfolded(pieces, self.pictures.count);
        let rows = b.concatenated(&[squares], "cat");
        let merged = b.adapted(rows, merging);
        b.hold_all(&[normed, squares]);
        let inner = b.adapted(merged, first);
        let inner = b.activated(inner, Activation::Gelu);
        let features = b.adapted(inner, second);
        b.hold(merged);
        features
    }

    const fn head_dim(&self) -> u64 {
        self.tower.hidden_size / if self.tower.num_heads == 0 { 1 } else { self.tower.num_heads }
    }

    /// Weights of a norm by the root of the mean square.
    fn norm_of_root(&self, b: &mut Builder) -> Norm {
        let width = self.tower.hidden_size;
        Norm { weight: b.weight(Weight::of_norm(width)), bias: None, width }
    }
}
