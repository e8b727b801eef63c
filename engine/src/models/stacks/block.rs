//! The stacks of blocks: self attention, in the decoder cross attention, and an MLP of two layers, each with a norm before or after it.

use super::Side;
use crate::architecture::Activation;
use crate::course::Layer;
use crate::graph::VarId;
use crate::graph::attention::{Options, Shape};
use crate::graph::builder::Builder;
use crate::graph::eager::Eager;
use crate::graph::norm::Norm;
use crate::models::Recipe;
use crate::models::adapted::{Adapted, Site};

/// What the blocks of a stack are made of.
#[derive(Debug, Clone, Copy)]
pub struct Blocks {
    /// How many there are.
    pub count: u64,
    /// Blocks of the model before them.
    pub first: u64,
    /// Width of the residual stream.
    pub width: u64,
    /// Attention heads.
    pub heads: u64,
    /// Width of the MLP.
    pub inner: u64,
    /// Of the MLP.
    pub activation: Activation,
    /// Whether halves read through norms, and the stack ends in one.
    pub norms_before: bool,
    /// Dropout of each half's output, of attention's probabilities, and within the MLP.
    pub dropouts: [f64; 3],
    /// Whether queries are scaled before attention, which operands are laid out by heads for, and keys have no bias (Whisper).
    pub scales_queries: bool,
    /// Whether attention that is not causal is given a mask.
    pub is_masked: bool,
    /// Positions of the encoder and of the decoder.
    pub lengths: [u64; 2],
}

/// One stack of blocks.
#[derive(Debug, Clone, Copy)]
pub struct Stack<'a> {
    /// Its blocks.
    pub blocks: Blocks,
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
        let Blocks { count: blocks, first, width, norms_before, .. } = self.blocks;
        let checkpointed = self.recipe.is_checkpointed();
        // The last block stands alone as well: its backward makes the gradient of the encoder's output, the others add to it.
        let alike = blocks.saturating_sub(1).max(1);
        let mut hidden = b.repeated(alike, Layer::Block(first), checkpointed, hidden, &mut |b, x| self.block(b, x));
        if blocks > alike {
            hidden = b.repeated(blocks - alike, Layer::Block(first + alike), checkpointed, hidden, &mut |b, x| self.block(b, x));
        }
        if norms_before {
            hidden = b.segment(Layer::Head, &[hidden], false, |b| {
                let norm = b.norm_weights(width, true);
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
        let x = self.mlp(b, x);
        // Where norms come last the library clamps what is infinite alone.
        if self.blocks.norms_before && self.side == Side::Encoder { b.clamped(x) } else { x }
    }

    /// A half of the block with its norm, its dropout and the residual stream beside it.
    fn half(&self, b: &mut Builder, x: VarId, norm: Norm, body: impl FnOnce(&mut Builder, VarId) -> VarId) -> VarId {
        let before = self.blocks.norms_before;
        let read = if before { b.layer_norm(x, norm) } else { x };
        let out = body(b, read);
        let out = b.dropout(out, self.blocks.dropouts[0]);
        let sum = b.add(x, out);
        if before { sum } else { b.layer_norm(sum, norm) }
    }

    /// Attention to the stack's own sequence, or to what the encoder has made.
    fn attention(&self, b: &mut Builder, x: VarId, encoded: Option<VarId>, probabilities: &mut Option<VarId>) -> VarId {
        let Blocks { width, scales_queries, .. } = self.blocks;
        let mut layer = |bias, site, name| self.recipe.adapted(b, width, width, bias, site, name);
        let [key, value, query, output] = [
            layer(!scales_queries, Site::Key, "k_proj"),
            layer(true, Site::Value, "v_proj"),
            layer(true, Site::Query, "q_proj"),
            layer(true, Site::Output, "out_proj"),
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
        let Self { blocks, recipe, .. } = *self;
        let is_cross = read != source;
        let shape = self.shape(is_cross);
        let query = b.adapted(read, weights.query);
        let query = if blocks.scales_queries { b.scaled(query, "mul") } else { query };
        let query = self.laid_out(b, query);
        let [key, value] = [weights.key, weights.value].map(|layer| {
            let made = b.adapted(source, layer);
            self.laid_out(b, made)
        });
        let is_causal = self.side == Side::Decoder && !is_cross;
        let dropout = blocks.dropouts[1];
        let mut before = None;
        let attended = if recipe.eager() {
            let mask = self.mask.filter(|_| is_causal);
            let (out, new) = b.attention_and_probabilities([query, key, value], shape, Eager { mask, dropout, ..Eager::PLAIN });
            before = probabilities.replace(new);
            out
        } else {
            let masked = blocks.is_masked && !is_causal;
            let options = Options { masked, causal: is_causal, grouped: false, dropout };
            if blocks.scales_queries {
                b.attention_by_heads([query, key, value], shape, options)
            } else {
                b.fused_attention(query, key, value, shape, options)
            }
        };
        let out = b.adapted(attended, weights.output);
        b.hold_all(&[query, key, value, read]);
        if let Some(before) = before {
            b.hold(before);
        }
        out
    }

    /// What attention is given, by heads where that is done before it is called.
    fn laid_out(&self, b: &mut Builder, x: VarId) -> VarId {
        if self.blocks.scales_queries { b.contiguous(x) } else { x }
    }

    fn shape(&self, is_cross: bool) -> Shape {
        let Blocks { heads, width, lengths: [source, target], .. } = self.blocks;
        let (queries, keys) = match (self.side, is_cross) {
            (Side::Encoder, _) => (source, source),
            (Side::Decoder, false) => (target, target),
            (Side::Decoder, true) => (target, source),
        };
        let head_dim = width / heads.max(1);
        Shape { batch: self.recipe.batch, heads, key_value_heads: heads, head_dim, queries, keys }
    }

    fn mlp(&self, b: &mut Builder, x: VarId) -> VarId {
        let Self { blocks: Blocks { width, inner, activation, dropouts, .. }, recipe, .. } = *self;
        let up = recipe.adapted(b, width, inner, true, Site::Mlp, "fc1");
        let down = recipe.adapted(b, inner, width, true, Site::Mlp, "fc2");
        let norm = b.norm_weights(width, true);
        self.half(b, x, norm, |b, read| {
            let inner = b.adapted(read, up);
            let inner = b.activated(inner, activation);
            let inner = b.dropout(inner, dropouts[2]);
            b.adapted(inner, down)
        })
    }
}
