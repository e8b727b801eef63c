//! The stacks of blocks: self attention, in the decoder cross attention, and an MLP of two layers.

use crate::architecture::{T5, T5FeedForward};
use crate::course::Layer;
use crate::dtype::Dtype;
use crate::graph::VarId;
use crate::graph::attention::Shape;
use crate::graph::builder::{Builder, Weight};
use crate::graph::eager::Eager;
use crate::graph::norm::Norm;
use crate::graph::part::Part;
use crate::models::Recipe;
use crate::models::adapted::{Adapted, Site};
use crate::models::stacks::Side;
use crate::work::WorkKind;

pub(super) fn norm_weights(b: &mut Builder, model: &T5, recipe: Recipe) -> Norm {
    let (dtype, trainable) = (recipe.unquantized_dtype(), b.mode.trainable);
    Norm { weight: b.weight_as(Weight::of_norm(model.d_model), dtype, trainable, true), bias: None, width: model.d_model }
}

/// Whose position biases blocks add.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Biases {
    /// Those of the first block.
    Shared,
    /// Their own.
    Own,
}

/// One stack of blocks.
#[derive(Debug, Clone, Copy)]
pub struct Stack<'a> {
    /// The model.
    pub model: &'a T5,
    /// The run.
    pub recipe: Recipe<'a>,
    /// Which stack.
    pub side: Side,
    /// The mask that eager attention adds.
    pub mask: Option<VarId>,
    /// The encoder's output.
    pub encoded: Option<VarId>,
    /// Whose position biases the blocks add.
    pub biases: Biases,
}

/// What attention looks at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum View {
    /// All tokens of its own sequence.
    Whole,
    /// Its own sequence up to each token.
    Causal,
    /// The encoder's output.
    Cross,
}

struct Attention {
    norm: Norm,
    query: Adapted,
    key: Adapted,
    value: Adapted,
    output: Adapted,
}

struct Mlp {
    norm: Norm,
    gate: Option<Adapted>,
    up: Adapted,
    down: Adapted,
}

