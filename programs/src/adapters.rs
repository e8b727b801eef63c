//! Which modules PEFT gives adapters to: a group of layers, by the names that each library has for them.

use engine::architecture::{Architecture, DiffusionTransformerVariant, EncoderVariant, LayerNames, VitNames};

/// `target_modules` for query and value, for all of attention, and for every linear layer that has a name of the repeated blocks' layers.
type Groups = (&'static [&'static str], &'static [&'static str], &'static [&'static str]);

const DECODER: Groups = (
    &["q_proj", "v_proj"],
    &["q_proj", "k_proj", "v_proj", "o_proj"],
    &["q_proj", "k_proj", "v_proj", "o_proj", "gate_proj", "up_proj", "down_proj"],
);
/// Experts are fused parameters, which adapters leave alone.
const ATTENTION: Groups = (DECODER.0, DECODER.1, DECODER.1);
/// Blocks with a state have layers of their own (Qwen3.5).
const STATES: Groups = (
    DECODER.0,
    DECODER.1,
    &[
        "q_proj",
        "k_proj",
        "v_proj",
        "o_proj",
        "in_proj_qkv",
        "in_proj_z",
        "in_proj_b",
        "in_proj_a",
        "out_proj",
        "gate_proj",
        "up_proj",
        "down_proj",
    ],
);
/// Fewer of them, and experts beside those (Qwen3-Next).
const JOINED_STATES: Groups =
    (DECODER.0, DECODER.1, &["q_proj", "k_proj", "v_proj", "o_proj", "in_proj_qkvz", "in_proj_ba", "out_proj"]);
/// Blocks with a short convolution, whose way back has the name of attention's (LFM2).
const SHORT_CONVOLUTIONS: Groups = (
    DECODER.0,
    &["q_proj", "k_proj", "v_proj", "out_proj"],
    &["q_proj", "k_proj", "v_proj", "out_proj", "in_proj", "w1", "w3", "w2"],
);
const SPARSE_SHORT_CONVOLUTIONS: Groups =
    (DECODER.0, SHORT_CONVOLUTIONS.1, &["q_proj", "k_proj", "v_proj", "out_proj", "in_proj"]);
/// Gate and up in one.
const FUSED_GATE: Groups = (DECODER.0, DECODER.1, &["q_proj", "k_proj", "v_proj", "o_proj", "gate_up_proj", "down_proj"]);
const FUSED_LINEAR: Groups = (DECODER.0, DECODER.1, &["q_proj", "k_proj", "v_proj", "o_proj", "input_linear", "output_linear"]);
const STARCODER2: Groups = (DECODER.0, DECODER.1, &["q_proj", "k_proj", "v_proj", "o_proj", "c_fc", "c_proj"]);
const PHI: Groups = (DECODER.0, &["q_proj", "k_proj", "v_proj", "dense"], &["q_proj", "k_proj", "v_proj", "dense", "fc1", "fc2"]);
const UNGATED: Groups = (DECODER.0, DECODER.1, &["q_proj", "k_proj", "v_proj", "o_proj", "up_proj", "down_proj"]);
const OPT: Groups =
    (DECODER.0, &["q_proj", "k_proj", "v_proj", "out_proj"], &["q_proj", "k_proj", "v_proj", "out_proj", "fc1", "fc2"]);
const GPT_J: Groups = (OPT.0, OPT.1, &["q_proj", "k_proj", "v_proj", "out_proj", "fc_in", "fc_out"]);
const GPT_NEOX: Groups =
    (&["query_key_value"], &["query_key_value", "dense"], &["query_key_value", "dense", "dense_h_to_4h", "dense_4h_to_h"]);
/// Keys and values are made from one compressed vector; PEFT takes names of the MLP beside experts for theirs.
const LATENT: Groups = (
    &["q_proj", "kv_b_proj"],
    &["q_proj", "kv_a_proj_with_mqa", "kv_b_proj", "o_proj"],
    &["q_proj", "kv_a_proj_with_mqa", "kv_b_proj", "o_proj"],
);
/// Queries are made from a compressed vector as well.
const COMPRESSED_LATENT: Groups = (
    &["q_b_proj", "kv_b_proj"],
    &["q_a_proj", "q_b_proj", "kv_a_proj_with_mqa", "kv_b_proj", "o_proj"],
    &["q_a_proj", "q_b_proj", "kv_a_proj_with_mqa", "kv_b_proj", "o_proj"],
);
const PHI3: Groups = (&["qkv_proj"], &["qkv_proj", "o_proj"], &["qkv_proj", "o_proj", "gate_up_proj", "down_proj"]);
const GPT2: Groups = (&["c_attn"], &["c_attn", "attn.c_proj"], &["c_attn", "c_proj", "c_fc"]);
/// `dense` ends the names of three layers of a block, and of the pooler or the head.
const BERT: Groups =
    (&["query", "value"], &["query", "key", "value", "attention.output.dense"], &["query", "key", "value", "dense"]);
