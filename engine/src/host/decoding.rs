//! What a core needs to decode a picture and to bring it into shape.

use crate::units::{Bytes, Seconds};

/// Compressed bytes of a JPEG per pixel: `ImageNet`'s pictures average 110 kB at about 500 x 400.
pub const JPEG_BYTES_PER_PIXEL: f64 = 0.55;

/// Decoding a JPEG with Pillow, per compressed byte on one core, times its clock in GHz.
///
/// 537 to 726 pictures of 110 kB a second on Zen 4, Zen 5 and Sapphire Rapids at 3.7 to 4.1 GHz: 148 a second and GHz
/// (`ternaus/imread_benchmark`, table 1; other libraries are within 20 % of it).
pub const DECODE_SECONDS_PER_BYTE_AT_1_GHZ: f64 = 1.0 / (148.0 * 110_000.0);

/// Crop, resize, flip, conversion and normalisation, per pixel of the source and of the result, times the clock in GHz.
///
/// Pillow's resize 1,083 pictures a second, normalisation 1,819 (albumentations' benchmark of augly and itself on
/// `ImageNet` pictures, one thread at about 4 GHz).
pub const RESIZE_SECONDS_PER_SOURCE_PIXEL_AT_1_GHZ: f64 = 4.0 / (1083.0 * 200_000.0);
/// Conversion to a float tensor and normalisation, per pixel of the result, times the clock in GHz.
pub const NORMALIZE_SECONDS_PER_PIXEL_AT_1_GHZ: f64 = 2.0 * 4.0 / (1819.0 * 200_000.0);

/// Time that one full core needs to decode a JPEG of this many bytes.
#[must_use]
pub fn decode_time(file: Bytes, clock_ghz: f64) -> Seconds {
    Seconds::new(file.as_f64() * DECODE_SECONDS_PER_BYTE_AT_1_GHZ / clock_ghz)
}
