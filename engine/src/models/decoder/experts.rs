//! A mixture of experts as Hugging Face computes it: rows gathered by expert, one grouped product for all experts.

use super::gated::{Gated, GatedLayout, NAMES, gated, gated_product, gated_weights};
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
    router: Chooser,
    gate_up: Linear,
    down: Linear,
    /// Biases of both products, for each expert.
    biases: Option<[VarId; 2]>,
    shared: Option<SharedExpert>,
    activation: Activation,
}

/// What chooses experts.
#[derive(Debug, Clone, Copy)]
enum Chooser {
    /// One product.
    Product(Linear),
    /// A norm without a weight, scaled by feature, then a product; those chosen are weighed each by a number of its own (Gemma 4).
    Scaled { by_feature: VarId, projection: Adapted, by_expert: VarId },
}

#[derive(Debug, Clone, Copy)]
struct SharedExpert {
    mlp: SharedMlp,
    /// How much of it a token takes; all of it where there is no gate.
    gate: Option<Adapted>,
}

/// The layers of what every token visits.
#[derive(Debug, Clone, Copy)]
enum SharedMlp {
    /// Gate and up apart.
    Gated(Gated),
    /// Gate and up in one product (Granite).
    Fused { gate_up: Adapted, down: Adapted },
}

/// Weights of one block's experts; fine-tuning leaves router and experts as they are, and finds the others at `site`.
pub fn weights(
    b: &mut Builder,
    mixture: MixtureOfExperts,
    hidden: u64,
    (activation, site): (Activation, Site),
    recipe: Recipe,
) -> Experts {
    let MixtureOfExperts { num_experts, moe_intermediate_size: inner, shared_expert_intermediate_size: shared, .. } = mixture;
    let (dtype, trainable) = (recipe.unquantized_dtype(), b.mode.trainable);
    let of_router = if mixture.router.is_wide() { Dtype::F32 } else { dtype };
    let mut linear = |part: Part, matrices: u64, inputs: u64, outputs: u64| {
        let dtype = if part == Part::Router { of_router } else { dtype };
        let leading = if matrices > 1 { matrices } else { outputs };
        let weight = Weight { rows: outputs, columns: inputs, matrices, leading, kind: WeightKind::Matrix, part: Some(part) };
        Linear { weight: b.weight_as(weight, dtype, trainable, true), bias: None, inputs, outputs }
    };
    let product = (mixture.router != Router::Gemma4).then(|| linear(Part::Router, 1, hidden, num_experts));
    let gate_up = linear(Part::Experts, num_experts, hidden, 2 * inner);
    let down = linear(Part::Experts, num_experts, inner, hidden);
    let router_bias = (mixture.router == Router::GptOss).then(|| {
        let weight = Weight::vector(num_experts).of(Some(Part::Router));
        b.weight_as(weight, dtype, trainable, true)
    });
    let router = match product {
        Some(product) => Chooser::Product(Linear { bias: router_bias, ..product }),
        None => scaled_router(b, num_experts, hidden, recipe),
    };
    let biases = (mixture.router == Router::GptOss).then(|| {
        [2 * inner, hidden].map(|width| {
            let weight = Weight { kind: WeightKind::Vector, part: Some(Part::Experts), ..Weight::matrix(num_experts, width) };
            b.weight_as(weight, dtype, trainable, true)
        })
    });
    if matches!(mixture.router, Router::Sigmoid | Router::MiniMaxM2 | Router::Lfm2) {
        // What corrects the scores for the choice alone.
        b.buffer(num_experts * 4);
    }
    if mixture.router == Router::Ernie45 {
        // The same, as a parameter that nothing trains.
        b.weight_as(Weight::vector(num_experts).of(Some(Part::Router)), Dtype::F32, false, true);
    }
    let layout = GatedLayout { hidden, inner: shared, activation, bias: false, site, names: NAMES };
    let shared = (shared > 0).then(|| SharedExpert {
        mlp: match mixture.router {
            Router::Granite => SharedMlp::Fused {
                gate_up: recipe.adapted(b, hidden, 2 * shared, false, site, "input_linear"),
                down: recipe.adapted(b, shared, hidden, false, site, "output_linear"),
            },
            _ => SharedMlp::Gated(gated_weights(b, layout, recipe)),
        },
        gate: (!mixture.router.has_ungated_shared())
            .then(|| recipe.adapted(b, hidden, 1, false, Site::Router, "shared_expert_gate")),
    });
    Experts { mixture, hidden_size: hidden, router, gate_up, down, biases, shared, activation }
}

