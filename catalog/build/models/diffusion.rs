//! Denoising networks of latent diffusion.

use std::ops::RangeInclusive;

use super::{COMPANIONS, COUNT, COUNT_OR_NONE, borrowed, counts, flags};
use crate::row::Row;

pub fn unet(row: &Row<'_>) -> String {
    let channels = row.wholes("block_out_channels", &COUNT);
    let per_level = |key: &str, range: &RangeInclusive<u64>| {
        let list = row.wholes(key, range);
        row.check(list.len() == channels.len(), key, "must have an entry for each level of block_out_channels");
        borrowed(&list)
    };
    let (heads, transformers) =
        (per_level("num_attention_heads", &COUNT), per_level("transformer_layers_per_block", &COUNT_OR_NONE));
    let names =
        ["in_channels", "out_channels", "layers_per_block", "mid_transformer_layers", "cross_attention_dim", "text_tokens"];
    let rest = counts(row, &names, &COUNT)
        + &counts(row, &["addition_embed_input"], &COUNT_OR_NONE)
        + &counts(row, &["companion_parameters"], &COMPANIONS)
        + &flags(row, &["use_linear_projection"]);
    format!(
        "DiffusionUnet(DiffusionUnet {{ block_out_channels: {}, num_attention_heads: {heads}, transformer_layers_per_block: {transformers}, {rest} }})",
        borrowed(&channels),
    )
}

pub fn transformer(row: &Row<'_>) -> String {
    let variant = if row.choice("variant", &["sd3", "flux"]) == "flux" {
        let rest = counts(row, &["num_single_layers"], &COUNT) + &flags(row, &["guidance_embeds"]);
        format!("JointThenSingle {{ {rest} }}")
    } else {
        let rest = counts(row, &["pos_embed_max_size"], &COUNT)
            + &counts(row, &["dual_attention_layers"], &COUNT_OR_NONE)
            + &flags(row, &["qk_norm"]);
        format!("Joint {{ {rest} }}")
    };
    let names = [
        "in_channels",
        "patch_size",
        "num_layers",
        "attention_head_dim",
        "num_attention_heads",
        "joint_attention_dim",
        "pooled_projection_dim",
    ];
    let rest = counts(row, &names, &COUNT) + &counts(row, &["companion_parameters"], &COMPANIONS);
    format!("DiffusionTransformer(DiffusionTransformer {{ variant: DiffusionTransformerVariant::{variant}, {rest} }})")
}

pub fn video(row: &Row<'_>) -> String {
    let variant = if row.choice("variant", &["cogvideox", "wan"]) == "wan" {
        format!("Cross {{ {} }}", counts(row, &["ffn_dim", "networks"], &COUNT))
    } else {
        let rest = counts(row, &["time_embed_dim"], &COUNT) + &flags(row, &["rotary"]);
        format!("Joint {{ {rest} }}")
    };
    let names = [
        "in_channels",
        "patch_size",
        "num_layers",
        "attention_head_dim",
        "num_attention_heads",
        "text_dim",
        "usual_frames",
        "usual_height",
        "usual_width",
    ];
    let rest = counts(row, &names, &COUNT);
    format!("VideoTransformer(VideoTransformer {{ variant: VideoTransformerVariant::{variant}, {rest} }})")
}
