//! Segmentation networks and detectors by their published hyper-parameters.

use super::Resnet;
use std::borrow::Cow;

/// Segmentation U-Nets (Ronneberger et al. 2015).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unet {
    /// The way down.
    pub encoder: UnetEncoder,
    /// Channels per level on the way up, coarsest first.
    pub decoder_channels: Cow<'static, [u64]>,
}

/// Ways down of segmentation U-Nets.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum UnetEncoder {
    /// Pairs of 3x3 convolutions of these widths with max pooling between; the way up enlarges by transposed convolutions.
    Convolutional(Cow<'static, [u64]>),
    /// A residual network (`segmentation_models_pytorch`); the way up enlarges by nearest neighbors.
    Residual(Resnet),
}

/// Segmentation networks of the torchvision kind: a residual backbone whose last two stages are dilated, a head on the
/// last, an auxiliary head on the one before.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Segmenter {
    /// The backbone.
    pub backbone: Resnet,
    /// The head on the last stage.
    pub head: SegmentationHead,
    /// Whether a second head trains on the third stage.
    pub aux_loss: bool,
}

/// Heads of segmentation networks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SegmentationHead {
    /// One 3x3 convolution (Long et al. 2015).
    Fcn,
    /// Spatial pyramid of dilated convolutions at these rates (Chen et al. 2017).
    DeepLabV3(Cow<'static, [u64]>),
}

/// Two-stage detectors (Ren et al. 2015, He et al. 2017) on a feature pyramid, with a frozen batch norm, as torchvision
/// fine-tunes them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Detector {
    /// The backbone.
    pub backbone: Resnet,
    /// Stages of the backbone that train, from the last on.
    pub trainable_backbone_layers: u64,
    /// Whether a third head predicts masks.
    pub mask_head: bool,
    /// Labelled objects that a picture is taken to show; see [`Detector::OBJECTS_PER_IMAGE`].
    pub objects_per_image: u64,
}

impl Detector {
    /// Objects to plan for where the data set is not known.
    ///
    /// Memory peaks on crowded pictures, so that this lies between the mean of COCO 2017 (7.3 boxes a picture) and its most
    /// crowded picture (93).
    /// Ten objects more are worth about 7 % of a step's peak on pictures of 800 x 1333.
    pub const OBJECTS_PER_IMAGE: u64 = 44;
}
