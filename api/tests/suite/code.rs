//! Programs for scenarios: they read as they always did, they are Python, and every setting leaves its line.
#![cfg(feature = "json")]

mod tools;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;

use api::{code_of, parse_scenario_json};
use wire::Locale;
use wire::v1::Code;
use wire::v1::choices::Optimizer;
use wire::v1::code::{Snippet, SnippetLanguage};

/// Scenarios that between them have every family and setting.
const SCENARIOS: &str = include_str!("../code/scenarios.ndjson");

fn answers(locale: Locale) -> Vec<Code> {
    let answer = |line| {
        let scenario = parse_scenario_json(line).unwrap_or_else(|problem| panic!("{problem:?}"));
        code_of(&scenario, None, locale).unwrap_or_else(|problem| panic!("{problem:?}"))
    };
    SCENARIOS.lines().map(answer).collect()
}

#[track_caller]
fn of<'a>(answers: &'a [Code], id: &str) -> &'a Code {
    answers.iter().find(|code| code.id.as_deref() == Some(id)).unwrap_or_else(|| panic!("no scenario {id}"))
}

#[track_caller]
fn snippet<'a>(code: &'a Code, id: &str) -> &'a Snippet {
    code.snippets.iter().find(|snippet| snippet.id == id).unwrap_or_else(|| panic!("no snippet {id}"))
}

#[test]
fn programs_read_as_they_always_did() {
    let english = answers(Locale::En);
    for (scenario, ids) in [
        ("resnet50-amp", &["pytorch", "measure", "monitor"][..]),
        ("deeplab-ddp", &["pytorch", "pytorch-launch"]),
        ("bert-mlm-padded", &["pytorch", "pytorch-launch", "monitor"]),
        ("llama-7b-qlora", &["pytorch", "huggingface"]),
        ("llama-8b-zero3", &["pytorch", "pytorch-launch"]),
        ("mistral-offload", &["pytorch", "huggingface"]),
        ("sd15-lora-latents", &["pytorch"]),
        ("keras", &["tensorflow"]),
        ("ascend", &["mindspore"]),
    ] {
        for id in ids {
            insta::assert_snapshot!(format!("{scenario}-{id}"), snippet(of(&english, scenario), id).code);
        }
    }
    let chinese = answers(Locale::Zh);
    insta::assert_snapshot!("resnet50-amp-pytorch-zh", snippet(of(&chinese, "resnet50-amp"), "pytorch").code);
}

#[test]
fn a_scenario_that_names_its_framework_gets_that_alone() {
    let english = answers(Locale::En);
    let ids = |code: &Code| code.snippets.iter().map(|snippet| snippet.id.clone()).collect::<Vec<_>>();
    assert_eq!(ids(of(&english, "ascend")), ["mindspore", "mindspore-requirements", "mindspore-launch", "monitor", "readme"]);
    assert_eq!(
        ids(of(&english, "gpt2-shifted")),
        [
            "pytorch",
            "huggingface",
            "measure",
            "largest-batch",
            "prepare",
            "pytorch-requirements",
            "pytorch-launch",
            "tensorflow",
            "tensorflow-requirements",
            "tensorflow-launch",
            "mindspore",
            "mindspore-requirements",
            "mindspore-launch",
            "monitor",
            "readme"
        ]
    );
}

