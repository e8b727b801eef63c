//! The other half of a decoder's block: a gated MLP, its fused form, or experts.

use super::experts::{self, Experts};
use super::gated::{Gated, GatedLayout, NAMES, gated, gated_product, gated_weights};
use super::kind::Kind;
use crate::architecture::{Activation, Decoder, DecoderOptions, DecoderVariant, MlpLayout, Router};
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
    /// Up and down, without a gate.
    Plain {
        /// Up.
        up: Adapted,
        /// Down.
        down: Adapted,
        /// Between them.
        activation: Activation,
    },
    /// Experts behind a router.
    Experts(Experts),
}

/// Weights of one block's MLP, or of the experts in its place.
pub(super) fn weights(b: &mut Builder, model: &Decoder, kind: Kind, recipe: Recipe) -> Mlp {
    let (hidden, inner) = (model.hidden_size, kind.mlp_width);
    let DecoderOptions { activation, mlp_bias, .. } = model.options;
    let site = if model.has_named_mlp() { Site::Mlp } else { Site::UnnamedMlp };
    match &model.variant {
        DecoderVariant::MixtureOfExperts(mixture) if !kind.dense && mixture.router != Router::Gemma4 => {
            return Mlp::Experts(experts::weights(b, *mixture, hidden, (activation, site), recipe));
        }
        _ => {}
    }
    let mut plain = |[up, down]: [&str; 2]| Mlp::Plain {
        up: recipe.adapted(b, hidden, inner, mlp_bias, site, up),
        down: recipe.adapted(b, inner, hidden, mlp_bias, site, down),
        activation,
    };
    match model.mlp() {
        MlpLayout::Ungated => plain(["up_proj", "down_proj"]),
        MlpLayout::Projections => plain(["c_fc", "c_proj"]),
        MlpLayout::FullyConnected | MlpLayout::OutProjected => plain(["fc1", "fc2"]),
        MlpLayout::InOut => plain(["fc_in", "fc_out"]),
        MlpLayout::FourTimes => plain(["dense_h_to_4h", "dense_4h_to_h"]),
        layout @ (MlpLayout::FusedGate | MlpLayout::FusedLinear) => {
            let is_granite = layout == MlpLayout::FusedLinear;
            let [both, down] = if is_granite { ["input_linear", "output_linear"] } else { ["gate_up_proj", "down_proj"] };
            Mlp::Fused {
                gate_up: recipe.adapted(b, hidden, 2 * inner, false, site, both),
                down: recipe.adapted(b, inner, hidden, false, site, down),
                activation,
            }
        }
        layout @ (MlpLayout::Gated | MlpLayout::Numbered) => {
            let names = if layout == MlpLayout::Numbered { ["w1", "w3", "w2"] } else { NAMES };
            Mlp::Gated(gated_weights(b, GatedLayout { hidden, inner, activation, bias: mlp_bias, site, names }, recipe))
        }
    }
}

/// The MLP over `x`, which its caller's variable holds until it returns.
pub fn forward(b: &mut Builder, mlp: &Mlp, x: VarId) -> VarId {
    let out = over(b, mlp, x);
    b.hold(x);
    out
}

fn over(b: &mut Builder, mlp: &Mlp, x: VarId) -> VarId {
    match mlp {
        Mlp::Gated(mlp) => gated(b, mlp, x),
        Mlp::Fused { gate_up, down, activation } => {
            let both = b.adapted(x, *gate_up);
            let product = gated_product(b, both, *activation);
            b.adapted(product, *down)
        }
        Mlp::Plain { up, down, activation } => {
            let inner = b.adapted(x, *up);
            let active = b.activated(inner, *activation);
            b.adapted(active, *down)
        }
        Mlp::Experts(mixture) => experts::forward(b, mixture, x),
    }
}
