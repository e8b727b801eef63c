//! Image classifiers of transformers' classes: three projections for attention, and heads that read one token or the mean.

mod embeddings;
mod head;

use super::super::Recipe;
use super::super::adapted::{Adapted, Site};
use super::super::image;
use crate::architecture::{Activation, Vit, VitClass, VitKind, VitNames};
use crate::course::Layer;
use crate::graph::attention::{Options, Shape};
use crate::graph::builder::{Builder, Weight};
use crate::graph::eager::{Eager, Softmax};
use crate::graph::norm::Norm;
use crate::graph::{Graph, VarId};

/// A model of these classes and its run.
#[derive(Debug, Clone, Copy)]
struct Classifier<'a> {
    model: &'a Vit,
    class: &'a VitClass,
    recipe: Recipe<'a>,
}

/// The graph of one micro-step with cross entropy over `num_classes`.
pub(super) fn build(model: &Vit, class: &VitClass, recipe: Recipe) -> Graph {
    let classifier = Classifier { model, class, recipe };
    let mut b = recipe.builder();
    let (x, labels) = image::batch(&mut b, recipe);
    let (hidden, tokens) = b.segment(Layer::Stem, &[], false, |b| {
        let (hidden, tokens) = classifier.embedded(b, x);
        // The model's own variable holds what the blocks were given until it returns.
        b.list(hidden);
        (hidden, tokens)
    });
    let shape = shape(model, [x.batch, tokens]);
    let hidden = b.repeated(model.num_hidden_layers, Layer::Block(0), recipe.is_checkpointed(), hidden, &mut |b, x| {
        classifier.block(b, x, shape)
    });
    let out = b.segment(Layer::Head, &[hidden], false, |b| classifier.given_out(b, hidden, shape));
    let logits = b.segment(Layer::Head, &[out], false, |b| classifier.classified(b, out, shape));
    b.hold_to_end(logits);
    b.segment(Layer::Loss, &[], false, |b| {
        b.cross_entropy(logits, labels);
        // The loss runs while the class has the model's output.
        b.hold(out);
    });
    b.finish()
}

/// A block over so many pictures of so many tokens each, for networks that have these classes inside.
pub(in crate::models) fn block(
    b: &mut Builder,
    (model, class): (&Vit, &VitClass),
    recipe: Recipe,
    x: VarId,
    counts: [u64; 2],
) -> VarId {
    Classifier { model, class, recipe }.block(b, x, shape(model, counts))
}

const fn shape(model: &Vit, [batch, tokens]: [u64; 2]) -> Shape {
    let heads = model.num_attention_heads;
    let head_dim = model.hidden_size / if heads > 0 { heads } else { 1 };
    Shape { batch, heads, key_value_heads: heads, head_dim, queries: tokens, keys: tokens }
}

/// Weights of a block.
struct Weights {
    attention_norm: Norm,
    projections: [Adapted; 3],
    output: Adapted,
    attention_scale: Option<VarId>,
    mlp_norm: Norm,
    mlp: Mlp,
    mlp_scale: Option<VarId>,
}

struct Mlp {
    gate: Option<Adapted>,
    up: Adapted,
    down: Adapted,
}

impl Classifier<'_> {
    fn weights(&self, b: &mut Builder) -> Weights {
        let Self { model, class, recipe } = *self;
        let (width, inner) = (model.hidden_size, model.intermediate_size);
        let scale = |b: &mut Builder| model.layer_scale.then(|| b.weight(Weight::vector(width)));
        // Modules in the order in which the classes make them, which is that of the optimizer.
        let attention = |b: &mut Builder| {
            let order = [(Site::Query, "q_proj"), (Site::Key, "k_proj"), (Site::Value, "v_proj")];
            let projections = order.map(|(site, name)| recipe.adapted(b, width, width, class.qkv_bias, site, name));
            let name = if model.names() == VitNames::OutProj { "out_proj" } else { "o_proj" };
            (projections, recipe.adapted(b, width, width, true, Site::Output, name))
        };
        let attention_norm = b.norm_weights(width, true);
        let (projections, output) = attention(b);
        let attention_scale = scale(b);
        let mlp_norm = b.norm_weights(width, true);
        let mut linear = |inputs, outputs, name| recipe.adapted(b, inputs, outputs, true, Site::Mlp, name);
        let mlp = if class.gated {
            let [gate, up] = ["gate_proj", "up_proj"].map(|name| linear(width, inner, name));
            Mlp { gate: Some(gate), up, down: linear(inner, width, "down_proj") }
        } else {
            Mlp { gate: None, up: linear(width, inner, "fc1"), down: linear(inner, width, "fc2") }
        };
        Weights { attention_norm, projections, output, attention_scale, mlp_norm, mlp, mlp_scale: scale(b) }
    }

    fn block(&self, b: &mut Builder, x: VarId, shape: Shape) -> VarId {
        let weights = self.weights(b);
        let normed = b.layer_norm(x, weights.attention_norm);
        let out = self.attended(b, normed, &weights, shape);
        let x = self.joined(b, x, out, weights.attention_scale);
        let normed = b.layer_norm(x, weights.mlp_norm);
        let out = self.fed_forward(b, normed, &weights.mlp);
        self.joined(b, x, out, weights.mlp_scale)
    }

    fn attended(&self, b: &mut Builder, normed: VarId, weights: &Weights, shape: Shape) -> VarId {
        let operands = weights.projections.map(|layer| b.adapted(normed, layer));
        let dropout = self.class.attention_dropout;
        let attended = if self.recipe.eager() {
            let softmax = if self.class.kind == VitKind::Dinov2 { Softmax::Plain } else { Softmax::Fp32 };
            b.eager_attention(operands, shape, Eager { softmax, dropout, ..Eager::PLAIN })
        } else {
            let [query, key, value] = operands;
            b.fused_attention(query, key, value, shape, Options { dropout, ..Options::PLAIN })
        };
        let out = b.adapted(attended, weights.output);
        // Local variables of the attention's function, and its argument.
        b.hold_all(&operands);
        b.hold(normed);
        out
    }

    fn fed_forward(&self, b: &mut Builder, normed: VarId, mlp: &Mlp) -> VarId {
        let inner = if let Some(gate) = mlp.gate {
            let gate = b.adapted(normed, gate);
            let gate = b.activated(gate, Activation::Silu);
            let inner = b.adapted(normed, mlp.up);
            b.multiply(gate, inner)
        } else {
            let inner = b.adapted(normed, mlp.up);
            b.activated(inner, self.class.activation)
        };
        let out = b.adapted(inner, mlp.down);
        b.hold(normed);
        out
    }

    /// A half's output beside the residual stream.
    fn joined(&self, b: &mut Builder, x: VarId, out: VarId, scale: Option<VarId>) -> VarId {
        let out = match scale {
            Some(scale) => b.multiply(out, scale),
            None => b.dropout(out, self.class.hidden_dropout),
        };
        let rate = self.class.drop_path_rate;
        if rate <= 0.0 || b.mode.evaluates {
            return b.add(out, x);
        }
        let kept = b.scaled(out, "div");
        let kept = b.stochastic_depth(kept, self.recipe.batch, rate);
        b.hold(out);
        let sum = b.add(kept, x);
        b.hold(out);
        sum
    }
}
