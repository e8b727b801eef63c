//! No key of a `config.json` is passed over without a word: it is read, known to change nothing, refused, or named in a note.
//!
//! `data/configurations.json` holds what the configuration classes of transformers 5.23 and 5.24 write by default, key by key
//! (`getattr(transformers, name)().to_dict()` for each kind that has a builder; of `deberta-v2`, whose own defaults nobody published, with
//! the figures of its third version; of joined kinds, whose classes give the tower another width at its end than the text has, with the text's,
//! and of `gemma3` with the tower that Gemma 3 has)
#![cfg(feature = "json")]
#![expect(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

use engine::architecture::{Architecture, DecoderVariant, Router};
use engine::estimate::Note;
use engine::serving::tensors::Tensor;
use serde_json::{Map, Value as Json, json};
use wire::locale::Locale;

use crate::support::is_tried;

/// What each class writes by default.
fn classes() -> Map<String, Json> {
    serde_json::from_str(include_str!("../data/configurations.json")).unwrap()
}

fn with(mut config: Json, key: &str, value: Json) -> Json {
    config[key] = value;
    config
}

fn scenario(config: &Json, training: &Json) -> Json {
    json!({ "hardware": { "gpu": "h200-sxm" }, "model": { "config": config }, "training": training,
        "data": { "sequence_length": 512, "images_per_sample": 0 } })
}

fn answer(config: &Json, training: &Json) -> Json {
    let asked = scenario(config, training);
    let estimate = api::estimate_json(&asked.to_string()).unwrap_or_else(|problem| panic!("{problem:?}\n{asked}"));
    serde_json::to_value(&estimate).unwrap()
}

fn peak(config: &Json, training: &Json) -> u64 {
    answer(config, training)["vram"]["allocated_peak_bytes"].as_u64().unwrap()
}

/// What the answer's note names.
fn unread(config: &Json) -> Option<String> {
    let answer = answer(config, &json!({}));
    let mut notes = answer["notes"].as_array().unwrap().iter();
    notes.find(|note| note["code"] == "unread-keys").map(|note| note["detail"].as_str().unwrap().to_owned())
}

fn faults(config: &Json) -> Vec<(String, &'static str)> {
    let (scenario, mut errors) = scenario::json::scenario(&scenario(config, &json!({})));
    if errors.is_empty() {
        errors = scenario::resolve(&scenario).err().unwrap_or_default();
    }
    errors.iter().map(|error| (error.pointer.clone(), error.code())).collect()
}

#[test]
fn no_key_of_a_configuration_class_falls_through() {
    for (kind, config) in classes() {
        assert_eq!(faults(&config), [], "{kind}");
        assert_eq!(unread(&config), None, "{kind}");
    }
}

#[test]
fn a_key_that_nobody_knows_is_named_in_both_languages() {
    for (kind, config) in classes() {
        let config = with(with(config, "num_blocks_per_fold", json!(3)), "quantization_config", json!({ "bits": 4 }));
        let said = unread(&config).unwrap_or_else(|| panic!("{kind} passes over keys without a word"));
        assert!(said.contains("`num_blocks_per_fold`") && said.contains("`quantization_config`"), "{said}");
        let (asked, _) = scenario::json::scenario(&scenario(&config, &json!({})));
        let notes = api::notes::notes(&asked, &engine::answer::estimate(&scenario::resolve(&asked).unwrap()));
        let note = notes.iter().find(|note| matches!(note, Note::UnreadKeys { .. })).unwrap();
        let chinese = wording::note_detail(note, Locale::Zh);
        assert!(chinese.contains("`num_blocks_per_fold`") && !chinese.is_ascii(), "{chinese}");
        // The note stays with the question, in JSON and in a link.
        let written = serde_json::to_value(&asked).unwrap();
        assert_eq!(scenario::json::scenario(&written).0, asked, "{kind}");
        assert_eq!(scenario::query::parse_string(&scenario::query::to_string(&asked, &[])).scenario, asked, "{kind}");
    }
}

