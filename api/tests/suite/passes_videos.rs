//! Videos, as programs ask: their frames, the tiles of their decoder, and laws of both.
#![cfg(feature = "json")]

use proptest::prelude::*;
use serde_json::json;
use wire::v1::Scenario;
use wire::v1::choices::{ServingOffload, WeightsFormat};
use wire::v1::scenario::ImageSize;

use crate::passes::{CARDS, answered, asked, chosen, of};
use crate::serving::ask;

#[test]
fn videos_have_frames_and_are_counted_as_such() {
    let video = ask(&of("h100-sxm5-80gb", "cogvideox-5b", json!({}))).unwrap();
    let serving = &video["inputs"]["serving"];
    assert_eq!(serving["num_frames"], 49);
    assert_eq!(serving["image_size"], json!([480, 720]));
    assert_eq!(serving["vae_tiling"], false);
    assert!(video["speed"]["images_per_second"].is_null());
    let rate = video["speed"]["videos_per_second"].as_f64().unwrap();
    assert!((rate * video["speed"]["batch_seconds"].as_f64().unwrap() - 1.0).abs() < 1e-9);
    // T5's encoder, the transformer and all of the autoencoder, as they are published.
    assert_eq!(video["parameters"]["total"], 4_762_310_656_u64 + 5_570_283_072 + 215_583_907);
    let kinds: Vec<&str> = video["stages"].as_array().unwrap().iter().map(|stage| stage["kind"].as_str().unwrap()).collect();
    assert_eq!(kinds, ["prompt_encoder", "denoiser", "decoder"]);
    // Two networks share the steps, each with guidance.
    let two = ask(&of("h100-sxm5-80gb", "wan2.2-t2v-a14b", json!({ "denoising_steps": 41 }))).unwrap();
    let passes: Vec<u64> = two["stages"].as_array().unwrap().iter().map(|stage| stage["passes"].as_u64().unwrap()).collect();
    assert_eq!(passes[1..3], [41, 41]);
    let alone = two["stages"][0]["parameters_bytes"].as_u64().unwrap();
    assert!(two["stages"][0]["resident_bytes"].as_u64().unwrap() > alone * 5);
}

/// A card that does not hold the decoder whole holds it in tiles; asked for the whole it says that tiles would do.
#[test]
fn a_small_card_decodes_videos_in_tiles() {
    let small = chosen("rtx-3060-12gb", "cogvideox-5b", json!({}));
    assert_eq!((&small["fits"], &small["inputs"]["serving"]["vae_tiling"]), (&json!(true), &json!(true)));
    let start = &small["start"];
    let program = start["files"][0]["content"].as_str().unwrap();
    assert_eq!(start["files"][0]["name"], "videos.py");
    assert!(program.contains("enable_tiling()") && program.contains("num_frames=49"));
    let whole = chosen("rtx-3060-12gb", "cogvideox-5b", json!({ "vae_tiling": false }));
    assert_eq!(whole["fits"], false);
    let mended = whole["levers"]
        .as_array()
        .unwrap()
        .iter()
        .any(|lever| lever["after"]["fits"] == true && lever["serving"]["vae_tiling"] == true);
    assert!(mended, "{}", whole["levers"]);
    let program = chosen("h100-sxm5-80gb", "wan2.2-t2v-a14b", json!({ "weights_format": "fp8" }));
    let program = program["start"]["files"][0]["content"].as_str().unwrap();
    for part in ["transformer_2", "AutoencoderKLWan", "torch.float32", "TorchAoConfig"] {
        assert!(program.contains(part), "{part}: {program}");
    }
    assert!(!program.contains("enable_tiling"));
}

/// Models that make videos, and how many more frames their films have with every latent frame that the decoder takes by itself.
pub const VIDEOS: [(&str, u64); 5] =
    [("cogvideox-2b", 8), ("cogvideox-5b", 8), ("wan2.1-t2v-1.3b", 4), ("wan2.1-t2v-14b", 4), ("wan2.2-t2v-a14b", 4)];

fn any_film() -> impl Strategy<Value = (Scenario, u64)> {
    let formats = prop::sample::select(&[WeightsFormat::Bf16, WeightsFormat::BnbNf4][..]);
    let places = prop::sample::select(&[ServingOffload::None, ServingOffload::Model][..]);
    let sides = (16_u64..48, 16_u64..72);
    (prop::sample::select(&CARDS[..]), prop::sample::select(&VIDEOS[..]), formats, places, sides, 1_u64..12, any::<bool>())
        .prop_map(|(card, (model, step), format, place, (height, width), latents, tiled)| {
            let mut scenario = asked(card, model);
            let serving = &mut scenario.serving;
            serving.weights_format = Some(format);
            serving.offload = Some(place);
            serving.image_size = Some(ImageSize { height: 16 * height, width: 16 * width });
            serving.num_frames = Some(1 + step * latents);
            serving.vae_tiling = Some(tiled);
            (scenario, step)
        })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    /// No stage holds more in tiles than whole, nor is faster; none holds more, or takes longer, for a shorter film. What the
    /// allocator keeps beside what is held goes up and down with the sizes that were freed before, within the range that is told.
    #[test]
    fn tiles_and_shorter_films_take_less((scenario, step) in any_film()) {
        let with = |change: &dyn Fn(&mut Scenario)| {
            let mut changed = scenario.clone();
            change(&mut changed);
            answered(&changed)
        };
        let Some(own) = answered(&scenario) else { return Ok(()) };
        let tiles = |tiled: bool| with(&|other| other.serving.vae_tiling = Some(tiled)).expect("the same film");
        let longer = with(&|other| other.serving.num_frames = own.inputs.serving.num_frames.map(|frames| frames + step));
        for (less, more, what) in [(&tiles(true), &tiles(false), "tiles"), (&own, &longer.expect("a longer film"), "frames")] {
            for (less, more) in less.stages.iter().zip(&more.stages) {
                prop_assert!(less.activations_bytes <= more.activations_bytes, "{what}: {less:?} {more:?}");
            }
            prop_assert!(less.vram.needed_bytes <= more.vram.range_bytes[1], "{what}: {:?} {:?}", less.vram, more.vram);
            prop_assert!(less.speed.batch_seconds <= more.speed.batch_seconds || what == "tiles", "{what}: faster");
        }
        prop_assert!(tiles(true).speed.batch_seconds >= tiles(false).speed.batch_seconds, "tiles are faster");
    }
}
