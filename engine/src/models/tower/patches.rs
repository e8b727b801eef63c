//! What the blocks are given: patches of pictures, and where each stands.

use super::TowerBuild;
use crate::architecture::{POSITIONS, TowerVariant};
use crate::dtype::Dtype;
use crate::graph::VarId;
use crate::graph::builder::{Builder, Weight};
use crate::graph::convolution::{Conv, Map};
use crate::graph::rotary::Rotary;
use crate::work::WorkKind;

/// Rows of the table of learned positions that a position is interpolated between.
const TAPS: u64 = 4;

impl TowerBuild<'_> {
    /// Patches as the blocks take them, the tables that turn queries and keys, and the pixels, which variables hold until the tower returns.
    pub(super) fn embedded(&self, b: &mut Builder) -> (VarId, Rotary, VarId) {
        let (width, side, count) = (self.tower.hidden_size, self.tower.patch_size, self.pictures.all());
        let channels = self.tower.channels();
        let is_qwen3 = matches!(self.tower.variant, TowerVariant::Qwen3 { .. });
        let conv = Conv { padding: 0, ..b.conv_weights(channels, width, side, side, is_qwen3) };
        let table = is_qwen3.then(|| b.weight(Weight::table(POSITIONS, width)));
        let features = self.tower.hidden_size / self.tower.num_heads.max(1) / 2;
        for _ in 0..2 {
            // Inverse frequencies, and the original beside them.
            b.buffer(features / 2 * Dtype::F32.bytes());
        }
        let pixels = self.recipe.pixels(b, count * self.tower.patch_values(), Dtype::F32);
        let pixels = b.to_dtype(pixels, self.recipe.read(self.recipe.unquantized_dtype()));
        let map = Map { var: pixels, batch: count, channels, height: side, width: side };
        let patches = b.convolution(map, conv).var;
        let placed = match table {
            Some(table) => self.placed(b, patches, table),
            // Windows are put one behind the other.
            None => b.reordered_rows(patches, width * self.tower.spatial_merge_size.pow(2)),
        };
        if placed != patches {
            b.hold(patches);
        }
        (placed, self.tables(b), pixels)
    }

    /// Learned positions, interpolated for the grid of each picture.
    fn placed(&self, b: &mut Builder, patches: VarId, table: VarId) -> VarId {
        let (width, count) = (self.tower.hidden_size, self.pictures.all());
        let [places, weights] = [Dtype::I64, Dtype::F32].map(|dtype| made(b, count * TAPS, dtype));
        let rows = b.embedding(places, table, width);
        let weighed = b.multiply(rows, weights);
        let sum = b.copied(&[weighed], count * width, b.var(weighed).dtype, "sum");
        let sum = b.to_dtype(sum, b.var(patches).dtype);
        let placed = b.add(patches, sum);
        b.hold_all(&[places, weights]);
        placed
    }

    /// Cosines and sines of rows and columns, in FP32.
    fn tables(&self, b: &mut Builder) -> Rotary {
        let elements = self.pictures.all() * self.tower.hidden_size / self.tower.num_heads.max(1);
        let [cosine, sine] = [(); 2].map(|()| made(b, elements, Dtype::F32));
        if self.tower.variant != TowerVariant::Qwen25 {
            return Rotary { cosine, sine };
        }
        let [cosine, sine] = [cosine, sine].map(|table| b.cloned(table, "index"));
        Rotary { cosine, sine }
    }
}

/// A tensor that is made of sizes alone.
pub(super) fn made(b: &mut Builder, elements: u64, dtype: Dtype) -> VarId {
    b.begin("arange", "arange", WorkKind::Elementwise);
    let made = b.writes(elements, dtype);
    b.end();
    made
}
