//! Normalization layers, operator by operator as the libraries compute them.

use super::VarId;
use super::builder::{Builder, Weight};
use super::elementwise::Keeps;
use crate::dtype::Dtype;
use crate::work::WorkKind;

/// Scale and shift of a normalization.
#[derive(Debug, Clone, Copy)]
pub struct Norm {
    /// Scale.
    pub weight: VarId,
    /// Shift.
    pub bias: Option<VarId>,
    /// Channels or features.
    pub width: u64,
}

impl Builder {
    /// Weights of a layer norm or group norm.
    pub fn norm_weights(&mut self, width: u64, bias: bool) -> Norm {
        let weight = self.weight(Weight::of_norm(width));
        let bias = bias.then(|| self.weight(Weight::of_norm(width)));
        Norm { weight, bias, width }
    }

    /// A fused normalization (`native_layer_norm`, `native_group_norm`): keeps its input and two statistics a row.
    ///
    /// Autocast computes it in FP32: a 16-bit input is copied first, and that copy is what is kept.
    pub fn fused_norm(&mut self, x: VarId, norm: Norm, rows: u64, name: &'static str, backward_name: &'static str) -> VarId {
        let argument = x;
        let x = if self.mode.autocast.is_some() { self.to_dtype(x, Dtype::F32) } else { x };
        let var = self.var(x);
        self.begin(name, backward_name, WorkKind::Normalization);
        self.reads(x);
        self.reads(norm.weight);
        if let Some(bias) = norm.bias {
            self.reads(bias);
        }
        let out = self.writes(var.elements, var.dtype);
        self.saves(x);
        self.saves_new(rows * 4);
        self.saves_new(rows * 4);
        self.grad_new(x);
        self.grad_new(norm.weight);
        if let Some(bias) = norm.bias {
            self.grad_new(bias);
        }
        self.end();
        // The caller's argument outlives the call, whatever autocast made of it.
        if argument != x {
            self.hold(argument);
        }
        out
    }

    /// `nn.LayerNorm` over the last `width` features without scale and shift.
    pub fn plain_layer_norm(&mut self, x: VarId, width: u64) -> VarId {
        let x = if self.mode.autocast.is_some() { self.to_dtype(x, Dtype::F32) } else { x };
        self.normalized(x, &[], width, 2, "native_layer_norm", "native_layer_norm_backward")
    }

    /// `nn.RMSNorm` over the last `norm.width` features in one kernel, which autocast runs in FP32.
    pub fn fused_rms_norm(&mut self, x: VarId, norm: Norm) -> VarId {
        let x = if self.mode.autocast.is_some() { self.to_dtype(x, Dtype::F32) } else { x };
        self.normalized(x, &[norm.weight], norm.width, 1, "_fused_rms_norm", "_fused_rms_norm_backward")
    }

    /// RMS norm as diffusers writes it: statistics in FP32, the input itself times the inverse root, then times the weight.
    pub fn diffusers_rms_norm(&mut self, x: VarId, norm: Norm) -> VarId {
        let rows = self.var(x).elements / norm.width;
        let wide = self.to_dtype(x, Dtype::F32);
        let squared = self.activation(wide, "pow", "pow_backward", Keeps::Input);
        let mean = self.copied(&[squared], rows, Dtype::F32, "mean");
        let inverse = self.activation(mean, "rsqrt", "rsqrt_backward", Keeps::Result);
        let unit = self.multiply(x, inverse);
        let weight = self.var(norm.weight).dtype;
        let unit = if weight.is_half() { self.to_dtype(unit, weight) } else { unit };
        self.multiply(unit, norm.weight)
    }

    fn normalized(
        &mut self,
        x: VarId,
        weights: &[VarId],
        width: u64,
        statistics: u64,
        name: &'static str,
        backward_name: &'static str,
    ) -> VarId {
        let var = self.var(x);
        self.begin(name, backward_name, WorkKind::Normalization);
        self.reads(x);
        for &weight in weights {
            self.reads(weight);
        }
        let out = self.writes(var.elements, var.dtype);
        self.saves(x);
        for _ in 0..statistics {
            self.saves_new(var.elements / width * 4);
        }
        self.grad_new(x);
        for &weight in weights {
            self.grad_new(weight);
        }
        self.end();
        out
    }

