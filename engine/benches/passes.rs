//! How long the engine thinks about a model that answers in passes: a pipeline that makes pictures, with all changes and the largest
//! batch.

use std::borrow::Cow;

use divan::{Bencher, black_box};
use engine::architecture::{Architecture, DiffusionTransformer, DiffusionTransformerVariant, DiffusionUnet};
use engine::passes::{Question, Settings, answer, plain};
use engine::serving::WeightsFormat;
use engine::units::Bytes;

#[expect(dead_code, reason = "the tests use the rest")]
#[path = "../tests/suite/serving/machines.rs"]
mod machines;

fn main() {
    divan::main();
}

/// A U-Net of 0.9 billion weights, 512 pixels.
fn unet() -> Architecture {
    Architecture::DiffusionUnet(DiffusionUnet {
        in_channels: 4,
        out_channels: 4,
        block_out_channels: Cow::Borrowed(&[320, 640, 1280, 1280]),
        layers_per_block: 2,
        num_attention_heads: Cow::Borrowed(&[8, 8, 8, 8]),
        transformer_layers_per_block: Cow::Borrowed(&[1, 1, 1, 0]),
        mid_transformer_layers: 1,
        cross_attention_dim: 768,
        text_tokens: 77,
        use_linear_projection: false,
        addition_embed_input: 0,
        companion_parameters: 206_714_343,
    })
}

/// A transformer of 11.9 billion weights, 1024 pixels.
const fn transformer() -> Architecture {
    Architecture::DiffusionTransformer(DiffusionTransformer {
        variant: DiffusionTransformerVariant::JointThenSingle { num_single_layers: 38, guidance_embeds: true },
        in_channels: 64,
        patch_size: 1,
        num_layers: 19,
        attention_head_dim: 128,
        num_attention_heads: 24,
        joint_attention_dim: 4096,
        pooled_projection_dim: 768,
        companion_parameters: 4_969_190_819,
    })
}

fn question(model: Architecture, side: u64, format: WeightsFormat) -> Question {
    let settings = Settings {
        weights_format: format,
        batch: 1,
        image_height: side,
        image_width: side,
        frames: 1,
        tokens: 512,
        classes: 1000,
        denoising_steps: 28,
        is_tiled: false,
        is_offloaded: false,
    };
    Question { hardware: machines::machine(80, 90, 1), model, settings, host_room: Bytes::from_gib(256) }
}

#[divan::bench]
fn unet_answer(bencher: Bencher) {
    let question = question(unet(), 512, WeightsFormat::Fp16);
    bencher.bench(|| answer(black_box(&question)));
}

#[divan::bench]
fn transformer_answer(bencher: Bencher) {
    let question = question(transformer(), 1024, WeightsFormat::BnbNf4);
    bencher.bench(|| answer(black_box(&question)));
}

#[divan::bench]
fn transformer_figures_alone(bencher: Bencher) {
    let question = question(transformer(), 1024, WeightsFormat::Bf16);
    bencher.bench(|| plain(black_box(&question)));
}