/// Weights of a router that scales what it reads and what it gives out.
fn scaled_router(b: &mut Builder, num_experts: u64, hidden: u64, recipe: Recipe) -> Chooser {
    let (dtype, trainable) = (recipe.unquantized_dtype(), b.mode.trainable);
    let projection = recipe.adapted(b, hidden, num_experts, false, Site::Router, "proj");
    let [by_feature, by_expert] = [hidden, num_experts].map(|width| {
        let weight = Weight::vector(width).of(Some(Part::Router));
        b.weight_as(weight, dtype, trainable, true)
    });
    Chooser::Scaled { by_feature, projection, by_expert }
}

/// The experts over `x`, and the shared one beside them.
pub fn forward(b: &mut Builder, experts: &Experts, x: VarId) -> VarId {
    if experts.mixture.router.has_ungated_shared() {
        return beside(b, experts, x);
    }
    let shared = experts.shared.map(|shared| of_all(b, experts, &shared, x));
    let weights = route(b, experts, x);
    let routed = routed(b, experts, x, weights);
    let (Some(SharedExpert { gate: Some(gate), .. }), Some(shared)) = (experts.shared, shared) else { return routed };
    let gate = b.adapted(x, gate);
    let gate = b.activation(gate, "sigmoid", "sigmoid_backward", Keeps::Result);
    let gated = b.multiply(gate, shared);
    b.hold(shared);
    let sum = b.add(routed, gated);
    b.hold(routed);
    sum
}

/// What every token visits, over `x`.
fn of_all(b: &mut Builder, experts: &Experts, shared: &SharedExpert, x: VarId) -> VarId {
    match &shared.mlp {
        SharedMlp::Gated(mlp) => gated(b, mlp, x),
        SharedMlp::Fused { gate_up, down } => {
            let both = b.adapted(x, *gate_up);
            let product = gated_product(b, both, experts.activation);
            b.adapted(product, *down)
        }
    }
}

/// The experts, and after them those for all tokens, which no gate weighs (`DeepSeek`-V3, GLM-4.5), or before them (Ernie 4.5).
fn beside(b: &mut Builder, experts: &Experts, x: VarId) -> VarId {
    let is_first = experts.mixture.router == Router::Ernie45;
    let first = experts.shared.filter(|_| is_first).map(|shared| of_all(b, experts, &shared, x));
    let weights = route(b, experts, x);
    let routed = routed(b, experts, x, weights);
    let Some(shared) = experts.shared else { return routed };
    let shared = first.unwrap_or_else(|| of_all(b, experts, &shared, x));
    let sum = b.add(routed, shared);
    b.hold(routed);
    sum
}

/// Weights from scores in FP32: by a sigmoid for each expert, whose choice goes by them and a correction of which nothing is kept,
/// or by a softmax over all.
fn route_in_fp32(b: &mut Builder, experts: &Experts, router: Linear, x: VarId) -> VarId {
    let tokens = b.var(x).elements / experts.hidden_size;
    let wide = b.to_dtype(x, Dtype::F32);
    let chosen = tokens * experts.mixture.num_experts_per_tok;
    if experts.mixture.router == Router::Ernie45 {
        let autocast = b.mode.autocast.take();
        let logits = b.linear(wide, router);
        b.mode.autocast = autocast;
        b.hold_in_segment(logits);
        let scores = b.softmax(logits, false);
        let top = b.gathered(scores, chosen, chosen);
        let sum = b.summed_rows(top, tokens);
        let bounded = b.activation(sum, "clamp", "clamp_backward", Keeps::Input);
        let weights = b.divided(top, bounded);
        return b.to_dtype(weights, b.var(x).dtype);
    }
    let logits = b.linear(wide, router);
    b.hold_in_segment(logits);
    if experts.mixture.router == Router::DeepseekV2 {
        let scores = b.softmax(logits, true);
        let top = b.copied(&[scores], chosen, Dtype::F32, "topk");
        return b.scaled(top, "mul");
    }
    let scores = b.activation(logits, "sigmoid", "sigmoid_backward", Keeps::Result);
    let top = b.gathered(scores, chosen, chosen);
    let weights = summing_to_one(b, top);
    b.scaled(weights, "mul")
}