const DEBERTA: Groups = (
    &["query_proj", "value_proj"],
    &["query_proj", "key_proj", "value_proj", "attention.output.dense"],
    &["query_proj", "key_proj", "value_proj", "dense"],
);
const MPNET: Groups = (&["q", "v"], &["q", "k", "v", "o"], &["q", "k", "v", "o", "dense"]);
const MODERNBERT: Groups = (&["Wqkv"], &["Wqkv", "attn.Wo"], &["Wqkv", "Wo", "Wi"]);
const DISTILBERT: Groups =
    (&["q_lin", "v_lin"], &["q_lin", "k_lin", "v_lin", "out_lin"], &["q_lin", "k_lin", "v_lin", "out_lin", "lin1", "lin2"]);
const T5: Groups = (&["q", "v"], &["q", "k", "v", "o"], &["q", "k", "v", "o", "wi", "wo"]);
const GATED_T5: Groups = (T5.0, T5.1, &["q", "k", "v", "o", "wi_0", "wi_1", "wo"]);
const VIT: Groups = (DECODER.0, DECODER.1, &["q_proj", "k_proj", "v_proj", "o_proj", "fc1", "fc2"]);
const TIMM: Groups = (&["qkv"], &["qkv", "attn.proj"], &["qkv", "attn.proj", "fc1", "fc2"]);
const UNET: Groups = (
    &["to_q", "to_v"],
    &["to_q", "to_k", "to_v", "to_out.0"],
    &["to_q", "to_k", "to_v", "to_out.0", "ff.net.0.proj", "ff.net.2", "proj_out"],
);
const SD3: Groups = (
    UNET.0,
    UNET.1,
    &[
        "to_q",
        "to_k",
        "to_v",
        "to_out.0",
        "add_q_proj",
        "add_k_proj",
        "add_v_proj",
        "to_add_out",
        "ff.net.0.proj",
        "ff.net.2",
        "ff_context.net.0.proj",
        "ff_context.net.2",
        "proj_out",
    ],
);
const FLUX: Groups = (
    UNET.0,
    UNET.1,
    &[
        "to_q",
        "to_k",
        "to_v",
        "to_out.0",
        "add_q_proj",
        "add_k_proj",
        "add_v_proj",
        "to_add_out",
        "ff.net.0.proj",
        "ff.net.2",
        "ff_context.net.0.proj",
        "ff_context.net.2",
        "proj_mlp",
        "proj_out",
    ],
);

/// The groups of a model; empty where its methods have no adapters.
pub(super) const fn adapters(architecture: &Architecture) -> Groups {
    match architecture {
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
        Architecture::Encoder(model) => match model.variant {
            EncoderVariant::Bert | EncoderVariant::Roberta | EncoderVariant::Electra => BERT,
            EncoderVariant::ModernBert => MODERNBERT,
            EncoderVariant::DebertaV2 => DEBERTA,
            EncoderVariant::Mpnet => MPNET,
            EncoderVariant::DistilBert => DISTILBERT,
        },
        Architecture::T5(model) if model.feed_forward.gated => GATED_T5,
        Architecture::T5(_) => T5,
        Architecture::Bart(_) | Architecture::Whisper(_) => OPT,
        Architecture::Vit(model) => match model.names() {
            VitNames::Timm => TIMM,
            VitNames::Plain => VIT,
            VitNames::Gated => DECODER,
            VitNames::OutProj => OPT,
        },
        Architecture::DiffusionUnet(_) => UNET,
        Architecture::DiffusionTransformer(model) => match model.variant {
            DiffusionTransformerVariant::Joint { .. } => SD3,
            DiffusionTransformerVariant::JointThenSingle { .. } => FLUX,
        },
        Architecture::Resnet(_)
        | Architecture::Vgg(_)
        | Architecture::Densenet(_)
        | Architecture::InvertedResidual(_)
        | Architecture::Convnext(_)
        | Architecture::Swin(_)
        | Architecture::Unet(_)
        | Architecture::Segmenter(_)
        | Architecture::VideoTransformer(_)
        | Architecture::Detector(_)
        | Architecture::Traced(_) => (&[], &[], &[]),
    }
}

/// Modules of a classifier that no published file of the model has, ahead of the classes and with them; empty where there is none.
pub(super) const fn heads(architecture: &Architecture) -> &'static [&'static str] {
    match architecture {
        Architecture::Encoder(model) => match model.variant {
            EncoderVariant::DistilBert => &["pre_classifier", "classifier"],
            EncoderVariant::DebertaV2 => &["pooler", "classifier"],
            EncoderVariant::Bert
            | EncoderVariant::Roberta
            | EncoderVariant::Electra
            | EncoderVariant::ModernBert
            | EncoderVariant::Mpnet => &["classifier"],
        },
        Architecture::Vit(model) => match model.names() {
            VitNames::Timm => &["head"],
            VitNames::Plain | VitNames::Gated | VitNames::OutProj => &["classifier"],
        },
        _ => &[],
    }
}
