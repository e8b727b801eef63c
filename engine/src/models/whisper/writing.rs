//! The decoder as `generate` runs it: what it keeps of the sound, and one step, which writes a token of every window.

use super::attention::{Inner, Outer, shape};
use super::{mlp, spectrograms};
use crate::architecture::Whisper;
use crate::course::Layer;
use crate::dtype::Dtype;
use crate::graph::builder::{Builder, Weight};
use crate::graph::linear::Linear;
use crate::graph::{Graph, VarId};
use crate::models::Recipe;
use crate::work::WorkKind;

/// Small kernels of `generate` for a token (masks, positions, words that are never written, what has ended): it launches 21 for a block
/// and 42 beside, of which eight are the model's own and the choice of the token (counted by dispatch, transformers 5.24, two and four
/// blocks, 20 and 40 tokens; 2026-11).
const LOOP_KERNELS: u64 = 34;

/// The graph of making keys and values of the sound for every block: they are copied into the cache, which begins empty.
#[must_use]
pub fn build_memory(model: &Whisper, recipe: Recipe) -> Graph {
    let mut b = recipe.builder();
    let dtype = recipe.pixel_dtype();
    spectrograms(&mut b, model, recipe);
    let sound = recipe.batch * model.max_source_positions * model.d_model;
    let encoded = b.input(sound, dtype);
    b.repeated(model.decoder_layers, Layer::Block(0), false, encoded, &mut |b, _| {
        // Those of the tokens that begin the text come first.
        for _ in 0..2 {
            b.begin("cat", "", WorkKind::Elementwise);
            let begun = b.writes(recipe.batch * Whisper::PROMPT * model.d_model, dtype);
            b.end();
            b.hold_to_end(begun);
        }
        let made = Inner::of(b, model).lays_out(b, encoded);
        for part in made {
            let kept = b.copied(&[part], sound, dtype, "cat");
            b.hold_to_end(kept);
            b.hold_all(&made);
        }
        encoded
    });
    b.finish()
}

/// The graph of a step that writes a token of every window, `written` of which are there already.
#[must_use]
pub fn build_step(model: &Whisper, recipe: Recipe, written: u64) -> Graph {
    let mut b = recipe.builder();
    let (batch, dtype) = (recipe.batch, recipe.pixel_dtype());
    let ids = b.input(batch, Dtype::I64);
    spectrograms(&mut b, model, recipe);
    // What lies on the card from one step to the next: the encoder's output, keys and values of the sound and of the text.
    let sound = batch * model.max_source_positions * model.d_model;
    b.input(sound, dtype);
    let kept = Kept {
        model,
        batch,
        written,
        sound: b.input(2 * model.decoder_layers * sound, dtype),
        text: b.input(2 * model.decoder_layers * batch * written * model.d_model, dtype),
    };
    let (hidden, table, before) = b.segment(Layer::Stem, &[], false, |b| {
        // Variables of the loop hold the scores of the step before until there are new ones.
        let before = [(); 2].map(|()| {
            b.begin("empty", "", WorkKind::Elementwise);
            let scores = b.writes(batch * model.vocab_size, Dtype::F32);
            b.op().forward_traffic = 0;
            b.end();
            scores
        });
        let table = b.weight(Weight::table(model.vocab_size, model.d_model));
        let places = b.weight(Weight::table(model.max_target_positions, model.d_model));
        let words = b.embedding(ids, table, model.d_model);
        let places = b.embedding(ids, places, model.d_model);
        (b.add(words, places), table, before)
    });
    let hidden = b.repeated(model.decoder_layers, Layer::Block(0), false, hidden, &mut |b, x| kept.block(b, x));
    b.segment(Layer::Head, &[hidden], false, |b| {
        let norm = b.norm_weights(model.d_model, true);
        let normed = b.layer_norm(hidden, norm);
        let head = Linear { weight: table, bias: None, inputs: model.d_model, outputs: model.vocab_size };
        let logits = b.linear(normed, head);
        chosen(b, logits, before, batch);
    });
    b.finish()
}

/// The next tokens: scores in FP32, those that are never written put out of the way, the highest.
fn chosen(b: &mut Builder, logits: VarId, before: [VarId; 2], batch: u64) {
    let elements = b.var(logits).elements;
    let scores = b.to_dtype(logits, Dtype::F32);
    b.hold(before[0]);
    let allowed = b.copied(&[scores], elements, Dtype::F32, "where");
    b.hold(before[1]);
    let chosen = b.copied(&[allowed], batch, Dtype::I64, "argmax");
    b.hold_all(&[logits, scores]);
    for _ in 0..LOOP_KERNELS {
        b.begin("generate", "", WorkKind::Elementwise);
        b.reads(chosen);
        b.writes(batch, Dtype::I64);
        b.end();
    }
}

/// What lies on the card from one step to the next.
struct Kept<'a> {
    model: &'a Whisper,
    batch: u64,
    /// Tokens of each window's text.
    written: u64,
    /// Keys and values of the sound, of all blocks.
    sound: VarId,
    /// Keys and values of the text, of all blocks.
    text: VarId,
}

impl Kept<'_> {
    fn block(&self, b: &mut Builder, x: VarId) -> VarId {
        b.hold_in_segment(x);
        let x = self.own(b, x);
        let x = self.cross(b, x);
        mlp(b, self.model, self.model.decoder_ffn_dim, x)
    }

    /// Keys or values of one block, out of those of all.
    fn one(&self, b: &mut Builder, all: VarId) -> VarId {
        let elements = b.var(all).elements / (2 * self.model.decoder_layers.max(1));
        b.viewed(all, elements, "")
    }

    /// Attention to the text, whose keys and values grow by a copy with the new token at its end.
    fn own(&self, b: &mut Builder, x: VarId) -> VarId {
        let (outer, inner) = (Outer::of(b, self.model), Inner::of(b, self.model));
        let [normed, query] = outer.asks(b, x);
        let made = inner.makes(b, normed);
        let dtype = b.var(query).dtype;
        let length = self.written + 1;
        let grown = made.map(|new| {
            let before = self.one(b, self.text);
            let grown = b.copied(&[before, new], self.batch * length * self.model.d_model, dtype, "cat");
            b.hold_all(&made);
            grown
        });
        let shape = shape(self.model, self.batch, self.model.decoder_attention_heads, 1, length);
        outer.answers(b, x, [query, grown[0], grown[1]], shape)
    }

    /// Attention to the sound.
    fn cross(&self, b: &mut Builder, x: VarId) -> VarId {
        let outer = Outer::of(b, self.model);
        let [_, query] = outer.asks(b, x);
        let operands = [query, self.one(b, self.sound), self.one(b, self.sound)];
        let shape = shape(self.model, self.batch, self.model.decoder_attention_heads, 1, self.model.max_source_positions);
        outer.answers(b, x, operands, shape)
    }
}
