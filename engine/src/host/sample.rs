//! What one sample weighs on the disk, in host memory and on the link, and what preparing it costs.

use super::decoding::{
    JPEG_BYTES_PER_PIXEL, NORMALIZE_SECONDS_PER_PIXEL_AT_1_GHZ, RESIZE_SECONDS_PER_SOURCE_PIXEL_AT_1_GHZ, decode_time,
};
use super::{pictures, sound};
use crate::architecture::{Architecture, LATENT_FACTOR};
use crate::estimate::StageKind;
use crate::inputs::Scenario;
use crate::training::{Cache, DataKind};
use crate::units::{Bytes, Seconds};

/// Tokenising text in one thread, per byte, times the clock in GHz: 3 MB/s at 4 GHz.
///
/// Hugging Face's fast tokenizers state 1 GB in under 20 s on a server's cores; a sixteenth of that is one thread's.
pub const TOKENIZE_SECONDS_PER_BYTE_AT_1_GHZ: f64 = 4.0 / 3.0e6;

/// Python's cost of fetching one sample and stacking it into a batch, times the clock in GHz: 60 microseconds at 4 GHz.
pub const FETCH_SECONDS_AT_1_GHZ: f64 = 240.0e-6;

/// Copying a prepared sample into the batch's shared memory, per byte, first touch of its pages included: 3 GB/s.
pub const COPY_SECONDS_PER_BYTE: f64 = 1.0 / 3.0e9;

/// Token ids in a prepared corpus: 32 bits.
pub const TOKEN_BYTES: u64 = 4;
/// Tensors that a text sample becomes (ids, mask, labels), 64 bits a token each.
const TEXT_TENSOR_BYTES: u64 = 3 * 8;
/// Channels of a latent, and the bytes of an FP32 value.
const LATENT_CHANNELS: u64 = 4;
const FLOAT_BYTES: u64 = 4;
/// Bytes of an FP16 value.
const HALF_BYTES: u64 = 2;

/// Whether a step starts from encoded pictures: the latent model's own encoder is then on the card. With cached latents
/// only the first epoch does, which makes them.
fn from_pictures(scenario: &Scenario, first_epoch: bool) -> bool {
    match (scenario.data.kind, scenario.training.loader.cache) {
        (DataKind::Images, _) => true,
        (DataKind::Text | DataKind::Audio | DataKind::Tensors, _) => false,
        (DataKind::Latents, Cache::Latents) => first_epoch,
        (DataKind::Latents, Cache::None | Cache::Ram | Cache::Tokens) => scenario.training.resident_frozen_models,
    }
}

/// A picture as an FP32 tensor.
fn picture_tensor(scenario: &Scenario) -> Bytes {
    Bytes(3 * scenario.data.image_height * scenario.data.image_width * FLOAT_BYTES)
}

/// A latent as an FP32 tensor: 64 KiB for a picture of 512 x 512.
#[must_use]
pub fn latent(scenario: &Scenario) -> Bytes {
    Bytes(
        LATENT_CHANNELS
            * scenario.data.image_height.div_ceil(LATENT_FACTOR)
            * scenario.data.image_width.div_ceil(LATENT_FACTOR)
            * FLOAT_BYTES,
    )
}

/// The text encoding that goes with a latent, in FP16; nothing where there is none.
fn text_encoding(scenario: &Scenario) -> Bytes {
    let companions = scenario.model.companions(scenario.data.text_tokens);
    Bytes(companions.map_or(0, |companions| companions.encoding_elements * HALF_BYTES))
}

/// A sample as it lies on the disk, at least a byte.
#[must_use]
pub fn on_disk(scenario: &Scenario) -> Bytes {
    Bytes((scenario.data.bytes_on_disk.0 / scenario.data.samples.max(1)).max(1))
}

/// A sample as an epoch reads it: the source file, or what the first epoch has made of it.
#[must_use]
pub fn read(scenario: &Scenario, first_epoch: bool) -> Bytes {
    match (scenario.data.kind, scenario.training.loader.cache) {
        (DataKind::Text, Cache::Tokens) if !first_epoch => Bytes(tokens(scenario) * TOKEN_BYTES).max(Bytes(1)),
        (DataKind::Latents, Cache::Latents) if !first_epoch => encoded_bytes(scenario),
        _ => on_disk(scenario),
    }
}

/// A picture's latent with the text encoding that goes with it.
fn encoded_bytes(scenario: &Scenario) -> Bytes {
    latent(scenario) + text_encoding(scenario)
}

