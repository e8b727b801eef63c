//! Adapters: their type, and the modules that they are for.

use engine::training::{AdapterDtype, LoraTargets, Method};
use scenario::{query, resolve};

use super::asking::request;
use crate::support::is_tried;

#[test]
fn adapters_take_the_precision_s_type() {
    let dtype = |text: &str| request(text).scenario.training.method.lora().map(|lora| lora.adapter_dtype);
    assert_eq!(dtype("gpu=rtx-4090&model=llama-2-7b&method=lora"), Some(AdapterDtype::Fp32));
    assert_eq!(dtype("gpu=rtx-4090&model=llama-2-7b&method=lora&precision=bf16"), Some(AdapterDtype::Bf16));
    let quantized = request("gpu=rtx-4090&model=llama-2-7b&method=qlora").scenario.training.method;
    assert!(
        matches!(quantized, Method::Qlora(lora, quantization) if lora.rank == 8 && quantization.double_quantization && quantization.upcast_unquantized)
    );
}

/// What PyTorch's scaler refuses is refused here, and told with what would do.
#[test]
fn adapters_of_16_bits_have_no_scaler() {
    let faults = |text: &str| resolve(&query::parse_string(text).scenario).err().unwrap_or_default();
    let asked = "gpu=rtx-4090&model=llama-2-7b&method=lora&adapter=bf16";
    let refused = faults(&format!("{asked}&precision=fp16-amp"));
    assert_eq!(refused.iter().map(|fault| fault.pointer.as_str()).collect::<Vec<_>>(), ["/training/lora/adapter_dtype"]);
    assert!(faults(&format!("{asked}&precision=bf16-amp")).is_empty() && faults(&format!("{asked}&precision=bf16")).is_empty());
}

/// Lengths of rows are taken of whole weights in 4, 16 or 32 bits, of models that were held against simulated steps.
#[test]
fn lengths_that_are_learned_apart_need_whole_weights() {
    let faults = |text: &str| {
        let faults = resolve(&query::parse_string(&format!("gpu=a100-sxm4-80gb&gpus=2&dora=1&{text}")).scenario).err();
        faults.unwrap_or_default().iter().map(|fault| fault.pointer.clone()).collect::<Vec<_>>()
    };
    for (asked, blamed) in [
        ("model=llama-2-7b&method=lora&sharding=zero-3", "/training/sharding"),
        ("model=llama-2-7b&method=lora&offload=all", "/training/offload"),
        ("model=llama-2-7b&method=qlora&bits=8", "/training/quantization/bits"),
        ("model=sd15&method=lora", "/training/lora/use_dora"),
        ("model=whisper-tiny&method=lora", "/training/lora/use_dora"),
        ("model=llama-2-7b&method=full", "/training/lora/use_dora"),
        ("model=llama-2-7b&method=lora&framework=mindspore", "/training/lora/use_dora"),
    ] {
        assert_eq!(faults(asked), [blamed], "{asked}");
    }
    for asked in
        ["model=llama-2-7b&method=lora&sharding=zero-2", "model=qwen2.5-vl-3b&method=qlora", "model=t5-small&method=lora"]
    {
        assert_eq!(faults(asked), [""; 0], "{asked}");
    }
}

/// `fully_shard` hands out distributed tensors, which not every optimizer takes.
#[test]
fn what_takes_no_distributed_tensors_is_shared_out_by_deepspeed() {
    use engine::training::Implementation::{Deepspeed, Fsdp2};
    let cards = "gpu=a100-sxm4-80gb&gpus=2&model=llama-3.2-1b&sharding=zero-3";
    for (optimizer, library) in [("adamw", Fsdp2), ("sgd-momentum", Fsdp2), ("adamw-8bit", Deepspeed), ("adafactor", Deepspeed)] {
        assert_eq!(request(&format!("{cards}&optimizer={optimizer}")).scenario.training.library(), Some(library), "{optimizer}");
    }
    let asked = query::parse_string(&format!("{cards}&optimizer=adafactor&implementation=fsdp2")).scenario;
    let refused = resolve(&asked).err().unwrap_or_default();
    assert!(refused.len() == 1 && refused[0].pointer == "/training/implementation", "{refused:?}");
    assert!(refused[0].detail(wire::Locale::En).contains("adafactor"), "{}", refused[0].detail(wire::Locale::En));
}

