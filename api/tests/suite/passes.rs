//! Models that answer in passes over a batch, as programs ask: the answer's names, what is refused and why, and laws that try to beat it.
#![cfg(feature = "json")]

use proptest::prelude::*;
use serde_json::{Value as Json, json};
use wire::Locale;
use wire::v1::Scenario;
use wire::v1::choices::{ServingEngine, ServingOffload, WeightsFormat, Workload};
use wire::v1::estimate::{NoteLevel, Passed};
use wire::v1::scenario::{GpuChoice, ImageSize};

use crate::passes_speech::SPEECH;
use crate::passes_videos::VIDEOS;
use crate::serving::ask;

pub const CARDS: [&str; 7] =
    ["rtx-3060-12gb", "rtx-4090", "rtx-5090", "h100-sxm5-80gb", "v100-sxm2-32gb", "rx-7900-xtx", "m2-ultra-192gb"];

#[expect(clippy::needless_pass_by_value, reason = "every caller writes it in place")]
pub fn of(gpu: &str, model: &str, serving: Json) -> Json {
    json!({ "task": "inference", "hardware": { "gpu": gpu }, "model": { "id": model }, "serving": serving })
}

pub fn asked(gpu: &str, model: &str) -> Scenario {
    let mut scenario = Scenario { task: Some(Workload::Inference), ..Scenario::default() };
    scenario.hardware.gpu = Some(GpuChoice::Id(gpu.to_owned()));
    scenario.model.id = Some(model.to_owned());
    scenario
}

/// Models of the catalog that answer so.
fn models() -> Vec<&'static str> {
    catalog::listed_models().iter().filter(|model| model.answers_in_passes()).map(|model| model.id).collect()
}

#[test]
fn an_answer_has_the_names_of_the_contract() {
    let pictures = ask(&of("h100-sxm5-80gb", "flux-dev", json!({ "denoising_steps": 50 }))).unwrap();
    for pointer in ["/vram/parts/parameters", "/vram/parts/activations", "/limits/max_concurrency", "/speed/images_per_second"] {
        assert!(pictures.pointer(pointer).and_then(Json::as_f64).is_some_and(|value| value > 0.0), "{pointer}: {pictures}");
    }
    let kinds: Vec<&str> = pictures["stages"].as_array().unwrap().iter().map(|stage| stage["kind"].as_str().unwrap()).collect();
    assert_eq!(kinds, ["prompt_encoder", "prompt_encoder", "denoiser", "decoder"]);
    assert_eq!(pictures["stages"][2]["passes"], 50);
    // The denoiser, CLIP, T5's encoder and the autoencoder, as they are published.
    assert_eq!(pictures["parameters"]["total"], 11_901_408_320_u64 + 123_060_480 + 4_762_310_656 + 83_819_683);
    let texts = ask(&of("rtx-4090", "bert-base", json!({ "concurrency": 8 }))).unwrap();
    assert!(
        texts["speed"]["texts_per_second"].as_f64().is_some_and(|rate| rate > 0.0)
            && texts["speed"]["images_per_second"].is_null()
    );
    assert_eq!(texts["inputs"]["serving"]["engine"], "pytorch");
}

/// Counts of whole pipelines are those of the catalog: the network and what comes with it.
#[test]
fn pipelines_have_the_weights_that_are_published() {
    for model in catalog::models() {
        let companions = match &model.architecture {
            engine::architecture::Architecture::DiffusionUnet(unet) => unet.companion_parameters,
            engine::architecture::Architecture::DiffusionTransformer(transformer) => transformer.companion_parameters,
            _ => continue,
        };
        let answer = api::pass(&asked("h100-sxm5-80gb", model.id), Locale::En).unwrap();
        assert_eq!(answer.parameters.total, model.published_parameters + companions, "{}", model.id);
    }
}

