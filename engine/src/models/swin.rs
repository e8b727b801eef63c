//! Swin transformers as torchvision builds them: attention within windows that every second block shifts.

use super::Recipe;
use super::image::{self, RGB};
use crate::architecture::Swin;
use crate::course::Layer;
use crate::dtype::Dtype;
use crate::graph::attention::Shape;
use crate::graph::builder::{Builder, Weight};
use crate::graph::convolution::Map;
use crate::graph::elementwise::Keeps;
use crate::graph::linear::Linear;
use crate::graph::{Graph, VarId};
use crate::work::WorkKind;

/// The graph of one micro-step with cross entropy over `num_classes`.
#[must_use]
pub fn build(model: &Swin, recipe: Recipe) -> Graph {
    let mut b = recipe.builder();
    let (x, labels) = image::batch(&mut b, recipe);
    let mut x = b.segment(Layer::Stem, &[], false, |b| {
        let conv = image::patch_weights(b, RGB, model.embed_dim, model.patch_size);
        let norm = b.norm_weights(model.embed_dim, true);
        let x = b.convolution(x, conv);
        x.with(b.layer_norm(x.var, norm))
    });
    let total: u64 = model.depths.iter().sum();
    let mut index = 0;
    for (stage, (&depth, &heads)) in model.depths.iter().zip(&model.num_heads).enumerate() {
        if stage > 0 {
            let before = x;
            x = b.segment(Layer::Block(index), &[before.var], false, |b| merged(b, before));
        }
        let stage_input = x;
        for layer in 0..depth {
            let place = Place {
                heads,
                shift: if layer % 2 == 0 { 0 } else { model.window_size / 2 },
                drop_path: model.drop_path_rate * index as f64 / total.saturating_sub(1).max(1) as f64,
            };
            x = b.segment(Layer::Block(index), &[x.var], recipe.is_checkpointed(), |b| {
                let out = block(b, model, x, place);
                if layer + 1 == depth {
                    // A stage is one call, which holds its argument.
                    b.hold(stage_input.var);
                }
                out
            });
            index += 1;
        }
    }
    let logits = b.segment(Layer::Head, &[], false, |b| {
        let norm = b.norm_weights(x.channels, true);
        let normed = x.with(b.layer_norm(x.var, norm));
        let pooled = b.global_average_pool(normed);
        recipe.begin_head(b);
        let head = b.linear_weights(x.channels, recipe.data.num_classes, true);
        b.linear(pooled, head)
    });
    image::finish(b, logits, labels)
}

/// What differs from block to block.
#[derive(Debug, Clone, Copy)]
struct Place {
    heads: u64,
    shift: u64,
    drop_path: f64,
}

/// Four neighbors side by side, brought down to twice the channels.
fn merged(b: &mut Builder, x: Map) -> Map {
    let channels = x.channels;
    let reduction = b.linear_weights(4 * channels, 2 * channels, false);
    let norm = b.norm_weights(4 * channels, true);
    let (height, width) = (x.height.div_ceil(2), x.width.div_ceil(2));
    let quarter = x.batch * height * width * channels;
    let dtype = b.var(x.var).dtype;
    let padded = b.copied(&[x.var], 4 * quarter, dtype, "constant_pad_nd");
    let neighbors = [(); 4].map(|()| {
        let rows = b.viewed(padded, 2 * quarter, "slice_backward");
        b.viewed(rows, quarter, "slice_backward")
    });
    let joined = b.concatenated(&neighbors, "cat");
    let normed = b.layer_norm(joined, norm);
    let var = b.linear(normed, reduction);
    Map { var, batch: x.batch, channels: 2 * channels, height, width }
}

fn block(b: &mut Builder, model: &Swin, x: Map, place: Place) -> Map {
    let channels = x.channels;
    let attention_norm = b.norm_weights(channels, true);
    let weights = weights(b, model, channels, place.heads);
    let mlp_norm = b.norm_weights(channels, true);
    let up = b.linear_weights(channels, model.mlp_ratio * channels, true);
    let down = b.linear_weights(model.mlp_ratio * channels, channels, true);

    let normed = x.with(b.layer_norm(x.var, attention_norm));
    let attended = attention(b, &weights, normed, model.window_size, place);
    let kept = b.stochastic_depth(attended, x.batch, place.drop_path);
    let sum = b.add(x.var, kept);
    let normed = b.layer_norm(sum, mlp_norm);
    let inner = b.linear(normed, up);
    let active = b.activation(inner, "gelu", "gelu_backward", Keeps::Input);
    let out = b.linear(active, down);
    b.hold(normed);
    let kept = b.stochastic_depth(out, x.batch, place.drop_path);
    x.with(b.add(sum, kept))
}

