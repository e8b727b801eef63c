//! Modules that can have an adapter, by the names that PEFT's `target_modules` takes.

use engine::architecture::{Architecture, DiffusionTransformerVariant, EncoderVariant, LayerNames, VitNames};
use engine::training::LoraTargets;

use super::errors::Errors;
use crate::error::Reason;
use wire::v1::choices::LoraPreset;

/// A name that people write, and the engine's names of the layers that it selects: PEFT selects every module whose path
/// ends in the name.
type Module = (&'static str, &'static [&'static str]);

const BERT: &[Module] = &[
    ("query", &["query"]),
    ("key", &["key"]),
    ("value", &["value"]),
    ("attention.output.dense", &["output"]),
    ("intermediate.dense", &["intermediate"]),
    ("output.dense", &["output", "dense"]),
    ("dense", &["output", "intermediate", "dense", "head.dense"]),
];
const DEBERTA: &[Module] = &[
    ("query_proj", &["query"]),
    ("key_proj", &["key"]),
    ("value_proj", &["value"]),
    ("attention.output.dense", &["output"]),
    ("intermediate.dense", &["intermediate"]),
    ("output.dense", &["output", "dense"]),
    ("dense", &["output", "intermediate", "dense", "head.dense"]),
];
const MPNET: &[Module] = &[
    ("q", &["query"]),
    ("k", &["key"]),
    ("v", &["value"]),
    ("o", &["output"]),
    ("intermediate.dense", &["intermediate"]),
    ("output.dense", &["dense"]),
    ("dense", &["intermediate", "dense", "head.dense"]),
];
const MODERNBERT: &[Module] =
    &[("Wqkv", &["Wqkv"]), ("attn.Wo", &["attn.Wo"]), ("Wi", &["Wi"]), ("mlp.Wo", &["mlp.Wo"]), ("Wo", &["attn.Wo", "mlp.Wo"])];
const DISTILBERT: &[Module] = &[
    ("q_lin", &["query"]),
    ("k_lin", &["key"]),
    ("v_lin", &["value"]),
    ("out_lin", &["output"]),
    ("lin1", &["intermediate"]),
    ("lin2", &["dense"]),
];
const DECODER: &[Module] = &[
    ("q_proj", &["q_proj"]),
    ("k_proj", &["k_proj"]),
    ("v_proj", &["v_proj"]),
    ("o_proj", &["o_proj"]),
    ("gate_proj", &["gate_proj"]),
    ("up_proj", &["up_proj"]),
    ("down_proj", &["down_proj"]),
];
const PHI3: &[Module] =
    &[("qkv_proj", &["qkv_proj"]), ("o_proj", &["o_proj"]), ("gate_up_proj", &["gate_up_proj"]), ("down_proj", &["down_proj"])];
/// Experts are fused parameters, which adapters leave alone.
const ATTENTION: &[Module] =
    &[("q_proj", &["q_proj"]), ("k_proj", &["k_proj"]), ("v_proj", &["v_proj"]), ("o_proj", &["o_proj"])];
/// Blocks with a state have layers of their own (Qwen3.5).
const STATES: &[Module] = &[
    ("q_proj", &["q_proj"]),
    ("k_proj", &["k_proj"]),
    ("v_proj", &["v_proj"]),
    ("o_proj", &["o_proj"]),
    ("in_proj_qkv", &["in_proj_qkv"]),
    ("in_proj_z", &["in_proj_z"]),
    ("in_proj_b", &["in_proj_b"]),
    ("in_proj_a", &["in_proj_a"]),
    ("out_proj", &["out_proj"]),
    ("gate_proj", &["gate_proj"]),
    ("up_proj", &["up_proj"]),
    ("down_proj", &["down_proj"]),
];
/// Fewer of them, and experts beside those (Qwen3-Next).
const JOINED_STATES: &[Module] = &[
    ("q_proj", &["q_proj"]),
    ("k_proj", &["k_proj"]),
    ("v_proj", &["v_proj"]),
    ("o_proj", &["o_proj"]),
    ("in_proj_qkvz", &["in_proj_qkvz"]),
    ("in_proj_ba", &["in_proj_ba"]),
    ("out_proj", &["out_proj"]),
];
/// Blocks with a short convolution (LFM2), and mixtures of them.
const SHORT_CONVOLUTIONS: &[Module] = &[
    ("q_proj", &["q_proj"]),
    ("k_proj", &["k_proj"]),
    ("v_proj", &["v_proj"]),
    ("out_proj", &["out_proj"]),
    ("in_proj", &["in_proj"]),
    ("w1", &["w1"]),
    ("w2", &["w2"]),
    ("w3", &["w3"]),
];
const SPARSE_SHORT_CONVOLUTIONS: &[Module] = &[
    ("q_proj", &["q_proj"]),
    ("k_proj", &["k_proj"]),
    ("v_proj", &["v_proj"]),
    ("out_proj", &["out_proj"]),
    ("in_proj", &["in_proj"]),
];
/// Latent attention.
const LATENT: &[Module] = &[
    ("q_proj", &["q_proj"]),
    ("kv_a_proj_with_mqa", &["kv_a_proj_with_mqa"]),
    ("kv_b_proj", &["kv_b_proj"]),
    ("o_proj", &["o_proj"]),
];
/// Latent attention whose queries are compressed as well.
const COMPRESSED_LATENT: &[Module] = &[
    ("q_a_proj", &["q_a_proj"]),
    ("q_b_proj", &["q_b_proj"]),
    ("kv_a_proj_with_mqa", &["kv_a_proj_with_mqa"]),
    ("kv_b_proj", &["kv_b_proj"]),
    ("o_proj", &["o_proj"]),
];
const FUSED_GATE: &[Module] = &[
    ("q_proj", &["q_proj"]),
    ("k_proj", &["k_proj"]),
    ("v_proj", &["v_proj"]),
    ("o_proj", &["o_proj"]),
    ("gate_up_proj", &["gate_up_proj"]),
    ("down_proj", &["down_proj"]),
];
const FUSED_LINEAR: &[Module] = &[
    ("q_proj", &["q_proj"]),
    ("k_proj", &["k_proj"]),
    ("v_proj", &["v_proj"]),
    ("o_proj", &["o_proj"]),
    ("input_linear", &["input_linear"]),
    ("output_linear", &["output_linear"]),
];
const STARCODER2: &[Module] = &[
    ("q_proj", &["q_proj"]),
    ("k_proj", &["k_proj"]),
    ("v_proj", &["v_proj"]),
    ("o_proj", &["o_proj"]),
    ("c_fc", &["c_fc"]),
    ("c_proj", &["c_proj"]),
];
const PHI: &[Module] = &[
    ("q_proj", &["q_proj"]),
    ("k_proj", &["k_proj"]),
    ("v_proj", &["v_proj"]),
    ("dense", &["dense"]),
    ("fc1", &["fc1"]),
    ("fc2", &["fc2"]),
];
const UNGATED: &[Module] = &[
    ("q_proj", &["q_proj"]),
    ("k_proj", &["k_proj"]),
    ("v_proj", &["v_proj"]),
    ("o_proj", &["o_proj"]),
    ("up_proj", &["up_proj"]),
    ("down_proj", &["down_proj"]),
];
const OPT: &[Module] = &[
    ("q_proj", &["q_proj"]),
    ("k_proj", &["k_proj"]),
    ("v_proj", &["v_proj"]),
    ("out_proj", &["out_proj"]),
    ("fc1", &["fc1"]),
    ("fc2", &["fc2"]),
];
const GPT_J: &[Module] = &[
    ("q_proj", &["q_proj"]),
    ("k_proj", &["k_proj"]),
    ("v_proj", &["v_proj"]),
    ("out_proj", &["out_proj"]),
    ("fc_in", &["fc_in"]),
    ("fc_out", &["fc_out"]),
];
/// `dense` ends one name alone: those of the MLP end in what they lead to.
const GPT_NEOX: &[Module] = &[
    ("query_key_value", &["query_key_value"]),
    ("dense", &["dense"]),
    ("dense_h_to_4h", &["dense_h_to_4h"]),
    ("dense_4h_to_h", &["dense_4h_to_h"]),
];
const GPT2: &[Module] = &[
    ("c_attn", &["c_attn"]),
    ("attn.c_proj", &["attn.c_proj"]),
    ("mlp.c_proj", &["mlp.c_proj"]),
    ("c_proj", &["attn.c_proj", "mlp.c_proj"]),
    ("c_fc", &["c_fc"]),
];
const T5: &[Module] = &[("q", &["q"]), ("k", &["k"]), ("v", &["v"]), ("o", &["o"]), ("wi", &["wi"]), ("wo", &["wo"])];
const GATED_T5: &[Module] =
    &[("q", &["q"]), ("k", &["k"]), ("v", &["v"]), ("o", &["o"]), ("wi_0", &["wi_0"]), ("wi_1", &["wi_1"]), ("wo", &["wo"])];
const VIT: &[Module] = &[
    ("q_proj", &["q_proj"]),
    ("k_proj", &["k_proj"]),
    ("v_proj", &["v_proj"]),
    ("o_proj", &["o_proj"]),
    ("fc1", &["fc1"]),
    ("fc2", &["fc2"]),
];
const TIMM_VIT: &[Module] = &[("qkv", &["qkv"]), ("attn.proj", &["attn.proj"]), ("fc1", &["fc1"]), ("fc2", &["fc2"])];
const SD3: &[Module] = &[
    ("to_q", &["to_q"]),
    ("to_k", &["to_k"]),
    ("to_v", &["to_v"]),
    ("to_out.0", &["to_out.0"]),
    ("add_q_proj", &["add_q_proj"]),
    ("add_k_proj", &["add_k_proj"]),
    ("add_v_proj", &["add_v_proj"]),
    ("to_add_out", &["to_add_out"]),
    ("ff.net.0.proj", &["ff.net.0.proj"]),
    ("ff.net.2", &["ff.net.2"]),
    ("ff_context.net.0.proj", &["ff_context.net.0.proj"]),
    ("ff_context.net.2", &["ff_context.net.2"]),
    ("proj_out", &["proj_out"]),
];
const FLUX: &[Module] = &[
    ("to_q", &["to_q"]),
    ("to_k", &["to_k"]),
    ("to_v", &["to_v"]),
    ("to_out.0", &["to_out.0"]),
    ("add_q_proj", &["add_q_proj"]),
    ("add_k_proj", &["add_k_proj"]),
    ("add_v_proj", &["add_v_proj"]),
    ("to_add_out", &["to_add_out"]),
    ("ff.net.0.proj", &["ff.net.0.proj"]),
    ("ff.net.2", &["ff.net.2"]),
    ("ff_context.net.0.proj", &["ff_context.net.0.proj"]),
    ("ff_context.net.2", &["ff_context.net.2"]),
    ("proj_mlp", &["proj_mlp"]),
    ("proj_out", &["proj_out"]),
];
const DIFFUSION_UNET: &[Module] = &[
    ("to_q", &["to_q"]),
    ("to_k", &["to_k"]),
    ("to_v", &["to_v"]),
    ("to_out.0", &["to_out.0"]),
    ("ff.net.0.proj", &["ff.net.0.proj"]),
    ("ff.net.2", &["ff.net.2"]),
    ("proj_out", &["proj_out"]),
];

const fn modules(architecture: &Architecture) -> &'static [Module] {
    match architecture {
        Architecture::Encoder(model) => match model.variant {
            EncoderVariant::Bert | EncoderVariant::Roberta | EncoderVariant::Electra => BERT,
            EncoderVariant::ModernBert => MODERNBERT,
            EncoderVariant::DebertaV2 => DEBERTA,
            EncoderVariant::Mpnet => MPNET,
            EncoderVariant::DistilBert => DISTILBERT,
        },
        Architecture::Decoder(model) => match model.layer_names() {
            LayerNames::Gated => DECODER,
            LayerNames::Attention => ATTENTION,
            LayerNames::States => STATES,
            LayerNames::JoinedStates => JOINED_STATES,
            LayerNames::ShortConvolutions => SHORT_CONVOLUTIONS,
            LayerNames::SparseShortConvolutions => SPARSE_SHORT_CONVOLUTIONS,
            LayerNames::FusedGate => FUSED_GATE,
            LayerNames::FusedLinear => FUSED_LINEAR,
            LayerNames::Phi3 => PHI3,
            LayerNames::Ungated => UNGATED,
            LayerNames::Starcoder2 => STARCODER2,
            LayerNames::Phi => PHI,
            LayerNames::Opt => OPT,
            LayerNames::GptJ => GPT_J,
            LayerNames::GptNeoX => GPT_NEOX,
            LayerNames::Latent => LATENT,
            LayerNames::CompressedLatent => COMPRESSED_LATENT,
        },
        Architecture::Gpt2(_) => GPT2,
        Architecture::T5(model) if model.feed_forward.gated => GATED_T5,
        Architecture::T5(_) => T5,
        Architecture::Bart(_) | Architecture::Whisper(_) => OPT,
        Architecture::Vit(model) => match model.names() {
            VitNames::Timm => TIMM_VIT,
            VitNames::Plain => VIT,
            VitNames::Gated => DECODER,
            VitNames::OutProj => OPT,
        },
        Architecture::DiffusionUnet(_) => DIFFUSION_UNET,
        Architecture::DiffusionTransformer(model) => match model.variant {
            DiffusionTransformerVariant::Joint { .. } => SD3,
            DiffusionTransformerVariant::JointThenSingle { .. } => FLUX,
        },
        // Their methods have no adapters, or their training is not modeled.
        Architecture::Resnet(_)
        | Architecture::Vgg(_)
        | Architecture::Densenet(_)
        | Architecture::InvertedResidual(_)
        | Architecture::VideoTransformer(_)
        | Architecture::Convnext(_)
        | Architecture::Swin(_)
        | Architecture::Unet(_)
        | Architecture::Segmenter(_)
        | Architecture::Detector(_)
        | Architecture::Traced(_) => &[],
    }
}

/// The engine's names of the modules; a name that the model does not have is an error.
pub(super) fn targets(names: &[String], architecture: &Architecture, errors: &mut Errors) -> LoraTargets {
    let known = modules(architecture);
    let mut selected: Vec<String> = Vec::new();
    for name in names {
        let Some((_, layers)) = known.iter().find(|(module, _)| module == name) else {
            let allowed =
                LoraPreset::WORDS.iter().copied().chain(known.iter().map(|(module, _)| *module)).map(str::to_owned).collect();
            errors.push("/training/lora/targets", Reason::UnknownValue { given: name.chars().take(60).collect(), allowed });
            break;
        };
        for layer in *layers {
            if selected.iter().all(|earlier| earlier != layer) {
                selected.push((*layer).to_owned());
            }
        }
    }
    LoraTargets::Named(selected)
}
