//! Speech, as programs ask: what is told of windows of sound, what is refused, and laws of texts and batches.
#![cfg(feature = "json")]

use proptest::prelude::*;
use serde_json::{Value as Json, json};

use crate::passes::{CARDS, answered, asked, chosen, of};
use crate::serving::ask;

/// Models that write down what is said.
pub const SPEECH: [&str; 9] = [
    "whisper-tiny",
    "whisper-base",
    "whisper-small",
    "whisper-medium",
    "whisper-large-v2",
    "whisper-large-v3",
    "whisper-large-v3-turbo",
    "distil-large-v2",
    "distil-large-v3",
];

#[test]
fn speech_is_told_by_the_window_and_the_hour() {
    let heard = ask(&of("rtx-4090", "whisper-large-v3", json!({ "concurrency": 16 }))).unwrap();
    let serving = &heard["inputs"]["serving"];
    assert_eq!((&serving["engine"], &serving["output_tokens"]), (&json!("transformers"), &json!(128)));
    assert!(serving["prompt_tokens"].is_null() && serving["image_size"].is_null() && serving["context_length"].is_null());
    let speed = &heard["speed"];
    for other in ["images_per_second", "videos_per_second", "texts_per_second"] {
        assert!(speed[other].is_null(), "{other}");
    }
    let sound = speed["audio_seconds_per_second"].as_f64().unwrap() * speed["batch_seconds"].as_f64().unwrap();
    assert!((sound - 16.0 * 30.0).abs() < 1e-6, "{sound}");
    assert_eq!(heard["parameters"]["total"], 1_543_490_560_u64);
    let stages = heard["stages"].as_array().unwrap();
    let kinds: Vec<&str> = stages.iter().map(|stage| stage["kind"].as_str().unwrap()).collect();
    assert_eq!(kinds, ["audio_encoder", "cross_attention", "text_decoder"]);
    assert_eq!(stages[2]["passes"], 128);
    // Keys and values of 1,500 positions in 32 blocks, each of 1,280 numbers of two bytes.
    let kept = 16 * 2 * 32 * 1500 * 1280 * 2;
    assert!(stages[2]["activations_bytes"].as_u64().unwrap() > kept);
    let codes: Vec<&str> = heard["notes"].as_array().unwrap().iter().map(|note| note["code"].as_str().unwrap()).collect();
    assert!(codes.contains(&"writes-together"));
}

#[test]
fn the_program_and_its_line_are_of_the_question() {
    let heard = chosen("rtx-4090", "whisper-large-v3-turbo", json!({ "concurrency": 8, "weights_format": "fp16" }));
    let start = &heard["start"];
    assert_eq!(start["files"][0]["name"], "speech.py");
    let program = start["files"][0]["content"].as_str().unwrap();
    for part in ["openai/whisper-large-v3-turbo", "BATCH = 8", "torch.float16", "128"] {
        assert!(program.contains(part), "{part}: {program}");
    }
    assert!(start["log"][0].as_str().unwrap().starts_with("speech: 8, "));
}

