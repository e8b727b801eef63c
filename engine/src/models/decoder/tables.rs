//! Tables of positions: how many pairs a model has, and how wide they are.

use crate::architecture::{AttentionLayout, Decoder, DecoderVariant, PositionPairs, PositionWidth};

/// Features of a head that positions turn by a pair of tables.
pub(super) fn rotary_features(model: &Decoder, table: u64) -> u64 {
    if model.options.sinks { model.head_dim } else { rotary_dim(model, table) }
}

/// Entries of a row of a pair of tables of positions: the first, or that of blocks with a window where those turn by other angles.
pub(super) fn rotary_dim(model: &Decoder, table: u64) -> u64 {
    if let Some(gemma4) =
        model.options.gemma4.filter(|_| table == 0 && (0..model.num_hidden_layers).any(|block| model.is_global(block)))
    {
        return gemma4.global_head_dim;
    }
    match model.options.attention {
        AttentionLayout::Latent(latent) => latent.qk_rope_head_dim,
        // Tables that hold each angle once.
        _ if model.options.sinks => model.head_dim / 2,
        _ if has_table(model) => model.options.rotary_dim.unwrap_or(model.hidden_size) / 2,
        _ => model.options.rotary_dim.unwrap_or(model.head_dim),
    }
}

/// Whether all positions that there can be stand in one table of the module's (GPT-J).
pub(super) fn has_table(model: &Decoder) -> bool {
    model.options.position_pairs == PositionPairs::NeighboursApart
}

/// Pairs of tables of positions: one for each kind of block where those with a window turn by other angles.
pub(super) fn tables(model: &Decoder) -> u64 {
    let turns_apart = model.variant == DecoderVariant::Gemma3
        || model.options.gemma4.is_some()
        || model.options.position_width == PositionWidth::Tables;
    let Some(window) = model.options.window.filter(|_| turns_apart) else { return 1 };
    let windowed = (0..model.num_hidden_layers).filter(|&layer| window.layers.contains(layer)).count() as u64;
    if windowed == 0 || windowed == model.num_hidden_layers { 1 } else { 2 }
}
