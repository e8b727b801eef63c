//! Sound with what is said in it: what a clip becomes, and what that costs a core.

use crate::architecture::{Architecture, Whisper};
use crate::inputs::Scenario;
use crate::units::Bytes;

/// Bytes of a value of a spectrogram.
const FLOAT_BYTES: u64 = 4;
/// Bytes of a token's label.
const LABEL_BYTES: u64 = 8;

/// Decoding FLAC, per compressed byte on one core, times its clock in GHz: a calibration.
///
/// 21 to 24 ns a byte at about 3.0 GHz (soundfile 0.14, libsndfile 1.2.2; speech of 16 kHz at 17 to 18 kB a second, 11 s real and 5 to 30 s
/// made; one core of an EPYC of the third generation, 2026-11). WAV takes a tenth of that. MP3 of 64 kbit/s takes four times as much a byte
/// and as much again to resample, on fewer bytes: for a clip of 5 s, 12 ms at that clock in place of 1, beside 14 for its spectrogram.
const DECODE_SECONDS_PER_BYTE_AT_1_GHZ: f64 = 22.5e-9 * 3.0;

/// The logarithmic spectrogram of a window, times the clock in GHz: a part for the window and a part for every band. A calibration.
///
/// 14.2 ms for 80 bands and 15.5 ms for 128 at about 3.0 GHz (`WhisperFeatureExtractor` of transformers 5.24 with PyTorch 2.15 on one thread,
/// medians of 21; the fastest tenth 12 to 14 % below; same core, 2026-11). A clip of 5 s costs as much: it is filled up with silence.
const WINDOW_SECONDS_AT_1_GHZ: f64 = 12.0e-3 * 3.0;
const BAND_SECONDS_AT_1_GHZ: f64 = 27.0e-6 * 3.0;

fn heard_by(scenario: &Scenario) -> Option<&Whisper> {
    match &scenario.model {
        Architecture::Whisper(model) => Some(model),
        _ => None,
    }
}

/// A window's spectrogram in FP32 and the labels of its text.
pub(super) fn tensors(scenario: &Scenario) -> Bytes {
    let spectrogram = heard_by(scenario).map_or(0, |model| model.num_mel_bins * model.frames() * FLOAT_BYTES);
    Bytes(spectrogram + scenario.data.target_length * LABEL_BYTES)
}

/// Seconds that one full core at 1 GHz needs to make a window's tensors of a clip of so many bytes.
pub(super) fn preparing(scenario: &Scenario, stored: f64) -> f64 {
    let bands = heard_by(scenario).map_or(0, |model| model.num_mel_bins) as f64;
    stored * DECODE_SECONDS_PER_BYTE_AT_1_GHZ + WINDOW_SECONDS_AT_1_GHZ + bands * BAND_SECONDS_AT_1_GHZ
}
