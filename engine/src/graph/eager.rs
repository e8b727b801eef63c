//! Attention in Hugging Face's eager form: scores, scale, bias, mask, softmax, dropout and product, one kernel each.

use super::VarId;
use super::attention::Shape;
use super::builder::Builder;
use super::elementwise::Keeps;
use crate::dtype::Dtype;
use crate::work::WorkKind;

/// How a library writes out its attention.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Eager {
    /// What the softmax computes in, and what comes of its result.
    pub softmax: Softmax,
    /// The mask that is added, where one is.
    pub mask: Option<VarId>,
    /// Scores are squeezed by a hyperbolic tangent before the mask.
    pub softcapping: bool,
    /// A bias per head and pair of positions, shared by the sequences of the batch.
    pub position_bias: Option<VarId>,
    /// Dropout on the probabilities.
    pub dropout: f64,
    /// How queries, keys and values lie in memory.
    pub layout: [Layout; 3],
}

/// How a tensor with heads lies in memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Layout {
    /// Head by head, as a batched product wants it.
    HeadMajor,
    /// Token by token, as a projection wrote it; a batched product over several sequences copies it first.
    TokenMajor,
}

impl Eager {
    /// No mask, no bias, and a plain softmax over projections.
    pub const PLAIN: Self = Self {
        softmax: Softmax::Plain,
        mask: None,
        softcapping: false,
        position_bias: None,
        dropout: 0.0,
        layout: [Layout::TokenMajor; 3],
    };
}

/// What a softmax computes in, and what comes of its result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Softmax {
    /// In the scores' type (FP32 under autocast), passed on as it is.
    Plain,
    /// In the scores' type (FP32 under autocast), cast to the values' type.
    CastToValues,
    /// In FP32, cast to the queries' type.
    Fp32,
}

impl Builder {
    /// Attention with the scores in memory, whose probabilities the block holds: they are returned beside the output.
    pub fn eager_attention(&mut self, operands: [VarId; 3], shape: Shape, eager: Eager) -> VarId {
        let (out, probabilities) = self.attention_and_probabilities(operands, shape, eager);
        self.hold_in_segment(probabilities);
        out
    }

    /// Attention with the scores in memory, and its probabilities.
    pub fn attention_and_probabilities(&mut self, [q, k, v]: [VarId; 3], shape: Shape, eager: Eager) -> (VarId, VarId) {
        let [queries, keys, values] = eager.layout.map(|layout| layout == Layout::TokenMajor && shape.batch > 1);
        let repeated = shape.heads != shape.key_value_heads;
        let q = if queries { self.contiguous(q) } else { q };
        let single = repeated && shape.key_value_heads == 1;
        let k = if repeated { self.shared_heads(k, shape) } else { k };
        // A batched product over several sequences copies what lies token by token, and one head that stands for many.
        let k = if keys && !repeated || single && shape.batch > 1 { self.contiguous(k) } else { k };
        let repeated_values = if repeated { self.shared_heads(v, shape) } else { v };
        let scores = self.batched_product(q, k, shape.scores(), shape);
        let scores = self.scaled(scores, "mul");
        let scores = if eager.softcapping { self.softcapped(scores) } else { scores };
        let scores = match eager.position_bias {
            Some(bias) => self.add(scores, bias),
            None => scores,
        };
        let scores = match eager.mask {
            Some(mask) => self.add_mask(scores, mask),
            None => scores,
        };
        let probabilities = match eager.softmax {
            Softmax::Plain => self.softmax(scores, self.mode.autocast.is_some()),
            Softmax::CastToValues => {
                let wide = self.softmax(scores, self.mode.autocast.is_some());
                self.to_dtype(wide, self.var(v).dtype)
            }
            Softmax::Fp32 => {
                let wide = self.softmax(scores, true);
                self.to_dtype(wide, self.var(q).dtype)
            }
        };
        // The scores' variable has them until what was made of them takes its name.
        self.hold(scores);
        let probabilities = self.dropout(probabilities, eager.dropout);
        let v = if single && shape.batch > 1 {
            self.contiguous(repeated_values)
        } else if values && !repeated {
            self.contiguous(v)
        } else {
            repeated_values
        };
        let elements = self.attended_elements([k, v], shape);
        let out = self.batched_product(probabilities, v, elements, shape);
        let out = if eager.layout[2] == Layout::TokenMajor { self.contiguous(out) } else { out };
        (out, probabilities)
    }

    /// Attention with the scores in memory and one more of every head, learned, that takes a share of the softmax and reads nothing
    /// (`eager_attention_forward` of gpt-oss): all in the model's type.
    pub fn sink_attention(&mut self, [q, k, v]: [VarId; 3], [sinks, mask]: [VarId; 2], shape: Shape, dropout: f64) -> VarId {
        let repeated = shape.heads != shape.key_value_heads;
        let [k, v] = if repeated { [k, v].map(|x| self.shared_heads(x, shape)) } else { [k, v] };
        let q = if shape.batch > 1 { self.contiguous(q) } else { q };
        let scores = self.batched_product(q, k, shape.scores(), shape);
        let scores = self.scaled(scores, "mul");
        let scores = self.add_mask(scores, mask);
        let rows = shape.batch * shape.heads * shape.queries;
        let sinks = self.expanded(sinks, rows);
        let joined = self.concatenated(&[scores, sinks], "cat");
        let lowered = self.less_most(joined, rows);
        let all = self.softmax(lowered, false);
        self.hold_in_segment(all);
        let probabilities = self.slice_view(all, shape.scores());
        let probabilities = self.dropout(probabilities, dropout);
        let out = self.batched_product(probabilities, v, shape.query_elements(), shape);
        self.contiguous(out)
    }

    /// Rows less the most of each, whose places are kept.
    fn less_most(&mut self, x: VarId, rows: u64) -> VarId {
        let var = self.var(x);
        self.begin("sub", "sub_backward", WorkKind::Elementwise);
        self.reads(x);
        let out = self.writes(var.elements, var.dtype);
        self.saves_new(rows * Dtype::I64.bytes());
        self.grad_new(x);
        self.end();
        out
    }

    /// `tanh(x / cap) * cap`.
    pub fn softcapped(&mut self, x: VarId) -> VarId {
        let divided = self.scaled(x, "div");
        let squeezed = self.activation(divided, "tanh", "tanh_backward", Keeps::Result);
        self.scaled(squeezed, "mul")
    }

    /// A mask added out of place; the sum is of the wider type.
    fn add_mask(&mut self, scores: VarId, mask: VarId) -> VarId {
        let var = self.var(scores);
        let dtype = var.dtype.promoted(self.var(mask).dtype);
        self.begin("add", "add_backward", WorkKind::Elementwise);
        self.reads(scores);
        self.reads(mask);
        let out = self.writes(var.elements, dtype);
        if dtype == var.dtype {
            self.grad_alias(scores);
        } else {
            self.grad_new(scores);
        }
        self.end();
        out
    }

    /// Softmax in its input's own type, or in FP32.
    ///
    /// The kernel widens FP16 itself; BF16 is copied first (`half_to_float`).
    pub fn softmax(&mut self, x: VarId, in_fp32: bool) -> VarId {
        let x = if in_fp32 && self.var(x).dtype == Dtype::Bf16 { self.to_dtype(x, Dtype::F32) } else { x };
        let var = self.var(x);
        self.begin("_softmax", "_softmax_backward_data", WorkKind::Reduction);
        self.reads(x);
        let out = self.writes(var.elements, if in_fp32 { Dtype::F32 } else { var.dtype });
        self.saves(out);
        self.grad_new(x);
        self.end();
        out
    }
}
