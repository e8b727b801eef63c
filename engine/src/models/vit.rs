//! Vision transformers as torchvision, timm and transformers build them: a class token, learned positions, pre-norm blocks.

pub(super) mod classes;

use super::Recipe;
use super::adapted::{Adapted, Site};
use super::image::{self, RGB};
use crate::architecture::{Vit, VitVariant};
use crate::course::Layer;
use crate::graph::attention::{Kernel, Options, Shape, pick};
use crate::graph::builder::{Builder, Weight};
use crate::graph::convolution::Map;
use crate::graph::eager::Eager;
use crate::graph::elementwise::Keeps;
use crate::graph::linear::Linear;
use crate::graph::norm::Norm;
use crate::graph::{Graph, VarId};

/// The graph of one micro-step with cross entropy over `num_classes`.
#[must_use]
pub fn build(model: &Vit, recipe: Recipe) -> Graph {
    if let VitVariant::Transformers(class) = &model.variant {
        return classes::build(model, class, recipe);
    }
    let mut b = recipe.builder();
    let (x, labels) = image::batch(&mut b, recipe);
    let (rows, columns) = ((x.height / model.patch_size).max(1), (x.width / model.patch_size).max(1));
    let tokens = rows * columns + 1;
    let Embedded { joined, hidden: embedded } = b.segment(Layer::Stem, &[], false, |b| embeddings(b, model, x, tokens));
    let shape = Shape {
        batch: x.batch,
        heads: model.num_attention_heads,
        key_value_heads: model.num_attention_heads,
        head_dim: model.hidden_size / model.num_attention_heads.max(1),
        queries: tokens,
        keys: tokens,
    };
    let hidden = b.repeated(
        model.num_hidden_layers,
        Layer::Block(0),
        recipe.is_checkpointed(),
        embedded,
        &mut |b, x| match model.variant {
            VitVariant::Torchvision => packed_block(b, model, x, shape),
            VitVariant::Timm | VitVariant::Transformers(_) => block(b, model, recipe, x, shape),
        },
    );
    // The function that calls the blocks holds what it gave them: until they return, or until the norm after them has run.
    if model.variant == VitVariant::Timm {
        b.segment(Layer::Head, &[], false, |b| b.hold_in_segment(embedded));
    }
    let logits = b.segment(Layer::Head, &[], false, |b| {
        let norm = b.norm_weights(model.hidden_size, true);
        let normed = b.layer_norm(hidden, norm);
        if model.variant == VitVariant::Torchvision {
            b.hold(embedded);
            b.hold(joined);
        }
        let first = b.viewed(normed, x.batch * model.hidden_size, "select_backward");
        recipe.begin_head(b);
        let head = b.linear_weights(model.hidden_size, recipe.data.num_classes, true);
        b.linear(first, head)
    });
    image::finish(b, logits, labels)
}

/// What the stem makes.
struct Embedded {
    /// Patches with the class token.
    joined: VarId,
    /// The joined tokens with their positions added.
    hidden: VarId,
}

fn embeddings(b: &mut Builder, model: &Vit, x: Map, tokens: u64) -> Embedded {
    let width = model.hidden_size;
    let class_token = b.weight(Weight::matrix(1, width));
    // The order of the modules is the order in which optimizers visit their weights.
    let (positions, conv) = match model.variant {
        VitVariant::Torchvision => {
            let conv = image::patch_weights(b, RGB, width, model.patch_size);
            (b.weight(Weight::matrix(tokens, width)), conv)
        }
        VitVariant::Timm | VitVariant::Transformers(_) => {
            let positions = b.weight(Weight::matrix(tokens, width));
            (positions, image::patch_weights(b, RGB, width, model.patch_size))
        }
    };
    let patches = b.convolution(x, conv);
    // One image needs no repetition, so that the token's gradient stays a view that keeps all of its neighbors' memory.
    let class_tokens = if x.batch == 1 { class_token } else { b.expanded(class_token, x.batch * width) };
    let joined = b.concatenated(&[class_tokens, patches.var], "cat");
    let hidden = b.add(joined, positions);
    if model.variant == VitVariant::Timm {
        b.hold(patches.var);
    }
    Embedded { joined, hidden }
}

/// A block around `nn.MultiheadAttention` with the sequence first.
fn packed_block(b: &mut Builder, model: &Vit, x: VarId, shape: Shape) -> VarId {
    let width = model.hidden_size;
    let attention_norm = b.norm_weights(width, true);
    let qkv = b.linear_weights(width, 3 * width, true);
    let output = b.linear_weights(width, width, true);
    let mlp_norm = b.norm_weights(width, true);
    let up = b.linear_weights(width, model.intermediate_size, true);
    let down = b.linear_weights(model.intermediate_size, width, true);

    let normed = b.layer_norm(x, attention_norm);
    let attended = packed_attention(b, normed, qkv, shape);
    let out = b.linear(attended, output);
    b.hold(normed);
    let out = if shape.batch > 1 { reordered(b, out) } else { out };
    let x = b.add(out, x);
    let normed = b.layer_norm(x, mlp_norm);
    let inner = b.linear(normed, up);
    let active = b.activation(inner, "gelu", "gelu_backward", Keeps::Input);
    let out = b.linear(active, down);
    b.hold(normed);
    b.add(x, out)
}

