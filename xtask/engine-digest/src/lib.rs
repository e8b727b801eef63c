//! Every answer of the engine in one committed table, and one number for all of it.
//!
//! The model behind it: every model of the catalog, in several settings and on changing cards, is asked the way the
//! planner asks; a line says the figures that people read first, and a hash of everything that the engine answers.
//! A float prints as the shortest text that reads back as the same bits, so equal text is equal bits: the table shows in review
//! what a change moves, and its hash whether two machines agree.

use std::fmt::Write;

use wasm_bindgen::prelude::wasm_bindgen;

/// Settings that between them run every kind of formula: precisions, optimizers, checkpointing, adapters, the data path,
/// what travels between cards, nodes and to the host, a desktop on the card.
const SETTINGS: [&str; 13] = [
    "",
    "precision=fp32&optimizer=sgd-momentum&batch=1",
    "precision=fp16-amp&batch=7&checkpointing=full",
    "precision=bf16-amp&optimizer=adafactor&attention=eager&accumulation=4",
    "precision=bf16&optimizer=lion-8bit&batch=2",
    "precision=bf16&optimizer=adamw-8bit&batch=3&seq=1000&image=333",
    "method=lora&rank=16&targets=all-linear&precision=bf16&ram=32&storage=sata-ssd",
    "method=qlora&precision=bf16&batch=2&samples=1234567&workers=3&epochs=7",
    "precision=tf32&gpus=4&sharding=zero-2&offload=optimizer&os=windows&cache=ram",
    "gpus=2&sharding=ddp&batch=2&display=1",
    "gpus=4&nodes=2&sharding=zero-3&precision=bf16&batch=1",
    "gpus=2&sharding=zero-1&precision=bf16-amp&batch=2&accumulation=2&checkpointing=full",
    "offload=all&precision=bf16&batch=1&impl=for-loop&os=windows&display=1",
];

/// Settings that between them run every rule of serving.
const SERVED: [&str; 6] = [
    "",
    "engine=vllm&weights=awq-int4&gpus=2&request_rate=0.5&first_token=2&context=4096",
    "engine=sglang&weights=fp8&concurrency=64&prompt=700&output=300",
    "engine=llama.cpp&weights=iq3_m&kv=q8_0&concurrency=3&host=layers&host_layers=3",
    "engine=tensorrt-llm&concurrency=9&pace=20",
    "engine=transformers&weights=bnb-nf4&concurrency=4",
];

/// An engine that came later, asked of cards from Ampere on, so that the questions before it keep theirs.
const LATER: &str = "engine=exllama&kv=q4_0&concurrency=20";
/// Cards that it runs on.
const ITS_CARDS: [&str; 3] = ["rtx-3090", "rtx-4090", "rtx-pro-6000-blackwell-ws"];

/// Settings that between them run every rule of models that answer in passes.
const PASSED: [&str; 4] = ["", "weights=bnb-nf4&host=none", "weights=q8_0&concurrency=3&host=model", "concurrency=5"];

/// A line for every question, in a fixed order.
#[wasm_bindgen]
#[must_use]
pub fn answers() -> String {
    let cards = catalog::gpus();
    let mut table = String::new();
    for (row, model) in catalog::models().iter().enumerate() {
        for (column, settings) in SETTINGS.iter().enumerate() {
            // A step that shares no factor with most lengths: over the table every card has its turn.
            let card = &cards[(row * SETTINGS.len() + column) * 7 % cards.len()];
            table += &answer(&format!("gpu={}&model={}&{settings}", card.id, model.id));
        }
    }
    // A search answers hundreds of scenarios: a card for every model says as much.
    for (row, model) in catalog::models().iter().enumerate() {
        table += &advice(&format!("gpu={}&model={}", cards[row * 7 % cards.len()].id, model.id));
    }
    for (row, model) in catalog::models().iter().enumerate() {
        for (column, settings) in SERVED.iter().enumerate() {
            let card = &cards[(row * SERVED.len() + column) * 7 % cards.len()];
            table += &served(&format!("workload=inference&gpu={}&model={}&{settings}", card.id, model.id));
        }
        for (column, settings) in PASSED.iter().enumerate().filter(|_| model.answers_in_passes()) {
            let card = &cards[(row * PASSED.len() + column) * 7 % cards.len()];
            table += &passed(&format!("workload=inference&gpu={}&model={}&{settings}", card.id, model.id));
        }
    }
    for (row, model) in catalog::models().iter().filter(|model| !model.answers_in_passes()).enumerate() {
        let card = ITS_CARDS[row % ITS_CARDS.len()];
        table += &served(&format!("workload=inference&gpu={card}&model={}&{LATER}", model.id));
    }
    table
}

/// The hash of all lines.
#[wasm_bindgen]
#[must_use]
pub fn digest() -> u64 {
    hash(&answers())
}