    /// `nn.LayerNorm` over the last `norm.width` features.
    pub fn layer_norm(&mut self, x: VarId, norm: Norm) -> VarId {
        let rows = self.var(x).elements / norm.width;
        self.fused_norm(x, norm, rows, "native_layer_norm", "native_layer_norm_backward")
    }

    /// Layer norm without weights in FP32, back in the width of what it was given (`OlmoLayerNorm`).
    pub fn bare_layer_norm(&mut self, x: VarId, width: u64) -> VarId {
        let from = self.var(x);
        let wide = self.to_dtype(x, Dtype::F32);
        let unit = self.normalized(wide, &[], width, 2, "native_layer_norm", "native_layer_norm_backward");
        self.to_dtype(unit, from.dtype)
    }

    /// Layer norm with weights around zero, scaled by one more than them; autocast casts all that it reads down, and computes it there
    /// (`NemotronLayerNorm1P`).
    pub fn centered_layer_norm(&mut self, x: VarId, norm: Norm) -> VarId {
        let weight = self.shifted(norm.weight);
        let autocast = self.mode.autocast.take();
        let mut narrow = |var: VarId| autocast.map_or(var, |dtype| self.to_dtype(var, dtype));
        let (x, weight, bias) = (narrow(x), narrow(weight), norm.bias.map(&mut narrow));
        let out = self.layer_norm(x, Norm { weight, bias, ..norm });
        self.mode.autocast = autocast;
        out
    }

    /// Rows over the root of their mean square, in FP32.
    fn unit_rms(&mut self, x: VarId, width: u64) -> VarId {
        let rows = self.var(x).elements / width;
        let wide = self.to_dtype(x, Dtype::F32);
        let squared = self.power(wide);
        let mean = self.copied(&[squared], rows, Dtype::F32, "mean");
        let inverse = self.activation(mean, "rsqrt", "rsqrt_backward", Keeps::Result);
        self.multiply(wide, inverse)
    }

    /// RMS norm as Hugging Face writes it: up to FP32, square, mean, scale, back down, times the weight.
    pub fn rms_norm(&mut self, x: VarId, norm: Norm) -> VarId {
        let from = self.var(x);
        let unit = self.unit_rms(x, norm.width);
        let unit = self.to_dtype(unit, from.dtype);
        self.multiply(unit, norm.weight)
    }

    /// RMS norm that is scaled in FP32 before it goes back down, as `OLMo` 2 has it.
    pub fn wide_rms_norm(&mut self, x: VarId, norm: Norm) -> VarId {
        let from = self.var(x);
        let unit = self.unit_rms(x, norm.width);
        let scaled = self.multiply(unit, norm.weight);
        self.to_dtype(scaled, from.dtype)
    }

    /// That with a weight that is brought up to FP32 first, as Helium has it.
    pub fn cast_rms_norm(&mut self, x: VarId, norm: Norm) -> VarId {
        let weight = self.to_dtype(norm.weight, Dtype::F32);
        self.wide_rms_norm(x, Norm { weight, ..norm })
    }

    /// RMS norm as Gemma 4 writes it: the root is a power, and the weight, where there is one, is brought up to FP32.
    pub fn power_rms_norm(&mut self, x: VarId, width: u64, weight: Option<VarId>) -> VarId {
        let from = self.var(x);
        let wide = self.to_dtype(x, Dtype::F32);
        let squared = self.power(wide);
        let mean = self.copied(&[squared], from.elements / width, Dtype::F32, "mean");
        let mean = self.shifted(mean);
        let inverse = self.power(mean);
        let unit = self.multiply(wide, inverse);
        let scaled = match weight {
            Some(weight) => {
                let weight = self.to_dtype(weight, Dtype::F32);
                self.multiply(unit, weight)
            }
            None => unit,
        };
        self.to_dtype(scaled, from.dtype)
    }

    /// Layer norm without a shift, written out: mean and variance in FP32, scaled by the weight in FP32 (`CohereLayerNorm`).
    pub fn written_out_layer_norm(&mut self, x: VarId, norm: Norm) -> VarId {
        let from = self.var(x);
        let rows = from.elements / norm.width;
        let wide = self.to_dtype(x, Dtype::F32);
        let mean = self.copied(&[wide], rows, Dtype::F32, "mean");
        let apart = self.less(wide, mean);
        let squared = self.power(apart);
        let variance = self.copied(&[squared], rows, Dtype::F32, "mean");
        let apart = self.less(wide, mean);
        let inverse = self.activation(variance, "rsqrt", "rsqrt_backward", Keeps::Result);
        let unit = self.multiply(apart, inverse);
        let weight = self.to_dtype(norm.weight, Dtype::F32);
        let scaled = self.multiply(unit, weight);
        self.to_dtype(scaled, from.dtype)
    }