#[test]
fn every_setting_leaves_its_line() {
    let english = answers(Locale::En);
    for (scenario, id, lines) in [
        (
            "resnet50-amp",
            "pytorch",
            &[
                "MICRO_BATCH_SIZE = 64",
                "num_workers=8",
                "prefetch_factor=2",
                "fused=True",
                "channels_last",
                "scaler.step",
                "float16",
            ][..],
        ),
        (
            "resnet18-bf16-accumulation",
            "pytorch",
            &["GRADIENT_ACCUMULATION_STEPS = 4", "foreach=False", "num_workers=0", "checkpoint"],
        ),
        ("llama-7b-qlora", "pytorch", &["load_in_4bit=True", "AdamW8bit", "optim_bits", "activation_checkpointing_enable"]),
        ("llama-7b-qlora", "huggingface", &["adamw_bnb_8bit", "activation_checkpointing=True", "bf16=True"]),
        ("mistral-lora-lowp", "pytorch", &["\"q_proj\", \"down_proj\"", "autocast_adapter_dtype=False"]),
        ("qwen-dora", "pytorch", &["use_dora=True"]),
        ("qwen-dora", "huggingface", &["use_dora=True"]),
        ("llama-1b-zero1", "pytorch", &["\"stage\": 1", "deepspeed.initialize"]),
        (
            "llama-8b-zero3",
            "pytorch",
            &["fully_shard(block", "MixedPrecisionPolicy(param_dtype=torch.bfloat16", "set_model_state_dict"],
        ),
        ("llama-8b-zero3", "pytorch-launch", &["--nnodes=2", "--nproc_per_node=8", "vm.swappiness=10"]),
        ("qwen-zero2-fp16", "pytorch", &["\"stage\": 2", "deepspeed.initialize"]),
        ("mistral-offload", "pytorch", &["\"stage\": 3", "offload_param", "deepspeed.initialize"]),
        ("unet-fp32", "pytorch-launch", &["Sysmem Fallback"]),
        ("keras", "tensorflow", &["mixed_float16", "gradient_accumulation_steps", "memory_limit=", "momentum=0.9", "prefetch("]),
        ("ascend", "mindspore", &["max_device_memory", "DynamicLossScaler", "accumulated", "\"O1\""]),
    ] {
        let code = &snippet(of(&english, scenario), id).code;
        for line in lines {
            assert!(code.contains(line), "{scenario} {id} lacks {line}:\n{code}");
        }
    }
}

/// A name of the reader's own stands in a comment and must stay there.
#[test]
fn names_cannot_become_code() {
    let english = answers(Locale::En);
    let program = &snippet(of(&english, "config-llama"), "pytorch").code;
    let first = program.lines().next().unwrap_or_default();
    assert!(first.starts_with("# config.json, My card import os."), "{first}");
    assert_eq!(program.lines().filter(|line| *line == "import os").count(), 1);
}

/// Comments are in the language that was asked for.
#[test]
fn comments_are_translated() {
    for (english, chinese) in answers(Locale::En).iter().zip(&answers(Locale::Zh)) {
        for (english, chinese) in english.snippets.iter().zip(&chinese.snippets) {
            let is_chinese = |text: &str| text.chars().any(|character| ('\u{4e00}'..='\u{9fff}').contains(&character));
            assert!(!is_chinese(&english.code), "{}", english.id);
            // JSON has no comments.
            assert!(is_chinese(&chinese.code) || chinese.language == SnippetLanguage::Json, "{}", chinese.id);
        }
    }
}

