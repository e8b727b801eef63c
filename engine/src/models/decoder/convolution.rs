//! Blocks with a short convolution as Hugging Face computes them: one layer makes two gates and what they gate, once before the
//! convolution and once behind it (`Lfm2ShortConv`).

use crate::architecture::Decoder;
use crate::graph::builder::{Builder, Weight};
use crate::graph::convolution::{Conv, Map};
use crate::graph::part::Part;
use crate::graph::{VarId, WeightKind};
use crate::models::Recipe;
use crate::models::adapted::{Adapted, Site};

/// Weights of one block's convolution.
#[derive(Debug, Clone, Copy)]
pub struct ShortConvolution {
    input: Adapted,
    convolution: Conv,
    output: Adapted,
}

/// Weights of one block's convolution over `kernel` tokens.
pub fn weights(b: &mut Builder, model: &Decoder, kernel: u64, recipe: Recipe) -> ShortConvolution {
    let hidden = model.hidden_size;
    let filter =
        Weight { rows: 1, columns: kernel, matrices: hidden, leading: hidden, kind: WeightKind::Matrix, part: Some(Part::Mixer) };
    let weight = b.weight_as(filter, recipe.unquantized_dtype(), b.mode.trainable, true);
    ShortConvolution {
        convolution: Conv {
            weight,
            bias: None,
            outputs: hidden,
            kernel,
            stride: 1,
            padding: kernel - 1,
            dilation: 1,
            groups: hidden,
        },
        input: recipe.adapted(b, hidden, 3 * hidden, false, Site::Mixer, "in_proj"),
        // Adapters of attention's way back find it by the name that both have.
        output: recipe.adapted(b, hidden, hidden, false, Site::Output, "out_proj"),
    }
}

/// The block's first half over `x`.
pub fn forward(b: &mut Builder, block: &ShortConvolution, x: VarId, recipe: Recipe) -> VarId {
    let (batch, length) = (recipe.batch, recipe.data.sequence_length);
    let elements = b.var(x).elements;
    let all = b.adapted(x, block.input);
    let dtype = b.var(all).dtype;
    let [before, behind, value] = b.pieces(all, [elements; 3]);
    let gated = b.multiply(before, value);
    let wide = b.to_dtype(gated, b.var(block.convolution.weight).dtype);
    let map = Map { var: wide, batch, channels: block.convolution.groups, height: 1, width: length };
    let out = b.convolution_along(map, block.convolution).var;
    // What looks past the last token is cut off.
    let cut = b.slice_view(out, elements);
    let cut = b.to_dtype(cut, dtype);
    let gated_again = b.multiply(behind, cut);
    let projected = b.adapted(gated_again, block.output);
    b.hold_all(&[all, cut]);
    projected
}