/// A question, the figures that people read first, and the hash of the whole answer; of a question that is refused, the hash of
/// its errors.
fn answer(query: &str) -> String {
    match scenario::resolve(&scenario::query::parse_string(query).scenario) {
        Ok(request) => {
            let answer = engine::answer::estimate(&request);
            let figures = figures(&answer);
            format!("{query} {figures} {:016x}\n", hash(&format!("{answer:?}")))
        }
        Err(errors) => format!("{query} refused {:016x}\n", hash(&format!("{errors:?}"))),
    }
}

/// A question about a model that answers in passes, its first figures, and the hash of the whole answer, or of its errors.
fn passed(query: &str) -> String {
    match scenario::resolve::resolve_passing(&scenario::query::parse_string(query).scenario) {
        Ok(passing) => {
            let answer = engine::passes::answer(&passing.question);
            let (memory, time) = (&answer.memory, answer.batch_time.get());
            let figures = format!("{} {} {} {time:?}", memory.total.0, memory.fits(), answer.largest_batch);
            format!("{query} {figures} {:016x}\n", hash(&format!("{answer:?}")))
        }
        Err(errors) => format!("{query} refused {:016x}\n", hash(&format!("{errors:?}"))),
    }
}

/// A question about a model that answers, its first figures, and the hash of the whole answer, or of its errors.
fn served(query: &str) -> String {
    match scenario::resolve::resolve_serving(&scenario::query::parse_string(query).scenario) {
        Ok(served) => {
            let answer = engine::serving::answer(&served.question);
            let (memory, speed) = (&answer.memory, &answer.speed);
            let figures = format!(
                "{} {} {} {:?} {:?}",
                memory.total.0,
                memory.fits,
                answer.limits.kv_tokens,
                speed.decode_tokens_per_second,
                speed.time_to_first_token.get()
            );
            format!("{query} {figures} {:016x}\n", hash(&format!("{answer:?}")))
        }
        Err(errors) => format!("{query} refused {:016x}\n", hash(&format!("{errors:?}"))),
    }
}

/// A question, the figures of the plan that the advisor recommends, and the hash of all its advice; of a question that is
/// refused, the hash of its errors.
fn advice(query: &str) -> String {
    let asked = scenario::query::parse_string(query).scenario;
    let advice = scenario::resolve(&asked).map(|request| engine::recommend(&request, &api::feeding::market(&asked)));
    let figures = match &advice {
        Ok(Ok(advice)) => figures(&advice.recommended),
        _ => "refused".to_owned(),
    };
    format!("advice {query} {figures} {:016x}\n", hash(&format!("{advice:?}")))
}

fn figures(answer: &engine::estimate::Estimate) -> String {
    let (vram, ram, speed) = (&answer.vram, &answer.ram, &answer.speed);
    format!(
        "vram={} reserved={} ram={} step={} rate={} batch={}",
        vram.allocated_peak.0,
        vram.reserved_peak.0,
        ram.peak.0,
        speed.step.get(),
        speed.rate.get(),
        answer.max_micro_batch_size
    )
}

/// Answers one query of the planner, for timing; the bytes that it returns keep the compiler from leaving work out.
#[wasm_bindgen]
#[must_use]
pub fn estimate(query: &str) -> u64 {
    let request = scenario::resolve(&scenario::query::parse_string(query).scenario);
    request.map_or(0, |request| engine::answer::estimate(&request).vram.device_peak.0)
}

/// Searches for one query of the planner, for timing.
#[wasm_bindgen]
#[must_use]
pub fn recommend(query: &str) -> u64 {
    let asked = scenario::query::parse_string(query).scenario;
    let Ok(request) = scenario::resolve(&asked) else { return 0 };
    engine::recommend(&request, &api::feeding::market(&asked)).map_or(0, |advice| advice.recommended.vram.device_peak.0)
}

/// The 64-bit hash of Fowler, Noll and Vo (variant 1a): not for secrets, only to tell texts apart.
struct Fnv(u64);

impl Fnv {
    const fn new() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

/// The hash of a text.
fn hash(text: &str) -> u64 {
    let mut hash = Fnv::new();
    // Writing to a hash cannot fail.
    let _ = hash.write_str(text);
    hash.0
}

impl Write for Fnv {
    fn write_str(&mut self, text: &str) -> std::fmt::Result {
        for byte in text.bytes() {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn most_of_the_table_is_answered_rather_than_refused() {
        let answered = catalog::models()
            .iter()
            .flat_map(|model| SETTINGS.map(|settings| format!("v=1&gpu=rtx-4090&model={}&{settings}", model.id)))
            .filter(|query| scenario::resolve(&scenario::query::parse_string(query).scenario).is_ok())
            .count();
        assert!(answered * 2 > catalog::models().len() * SETTINGS.len(), "only {answered} are answered");
    }

    #[test]
    fn the_hash_is_the_published_one() {
        let mut hash = Fnv::new();
        hash.write_str("foobar").unwrap();
        assert_eq!(hash.0, 0x8594_4171_f739_67e8);
    }
}
