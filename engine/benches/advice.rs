//! How long the advisor thinks: one search over everything that can be left open, the whole recommendation, and the plan
//! that a comparison of machines asks for.

#[expect(dead_code, reason = "the tests use the rest")]
#[path = "../tests/suite/support/host.rs"]
mod support;

use divan::{Bencher, black_box};
use engine::architecture::{Architecture, DiffusionUnet};
use engine::estimate::Market;
use engine::inputs::{Constraints, Field, Request};
use engine::search::{self, quick, recommend};
use engine::training::{DataKind, Precision};
use std::borrow::Cow;

fn main() {
    divan::main();
}

const CASES: [&str; 4] = ["resnet-50", "bert-base", "llama-2-7b", "sdxl"];

/// Everything that a search may choose.
const OPEN: [Field; 20] = [
    Field::Ram,
    Field::Method,
    Field::Precision,
    Field::Optimizer,
    Field::ActivationCheckpointing,
    Field::Attention,
    Field::LinearAttention,
    Field::MicroBatchSize,
    Field::GradientAccumulationSteps,
    Field::NumWorkers,
    Field::PrefetchFactor,
    Field::PinMemory,
    Field::PersistentWorkers,
    Field::Cache,
    Field::OptimizerImplementation,
    Field::LossLogits,
    Field::MemoryFormat,
    Field::Sharding,
    Field::Offload,
    Field::BatchedPreprocessing,
];

/// A model on a card of 24 GB, with everything open.
fn request(case: &str) -> Request {
    let (model, data) = match case {
        "resnet-50" => (support::resnet50(), support::data(DataKind::Images, 50_000, 110_000)),
        "bert-base" => (support::bert_base(), support::data(DataKind::Text, 100_000, 2048)),
        "llama-2-7b" => (support::llama_2(4096, 11008, 32, 32), support::data(DataKind::Text, 100_000, 2048)),
        _ => {
            let mut data = support::data(DataKind::Latents, 50_000, 577_000);
            (data.image_height, data.image_width) = (1024, 1024);
            (sdxl(), data)
        }
    };
    let mut scenario = support::scenario(model, data);
    scenario.training.precision = Precision::Bf16Amp;
    scenario.training.micro_batch_size = 1;
    Request { scenario, open: OPEN.to_vec(), constraints: Constraints::default() }
}

/// The denoising network of SDXL 1.0.
fn sdxl() -> Architecture {
    Architecture::DiffusionUnet(DiffusionUnet {
        in_channels: 4,
        out_channels: 4,
        block_out_channels: Cow::Borrowed(&[320, 640, 1280]),
        layers_per_block: 2,
        num_attention_heads: Cow::Borrowed(&[5, 10, 20]),
        transformer_layers_per_block: Cow::Borrowed(&[0, 2, 10]),
        mid_transformer_layers: 10,
        cross_attention_dim: 2048,
        text_tokens: 77,
        use_linear_projection: true,
        addition_embed_input: 2816,
        companion_parameters: 901_374_318,
    })
}

/// The search: the plan, the levers' last word, and the front.
#[divan::bench(args = CASES)]
fn search_all_open(bencher: Bencher, case: &str) {
    let request = request(case);
    let asked = engine::answer::estimate(&request);
    bencher.bench(|| search::search(black_box(&request), &Market::default(), &asked));
}

/// The whole answer: what was asked, the search, every lever.
#[divan::bench(args = CASES)]
fn recommend_all_open(bencher: Bencher, case: &str) {
    let request = request(case);
    bencher.bench(|| recommend(black_box(&request), &Market::default()));
}

/// The plan alone.
#[divan::bench(args = CASES)]
fn quick_all_open(bencher: Bencher, case: &str) {
    let request = request(case);
    bencher.bench(|| quick(black_box(&request)));
}
