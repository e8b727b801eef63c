//! Files that join a decoder and the tower that reads pictures before it.

use engine::architecture::Architecture;
use serde_json::{Value as Json, json};

use super::asking::{patched, scenario};
use super::faults::check;
use super::published::published;

/// Published files with a tower that is read.
fn joined() -> impl Iterator<Item = (&'static str, Json)> {
    published()
        .into_iter()
        .filter(|(id, config)| config["vision_config"].is_object() && catalog::model(id).is_some_and(has_tower))
}

fn has_tower(model: &catalog::ModelEntry) -> bool {
    model.architecture.tower().is_some()
}

fn of(id: &str) -> Json {
    joined().find(|(known, _)| *known == id).expect("a published file").1
}

fn with_tower(mut config: Json, changes: &Json) -> Json {
    config["vision_config"] = patched(config["vision_config"].clone(), changes);
    config
}

/// In an answer, in a link, and pasted into the form of a page, whose reader of JSON is another.
#[test]
fn a_file_says_the_same_wherever_it_is_read() {
    assert!(joined().count() > 22);
    for (id, config) in joined() {
        let (asked, errors) = scenario::json::scenario(&scenario(&json!({ "config": config })));
        assert_eq!(errors, [], "{id}");
        let said = asked.model.config.as_deref().expect("a configuration");
        assert!(said.vision_depth.is_some() && said.unread_keys.is_none(), "{id}: {:?}", said.unread_keys);
        let written = serde_json::to_value(&asked).expect("a scenario is JSON");
        assert_eq!(scenario::json::scenario(&written), (asked.clone(), vec![]), "{id}");
        assert_eq!(scenario::query::parse_string(&scenario::query::to_string(&asked, &[])).scenario, asked, "{id}");
        let pasted = scenario::form::config::read(&serde_json::to_string_pretty(&config).expect("JSON")).expect("JSON");
        let pasted = scenario::query::parse(pasted.into_iter().chain([("gpu".to_owned(), "h200-sxm".to_owned())]));
        assert_eq!((pasted.errors, scenario::resolve::unread(&pasted.scenario)), (vec![], vec![]), "{id}");
        let built = |asked| scenario::resolve(asked).expect("a model").scenario.model;
        assert_eq!(built(&pasted.scenario), built(&asked), "{id}");
        // The page that reads files knows it as the catalog's.
        let found = api::model::read_model(&config.to_string(), wire::Locale::En).expect("a file");
        let entry = found.model.and_then(|model| catalog::model(&model.id?)).expect("a model of the catalog");
        assert_eq!(Some(entry.architecture.clone()), catalog::model(id).map(|known| known.architecture.clone()), "{id}");
        assert!(found.errors.is_empty() && found.plan.is_some() && found.run.is_some(), "{id}: {:?}", found.errors);
        // What the page shows of it is read again.
        let shown = scenario::form::config::to_json(scenario::query::decode(&scenario::query::to_string(&asked, &[])));
        let shown: Json = serde_json::from_str(&shown).expect("JSON");
        assert_eq!(scenario::json::scenario(&scenario(&json!({ "config": shown }))).0.model, asked.model, "{id}");
    }
}