struct Weights {
    bias_table: VarId,
    qkv: Linear,
    output: Linear,
}

fn weights(b: &mut Builder, model: &Swin, channels: u64, heads: u64) -> Weights {
    let window = model.window_size;
    let positions = window * window;
    let offsets = 2 * window - 1;
    // The index of a pair's relative position in the table.
    b.buffer(positions * positions * Dtype::I64.bytes());
    Weights {
        bias_table: b.weight(Weight::matrix(offsets * offsets, heads)),
        qkv: b.linear_weights(channels, 3 * channels, true),
        output: b.linear_weights(channels, channels, true),
    }
}

/// `shifted_window_attention`: its local variables live until it returns, and so does its argument.
fn attention(b: &mut Builder, weights: &Weights, x: Map, window: u64, place: Place) -> VarId {
    let positions = window * window;
    let (rows, columns) = (x.height.div_ceil(window), x.width.div_ceil(window));
    let (height, width) = (rows * window, columns * window);
    let shifted = place.shift > 0 && (rows > 1 || columns > 1);
    let elements = x.batch * height * width * x.channels;
    let dtype = b.var(x.var).dtype;

    let pairs = positions * positions * place.heads;
    let table_dtype = b.var(weights.bias_table).dtype;
    let looked_up = b.copied(&[weights.bias_table], pairs, table_dtype, "index");
    let bias = b.cloned(looked_up, "clone");
    let padded = b.copied(&[x.var], elements, dtype, "constant_pad_nd");
    let rolled = if shifted { b.copied(&[padded], elements, dtype, "roll") } else { padded };
    let windows = b.copied(&[rolled], elements, dtype, "clone");

    let shape = Shape {
        batch: x.batch * rows * columns,
        heads: place.heads,
        key_value_heads: place.heads,
        head_dim: x.channels / place.heads.max(1),
        queries: positions,
        keys: positions,
    };
    let projected = b.linear(windows, weights.qkv);
    let turned = b.viewed(projected, 3 * elements, "clone");
    let [query, key, value] = [turned; 3].map(|turned| b.viewed(turned, elements, "select_backward"));
    let query = b.scaled(query, "mul");
    let (left, right) = (b.cloned(query, "clone"), b.cloned(key, "clone"));
    let scores = b.batched_product(left, right, shape.batch * pairs, shape);
    let scores = b.add(scores, bias);
    let mask = shifted.then(|| mask(b, rows * columns * positions * positions, dtype));
    let scores = match mask {
        Some(mask) => b.add(scores, mask),
        None => scores,
    };
    let probabilities = b.softmax(scores, b.mode.autocast.is_some());
    let value = b.cloned(value, "clone");
    let mixed = b.batched_product(probabilities, value, elements, shape);
    let mixed_dtype = b.var(mixed).dtype;
    let joined = b.copied(&[mixed], elements, mixed_dtype, "clone");
    b.hold(windows);
    let out = b.linear(joined, weights.output);
    let out_dtype = b.var(out).dtype;
    let mut out = b.copied(&[out], elements, out_dtype, "clone");
    if shifted {
        out = b.copied(&[out], elements, out_dtype, "roll");
    }
    let out = unpadded(b, out, x, height, width);
    for var in [Some(query), Some(projected), Some(bias), Some(probabilities), Some(x.var), mask].into_iter().flatten() {
        b.hold(var);
    }
    out
}

/// Which pairs lie in different parts of the image, made on the way from comparisons of region numbers.
fn mask(b: &mut Builder, elements: u64, dtype: Dtype) -> VarId {
    b.begin("masked_fill", "masked_fill", WorkKind::Elementwise);
    let mask = b.writes(elements, dtype);
    b.temporary(2 * elements * dtype.bytes() + elements, 0);
    b.end();
    mask
}

/// The rows and columns that padding added cut off again.
fn unpadded(b: &mut Builder, out: VarId, x: Map, height: u64, width: u64) -> VarId {
    let mut cut = out;
    if height != x.height {
        cut = b.viewed(cut, x.batch * x.height * width * x.channels, "slice_backward");
    }
    if width != x.width {
        cut = b.viewed(cut, x.batch * x.height * x.width * x.channels, "slice_backward");
    }
    let scattered = width != x.width || (height != x.height && x.batch > 1);
    if scattered { b.cloned(cut, "clone") } else { cut }
}
