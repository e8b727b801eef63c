//! Convolutions and pooling over images.

use super::builder::{Builder, Weight};
use super::{VarId, WeightKind};
use crate::dtype::Dtype;
use crate::work::WorkKind;

/// A batch of feature maps.
#[derive(Debug, Clone, Copy)]
pub struct Map {
    /// The tensor.
    pub var: VarId,
    /// Images.
    pub batch: u64,
    /// Channels.
    pub channels: u64,
    /// Rows of pixels.
    pub height: u64,
    /// Columns of pixels.
    pub width: u64,
}

impl Map {
    /// Pixels of one channel of the whole batch.
    #[must_use]
    pub const fn pixels(&self) -> u64 {
        self.batch * self.height * self.width
    }

    /// A map of this shape around another tensor.
    #[must_use]
    pub const fn with(self, var: VarId) -> Self {
        Self { var, ..self }
    }
}

/// A convolution's weights and geometry.
#[derive(Debug, Clone, Copy)]
pub struct Conv {
    /// The kernels.
    pub weight: VarId,
    /// The bias.
    pub bias: Option<VarId>,
    /// Output channels.
    pub outputs: u64,
    /// Side of the kernel, or its length where it lies along one dimension.
    pub kernel: u64,
    /// Stride.
    pub stride: u64,
    /// Padding on each side.
    pub padding: u64,
    /// Dilation.
    pub dilation: u64,
    /// Groups.
    pub groups: u64,
}

impl Conv {
    const fn size(&self, side: u64) -> u64 {
        (side + 2 * self.padding).saturating_sub(self.dilation * (self.kernel - 1) + 1) / self.stride + 1
    }
}

impl Builder {
    /// Weights of a convolution; padding keeps the size at stride 1.
    pub fn conv_weights(&mut self, inputs: u64, outputs: u64, kernel: u64, stride: u64, bias: bool) -> Conv {
        self.grouped_conv_weights(inputs, outputs, kernel, stride, 1, bias)
    }

    /// Weights of a convolution in groups.
    pub fn grouped_conv_weights(&mut self, inputs: u64, outputs: u64, kernel: u64, stride: u64, groups: u64, bias: bool) -> Conv {
        // Adafactor factors the last two dimensions, which are the kernel's sides.
        let matrices = outputs * inputs / groups;
        let weight = Weight { rows: kernel, columns: kernel, matrices, leading: outputs, kind: WeightKind::Matrix, part: None };
        let weight = self.weight(weight);
        let bias = bias.then(|| self.weight(Weight::vector(outputs)));
        Conv { weight, bias, outputs, kernel, stride, padding: kernel / 2, dilation: 1, groups }
    }

    /// Weights of a convolution along one dimension (`Conv1d`), with bias.
    pub fn conv_weights_along(&mut self, inputs: u64, outputs: u64, kernel: u64, stride: u64) -> Conv {
        // Adafactor factors the last two of its three dimensions.
        let (leading, kind) = (outputs, WeightKind::Matrix);
        let weight = self.weight(Weight { rows: inputs, columns: kernel, matrices: outputs, leading, kind, part: None });
        let bias = Some(self.weight(Weight::vector(outputs)));
        Conv { weight, bias, outputs, kernel, stride, padding: kernel / 2, dilation: 1, groups: 1 }
    }

    /// A convolution along the columns of a map of one row.
    pub fn convolution_along(&mut self, x: Map, conv: Conv) -> Map {
        self.convolution_to(x, conv, x.height, conv.size(x.width))
    }

    /// A convolution: keeps its input and its kernels.
    pub fn convolution(&mut self, x: Map, conv: Conv) -> Map {
        self.convolution_to(x, conv, conv.size(x.height), conv.size(x.width))
    }

    /// A transposed convolution whose stride is its kernel's side: each pixel becomes a tile.
    pub fn transposed_convolution(&mut self, x: Map, conv: Conv) -> Map {
        self.convolution_to(x, conv, x.height * conv.stride, x.width * conv.stride)
    }

