//! Models that find things in images: segmentation and detection.

use super::vision::residual;
use super::{COUNT, borrowed, counts, flags};
use crate::row::Row;

/// A U-Net; its way down is a list of widths or a residual network.
pub fn unet(row: &Row<'_>) -> String {
    let encoder = match backbone(row, "encoder") {
        Some(resnet) => format!("Residual({resnet})"),
        None => format!("Convolutional({})", borrowed(&row.wholes("encoder_channels", &COUNT))),
    };
    let channels = borrowed(&row.wholes("decoder_channels", &COUNT));
    format!("Unet(Unet {{ encoder: UnetEncoder::{encoder}, decoder_channels: {channels} }})")
}

pub fn segmenter(row: &Row<'_>) -> String {
    let head = match row.choice("head", &["fcn", "deeplabv3"]).as_str() {
        "deeplabv3" => format!("DeepLabV3({})", borrowed(&row.wholes("atrous_rates", &COUNT))),
        _ => "Fcn".to_owned(),
    };
    let rest = flags(row, &["aux_loss"]);
    format!("Segmenter(Segmenter {{ backbone: {}, head: SegmentationHead::{head}, {rest} }})", required_backbone(row))
}

pub fn detector(row: &Row<'_>) -> String {
    let layers = row.whole("trainable_backbone_layers", &(0..=5));
    let rest = flags(row, &["mask_head"]) + &counts(row, &["objects_per_image"], &(1..=10_000));
    format!("Detector(Detector {{ backbone: {}, trainable_backbone_layers: {layers}, {rest} }})", required_backbone(row))
}

fn required_backbone(row: &Row<'_>) -> String {
    let backbone = backbone(row, "backbone");
    row.check(backbone.is_some(), "backbone", "is missing");
    backbone.unwrap_or_default()
}

fn backbone(row: &Row<'_>, key: &str) -> Option<String> {
    let table = row.table(key)?;
    let resnet = residual(&table);
    table.finish();
    Some(resnet)
}
