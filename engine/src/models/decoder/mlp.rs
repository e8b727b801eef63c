//! The other half of a decoder's block: a gated MLP, its fused form, or experts.

use super::experts::{self, Experts};
use super::gated::{Gated, gated, gated_product, gated_weights};
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

/// Weights of one block's MLP; `dense` where it has one in place of the experts of others.
pub fn weights(b: &mut Builder, model: &Decoder, dense: bool, recipe: Recipe) -> Mlp {
    let (hidden, inner) = (model.hidden_size, model.intermediate_size);
    let DecoderOptions { activation, mlp_bias, .. } = model.options;
    match &model.variant {
        DecoderVariant::MixtureOfExperts(mixture) if !dense => {
            Mlp::Experts(experts::weights(b, *mixture, hidden, activation, recipe))
        }
        DecoderVariant::Llama
        | DecoderVariant::Gemma
        | DecoderVariant::Gemma2
        | DecoderVariant::Gemma3
        | DecoderVariant::MixtureOfExperts(_) => Mlp::Gated(gated_weights(b, hidden, inner, (activation, mlp_bias), recipe)),
        DecoderVariant::Phi3 => Mlp::Fused {
            gate_up: recipe.adapted(b, hidden, 2 * inner, false, Site::Mlp, "gate_up_proj"),
            down: recipe.adapted(b, inner, hidden, false, Site::Mlp, "down_proj"),
            activation,
        },
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
