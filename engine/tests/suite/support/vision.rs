//! The image classifiers by their published hyper-parameters.

use engine::architecture::{
    Architecture, Convnext, Densenet, Expansion, InvertedResidual, InvertedResidualStage, InvertedResidualVariant, Resnet,
    ResnetBlock, Swin, Vgg, Vit, VitVariant,
};
use std::borrow::Cow;

const fn resnet(block: ResnetBlock, layers: [u64; 4], groups: u64, width_per_group: u64) -> Architecture {
    Architecture::Resnet(Resnet { block, layers, groups, width_per_group })
}

pub const RESNET50: Architecture = resnet(ResnetBlock::Bottleneck, [3, 4, 6, 3], 1, 64);
pub const RESNEXT50_32X4D: Architecture = resnet(ResnetBlock::Bottleneck, [3, 4, 6, 3], 32, 4);
pub const WIDE_RESNET50_2: Architecture = resnet(ResnetBlock::Bottleneck, [3, 4, 6, 3], 1, 128);

pub const VGG16_BN: Architecture = Architecture::Vgg(Vgg { layers: [2, 2, 3, 3, 3], batch_norm: true });

pub const DENSENET121: Architecture =
    Architecture::Densenet(Densenet { growth_rate: 32, block_config: [6, 12, 24, 16], num_init_features: 64, bn_size: 4 });

pub const CONVNEXT_TINY: Architecture =
    Architecture::Convnext(Convnext { depths: [3, 3, 9, 3], hidden_sizes: [96, 192, 384, 768], drop_path_rate: 0.1 });
pub const CONVNEXT_BASE: Architecture =
    Architecture::Convnext(Convnext { depths: [3, 3, 27, 3], hidden_sizes: [128, 256, 512, 1024], drop_path_rate: 0.5 });

const fn swin(embed_dim: u64, depths: [u64; 4], num_heads: [u64; 4], drop_path_rate: f64) -> Architecture {
    Architecture::Swin(Swin { patch_size: 4, embed_dim, depths, num_heads, window_size: 7, mlp_ratio: 4, drop_path_rate })
}

pub const SWIN_T: Architecture = swin(96, [2, 2, 6, 2], [3, 6, 12, 24], 0.2);
pub const SWIN_B: Architecture = swin(128, [2, 2, 18, 2], [4, 8, 16, 32], 0.5);

const fn vit(
    variant: VitVariant,
    patch_size: u64,
    hidden_size: u64,
    num_hidden_layers: u64,
    num_attention_heads: u64,
    layer_scale: bool,
) -> Architecture {
    let intermediate_size = 4 * hidden_size;
    Architecture::Vit(Vit {
        variant,
        patch_size,
        hidden_size,
        num_hidden_layers,
        num_attention_heads,
        intermediate_size,
        layer_scale,
    })
}

pub const VIT_B_16: Architecture = vit(VitVariant::Torchvision, 16, 768, 12, 12, false);
pub const VIT_L_16: Architecture = vit(VitVariant::Torchvision, 16, 1024, 24, 16, false);
pub const TIMM_DEIT_TINY: Architecture = vit(VitVariant::Timm, 16, 192, 12, 3, false);
pub const TIMM_VIT_SMALL: Architecture = vit(VitVariant::Timm, 16, 384, 12, 6, false);
pub const TIMM_VIT_BASE: Architecture = vit(VitVariant::Timm, 16, 768, 12, 12, false);
pub const TIMM_VIT_LARGE: Architecture = vit(VitVariant::Timm, 16, 1024, 24, 16, false);
pub const TIMM_VIT_BASE_P14: Architecture = vit(VitVariant::Timm, 14, 768, 12, 12, true);

const fn stage(
    kernel_size: u64,
    stride: u64,
    ratio: u64,
    out_channels: u64,
    num_layers: u64,
    squeeze_excitation: bool,
) -> InvertedResidualStage {
    InvertedResidualStage {
        kernel_size,
        stride,
        expansion: Expansion::Ratio(ratio),
        out_channels,
        num_layers,
        squeeze_excitation,
        hard_swish: false,
    }
}

