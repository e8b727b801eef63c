//! The tower before Gemma 3: `SigLIP` over pictures of one size, and an average over squares of patches on the way to the decoder.

use super::TowerBuild;
use crate::architecture::{Activation, Tower, Vit, VitClass, VitKind, VitVariant};
use crate::course::Layer;
use crate::dtype::Dtype;
use crate::graph::VarId;
use crate::graph::builder::{Builder, Weight};
use crate::graph::convolution::{Conv, Map};
use crate::graph::linear::Linear;
use crate::graph::norm::Norm;
use crate::models::image::RGB;
use crate::models::vit::classes;

impl TowerBuild<'_> {
    /// What the last block gave out through its norm, and features of the decoder's width.
    pub(super) fn read_siglip(&self, b: &mut Builder) -> (VarId, VarId) {
        self.begin_blocks(b);
        let x = b.segment(Layer::Vision, &[], false, |b| self.patched(b));
        let ((vit, class), recipe, pictures) = (self.vit(), self.recipe, self.pictures);
        let x = b.repeated(self.tower.depth, Layer::VisionBlock(0), recipe.is_checkpointed(), x, &mut |b, x| {
            classes::block(b, (&vit, &class), recipe, x, [pictures.count, pictures.patches.count()])
        });
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

    /// Its blocks are those of `SigLIP` as a classifier of images.
    fn vit(&self) -> (Vit, VitClass) {
        let Tower { depth, hidden_size, intermediate_size, num_heads, patch_size, .. } = *self.tower;
        let class = VitClass {
            kind: VitKind::Siglip { head: false },
            image_size: self.pictures.patches.rows * patch_size,
            num_register_tokens: None,
            mask_token: false,
            qkv_bias: true,
            gated: false,
            activation: Activation::GeluTanh,
            hidden_dropout: 0.0,
            attention_dropout: 0.0,
            drop_path_rate: 0.0,
        };
        let vit = Vit {
            variant: VitVariant::Transformers(class),
            patch_size,
            hidden_size,
            num_hidden_layers: depth,
            num_attention_heads: num_heads,
            intermediate_size,
            layer_scale: false,
        };
        (vit, class)
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