#[test]
fn what_goes_not_with_speech_is_refused_by_name() {
    let refused = |serving: Json| {
        let problem = ask(&of("rtx-4090", "whisper-small", serving)).unwrap_err();
        let errors = serde_json::to_value(problem).unwrap()["errors"].clone();
        errors.as_array().unwrap().iter().map(|error| error["pointer"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(refused(json!({ "output_tokens": 445 })), ["/serving/output_tokens"]);
    assert_eq!(refused(json!({ "prompt_tokens": 10 })), ["/serving/prompt_tokens"]);
    assert_eq!(refused(json!({ "engine": "vllm" })), ["/serving/engine"]);
    assert_eq!(refused(json!({ "image_size": [64, 64] })), ["/serving/image_size"]);
    assert_eq!(refused(json!({ "offload": "model" })), ["/serving/offload"]);
    let texts = ask(&of("rtx-4090", "bert-base", json!({ "output_tokens": 10 }))).unwrap_err();
    assert_eq!(serde_json::to_value(texts).unwrap()["errors"][0]["pointer"], "/serving/output_tokens");
}

#[test]
fn the_host_is_told_of_every_window() {
    let with = |gpu: &str, batch: u64, more: Json| {
        let mut asked = of(gpu, "whisper-tiny", json!({ "concurrency": batch }));
        asked["hardware"].as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        ask(&asked).unwrap()
    };
    let ram = |batch: u64| with("h100-sxm5-80gb", batch, json!({}))["ram"]["peak_bytes"].as_u64().unwrap();
    assert_eq!(ram(2048) - ram(1024), 1024 * (16 << 20));
    let codes = |answer: &Json| {
        let notes = answer["notes"].as_array().unwrap();
        notes.iter().map(|note| note["code"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    let small = json!({ "cpu": "core-i5-12400f", "ram_gib": 128 });
    assert!(codes(&with("rtx-4090", 1024, small.clone())).contains(&"host-too-slow".to_owned()));
    assert!(!codes(&with("rtx-4090", 8, small)).contains(&"host-too-slow".to_owned()));
    // A card more is a process more: in RAM, and in the command.
    let [one, two] = [1, 2].map(|cards| with("rtx-4090", 8, json!({ "gpu_count": cards })));
    let command = |answer: &Json| answer["start"]["command"].as_str().unwrap().to_owned();
    assert!(command(&two).contains("CUDA_VISIBLE_DEVICES=$card") && !command(&one).contains("VISIBLE"));
    assert!(two["ram"]["peak_bytes"].as_u64() > one["ram"]["peak_bytes"].as_u64());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    /// Longer texts and larger batches take no less memory and time, and no less of either than a smaller model of the same kind takes.
    #[test]
    fn more_is_never_less(
        card in prop::sample::select(&CARDS[..]),
        place in 0_usize..SPEECH.len(),
        batch in 1_u64..32,
        tokens in 1_u64..400,
        more in 1_u64..40,
    ) {
        let with = |place: usize, batch: u64, tokens: u64| {
            let mut scenario = asked(card, SPEECH[place]);
            scenario.serving.concurrency = Some(batch);
            scenario.serving.output_tokens = Some(tokens);
            answered(&scenario)
        };
        let Some(least) = with(place, batch, tokens) else { return Ok(()) };
        let longer = with(place, batch, tokens + more).expect("an answer");
        let larger = with(place, batch + more, tokens).expect("an answer");
        for other in [&longer, &larger] {
            for (one, more) in least.stages.iter().zip(&other.stages) {
                prop_assert!(one.activations_bytes <= more.activations_bytes);
            }
            prop_assert!(least.speed.batch_seconds <= other.speed.batch_seconds * (1.0 + 1e-9));
        }
        // Each of the first five is wider and deeper than the one before it.
        if (1..5).contains(&place) {
            let smaller = with(place - 1, batch, tokens).expect("an answer");
            prop_assert!(smaller.vram.needed_bytes <= least.vram.needed_bytes);
            prop_assert!(smaller.speed.batch_seconds <= least.speed.batch_seconds);
        }
        // As many as are said to fit can be asked for, and do.
        let most = least.limits.max_concurrency;
        if most > 0 {
            let full = with(place, most, tokens).expect("what is said to fit can be asked for");
            prop_assert!(full.vram.fits && full.limits.max_concurrency == most);
            // One memory for the card and the host holds what both need; beside a card of its own the host may lack.
            prop_assert!(full.fits || card != "m2-ultra-192gb");
        }
        // Twice as many at a time are no slower by the second of sound: twice the rows fill the tiles of kernels at least as well. What
        // the card's cache held of the smaller batch, it may not hold of the larger: 3 % at most in 4,000 cases, on the largest caches.
        let doubled = with(place, 2 * batch, tokens).expect("an answer");
        let pace = |answer: &wire::v1::estimate::Passed| answer.speed.audio_seconds_per_second.expect("speech");
        prop_assert!(pace(&doubled) >= pace(&least) * 0.96, "{} {}", pace(&doubled), pace(&least));
    }
}
