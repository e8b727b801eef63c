//! Published configurations: which model each is, its parameters, and what of it is read.

use checkpoint::{Configuration, Note, Part, Reading};

use crate::sample;

#[track_caller]
fn read(text: &str) -> Configuration {
    let Reading::Configuration(configuration) = checkpoint::read(text) else { panic!("no configuration: {text}") };
    *configuration
}

/// Parameters as the makers of the models state them, or as their weights have them.
const PUBLISHED: [(&str, &str, u64); 16] = [
    ("llama-3-8b", "llama", 8_030_261_248),
    ("llama-3.2-1b", "llama", 1_235_814_400),
    ("mistral-7b", "mistral", 7_241_732_096),
    ("qwen2.5-7b", "qwen2", 7_615_616_512),
    ("qwen3-0.6b", "qwen3", 596_049_920),
    ("gemma-2-2b", "gemma2", 2_614_341_888),
    ("phi-3-mini", "phi3", 3_821_079_552),
    ("mixtral-8x7b", "mixtral", 46_702_792_704),
    ("qwen1.5-moe-a2.7b", "qwen2_moe", 14_315_784_192),
    ("bert-base", "bert", 109_483_778),
    ("gpt2", "gpt2", 124_439_808),
    ("t5-small", "t5", 60_506_624),
    ("smollm-360m", "llama", 361_821_120),
    ("pixtral-12b", "mistral", 12_247_782_400),
    ("vit-base", "vit", 85_800_194),
    ("clip", "clip_vision_model", 87_457_538),
];

#[test]
fn published_configurations_have_the_published_parameters() {
    for (name, kind, parameters) in PUBLISHED {
        let found = read(&sample(name));
        assert_eq!(found.faults, [], "{name}");
        assert_eq!(found.model_type.as_deref(), Some(kind), "{name}");
        let count = found.count.as_ref().unwrap();
        assert_eq!(count.total, parameters, "{name}");
        assert_eq!(count.parts.iter().map(|(_, parameters)| parameters).sum::<u64>(), parameters, "{name}");
        assert!(count.parts.is_sorted_by_key(|(part, _)| Part::ALL.iter().position(|known| known == part)), "{name}");
        if let Some(entry) = catalog::model(name) {
            assert_eq!(entry.published_parameters, parameters, "{name}");
        }
    }
}

/// A file of a model that the catalog has is that model, and plans go by its id.
#[test]
fn a_configuration_of_the_catalog_is_known_as_such() {
    for (name, plans_as_listed) in [
        ("llama-3-8b", true),
        ("llama-3.2-1b", true),
        ("mistral-7b", true),
        ("gemma-2-2b", true),
        ("mixtral-8x7b", true),
        ("qwen1.5-moe-a2.7b", true),
        ("qwen3-0.6b", true),
        ("bert-base", true),
        ("gpt2", true),
        ("t5-small", true),
    ] {
        let found = read(&sample(name));
        assert_eq!(found.entry.map(|entry| entry.id), Some(name));
        assert_eq!(found.settled().unwrap().id.is_some(), plans_as_listed, "{name}: {:?}", found.not_read);
    }
    for name in ["smollm-360m", "pixtral-12b"] {
        let found = read(&sample(name));
        assert!(found.entry.is_none() && found.settled().unwrap().config.is_some(), "{name}");
    }
}

/// The parts of GPT-2 and of Mixtral, worked out by hand from their shapes.
#[test]
fn parts_are_those_of_the_shapes() {
    let parts = |name: &str| read(&sample(name)).count.unwrap();
    let (wide, blocks) = (768, 12);
    assert_eq!(
        parts("gpt2").parts,
        [
            (Part::Embedding, (50_257 + 1024) * wide),
            (Part::Attention, blocks * (4 * wide * wide + 4 * wide)),
            (Part::FeedForward, blocks * (8 * wide * wide + 5 * wide)),
            (Part::Norm, (2 * blocks + 1) * 2 * wide),
        ]
    );
    let mixtral = parts("mixtral-8x7b");
    let expert = 3 * 4096 * 14336;
    assert_eq!(
        mixtral.parts,
        [
            (Part::Embedding, 32_000 * 4096),
            (Part::Attention, 32 * (2 * 4096 * 4096 + 2 * 4096 * 1024)),
            (Part::Experts, 32 * 8 * expert),
            (Part::Router, 32 * 8 * 4096),
            (Part::Norm, (2 * 32 + 1) * 4096),
            (Part::Head, 32_000 * 4096),
        ]
    );
    // Mistral AI states 12.9 billion.
    assert_eq!(mixtral.active, Some(12_879_925_248));
    // A pooler and a classifier are a head, and tables of relative positions attention.
    assert!(parts("bert-base").parts.contains(&(Part::Head, 768 * 768 + 768 + 2 * 768 + 2)));
    assert!(parts("t5-small").parts.iter().all(|(part, _)| *part != Part::Head));
    assert!(parts("t5-small").parts.contains(&(Part::Embedding, 32_128 * 512)));
}

