//! The weight tensors of a decoder, one by one: formats store each by its role, engines split each by its role.

use crate::architecture::{
    AttentionLayout, Decoder, DecoderVariant, LatentAttention, LinearAttention, MlpLayout, NormKind, NormPlaces,
    ProjectionLayout, Router,
};

/// What a tensor is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// Rows of the vocabulary that go in.
    Embedding,
    /// Rows of the vocabulary that come out.
    Output,
    /// Projection to queries.
    Query,
    /// Projection to keys.
    Key,
    /// Projection to values.
    Value,
    /// The three in one.
    QueryKeyValue,
    /// Projection back to the residual stream.
    AttentionOutput,
    /// Gate of the MLP or of experts.
    Gate,
    /// Way up of the MLP or of experts; with the gate in one where the model has them so.
    Up,
    /// Way down of the MLP or of experts.
    Down,
    /// Down to the vectors that latent attention keeps, and those that queries are made of.
    Compress,
    /// From the compressed vector to the queries of every head.
    LatentQuery,
    /// From the vector that is kept to the keys of every head, transposed.
    LatentKey,
    /// From the vector that is kept to the values of every head.
    LatentValue,
    /// Into a block that keeps a state: queries, keys and values in one.
    StateInput,
    /// The gate of what such a block finds.
    StateGate,
    /// How much of a state is forgotten and written, for each head.
    StateDecay,
    /// The convolution over the last few tokens before a state.
    Convolution,
    /// Back from a state to the residual stream.
    StateOutput,
    /// Weighs the experts.
    Router,
    /// Weights of a norm.
    Norm,
    /// Bias of a projection.
    Bias,
    /// Of a tower that reads pictures.
    Tower,
}

/// A tensor, or several alike of one block.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Tensor {
    /// What it is for.
    pub role: Role,
    /// Its block, from 0; 0 for those of no block.
    pub block: u64,
    /// Outputs, over all experts.
    pub rows: u64,
    /// Inputs, along which a row is stored.
    pub columns: u64,
    /// Experts that it holds, 1 outside of them.
    pub experts: u64,
}

impl Tensor {
    /// Weights.
    #[must_use]
    pub const fn weights(&self) -> u64 {
        self.rows.saturating_mul(self.columns)
    }
}

/// Every tensor of a model, in the order of its blocks.
#[must_use]
pub fn tensors(model: &Decoder) -> Vec<Tensor> {
    let mut all = vec![matrix(Role::Embedding, 0, model.vocab_size, model.hidden_size)];
    if model.options.learned_positions > 0 {
        all.push(matrix(Role::Embedding, 0, model.options.learned_positions, model.hidden_size));
    }
    for block in 0..model.num_hidden_layers {
        match &model.options.attention {
            AttentionLayout::Latent(latent) => latent_attention(model, latent, block, &mut all),
            AttentionLayout::Hybrid(linear) if linear.layers.contains(block) => state(model, linear, block, &mut all),
            AttentionLayout::Grouped | AttentionLayout::Hybrid(_) | AttentionLayout::ShortConvolution(_) => {
                attention(model, block, &mut all);
            }
        }
        if is_sparse(model, block) {
            experts(model, block, &mut all);
        } else {
            mlp(model, block, model.intermediate_size, &mut all);
        }
    }
    all.push(vector(Role::Norm, 0, vectors_of_norm(model) * model.hidden_size));
    if model.options.head_bias {
        all.push(vector(Role::Bias, 0, model.vocab_size));
    }
    if !model.tie_word_embeddings {
        all.push(matrix(Role::Output, 0, model.vocab_size, model.hidden_size));
    }
    if let Some(tower) = &model.options.tower {
        let (matrices, vectors) = tower.weights(model.hidden_size);
        all.push(vector(Role::Tower, 0, matrices + vectors));
    }
    all
}

/// Whether a block has experts in place of the MLP.
#[must_use]
pub fn is_sparse(model: &Decoder, block: u64) -> bool {
    matches!(model.variant, DecoderVariant::MixtureOfExperts(_)) && !model.options.dense_layers.contains(block)
}

const fn matrix(role: Role, block: u64, rows: u64, columns: u64) -> Tensor {
    Tensor { role, block, rows, columns, experts: 1 }
}

const fn vector(role: Role, block: u64, length: u64) -> Tensor {
    matrix(role, block, 1, length)
}

/// Vectors of a block's norms over the residual stream, those that shift among them.
const fn norms_of_block(model: &Decoder) -> u64 {
    let places = match model.options.norm_places {
        NormPlaces::Around => 4,
        NormPlaces::Before | NormPlaces::After | NormPlaces::ParallelApart => 2,
        NormPlaces::Parallel => 1,
    };
    places * vectors_of_norm(model)
}

/// Vectors of one norm: a scale, and with `nn.LayerNorm` a shift.
const fn vectors_of_norm(model: &Decoder) -> u64 {
    match model.options.norm_kind {
        NormKind::Layer | NormKind::CenteredLayer => 2,
        NormKind::Bare => 0,
        _ => 1,
    }
}