/// Settings that the scenarios above leave out.
const OTHERS: &str = r#"
{"hardware":{"gpu":"rtx-4090"},"model":{"id":"vit-base-patch16-224"}}
{"hardware":{"gpu":"a100-sxm4-80gb","gpu_count":2},"model":{"id":"deit-base-distilled-patch16-224"},"training":{"sharding":"zero-3"}}
{"hardware":{"gpu":"rtx-4090"},"model":{"config":{"model_type":"vit","num_hidden_layers":2}},"data":{"num_classes":1}}
{"hardware":{"gpu":"rtx-4090"},"model":{"config":{"model_type":"vit","num_hidden_layers":2}},"data":{"num_classes":1,"image_size":384}}
{"hardware":{"gpu":"a100-sxm4-80gb","gpu_count":8,"nodes":2},"model":{"id":"resnet50"},"training":{"sharding":"ddp","loader":{"num_workers":0,"cache":"ram"}}}
{"hardware":{"gpu":"rtx-4090","gpu_count":2,"os":"windows"},"model":{"id":"resnet50"},"training":{"method":"frozen-backbone","sharding":"ddp"}}
{"hardware":{"gpu":"a100-sxm4-80gb"},"model":{"id":"gemma-2-2b"},"training":{"method":"qlora","quantization":{"double_quantization":false},"optimizer":"adamw","framework":"tensorflow"}}
{"hardware":{"gpu":"a100-sxm4-80gb"},"model":{"id":"gemma-2-2b"},"training":{"method":"qlora","quantization":{"bits":8},"optimizer":"adamw","framework":"tensorflow"}}
{"hardware":{"gpu":"a100-sxm4-80gb","gpu_count":4},"model":{"id":"llama-3-8b"},"training":{"method":"qlora","quantization":{"double_quantization":false},"sharding":"zero-3"}}
{"hardware":{"gpu":"a100-sxm4-80gb","gpu_count":8,"nodes":2},"model":{"id":"mistral-7b"},"training":{"precision":"bf16","sharding":"zero-3","offload":"all"}}
{"hardware":{"gpu":"max-1550","gpu_count":2},"model":{"id":"bert-base"},"training":{"sharding":"none","precision":"bf16-amp"}}
{"hardware":{"gpu":"max-1550","gpu_count":2},"model":{"id":"bert-base"},"training":{"sharding":"ddp","precision":"bf16-amp"}}
{"hardware":{"gpu":"ascend-910b2"},"model":{"id":"bert-base"},"training":{"precision":"bf16-amp"}}
{"hardware":{"gpu":"ascend-910b2","gpu_count":2},"model":{"id":"bert-base"},"training":{"sharding":"ddp","precision":"bf16-amp"}}
{"hardware":{"gpu":"m3-max-128gb"},"model":{"id":"bert-base"},"training":{"precision":"fp32"}}
{"hardware":{"gpu":"a100-sxm4-80gb","gpu_count":4},"model":{"id":"llama-3.2-1b"},"training":{"precision":"bf16","sharding":"zero-2","implementation":"fsdp2"}}
{"hardware":{"gpu":"a100-sxm4-80gb","gpu_count":4},"model":{"id":"gpt2"},"training":{"sharding":"ddp","loss_logits":"chunked"}}
{"hardware":{"gpu":"rtx-4090","os":"windows"},"model":{"id":"resnet50"},"training":{"framework":"tensorflow"}}
{"hardware":{"gpu":"a100-sxm4-80gb","gpu_count":4},"model":{"id":"sd3-medium"},"training":{"method":"full","precision":"bf16-amp","sharding":"zero-3"}}
{"hardware":{"gpu":"rtx-4090"},"model":{"config":{"model_type":"llama","vocab_size":32000,"hidden_size":512,"intermediate_size":1024,"num_hidden_layers":4,"num_attention_heads":8}},"training":{"method":"qlora"}}
{"hardware":{"gpu":"rtx-4090"},"model":{"id":"gpt2"},"training":{"method":"lora"}}
{"hardware":{"gpu":"rtx-4090"},"model":{"id":"gpt2"},"training":{"optimizer":"adamw-8bit","embedding_states_32bit":false}}
{"hardware":{"gpu":"rtx-4090"},"model":{"id":"fasterrcnn_resnet50_fpn"},"training":{"precision":"bf16"}}
{"hardware":{"gpu":"rtx-4090"},"model":{"id":"timm_vit_base"},"training":{"method":"full","activation_checkpointing":"full"}}
{"hardware":{"gpu":"rtx-4090"},"model":{"id":"densenet121"},"training":{"activation_checkpointing":"full"}}
{"hardware":{"gpu":"rtx-4090"},"model":{"id":"llama-3.2-1b"},"training":{"method":"lora","precision":"bf16-amp","micro_batch_size":2,"activation_checkpointing":"full","gradient_accumulation_steps":2}}
{"hardware":{"gpu":"rtx-4090"},"model":{"id":"qwen2.5-7b"},"training":{"method":"qlora","quantization":{"upcast_unquantized":false},"precision":"bf16-amp","micro_batch_size":1,"optimizer":"adamw-8bit","embedding_states_32bit":true,"attention_mask":"padded"}}
{"hardware":{"gpu":"rtx-4090"},"model":{"id":"llama-2-7b"},"training":{"method":"qlora","quantization":{"bits":8,"upcast_unquantized":false},"precision":"fp16-amp","micro_batch_size":1,"optimizer":"adafactor","loader":{"num_workers":0}}}
{"hardware":{"gpu":"a100-sxm4-80gb"},"model":{"id":"llama-3.2-1b"},"training":{"method":"full","precision":"tf32","micro_batch_size":1,"attention":"eager","optimizer":"sgd"}}
{"hardware":{"gpu":"rtx-4090"},"model":{"id":"qwen2.5-0.5b"},"training":{"method":"full","precision":"bf16","micro_batch_size":1,"loader":{"cache":"tokens"}}}
{"hardware":{"gpu":"rtx-4090"},"model":{"id":"llama-3.2-1b"},"training":{"method":"lora","precision":"bf16-amp","micro_batch_size":2,"loss_logits":"chunked"}}
{"hardware":{"gpu":"a100-sxm4-80gb","gpu_count":4},"model":{"id":"llama-3-8b"},"training":{"method":"full","precision":"bf16-amp","micro_batch_size":1,"sharding":"zero-2","implementation":"deepspeed"}}
{"hardware":{"gpu":"a100-sxm4-80gb","gpu_count":4,"nodes":2},"model":{"id":"llama-3-8b"},"training":{"method":"lora","precision":"bf16-amp","micro_batch_size":1,"sharding":"ddp"}}
{"hardware":{"gpu":"rtx-4090"},"model":{"id":"llama-3.2-1b"},"training":{"method":"lora","precision":"bf16-amp","micro_batch_size":1,"offload":"optimizer","optimizer":"adafactor","loader":{"cache":"none"}}}
{"hardware":{"gpu":"a100-sxm4-80gb","gpu_count":4},"model":{"id":"llama-3-8b"},"training":{"method":"qlora","quantization":{"upcast_unquantized":false},"lora":{"adapter_dtype":"bf16"},"precision":"bf16","micro_batch_size":1,"sharding":"zero-3","implementation":"deepspeed"}}
{"hardware":{"gpu":"rtx-4090","gpu_count":2},"model":{"id":"llama-3.2-1b"},"training":{"method":"lora","precision":"bf16-amp","micro_batch_size":1,"sharding":"none"}}
{"hardware":{"gpu":"rtx-4090"},"model":{"id":"llama-3.2-3b"},"training":{"method":"full","precision":"bf16","micro_batch_size":1,"offload":"all"}}
{"hardware":{"gpu":"rtx-4090"},"model":{"id":"vgg16_bn"},"training":{"activation_checkpointing":"full"}}
"#;