#[test]
fn a_tower_that_is_not_modelled_is_refused_by_name() {
    let key = |name: &str| format!("vision_config.{name}");
    for (id, changes, name, code) in [
        ("qwen2.5-vl-7b", json!({ "window_size": 56 }), key("window_size"), "unknown-value"),
        ("qwen2.5-vl-7b", json!({ "fullatt_block_indexes": [31] }), key("fullatt_block_indexes"), "unknown-value"),
        ("qwen2.5-vl-7b", json!({ "out_hidden_size": 2048 }), key("out_hidden_size"), "unknown-value"),
        ("qwen3-vl-8b", json!({ "patch_size": 14 }), key("patch_size"), "unknown-value"),
        ("qwen3-vl-8b", json!({ "deepstack_visual_indexes": [] }), key("deepstack_visual_indexes"), "unknown-value"),
        (
            "qwen3-vl-8b",
            json!({ "deepstack_visual_indexes": [5, 27] }),
            "vision_deepstack_visual_indexes".to_owned(),
            "out-of-range",
        ),
        (
            "qwen3-vl-8b",
            json!({ "deepstack_visual_indexes": [5, 9, 5] }),
            "vision_deepstack_visual_indexes".to_owned(),
            "unknown-value",
        ),
        (
            "qwen3-vl-8b",
            json!({ "deepstack_visual_indexes": null, "depth": 20 }),
            "vision_deepstack_visual_indexes".to_owned(),
            "out-of-range",
        ),
        ("qwen3-vl-8b", json!({ "num_heads": 11 }), "vision_hidden_size".to_owned(), "not-a-multiple"),
        ("qwen3-vl-8b", json!({ "depth": 0 }), "vision_depth".to_owned(), "out-of-range"),
        ("qwen3.5-27b", json!({ "deepstack_visual_indexes": [8] }), key("deepstack_visual_indexes"), "unknown-value"),
        ("qwen3-vl-8b", json!({ "out_hidden_size": null }), key("out_hidden_size"), "unknown-value"),
        ("gemma-3-4b", json!({ "model_type": "clip_vision_model" }), key("model_type"), "unknown-value"),
        ("gemma-3-4b", json!({ "image_size": 448 }), key("image_size"), "unknown-value"),
        ("gemma-3-4b", json!({ "vision_use_head": true }), key("vision_use_head"), "unknown-value"),
        ("ministral-3-3b", json!({ "hidden_act": null }), key("hidden_act"), "unknown-value"),
        ("ministral-3-3b", json!({ "patch_size": 16 }), key("patch_size"), "unknown-value"),
        ("ministral-3-3b", json!({ "model_type": "siglip_vision_model" }), key("model_type"), "unknown-value"),
        ("ministral-3-3b", json!({ "num_attention_heads": 12 }), "vision_hidden_size".to_owned(), "not-a-multiple"),
    ] {
        check(&with_tower(of(id), &changes), &[(name.as_str(), code)]);
    }
    check(&patched(of("gemma-3-4b"), &json!({ "mm_tokens_per_image": 64 })), &[("mm_tokens_per_image", "unknown-value")]);
    for (name, value) in [
        ("spatial_merge_size", json!(1)),
        ("vision_feature_layer", json!(-2)),
        ("multimodal_projector_bias", json!(true)),
        ("projector_hidden_act", json!("silu")),
    ] {
        check(&patched(of("ministral-3-3b"), &json!({ name: value })), &[(name, "unknown-value")]);
    }
    let mut other = of("ministral-3-3b");
    other["text_config"]["model_type"] = json!("mistral4");
    check(&other, &[("text_model_type", "unknown-value")]);
    // Where nothing is said of the tower, its class has another activation, and nothing else that is not built.
    let mut silent = of("ministral-3-3b");
    silent.as_object_mut().expect("an object").remove("vision_config");
    check(&silent, &[("vision_config.hidden_act", "unknown-value")]);
}

