//! A mixture of experts as Hugging Face computes it: rows gathered by expert, one grouped product for all experts.

use super::gated::{Gated, gated, gated_product, gated_weights};
use crate::architecture::{Activation, MixtureOfExperts, Router};
use crate::dtype::Dtype;
use crate::graph::builder::{Builder, Weight};
use crate::graph::elementwise::Keeps;
use crate::graph::linear::Linear;
use crate::graph::part::Part;
use crate::graph::{VarId, WeightKind};
use crate::models::Recipe;
use crate::models::adapted::{Adapted, Site};

/// Weights of one block's experts.
#[derive(Debug, Clone, Copy)]
pub struct Experts {
    mixture: MixtureOfExperts,
    hidden_size: u64,
    router: Linear,
    gate_up: Linear,
    down: Linear,
    shared: Option<SharedExpert>,
    activation: Activation,
}

#[derive(Debug, Clone, Copy)]
struct SharedExpert {
    mlp: Gated,
    gate: Adapted,
}

/// Weights of one block's experts; fine-tuning leaves router and experts as they are.
pub fn weights(b: &mut Builder, mixture: MixtureOfExperts, hidden: u64, activation: Activation, recipe: Recipe) -> Experts {
    let MixtureOfExperts { num_experts, moe_intermediate_size: inner, shared_expert_intermediate_size: shared, .. } = mixture;
    let (dtype, trainable) = (recipe.unquantized_dtype(), b.mode.trainable);
    let mut linear = |part: Part, matrices: u64, inputs: u64, outputs: u64| {
        let leading = if matrices > 1 { matrices } else { outputs };
        let weight = Weight { rows: outputs, columns: inputs, matrices, leading, kind: WeightKind::Matrix, part: Some(part) };
        Linear { weight: b.weight_as(weight, dtype, trainable, true), bias: None, inputs, outputs }
    };
    let router = linear(Part::Router, 1, hidden, num_experts);
    let gate_up = linear(Part::Experts, num_experts, hidden, 2 * inner);
    let down = linear(Part::Experts, num_experts, inner, hidden);
    let shared = (shared > 0).then(|| SharedExpert {
        mlp: gated_weights(b, hidden, shared, (activation, false), recipe),
        gate: recipe.adapted(b, hidden, 1, false, Site::Router, "shared_expert_gate"),
    });
    Experts { mixture, hidden_size: hidden, router, gate_up, down, shared, activation }
}

/// The experts over `x`, and the shared one beside them.
pub fn forward(b: &mut Builder, experts: &Experts, x: VarId) -> VarId {
    let shared = experts.shared.map(|shared| gated(b, &shared.mlp, x));
    let weights = route(b, experts, x);
    let routed = routed(b, experts, x, weights);
    let (Some(SharedExpert { gate, .. }), Some(shared)) = (experts.shared, shared) else { return routed };
    let gate = b.adapted(x, gate);
    let gate = b.activation(gate, "sigmoid", "sigmoid_backward", Keeps::Result);
    let gated = b.multiply(gate, shared);
    b.hold(shared);
    let sum = b.add(routed, gated);
    b.hold(routed);
    sum
}

/// Weights of the chosen experts, one a token and choice.
fn route(b: &mut Builder, experts: &Experts, x: VarId) -> VarId {
    let tokens = b.var(x).elements / experts.hidden_size;
    let logits = b.linear(x, experts.router);
    b.hold_in_segment(logits);
    let probabilities = b.softmax(logits, true);
    let chosen = tokens * experts.mixture.num_experts_per_tok;
    let top = b.copied(&[probabilities], chosen, Dtype::F32, "topk");
    let dtype = b.var(logits).dtype;
    match experts.mixture.router {
        Router::Mixtral => summing_to_one(b, top),
        Router::Qwen2Moe => b.to_dtype(top, dtype),
        // Training with the routers of DeepSeek-V3 and gpt-oss is not modelled (`Decoder::is_trained`).
        Router::Qwen3Moe | Router::Sigmoid | Router::GptOss => {
            let top = summing_to_one(b, top);
            b.to_dtype(top, dtype)
        }
    }
}

/// Weights over their sum.
fn summing_to_one(b: &mut Builder, weights: VarId) -> VarId {
    b.activation(weights, "div_", "div_backward", Keeps::Result)
}

/// Rows gathered by expert, sent through the grouped products, weighed, put back and summed.
fn routed(b: &mut Builder, experts: &Experts, x: VarId, weights: VarId) -> VarId {
    let from = b.var(x);
    let rows = b.var(weights).elements;
    let sorted_weights = b.gathered(weights, rows, rows);
    let gathered = b.gathered(x, rows * experts.hidden_size, rows);
    let both = b.grouped_linear(gathered, experts.gate_up);
    let product = gated_product(b, both, experts.activation);
    let out = b.grouped_linear(product, experts.down);
    let weighed = b.multiply(out, sorted_weights);
    let restored = b.gathered(weighed, rows * experts.hidden_size, rows);
    let wide = b.var(restored).dtype;
    let summed = b.summed_rows(restored, from.elements);
    let out = if wide == from.dtype { summed } else { b.to_dtype(summed, from.dtype) };
    b.hold(restored);
    out
}