/// Tokens of a text sample, the decoder's and those of both texts of a pair included.
fn tokens(scenario: &Scenario) -> u64 {
    match &scenario.model {
        Architecture::T5(_) | Architecture::Bart(_) => scenario.data.sequence_length + scenario.data.target_length,
        Architecture::Encoder(_) | Architecture::Decoder(_) | Architecture::Gpt2(_) => {
            scenario.texts_per_sample() * scenario.data.sequence_length
        }
        Architecture::Resnet(_)
        | Architecture::Vgg(_)
        | Architecture::Densenet(_)
        | Architecture::InvertedResidual(_)
        | Architecture::Convnext(_)
        | Architecture::Vit(_)
        | Architecture::Swin(_)
        | Architecture::DiffusionUnet(_)
        | Architecture::Unet(_)
        | Architecture::Segmenter(_)
        | Architecture::DiffusionTransformer(_)
        | Architecture::VideoTransformer(_)
        | Architecture::Whisper(_)
        | Architecture::Detector(_)
        | Architecture::Traced(_) => scenario.data.sequence_length,
    }
}

/// A prepared sample as it lies in the batch of a later epoch, at least a byte.
#[must_use]
pub fn prepared_bytes(scenario: &Scenario) -> Bytes {
    prepared_bytes_in(scenario, false)
}

/// A prepared sample as it lies in the batch of the first epoch or a later one, at least a byte.
#[must_use]
pub fn prepared_bytes_in(scenario: &Scenario, first_epoch: bool) -> Bytes {
    // A trace says what its network reads, targets among it.
    if let Architecture::Traced(model) = &scenario.model {
        return Bytes(model.sample_bytes).max(Bytes(1));
    }
    let bytes = match scenario.data.kind {
        DataKind::Images => picture_tensor(scenario),
        DataKind::Text => Bytes(tokens(scenario) * TEXT_TENSOR_BYTES) + pictures::tensors(scenario),
        DataKind::Audio => sound::tensors(scenario),
        // Arrays are read by traced networks alone.
        DataKind::Tensors => on_disk(scenario),
        DataKind::Latents if from_pictures(scenario, false) => picture_tensor(scenario),
        // What the first epoch makes of a picture comes back over the same link.
        DataKind::Latents if from_pictures(scenario, first_epoch) => picture_tensor(scenario).max(encoded_bytes(scenario)),
        DataKind::Latents => encoded_bytes(scenario),
    };
    bytes.max(Bytes(1))
}

/// The whole set as the loader's own cache keeps it.
#[must_use]
pub fn cached_set(scenario: &Scenario) -> Bytes {
    cached_set_in(scenario, scenario.training.loader.cache)
}

/// The whole set as a given kind of cache keeps it.
#[must_use]
pub fn cached_set_in(scenario: &Scenario, cache: Cache) -> Bytes {
    let samples = scenario.data.samples;
    match cache {
        Cache::None => Bytes::ZERO,
        Cache::Ram => scenario.data.bytes_on_disk,
        Cache::Latents => latent(scenario) * samples,
        Cache::Tokens => Bytes(tokens(scenario) * TOKEN_BYTES) * samples,
    }
}

/// Whether a batch is prepared in one call: a tokenizer takes all its texts, and prepared tokens are rows of one tensor.
/// Pictures and latents are files that are opened and decoded one by one, whatever asks for them.
#[must_use]
pub fn is_fetched_whole(scenario: &Scenario) -> bool {
    scenario.training.loader.batched_preprocessing && scenario.data.kind == DataKind::Text && scenario.active_tower().is_none()
}

/// Time that one full core needs for a sample, in the first epoch or a later one.
#[must_use]
pub fn core_time(scenario: &Scenario, clock_ghz: f64, first_epoch: bool) -> Seconds {
    let stored = on_disk(scenario).as_f64();
    let prepared_already = match scenario.training.loader.cache {
        Cache::None | Cache::Ram => false,
        Cache::Latents | Cache::Tokens => !first_epoch,
    };
    let transform = if prepared_already {
        0.0
    } else if from_pictures(scenario, first_epoch) {
        let source_pixels = stored / JPEG_BYTES_PER_PIXEL;
        let pixels = (scenario.data.image_height * scenario.data.image_width) as f64;
        decode_time(on_disk(scenario), 1.0).get()
            + source_pixels * RESIZE_SECONDS_PER_SOURCE_PIXEL_AT_1_GHZ
            + pixels * NORMALIZE_SECONDS_PER_PIXEL_AT_1_GHZ
    } else if scenario.data.kind == DataKind::Text {
        (stored - pictures::files(scenario, on_disk(scenario)).as_f64()) * TOKENIZE_SECONDS_PER_BYTE_AT_1_GHZ
    } else if scenario.data.kind == DataKind::Audio {
        sound::preparing(scenario, stored)
    } else {
        0.0
    };
    // Pictures among words are decoded in every epoch.
    let transform = transform + pictures::preparing(scenario, on_disk(scenario));
    // Fetched as a whole, a batch costs Python once what otherwise every one of its samples does.
    let fetches = if is_fetched_whole(scenario) { scenario.training.micro_batch_size.max(1) } else { 1 };
    let copied = prepared_bytes_in(scenario, first_epoch).as_f64();
    let estimated =
        Seconds::new((transform + FETCH_SECONDS_AT_1_GHZ / fetches as f64) / clock_ghz + copied * COPY_SECONDS_PER_BYTE);
    estimated * scenario.measured.time(StageKind::Preprocess)
}
