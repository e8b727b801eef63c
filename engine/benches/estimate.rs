//! How long the engine thinks: one played step, one largest-batch search, one full answer, one set of advice.

#[expect(dead_code, reason = "the tests use the rest")]
#[path = "../tests/suite/support/host.rs"]
mod support;

use divan::{Bencher, black_box};
use engine::device::replay::{Settings, replay};
use engine::estimate::{Constraints, Field, Market, Request, Scenario};
use engine::training::{DataKind, Method};
use engine::units::Bytes;

fn main() {
    divan::main();
}

/// The cases: a 32-layer decoder of 7 billion weights and a 50-layer CNN.
fn scenario(case: &str) -> Scenario {
    match case {
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

const CASES: [&str; 2] = ["decoder-32-layers", "resnet-50"];

/// Builds the graph and plays forward, backward and optimizer step.
#[divan::bench(args = CASES)]
fn played_step(bencher: Bencher, case: &str) {
    let Scenario { model, training, data, .. } = scenario(case);
    bencher.bench(|| engine::step::simulate(black_box(&model), &training, &data, training.micro_batch_size, 1));
}

/// The same, and two iterations of it through the model of the caching allocator.
#[divan::bench(args = CASES)]
fn replayed_step(bencher: Bencher, case: &str) {
    let Scenario { model, training, data, .. } = scenario(case);
    bencher.bench(|| {
        let (_, recording) = engine::step::record(black_box(&model), &training, &data, training.micro_batch_size, 1);
        let settings = Settings::affordable(&recording, (Bytes(8_519_680), 2));
        replay(&recording, settings)
    });
}

/// The largest micro-batch, by search.
#[divan::bench(args = CASES)]
fn largest_batch(bencher: Bencher, case: &str) {
    let scenario = scenario(case);
    bencher.bench(|| engine::answer::batch::largest(black_box(&scenario)));
}

/// Everything: card, host, speed, path, rules, notes, with the batch given.
#[divan::bench(args = CASES)]
fn full_estimate(bencher: Bencher, case: &str) {
    let request = Request { scenario: scenario(case), open: Vec::new(), constraints: Constraints::default() };
    bencher.bench(|| engine::estimate(black_box(&request)));
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
