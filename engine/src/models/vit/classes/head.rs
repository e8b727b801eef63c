//! What is classified: one token, the mean of the patches, or both.

use super::Classifier;
use crate::architecture::VitKind;
use crate::graph::VarId;
use crate::graph::attention::{Options, Shape};
use crate::graph::builder::{Builder, Weight};
use crate::graph::linear::Linear;

impl Classifier<'_> {
    /// What the model gives out.
    pub(super) fn given_out(&self, b: &mut Builder, hidden: VarId, shape: Shape) -> VarId {
        let Self { model, class, recipe } = *self;
        let width = model.hidden_size;
        let out = match class.kind {
            // Its norm is for the class token, which classification does not read.
            VitKind::Clip => {
                for _ in 0..2 {
                    b.weight_as(Weight::of_norm(width), recipe.weight_dtype(), false, true);
                }
                hidden
            }
            VitKind::Vit | VitKind::Deit | VitKind::Dinov2 | VitKind::Siglip { .. } => {
                let norm = b.norm_weights(width, true);
                b.layer_norm(hidden, norm)
            }
        };
        if class.kind == (VitKind::Siglip { head: true }) {
            self.pooled(b, out, shape);
        }
        out
    }

    /// The logits of every class, once the model has returned.
    pub(super) fn classified(&self, b: &mut Builder, out: VarId, shape: Shape) -> VarId {
        let Self { model, class, recipe } = *self;
        let (width, batch) = (model.hidden_size, shape.batch);
        b.end_list();
        let patches = shape.queries - class.kind.class_tokens() - class.num_register_tokens.unwrap_or(0);
        let first = |b: &mut Builder| b.viewed(out, batch * width, "select_backward");
        let mean = |b: &mut Builder, x: VarId| {
            let dtype = b.var(x).dtype;
            b.copied(&[x], batch * width, dtype, "mean")
        };
        let read = match class.kind {
            VitKind::Vit | VitKind::Deit => first(b),
            VitKind::Siglip { .. } => mean(b, out),
            VitKind::Clip => {
                let rest = b.sliced(out, batch * patches * width);
                mean(b, rest)
            }
            VitKind::Dinov2 => {
                let first = first(b);
                let rest = b.sliced(out, batch * patches * width);
                let mean = mean(b, rest);
                b.concatenated(&[first, mean], "cat")
            }
        };
        recipe.begin_head(b);
        let inputs = b.var(read).elements / batch.max(1);
        let head = b.linear_weights(inputs, recipe.data.num_classes, true);
        b.linear(read, head)
    }

    /// The head that pools by attention (`SiglipMultiheadAttentionPoolingHead`), which runs without anything reading what it makes:
    /// it is frozen, and what autograd saved for it goes as the class returns.
    fn pooled(&self, b: &mut Builder, out: VarId, shape: Shape) {
        let (model, trainable) = (self.model, b.mode.trainable);
        let (width, batch) = (model.hidden_size, shape.batch);
        b.mode.trainable = false;
        let probe = b.weight(Weight::matrix(1, width));
        let [query, key_value, output] = [width, 2 * width, width].map(|outputs| b.linear_weights(width, outputs, true));
        let norm = b.norm_weights(width, true);
        let up = b.linear_weights(width, model.intermediate_size, true);
        let down = b.linear_weights(model.intermediate_size, width, true);
        b.mode.trainable = trainable;

        // What autograd saves, where the blocks' output has a gradient: casts of weights as well.
        let is_saved = b.var(out).requires_grad;
        let cast = |b: &mut Builder, layer: Linear| {
            let weight = b.cast_weight(layer.weight);
            if is_saved && weight != layer.weight {
                b.hold_to_end(weight);
            }
            Linear { weight, ..layer }
        };
        let all = b.detached(out);
        let dtype = b.var(probe).dtype;
        let asked = b.copied(&[probe], batch * width, dtype, "repeat");
        let asked = b.linear(asked, query);
        // Keys and values of all tokens, sequence first: the product copies its input, its bias is added, and both are put apart.
        let key_value = cast(b, key_value);
        let keys = if batch == 1 { b.linear(all, key_value) } else { super::super::sequence_first_linear(b, all, key_value) };
        let elements = b.var(keys).elements;
        let keys = b.cloned(keys, "clone");
        let halves = [(); 2].map(|()| b.viewed(keys, elements / 2, "select_backward"));
        let one = Shape { queries: 1, ..shape };
        let found = b.fused_attention(asked, halves[0], halves[1], one, Options::PLAIN);
        let output = cast(b, output);
        let found = b.linear(found, output);
        let normed = b.layer_norm(found, norm);
        let up = cast(b, up);
        let inner = b.linear(normed, up);
        let inner = b.activated(inner, self.class.activation);
        let down = cast(b, down);
        let pooled = b.linear(inner, down);
        let pooled = b.add(found, pooled);
        b.hold_to_end(pooled);
        for kept in [asked, keys, found, inner].into_iter().filter(|_| is_saved) {
            b.hold_to_end(kept);
        }
    }
}