/// Null heads are what the classes make of them: as many of keys and values as of queries, and as wide as they share the model.
#[test]
fn nulls_mean_what_classes_take_them_for() {
    let classes = classes();
    for kind in ["seed_oss", "ernie4_5", "ministral3", "cwm", "smollm3", "mistral", "qwen3"] {
        let config = &classes[kind];
        let number = |key: &str| config[key].as_u64().unwrap();
        let (hidden, heads) = (number("hidden_size"), number("num_attention_heads"));
        let nulls = with(with(config.clone(), "num_key_value_heads", Json::Null), "head_dim", Json::Null);
        let said = with(with(config.clone(), "num_key_value_heads", json!(heads)), "head_dim", json!(hidden / heads));
        assert_eq!(peak(&nulls, &json!({})), peak(&said, &json!({})), "{kind}");
        assert_eq!(unread(&nulls), None, "{kind}");
    }
    // What is said to be none says nothing, and saved files of models without windows say so.
    let exaone = with(with(classes["exaone4"].clone(), "sliding_window", Json::Null), "sliding_window_pattern", json!(0));
    let exaone = with(exaone, "layer_types", json!(vec!["full_attention"; 32]));
    assert_eq!((faults(&exaone), unread(&exaone)), (vec![], None));
}

/// What a kind does not read changes nothing, as the note about it says.
#[test]
fn figures_of_other_kinds_change_nothing() {
    use scenario::fields::{FIELDS, Kind, Value};
    let asked = |config: &Json| scenario::json::scenario(&scenario(config, &json!({}))).0;
    let mut tried = 0;
    for (turn, (kind, config)) in classes().into_iter().enumerate() {
        let plain = asked(&config);
        let answer = |asked: &wire::v1::Scenario| {
            let answer =
                engine::answer::estimate(&scenario::resolve(asked).unwrap_or_else(|errors| panic!("{kind}: {errors:?}")));
            (answer.parameters.total, answer.vram.allocated_peak)
        };
        let right = answer(&plain);
        let fields = FIELDS.iter().filter(|field| field.pointer.starts_with("/model/config/")).enumerate();
        for (_, field) in fields.filter(|(place, _)| is_tried(turn + place, 3)) {
            let value = match field.kind {
                Kind::Flag => Value::Flag(true),
                Kind::Integer(range) => Value::Integer(range.min.max(2)),
                Kind::Number(_) => Value::Number(0.25),
                Kind::Choice(words) => Value::Text(words[words.len() - 1].to_owned()),
                _ => continue,
            };
            let mut other = plain.clone();
            field.set(&mut other, value).unwrap();
            let name = field.pointer.trim_start_matches("/model/config/");
            if scenario::resolve::unread(&other).iter().any(|unread| unread == name) {
                assert_eq!(answer(&other), right, "{kind}: {name}");
                tried += 1;
            }
        }
    }
    assert!(tried > 500, "{tried}");
}

#[test]
fn a_figure_of_another_kind_of_model_is_named() {
    let llama = classes()["llama"].clone();
    let said = unread(&with(llama, "num_experts", json!(8))).unwrap();
    assert!(said.contains("`num_experts`"), "{said}");
}

