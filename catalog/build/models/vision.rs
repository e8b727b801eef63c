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
    let variant =
        row.choice("variant", &["torchvision", "timm", "vit", "deit", "dinov2", "dinov2_with_registers", "siglip", "clip"]);
    divides(row, "num_attention_heads", "hidden_size");
    let names = ["patch_size", "hidden_size", "num_hidden_layers", "num_attention_heads", "intermediate_size"];
    let rest = counts(row, &names, &COUNT);
    let (variant, scale) = match variant.as_str() {
        "torchvision" => ("Torchvision".to_owned(), flags(row, &["layer_scale"])),
        "timm" => ("Timm".to_owned(), flags(row, &["layer_scale"])),
        class => (format!("Transformers({})", vit_class(row, class)), format!("layer_scale: {}, ", class.starts_with("dinov2"))),
    };
    format!("Vit(Vit {{ variant: VitVariant::{variant}, {rest}{scale} }})")
}

/// A class of transformers, at the values that published models have.
fn vit_class(row: &Row<'_>, class: &str) -> String {
    let (kind, activation) = match class {
        "siglip" => ("Siglip { head: true }", "GeluTanh"),
        "clip" => ("Clip", "QuickGelu"),
        "deit" => ("Deit", "Gelu"),
        "vit" => ("Vit", "Gelu"),
        _ => ("Dinov2", "Gelu"),
    };
    let is_dinov2 = class.starts_with("dinov2");
    let registers = if class == "dinov2_with_registers" {
        format!("Some({})", row.whole("num_register_tokens", &COUNT))
    } else {
        "None".to_owned()
    };
    let image_size = row.whole("image_size", &COUNT);
    let gated = is_dinov2 && row.flag("use_swiglu_ffn");
    format!(
        "VitClass {{ kind: VitKind::{kind}, image_size: {image_size}, num_register_tokens: {registers}, mask_token: {is_dinov2}, \
         qkv_bias: true, gated: {gated}, activation: Activation::{activation}, hidden_dropout: 0.0, attention_dropout: 0.0, \
         drop_path_rate: 0.0 }}"
    )
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
