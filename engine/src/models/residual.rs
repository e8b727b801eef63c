//! Residual stages as torchvision builds them, shared by classifiers, segmentation networks and detectors.

use super::image::conv_norm;
use crate::architecture::{Resnet, ResnetBlock};
use crate::course::Layer;
use crate::graph::builder::Builder;
use crate::graph::convolution::{Conv, Map};

/// Widths of the four stages before expansion (He et al. 2015, table 1).
const STAGE_PLANES: [u64; 4] = [64, 128, 256, 512];

/// How a backbone differs from a classifier's.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Backbone {
    /// Stages after the first whose stride gives way to dilation (`replace_stride_with_dilation`).
    pub dilated: [bool; 3],
    /// Whether batch norm is frozen to a scale and a shift (`FrozenBatchNorm2d`).
    pub frozen_norm: bool,
    /// Whether each block is checkpointed.
    pub checkpointed: bool,
}

impl Backbone {
    /// A classifier's backbone.
    #[must_use]
    pub const fn plain(checkpointed: bool) -> Self {
        Self { dilated: [false; 3], frozen_norm: false, checkpointed }
    }

    /// The 7x7 convolution of stride 2 with its norm and rectifier.
    pub fn stem(self, b: &mut Builder, image: Map) -> Map {
        let conv = b.conv_weights(image.channels, STAGE_PLANES[0], 7, 2, false);
        self.normed(b, image, conv, true)
    }

    /// One of the four stages; its blocks count on from `first_block`.
    pub fn stage(self, b: &mut Builder, model: &Resnet, x: Map, stage: usize, first_block: u64) -> Map {
        let (before, dilation) = (self.dilation(stage), self.dilation(stage + 1));
        let stride = if stage == 0 || dilation > before { 1 } else { 2 };
        let planes = STAGE_PLANES[stage];
        // The first block of a dilated stage keeps the dilation of the stage before.
        let layer = Layer::Block(first_block);
        let first = b.segment(layer, &[x.var], self.checkpointed, |b| self.block(b, model, x, planes, stride, before));
        let others = model.layers[stage].saturating_sub(1);
        let var = b.repeated(others, Layer::Block(first_block + 1), self.checkpointed, first.var, &mut |b, var| {
            self.block(b, model, first.with(var), planes, 1, dilation).var
        });
        first.with(var)
    }

    /// Dilation of the stages before the given one.
    fn dilation(self, stage: usize) -> u64 {
        let dilated = self.dilated.iter().take(stage.saturating_sub(1)).filter(|&&dilated| dilated).count();
        1 << dilated
    }

    fn block(self, b: &mut Builder, model: &Resnet, x: Map, planes: u64, stride: u64, dilation: u64) -> Map {
        let outputs = planes * expansion(model.block);
        let y = match model.block {
            ResnetBlock::Basic => {
                let y = self.unit(b, x, planes, 3, Spatial { stride, dilation, groups: 1 }, true);
                self.unit(b, y, planes, 3, Spatial::POINT, false)
            }
            ResnetBlock::Bottleneck => {
                let width = planes * model.width_per_group / 64 * model.groups;
                let y = self.unit(b, x, width, 1, Spatial::POINT, true);
                let y = self.unit(b, y, width, 3, Spatial { stride, dilation, groups: model.groups }, true);
                self.unit(b, y, outputs, 1, Spatial::POINT, false)
            }
        };
        let shortcut = if stride != 1 || x.channels != outputs {
            self.unit(b, x, outputs, 1, Spatial { stride, ..Spatial::POINT }, false)
        } else {
            x
        };
        let sum = b.add_in_place(y.var, shortcut.var);
        y.with(b.relu_in_place(sum))
    }

    /// Convolution and batch norm, with a rectifier where `active`.
    fn unit(self, b: &mut Builder, x: Map, outputs: u64, kernel: u64, spatial: Spatial, active: bool) -> Map {
        let Spatial { stride, dilation, groups } = spatial;
        let conv = b.grouped_conv_weights(x.channels, outputs, kernel, stride, groups, false);
        let conv = Conv { dilation, padding: conv.padding * dilation, ..conv };
        self.normed(b, x, conv, active)
    }

    fn normed(self, b: &mut Builder, x: Map, conv: Conv, active: bool) -> Map {
        let y = if self.frozen_norm {
            let norm = b.frozen_norm_buffers(conv.outputs);
            let y = b.convolution(x, conv);
            y.with(b.frozen_batch_norm(y.var, norm))
        } else {
            let norm = b.batch_norm_weights(conv.outputs);
            conv_norm(b, x, conv, norm)
        };
        if active { y.with(b.relu_in_place(y.var)) } else { y }
    }
}

/// Channels of a stage's output over its planes.
#[must_use]
pub const fn expansion(block: ResnetBlock) -> u64 {
    match block {
        ResnetBlock::Basic => 1,
        ResnetBlock::Bottleneck => 4,
    }
}

/// How a convolution moves over its input.
#[derive(Debug, Clone, Copy)]
struct Spatial {
    stride: u64,
    dilation: u64,
    groups: u64,
}

impl Spatial {
    const POINT: Self = Self { stride: 1, dilation: 1, groups: 1 };
}

/// A convolution without bias, batch norm, and a rectifier in place.
pub fn conv_norm_relu(b: &mut Builder, x: Map, outputs: u64, kernel: u64) -> Map {
    let conv = b.conv_weights(x.channels, outputs, kernel, 1, false);
    let norm = b.batch_norm_weights(outputs);
    let x = conv_norm(b, x, conv, norm);
    x.with(b.relu_in_place(x.var))
}
