//! Adapters whose length is learned apart from their direction (DoRA), as PEFT computes them (`DoraLinearLayer.forward`).

use super::{Adapted, Adapter};
use crate::dtype::Dtype;
use crate::graph::builder::Builder;
use crate::graph::linear::Linear;
use crate::graph::{VarId, rounded};
use crate::work::WorkKind;

impl Builder {
    /// What the adapter adds to the layer's own product `base`, from the layer's input as the adapter reads it: in its type,
    /// behind its dropout.
    ///
    /// Rows of the adapted weight are scaled by what trains (`magnitude`) over their length. The length is taken anew in each
    /// forward pass and has no gradient: the pair is applied to an identity for it, and base and pair are added up, each as
    /// large as the weight.
    pub(super) fn weight_decomposed(
        &mut self,
        input: VarId,
        base: VarId,
        layer: Adapted,
        adapter: Adapter,
        magnitude: VarId,
    ) -> VarId {
        let (pair, of_pair) = self.pair_as_matrix(adapter);
        let weight = self.unpacked(layer);
        let weight = self.to_dtype(weight, adapter.dtype);
        let scaled = self.scaled(pair, "mul");
        let sum = self.add(weight, scaled);
        let length = self.row_lengths(sum, layer.base.outputs);
        let scale = self.divided(magnitude, length);
        let narrow = self.linear(input, adapter.down);
        let wide = self.linear(narrow, adapter.up);
        let plain = if adapter.dropout > 0.0 && !self.mode.evaluates {
            // Behind a dropout the base's product is made once more, of what that left.
            self.linear(input, Linear { weight, bias: None, ..layer.base })
        } else if layer.base.bias.is_some() {
            self.shifted(base)
        } else {
            base
        };
        let beyond = self.shifted(scale);
        let of_base = self.multiply(beyond, plain);
        let of_pair_scaled = self.multiply(scale, wide);
        let of_pair_scaled = self.scaled(of_pair_scaled, "mul");
        let out = self.add(of_base, of_pair_scaled);
        // Its local variables live until it returns, and with the pair's matrix what a gradient of it would be made of.
        self.hold_all(&[pair, weight, plain]);
        self.hold_all(&of_pair);
        out
    }

    /// The pair's product as a matrix, by way of an identity, and what its gradient would be made of if anything asked for it.
    fn pair_as_matrix(&mut self, adapter: Adapter) -> (VarId, [VarId; 2]) {
        self.begin("eye", "eye", WorkKind::Elementwise);
        let identity = self.writes(adapter.down.inputs * adapter.down.inputs, adapter.dtype);
        self.end();
        let compute = self.compute_dtype(identity);
        let [down, up] = [adapter.down, adapter.up].map(|linear| {
            let weight = self.cast_weight(linear.weight);
            Linear { weight: self.detached(weight), ..linear }
        });
        let cast = self.to_dtype(identity, compute);
        let narrow = self.linear(cast, down);
        let wide = self.linear(narrow, up);
        self.hold(identity);
        (self.to_dtype(wide, adapter.dtype), [cast, narrow])
    }

    /// The layer's frozen weight, unpacked where it is quantized, to 4 bits: beside 8 such adapters are refused.
    fn unpacked(&mut self, layer: Adapted) -> VarId {
        if layer.quantized.is_none() {
            return layer.base.weight;
        }
        let elements = layer.base.inputs * layer.base.outputs;
        self.begin("dequantize", "dequantize", WorkKind::Elementwise);
        self.reads(layer.base.weight);
        let out = self.writes(elements, Dtype::Bf16);
        let scales = if layer.double_quantization { rounded(elements.div_ceil(64) * 4) } else { 0 };
        self.temporary(scales, 0);
        self.end();
        out
    }

    /// The length of each row of a matrix (`linalg.vector_norm`).
    fn row_lengths(&mut self, matrix: VarId, rows: u64) -> VarId {
        let dtype = self.var(matrix).dtype;
        self.begin("linalg_vector_norm", "linalg_vector_norm", WorkKind::Elementwise);
        self.reads(matrix);
        let out = self.writes(rows, dtype);
        self.end();
        out
    }
}
