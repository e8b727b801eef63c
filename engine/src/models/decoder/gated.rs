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

/// What a gated MLP is made of.
#[derive(Debug, Clone, Copy)]
pub struct GatedLayout {
    /// Width of the residual stream.
    pub hidden: u64,
    /// Width between gate and way down.
    pub inner: u64,
    /// What follows the gate.
    pub activation: Activation,
    /// Its layers have biases.
    pub bias: bool,
    /// Where adapters find it.
    pub site: Site,
    /// What the library calls its layers.
    pub names: [&'static str; 3],
}

/// What nearly all kinds call gate, up and down.
pub const NAMES: [&str; 3] = ["gate_proj", "up_proj", "down_proj"];

/// Weights of a gated MLP.
pub fn gated_weights(b: &mut Builder, layout: GatedLayout, recipe: Recipe) -> Gated {
    let GatedLayout { hidden, inner, activation, bias, site, names: [gate, up, down] } = layout;
    Gated {
        gate: recipe.adapted(b, hidden, inner, bias, site, gate),
        up: recipe.adapted(b, hidden, inner, bias, site, up),
        down: recipe.adapted(b, inner, hidden, bias, site, down),
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
