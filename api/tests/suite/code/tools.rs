//! What programs want beside them, and the tools of other people that run a plan.

use std::collections::BTreeSet;
use std::process::Command;

use api::{code_of, parse_scenario_json};
use wire::Locale;
use wire::v1::code::SnippetLanguage;

use super::answers;

/// A tool gets a configuration where it can do what the plan says, and a reason where it cannot; never both, never neither.
#[test]
fn a_tool_runs_the_plan_or_says_why_not() {
    const TOOLS: [&str; 4] = ["llama-factory", "ms-swift", "axolotl", "trl"];
    let plan = |training: &str| {
        format!(
            r#"{{"hardware":{{"gpu":"a100-sxm4-80gb","gpu_count":2}},"model":{{"id":"llama-3.2-1b"}},"training":{training}}}"#
        )
    };
    for (training, refused) in [
        (r#"{"method":"lora","precision":"bf16-amp"}"#, &[][..]),
        (r#"{"method":"lora","precision":"bf16-amp","loss_logits":"chunked"}"#, &[]),
        (r#"{"method":"full","precision":"bf16-amp"}"#, &["axolotl"]),
        (r#"{"method":"full","precision":"bf16"}"#, &["axolotl"]),
        (r#"{"method":"full","precision":"fp32"}"#, &[]),
        (r#"{"method":"lora","precision":"fp32"}"#, &["llama-factory"]),
        (r#"{"method":"lora","precision":"bf16-amp","lora":{"adapter_dtype":"bf16"}}"#, &["llama-factory", "trl"]),
        (r#"{"method":"qlora","precision":"bf16-amp"}"#, &TOOLS),
        (r#"{"method":"qlora","precision":"bf16-amp","quantization":{"upcast_unquantized":false}}"#, &["trl"]),
        (
            r#"{"method":"qlora","precision":"bf16-amp","lora":{"adapter_dtype":"bf16"},"quantization":{"upcast_unquantized":false}}"#,
            &["llama-factory"],
        ),
        (r#"{"method":"full","precision":"fp32","optimizer_implementation":"for-loop"}"#, &TOOLS),
        (r#"{"method":"full","precision":"fp32","loss_logits":"low-precision"}"#, &TOOLS),
        (r#"{"method":"full","precision":"bf16-amp","sharding":"zero-3","implementation":"fsdp2"}"#, &TOOLS),
        (r#"{"method":"full","precision":"bf16-amp","sharding":"zero-2","implementation":"deepspeed"}"#, &[]),
        (r#"{"method":"lora","precision":"bf16-amp","loader":{"cache":"ram"}}"#, &TOOLS),
    ] {
        for locale in Locale::ALL {
            let scenario = parse_scenario_json(&plan(training)).unwrap_or_else(|problem| panic!("{training}: {problem:?}"));
            let code = code_of(&scenario, None, locale).unwrap_or_else(|problem| panic!("{training}: {problem:?}"));
            let written: Vec<&str> =
                TOOLS.into_iter().filter(|tool| code.snippets.iter().any(|snippet| snippet.id == *tool)).collect();
            let said: Vec<&str> = code.refusals.iter().map(|refusal| refusal.id.as_str()).collect();
            assert_eq!(said, refused, "{training}");
            assert!(TOOLS.iter().all(|tool| written.contains(tool) != said.contains(tool)), "{training}: {written:?}");
            assert!(code.refusals.iter().all(|refusal| refusal.detail.chars().count() > 6));
        }
    }
    // They train decoders, and are not spoken of elsewhere.
    let scenario = parse_scenario_json(r#"{"hardware":{"gpu":"rtx-4090"},"model":{"id":"resnet50"}}"#).expect("a scenario");
    assert!(code_of(&scenario, None, Locale::En).expect("programs").refusals.is_empty());
}

/// Python's own readers take the configurations, and numbers are numbers there.
#[test]
fn configurations_are_read_as_they_are_meant() {
    let is_there = |module: &str| {
        let program = format!("import {module}");
        Command::new("python3").args(["-c", &program]).output().is_ok_and(|output| output.status.success())
    };
    let has_yaml = is_there("yaml");
    let mut read = 0;
    for code in answers(Locale::Zh) {
        for snippet in &code.snippets {
            match snippet.language {
                SnippetLanguage::Json => {
                    let _: serde_json::Value = serde_json::from_str(&snippet.code).unwrap_or_else(|error| panic!("{error}"));
                    read += 1;
                }
                SnippetLanguage::Yaml => {
                    for line in snippet.code.lines().filter(|line| line.trim_start().starts_with("learning_rate")) {
                        assert!(!line.contains("e-"), "YAML 1.1 reads a text: {line}");
                    }
                    if has_yaml {
                        let program = "import sys, yaml; settings = yaml.safe_load(sys.argv[1]); assert isinstance(settings['learning_rate'], float), settings";
                        let output = Command::new("python3").args(["-c", program, &snippet.code]).output().expect("python3 runs");
                        assert!(output.status.success(), "{}: {}", snippet.id, String::from_utf8_lossy(&output.stderr));
                    }
                    read += 1;
                }
                _ => {}
            }
        }
    }
    assert!(read > 5, "{read}");
}

/// Whatever a program imports that Python does not bring along is in the list beside it, in a version that is tried wherever one is.
#[test]
fn what_programs_import_is_listed() {
    let python = [
        "argparse",
        "array",
        "collections",
        "contextlib",
        "functools",
        "itertools",
        "json",
        "math",
        "os",
        "random",
        "shutil",
        "subprocess",
        "sys",
        "time",
        "train",
        "__future__",
        "glob",
        "io",
        "tarfile",
        "pathlib",
        "csv",
        "signal",
        "platform",
        "re",
        "types",
        "typing",
        "warnings",
    ];
    let mut lists = BTreeSet::new();
    for code in answers(Locale::En) {
        for list in code.snippets.iter().filter(|snippet| snippet.id.ends_with("-requirements")) {
            let packages: Vec<&str> = list
                .code
                .lines()
                .filter(|line| !line.starts_with('#'))
                .map(|line| line.split(['=', ' ', '[']).next().unwrap())
                .collect();
            let programs = code.snippets.iter().filter(|one| one.framework == list.framework);
            for program in programs.filter(|one| one.language == SnippetLanguage::Python) {
                for line in program.code.lines().map(str::trim_start) {
                    let Some(words) = line.strip_prefix("import ").or_else(|| line.strip_prefix("from ")) else { continue };
                    let module = words.split([' ', '.', ',']).next().unwrap();
                    let package = if module == "PIL" { "pillow".to_owned() } else { module.replace('_', "-") };
                    assert!(
                        python.contains(&module) || packages.contains(&package.as_str()),
                        "{}: {line}\n{}",
                        program.id,
                        list.code
                    );
                }
            }
            lists.extend(list.code.lines().filter(|line| !line.starts_with('#')).map(str::to_owned));
        }
    }
    let untried: Vec<&String> = lists.iter().filter(|line| !line.contains("==")).collect();
    assert!(
        untried.iter().all(|line| ["flash-linear-attention", "mindnlp", "mindspore", "protobuf", "sentencepiece", "torch-npu"]
            .contains(&line.split(' ').next().unwrap())),
        "{untried:?}"
    );
    assert!(lists.iter().any(|line| line.starts_with("torch==")) && lists.len() > 12, "{lists:?}");
}

/// GPT-J's class has had a fused attention only since a version newer than what is tried: a plan with it names that version.
#[test]
fn a_fused_attention_asks_for_a_version_that_has_it() {
    let list = |attention: &str| {
        let plan = format!(
            r#"{{"hardware":{{"gpu":"a100-sxm4-80gb"}},"model":{{"config":{{"model_type":"gptj","vocab_size":50400,"hidden_size":2048,"num_hidden_layers":4,"num_attention_heads":8,"rotary_dim":64}}}},"training":{{"precision":"bf16-amp","attention":"{attention}"}}}}"#
        );
        let code = code_of(&parse_scenario_json(&plan).expect("a scenario"), None, Locale::En).expect("programs");
        let list = code.snippets.into_iter().find(|snippet| snippet.id.ends_with("-requirements")).expect("a list");
        list.code.lines().find(|line| line.starts_with("transformers==")).expect("a version").to_owned()
    };
    assert_eq!(list("sdpa"), "transformers==5.24.0");
    assert_ne!(list("eager"), list("sdpa"));
}