/// Every field at fault is named at once, with what would do.
#[test]
fn faults_are_named_with_what_works() {
    let cases = [
        ("flux-dev", json!({ "engine": "vllm" }), "/serving/engine", "diffusers"),
        ("bert-base", json!({ "engine": "diffusers" }), "/serving/engine", "pytorch"),
        ("bert-base", json!({ "image_size": 224 }), "/serving/image_size", "bert-base"),
        ("resnet50", json!({ "prompt_tokens": 9 }), "/serving/prompt_tokens", "resnet50"),
        ("resnet50", json!({ "denoising_steps": 9 }), "/serving/denoising_steps", "resnet50"),
        ("resnet50", json!({ "weights_format": "bnb-nf4" }), "/serving/weights_format", "fp16"),
        ("resnet50", json!({ "offload": "model" }), "/serving/offload", "none"),
        ("flux-dev", json!({ "offload": "layers" }), "/serving/offload", "model"),
        ("flux-dev", json!({ "weights_format": "q4_k_m" }), "/serving/weights_format", "q8_0"),
        ("flux-dev", json!({ "image_size": 1000 }), "/serving/image_size", "16"),
        ("flux-dev", json!({ "prompt_tokens": 513 }), "/serving/prompt_tokens", "512"),
        ("bert-base", json!({ "prompt_tokens": 513 }), "/serving/prompt_tokens", "512"),
        ("flux-dev", json!({ "request_rate": 3 }), "/serving/request_rate", "flux-dev"),
        ("flux-dev", json!({ "kv_cache_dtype": "fp8" }), "/serving/kv_cache_dtype", "flux-dev"),
        ("sdxl", json!({ "denoising_steps": 0 }), "/serving/denoising_steps", "between 1 and"),
        ("sdxl", json!({ "image_size": 8192, "concurrency": 65_536 }), "/serving/concurrency", "between 1 and"),
        ("cogvideox-5b", json!({ "num_frames": 48 }), "/serving/num_frames", "`41` or `49`"),
        ("cogvideox-5b", json!({ "num_frames": 1 }), "/serving/num_frames", "between 5 and"),
        ("wan2.1-t2v-14b", json!({ "num_frames": u64::MAX }), "/serving/num_frames", "between 5 and"),
        ("wan2.1-t2v-14b", json!({ "num_frames": 80 }), "/serving/num_frames", "`77` or `81`"),
        ("wan2.1-t2v-14b", json!({ "image_size": [480, 830] }), "/serving/image_size", "16"),
        ("wan2.1-t2v-14b", json!({ "prompt_tokens": 100 }), "/serving/prompt_tokens", "wan2.1-t2v-14b"),
        ("cogvideox-5b", json!({ "weights_format": "q8_0" }), "/serving/weights_format", "bnb-nf4"),
        ("flux-dev", json!({ "num_frames": 49 }), "/serving/num_frames", "flux-dev"),
        ("flux-dev", json!({ "vae_tiling": true }), "/serving/vae_tiling", "flux-dev"),
        ("llama-3.1-8b", json!({ "num_frames": 49 }), "/serving/num_frames", "llama-3.1-8b"),
        ("llama-3.1-8b", json!({ "engine": "diffusers" }), "/serving/engine", "vllm"),
        ("llama-3.1-8b", json!({ "denoising_steps": 9 }), "/serving/denoising_steps", "llama-3.1-8b"),
        ("llama-3.1-8b", json!({ "image_size": 64 }), "/serving/image_size", "llama-3.1-8b"),
        ("llama-3.1-8b", json!({ "offload": "model", "engine": "llama.cpp" }), "/serving/offload", "experts"),
    ];
    for (model, serving, pointer, says) in cases {
        let problem = ask(&of("rtx-4090", model, serving.clone())).expect_err("a fault");
        let found = problem["errors"].as_array().unwrap().iter().find(|error| error["pointer"] == pointer);
        let found = found.unwrap_or_else(|| panic!("{model}, {serving}: {problem}"));
        assert!(found.to_string().contains(says), "{model}, {serving}: {found}");
    }
}

/// Every listed model has an answer on every kind of card, and it says why where it does not run.
#[test]
fn every_listed_model_is_answered_on_every_kind_of_card() {
    for model in models() {
        for card in CARDS {
            let answer =
                api::pass(&asked(card, model), Locale::Zh).unwrap_or_else(|problem| panic!("{model} on {card}: {problem:?}"));
            let is_told = answer.notes.iter().any(|note| note.level == NoteLevel::Problem);
            assert_eq!(answer.fits, !is_told, "{model} on {card}: {:?}", answer.notes);
            assert!(answer.speed.batch_seconds > 0.0 && answer.speed.batch_seconds.is_finite());
        }
    }
}

/// SDXL's decoder runs over in FP16, so that its pipeline decodes in FP32: twice the tensors of BF16, without the copies that kernels
/// for 16 bits make.
#[test]
fn a_decoder_that_runs_over_is_told_in_fp32() {
    let decoding = |format: &str| {
        let answer = ask(&of("h100-sxm5-80gb", "sdxl", json!({ "weights_format": format }))).unwrap();
        let stages = answer["stages"].as_array().unwrap();
        stages.last().unwrap()["activations_bytes"].as_u64().unwrap()
    };
    assert!(decoding("fp16") > decoding("bf16") * 5 / 4);
}