impl Stack<'_> {
    /// Runs the blocks over embeddings; gives the output, the embeddings, and the biases that all blocks share.
    pub fn run(&self, b: &mut Builder, words: VarId) -> (VarId, VarId, [Option<VarId>; 2]) {
        let (blocks, first) = match self.side {
            Side::Encoder => (self.model.num_layers, 0),
            Side::Decoder => (self.model.num_decoder_layers, self.model.num_layers),
        };
        let checkpointed = self.recipe.is_checkpointed();
        let (words, hidden) =
            b.segment(if self.side == Side::Encoder { Layer::Stem } else { Layer::Head }, &[words], false, |b| {
                let words = self.recipe.checkpoint_input(b, words);
                (words, b.dropout(words, self.model.dropout_rate))
            });
        let mut biases = [None; 2];
        // The last block stands alone as well: its backward makes the gradients of what all blocks share, the others add to them.
        let hidden = b.repeated(blocks.saturating_sub(1).max(1), Layer::Block(first), checkpointed, hidden, &mut |b, x| {
            self.block(b, x, &mut biases)
        });
        let hidden = if blocks > 1 {
            b.repeated(1, Layer::Block(first + blocks - 1), checkpointed, hidden, &mut |b, x| self.block(b, x, &mut biases))
        } else {
            hidden
        };
        (hidden, words, biases)
    }

    fn block(&self, b: &mut Builder, x: VarId, [own_bias, cross_bias]: &mut [Option<VarId>; 2]) -> VarId {
        if self.biases == Biases::Own {
            *own_bias = None;
        }
        let own = if self.side == Side::Encoder { View::Whole } else { View::Causal };
        let x = self.attention(b, x, own, own_bias);
        let x = b.clamped(x);
        let x = if self.side == Side::Decoder {
            let x = self.attention(b, x, View::Cross, cross_bias);
            b.clamped(x)
        } else {
            x
        };
        let x = self.mlp(b, x);
        b.clamped(x)
    }

    fn attention_weights(&self, b: &mut Builder) -> Attention {
        let Self { model, recipe, .. } = *self;
        let (width, inner) = (model.d_model, model.num_heads * model.d_kv);
        Attention {
            query: recipe.adapted(b, width, inner, false, Site::Query, "q"),
            key: recipe.adapted(b, width, inner, false, Site::Key, "k"),
            value: recipe.adapted(b, width, inner, false, Site::Value, "v"),
            output: recipe.adapted(b, inner, width, false, Site::Output, "o"),
            norm: norm_weights(b, model, recipe),
        }
    }

    /// Attention with its norm before and its residual after; the first block's bias becomes the others'.
    fn attention(&self, b: &mut Builder, x: VarId, view: View, bias: &mut Option<VarId>) -> VarId {
        let weights = self.attention_weights(b);
        let shape = self.shape(view);
        let normed = b.t5_layer_norm(x, weights.norm);
        let source = if view == View::Cross { self.encoded.unwrap_or(normed) } else { normed };
        let query = b.adapted(normed, weights.query);
        let key = b.adapted(source, weights.key);
        let value = b.adapted(source, weights.value);
        let bias = *bias.get_or_insert_with(|| match view {
            View::Cross => self.no_bias(b, shape, query),
            View::Whole | View::Causal => self.relative_bias(b, shape),
        });
        let attended = if self.recipe.eager() {
            let mask = self.mask.filter(|_| view == View::Causal);
            b.eager_attention(
                [query, key, value],
                shape,
                Eager { mask, position_bias: Some(bias), dropout: self.model.dropout_rate, ..Eager::PLAIN },
            )
        } else {
            let bias = match view {
                View::Cross => bias,
                // Texts come with a mask where every block has a bias of its own.
                View::Whole if self.biases == Biases::Shared => b.contiguous(bias),
                View::Whole | View::Causal => {
                    let masked = b.masked_bias(bias);
                    b.contiguous(masked)
                }
            };
            b.biased_attention(query, key, value, bias, shape, self.model.dropout_rate)
        };
        let out = b.adapted(attended, weights.output);
        for held in [query, key, value] {
            b.hold(held);
        }
        let dropped = b.dropout(out, self.model.dropout_rate);
        let sum = b.add(x, dropped);
        b.hold(out);
        b.hold(normed);
        sum
    }

    fn shape(&self, view: View) -> Shape {
        let (heads, data) = (self.model.num_heads, self.recipe.data);
        let (source, target) = (data.sequence_length, data.target_length.max(1));
        let (queries, keys) = match view {
            View::Whole => (source, source),
            View::Causal => (target, target),
            View::Cross => (target, source),
        };
        Shape { batch: self.recipe.batch, heads, key_value_heads: heads, head_dim: self.model.d_kv, queries, keys }
    }

    /// The bias of each head and distance, looked up in a table.
    fn relative_bias(&self, b: &mut Builder, shape: Shape) -> VarId {
        let Self { model, recipe, .. } = *self;
        let (dtype, trainable) = (recipe.unquantized_dtype(), b.mode.trainable);
        let table = Weight::table(model.relative_attention_num_buckets, model.num_heads).of(Some(Part::Attention));
        let table = b.weight_as(table, dtype, trainable, true);
        let pairs = shape.queries * shape.keys;
        b.begin("relative_position_bucket", "relative_position_bucket", WorkKind::Elementwise);
        let buckets = b.writes(pairs, Dtype::I64);
        // Differences, magnitudes and logarithms on the way.
        b.temporary(4 * pairs * Dtype::I64.bytes(), 0);
        b.end();
        b.embedding(buckets, table, model.num_heads)
    }

    /// Zeros in place of a bias; under checkpointing the library marks them as requiring a gradient, which stays with them until all of
    /// backward has run.
    fn no_bias(&self, b: &mut Builder, shape: Shape, query: VarId) -> VarId {
        let dtype = b.var(query).dtype;
        b.begin("zeros", "zeros", WorkKind::Elementwise);
        if self.recipe.is_checkpointed() {
            b.require_gradient();
        }
        let zeros = b.writes(shape.heads * shape.queries * shape.keys, dtype);
        if self.recipe.is_checkpointed() {
            b.saves(zeros);
            b.op().is_leaf = true;
        }
        b.end();
        zeros
    }

    fn mlp(&self, b: &mut Builder, x: VarId) -> VarId {
        let Self { model, recipe, .. } = *self;
        let T5FeedForward { gated, activation } = model.feed_forward;
        let mlp = Mlp {
            gate: gated.then(|| recipe.adapted(b, model.d_model, model.d_ff, false, Site::Mlp, "wi_0")),
            up: recipe.adapted(b, model.d_model, model.d_ff, false, Site::Mlp, if gated { "wi_1" } else { "wi" }),
            down: recipe.adapted(b, model.d_ff, model.d_model, false, Site::Mlp, "wo"),
            norm: norm_weights(b, model, recipe),
        };
        let normed = b.t5_layer_norm(x, mlp.norm);
        let inner = match mlp.gate {
            None => {
                let inner = b.adapted(normed, mlp.up);
                b.activated(inner, activation)
            }
            Some(gate) => {
                let gate = b.adapted(normed, gate);
                let gate = b.activated(gate, activation);
                let up = b.adapted(normed, mlp.up);
                let product = b.multiply(gate, up);
                // The library's variables for both factors live until the MLP returns.
                b.hold(gate);
                b.hold(up);
                product
            }
        };
        let inner = b.dropout(inner, self.model.dropout_rate);
        // The library casts to the last layer's own type before autocast casts back.
        let inner = b.to_dtype(inner, recipe.read(recipe.weight_dtype()));
        let out = b.adapted(inner, mlp.down);
        b.hold(inner);
        b.hold(normed);
        let dropped = b.dropout(out, self.model.dropout_rate);
        let sum = b.add(x, dropped);
        b.hold(out);
        sum
    }
}

impl Builder {
    /// A bias with what lies ahead filled with the lowest value.
    fn masked_bias(&mut self, bias: VarId) -> VarId {
        let var = self.var(bias);
        self.copied(&[bias], var.elements, var.dtype, "where")
    }
}