/// No alternative of a template is out of reach, and each can be filled in.
#[test]
fn every_line_of_the_templates_is_in_a_program() {
    let mut programs = BTreeSet::new();
    for locale in Locale::ALL {
        for line in SCENARIOS.lines().chain(OTHERS.trim().lines()) {
            let scenario = parse_scenario_json(line).unwrap_or_else(|problem| panic!("{line}: {problem:?}"));
            let code = code_of(&scenario, None, locale).unwrap_or_else(|problem| panic!("{line}: {problem:?}"));
            programs.extend(code.snippets.into_iter().map(|snippet| dense(&snippet.code)));
        }
    }
    programs.extend(pictures());
    let mut unreached = Vec::new();
    for (path, text) in templates(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../programs/templates")) {
        for (number, line) in (1..).zip(text.lines()).filter(|(_, line)| !line.trim_start().starts_with("# %")) {
            let words = dense(line);
            let words = ["en:", "zh:"].iter().find_map(|mark| words.strip_prefix(mark)).unwrap_or(&words);
            let fixed = words.split("{{").map(|part| part.rsplit("}}").next().unwrap_or_default());
            let fixed = fixed.max_by_key(|part| part.len()).unwrap_or_default();
            let fixed = fixed.strip_suffix("oneline").unwrap_or(fixed).trim_end_matches(',');
            if fixed != "sameline" && !programs.iter().any(|program| program.contains(fixed)) {
                unreached.push(format!("{}:{number}: {line}", path.display()));
            }
        }
    }
    assert!(unreached.is_empty(), "{}", unreached.join("\n"));
}