pub fn chosen(gpu: &str, model: &str, serving: Json) -> Json {
    ask(&of(gpu, model, serving)).unwrap_or_else(|problem| panic!("{model} on {gpu}: {problem}"))
}

fn gib(answer: &Json, pointer: &str) -> f64 {
    answer.pointer(pointer).and_then(Json::as_u64).unwrap_or_else(|| panic!("{pointer}: {answer}")) as f64 / (1_u64 << 30) as f64
}

/// Loading packs all models on the card, before one of them may leave it: 8 GiB do not hold that, though they hold each.
#[test]
fn weights_that_are_packed_on_the_card_must_fit_there_together() {
    let answer = chosen("rtx-3070", "flux-dev", json!({ "weights_format": "bnb-nf4", "offload": "model" }));
    assert_eq!((&answer["fits"], &answer["stages"][0]["kind"]), (&json!(false), &json!("loading")));
    // The denoiser, and T5 with the second matrices of its MLPs in 16 bits.
    assert!((gib(&answer, "/stages/0/resident_bytes") - 10.26).abs() < 0.05, "{}", answer["stages"][0]);
}

/// Beside FP16 transformers keeps the second matrices of T5's MLPs in FP32: 1.9 GiB more.
#[test]
fn t5_is_larger_where_there_is_no_bf16() {
    let of = |gpu: &str| gib(&chosen(gpu, "sd3-medium", json!({ "offload": "model" })), "/stages/2/parameters_bytes");
    let with = |format: &str| {
        let answer = chosen("h100-sxm5-80gb", "sd3-medium", json!({ "offload": "model", "weights_format": format }));
        gib(&answer, "/stages/2/parameters_bytes")
    };
    assert!((with("fp16") - with("bf16") - 1.875).abs() < 0.01, "{} and {}", with("fp16"), with("bf16"));
    assert!(of("rtx-2080-ti") > 0.0);
}

/// A card that nothing is packed on takes a file of GGUF.
#[test]
fn cards_without_cuda_take_packed_files() {
    let answer = chosen("rx-7900-xt", "flux-dev", json!({}));
    assert_eq!((&answer["fits"], &answer["inputs"]["serving"]["weights_format"]), (&json!(true), &json!("q8_0")));
}

/// Where as many at a time do not fit, the way that holds most is told, and how many it holds.
#[test]
fn too_many_at_a_time_are_told_with_how_many_fit() {
    let answer = chosen("rtx-4090", "flux-dev", json!({ "concurrency": 500 }));
    assert_eq!(answer["fits"], false);
    let most = answer["limits"]["max_concurrency"].as_u64().unwrap();
    assert!(most > 1, "{}", answer["limits"]);
    let lever = answer["levers"].as_array().unwrap().iter().find(|lever| lever["serving"]["concurrency"] == most);
    assert!(lever.is_some_and(|lever| lever["after"]["fits"] == true), "{}", answer["levers"]);
}

/// A file that is packed already needs no room in RAM for what it was packed from, and each card has a process of its own.
#[test]
fn ram_is_that_of_the_files_and_of_every_process() {
    let ram = |serving: Json, count: u64| {
        let mut scenario = of("rtx-4090", "flux-dev", serving);
        scenario["hardware"]["gpu_count"] = json!(count);
        gib(&ask(&scenario).unwrap(), "/ram/peak_bytes")
    };
    let file = json!({ "weights_format": "q4_0", "offload": "model" });
    assert!(ram(file.clone(), 1) < 22.0 && ram(json!({ "offload": "model" }), 1) > 36.0);
    assert!(ram(file.clone(), 4) > 3.5 * (ram(file, 1) - 2.0));
}

/// What lacks RAM is told in the way that lacks least of it.
#[test]
fn the_way_that_lacks_least_ram_is_told() {
    let lacking = |serving: Json| {
        let mut scenario = of("rtx-4090", "flux-dev", serving);
        scenario["hardware"]["ram_gib"] = json!(4);
        gib(&ask(&scenario).unwrap(), "/ram/peak_bytes")
    };
    assert!(lacking(json!({})) <= lacking(json!({ "weights_format": "bnb-nf4", "offload": "none" })));
}