/// Other figures are other towers, and what a file leaves out its class has.
#[test]
fn figures_of_a_tower_are_counted() {
    let total = |config: &Json| {
        let answer = super::asking::answer(&scenario(&json!({ "config": config })));
        answer["parameters"]["total"].as_u64().expect("parameters")
    };
    let whole = of("qwen3-vl-8b");
    let deeper = with_tower(whole.clone(), &json!({ "depth": 28 }));
    let (width, inner) = (1152, 4304);
    let block = 4 * width * width + 2 * width * inner + 4 * width + 4 * width + inner + width;
    assert_eq!(total(&deeper) - total(&whole), block);
    let mut silent = whole.clone();
    for key in ["depth", "hidden_size", "num_heads", "intermediate_size", "deepstack_visual_indexes"] {
        silent["vision_config"].as_object_mut().expect("an object").remove(key);
    }
    assert_eq!(total(&silent), total(&whole));
    // A file without a tower is its text.
    let mut text = of("gemma-3-4b");
    text.as_object_mut().expect("an object").remove("vision_config");
    let tower = 416_866_032 + 1152 * 2560 + 1152;
    assert_eq!(total(&of("gemma-3-4b")) - total(&text), tower);
    // Keys of the whole that nobody knows are named, and so are those of the tower.
    let odd = with_tower(patched(whole, &json!({ "num_readers": 2, "audio_config": {} })), &json!({ "num_eyes": 2 }));
    let (asked, _) = scenario::json::scenario(&scenario(&json!({ "config": odd })));
    let unread = scenario::resolve::unread(&asked);
    assert_eq!(unread, ["audio_config", "num_readers", "vision_config.num_eyes"]);
}

/// The reader of bodies and that of pages find the same model, and name the same keys, whatever a file says twice, leaves out or says
/// to be nothing.
#[test]
fn both_readers_find_the_same() {
    let changes = [
        json!({ "vision_config": null }),
        json!({ "tie_word_embeddings": null }),
        json!({ "tie_word_embeddings": true }),
        json!({ "num_key_value_heads": 1, "hidden_size": 64, "num_readers": 2 }),
        json!({ "quantization_config": { "bits": 4 }, "audio_config": { "depth": 2 } }),
        json!({ "text_config": { "tie_word_embeddings": true, "use_cache": true, "num_layers_kept": 3 } }),
        json!({ "text_config": { "tie_word_embeddings": false, "max_position_embeddings": null } }),
        json!({ "vision_config": { "depth": null, "num_eyes": 2, "dtype": "bfloat16" } }),
        json!({ "vision_config": { "num_attention_heads": 8 } }),
        json!({ "vision_config": [1] }),
        json!({ "vision_config": null, "tie_word_embeddings": false, "num_key_value_heads": 1, "zzz": 1, "audio_config": { "a": 1 } }),
        json!({ "text_config": [1] }),
        json!({ "text_config": null }),
        json!({ "head_dim": 64 }),
        json!({ "text_config": { "num_attention_heads": 64, "num_key_value_heads": null, "zzz": null } }),
        json!({ "num_attention_heads": 64, "num_key_value_heads": null }),
    ];
    let mut read = 0;
    for (id, file) in joined() {
        for change in &changes {
            let mut config = file.clone();
            for (key, value) in change.as_object().expect("an object") {
                let is_part = value.is_object() && config[key.as_str()].is_object();
                config[key.as_str()] = if is_part { patched(config[key.as_str()].clone(), value) } else { value.clone() };
            }
            let (asked, errors) = scenario::json::scenario(&scenario(&json!({ "config": config })));
            let pasted = scenario::form::config::read(&config.to_string()).expect("JSON");
            let pasted = scenario::query::parse(pasted.into_iter().chain([("gpu".to_owned(), "h200-sxm".to_owned())]));
            if !errors.is_empty() {
                continue;
            }
            let names = |asked| scenario::resolve::unread(asked).into_iter().collect::<std::collections::BTreeSet<_>>();
            assert_eq!(names(&asked), names(&pasted.scenario), "{id} {change}");
            let built = |asked| scenario::resolve(asked).map(|resolved| resolved.scenario.model);
            assert_eq!(built(&asked), built(&pasted.scenario), "{id} {change}");
            read += 1;
        }
    }
    assert!(read > 100, "{read}");
}

