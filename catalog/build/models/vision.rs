//! Classifiers of images.

use super::{COUNT, COUNT_OR_NONE, chances, counts, divides, flags, stages};
use crate::row::Row;

pub fn resnet(row: &Row<'_>) -> String {
    format!("Resnet({})", residual(row))
}

/// The hyper-parameters of a residual network, which other models have as their backbone.
pub fn residual(row: &Row<'_>) -> String {
    let block = if row.choice("block", &["basic", "bottleneck"]) == "basic" { "Basic" } else { "Bottleneck" };
    let rest = stages::<4>(row, &["layers"]) + &counts(row, &["groups", "width_per_group"], &COUNT);
    format!("Resnet {{ block: ResnetBlock::{block}, {rest} }}")
}

pub fn vgg(row: &Row<'_>) -> String {
    format!("Vgg(Vgg {{ {}{} }})", stages::<5>(row, &["layers"]), flags(row, &["batch_norm"]))
}

pub fn densenet(row: &Row<'_>) -> String {
    let rest = stages::<4>(row, &["block_config"]) + &counts(row, &["growth_rate", "num_init_features", "bn_size"], &COUNT);
    format!("Densenet(Densenet {{ {rest} }})")
}

pub fn convnext(row: &Row<'_>) -> String {
    let rest = stages::<4>(row, &["depths", "hidden_sizes"]) + &chances(row, &["drop_path_rate"]);
    format!("Convnext(Convnext {{ {rest} }})")
}

pub fn swin(row: &Row<'_>) -> String {
    let rest = stages::<4>(row, &["depths", "num_heads"])
        + &counts(row, &["patch_size", "embed_dim", "window_size", "mlp_ratio"], &COUNT)
        + &chances(row, &["drop_path_rate"]);
    format!("Swin(Swin {{ {rest} }})")
}

pub fn vit(row: &Row<'_>) -> String {
    let variant = if row.choice("variant", &["torchvision", "timm"]) == "timm" { "Timm" } else { "Torchvision" };
    divides(row, "num_attention_heads", "hidden_size");
    let names = ["patch_size", "hidden_size", "num_hidden_layers", "num_attention_heads", "intermediate_size"];
    let rest = counts(row, &names, &COUNT) + &flags(row, &["layer_scale"]);
    format!("Vit(Vit {{ variant: VitVariant::{variant}, {rest} }})")
}

pub fn inverted_residual(row: &Row<'_>) -> String {
    let variant = match row.choice("variant", &["mobilenet_v2", "mobilenet_v3", "efficientnet"]).as_str() {
        "mobilenet_v3" => "MobileNetV3",
        "efficientnet" => "EfficientNet",
        _ => "MobileNetV2",
    };
    let rest = counts(row, &["stem_channels", "last_channels"], &COUNT)
        + &counts(row, &["classifier_channels"], &COUNT_OR_NONE)
        + &chances(row, &["dropout", "drop_path_rate"]);
    let stages = row.tables("stages").iter().map(inverted_residual_stage).collect::<Vec<_>>().concat();
    format!(
        "InvertedResidual(InvertedResidual {{ variant: InvertedResidualVariant::{variant}, stages: Cow::Borrowed(&[{stages}]), {rest} }})"
    )
}

/// A stage; its width inside is a multiple of the channels coming in, or a number of channels.
fn inverted_residual_stage(row: &Row<'_>) -> String {
    let expansion = match (row.optional_whole("expand_ratio", &COUNT), row.optional_whole("expanded_channels", &COUNT)) {
        (Some(ratio), None) => format!("Ratio({ratio})"),
        (None, Some(channels)) => format!("Channels({channels})"),
        _ => {
            row.check(false, "expand_ratio", "or expanded_channels must be there, and not both");
            "Ratio(1)".to_owned()
        }
    };
    let rest = counts(row, &["kernel_size", "stride", "out_channels", "num_layers"], &COUNT)
        + &flags(row, &["squeeze_excitation", "hard_swish"]);
    row.finish();
    format!("InvertedResidualStage {{ expansion: Expansion::{expansion}, {rest} }}, ")
}
