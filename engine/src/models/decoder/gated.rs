//! The gated feed-forward layer, of dense blocks and of experts that all tokens share.

use crate::architecture::Activation;
use crate::graph::VarId;
use crate::graph::builder::Builder;
use crate::models::Recipe;
use crate::models::adapted::{Adapted, Site};

/// Weights of a gated MLP.
#[derive(Debug, Clone, Copy)]
pub struct Gated {
    gate: Adapted,
    up: Adapted,
    down: Adapted,
    activation: Activation,
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
