//! How long the engine thinks: one played step, one largest-batch search, one full answer, one set of advice.

#[expect(dead_code, reason = "the tests use the rest")]
#[path = "../tests/suite/support/host.rs"]
mod support;

use divan::{Bencher, black_box};
use engine::architecture::{Architecture, DiffusionUnet};
use engine::device::replay::{Settings, replay};
use engine::device::roofline::profile;
use engine::estimate::Market;
use engine::graph::Graph;
use engine::host::{data_path, speed};
use engine::inputs::{Constraints, Field, Request, Scenario};
use engine::step::kernels::step_work;
use engine::training::{Data, DataKind, Method};
use engine::units::Bytes;
use std::borrow::Cow;

fn main() {
    divan::main();
}

/// The cases: a 32-layer decoder of 7 billion weights, a 50-layer CNN, and the U-Nets of two latent diffusion models.
fn scenario(case: &str) -> Scenario {
    let latents = || support::data(DataKind::Latents, 20_000, 300_000);
    match case {
        "u-net-sd-1.5" => support::scenario(support::stable_diffusion(), latents()),
        "u-net-sdxl" => {
            let data = Data { image_height: 1024, image_width: 1024, ..latents() };
            let mut scenario = support::scenario(stable_diffusion_xl(), data);
            scenario.training.method = Method::Lora(support::lora());
            scenario.training.micro_batch_size = 1;
            scenario
        }
        "decoder-32-layers" => {
            let mut scenario =
                support::scenario(support::llama_2(4096, 11008, 32, 32), support::data(DataKind::Text, 100_000, 2048));
            scenario.training.method = Method::Lora(support::lora());
            scenario.training.micro_batch_size = 1;
            scenario
        }
        _ => support::scenario(support::resnet50(), support::data(DataKind::Images, 50_000, 110_000)),
    }
}

/// The U-Net of a latent diffusion model of 2.6 billion weights (unet/config.json of stable-diffusion-xl-base-1.0).
fn stable_diffusion_xl() -> Architecture {
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
        companion_parameters: 901_374_183,
    })
}

const CASES: [&str; 4] = ["decoder-32-layers", "resnet-50", "u-net-sd-1.5", "u-net-sdxl"];

/// Builds the graph and plays forward, backward and optimizer step.
#[divan::bench(args = CASES)]
fn played_step(bencher: Bencher, case: &str) {
    let Scenario { model, training, data, .. } = scenario(case);
    bencher.bench(|| engine::step::simulate(black_box(&model), &training, &data, training.micro_batch_size, 1));
}

/// Plays the step with a record of every tensor, and runs two iterations of it through the model of the caching allocator.
#[divan::bench(args = CASES)]
fn replayed_step(bencher: Bencher, case: &str) {
    let Scenario { model, training, data, .. } = scenario(case);
    bencher.bench(|| {
        let (_, recording) = engine::step::record(black_box(&model), &training, &data, training.micro_batch_size, 1);
        let settings = Settings::affordable(&recording, (Bytes(8_519_680), 2));
        replay(&recording, settings)
    });
}

/// The replay alone, of a step that is recorded already.
#[divan::bench(args = CASES)]
fn replay_alone(bencher: Bencher, case: &str) {
    let Scenario { model, training, data, .. } = scenario(case);
    let (_, recording) = engine::step::record(&model, &training, &data, training.micro_batch_size, 1);
    let settings = Settings::affordable(&recording, (Bytes(8_519_680), 2));
    bencher.bench(|| replay(black_box(&recording), settings));
}

/// The graph alone.
#[divan::bench(args = CASES)]
fn built_graph(bencher: Bencher, case: &str) {
    let Scenario { model, training, data, .. } = scenario(case);
    bencher.bench(|| engine::models::build(black_box(&model), &training, &data, training.micro_batch_size));
}

/// The graph alone, in the memory of the one before, as in a search.
#[divan::bench(args = CASES)]
fn rebuilt_graph(bencher: Bencher, case: &str) {
    let Scenario { model, training, data, .. } = scenario(case);
    let mut spare = Graph::default();
    bencher.bench_local(|| {
        let graph = std::mem::take(&mut spare);
        spare = engine::models::build_in(graph, black_box(&model), &training, &data, training.micro_batch_size, 1);
    });
}

/// Path and speed of a step whose work is known.
#[divan::bench(args = CASES)]
fn timed_step(bencher: Bencher, case: &str) {
    let scenario = scenario(case);
    let Scenario { hardware, model, training, data, .. } = &scenario;
    let step = engine::step::simulate(model, training, data, training.micro_batch_size, 1);
    let work = step_work(&step.graph, training, 1);
    bencher.bench(|| {
        let rate = profile(&work, hardware, training).compute_rate();
        let path = data_path(black_box(&scenario), &work, rate);
        speed(&scenario, &work, &path)
    });
}

/// A step's work, from its graph.
#[divan::bench(args = CASES)]
fn work_of_graph(bencher: Bencher, case: &str) {
    let Scenario { model, training, data, .. } = scenario(case);
    let graph = engine::models::build(&model, &training, &data, training.micro_batch_size);
    bencher.bench(|| step_work(black_box(&graph), &training, 1));
}

/// The largest micro-batch, by search.
#[divan::bench(args = CASES)]
fn largest_batch(bencher: Bencher, case: &str) {
    let scenario = scenario(case);
    bencher.bench(|| engine::sizing::batch::largest(black_box(&scenario)));
}

/// Everything: card, host, speed, path, rules, notes, with the batch given.
#[divan::bench(args = CASES)]
fn full_estimate(bencher: Bencher, case: &str) {
    let request = Request { scenario: scenario(case), open: Vec::new(), constraints: Constraints::default() };
    bencher.bench(|| engine::answer::estimate(black_box(&request)));
}

/// Everything, with batch, loader and memory for the advisor to choose, and all levers.
#[divan::bench(args = CASES)]
fn recommendation(bencher: Bencher, case: &str) {
    let request = Request {
        scenario: scenario(case),
        open: vec![Field::Ram, Field::MicroBatchSize, Field::NumWorkers],
        constraints: Constraints::default(),
    };
    bencher.bench(|| engine::recommend(black_box(&request), &Market::default()));
}
