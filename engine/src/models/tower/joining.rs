//! What brings features to the decoder's width: patches of a square become one row, then an MLP.

use super::TowerBuild;
use crate::architecture::{Activation, TowerVariant};
use crate::graph::VarId;
use crate::graph::builder::Builder;
use crate::models::adapted::Site;

impl TowerBuild<'_> {
    /// Features of the decoder's width. The rows of a square are normed one by one, or together where the features are `of_middle`.
    pub(super) fn merged(&self, b: &mut Builder, x: VarId, of_middle: bool) -> VarId {
        self.begin_joining(b);
        let square = self.tower.spatial_merge_size.pow(2);
        let merged = self.tower.hidden_size * square;
        let norm = self.norm_weights(b, if of_middle { merged } else { self.tower.hidden_size });
        let is_qwen25 = self.tower.variant == TowerVariant::Qwen25;
        let [first, second] = if is_qwen25 { ["mlp.0", "mlp.2"] } else { ["linear_fc1", "linear_fc2"] };
        let up = self.joining.adapted(b, merged, merged, true, Site::Mlp, first);
        let down = self.joining.adapted(b, merged, self.width, true, Site::Mlp, second);
        let normed = self.normed(b, x, norm);
        let inner = b.adapted(normed, up);
        let inner = b.activated(inner, Activation::Gelu);
        let features = b.adapted(inner, down);
        // Windows stood one behind the other; pictures are put back into their order.
        if is_qwen25 { b.reordered_rows(features, self.width) } else { features }
    }
}
