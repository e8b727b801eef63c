//! Attention over each picture, or over each of its windows, one after the other.

use super::TowerBuild;
use super::block::Weights;
use crate::architecture::WINDOW_SIDE;
use crate::dtype::Dtype;
use crate::graph::VarId;
use crate::graph::attention::{Options, Shape};
use crate::graph::builder::Builder;
use crate::graph::eager::{Eager, Layout, Softmax};
use crate::graph::rotary::Rotary;

impl TowerBuild<'_> {
    /// What attention finds, projected back to the residual stream.
    pub(super) fn attended(&self, b: &mut Builder, normed: VarId, weights: &Weights, rotary: Rotary, full: bool) -> VarId {
        let projected = b.adapted(normed, weights.qkv);
        // Queries, keys and values lie side by side in each row; backward puts their gradients back into that order by a copy.
        let elements = b.var(projected).elements;
        let turned = b.viewed(projected, elements, "clone");
        let [query, key, value] = b.parts(turned, "stack");
        let [query, key] = placed(b, [query, key], rotary);
        let runs = self.runs(full);
        let width = self.tower.hidden_size;
        let sizes: Vec<u64> = runs.iter().map(|&[count, length]| count * length * width).collect();
        let [queries, keys, values] = [query, key, value].map(|x| b.split(x, &sizes));
        let operands = queries.into_iter().zip(keys).zip(values);
        let found: Vec<VarId> = runs
            .into_iter()
            .zip(operands)
            .flat_map(|([count, length], ((query, key), value))| self.over(b, [query, key, value], [count, length]))
            .collect();
        let attended = b.concatenated(&found, "cat");
        let out = b.adapted(attended, weights.output);
        // Local variables of the attention's function, and its argument.
        b.hold_all(&[projected, query, key, normed]);
        b.hold_all(&found);
        out
    }

    /// What attention finds over `count` runs of `length` patches each, in pieces.
    fn over(&self, b: &mut Builder, operands: [VarId; 3], [count, length]: [u64; 2]) -> Vec<VarId> {
        let heads = self.tower.num_heads;
        let head_dim = self.tower.hidden_size / heads.max(1);
        let shape = Shape { batch: count, heads, key_value_heads: heads, head_dim, queries: length, keys: length };
        if !self.recipe.eager() {
            return vec![b.attention_in_turn(operands, shape, Options::PLAIN)];
        }
        // One run is played; of those that follow it what they keep and cost is counted. Its products copy nothing first.
        // Where no picture is seen, only weights are counted of what is built here.
        let others = count.saturating_sub(1);
        let sizes = [1, others].map(|runs| runs * length * self.tower.hidden_size);
        let operands = operands.map(|x| if others > 0 { b.split(x, &sizes)[0] } else { x });
        let from = b.mark();
        let eager = Eager { softmax: Softmax::Fp32, layout: [Layout::HeadMajor; 3], ..Eager::PLAIN };
        let (out, _) = b.attention_and_probabilities(operands, Shape { batch: 1, ..shape }, eager);
        let out = b.contiguous(out);
        if others == 0 {
            return vec![out];
        }
        b.alike(from, &[], others);
        vec![out, b.beside(out, sizes[1])]
    }

    /// Runs of patches that attend to one another: how many of a length, and the length.
    fn runs(&self, full: bool) -> Vec<[u64; 2]> {
        let super::Pictures { count, patches } = self.pictures;
        if full {
            return vec![[count, patches.count()]];
        }
        let along = |length: u64| [[length / WINDOW_SIDE, WINDOW_SIDE], [1, length % WINDOW_SIDE]];
        let mut runs = Vec::with_capacity(4);
        for [rows, height] in along(patches.rows) {
            for [columns, width] in along(patches.columns) {
                runs.push([count * rows * columns, height * width]);
            }
        }
        runs.retain(|[count, length]| count * length > 0);
        runs
    }
}

/// Queries and keys turned by their positions in FP32, back in their own type (`apply_rotary_pos_emb_vision`).
fn placed(b: &mut Builder, operands: [VarId; 2], rotary: Rotary) -> [VarId; 2] {
    let narrow = b.var(operands[0]).dtype;
    let wide = operands.map(|x| b.to_dtype(x, Dtype::F32));
    let turned = wide.map(|x| b.rotated(x, rotary));
    let placed = turned.map(|x| b.to_dtype(x, narrow));
    b.hold_all(&wide);
    b.hold(turned[1]);
    placed
}
