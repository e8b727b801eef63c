//! A block: attention over each picture or window, and an MLP.

use super::TowerBuild;
use crate::architecture::{Activation, TowerVariant};
use crate::graph::VarId;
use crate::graph::builder::{Builder, Weight};
use crate::graph::norm::Norm;
use crate::graph::rotary::Rotary;
use crate::models::adapted::{Adapted, Site};

/// Weights of a block.
pub(super) struct Weights {
    norms: [Norm; 2],
    pub(super) qkv: Adapted,
    pub(super) output: Adapted,
    gate: Option<Adapted>,
    up: Adapted,
    down: Adapted,
}

impl TowerBuild<'_> {
    /// A block of the run that begins with the `first`.
    pub(super) fn block(&self, b: &mut Builder, x: VarId, rotary: Rotary, first: u64) -> VarId {
        let weights = self.weights(b);
        let [before_attention, before_mlp] = weights.norms;
        let normed = self.normed(b, x, before_attention);
        let out = self.attended(b, normed, &weights, rotary, self.tower.is_full(first));
        let sum = b.add(x, out);
        let normed = self.normed(b, sum, before_mlp);
        let out = fed_forward(b, normed, weights.gate, [weights.up, weights.down]);
        b.hold(normed);
        b.add(sum, out)
    }

    fn weights(&self, b: &mut Builder) -> Weights {
        let (width, inner) = (self.tower.hidden_size, self.tower.intermediate_size);
        let norms = [(); 2].map(|()| self.norm_weights(b, width));
        let qkv = self.recipe.adapted(b, width, 3 * width, true, Site::FusedQueryKeyValue, "qkv");
        let output = self.recipe.adapted(b, width, width, true, Site::Output, "attn.proj");
        let mut linear = |inputs, outputs, name| self.recipe.adapted(b, inputs, outputs, true, Site::Mlp, name);
        if self.is_gated() {
            let [gate, up] = ["gate_proj", "up_proj"].map(|name| linear(width, inner, name));
            Weights { norms, qkv, output, gate: Some(gate), up, down: linear(inner, width, "down_proj") }
        } else {
            let up = linear(width, inner, "linear_fc1");
            Weights { norms, qkv, output, gate: None, up, down: linear(inner, width, "linear_fc2") }
        }
    }

    fn is_gated(&self) -> bool {
        self.tower.variant == TowerVariant::Qwen25
    }

    /// Weights of a norm: with a shift but for Qwen2.5-VL's, which are of the root of the mean square.
    pub(super) fn norm_weights(&self, b: &mut Builder, width: u64) -> Norm {
        let weight = b.weight(Weight::of_norm(width));
        let bias = (!self.is_gated()).then(|| b.weight(Weight::of_norm(width)));
        Norm { weight, bias, width }
    }

    pub(super) fn normed(&self, b: &mut Builder, x: VarId, norm: Norm) -> VarId {
        if self.is_gated() { b.rms_norm(x, norm) } else { b.layer_norm(x, norm) }
    }
}

/// An MLP, gated where it has a gate.
pub(super) fn fed_forward(b: &mut Builder, normed: VarId, gate: Option<Adapted>, [up, down]: [Adapted; 2]) -> VarId {
    let inner = if let Some(gate) = gate {
        let gate = b.adapted(normed, gate);
        let gate = b.activated(gate, Activation::Silu);
        let up = b.adapted(normed, up);
        b.multiply(gate, up)
    } else {
        let up = b.adapted(normed, up);
        b.activated(up, Activation::GeluTanh)
    };
    b.adapted(inner, down)
}
