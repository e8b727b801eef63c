//! The stacks of blocks: self attention, in the decoder cross attention, and an MLP of two layers, each with a norm before or after it.

use crate::architecture::Bart;
use crate::course::Layer;
use crate::graph::VarId;
use crate::graph::attention::{Options, Shape};
use crate::graph::builder::Builder;
use crate::graph::eager::Eager;
use crate::graph::norm::Norm;
use crate::models::Recipe;
use crate::models::adapted::{Adapted, Site};
use crate::models::stacks::Side;

/// One stack of blocks.
#[derive(Debug, Clone, Copy)]
pub struct Stack<'a> {
    /// The model.
    pub model: &'a Bart,
    /// The run.
    pub recipe: Recipe<'a>,
    /// Which stack.
    pub side: Side,
    /// The encoder's output.
    pub encoded: Option<VarId>,
    /// The mask that eager attention adds.
    pub mask: Option<VarId>,
}

struct Attention {
    query: Adapted,
    key: Adapted,
    value: Adapted,
    output: Adapted,
    norm: Norm,
}

impl Stack<'_> {
    /// Runs the blocks over embeddings; what the stack's variables hold of those goes as it returns.
    pub fn run(&self, b: &mut Builder, hidden: VarId, held: &[VarId]) -> VarId {
        let (blocks, first) = match self.side {
            Side::Encoder => (self.model.encoder_layers, 0),
            Side::Decoder => (self.model.decoder_layers, self.model.encoder_layers),
        };
        let checkpointed = self.recipe.is_checkpointed();
        // The last block stands alone as well: its backward makes the gradient of the encoder's output, the others add to it.
        let alike = blocks.saturating_sub(1).max(1);
        let mut hidden = b.repeated(alike, first, checkpointed, hidden, &mut |b, x| self.block(b, x));
        if blocks > alike {
            hidden = b.repeated(blocks - alike, first + alike, checkpointed, hidden, &mut |b, x| self.block(b, x));
        }
        if self.model.variant.norms_before() {
            hidden = b.segment(Layer::Head, &[hidden], false, |b| {
                let norm = b.norm_weights(self.model.d_model, true);
                b.layer_norm(hidden, norm)
            });
        }
        b.hold_all(held);
        hidden
    }

    fn block(&self, b: &mut Builder, x: VarId) -> VarId {
        let mut probabilities = None;
        let x = self.attention(b, x, None, &mut probabilities);
        let x = match self.encoded {
            Some(encoded) => self.attention(b, x, Some(encoded), &mut probabilities),
            None => x,
        };
        if let Some(last) = probabilities {
            b.hold_in_segment(last);
        }
        self.mlp(b, x)
    }

    /// A half of the block with its norm, its dropout and the residual stream beside it.
    fn half(&self, b: &mut Builder, x: VarId, norm: Norm, body: impl FnOnce(&mut Builder, VarId) -> VarId) -> VarId {
        let before = self.model.variant.norms_before();
        let read = if before { b.layer_norm(x, norm) } else { x };
        let out = body(b, read);
        let out = b.dropout(out, self.model.dropout);
        let sum = b.add(x, out);
        if before { sum } else { b.layer_norm(sum, norm) }
    }

    /// Attention to the stack's own sequence, or to what the encoder has made.
    fn attention(&self, b: &mut Builder, x: VarId, encoded: Option<VarId>, probabilities: &mut Option<VarId>) -> VarId {
        let Self { model, recipe, .. } = *self;
        let width = model.d_model;
        let mut layer = |site, name| recipe.adapted(b, width, width, true, site, name);
        let [key, value, query, output] = [
            layer(Site::Key, "k_proj"),
            layer(Site::Value, "v_proj"),
            layer(Site::Query, "q_proj"),
            layer(Site::Output, "out_proj"),
        ];
        let weights = Attention { query, key, value, output, norm: b.norm_weights(width, true) };
        self.half(b, x, weights.norm, |b, read| self.attended(b, &weights, [read, encoded.unwrap_or(read)], probabilities))
    }

    /// One variable of the block's has the probabilities of the attention that came last, until the next one returns.
    fn attended(
        &self,
        b: &mut Builder,
        weights: &Attention,
        [read, source]: [VarId; 2],
        probabilities: &mut Option<VarId>,
    ) -> VarId {
        let Self { model, recipe, .. } = *self;
        let is_cross = read != source;
        let shape = self.shape(is_cross);
        let query = b.adapted(read, weights.query);
        let key = b.adapted(source, weights.key);
        let value = b.adapted(source, weights.value);
        let is_causal = self.side == Side::Decoder && !is_cross;
        let dropout = model.attention_dropout;
        let mut before = None;
        let attended = if recipe.eager() {
            let mask = self.mask.filter(|_| is_causal);
            let (out, new) = b.attention_and_probabilities([query, key, value], shape, Eager { mask, dropout, ..Eager::PLAIN });
            before = probabilities.replace(new);
            out
        } else {
            let masked = recipe.is_masked() && !is_causal;
            b.fused_attention(query, key, value, shape, Options { masked, causal: is_causal, grouped: false, dropout })
        };
        let out = b.adapted(attended, weights.output);
        b.hold_all(&[query, key, value, read]);
        if let Some(before) = before {
            b.hold(before);
        }
        out
    }

    fn shape(&self, is_cross: bool) -> Shape {
        let (heads, data) = (self.model.attention_heads, self.recipe.data);
        let (source, target) = (data.sequence_length, data.target_length.max(1));
        let (queries, keys) = match (self.side, is_cross) {
            (Side::Encoder, _) => (source, source),
            (Side::Decoder, false) => (target, target),
            (Side::Decoder, true) => (target, source),
        };
        let head_dim = self.model.d_model / heads;
        Shape { batch: self.recipe.batch, heads, key_value_heads: heads, head_dim, queries, keys }
    }

    fn mlp(&self, b: &mut Builder, x: VarId) -> VarId {
        let Self { model, recipe, .. } = *self;
        let up = recipe.adapted(b, model.d_model, model.ffn_dim, true, Site::Mlp, "fc1");
        let down = recipe.adapted(b, model.ffn_dim, model.d_model, true, Site::Mlp, "fc2");
        let norm = b.norm_weights(model.d_model, true);
        self.half(b, x, norm, |b, read| {
            let inner = b.adapted(read, up);
            let inner = b.activated(inner, model.activation);
            let inner = b.dropout(inner, model.activation_dropout);
            b.adapted(inner, down)
        })
    }
}
