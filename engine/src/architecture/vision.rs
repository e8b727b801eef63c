//! Image classifiers by their published hyper-parameters.

use std::borrow::Cow;

/// Residual networks as torchvision builds them (He et al. 2015).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Resnet {
    /// Basic (two 3x3) or bottleneck (1x1, 3x3, 1x1) blocks.
    pub block: ResnetBlock,
    /// Blocks per stage.
    pub layers: [u64; 4],
    /// Groups of the 3x3 convolution.
    pub groups: u64,
    /// Width of a group at 64 planes.
    pub width_per_group: u64,
}

/// Kind of residual block.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ResnetBlock {
    /// Two 3x3 convolutions.
    Basic,
    /// 1x1, 3x3, 1x1 with fourfold expansion.
    Bottleneck,
}

/// VGG networks as torchvision builds them (Simonyan and Zisserman 2014).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Vgg {
    /// 3x3 convolutions per stage, of 64, 128, 256, 512 and 512 channels.
    pub layers: [u64; 5],
    /// Whether a batch norm follows each convolution.
    pub batch_norm: bool,
}

/// DenseNets as torchvision builds them (Huang et al. 2016).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Densenet {
    /// Channels that each layer adds.
    pub growth_rate: u64,
    /// Layers per block.
    pub block_config: [u64; 4],
    /// Channels of the stem.
    pub num_init_features: u64,
    /// Channels of the bottleneck, in growth rates.
    pub bn_size: u64,
}

/// MobileNet and EfficientNet: an optional 1x1 expansion, a depthwise convolution, an optional gate, a 1x1 projection.
#[derive(Debug, Clone, PartialEq)]
pub struct InvertedResidual {
    /// Whose activations, gates and classifier.
    pub variant: InvertedResidualVariant,
    /// Channels of the stem.
    pub stem_channels: u64,
    /// The stages.
    pub stages: Cow<'static, [InvertedResidualStage]>,
    /// Channels of the 1x1 convolution after the last block.
    pub last_channels: u64,
    /// Width of the classifier's hidden layer, 0 where there is none.
    pub classifier_channels: u64,
    /// Dropout before the classifier.
    pub dropout: f64,
    /// Chance that the last block is dropped; earlier ones proportionally less.
    pub drop_path_rate: f64,
}

/// Activations, gates and classifiers among networks of inverted residuals.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum InvertedResidualVariant {
    /// ReLU6, no gates (Sandler et al. 2018).
    MobileNetV2,
    /// ReLU and hard swish, some gates, a hidden layer in the classifier (Howard et al. 2019).
    MobileNetV3,
    /// SiLU and a gate in every block, stochastic depth (Tan and Le 2019).
    EfficientNet,
}

/// A run of inverted residual blocks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct InvertedResidualStage {
    /// Side of the depthwise kernel.
    pub kernel_size: u64,
    /// Stride of the first block.
    pub stride: u64,
    /// Width between the 1x1 convolutions.
    pub expansion: Expansion,
    /// Channels coming out.
    pub out_channels: u64,
    /// Blocks.
    pub num_layers: u64,
    /// Whether a squeeze-and-excitation gate follows the depthwise convolution.
    pub squeeze_excitation: bool,
    /// Hard swish rather than ReLU, where the variant has both.
    pub hard_swish: bool,
}

/// Width inside an inverted residual block.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Expansion {
    /// A multiple of the channels coming in.
    Ratio(u64),
    /// As many channels.
    Channels(u64),
}

/// ConvNeXt as torchvision builds it (Liu et al. 2022).
#[derive(Debug, Clone, PartialEq)]
pub struct Convnext {
    /// Blocks per stage.
    pub depths: [u64; 4],
    /// Channels per stage.
    pub hidden_sizes: [u64; 4],
    /// Chance that the last block is dropped; earlier ones proportionally less.
    pub drop_path_rate: f64,
}

/// Swin transformers as torchvision builds them (Liu et al. 2021).
#[derive(Debug, Clone, PartialEq)]
pub struct Swin {
    /// Side of a patch.
    pub patch_size: u64,
    /// Width of the first stage; doubles from stage to stage.
    pub embed_dim: u64,
    /// Blocks per stage.
    pub depths: [u64; 4],
    /// Attention heads per stage.
    pub num_heads: [u64; 4],
    /// Side of a window in patches.
    pub window_size: u64,
    /// Width of the MLP over that of the residual stream.
    pub mlp_ratio: u64,
    /// Chance that the last block is dropped; earlier ones proportionally less.
    pub drop_path_rate: f64,
}
