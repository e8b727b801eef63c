//! How long the engine thinks about a model that answers: a whole answer, one with a queue, and one with targets beside it.

use divan::{Bencher, black_box};
use engine::serving::{Question, ServingEngine, Targets, WeightsFormat, answer};
use engine::units::Seconds;

#[expect(dead_code, reason = "the tests use the rest")]
#[path = "../tests/suite/serving/machines.rs"]
mod machines;

fn main() {
    divan::main();
}

/// Llama 3.1 8B in FP8 on a card of 141 GiB, ready for as many requests at a time.
fn question(sequences: u64) -> Question {
    let mut settings = machines::settings(ServingEngine::Vllm, WeightsFormat::Fp8);
    (settings.max_sequences, settings.max_batched_tokens) = (sequences, 8192);
    machines::question(machines::machine(141, 90, 1), machines::llama_8b(), settings)
}

#[divan::bench]
fn plain(bencher: Bencher) {
    let question = question(256);
    bencher.bench(|| answer(black_box(&question)));
}

#[divan::bench(args = [64, 256, 1024, 4096])]
fn with_queue(bencher: Bencher, sequences: u64) {
    let mut question = question(sequences);
    question.settings.request_rate = Some(2.0);
    bencher.bench(|| answer(black_box(&question)));
}

#[divan::bench(args = [64, 256, 1024, 4096])]
fn with_targets(bencher: Bencher, sequences: u64) {
    let mut question = question(sequences);
    question.settings.request_rate = Some(2.0);
    question.settings.targets = Targets { first_token: Some(Seconds::new(1.0)), tokens_per_second: Some(20.0) };
    bencher.bench(|| answer(black_box(&question)));
}
