//! Linear layers as fine-tuning finds them: plain, quantized, and with a low-rank adapter beside them.

mod dora;

use super::Recipe;
use crate::dtype::Dtype;
use crate::graph::builder::{Builder, Weight};
use crate::graph::convolution::{Conv, Map};
use crate::graph::linear::{Linear, nf4_bytes};
use crate::graph::part::Part;
use crate::graph::{Runs, VarId, WeightKind, rounded};
use crate::training::{LoraTargets, Method, QuantizationBits};
use crate::work::WorkKind;

/// Where in a block a linear layer sits, in the words of `target_modules`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Site {
    /// Query projection.
    Query,
    /// Key projection.
    Key,
    /// Value projection.
    Value,
    /// Query, key and value in one projection.
    FusedQueryKeyValue,
    /// Output projection of attention.
    Output,
    /// Any linear layer of a block with a state.
    Mixer,
    /// Any linear layer of the MLP.
    Mlp,
    /// An MLP that PEFT cannot name without naming the experts beside it, whose weights it would make anew for every pass
    /// (`_convert_peft_config_moe` of PEFT 0.21); never adapted.
    UnnamedMlp,
    /// Weighs or chooses experts; never adapted.
    Router,
    /// Never adapted.
    Other,
}

impl Site {
    /// The part of the model that a layer there belongs to; none where the place in the model says it.
    const fn part(self) -> Option<Part> {
        match self {
            Self::Query | Self::Key | Self::Value | Self::FusedQueryKeyValue | Self::Output => Some(Part::Attention),
            Self::Mixer => Some(Part::Mixer),
            Self::Mlp | Self::UnnamedMlp => Some(Part::FeedForward),
            Self::Router => Some(Part::Router),
            Self::Other => None,
        }
    }
}

/// A linear layer with what fine-tuning puts around it.
#[derive(Debug, Clone, Copy)]
pub struct Adapted {
    base: Linear,
    quantized: Option<QuantizationBits>,
    double_quantization: bool,
    adapter: Option<Adapter>,
}

/// A low-rank pair.
#[derive(Debug, Clone, Copy)]
struct Adapter {
    down: Linear,
    up: Linear,
    /// The length of each row, where it is learned apart.
    magnitude: Option<VarId>,
    dtype: Dtype,
    dropout: f64,
}

impl Adapted {
    /// A layer that nothing is put around.
    #[must_use]
    pub const fn plain(base: Linear) -> Self {
        Self { base, quantized: None, double_quantization: false, adapter: None }
    }
}

impl Recipe<'_> {
    /// Weights of a linear layer of a repeated block.
    pub fn adapted(&self, b: &mut Builder, inputs: u64, outputs: u64, bias: bool, site: Site, name: &str) -> Adapted {
        let quantization = match &self.training.method {
            Method::Qlora(_, quantization) => Some(quantization),
            _ => None,
        };
        let part = site.part();
        let base = match quantization {
            None => b.linear_weights_of(part, inputs, outputs, bias),
            Some(quantization) => {
                let elements = inputs * outputs;
                let bytes = match quantization.bits {
                    QuantizationBits::Four => nf4_bytes(elements, quantization.double_quantization),
                    // LLM.int8(): one byte a weight and an FP32 scale a row (Dettmers et al. 2022, section 2).
                    QuantizationBits::Eight => rounded(elements) + rounded(outputs * 4),
                };
                let weight = b.packed_weight(Weight::matrix(outputs, inputs).of(part), bytes);
                let dtype = if quantization.upcast_unquantized { Dtype::F32 } else { Dtype::Bf16 };
                let bias = bias.then(|| b.weight_as(Weight::vector(outputs).of(part), dtype, false, true));
                Linear { weight, bias, inputs, outputs }
            }
        };
        let adapter = self.training.method.lora().filter(|lora| targets(&lora.targets, site, name)).map(|lora| {
            let dtype = self.adapter_dtype();
            let down = b.weight_as(Weight::matrix(lora.rank, inputs), dtype, true, false);
            let up = b.weight_as(Weight::matrix(outputs, lora.rank), dtype, true, false);
            let magnitude = lora.use_dora.then(|| b.weight_as(Weight::vector(outputs), dtype, true, false));
            let dtype = b.var(down).dtype;
            Adapter {
                magnitude,
                down: Linear { weight: down, bias: None, inputs, outputs: lora.rank },
                up: Linear { weight: up, bias: None, inputs: lora.rank, outputs },
                dtype,
                dropout: lora.dropout,
            }
        });
        let double_quantization = quantization.is_some_and(|q| q.double_quantization);
        Adapted { base, quantized: quantization.map(|q| q.bits), double_quantization, adapter }
    }
}

impl Builder {
    /// The layer applied to `x`: the base product, plus the adapter's where there is one.
    pub fn adapted(&mut self, x: VarId, layer: Adapted) -> VarId {
        self.adapted_to(x, layer, false)
    }

    /// The layer applied to a strided slice of several samples: a product whose weight trains folds its input into rows
    /// (`should_fold` in `ATen`'s `LinearAlgebra.cpp`), so that the adapter's, though not the frozen layer's, copies and keeps
    /// it.
    pub fn adapted_to_slice(&mut self, x: VarId, layer: Adapted) -> VarId {
        self.adapted_to(x, layer, true)
    }

