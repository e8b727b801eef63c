//! The other half of a decoder's block: a gated MLP, its fused form, or experts.

use super::experts::{self, Experts};
use crate::architecture::{Decoder, DecoderVariant};
use crate::graph::VarId;
use crate::graph::builder::Builder;
use crate::graph::elementwise::Keeps;
use crate::models::Recipe;
use crate::models::adapted::{Adapted, Site};

/// Weights of one block's MLP.
#[derive(Debug, Clone, Copy)]
#[expect(clippy::large_enum_variant, reason = "one lives at a time, while its block is built")]
pub enum Mlp {
    /// Gate and up apart.
    Gated(Gated),
    /// Gate and up in one product.
    Fused {
        /// Gate and up.
        gate_up: Adapted,
        /// Down.
        down: Adapted,
    },
    /// Experts behind a router.
    Experts(Experts),
}

/// Weights of a gated MLP.
#[derive(Debug, Clone, Copy)]
pub struct Gated {
    gate: Adapted,
    up: Adapted,
    down: Adapted,
    activation: (&'static str, &'static str),
}

/// Weights of one block's MLP.
pub fn weights(b: &mut Builder, model: &Decoder, recipe: Recipe) -> Mlp {
    let (hidden, inner) = (model.hidden_size, model.intermediate_size);
    match &model.variant {
        DecoderVariant::Llama => Mlp::Gated(gated_weights(b, hidden, inner, ("silu", "silu_backward"), recipe)),
        DecoderVariant::Gemma | DecoderVariant::Gemma2 => {
            Mlp::Gated(gated_weights(b, hidden, inner, ("gelu", "gelu_backward"), recipe))
        }
        DecoderVariant::Phi3 => Mlp::Fused {
            gate_up: recipe.adapted(b, hidden, 2 * inner, false, Site::Mlp, "gate_up_proj"),
            down: recipe.adapted(b, inner, hidden, false, Site::Mlp, "down_proj"),
        },
        DecoderVariant::MixtureOfExperts(mixture) => Mlp::Experts(experts::weights(b, *mixture, hidden, recipe)),
    }
}

/// Weights of a gated MLP of any width.
pub fn gated_weights(
    b: &mut Builder,
    hidden: u64,
    inner: u64,
    activation: (&'static str, &'static str),
    recipe: Recipe,
) -> Gated {
    Gated {
        gate: recipe.adapted(b, hidden, inner, false, Site::Mlp, "gate_proj"),
        up: recipe.adapted(b, hidden, inner, false, Site::Mlp, "up_proj"),
        down: recipe.adapted(b, inner, hidden, false, Site::Mlp, "down_proj"),
        activation,
    }
}

/// The MLP over `x`.
pub fn forward(b: &mut Builder, mlp: &Mlp, x: VarId) -> VarId {
    match mlp {
        Mlp::Gated(mlp) => gated(b, mlp, x),
        Mlp::Fused { gate_up, down } => {
            let both = b.adapted(x, *gate_up);
            let product = gated_product(b, both);
            b.adapted(product, *down)
        }
        Mlp::Experts(mixture) => experts::forward(b, mixture, x),
    }
}

/// `down(activation(gate(x)) * up(x))`.
pub fn gated(b: &mut Builder, mlp: &Gated, x: VarId) -> VarId {
    let (name, backward_name) = mlp.activation;
    let gate = b.adapted(x, mlp.gate);
    let gate = b.activation(gate, name, backward_name, Keeps::Input);
    let up = b.adapted(x, mlp.up);
    let product = b.multiply(gate, up);
    b.adapted(product, mlp.down)
}

/// Gate and up as halves of one tensor.
pub fn gated_product(b: &mut Builder, both: VarId) -> VarId {
    let (gate, up) = b.halves(both);
    let gate = b.activation(gate, "silu", "silu_backward", Keeps::Input);
    b.multiply(gate, up)
}
