//! What to buy for a workload: every machine keeps what was asked, and says what it rests on.
#![cfg(feature = "wire")]

use api::v1::{Problem, Recommendation, Scenario};

fn asked(query: &str) -> Scenario {
    let parsed = api::query::parse_string(query);
    assert!(parsed.errors.is_empty(), "{:?}", parsed.errors);
    parsed.scenario
}

#[track_caller]
fn recommended(query: &str) -> Recommendation {
    api::recommend(&asked(query)).unwrap_or_else(|problem| panic!("{query}: {problem:?}"))
}

fn show(query: &str) {
    let start = std::time::Instant::now();
    let result = api::recommend(&asked(query));
    println!("=== {query} {:?}", start.elapsed());
    match result {
        Ok(answer) => {
            for m in &answer.machines {
                println!(
                    "{:12} {:>9.2} ({} unknown, {:?}) run {:>12.0} | {} | {:?} {:?} {:?} b{:?} {:?}",
                    m.label,
                    m.price.amount,
                    m.price.unknown_parts,
                    m.price.as_of,
                    m.run_seconds,
                    m.parts.iter().map(|p| format!("{}x{}", p.quantity, p.id)).collect::<Vec<_>>().join(" + "),
                    m.scenario.training.method,
                    m.scenario.training.precision,
                    m.scenario.training.sharding,
                    m.scenario.training.micro_batch_size,
                    m.estimate.speed.bound_by,
                );
                println!("     {}", m.why);
            }
            for r in &answer.rejected {
                println!("   - {}: {}", r.what, r.reason);
            }
        }
        Err(problem) => println!("{}: {:?}", problem.detail, problem.errors),
    }
}

#[test]
#[ignore]
fn look() {
    show("model=resnet50&budget=2000");
    show("model=llama-2-7b&method=lora");
    show("model=llama-2-7b&method=full");
    show("model=llama-2-7b&deadline=172800");
    show("model=llama-2-7b");
    show("model=sdxl&method=lora");
    show("model=resnet50&budget=100");
    show("model=resnet50&budget=2000&deadline=60");
    show("model=llama-2-7b&method=full&max_gpus=1&global_batch=32");
    show("model=llama-2-7b&methods=full&max_gpus=1&budget=500");
}