#[test]
fn what_is_not_modelled_is_refused_by_its_key() {
    let classes = classes();
    for (kind, key, value) in [
        ("gpt2", "add_cross_attention", json!(true)),
        ("gpt2", "reorder_and_upcast_attn", json!(true)),
        ("bert", "is_decoder", json!(true)),
        ("bert", "position_embedding_type", json!("relative_key")),
        ("bert", "chunk_size_feed_forward", json!(64)),
        ("distilbert", "sinusoidal_pos_embds", json!(true)),
        ("mixtral", "router_jitter_noise", json!(0.1)),
        ("mixtral", "output_router_logits", json!(true)),
        ("llama", "output_hidden_states", json!(true)),
        ("llama", "is_encoder_decoder", json!(true)),
        ("opt", "_remove_final_layer_norm", json!(true)),
        ("opt", "do_layer_norm_before", json!(false)),
        ("hunyuan_v1_dense", "use_cla", json!(true)),
        ("modernbert", "norm_bias", json!(true)),
        ("solar_open", "partial_rotary_factor", json!(0.5)),
        ("olmo", "clip_qkv", json!(8.0)),
        ("granitemoeshared", "output_router_logits", json!(true)),
        ("lfm2_moe", "norm_topk_prob", json!(false)),
        ("ernie4_5_moe", "use_bias", json!(true)),
        ("ernie4_5_moe", "moe_layer_interval", json!(2)),
        ("ernie4_5_moe", "moe_layer_end_index", json!(26)),
    ] {
        let found = faults(&with(classes[kind].clone(), key, value));
        assert_eq!(found, [(format!("/model/config/{key}"), "unknown-value")], "{kind}");
    }
    for last in [-1, 27, 53] {
        peak(&with(classes["ernie4_5_moe"].clone(), "moe_layer_end_index", json!(last)), &json!({}));
    }
    assert_eq!(faults(&with(classes["llama"].clone(), "hidden_act", json!("mish")))[0].1, "unknown-value");
    for (kind, key, value, pointer) in [
        ("minimax_m2", "rotary_dim", json!(129), "rotary_dim"),
        ("helium", "hidden_size", json!(2048), "hidden_size"),
        ("exaone_moe", "sliding_window", json!(null), "sliding_window"),
        ("opt", "word_embed_proj_dim", json!(512), "embedding_size"),
        ("modernbert", "local_attention", json!(0), "local_attention"),
    ] {
        let mut config = classes[kind].clone();
        config.as_object_mut().unwrap().remove("embedding_size");
        let found = faults(&with(config, key, value));
        assert_eq!(found, [(format!("/model/config/{pointer}"), "out-of-range")], "{kind}");
    }
    assert_eq!(faults(&with(classes["modernbert"].clone(), "classifier_pooling", json!("max")))[0].1, "unknown-value");
    let types = json!(["full_attention"]);
    assert_eq!(faults(&with(classes["qwen2"].clone(), "layer_types", types))[0].1, "wrong-count");
    assert_eq!(faults(&with(classes["qwen2_moe"].clone(), "mlp_only_layers", json!([24])))[0].1, "out-of-range");
}

/// Each key that is read changes the answer, where a run depends on it.
#[test]
fn what_is_read_has_an_effect() {
    let plain = json!({ "precision": "bf16", "micro_batch_size": 4, "optimizer_implementation": "fused" });
    let eager = json!({ "precision": "bf16", "micro_batch_size": 4, "attention": "eager", "optimizer_implementation": "fused" });
    let classes = classes();
    for (kind, key, value, training) in [
        ("gpt2", "activation_function", json!("gelu"), &plain),
        ("gpt2", "embd_pdrop", json!(0.0), &plain),
        ("gpt2", "attn_pdrop", json!(0.0), &eager),
        ("gpt2", "resid_pdrop", json!(0.0), &plain),
        ("gpt2", "n_inner", json!(1024), &plain),
        ("gpt2", "tie_word_embeddings", json!(false), &plain),
        ("bert", "hidden_dropout_prob", json!(0.0), &plain),
        ("bert", "attention_probs_dropout_prob", json!(0.0), &eager),
        ("bert", "hidden_act", json!("gelu_new"), &plain),
        ("distilbert", "dropout", json!(0.0), &plain),
        ("distilbert", "attention_dropout", json!(0.0), &eager),
        ("distilbert", "activation", json!("gelu_new"), &plain),
        ("t5", "dropout_rate", json!(0.0), &plain),
        ("t5", "feed_forward_proj", json!("gated-silu"), &plain),
        ("llama", "mlp_bias", json!(true), &plain),
        ("llama", "hidden_act", json!("gelu_new"), &plain),
        ("llama", "attention_dropout", json!(0.1), &eager),
        ("mistral", "sliding_window", json!(256), &plain),
        ("phi3", "sliding_window", json!(256), &plain),
        ("phi3", "resid_pdrop", json!(0.1), &plain),
        ("phi3", "partial_rotary_factor", json!(0.75), &plain),
        ("qwen2_moe", "mlp_only_layers", json!([0, 3]), &plain),
        ("qwen2_moe", "decoder_sparse_step", json!(2), &plain),
        ("qwen2_moe", "qkv_bias", json!(false), &plain),
        ("gemma2", "attn_logit_softcapping", Json::Null, &plain),
        ("gemma2", "final_logit_softcapping", Json::Null, &plain),
    ] {
        let usual = &classes[kind];
        let changed = with(usual.clone(), key, value);
        assert_ne!(peak(&changed, training), peak(usual, training), "{kind}: {key} changes nothing");
    }
}

