//! Image classifiers: vision transformers of transformers' classes.

use engine::architecture::{Activation, Vit, VitClass, VitKind, VitVariant};

use super::options::activation;
use crate::defaults;
use crate::resolve::model::model_type::ModelType;
use wire::v1::scenario::ModelConfig;

/// The configuration with what its class says where its file is silent, as files of towers are.
pub(in crate::resolve::model) fn filled(config: &mut ModelConfig, kind: ModelType) {
    let [width, layers, heads, inner] = defaults::VIT_SHAPE;
    let fill = |field: &mut Option<u64>, default| *field = field.or(Some(default));
    fill(&mut config.hidden_size, width);
    fill(&mut config.num_hidden_layers, layers);
    // What its heads would not divide needs another number of them.
    if config.hidden_size.is_none_or(|width| width.is_multiple_of(heads)) {
        fill(&mut config.num_attention_heads, heads);
    }
    fill(&mut config.image_size, defaults::IMAGE_SIDE);
    fill(
        &mut config.patch_size,
        match kind {
            ModelType::Dinov2 => defaults::DINOV2_PATCH,
            ModelType::ClipVision => defaults::CLIP_PATCH,
            _ => defaults::VIT_PATCH,
        },
    );
    if !is_dinov2(kind) {
        fill(&mut config.intermediate_size, inner);
    }
}

/// The model that a configuration describes.
pub(super) fn vit(config: &ModelConfig, kind: ModelType) -> Option<Vit> {
    let hidden_size = config.hidden_size?;
    let has_mask_token = match kind {
        ModelType::Dinov2 => config.use_mask_token.unwrap_or(true),
        _ => kind == ModelType::Dinov2WithRegisters,
    };
    let gated = is_dinov2(kind) && config.use_swiglu_ffn.unwrap_or(false);
    let class = VitClass {
        kind: match kind {
            ModelType::Deit => VitKind::Deit,
            ModelType::Dinov2 | ModelType::Dinov2WithRegisters => VitKind::Dinov2,
            ModelType::SiglipVision => VitKind::Siglip { head: config.vision_use_head.unwrap_or(true) },
            ModelType::ClipVision => VitKind::Clip,
            _ => VitKind::Vit,
        },
        image_size: config.image_size?,
        num_register_tokens: (kind == ModelType::Dinov2WithRegisters)
            .then(|| config.num_register_tokens.unwrap_or(defaults::DINOV2_REGISTERS)),
        mask_token: has_mask_token,
        qkv_bias: config.qkv_bias.unwrap_or(true),
        gated,
        activation: activation(
            config,
            match kind {
                ModelType::SiglipVision => Activation::GeluTanh,
                ModelType::ClipVision => Activation::QuickGelu,
                _ => Activation::Gelu,
            },
        ),
        hidden_dropout: config.hidden_dropout_prob.unwrap_or(0.0),
        attention_dropout: config.attention_dropout.unwrap_or(0.0),
        drop_path_rate: config.drop_path_rate.unwrap_or(0.0),
    };
    Some(Vit {
        variant: VitVariant::Transformers(class),
        patch_size: config.patch_size?,
        hidden_size,
        num_hidden_layers: config.num_hidden_layers?,
        num_attention_heads: config.num_attention_heads?,
        intermediate_size: if is_dinov2(kind) { mlp_width(config, hidden_size, gated) } else { config.intermediate_size? },
        layer_scale: is_dinov2(kind),
    })
}

/// Whether the MLP goes by a ratio.
const fn is_dinov2(kind: ModelType) -> bool {
    matches!(kind, ModelType::Dinov2 | ModelType::Dinov2WithRegisters)
}

/// Four times the width where nothing else is said; of a gated MLP two thirds of that, up to a multiple of eight.
fn mlp_width(config: &ModelConfig, hidden_size: u64, gated: bool) -> u64 {
    let width = hidden_size.saturating_mul(config.mlp_ratio.unwrap_or(defaults::MLP_RATIO));
    if gated { (width.saturating_mul(2) / 3).div_ceil(8).saturating_mul(8).max(8) } else { width }
}
