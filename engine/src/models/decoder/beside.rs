//! Experts beside a block's MLP, which read the residual stream through norms of their own (Gemma 4).

use super::experts::{self, Experts};
use super::shared::{norm_weights, normed};
use crate::architecture::{Decoder, DecoderVariant, Router};
use crate::graph::VarId;
use crate::graph::builder::Builder;
use crate::graph::norm::Norm;
use crate::models::Recipe;
use crate::models::adapted::Site;

/// Weights of one block's experts beside its MLP.
#[derive(Debug, Clone, Copy)]
pub struct Beside {
    experts: Experts,
    /// Over what the MLP gives back.
    mlp_norm: Norm,
    /// Over what experts give back.
    output_norm: Norm,
    /// Over what experts read.
    norm: Norm,
}

/// Weights of a block's experts, where it has some beside its MLP.
pub(super) fn weights(b: &mut Builder, model: &Decoder, recipe: Recipe) -> Option<Beside> {
    let DecoderVariant::MixtureOfExperts(mixture) = model.variant else { return None };
    (mixture.router == Router::Gemma4).then(|| {
        let experts = experts::weights(b, mixture, model.hidden_size, (model.options.activation, Site::Mlp), recipe);
        let [mlp_norm, output_norm, norm] = [(); 3].map(|()| norm_weights(b, model.hidden_size, recipe));
        Beside { experts, mlp_norm, output_norm, norm }
    })
}

/// The sum of what the MLP gave back and what experts make of the residual stream, each normed.
pub(super) fn forward(b: &mut Builder, model: &Decoder, beside: &Beside, residual: VarId, of_mlp: VarId) -> VarId {
    let dense = normed(b, model, of_mlp, beside.mlp_norm);
    let weights = experts::route(b, &beside.experts, residual);
    let read = normed(b, model, residual, beside.norm);
    let routed = experts::routed(b, &beside.experts, read, weights);
    let sparse = normed(b, model, routed, beside.output_norm);
    let sum = b.add(dense, sparse);
    b.hold(of_mlp);
    b.hold_in_segment(dense);
    b.hold_in_segment(sparse);
    sum
}