pub const MOBILENET_V2: Architecture = Architecture::InvertedResidual(InvertedResidual {
    variant: InvertedResidualVariant::MobileNetV2,
    stem_channels: 32,
    stages: Cow::Borrowed(&[
        stage(3, 1, 1, 16, 1, false),
        stage(3, 2, 6, 24, 2, false),
        stage(3, 2, 6, 32, 3, false),
        stage(3, 2, 6, 64, 4, false),
        stage(3, 1, 6, 96, 3, false),
        stage(3, 2, 6, 160, 3, false),
        stage(3, 1, 6, 320, 1, false),
    ]),
    last_channels: 1280,
    classifier_channels: 0,
    dropout: 0.2,
    drop_path_rate: 0.0,
});

const fn efficientnet(
    stem_channels: u64,
    stages: &'static [InvertedResidualStage],
    last_channels: u64,
    dropout: f64,
) -> Architecture {
    Architecture::InvertedResidual(InvertedResidual {
        variant: InvertedResidualVariant::EfficientNet,
        stem_channels,
        stages: Cow::Borrowed(stages),
        last_channels,
        classifier_channels: 0,
        dropout,
        drop_path_rate: 0.2,
    })
}

pub const EFFICIENTNET_B0: Architecture = efficientnet(
    32,
    &[
        stage(3, 1, 1, 16, 1, true),
        stage(3, 2, 6, 24, 2, true),
        stage(5, 2, 6, 40, 2, true),
        stage(3, 2, 6, 80, 3, true),
        stage(5, 1, 6, 112, 3, true),
        stage(5, 2, 6, 192, 4, true),
        stage(3, 1, 6, 320, 1, true),
    ],
    1280,
    0.2,
);
pub const EFFICIENTNET_B4: Architecture = efficientnet(
    48,
    &[
        stage(3, 1, 1, 24, 2, true),
        stage(3, 2, 6, 32, 4, true),
        stage(5, 2, 6, 56, 4, true),
        stage(3, 2, 6, 112, 6, true),
        stage(5, 1, 6, 160, 6, true),
        stage(5, 2, 6, 272, 8, true),
        stage(3, 1, 6, 448, 2, true),
    ],
    1792,
    0.4,
);

const fn bneck(
    kernel_size: u64,
    channels: u64,
    out_channels: u64,
    squeeze_excitation: bool,
    hard_swish: bool,
    stride: u64,
) -> InvertedResidualStage {
    InvertedResidualStage {
        kernel_size,
        stride,
        expansion: Expansion::Channels(channels),
        out_channels,
        num_layers: 1,
        squeeze_excitation,
        hard_swish,
    }
}

pub const MOBILENET_V3_LARGE: Architecture = Architecture::InvertedResidual(InvertedResidual {
    variant: InvertedResidualVariant::MobileNetV3,
    stem_channels: 16,
    stages: Cow::Borrowed(&[
        bneck(3, 16, 16, false, false, 1),
        bneck(3, 64, 24, false, false, 2),
        bneck(3, 72, 24, false, false, 1),
        bneck(5, 72, 40, true, false, 2),
        bneck(5, 120, 40, true, false, 1),
        bneck(5, 120, 40, true, false, 1),
        bneck(3, 240, 80, false, true, 2),
        bneck(3, 200, 80, false, true, 1),
        bneck(3, 184, 80, false, true, 1),
        bneck(3, 184, 80, false, true, 1),
        bneck(3, 480, 112, true, true, 1),
        bneck(3, 672, 112, true, true, 1),
        bneck(5, 672, 160, true, true, 2),
        bneck(5, 960, 160, true, true, 1),
        bneck(5, 960, 160, true, true, 1),
    ]),
    last_channels: 960,
    classifier_channels: 1280,
    dropout: 0.2,
    drop_path_rate: 0.0,
});
