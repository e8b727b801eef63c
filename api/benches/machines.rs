//! How long a look over the whole market takes: every card of the catalog, in every number that machines are built with.

use divan::{Bencher, black_box};
use wire::v1::Scenario;

fn main() {
    divan::main();
}

const CASES: [&str; 9] = [
    "model=resnet50",
    "model=llama-2-7b&method=qlora",
    "model=resnet50&budget=2000",
    "model=llama-2-7b&method=lora&deadline=172800",
    "model=llama-2-7b&deadline=172800",
    "model=sdxl&method=lora",
    "model=resnet50&samples=90000000&epochs=3",
    "model=resnet50&parts=asrock-steel-legend-sl-1000g",
    "model=vit_b_16&samples=1281167&epochs=300&owned=rtx-4090,ddr5-udimm-2x32",
];

fn asked(query: &str) -> Scenario {
    scenario::query::parse_string(query).scenario
}

/// The ranked machines and all that was dropped.
#[divan::bench(args = CASES, sample_count = 10)]
fn machines(bencher: Bencher, query: &str) {
    let scenario = asked(query);
    bencher.bench(|| workstation::machines::search(black_box(&scenario)));
}

/// One estimate of such a workload, to compare with.
#[divan::bench(args = CASES, sample_count = 10)]
fn one_estimate(bencher: Bencher, query: &str) {
    let mut scenario = asked(&format!("gpu=rtx-4090&{query}"));
    scenario.constraints = wire::v1::scenario::Constraints::default();
    bencher.bench(|| api::estimate(black_box(&scenario)));
}

/// The bill of materials around such a card.
#[divan::bench(args = CASES, sample_count = 10)]
fn bill_of_one_card(bencher: Bencher, query: &str) {
    let mut scenario = asked(&format!("gpu=rtx-4090&{query}"));
    scenario.constraints = wire::v1::scenario::Constraints::default();
    bencher.bench(|| api::bom(black_box(&scenario)));
}

/// Resolving alone.
#[divan::bench(args = CASES, sample_count = 10)]
fn resolve(bencher: Bencher, query: &str) {
    let scenario = asked(&format!("gpu=rtx-4090&{query}"));
    bencher.bench(|| scenario::resolve(black_box(&scenario)));
}
