//! The tower before Gemma 3: `SigLIP` over pictures of one size, and an average over squares of patches on the way to the decoder.

use super::Eye;
use crate::architecture::Activation;
use crate::course::Layer;
use crate::dtype::Dtype;
use crate::graph::VarId;
use crate::graph::attention::{Options, Shape};
use crate::graph::builder::{Builder, Weight};
use crate::graph::convolution::{Conv, Map};
use crate::graph::eager::{Eager, Softmax};
use crate::graph::linear::Linear;
use crate::graph::norm::Norm;
use crate::models::adapted::{Adapted, Site};
use crate::models::image::RGB;

impl Eye<'_> {
    /// What the last block gave out through its norm, and features of the decoder's width.
    pub(super) fn read_siglip(&self, b: &mut Builder) -> (VarId, VarId) {
        self.begin_blocks(b);
        let x = b.segment(Layer::Vision, &[], false, |b| self.patched(b));
        let depth = self.tower.depth;
        let x = b.repeated(depth, 0, self.recipe.is_checkpointed(), x, &mut |b, x| self.plain_block(b, x));
        b.segment(Layer::Vision, &[x], false, |b| {
            let norm = b.norm_weights(self.tower.hidden_size, true);
            let last = b.layer_norm(x, norm);
            (last, self.averaged(b, last))
        })
    }

    /// Patches of each picture with their learned positions.
    fn patched(&self, b: &mut Builder) -> VarId {
        let (width, patch, patches) = (self.tower.hidden_size, self.tower.patch_size, self.pictures.patches);
        let conv = Conv { padding: 0, ..b.conv_weights(RGB, width, patch, patch, true) };
        let table = b.weight(Weight::table(patches.count(), width));
        // A buffer of the module.
        let places = b.input(patches.count(), Dtype::I64);
        let (height, wide) = (patches.rows * patch, patches.columns * patch);
        let pixels = self.recipe.pixels(b, self.pictures.count * RGB * height * wide, Dtype::F32);
        let pixels = b.to_dtype(pixels, self.recipe.read(self.recipe.unquantized_dtype()));
        let map = Map { var: pixels, batch: self.pictures.count, channels: RGB, height, width: wide };
        let found = b.convolution(map, conv).var;
        let positions = b.embedding(places, table, width);
        let placed = b.add(found, positions);
        b.hold(found);
        placed
    }

    fn plain_block(&self, b: &mut Builder, x: VarId) -> VarId {
        let (width, inner) = (self.tower.hidden_size, self.tower.intermediate_size);
        let attention_norm = b.norm_weights(width, true);
        let order = [(Site::Query, "q_proj"), (Site::Key, "k_proj"), (Site::Value, "v_proj")];
        let projections = order.map(|(site, name)| self.recipe.adapted(b, width, width, true, site, name));
        let output = self.recipe.adapted(b, width, width, true, Site::Output, "out_proj");
        let mlp_norm = b.norm_weights(width, true);
        let up = self.recipe.adapted(b, width, inner, true, Site::Mlp, "fc1");
        let down = self.recipe.adapted(b, inner, width, true, Site::Mlp, "fc2");
        let normed = b.layer_norm(x, attention_norm);
        let out = self.attended_whole(b, normed, (projections, output));
        let x = b.add(out, x);
        let normed = b.layer_norm(x, mlp_norm);
        let widened = b.adapted(normed, up);
        let widened = b.activated(widened, Activation::GeluTanh);
        let out = b.adapted(widened, down);
        b.hold(normed);
        b.add(out, x)
    }

    fn attended_whole(&self, b: &mut Builder, normed: VarId, (projections, output): ([Adapted; 3], Adapted)) -> VarId {
        let heads = self.tower.num_heads;
        let length = self.pictures.patches.count();
        let head_dim = self.tower.hidden_size / heads.max(1);
        let shape = Shape { batch: self.pictures.count, heads, key_value_heads: heads, head_dim, queries: length, keys: length };
        let operands = projections.map(|layer| b.adapted(normed, layer));
        let attended = if self.recipe.eager() {
            b.eager_attention(operands, shape, Eager { softmax: Softmax::Fp32, ..Eager::PLAIN })
        } else {
            let [query, key, value] = operands;
            b.fused_attention(query, key, value, shape, Options::PLAIN)
        };
        let out = b.adapted(attended, output);
        // Local variables of the attention's function, and its argument.
        b.hold_all(&operands);
        b.hold(normed);
        out
    }

    /// Averages over squares of patches, normed and brought to the decoder's width by a matrix that is no linear layer.
    fn averaged(&self, b: &mut Builder, last: VarId) -> VarId {
        self.begin_joining(b);
        let (width, count, patches) = (self.tower.hidden_size, self.pictures.count, self.pictures.patches);
        let matrix = b.weight(Weight::matrix(self.width, width));
        let norm = Norm { weight: b.weight(Weight::of_norm(width)), bias: None, width };
        let turned = b.contiguous(last);
        let map = Map { var: turned, batch: count, channels: width, height: patches.rows, width: patches.columns };
        let pooled = b.average_pool(map, self.tower.spatial_merge_size).var;
        let normed = b.centered_rms_norm(pooled, norm);
        // The average lies feature by feature; a product whose matrix trains copies its rows together first.
        let narrow = b.to_dtype(normed, b.compute_dtype(normed));
        let rows = if b.var(matrix).requires_grad { b.contiguous(narrow) } else { narrow };
        let features = b.linear(rows, Linear { weight: matrix, bias: None, inputs: width, outputs: self.width });
        b.to_dtype(features, b.var(last).dtype)
    }
}