#[test]
fn a_window_counts_where_the_sequence_reaches_it() {
    let mistral = &classes()["mistral"];
    let training = json!({ "precision": "bf16", "micro_batch_size": 8, "method": "lora" });
    let of = |window: Json| peak(&with(mistral.clone(), "sliding_window", window), &training);
    assert_eq!(of(json!(513)), of(Json::Null));
    assert_eq!(of(json!(4096)), of(Json::Null));
    // From the window's length on a mask is made (`_ignore_causal_mask_sdpa`).
    assert!(of(json!(512)) > of(Json::Null));
    // Windows of Qwen are off unless they are switched on.
    let qwen = with(with(classes()["qwen2"].clone(), "sliding_window", json!(256)), "layer_types", Json::Null);
    let on = with(with(qwen.clone(), "use_sliding_window", json!(true)), "max_window_layers", json!(16));
    assert!(peak(&on, &training) > peak(&qwen, &training));
}

/// A field has one value, by whichever of its names.
#[test]
fn two_names_of_a_field_say_the_same() {
    let gpt2 =
        json!({"model_type": "gpt2", "n_embd": 768, "n_layer": 12, "n_head": 12, "vocab_size": 50257, "n_positions": 1024});
    for (key, other, is_refused) in [
        ("hidden_size", json!(1536), true),
        ("hidden_size", json!(768), false),
        ("hidden_size", json!(768.0), false),
        ("hidden_size", json!(null), false),
        ("num_attention_heads", json!(24), true),
    ] {
        let config = with(gpt2.clone(), key, other.clone());
        let found: Vec<&'static str> = faults(&config).iter().map(|(_, code)| *code).collect();
        let expected: &[&str] = if is_refused { &["conflict"] } else { &[] };
        assert_eq!(found, expected, "{key} {other}");
    }
    let acts = with(with(gpt2, "activation_function", json!("gelu_new")), "hidden_act", json!("relu"));
    assert_eq!(faults(&acts).len(), 1, "{:?}", faults(&acts));
}

