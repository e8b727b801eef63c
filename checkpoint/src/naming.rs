//! The part of a model that the name of a tensor tells.

use crate::part::Part;
use crate::tensor::is_number;

/// Last words of names of what never trains.
const BUFFERS: [&str; 8] = [
    "inv_freq",
    "position_ids",
    "token_type_ids",
    "masked_bias",
    "running_mean",
    "running_var",
    "num_batches_tracked",
    "e_score_correction_bias",
];
/// Last words of names of what belongs to quantized weights.
const SCALES: [&str; 12] = [
    "qzeros",
    "scales",
    "g_idx",
    "absmax",
    "quant_map",
    "nested_absmax",
    "nested_quant_map",
    "SCB",
    "input_scale",
    "k_scale",
    "v_scale",
    "weight_format",
];
/// How others of them begin or end.
const SCALED: [&str; 4] = ["weight_scale", "weight_zero_point", "weight_shape", "weight_global_scale"];
/// Words of networks for pictures and sound.
const BESIDE: [&str; 7] = ["vision", "visual", "image", "audio", "multi_modal", "mm_projector", "multimodal"];
/// Words of what stands behind the blocks.
const HEADS: [&str; 14] = [
    "lm_head",
    "embed_out",
    "cls",
    "classifier",
    "score",
    "pooler",
    "qa_outputs",
    "head",
    "heads",
    "fc",
    "pre_classifier",
    "vocab_transform",
    "vocab_projector",
    "vocab_layer_norm",
];
/// Words of projections of attention.
const PROJECTIONS: [&str; 8] = ["q_proj", "k_proj", "v_proj", "o_proj", "q_lin", "k_lin", "v_lin", "out_lin"];
/// Words of layers of state spaces.
const MIXERS: [&str; 4] = ["mixer", "mamba", "ssm", "conv1d"];
/// What names of an MLP contain.
const MLP: [&str; 7] = ["mlp", "ffn", "feed_forward", "DenseReluDense", "intermediate", "shared_expert", "dense_h_to_4h"];
/// Words of the layers of an MLP.
const MLP_LAYERS: [&str; 13] =
    ["fc1", "fc2", "w1", "w2", "w3", "wi", "wi_0", "wi_1", "wo", "up_proj", "down_proj", "gate_proj", "ff"];

/// The part of a model that a name tells, by the words that libraries use in names.
pub fn part_of(name: &str) -> Part {
    let words: Vec<&str> = name.split('.').collect();
    let (last, own) = words.split_last().map_or(("", &words[..]), |(last, own)| (*last, own));
    let any = |wanted: &[&str]| words.iter().any(|word| wanted.contains(word));
    let has = |wanted: &[&str]| words.iter().any(|word| wanted.iter().any(|part| word.contains(part)));
    let is_outside = !words.iter().any(|word| is_number(word));
    let parent = own.last().copied().unwrap_or_default();
    // From what settles it to what is only likely: an MLP of an expert is an expert's, a norm of an attention a norm.
    match () {
        () if has(&["lora_", "adapter", "modules_to_save"]) => Part::Adapter,
        // GPT-2's causal mask, beside the biases of its projections.
        () if BUFFERS.contains(&last) || last == "bias" && parent == "attn" => Part::Buffer,
        () if is_scale(last) || any(&["quant_state"]) => Part::Quantization,
        () if has(&BESIDE) || any(&["mlp1"]) => Part::Beside,
        () if any(&HEADS) || is_outside && any(&["output"]) => Part::Head,
        () if has(&["norm", "Norm"]) || words.iter().any(|word| is_norm(word)) => Part::Norm,
        () if has(&["router", "shared_expert_gate"]) || parent == "gate" => Part::Router,
        () if any(&["experts"]) => Part::Experts,
        () if has(&["attn", "attention", "Attention"]) || any(&PROJECTIONS) => Part::Attention,
        () if any(&["wte", "wpe"]) || is_outside && any(&["shared"]) || has(&["embed"]) => Part::Embedding,
        () if has(&MIXERS) => Part::Mixer,
        () if has(&MLP) || any(&MLP_LAYERS) => Part::FeedForward,
        // BERT's second linear layer is `encoder.layer.0.output.dense`.
        () if any(&["output"]) && any(&["dense"]) => Part::FeedForward,
        () => Part::Other,
    }
}

