//! Queries and keys turned by their positions.

use crate::architecture::{Decoder, DecoderVariant, PositionPairs, PositionWidth};
use crate::dtype::Dtype;
use crate::graph::VarId;
use crate::graph::builder::Builder;
use crate::graph::rotary::Rotary;

/// Whether queries and keys are joined of features that positions turned and those that they passed over.
pub(super) fn is_joined(model: &Decoder) -> bool {
    model.variant == DecoderVariant::Phi3 || model.options.rotary_dim.is_some()
}

/// Whether they are joined head by head, which GPT-J does token by token.
pub(super) fn joined_by_head(model: &Decoder) -> bool {
    is_joined(model) && model.options.position_pairs != PositionPairs::NeighboursApart
}

/// Queries or keys with their positions.
pub(super) fn turned(b: &mut Builder, model: &Decoder, x: VarId, rotary: Rotary) -> VarId {
    if is_joined(model) {
        return joined(b, model, x, rotary);
    }
    let narrow = b.var(x).dtype;
    if model.options.sinks {
        return b.rotated_by_halves(x, rotary);
    }
    let turned = match model.options.position_width {
        PositionWidth::Model | PositionWidth::Tables => b.rotated(x, rotary),
        PositionWidth::Operands => {
            let x = b.to_dtype(x, Dtype::F32);
            b.rotated(x, rotary)
        }
        PositionWidth::Swapped => b.rotated_wide(x, rotary),
    };
    if model.options.position_width == PositionWidth::Model { turned } else { b.to_dtype(turned, narrow) }
}

/// The turned features of each head joined with those that are not, where positions turn only the first of so many.
fn joined(b: &mut Builder, model: &Decoder, x: VarId, rotary: Rotary) -> VarId {
    let all = b.var(x).elements;
    let turning = model.options.rotary_dim.map_or(all, |turned| all / model.head_dim * turned);
    let turning = b.slice_view(x, turning);
    let rest = all - b.var(turning).elements;
    let passing = (rest > 0).then(|| b.slice_view(x, rest));
    let rotary = if model.options.position_pairs == PositionPairs::NeighboursApart { side_by_side(b, rotary, 2) } else { rotary };
    let turned = b.rotated(turning, rotary);
    let parts: Vec<VarId> = [turned].into_iter().chain(passing).collect();
    b.concatenated(&parts, "cat")
}

/// Queries and keys with their positions, and values.
pub(super) fn placed(b: &mut Builder, model: &Decoder, [query, key, value]: [VarId; 3], rotary: Option<Rotary>) -> [VarId; 3] {
    let [query, key] = rotary.map_or([query, key], |rotary| [query, key].map(|x| turned(b, model, x, rotary)));
    [query, key, value]
}

/// Tables whose entries stand twice side by side, made of the first halves anew for each block.
/// `times` as long.
pub(super) fn side_by_side(b: &mut Builder, rotary: Rotary, times: u64) -> Rotary {
    let [cosine, sine] = [rotary.cosine, rotary.sine].map(|table| {
        let var = b.var(table);
        b.copied(&[table], times * var.elements, var.dtype, "repeat_interleave")
    });
    Rotary { cosine, sine }
}