/// What the class of the whole does with a key, and not that of the text alone.
#[test]
fn keys_mean_what_the_class_of_the_whole_makes_of_them() {
    let built = |config: &Json| {
        let (asked, errors) = scenario::json::scenario(&scenario(&json!({ "config": config })));
        assert_eq!(errors, [], "{config}");
        (scenario::resolve(&asked).expect("a model").scenario.model, scenario::resolve::unread(&asked))
    };
    let with_text = |id: &str, changes: Json| {
        let mut config = of(id);
        config["text_config"] = patched(config["text_config"].clone(), &changes);
        config
    };
    // Its models do not look at the text for whether the head is shared, and have no windows.
    assert_eq!(built(&with_text("qwen3-vl-8b", json!({ "tie_word_embeddings": true }))), built(&of("qwen3-vl-8b")));
    let windows = json!({ "use_sliding_window": true, "sliding_window": 64, "max_window_layers": 0 });
    assert_eq!(built(&with_text("qwen3-vl-8b", windows)), built(&of("qwen3-vl-8b")));
    // Qwen2.5-VL looks at both.
    let older = of("qwen2.5-vl-7b");
    let newer = json!({ "model_type": "qwen2_5_vl", "text_config": patched(older.clone(), &json!({ "model_type": "qwen2_5_vl_text",
        "vision_config": null })), "vision_config": older["vision_config"], "tie_word_embeddings": false });
    assert_eq!(built(&newer), built(&older));
    let mut tied = newer.clone();
    tied["text_config"]["tie_word_embeddings"] = json!(true);
    assert_eq!(built(&tied).0, built(&patched(older, &json!({ "tie_word_embeddings": true }))).0);
    // The text of Mistral's is of the kind that it says, or of the first of them, and says of its head what the whole does not.
    let options = |config: &Json| match built(config).0 {
        Architecture::Decoder(decoder) => (decoder.options.scaled_queries, decoder.tie_word_embeddings),
        _ => panic!("{config} is no decoder"),
    };
    let ministral = of("ministral-3-3b");
    assert_eq!(options(&ministral), (true, true));
    assert_eq!(options(&with_text("ministral-3-3b", json!({ "model_type": null }))), (false, true));
    let mut unsaid = ministral.clone();
    unsaid["text_config"].as_object_mut().expect("an object").remove("model_type");
    assert_eq!(options(&unsaid), (false, true));
    assert_eq!(options(&patched(ministral, &json!({ "tie_word_embeddings": false }))), (true, false));
    assert_eq!(options(&with_text("ministral-3-3b", json!({ "tie_word_embeddings": null }))), (true, false));
    // Null is no, also where the class has it by default, and what is neither yes nor no is no answer.
    let untied = built(&patched(of("gemma-3-4b"), &json!({ "tie_word_embeddings": false })));
    assert_eq!(built(&patched(of("gemma-3-4b"), &json!({ "tie_word_embeddings": null }))), untied);
    check(&patched(of("qwen3-vl-8b"), &json!({ "tie_word_embeddings": "yes" })), &[("tie_word_embeddings", "wrong-type")]);
    // Its class takes words of the text beside the tower of Qwen2.5-VL alone.
    let mut beside = patched(of("qwen3-vl-8b")["text_config"].clone(), &of("qwen3-vl-8b"));
    beside["text_config"] = Json::Null;
    let (_, errors) = scenario::json::scenario(&scenario(&json!({ "config": beside })));
    assert_eq!(errors, []);
    let asked = scenario::json::scenario(&scenario(&json!({ "config": beside }))).0;
    assert!(scenario::resolve(&asked).is_err() && scenario::resolve::unread(&asked).contains(&"num_hidden_layers".to_owned()));
    // What the whole says of the decoder, its part does not hear.
    let outer = patched(of("gemma-3-4b"), &json!({ "num_key_value_heads": 1, "hidden_size": 2560 }));
    assert_eq!(built(&outer), (built(&of("gemma-3-4b")).0, vec!["num_key_value_heads".to_owned()]));
    assert_eq!(built(&with_text("gemma-3-4b", json!({ "final_logit_softcapping": 30.0 }))), built(&of("gemma-3-4b")));
}