/// Where no single change makes a plan work, two at once are offered; changes go up in bits too, and none is beaten by another.
#[test]
fn levers_lead_out_of_dead_ends_and_up() {
    let stuck = chosen("rtx-4070", "flux-dev", json!({ "weights_format": "bf16", "offload": "none" }));
    let levers = stuck["levers"].as_array().unwrap();
    assert!(levers.iter().any(|lever| lever["serving"]["offload"] == "model" && lever["after"]["fits"] == true), "{levers:?}");
    let low = chosen("h100-sxm5-80gb", "flux-dev", json!({ "weights_format": "q4_0", "offload": "none" }));
    let up = low["levers"].as_array().unwrap().iter().find(|lever| lever["serving"]["weights_format"] == "bf16");
    assert_eq!(up.map(|lever| &lever["effect_on_results"]), Some(&json!("better")), "{}", low["levers"]);
    let whole = chosen("rtx-4090", "flux-dev", json!({}));
    let slower = whole["levers"].as_array().unwrap().iter().find(|lever| lever["serving"]["weights_format"] == "bnb-int8");
    assert_eq!(slower, None);
}

/// A field of the wrong kind is told alone.
#[test]
fn a_wrong_type_is_the_only_fault() {
    for serving in [json!({ "denoising_steps": 2.5 }), json!({ "weights_format": "awq" }), json!({ "ofload": "model" })] {
        let problem = ask(&of("rtx-4090", "flux-dev", serving)).expect_err("a fault");
        assert_eq!(problem["errors"].as_array().map(Vec::len), Some(1), "{problem}");
    }
}

/// What a card needs is enough: the allocator's model, given no more than that, holds at least 19 of 20 passes of all models.
#[test]
fn the_need_holds_a_pass_under_its_limit() {
    use engine::device::replay::{Settings as Limits, replay};
    use engine::models::build_answering;
    use engine::passes::{Settings, data, training, unusable};
    use engine::step::pass::{pass, weights};
    use engine::units::Bytes;

    let workspace = Bytes(8_519_680);
    let (mut held, mut all) = (0, 0);
    // What hears is built in three.
    let models = catalog::models().iter().filter(|model| model.answers_in_passes() && !model.architecture.hears());
    for model in models {
        for (batch, times) in [(1, 1), (2, 2), (8, 1), (32, 1)] {
            let side = times * model.default_image_size;
            let settings = Settings {
                weights_format: engine::serving::WeightsFormat::Bf16,
                batch,
                image_height: side,
                image_width: side,
                frames: 1,
                tokens: 384,
                classes: model.default_num_classes,
                denoising_steps: 1,
                is_tiled: false,
                is_offloaded: false,
            };
            let graph = build_answering(&model.architecture, &training(), &data(&settings, settings.tokens), batch);
            let mut pass = pass(&graph);
            pass.recording.weights = weights(&graph.params, engine::graph::Param::bytes);
            // As many instances of a repeated block as tell how they follow each other.
            let instances = 8;
            let sizes = pass.recording.weights.iter().map(|run| run.bytes.iter().sum::<u64>() * run.copies.min(instances));
            let activations = pass.inputs + pass.temporary;
            let limit = sizes.sum::<u64>() + (activations + unusable(activations) + workspace).0;
            held += usize::from(
                replay(&pass.recording, Limits { limit, iterations: 2, instances, workspaces: (workspace, 1) }).is_ok(),
            );
            all += 1;
        }
    }
    assert!(all > 80 && held * 20 >= all * 19, "{held} of {all}");
}

fn any_scenario() -> impl Strategy<Value = Scenario> {
    let host = prop_oneof![3 => Just(None), 1 => Just(Some(16_u64)), 1 => Just(Some(64))];
    let batches = prop::option::of(1_u64..40);
    let formats = prop::option::weighted(0.3, prop::sample::select(WeightsFormat::ALL));
    let places = prop::option::weighted(0.3, prop::sample::select(&[ServingOffload::None, ServingOffload::Model][..]));
    let sides = prop::option::weighted(0.4, 1_u64..24);
    let films = prop::option::weighted(0.5, (1_u64..12, any::<bool>()));
    let texts = prop::option::weighted(0.5, 1_u64..=444);
    let films = (films, texts);
    (prop::sample::select(&CARDS[..]), prop::sample::select(models()), host, batches, formats, places, sides, films).prop_map(
        |(card, model, ram, batch, format, place, side, (film, text))| {
            let mut scenario = asked(card, model);
            scenario.hardware.ram_gib = ram;
            scenario.serving.concurrency = batch;
            scenario.serving.weights_format = format;
            scenario.serving.offload = place;
            scenario.serving.image_size = side.map(|side| ImageSize::square(64 * side));
            let step = VIDEOS.iter().find(|(video, _)| *video == model).map(|(_, step)| step);
            if let (Some((latents, tiled)), Some(step)) = (film, step) {
                scenario.serving.num_frames = Some(1 + step * latents);
                scenario.serving.vae_tiling = Some(tiled);
            }
            // Pictures and places of models are none of speech's, which would only be refused.
            if SPEECH.contains(&model) {
                let serving = &mut scenario.serving;
                (serving.output_tokens, serving.image_size, serving.offload) = (text, None, None);
            }
            scenario
        },
    )
}