fn attention(model: &Decoder, block: u64, all: &mut Vec<Tensor>) {
    let (hidden, queries) = (model.hidden_size, model.num_attention_heads * model.head_dim);
    let keys = model.num_key_value_heads * model.head_dim;
    let norms = norms_of_block(model);
    all.push(vector(Role::Norm, block, norms * hidden));
    // Where what attention finds is gated, the gate is made along with the queries.
    let gates = if model.options.gated_attention { queries } else { 0 };
    if matches!(model.projections(), ProjectionLayout::Separate) {
        all.push(matrix(Role::Query, block, queries + gates, hidden));
        all.push(matrix(Role::Key, block, keys, hidden));
        all.push(matrix(Role::Value, block, keys, hidden));
    } else {
        all.push(matrix(Role::QueryKeyValue, block, queries + 2 * keys, hidden));
    }
    if model.attention_bias {
        all.push(vector(Role::Bias, block, queries + gates + 2 * keys));
    }
    if model.query_key_norm {
        let normed = if model.options.norms_all_heads { queries + keys } else { 2 * model.head_dim };
        all.push(vector(Role::Norm, block, normed));
    }
    all.push(matrix(Role::AttentionOutput, block, hidden, queries));
    if model.attention_output_bias {
        all.push(vector(Role::Bias, block, hidden));
    }
    if model.options.sinks {
        all.push(vector(Role::Bias, block, model.num_attention_heads));
    }
}

/// Queries and what is kept are compressed and normed, then expanded to heads (`DeepseekV3Attention`).
fn latent_attention(model: &Decoder, latent: &LatentAttention, block: u64, all: &mut Vec<Tensor>) {
    let (hidden, heads) = (model.hidden_size, model.num_attention_heads);
    let queries = heads * (latent.qk_nope_head_dim + latent.qk_rope_head_dim);
    all.push(vector(Role::Norm, block, 2 * hidden));
    if latent.q_lora_rank > 0 {
        all.push(matrix(Role::Compress, block, latent.q_lora_rank, hidden));
        all.push(vector(Role::Norm, block, latent.q_lora_rank));
        all.push(matrix(Role::LatentQuery, block, queries, latent.q_lora_rank));
    } else {
        all.push(matrix(Role::Query, block, queries, hidden));
    }
    all.push(matrix(Role::Compress, block, latent.kv_lora_rank + latent.qk_rope_head_dim, hidden));
    all.push(vector(Role::Norm, block, latent.kv_lora_rank));
    all.push(matrix(Role::LatentKey, block, heads * latent.kv_lora_rank, latent.qk_nope_head_dim));
    all.push(matrix(Role::LatentValue, block, heads * latent.v_head_dim, latent.kv_lora_rank));
    all.push(matrix(Role::AttentionOutput, block, hidden, heads * latent.v_head_dim));
    if model.attention_bias {
        all.push(vector(Role::Bias, block, latent.q_lora_rank + latent.kv_lora_rank + latent.qk_rope_head_dim + hidden));
    }
}

/// A block with a gated delta rule (`Qwen3NextGatedDeltaNet`): what goes in, the convolution, how the state decays, a norm.
fn state(model: &Decoder, linear: &LinearAttention, block: u64, all: &mut Vec<Tensor>) {
    let (hidden, heads) = (model.hidden_size, linear.linear_num_value_heads);
    all.push(vector(Role::Norm, block, 2 * hidden));
    all.push(matrix(Role::StateInput, block, linear.convolved(), hidden));
    all.push(matrix(Role::StateGate, block, linear.values(), hidden));
    all.push(matrix(Role::StateDecay, block, 2 * heads, hidden));
    all.push(matrix(Role::Convolution, block, linear.convolved(), linear.linear_conv_kernel_dim));
    all.push(vector(Role::Norm, block, 2 * heads + linear.linear_value_head_dim));
    all.push(matrix(Role::StateOutput, block, hidden, linear.values()));
}

fn mlp(model: &Decoder, block: u64, width: u64, all: &mut Vec<Tensor>) {
    let hidden = model.hidden_size;
    let layout = model.mlp();
    match layout {
        MlpLayout::FusedGate | MlpLayout::FusedLinear => all.push(matrix(Role::Up, block, 2 * width, hidden)),
        MlpLayout::Gated | MlpLayout::Numbered => {
            all.push(matrix(Role::Gate, block, width, hidden));
            all.push(matrix(Role::Up, block, width, hidden));
        }
        MlpLayout::Ungated
        | MlpLayout::Projections
        | MlpLayout::FullyConnected
        | MlpLayout::OutProjected
        | MlpLayout::InOut
        | MlpLayout::FourTimes => all.push(matrix(Role::Up, block, width, hidden)),
    }
    all.push(matrix(Role::Down, block, hidden, width));
    if model.options.mlp_bias {
        let wide = if layout.has_gate() { 2 * width } else { width };
        all.push(vector(Role::Bias, block, wide + hidden));
    }
}

fn experts(model: &Decoder, block: u64, all: &mut Vec<Tensor>) {
    let DecoderVariant::MixtureOfExperts(moe) = &model.variant else { return };
    let (hidden, width, experts) = (model.hidden_size, moe.moe_intermediate_size, moe.num_experts);
    all.push(matrix(Role::Router, block, experts, hidden));
    if matches!(moe.router, Router::Sigmoid | Router::MiniMaxM2 | Router::GptOss | Router::Ernie45 | Router::Lfm2) {
        all.push(vector(Role::Router, block, experts));
    }
    for (role, rows, columns) in [(Role::Gate, width, hidden), (Role::Up, width, hidden), (Role::Down, hidden, width)] {
        all.push(Tensor { role, block, rows: rows * experts, columns, experts });
    }
    if moe.router == Router::GptOss {
        all.push(Tensor { experts, ..vector(Role::Bias, block, (2 * width + hidden) * experts) });
    }
    if moe.shared_expert_intermediate_size > 0 {
        mlp(model, block, moe.shared_expert_intermediate_size, all);
        if !moe.router.has_ungated_shared() {
            all.push(vector(Role::Router, block, hidden));
        }
    }
}