/// Names of norms that do not say so: `ln_1`, `bn2`.
fn is_norm(word: &str) -> bool {
    word.starts_with("ln_") || word.strip_prefix("bn").is_some_and(is_number)
}

fn is_scale(last: &str) -> bool {
    SCALES.contains(&last) || last.ends_with("_scales") || SCALED.iter().any(|start| last.starts_with(start))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Names of published files, one of each kind of layer.
    #[test]
    fn names_of_published_files_tell_their_part() {
        for (part, names) in [
            (
                Part::Embedding,
                "model.embed_tokens.weight wte.weight transformer.wpe.weight shared.weight bert.embeddings.word_embeddings.weight backbone.embeddings.weight",
            ),
            (
                Part::Attention,
                "model.layers.0.self_attn.q_proj.weight h.11.attn.c_attn.bias encoder.block.0.layer.0.SelfAttention.relative_attention_bias.weight bert.encoder.layer.0.attention.output.dense.weight distilbert.transformer.layer.5.attention.q_lin.weight model.layers.3.self_attn.kv_a_proj_with_mqa.weight",
            ),
            (
                Part::FeedForward,
                "model.layers.0.mlp.gate_proj.weight h.0.mlp.c_fc.weight encoder.block.0.layer.1.DenseReluDense.wi_0.weight bert.encoder.layer.0.intermediate.dense.bias bert.encoder.layer.0.output.dense.weight distilbert.transformer.layer.0.ffn.lin1.weight model.layers.3.mlp.shared_experts.up_proj.weight model.layers.0.mlp.shared_expert.down_proj.weight",
            ),
            (
                Part::Experts,
                "model.layers.0.block_sparse_moe.experts.7.w1.weight model.layers.3.mlp.experts.255.down_proj.weight model.layers.0.mlp.experts.gate_up_proj_blocks",
            ),
            (
                Part::Router,
                "model.layers.0.block_sparse_moe.gate.weight model.layers.3.mlp.gate.weight model.layers.0.mlp.shared_expert_gate.weight model.layers.0.mlp.router.weight",
            ),
            (
                Part::Norm,
                "model.norm.weight model.layers.0.input_layernorm.weight h.0.ln_1.bias bert.embeddings.LayerNorm.gamma model.layers.0.self_attn.q_norm.weight layer1.0.bn2.weight distilbert.transformer.layer.0.sa_layer_norm.weight",
            ),
            (
                Part::Head,
                "lm_head.weight cls.predictions.transform.LayerNorm.weight bert.pooler.dense.weight score.weight fc.bias output.weight vocab_layer_norm.weight",
            ),
            (Part::Mixer, "backbone.layers.0.mixer.in_proj.weight model.layers.0.mamba.conv1d.bias"),
            (
                Part::Beside,
                "vision_tower.vision_model.encoder.layers.0.self_attn.q_proj.weight multi_modal_projector.linear_1.weight visual.patch_embed.proj.weight",
            ),
            (Part::Adapter, "base_model.model.model.layers.0.self_attn.q_proj.lora_A.weight"),
            (
                Part::Quantization,
                "model.layers.0.self_attn.q_proj.weight_scale_inv model.layers.0.mlp.up_proj.qzeros model.layers.0.mlp.up_proj.weight.absmax model.layers.0.mlp.up_proj.weight.quant_state.bitsandbytes__nf4 model.layers.0.mlp.experts.gate_up_proj_scales",
            ),
            (
                Part::Buffer,
                "h.0.attn.bias model.layers.0.self_attn.rotary_emb.inv_freq bert.embeddings.position_ids layer1.0.bn1.running_var model.layers.3.mlp.gate.e_score_correction_bias",
            ),
            (Part::Other, "layer1.0.conv1.weight logit_scale x"),
        ] {
            for name in names.split(' ') {
                assert_eq!(part_of(name), part, "{name}");
            }
        }
    }
}