/// What PyTorch's allocator asks the driver for at a time, for tensors of up to 10 MiB.
const SEGMENT: u64 = 20 << 20;

pub fn answered(scenario: &Scenario) -> Option<Passed> {
    api::pass(scenario, Locale::En).ok()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    /// Asked with everything that was decided, the answer is the same; each change does what it says; as many fit as are said to, and no
    /// more; and more at a time never take less.
    #[test]
    fn an_answer_holds_where_it_is_asked_again(scenario in any_scenario()) {
        let Some(answer) = answered(&scenario) else { return Ok(()) };
        let again = answered(&Scenario { id: None, ..answer.inputs.clone() }).expect("an answer");
        prop_assert_eq!(&again.vram, &answer.vram);
        prop_assert_eq!(&again.speed, &answer.speed);
        for lever in &answer.levers {
            let changed = Scenario { serving: lever.serving.clone(), ..scenario.clone() };
            let after = answered(&changed).expect("a change that can be asked for");
            prop_assert_eq!(after.vram.device_peak_bytes, lever.after.device_peak_bytes, "{}", lever.title);
            prop_assert_eq!(after.fits, lever.after.fits, "{}", lever.title);
            prop_assert!((after.speed.batch_seconds - lever.after.batch_seconds).abs() < 1e-9, "{}", lever.title);
        }
        let with = |batch: u64| {
            let mut other = answer.inputs.clone();
            other.serving.concurrency = Some(batch);
            answered(&other)
        };
        let most = answer.limits.max_concurrency;
        // What shares one memory with the host holds both or neither.
        let is_shared = match &scenario.hardware.gpu {
            Some(GpuChoice::Id(id)) => catalog::gpu(id).is_some_and(|card| card.spec.pool.is_some()),
            _ => false,
        };
        let fits = |found: &Passed| if is_shared { found.fits } else { found.vram.fits };
        prop_assert_eq!(answer.speed.concurrency <= most, fits(&answer));
        if most > 0 {
            prop_assert!(with(most).is_none_or(|found| fits(&found)));
        }
        if most < 1 << 16 {
            prop_assert!(with(most + 1).is_none_or(|found| !fits(&found)));
        }
        if let Some(twice) = with(2 * answer.speed.concurrency) {
            // But for a segment of the allocator, which other sizes of tensors fill otherwise; those of videos are as large as its range.
            let is_video = answer.inputs.serving.num_frames.is_some();
            let most = if is_video { twice.vram.range_bytes[1] } else { twice.vram.needed_bytes + SEGMENT };
            prop_assert!(most >= answer.vram.needed_bytes);
            prop_assert!(twice.speed.batch_seconds >= answer.speed.batch_seconds);
        }
    }

    /// Where what was left open has no way that works, no way does that is tried by itself (bitsandbytes' 8 bits are slower than every
    /// other); and none in as many bits as were chosen is faster.
    #[test]
    fn no_way_beats_what_is_chosen(scenario in any_scenario()) {
        let mut open = scenario.clone();
        open.serving.weights_format = None;
        open.serving.offload = None;
        let Some(chosen) = answered(&open) else { return Ok(()) };
        for place in [ServingOffload::None, ServingOffload::Model] {
            for &format in WeightsFormat::ALL {
                let mut other = open.clone();
                other.serving.weights_format = Some(format);
                other.serving.offload = Some(place);
                let is_tried = format != WeightsFormat::BnbInt8;
                let Some(other) = answered(&other).filter(|other| other.fits && is_tried) else { continue };
                prop_assert!(chosen.fits, "{format:?} {place:?} works, and nothing was chosen");
                let is_sixteen = |format: Option<WeightsFormat>| matches!(format, Some(WeightsFormat::Bf16 | WeightsFormat::Fp16));
                let own = chosen.inputs.serving.weights_format;
                if Some(format) == own || is_sixteen(Some(format)) && is_sixteen(own) {
                    // Measured figures of the same kernels are alike in both types.
                    prop_assert!(chosen.speed.batch_seconds <= other.speed.batch_seconds * 1.001, "{format:?} {place:?} is faster");
                }
            }
        }
        let engine = chosen.inputs.serving.engine;
        prop_assert!(matches!(engine, Some(ServingEngine::Diffusers | ServingEngine::Pytorch | ServingEngine::Transformers)));
    }
}