/// Every key of a file is said to be one of three things.
#[test]
fn no_key_is_passed_over() {
    for (name, ..) in PUBLISHED {
        let found = read(&sample(name));
        if found.notes.iter().any(|note| matches!(note, Note::Inside { .. })) {
            continue;
        }
        let said = found.read.len() + found.not_read.len() + found.ignored.len();
        let keys = sample(name).matches("\": ").count();
        assert!(said > 10 && said <= keys, "{name}: {said} of {keys}");
    }
    let found = read(
        r#"{"model_type": "gpt2", "n_embd": 64, "n_head": 4, "n_layer": 2, "vocab_size": 100, "alibi": true,
        "output_attentions": true, "eos_token_id": 1}"#,
    );
    let key = |name: &str| found.read.iter().find(|key| key.name == name).unwrap();
    assert_eq!((key("n_embd").value.as_str(), key("n_embd").field), ("64", Some("hidden_size")));
    assert_eq!(key("vocab_size").field, None);
    let not_read: Vec<_> = found.not_read.iter().map(|key| (key.name.as_str(), key.only)).collect();
    assert_eq!(not_read, [("alibi", None), ("output_attentions", Some("false"))]);
    assert_eq!(found.ignored, ["eos_token_id"]);
    let config = found.settled().unwrap().config.unwrap();
    assert_eq!(config.unread_keys.as_deref(), Some("alibi, output_attentions"), "a plan names what it goes on without");
}

#[test]
fn kinds_that_nobody_models_are_told_and_never_planned() {
    let mamba = read(&sample("mamba-130m"));
    assert!(mamba.notes.contains(&Note::UnknownKind("mamba".to_owned())), "{:?}", mamba.notes);
    assert!(mamba.count.is_none() && mamba.settled().is_none() && mamba.entry.is_none() && mamba.faults.is_empty());
    assert!(mamba.read.iter().any(|key| key.name == "hidden_size"));
    let is_not_read = |key: &str| mamba.not_read.iter().any(|not_read| not_read.name == key);
    assert!(is_not_read("state_size") && is_not_read("conv_kernel") && !is_not_read("bos_token_id"));
    // All weights of DeepSeek-V3 but those of the layer that predicts further ahead and, for each of 58 blocks, the corrections of
    // 256 experts, which are no parameters of its class.
    let deepseek = read(&sample("deepseek-v3"));
    let is_alone = deepseek.not_read.len() == 1 && deepseek.not_read[0].name == "quantization_config";
    assert!(is_alone && deepseek.notes.contains(&Note::Quantized("fp8".to_owned())), "{:?}", deepseek.not_read);
    assert_eq!(deepseek.count.map(|count| count.total + 58 * 256), Some(671_026_419_200));
    let quantized =
        sample("smollm-360m").replace("\"use_cache\"", "\"quantization_config\": {\"quant_method\": \"gptq\"}, \"use_cache\"");
    let quantized = read(&quantized);
    assert!(quantized.notes.contains(&Note::Quantized("gptq".to_owned())) && quantized.count.is_some());
}

