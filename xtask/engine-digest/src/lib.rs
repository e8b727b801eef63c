//! One number for all of the engine's answers, so that two machines can be compared bit by bit.
//!
//! The model behind it: every model of the catalog, in several settings and on changing cards, is asked the way the
//! planner asks, and everything that the engine answers goes into one hash.
//! A float prints as the shortest text that reads back as the same bits, so equal text is equal bits.

use std::fmt::Write;

use wasm_bindgen::prelude::wasm_bindgen;

/// Settings that between them run every kind of formula: precisions, optimizers, checkpointing, adapters, the data path.
const SETTINGS: [&str; 8] = [
    "",
    "precision=fp32&optimizer=sgd-momentum&batch=1",
    "precision=fp16-amp&batch=7&checkpointing=full",
    "precision=bf16-amp&optimizer=adafactor&attention=eager&accumulation=4",
    "precision=bf16&optimizer=adamw-8bit&batch=3&seq=1000&image=333",
    "method=lora&rank=16&targets=all-linear&precision=bf16&ram=32&storage=sata-ssd",
    "method=qlora&precision=bf16&batch=2&samples=1234567&workers=3&epochs=7",
    "precision=tf32&gpus=4&sharding=zero-2&offload=optimizer&os=windows&cache=ram",
];

/// The hash of all answers.
#[wasm_bindgen]
#[must_use]
pub fn digest() -> u64 {
    let cards = catalog::gpus();
    let mut hash = Fnv::new();
    for (row, model) in catalog::models().iter().enumerate() {
        for (column, settings) in SETTINGS.iter().enumerate() {
            // A step that shares no factor with most lengths: over the table every card has its turn.
            let card = &cards[(row * SETTINGS.len() + column) * 7 % cards.len()];
            hash.add(&format!("v=1&gpu={}&model={}&{settings}", card.id, model.id));
        }
    }
    // A search answers hundreds of scenarios: a card for every model says as much.
    for (row, model) in catalog::models().iter().enumerate() {
        hash.add_advice(&format!("v=1&gpu={}&model={}", cards[row * 7 % cards.len()].id, model.id));
    }
    hash.0
}

/// Answers one query of the planner, for timing; the bytes that it returns keep the compiler from leaving work out.
#[wasm_bindgen]
#[must_use]
pub fn estimate(query: &str) -> u64 {
    let request = api::resolve(&api::query::parse_string(query).scenario);
    request.map_or(0, |request| engine::estimate(&request).vram.device_peak.0)
}

/// Searches for one query of the planner, for timing.
#[wasm_bindgen]
#[must_use]
pub fn recommend(query: &str) -> u64 {
    let asked = api::query::parse_string(query).scenario;
    let Ok(request) = api::resolve(&asked) else { return 0 };
    engine::recommend(&request, &api::feeding::market(&asked)).map_or(0, |advice| advice.recommended.vram.device_peak.0)
}

/// The 64-bit hash of Fowler, Noll and Vo (variant 1a): not for secrets, only to tell texts apart.
struct Fnv(u64);

impl Fnv {
    const fn new() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }

    /// Mixes in the answer to a query, or the errors that it is answered with.
    fn add(&mut self, query: &str) {
        let answer = api::resolve(&api::query::parse_string(query).scenario).map(|request| engine::estimate(&request));
        // Writing to a hash cannot fail.
        let _ = write!(self, "{query}={answer:?}");
    }

    /// Mixes in the advice on a query.
    fn add_advice(&mut self, query: &str) {
        let asked = api::query::parse_string(query).scenario;
        let advice = api::resolve(&asked).map(|request| engine::recommend(&request, &api::feeding::market(&asked)));
        let _ = write!(self, "{query}={advice:?}");
    }
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
            .filter(|query| api::resolve(&api::query::parse_string(query).scenario).is_ok())
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