/// Programs that make pictures and videos and that write speech down, with every format and place of the weights.
fn pictures() -> Vec<String> {
    let mut programs = Vec::new();
    for locale in Locale::ALL {
        for (model, format, place) in [
            ("flux-dev", "bf16", "none"),
            ("flux-dev", "bnb-nf4", "model"),
            ("flux-dev", "bnb-int8", "none"),
            ("sd3.5-medium", "fp8", "none"),
            ("sd3.5-medium", "q8_0", "none"),
            ("sdxl", "fp16", "none"),
            ("sd15", "bf16", "none"),
            ("cogvideox-5b", "bf16", "model"),
            ("wan2.1-t2v-14b", "q8_0", "none"),
            ("wan2.2-t2v-a14b", "bnb-nf4", "none"),
            ("wan2.2-t2v-a14b", "bnb-int8", "none"),
            ("wan2.2-t2v-a14b", "fp8", "none"),
            ("whisper-tiny", "fp16", "none"),
        ] {
            let tiles = if format == "fp8" && model.starts_with("wan") { r#","vae_tiling":true"# } else { "" };
            let scenario = format!(
                r#"{{"task":"inference","hardware":{{"gpu":"h100-sxm5-80gb"}},"model":{{"id":"{model}"}},"serving":{{"weights_format":"{format}","offload":"{place}"{tiles}}}}}"#
            );
            let scenario = parse_scenario_json(&scenario).unwrap_or_else(|problem| panic!("{problem:?}"));
            let answer = api::pass(&scenario, locale).unwrap_or_else(|problem| panic!("{problem:?}"));
            let start = answer.start.expect("it runs there");
            programs.extend(start.files.into_iter().map(|file| dense(&file.content)));
        }
    }
    programs
}

/// A template that has no branch for an optimizer would write another one in its place.
#[test]
fn no_two_optimizers_have_the_same_program() {
    let mut written = BTreeMap::new();
    for optimizer in Optimizer::ALL {
        let scenario = format!(
            r#"{{"hardware":{{"gpu":"rtx-4090"}},"model":{{"id":"gpt2"}},"training":{{"optimizer":"{}","optimizer_implementation":"for-loop","weight_decay":0.01,"micro_batch_size":1}}}}"#,
            optimizer.as_str()
        );
        let scenario = parse_scenario_json(&scenario).unwrap_or_else(|problem| panic!("{problem:?}"));
        let code = code_of(&scenario, None, Locale::En).unwrap_or_else(|problem| panic!("{problem:?}"));
        let trains = |snippet: &Snippet| ["pytorch", "huggingface", "tensorflow", "mindspore"].contains(&snippet.id.as_str());
        for snippet in code.snippets.iter().filter(|snippet| trains(snippet)) {
            let is_said = |line: &&str| ["optim", "LEARNING_RATE,", "momentum"].iter().any(|word| line.contains(word));
            let lines: Vec<_> =
                snippet.code.lines().map(str::trim).filter(|line| !line.starts_with('#')).filter(is_said).collect();
            let other = written.insert((snippet.id.clone(), lines.join("\n")), optimizer);
            assert_eq!(other, None, "{optimizer:?} in {}: {lines:#?}", snippet.id);
        }
    }
}

/// A text without what its layout may change.
fn dense(text: &str) -> String {
    text.chars().filter(|character| !character.is_whitespace() && *character != '#').collect()
}

/// The templates below a folder.
fn templates(folder: &Path) -> Vec<(PathBuf, String)> {
    let entries = std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    let read = |path: PathBuf| {
        if path.is_dir() {
            templates(&path)
        } else if path.extension().is_some_and(|extension| extension == "toml") {
            Vec::new()
        } else {
            let text = std::fs::read_to_string(&path).expect("a template");
            vec![(path, text)]
        }
    };
    entries.flat_map(read).collect()
}

/// Python reads every program, in both languages; skipped where there is no Python.
#[test]
fn python_parses_every_program() {
    if !Command::new("python3").arg("--version").output().is_ok_and(|output| output.status.success()) {
        eprintln!("skipped: there is no python3 here");
        return;
    }
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("code");
    let mut files = Vec::new();
    for locale in Locale::ALL {
        for code in answers(locale) {
            let folder = folder.join(locale.as_str()).join(code.id.unwrap_or_default());
            std::fs::create_dir_all(&folder).expect("a folder");
            for snippet in code.snippets {
                let file = folder.join(&snippet.filename);
                std::fs::write(&file, &snippet.code).expect("a file");
                if snippet.language == SnippetLanguage::Python {
                    files.push(file);
                }
            }
        }
    }
    assert!(files.len() > 100);
    let program = "import ast, sys\nfor name in sys.argv[1:]:\n    ast.parse(open(name, encoding='utf-8').read(), name)";
    let output = Command::new("python3").args(["-c", program]).args(&files).output().expect("python3 runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

/// Shells read every script; skipped where there is no bash.
#[test]
fn bash_parses_every_script() {
    for code in answers(Locale::En) {
        for snippet in code.snippets.iter().filter(|snippet| snippet.language == SnippetLanguage::Bash) {
            let Ok(output) = Command::new("bash").args(["-n", "-c", &snippet.code]).output() else { return };
            assert!(output.status.success(), "{}: {}", snippet.id, String::from_utf8_lossy(&output.stderr));
        }
    }
}