    fn convolution_to(&mut self, x: Map, conv: Conv, height: u64, width: u64) -> Map {
        let dtype = self.compute_dtype(x.var);
        // Autocast casts its arguments from the last to the first.
        let bias = conv.bias.map(|bias| self.cast_weight(bias));
        let weight = self.cast_weight(conv.weight);
        let input = self.to_dtype(x.var, dtype);
        let depthwise = conv.groups == x.channels && conv.groups > 1;
        // In a pass that answers, cuDNN takes a filter of one pixel for the matrix product that it is, however the map lies.
        let is_product = self.mode.evaluates && conv.kernel == 1 && conv.stride == 1 && conv.groups == 1;
        let kind = match (depthwise, is_product) {
            (true, _) => WorkKind::DepthwiseConvolution,
            (false, true) => WorkKind::Matmul,
            (false, false) => WorkKind::Convolution,
        };
        self.begin("convolution", "convolution_backward", kind);
        self.reads(input);
        self.reads(weight);
        if let Some(bias) = bias {
            self.reads(bias);
        }
        let out = self.writes(x.batch * conv.outputs * height * width, dtype);
        if self.mode.evaluates && dtype.is_half() && kind == WorkKind::Convolution && !self.mode.channels_last {
            // cuDNN's kernels for tensor cores want channels last: what lies otherwise is copied into their workspace and back.
            let copied = |elements: u64| super::rounded(elements * dtype.bytes());
            let workspace = copied(self.var(input).elements) + copied(self.var(out).elements);
            self.temporary(workspace, 0);
        }
        // One backward function computes all gradients, so that both operands are kept whichever of them trains.
        self.saves(input);
        self.saves(weight);
        self.grad_new(input);
        self.grad_new(weight);
        if let Some(bias) = bias {
            self.grad_new(bias);
        }
        // A tile of a transposed convolution costs what a pixel of a plain one does.
        let pixels = x.batch * (height * width).min(x.height * x.width);
        let products = 2.0 * pixels as f64 * self.var(weight).elements as f64;
        let sides = u64::from(self.var(input).requires_grad) + u64::from(self.var(weight).requires_grad);
        // cuDNN runs FP32 convolutions on TF32 tensor units only where the run says so.
        let arithmetic = self.arithmetic(dtype);
        self.flops(arithmetic, products, products * sides as f64);
        self.end();
        // The caller's argument outlives the call, whatever autocast made of it.
        if input != x.var {
            self.hold(x.var);
        }
        Map { var: out, batch: x.batch, channels: conv.outputs, height, width }
    }

    /// Max pooling: keeps its input and an 8-byte index for each output.
    pub fn max_pool(&mut self, x: Map, kernel: u64, stride: u64, padding: u64) -> Map {
        let size = |side: u64| (side + 2 * padding).saturating_sub(kernel) / stride + 1;
        let (height, width) = (size(x.height), size(x.width));
        let elements = x.batch * x.channels * height * width;
        let dtype = self.var(x.var).dtype;
        self.begin("max_pool2d_with_indices", "max_pool2d_with_indices_backward", WorkKind::Reduction);
        self.reads(x.var);
        let out = self.writes(elements, dtype);
        self.saves(x.var);
        self.saves_new(elements * Dtype::I64.bytes());
        self.grad_new(x.var);
        self.end();
        Map { var: out, height, width, ..x }
    }

    /// Average pooling by a stride of the kernel's own size, or to a fixed number of pixels: keeps its input.
    fn average_pooled(&mut self, x: Map, height: u64, width: u64, name: &'static str, backward_name: &'static str) -> Map {
        let dtype = self.var(x.var).dtype;
        self.begin(name, backward_name, WorkKind::Reduction);
        self.reads(x.var);
        let out = self.writes(x.batch * x.channels * height * width, dtype);
        self.saves(x.var);
        self.grad_new(x.var);
        self.end();
        Map { var: out, height, width, ..x }
    }

    /// Average pooling over squares of `kernel` x `kernel` pixels.
    pub fn average_pool(&mut self, x: Map, kernel: u64) -> Map {
        let (height, width) = ((x.height / kernel).max(1), (x.width / kernel).max(1));
        self.average_pooled(x, height, width, "avg_pool2d", "avg_pool2d_backward")
    }

    /// Average pooling to `side` x `side` pixels, whatever comes in.
    pub fn adaptive_average_pool(&mut self, x: Map, side: u64) -> Map {
        self.average_pooled(x, side, side, "_adaptive_avg_pool2d", "_adaptive_avg_pool2d_backward")
    }

    /// The mean over all pixels.
    pub fn global_average_pool(&mut self, x: Map) -> VarId {
        let dtype = self.var(x.var).dtype;
        self.copied(&[x.var], x.batch * x.channels, dtype, "mean")
    }

    /// Nearest-neighbor enlargement by two.
    pub fn upsampled(&mut self, x: Map) -> Map {
        self.interpolated(x, x.height * 2, x.width * 2, "upsample_nearest2d")
    }

    /// Interpolation to another size, which autocast computes in FP32.
    pub fn interpolated(&mut self, x: Map, height: u64, width: u64, name: &'static str) -> Map {
        let source = if self.mode.autocast.is_some() { self.to_dtype(x.var, Dtype::F32) } else { x.var };
        let dtype = self.var(source).dtype;
        let var = self.copied(&[source], x.batch * x.channels * height * width, dtype, name);
        Map { var, height, width, ..x }
    }

    /// Two maps of equal size joined along the channels.
    pub fn joined_channels(&mut self, first: Map, second: Map) -> Map {
        let var = self.concatenated(&[first.var, second.var], "cat");
        Map { var, channels: first.channels + second.channels, ..first }
    }
}
