//! Pictures among the words of a sample: what they weigh, and what a core makes them ready in.

use super::decoding::{
    DECODE_SECONDS_PER_BYTE_AT_1_GHZ, JPEG_BYTES_PER_PIXEL, NORMALIZE_SECONDS_PER_PIXEL_AT_1_GHZ,
    RESIZE_SECONDS_PER_SOURCE_PIXEL_AT_1_GHZ,
};
use crate::architecture::Tower;
use crate::dtype::Dtype;
use crate::inputs::Scenario;
use crate::units::Bytes;

/// Bytes of a word's token in a text: English has about four characters a token.
pub const TEXT_BYTES_PER_TOKEN: u64 = 4;

/// Patches of all pictures of a sample.
fn patches(scenario: &Scenario, tower: &Tower) -> u64 {
    let data = &scenario.data;
    data.images_per_sample.saturating_mul(tower.patches(data.image_height, data.image_width).count())
}

/// Files of the pictures of a sample that is stored in so many bytes: what its words leave of it.
#[must_use]
pub fn files(scenario: &Scenario, stored: Bytes) -> Bytes {
    let data = &scenario.data;
    if scenario.active_tower().is_none() {
        return Bytes::ZERO;
    }
    let words = data.sequence_length.saturating_sub(scenario.picture_tokens()).saturating_mul(TEXT_BYTES_PER_TOKEN);
    Bytes(stored.0.saturating_sub(words))
}

/// Pictures of a sample as processors hand them over, in FP32, each as often as the tower takes a frame.
#[must_use]
pub fn tensors(scenario: &Scenario) -> Bytes {
    let values = scenario.active_tower().map_or(0, |tower| patches(scenario, tower).saturating_mul(tower.patch_values()));
    Bytes(values.saturating_mul(Dtype::F32.bytes()))
}

/// Seconds that a core of 1 GHz needs for the pictures of a sample that is stored in so many bytes: decoded, resized and normalized.
#[must_use]
pub fn preparing(scenario: &Scenario, stored: Bytes) -> f64 {
    let pixels = scenario.active_tower().map_or(0, |tower| patches(scenario, tower).saturating_mul(tower.patch_pixels()));
    let files = files(scenario, stored).as_f64();
    files * DECODE_SECONDS_PER_BYTE_AT_1_GHZ
        + files / JPEG_BYTES_PER_PIXEL * RESIZE_SECONDS_PER_SOURCE_PIXEL_AT_1_GHZ
        + pixels as f64 * NORMALIZE_SECONDS_PER_PIXEL_AT_1_GHZ
}