#[test]
fn modules_are_named_as_in_peft() {
    let targets = |text: &str| request(text).scenario.training.method.lora().map(|lora| lora.targets.clone());
    let named = |names: &[&str]| Some(LoraTargets::Named(names.iter().map(|&name| name.to_owned()).collect()));
    assert_eq!(
        targets("gpu=rtx-4090&model=bert-base&method=lora&targets=query,dense"),
        named(&["query", "output", "intermediate", "dense", "head.dense"])
    );
    assert_eq!(targets("gpu=rtx-4090&model=distilbert&method=lora&targets=q_lin,lin2"), named(&["query", "dense"]));
    let asked = query::parse_string("gpu=rtx-4090&model=bert-base&method=lora&targets=query,dense").scenario;
    let inputs = scenario::pin::pin(&asked, &resolve(&asked).unwrap().scenario);
    assert_eq!(inputs.training.lora.targets, asked.training.lora.targets);
}

/// Whatever name a message offers selects layers that are there.
#[test]
fn every_offered_module_has_an_adapter() {
    for model in catalog::models().iter().filter(|model| model.architecture.takes_adapters()) {
        let base = format!("gpu=h200-sxm&model={}&method=lora&precision=bf16", model.id);
        let parsed = query::parse_string(&format!("{base}&targets=no-such-module"));
        let errors = resolve(&parsed.scenario).expect_err(model.id);
        let scenario::error::Reason::UnknownValue { allowed, .. } = &errors[0].reason else { panic!("{errors:?}") };
        let adapters = |query: &str| {
            let request = request(query);
            let data = &request.scenario.data;
            engine::models::build(&request.scenario.model, &request.scenario.training, data, 1).trainable_parameters()
        };
        for name in allowed {
            assert!(adapters(&format!("{base}&targets={name}")) > 0, "{name} of {}", model.id);
        }
    }
}

/// The layers that a program names are those that the estimate counts.
#[test]
fn a_program_gives_adapters_to_the_layers_that_are_counted() {
    let trained = |query: &str| {
        let request = request(query);
        engine::models::build(&request.scenario.model, &request.scenario.training, &request.scenario.data, 1)
            .trainable_parameters()
    };
    let mut told = 0;
    for (place, model) in catalog::models().iter().filter(|model| model.architecture.takes_adapters()).enumerate() {
        if !is_tried(place, 3) && !matches!(model.architecture, engine::architecture::Architecture::Encoder(_)) {
            continue;
        }
        for preset in ["query-value", "attention", "all-linear"] {
            let base = format!("gpu=h200-sxm&model={}&method=lora&precision=bf16&batch=1", model.id);
            let asked = query::parse_string(&format!("{base}&targets={preset}")).scenario;
            let code = api::code_of(&asked, None, wire::Locale::En).unwrap_or_else(|problem| panic!("{base}: {problem:?}"));
            for text in code.snippets.iter().map(|snippet| snippet.code.as_str()) {
                let Some((_, list)) = text.split_once("target_modules=[") else { continue };
                let names = list.split_once(']').map_or("", |(names, _)| names).replace(['"', ' ', '\'', '\n'], "");
                let names = names.trim_end_matches(',');
                assert_eq!(
                    trained(&format!("{base}&targets={names}")),
                    trained(&format!("{base}&targets={preset}")),
                    "{base} {names}"
                );
                told += 1;
            }
        }
    }
    assert!(told > 100, "{told}");
}
