//! The other half of a decoder's block: a gated MLP, its fused form, or experts.

use super::experts::{self, Experts};
use crate::architecture::{Activation, Decoder, DecoderOptions, DecoderVariant};
use crate::graph::VarId;
use crate::graph::builder::Builder;
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
        /// What follows the gate.
        activation: Activation,
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
    activation: Activation,
}

/// Weights of one block's MLP; `dense` where it has one in place of the experts of others.
pub fn weights(b: &mut Builder, model: &Decoder, dense: bool, recipe: Recipe) -> Mlp {
    let (hidden, inner) = (model.hidden_size, model.intermediate_size);
    let DecoderOptions { activation, mlp_bias, .. } = model.options;
    match &model.variant {
        DecoderVariant::MixtureOfExperts(mixture) if !dense => {
            Mlp::Experts(experts::weights(b, *mixture, hidden, activation, recipe))
        }
        DecoderVariant::Llama | DecoderVariant::Gemma | DecoderVariant::Gemma2 | DecoderVariant::MixtureOfExperts(_) => {
            Mlp::Gated(gated_weights(b, hidden, inner, (activation, mlp_bias), recipe))
        }
        DecoderVariant::Phi3 => Mlp::Fused {
            gate_up: recipe.adapted(b, hidden, 2 * inner, false, Site::Mlp, "gate_up_proj"),
            down: recipe.adapted(b, inner, hidden, false, Site::Mlp, "down_proj"),
            activation,
        },
    }
}

/// Weights of a gated MLP of any width, with or without biases.
pub fn gated_weights(b: &mut Builder, hidden: u64, inner: u64, (activation, bias): (Activation, bool), recipe: Recipe) -> Gated {
    Gated {
        gate: recipe.adapted(b, hidden, inner, bias, Site::Mlp, "gate_proj"),
        up: recipe.adapted(b, hidden, inner, bias, Site::Mlp, "up_proj"),
        down: recipe.adapted(b, inner, hidden, bias, Site::Mlp, "down_proj"),
        activation,
    }
}

/// The MLP over `x`.
pub fn forward(b: &mut Builder, mlp: &Mlp, x: VarId) -> VarId {
    match mlp {
        Mlp::Gated(mlp) => gated(b, mlp, x),
        Mlp::Fused { gate_up, down, activation } => {
            let both = b.adapted(x, *gate_up);
            let product = gated_product(b, both, *activation);
            b.adapted(product, *down)
        }
        Mlp::Experts(mixture) => experts::forward(b, mixture, x),
    }
}

/// `down(activation(gate(x)) * up(x))`.
pub fn gated(b: &mut Builder, mlp: &Gated, x: VarId) -> VarId {
    let gate = b.adapted(x, mlp.gate);
    let gate = b.activated(gate, mlp.activation);
    let up = b.adapted(x, mlp.up);
    let product = b.multiply(gate, up);
    b.adapted(product, mlp.down)
}

/// Gate and up as halves of one tensor.
pub fn gated_product(b: &mut Builder, both: VarId, activation: Activation) -> VarId {
    let (gate, up) = b.halves(both);
    let gate = b.activated(gate, activation);
    b.multiply(gate, up)
}
