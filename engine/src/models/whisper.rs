//! Encoder-decoders of the Whisper kind as transformers builds them, taken apart as `generate` runs them: the encoder once for a
//! window of sound, the keys and values that every block of the decoder makes of it once, and the rest of the decoder for each token.

mod attention;
mod encoder;
mod training;
mod writing;

pub use encoder::build_encoder;
pub use training::build;
pub use writing::{build_memory, build_step};

use crate::architecture::Whisper;
use crate::graph::VarId;
use crate::graph::builder::Builder;
use crate::graph::elementwise::Keeps;
use crate::models::Recipe;

/// The spectrograms of a batch: those that `generate` was given, and those of the segment that it cuts out of them.
fn spectrograms(b: &mut Builder, model: &Whisper, recipe: Recipe) -> VarId {
    let elements = recipe.batch * model.num_mel_bins * model.frames();
    b.input(elements, recipe.pixel_dtype());
    b.input(elements, recipe.pixel_dtype())
}

/// The second half of a block: a norm, an MLP and the way past both.
fn mlp(b: &mut Builder, model: &Whisper, width: u64, x: VarId) -> VarId {
    let norm = b.norm_weights(model.d_model, true);
    let up = b.linear_weights(model.d_model, width, true);
    let down = b.linear_weights(width, model.d_model, true);
    let normed = b.layer_norm(x, norm);
    let raised = b.linear(normed, up);
    let active = b.activation(raised, "gelu", "gelu_backward", Keeps::Input);
    // The variable is given its next value when the activation is there.
    b.hold(normed);
    let out = b.linear(active, down);
    b.add(x, out)
}