#[test]
fn a_network_for_text_inside_of_others_is_read_and_said_to_be_that() {
    let found = read(&sample("pixtral-12b"));
    let inside = Note::Inside {
        outer: "llava".to_owned(),
        key: "text_config".to_owned(),
        beside: vec!["vision_config".to_owned()],
        has_tower: false,
    };
    assert!(found.notes.contains(&inside), "{:?}", found.notes);
    assert!(found.settled().is_some());
    // Of two towers the one for pictures.
    let found = read(&sample("clip"));
    let inside = Note::Inside {
        outer: "clip".to_owned(),
        key: "vision_config".to_owned(),
        beside: vec!["text_config".to_owned()],
        has_tower: false,
    };
    assert!(found.notes.contains(&inside), "{:?}", found.notes);
    assert!(found.entry.is_some_and(|entry| entry.id == "clip-vit-base-patch32"));
    // This file leaves sizes to its library's defaults: they are asked for, and nothing is made up.
    let found = read(&sample("llava-1.5-7b"));
    let missing: Vec<_> = found.faults.iter().map(|fault| (fault.pointer.as_str(), fault.code())).collect();
    assert!(
        missing.contains(&("/hidden_size", "required")) && missing.contains(&("/num_hidden_layers", "required")),
        "{missing:?}"
    );
    assert!(found.settled().is_none() && found.count.is_none());
    let deeper =
        format!(r#"{{"model_type": "a", "thinker_config": {{"model_type": "b", "text_config": {}}}}}"#, sample("qwen3-0.6b"));
    let found = read(&deeper);
    assert_eq!(found.count.unwrap().total, 596_049_920);
    assert!(found.notes.iter().any(|note| matches!(note, Note::Inside { key, .. } if key == "thinker_config.text_config")));
}

#[test]
fn other_files_of_a_repository_are_told_apart() {
    let found = read(&sample("lora-adapter"));
    assert_eq!(found.notes, [Note::AdapterConfig(Some("meta-llama/Meta-Llama-3-8B".to_owned()))]);
    assert!(found.settled().is_none() && found.faults.is_empty());
    let found = read(&sample("generation"));
    assert!(found.notes.contains(&Note::NoModel) && found.settled().is_none(), "{:?}", found.notes);
    let found = read(r#"{"_class_name": "UNet2DConditionModel", "sample_size": 64}"#);
    assert_eq!(found.notes, [Note::Diffusers("UNet2DConditionModel".to_owned())]);
}

#[test]
fn a_fault_names_its_key() {
    let check = |patch: &str, expected: &[(&str, &str)]| {
        let text = sample("smollm-360m").replace("\"tie_word_embeddings\": true", patch);
        let found = read(&text);
        let faults: Vec<_> = found.faults.iter().map(|fault| (fault.pointer.as_str(), fault.code())).collect();
        assert_eq!(faults, expected, "{patch}");
        assert!(found.count.is_none() && found.settled().is_none() && found.entry.is_none());
    };
    check("\"tie_word_embeddings\": \"yes\"", &[("/tie_word_embeddings", "wrong-type")]);
    check("\"head_dim\": 0", &[("/head_dim", "out-of-range")]);
    check("\"vocab_size\": 1", &[("/vocab_size", "duplicate")]);
    let found = read(
        &sample("smollm-360m")
            .replace("\"hidden_size\": 960", "\"hidden_size\": 961")
            .replace("\"vocab_size\": 49152", "\"vocab_size\": 0"),
    );
    let faults: Vec<_> = found.faults.iter().map(|fault| fault.pointer.as_str()).collect();
    assert_eq!(faults, ["/vocab_size"]);
}

/// Labels make another head than the catalog's, so that a plan keeps them.
#[test]
fn a_classifier_with_other_labels_is_planned_by_its_configuration() {
    let labels = |count: u64| {
        read(&sample("bert-base").replace("\"type_vocab_size\": 2", &format!("\"type_vocab_size\": 2, \"num_labels\": {count}")))
    };
    assert!(labels(2).settled().unwrap().id.is_some());
    let seven = labels(7);
    assert_eq!(seven.entry.map(|entry| entry.id), Some("bert-base"), "its body is the catalog's");
    assert!(seven.settled().unwrap().config.is_some() && seven.notes.contains(&Note::Classes(7)));
    assert_eq!(seven.count.unwrap().total, 109_483_778 + 5 * 769);
}

/// As Python prints a configuration, as a code block, with a mark of byte order.
#[test]
fn what_surrounds_a_configuration_does_not_matter() {
    let text = sample("gpt2");
    for text in
        [format!("GPT2Config {text}"), format!("```json\n{text}\n```"), format!("\u{feff}{text}"), format!("\r\n\t{text}  ")]
    {
        assert_eq!(read(&text).entry.map(|entry| entry.id), Some("gpt2"));
    }
}