/// Attention on one packed projection: with more than one image, putting the sequence first costs copies on the way in and back.
fn packed_attention(b: &mut Builder, normed: VarId, qkv: Linear, shape: Shape) -> VarId {
    let several = shape.batch > 1;
    let projected = if several { sequence_first_linear(b, normed, qkv) } else { b.linear(normed, qkv) };
    let dtype = b.var(projected).dtype;
    let elements = b.var(projected).elements;
    let packed = b.copied(&[projected], elements, dtype, "clone");
    let kernel = pick(dtype, shape, Options::PLAIN);
    let mut parts = [packed; 3].map(|packed| b.viewed(packed, elements / 3, "select_backward"));
    if several && kernel != Kernel::Flash {
        for _ in 0..2 {
            parts = parts.map(|part| reordered(b, part));
        }
    }
    let [query, key, value] = parts;
    let attended = b.fused_attention(query, key, value, shape, Options::PLAIN);
    if several && kernel != Kernel::Flash { b.cloned(attended, "clone") } else { attended }
}

/// A linear layer on a transposed input: the matrix product copies it, and the bias is added apart.
fn sequence_first_linear(b: &mut Builder, x: VarId, layer: Linear) -> VarId {
    let dtype = b.compute_dtype(x);
    let cast = b.to_dtype(x, dtype);
    let bias = layer.bias.map(|bias| b.cast_weight(bias));
    let weight = b.cast_weight(layer.weight);
    let turned = b.cloned(cast, "clone");
    let product = b.linear(turned, Linear { weight, bias: None, ..layer });
    let out = match bias {
        Some(bias) => b.add(product, bias),
        None => product,
    };
    b.hold_all(&[cast, weight]);
    out
}

/// A view of `x` in another order, which backward undoes by a copy.
fn reordered(b: &mut Builder, x: VarId) -> VarId {
    let elements = b.var(x).elements;
    b.viewed(x, elements, "clone")
}

struct Weights {
    attention_norm: Norm,
    qkv: Adapted,
    output: Adapted,
    attention_scale: Option<VarId>,
    mlp_norm: Norm,
    up: Adapted,
    down: Adapted,
    mlp_scale: Option<VarId>,
}

fn weights(b: &mut Builder, model: &Vit, recipe: Recipe) -> Weights {
    let (width, inner) = (model.hidden_size, model.intermediate_size);
    let scale = |b: &mut Builder| model.layer_scale.then(|| b.weight(Weight::vector(width)));
    Weights {
        attention_norm: b.norm_weights(width, true),
        qkv: recipe.adapted(b, width, 3 * width, true, Site::Query, "qkv"),
        output: recipe.adapted(b, width, width, true, Site::Output, "attn.proj"),
        attention_scale: scale(b),
        mlp_norm: b.norm_weights(width, true),
        up: recipe.adapted(b, width, inner, true, Site::Mlp, "fc1"),
        down: recipe.adapted(b, inner, width, true, Site::Mlp, "fc2"),
        mlp_scale: scale(b),
    }
}

/// A block whose query, key and value are views of one projection.
fn block(b: &mut Builder, model: &Vit, recipe: Recipe, x: VarId, shape: Shape) -> VarId {
    let weights = weights(b, model, recipe);
    let normed = b.layer_norm(x, weights.attention_norm);
    let projected = b.adapted(normed, weights.qkv);
    let turned = reordered(b, projected);
    let [query, key, value] = b.parts(turned, "stack");
    let attended = if recipe.eager() {
        b.eager_attention([query, key, value], shape, Eager::PLAIN)
    } else {
        b.fused_attention(query, key, value, shape, Options::PLAIN)
    };
    let out = b.adapted(attended, weights.output);
    // Local variables of the attention's function, and its argument.
    b.hold(projected);
    b.hold(normed);
    let out = scaled(b, out, weights.attention_scale);
    let x = b.add(x, out);
    let normed = b.layer_norm(x, weights.mlp_norm);
    let inner = b.adapted(normed, weights.up);
    let active = b.activation(inner, "gelu", "gelu_backward", Keeps::Input);
    let out = b.adapted(active, weights.down);
    b.hold(normed);
    let out = scaled(b, out, weights.mlp_scale);
    b.add(x, out)
}

/// The branch times its trained vector, where it has one.
fn scaled(b: &mut Builder, x: VarId, scale: Option<VarId>) -> VarId {
    match scale {
        Some(scale) => b.multiply(x, scale),
        None => x,
    }
}