    fn adapted_to(&mut self, x: VarId, layer: Adapted, strided: bool) -> VarId {
        let base = match layer.quantized {
            None => self.linear(x, layer.base),
            Some(bits) => self.quantized_linear(x, layer.base, bits, layer.double_quantization),
        };
        let Some(adapter) = layer.adapter else { return base };
        let dtype = self.var(base).dtype;
        let before = std::mem::replace(&mut self.runs, Runs::InTraining);
        // PEFT casts the input to the adapter's type; autocast casts it back for the product.
        let cast = self.to_dtype(x, adapter.dtype);
        let input = self.dropout(cast, adapter.dropout);
        let input = if strided && input == x { self.contiguous(x) } else { input };
        let added = if let Some(magnitude) = adapter.magnitude {
            self.weight_decomposed(input, base, layer, adapter, magnitude)
        } else {
            let narrow = self.linear(input, adapter.down);
            let wide = self.linear(narrow, adapter.up);
            self.scaled(wide, "mul")
        };
        let sum = self.add(base, added);
        if adapter.magnitude.is_some() {
            // What a dropout left of the input has a name of its own there (`DoraLinearVariant.forward`).
            self.hold(input);
        }
        let out = self.to_dtype(sum, dtype);
        // PEFT's local variables, and its argument, live until it returns.
        for held in [x, cast] {
            self.hold(held);
        }
        self.runs = before;
        out
    }

    /// A product with a packed weight: unpacked whole for the forward and again for the backward product (bitsandbytes).
    fn quantized_linear(&mut self, x: VarId, layer: Linear, bits: QuantizationBits, double_quantization: bool) -> VarId {
        let asked = self.mode.autocast.unwrap_or(self.var(x).dtype);
        let compute = Dtype::Bf16;
        let x = self.to_dtype(x, compute);
        let rows = self.var(x).elements / layer.inputs;
        let elements = layer.inputs * layer.outputs;
        let unpacked = rounded(elements * compute.bytes());
        self.begin("dequantize_mm", "dequantize_mm_backward", WorkKind::Matmul);
        self.reads(x);
        self.reads(layer.weight);
        if let Some(bias) = layer.bias {
            self.reads(bias);
        }
        let out = self.writes(rows * layer.outputs, compute);
        // Backward unpacks the weight again.
        self.saves(layer.weight);
        self.saves_behind();
        self.grad_new(x);
        match bits {
            QuantizationBits::Four => {
                // The scales' own unpacked copy is gone before the product's result is there.
                let scales = if double_quantization { rounded(elements.div_ceil(64) * 4) } else { 0 };
                let beside = |result: u64| unpacked + scales.saturating_sub(rounded(rows * result * compute.bytes()));
                self.temporary(beside(layer.outputs), beside(layer.inputs));
            }
            QuantizationBits::Eight => {
                let int8_input = rounded(rows * layer.inputs);
                let int32_output = rounded(rows * layer.outputs * 4);
                self.temporary(int8_input + int32_output, unpacked);
            }
        }
        let products = 2.0 * rows as f64 * elements as f64;
        let arithmetic = self.arithmetic(compute);
        self.flops(arithmetic, products, products);
        self.end();
        self.to_dtype(out, asked)
    }
}

/// A 1x1 convolution with an adapter of two more beside it, where one sits there.
#[derive(Debug, Clone, Copy)]
pub struct AdaptedPointwise {
    base: Conv,
    adapter: Option<(Conv, Conv, Dtype, f64)>,
}

impl Recipe<'_> {
    /// Weights of a 1x1 convolution of a repeated block that keeps its width.
    pub fn adapted_pointwise(&self, b: &mut Builder, channels: u64, name: &str) -> AdaptedPointwise {
        let base = b.conv_weights(channels, channels, 1, 1, true);
        let lora = self.training.method.lora().filter(|lora| targets(&lora.targets, Site::Mlp, name));
        let adapter = lora.map(|lora| {
            let dtype = self.adapter_dtype();
            let mut pointwise = |inputs: u64, outputs: u64| {
                let (matrices, kind) = (inputs * outputs, WeightKind::Matrix);
                let shape = Weight { rows: 1, columns: 1, matrices, leading: outputs, kind, part: None };
                let weight = b.weight_as(shape, dtype, true, false);
                Conv { weight, bias: None, outputs, ..base }
            };
            (pointwise(channels, lora.rank), pointwise(lora.rank, channels), dtype, lora.dropout)
        });
        AdaptedPointwise { base, adapter }
    }
}

impl Builder {
    /// The convolution applied to `x`, plus the adapter's where there is one.
    pub fn adapted_pointwise(&mut self, x: Map, layer: AdaptedPointwise) -> Map {
        let base = self.convolution(x, layer.base);
        let Some((down, up, adapter_dtype, dropout)) = layer.adapter else { return base };
        let dtype = self.var(base.var).dtype;
        let cast = self.to_dtype(x.var, adapter_dtype);
        let input = self.dropout(cast, dropout);
        let narrow = self.convolution(x.with(input), down);
        let wide = self.convolution(narrow, up);
        let scaled = self.scaled(wide.var, "mul");
        let sum = self.add(base.var, scaled);
        self.hold_all(&[x.var, cast]);
        base.with(self.to_dtype(sum, dtype))
    }
}

/// Whether an adapter sits at this linear layer.
fn targets(targets: &LoraTargets, site: Site, name: &str) -> bool {
    match targets {
        LoraTargets::QueryValue => matches!(site, Site::Query | Site::Value | Site::FusedQueryKeyValue),
        LoraTargets::Attention => matches!(site, Site::Query | Site::Key | Site::Value | Site::FusedQueryKeyValue | Site::Output),
        LoraTargets::AllLinear => !matches!(site, Site::UnnamedMlp | Site::Router | Site::Other),
        LoraTargets::Named(names) => names.iter().any(|n| n == name),
    }
}