    /// A tensor less another, such as rows less their means; what is subtracted has a gradient of its own, in its own size.
    pub(super) fn less(&mut self, x: VarId, other: VarId) -> VarId {
        let var = self.var(x);
        self.begin("sub", "sub_backward", WorkKind::Elementwise);
        self.reads(x);
        self.reads(other);
        let out = self.writes(var.elements, var.dtype);
        self.grad_alias(x);
        self.grad_new(other);
        self.end();
        out
    }

    /// RMS norm with weights around zero, scaled by one more than them in FP32, as the Gemma models have it.
    pub fn centered_rms_norm(&mut self, x: VarId, norm: Norm) -> VarId {
        let from = self.var(x);
        let unit = self.unit_rms(x, norm.width);
        let weight = self.to_dtype(norm.weight, Dtype::F32);
        let weight = self.shifted(weight);
        let scaled = self.multiply(unit, weight);
        self.to_dtype(scaled, from.dtype)
    }

    /// RMS norm as T5 writes it: only the variance is taken in FP32; its inverse root widens the product.
    pub fn t5_layer_norm(&mut self, x: VarId, norm: Norm) -> VarId {
        let rows = self.var(x).elements / norm.width;
        let wide = self.to_dtype(x, Dtype::F32);
        let squared = self.power(wide);
        let mean = self.copied(&[squared], rows, Dtype::F32, "mean");
        let inverse = self.activation(mean, "rsqrt", "rsqrt_backward", Keeps::Result);
        let unit = self.multiply(x, inverse);
        let unit = self.to_dtype(unit, self.var(norm.weight).dtype);
        self.multiply(norm.weight, unit)
    }

    /// Batch norm in training: keeps its input and two FP32 statistics a channel.
    pub fn batch_norm(&mut self, x: VarId, norm: Norm) -> VarId {
        let var = self.var(x);
        self.begin("cudnn_batch_norm", "cudnn_batch_norm_backward", WorkKind::Normalization);
        self.reads(x);
        self.reads(norm.weight);
        if let Some(bias) = norm.bias {
            self.reads(bias);
        }
        let out = self.writes(var.elements, var.dtype);
        self.saves(x);
        self.saves_new(norm.width * 4);
        self.saves_new(norm.width * 4);
        self.grad_new(x);
        self.grad_new(norm.weight);
        if let Some(bias) = norm.bias {
            self.grad_new(bias);
        }
        self.end();
        out
    }

    /// Weights and running statistics of a batch norm.
    pub fn batch_norm_weights(&mut self, channels: u64) -> Norm {
        let norm = self.norm_weights(channels, true);
        let bytes = channels * self.mode.weights.bytes();
        self.buffer(bytes);
        self.buffer(bytes);
        self.buffer(Dtype::I64.bytes());
        norm
    }

    /// Buffers of a frozen batch norm: scale, shift and running statistics, none of which trains.
    pub fn frozen_norm_buffers(&mut self, channels: u64) -> u64 {
        for _ in 0..4 {
            self.buffer(channels * self.mode.weights.bytes());
        }
        channels
    }

    /// Frozen batch norm (torchvision's `FrozenBatchNorm2d`): times a scale, plus a shift, each into a new tensor.
    pub fn frozen_batch_norm(&mut self, x: VarId, channels: u64) -> VarId {
        let var = self.var(x);
        let dtype = var.dtype.promoted(self.mode.weights);
        self.begin("mul", "mul_backward", WorkKind::Elementwise);
        self.reads(x);
        let scaled = self.writes(var.elements, dtype);
        self.saves_new(channels * self.mode.weights.bytes());
        self.grad_sized(x, var.elements * dtype.bytes());
        self.end();
        self.begin("add", "add_backward", WorkKind::Elementwise);
        self.reads(scaled);
        let out = self.writes(var.elements, dtype);
        self.grad_alias(scaled);
        self.end();
        out
    }
}