/// Weights of the chosen experts, one a token and choice.
pub(super) fn route(b: &mut Builder, experts: &Experts, x: VarId) -> VarId {
    let tokens = b.var(x).elements / experts.hidden_size;
    let chosen = tokens * experts.mixture.num_experts_per_tok;
    let router = match experts.router {
        Chooser::Scaled { by_feature, projection, by_expert } => {
            let unit = b.power_rms_norm(x, experts.hidden_size, None);
            let scaled = b.multiply(unit, by_feature);
            let scaled = b.scaled(scaled, "mul");
            let logits = b.adapted(scaled, projection);
            let probabilities = b.softmax(logits, true);
            b.hold_in_segment(probabilities);
            let top = b.copied(&[probabilities], chosen, Dtype::F32, "topk");
            let sum = b.summed_rows(top, tokens);
            let weights = b.divided(top, sum);
            let of_chosen = b.gathered(by_expert, chosen, chosen);
            return b.multiply(weights, of_chosen);
        }
        Chooser::Product(router) => router,
    };
    if experts.mixture.router.is_wide() {
        return route_in_fp32(b, experts, router, x);
    }
    let logits = b.linear(x, router);
    b.hold_in_segment(logits);
    if matches!(experts.mixture.router, Router::Granite | Router::GptOss) {
        let is_wide = experts.mixture.router == Router::Granite;
        let wide = if is_wide { b.to_dtype(logits, Dtype::F32) } else { logits };
        let top = b.copied(&[wide], chosen, b.var(wide).dtype, "topk");
        let weights = b.softmax(top, is_wide);
        return b.to_dtype(weights, b.var(logits).dtype);
    }
    if experts.mixture.router == Router::Lfm2 {
        let scores = b.activation(logits, "sigmoid", "sigmoid_backward", Keeps::Result);
        let top = b.gathered(scores, chosen, chosen);
        // Autocast sums in FP32, and what is divided by that is as wide.
        let summands = if b.mode.autocast.is_some() { b.to_dtype(top, Dtype::F32) } else { top };
        let sum = b.summed_rows(summands, tokens);
        let bounded = b.shifted(sum);
        let weights = b.divided(top, bounded);
        return b.scaled(weights, "mul");
    }
    if experts.mixture.router == Router::MiniMaxM2 {
        let wide = b.to_dtype(logits, Dtype::F32);
        let scores = b.activation(wide, "sigmoid", "sigmoid_backward", Keeps::Result);
        let top = b.gathered(scores, chosen, chosen);
        return summing_to_one(b, top);
    }
    let probabilities = b.softmax(logits, true);
    let top = b.copied(&[probabilities], chosen, Dtype::F32, "topk");
    let dtype = b.var(logits).dtype;
    match experts.mixture.router {
        Router::Mixtral => summing_to_one(b, top),
        Router::Qwen2Moe => b.to_dtype(top, dtype),
        Router::Qwen3Moe
        | Router::Granite
        | Router::DeepseekV2
        | Router::Sigmoid
        | Router::MiniMaxM2
        | Router::Lfm2
        | Router::GptOss
        | Router::Ernie45
        | Router::Gemma4 => {
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
pub(super) fn routed(b: &mut Builder, experts: &Experts, x: VarId, weights: VarId) -> VarId {
    let from = b.var(x);
    let rows = b.var(weights).elements;
    let sorted_weights = b.gathered(weights, rows, rows);
    let gathered = b.gathered(x, rows * experts.hidden_size, rows);
    let both = b.grouped_linear(gathered, experts.gate_up);
    let both = experts.biases.map_or(both, |[bias, _]| biased(b, both, bias, rows));
    let product = if experts.mixture.router == Router::GptOss {
        clamped_product(b, both)
    } else {
        gated_product(b, both, experts.activation)
    };
    let out = b.grouped_linear(product, experts.down);
    let out_of_experts = experts.biases.map_or(out, |[_, bias]| biased(b, out, bias, rows));
    let weighed = b.multiply(out_of_experts, sorted_weights);
    let restored = b.gathered(weighed, rows * experts.hidden_size, rows);
    let wide = b.var(restored).dtype;
    let summed = b.summed_rows(restored, from.elements);
    let out = if wide == from.dtype { summed } else { b.to_dtype(summed, from.dtype) };
    // Variables of `grouped_mm_experts_forward`, and its caller's, until it returns.
    b.hold_all(&[restored, out_of_experts, gathered, x]);
    out
}

/// The bias of each row's expert, added in place.
fn biased(b: &mut Builder, x: VarId, bias: VarId, rows: u64) -> VarId {
    let elements = b.var(x).elements;
    let gathered = b.gathered(bias, elements, rows);
    b.add_in_place(x, gathered)
}

/// `(up + 1) * gate * sigmoid(1.702 gate)` with both clamped first, gate and up side by side (gpt-oss).
fn clamped_product(b: &mut Builder, both: VarId) -> VarId {
    let (gate, up) = b.halves(both);
    let gate = b.activation(gate, "clamp", "clamp_backward", Keeps::Input);
    let up = b.activation(up, "clamp", "clamp_backward", Keeps::Input);
    let scaled = b.scaled(gate, "mul");
    let sigmoid = b.activation(scaled, "sigmoid", "sigmoid_backward", Keeps::Result);
    let glu = b.multiply(gate, sigmoid);
    let up = b.shifted(up);
    b.multiply(up, glu)
}