/// What answers read of a decoder is what a step trains of it, whatever its configuration switches on.
#[test]
fn answers_and_steps_have_the_same_weights() {
    let switches = [
        json!({}),
        json!({ "attention_bias": true, "use_bias": false, "use_qkv_bias": true, "mlp_bias": true, "use_qk_norm": true }),
        json!({ "tie_word_embeddings": true, "q_lora_rank": null, "n_shared_experts": 0, "num_hidden_layers": 3 }),
    ];
    for (kind, config) in classes() {
        for switch in &switches {
            let mut config = config.clone();
            for (key, value) in switch.as_object().unwrap() {
                // What a class reads and nobody published otherwise is refused by its key.
                let is_fixed = matches!((kind.as_str(), key.as_str()), ("deepseek_v2" | "modernbert", "mlp_bias"))
                    || kind == "modernbert" && key == "attention_bias"
                    || kind != "glm4_moe" && key == "use_qk_norm";
                if config.get(key).is_some() && !is_fixed {
                    config[key] = value.clone();
                }
            }
            for list in ["layer_types", "no_rope_layers", "mlp_layer_types", "per_layer_config"] {
                if switch.get("num_hidden_layers").is_some() && config.get(list).is_some() {
                    config[list] = Json::Null;
                }
            }
            // Classes that have no list of their own, or another than is modelled.
            if kind == "granitemoehybrid" && config["layer_types"].is_null() {
                config["layer_types"] =
                    json!(vec!["full_attention"; switch["num_hidden_layers"].as_u64().unwrap_or(32) as usize]);
            }
            if kind == "lfm2_moe" && config["layer_types"].is_null() {
                config["layer_types"] = json!(["conv", "full_attention", "conv"]);
            }
            let (asked, errors) = scenario::json::scenario(&scenario(&config, &json!({})));
            assert!(errors.is_empty(), "{kind} {switch}: {errors:?}");
            let resolved = scenario::resolve(&asked).unwrap_or_else(|errors| panic!("{kind} {switch}: {errors:?}")).scenario;
            let Architecture::Decoder(decoder) = &resolved.model else { continue };
            if !decoder.is_served() {
                continue;
            }
            let graph = engine::models::build(&resolved.model, &resolved.training, &resolved.data, 1);
            let tensors = engine::serving::tensors::tensors(decoder);
            let answered: u64 = tensors.iter().map(Tensor::weights).sum();
            // Corrections of the choice of experts are in the files, and no parameters of the class.
            let corrections = match &decoder.variant {
                DecoderVariant::MixtureOfExperts(mixture) if matches!(mixture.router, Router::Sigmoid | Router::MiniMaxM2) => {
                    let sparse = (0..decoder.num_hidden_layers).filter(|&block| !decoder.options.dense_layers.contains(block));
                    sparse.count() as u64 * mixture.num_experts
                }
                _ => 0,
            };
            assert_eq!(answered, graph.base_parameters() + corrections, "{kind} {switch}");
        }
    }
}

/// A file that joins several networks is planned as its text, however deep that lies, and what stands beside it is named.
#[test]
fn joint_files_are_read_as_their_network_for_text() {
    let text = classes()["gemma3_text"].clone();
    let alone = peak(&text, &json!({}));
    let joint = json!({ "model_type": "llava", "text_config": text, "vision_config": { "hidden_size": 1152 } });
    assert_eq!(peak(&joint, &json!({})), alone);
    assert!(unread(&joint).unwrap().contains("`vision_config`"));
    let deeper = json!({ "model_type": "omni", "thinker_config": { "model_type": "thinker", "text_config": text } });
    assert_eq!(peak(&deeper, &json!({})), alone);
    // Where the text says nothing of its head, the file does.
    let mut silent = text.clone();
    silent.as_object_mut().unwrap().remove("tie_word_embeddings");
    for tied in [false, true] {
        let outside = json!({ "model_type": "gemma3", "text_config": silent, "tie_word_embeddings": tied });
        let said = peak(&with(text.clone(), "tie_word_embeddings", json!(tied)), &json!({}));
        assert_eq!(peak(&outside, &json!({})), said, "{tied}");
        let null = with(silent.clone(), "tie_word_embeddings", Json::Null);
        assert_eq!(peak(&with(outside, "text_config", null), &json!({})), said, "{tied}");
    }
    let apart = |inner: bool, outer: bool| {
        let text = with(silent.clone(), "tie_word_embeddings", json!(inner));
        peak(&json!({ "model_type": "gemma3", "text_config": text, "tie_word_embeddings": outer }), &json!({}))
    };
    // Its class asks the whole.
    assert_eq!(apart(false, true), apart(true, true));
    assert!(apart(true, false) > apart(true, true));
    assert_eq!(apart(true, false), apart(false, false));
    // Inside of a kind that nobody models there may be another.
    let unknown = json!({ "model_type": "omni", "text_config": { "model_type": "mamba" } });
    assert_eq!(faults(&unknown)[0].0, "/model/config/model_type");
}
