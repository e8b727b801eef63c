//! Scenarios become requests, and everything that is wrong with them is named.

use engine::architecture::Architecture;
use engine::inputs::Field as Open;
use engine::training::{AdapterDtype, LoraTargets, Method, Precision};
use engine::units::Bytes;
use scenario::{query, resolve};
use wire::Locale;

/// The request of a query string.
#[track_caller]
fn request(text: &str) -> engine::inputs::Request {
    let parsed = query::parse_string(text);
    assert_eq!(parsed.errors, [], "{text}");
    resolve(&parsed.scenario).unwrap_or_else(|errors| panic!("{text}: {errors:?}"))
}

/// Pointers and codes of all that is wrong, in order.
fn faults(text: &str) -> Vec<(String, &'static str)> {
    let parsed = query::parse_string(text);
    let mut errors = parsed.errors;
    errors.extend(resolve(&parsed.scenario).err().unwrap_or_default());
    errors.iter().map(|error| (error.pointer.clone(), error.code())).collect()
}

#[track_caller]
fn check(text: &str, expected: &[(&str, &str)]) {
    let found = faults(text);
    let found: Vec<(&str, &str)> = found.iter().map(|(pointer, code)| (pointer.as_str(), *code)).collect();
    assert_eq!(found, expected, "{text}");
}

/// The one error of a query string, in English.
#[track_caller]
fn detail(text: &str) -> String {
    let parsed = query::parse_string(text);
    let errors = resolve(&parsed.scenario).expect_err(text);
    assert_eq!(errors.len(), 1, "{errors:?}");
    errors[0].detail(Locale::En)
}

#[test]
fn only_gpu_and_model_are_required() {
    check("", &[("/hardware/gpu", "required"), ("/model", "required")]);
    check("gpu=rtx-4090", &[("/model", "required")]);
    check("gpu=rtx-4090&model=resnet50", &[]);
}

#[test]
fn every_field_at_fault_is_named_at_once() {
    check(
        "gpu=rtx-4009&cpu=i9&storage=floppy&model=resnet-50&batch=0&rank=5000&gpus=65&epochs=0&samples=0&image=31&wd=2",
        &[
            ("/hardware/gpu", "unknown-id"),
            ("/hardware/gpu_count", "out-of-range"),
            ("/hardware/cpu", "unknown-id"),
            ("/hardware/storage", "unknown-id"),
            ("/model/id", "unknown-id"),
            ("/training/lora/rank", "out-of-range"),
            ("/training/weight_decay", "out-of-range"),
            ("/training/micro_batch_size", "out-of-range"),
            ("/training/epochs", "out-of-range"),
            ("/data/samples", "out-of-range"),
            ("/data/image_size", "out-of-range"),
        ],
    );
}

#[test]
fn unknown_ids_name_the_nearest() {
    assert_eq!(detail("gpu=rtx-4009&model=resnet50"), "`rtx-4009` is not in the catalog; the nearest is `rtx-4090`");
    assert_eq!(detail("gpu=rtx-4090&model=llama2-7b"), "`llama2-7b` is not in the catalog; the nearest is `llama-2-7b`");
    assert_eq!(
        detail("gpu=rtx-4090&model=resnet50&cpu=13900k"),
        "`13900k` is not in the catalog; the nearest is `core-i9-13900k`"
    );
}

#[test]
fn ranges_are_told_with_their_unit() {
    assert_eq!(detail("gpu=rtx-4090&model=resnet50&batch=70000"), "must be between 1 and 65,536 samples");
    assert_eq!(detail("gpu=rtx-4090&model=resnet50&image=16"), "must be between 32 and 8,192 pixels");
    assert_eq!(detail("gpu=rtx-4090&model=resnet50&ram=0"), "must be between 1 and 24,576 GiB");
    let parsed = query::parse_string("gpu=rtx-4090&model=resnet50&ram=0");
    assert_eq!(resolve(&parsed.scenario).unwrap_err()[0].detail(Locale::Zh), "须在 1 到 24,576 GiB 之间");
}

#[test]
fn choices_must_suit_the_model() {
    let base = "gpu=rtx-4090&model=";
    for (query, pointer, code) in [
        ("resnet50&method=lora", "/training/method", "not-applicable"),
        ("resnet50&method=qlora&precision=bf16", "/training/method", "not-applicable"),
        ("bert-base&method=qlora&precision=bf16", "/training/method", "not-applicable"),
        ("bert-base&method=frozen-backbone", "/training/method", "not-applicable"),
        ("sd15&method=frozen-backbone", "/training/method", "not-applicable"),
        ("llama-2-7b&method=frozen-backbone", "/training/method", "not-applicable"),
        ("llama-2-7b&method=qlora&precision=fp32", "/training/precision", "not-applicable"),
        ("llama-2-7b&method=qlora&bits=6", "/training/quantization/bits", "unknown-value"),
        ("bert-base&method=lora&rank=1000", "/training/lora/rank", "out-of-range"),
        ("llama-2-7b&method=lora&targets=q_proj,w_proj", "/training/lora/targets", "unknown-value"),
        ("distilbert&method=lora&targets=query", "/training/lora/targets", "unknown-value"),
        ("resnet50&data=text", "/data/kind", "not-applicable"),
        ("bert-base&data=images", "/data/kind", "not-applicable"),
        ("resnet50&cache=latents", "/training/loader/cache", "not-applicable"),
        ("bert-base&cache=latents", "/training/loader/cache", "not-applicable"),
        ("sd15&image=500", "/data/image_size", "not-a-multiple"),
    ] {
        check(&format!("{base}{query}"), &[(pointer, code)]);
    }
    // What another model reads is kept, not blamed: a plain form sends it all.
    check("gpu=rtx-4090&model=resnet50&method=full&seq=512", &[]);
}

/// A setting that no method of the run reads would be answered as if it had been heard.
#[test]
fn settings_of_another_method_are_refused() {
    let (rank, bits) = ("/training/lora/rank", "/training/quantization/bits");
    for (query, pointers) in [
        ("llama-2-7b&method=full&rank=16&bits=4", &[rank, bits][..]),
        ("llama-2-7b&method=lora&bits=4", &[bits]),
        ("llama-2-7b&method=lora&bits=5", &[bits]),
        ("resnet50&method=frozen-backbone&rank=8", &[rank]),
        ("resnet50&rank=8", &[rank]),
        ("bert-base&bits=4", &[bits]),
        ("llama-2-7b&rank=16&methods=full", &[rank]),
        ("llama-2-7b&bits=4&methods=full,lora", &[bits]),
        ("llama-2-7b&method=qlora&rank=16&bits=8", &[]),
        ("llama-2-7b&method=lora&rank=16", &[]),
    ] {
        let expected: Vec<(&str, &str)> = pointers.iter().map(|&pointer| (pointer, "not-applicable")).collect();
        check(&format!("gpu=rtx-4090&model={query}"), &expected);
    }
    let faults = resolve(&query::parse_string("gpu=rtx-4090&model=llama-2-7b&method=lora&bits=4").scenario).unwrap_err();
    assert!(faults[0].detail(Locale::En).contains("use the method `qlora`"), "{faults:?}");
}

#[test]
fn products_that_cannot_be_counted_are_refused() {
    check("gpu=rtx-4090&model=bert-base&seq=1048576&batch=65536", &[("/training/micro_batch_size", "out-of-range")]);
    check("gpu=rtx-4090&model=resnet50&image=8192&batch=65536", &[("/training/micro_batch_size", "out-of-range")]);
    check("gpu=rtx-4090&model=resnet50&image=8192&samples=1000000000000", &[("/data/samples", "out-of-range")]);
    check("gpu=rtx-4090&model=bert-base&seq=1048576&samples=1000000000000", &[("/data/samples", "out-of-range")]);
    assert_eq!(detail("gpu=rtx-4090&model=bert-base&seq=1048576&batch=65536"), "must be between 1 and 4 samples");
    // What is out of its own range says nothing of others.
    check("gpu=rtx-4090&model=resnet50&image=224224&batch=64", &[("/data/image_size", "out-of-range")]);
    check("gpu=rtx-4090&model=bert-base&seq=99999999&batch=64&samples=1000000", &[("/data/sequence_length", "out-of-range")]);
    // Two lengths with a comma between them are no number of thousands.
    for text in ["224,224", "224，224", "1,024"] {
        let parsed = query::parse_string(&format!("gpu=rtx-4090&model=resnet50&batch=64&image={text}"));
        assert_eq!(parsed.errors.len(), 1, "{text}: {:?}", parsed.errors);
        assert_eq!((parsed.errors[0].pointer.as_str(), parsed.errors[0].code()), ("/data/image_size", "wrong-type"));
        assert!(
            parsed.errors[0].detail(Locale::En).contains("224x384") && parsed.errors[0].detail(Locale::Zh).contains("224x384")
        );
    }
}

#[test]
fn defaults_follow_card_and_model() {
    let resnet = request("gpu=rtx-4090&model=resnet50").scenario;
    assert_eq!(resnet.training.precision, Precision::Bf16Amp);
    assert_eq!((resnet.data.image_height, resnet.data.num_classes, resnet.data.samples), (224, 1000, 50_000));
    assert_eq!(resnet.data.bytes_on_disk, Bytes(50_000 * 110_000));
    assert_eq!(resnet.hardware.cpu, catalog::cpu("core-i9-13900k").unwrap().spec);

    let bert = request("gpu=v100-sxm2-32gb&model=bert-base").scenario;
    assert_eq!(bert.training.precision, Precision::Fp16Amp);
    assert_eq!((bert.data.sequence_length, bert.data.num_classes, bert.data.samples), (512, 2, 100_000));
    assert_eq!(bert.data.bytes_on_disk, Bytes(100_000 * 512 * 4));
    assert_eq!(bert.hardware.cpu, catalog::cpu("epyc-9554").unwrap().spec);

    let diffusion = request("gpu=rtx-4090&model=sd15").scenario;
    assert_eq!((diffusion.data.image_height, diffusion.data.image_width), (512, 512));
    let cached = request("gpu=rtx-4090&model=sd15&cache=latents").scenario;
    // The pictures lie on the disk either way: the first epoch makes the latents of them.
    assert_eq!(cached.data.bytes_on_disk, Bytes(50_000 * 144_179));
    assert_eq!(cached.data.bytes_on_disk, diffusion.data.bytes_on_disk);

    let sgd = request("gpu=rtx-4090&model=resnet50&optimizer=sgd-momentum").scenario;
    assert_eq!(sgd.training.weight_decay, 1e-4);
}

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

#[test]
fn modules_are_named_as_in_peft() {
    let targets = |text: &str| request(text).scenario.training.method.lora().map(|lora| lora.targets.clone());
    let named = |names: &[&str]| Some(LoraTargets::Named(names.iter().map(|&name| name.to_owned()).collect()));
    assert_eq!(
        targets("gpu=rtx-4090&model=bert-base&method=lora&targets=query,dense"),
        named(&["query", "output", "intermediate", "dense"])
    );
    assert_eq!(targets("gpu=rtx-4090&model=distilbert&method=lora&targets=q_lin,lin2"), named(&["query", "dense"]));
    let asked = query::parse_string("gpu=rtx-4090&model=bert-base&method=lora&targets=query,dense").scenario;
    let inputs = scenario::pin::pin(&asked, &resolve(&asked).unwrap().scenario);
    assert_eq!(inputs.training.lora.targets, asked.training.lora.targets);
}

#[test]
fn what_is_left_out_is_open() {
    let open = request("gpu=rtx-4090&model=resnet50").open;
    assert_eq!(open.len(), 19);
    assert!(open.is_sorted());
    let open = request("gpu=rtx-4090&model=resnet50&batch=32&workers=8&ram=64&method=full").open;
    for field in [Open::MicroBatchSize, Open::NumWorkers, Open::Ram, Open::Method] {
        assert!(!open.contains(&field), "{field:?}");
    }
}

#[test]
fn a_card_by_its_data_sheet() {
    let gpu =
        request("gpu.name=X&gpu.memory=24&gpu.bandwidth=1008&gpu.fp32=82.6&gpu.bf16=165.2&model=resnet50").scenario.hardware.gpu;
    assert_eq!(gpu.memory, Bytes::from_gib(24));
    assert_eq!(gpu.compute_capability, Some(80));
    assert!(!gpu.memory_is_measured);
    check(
        "gpu.memory=24&gpu.tdp=0&model=resnet50",
        &[
            ("/hardware/gpu/name", "required"),
            ("/hardware/gpu/memory_bandwidth_gb_per_s", "required"),
            ("/hardware/gpu/fp32_tflops", "required"),
            ("/hardware/gpu/tdp_w", "out-of-range"),
        ],
    );
}

#[test]
fn a_model_by_its_configuration() {
    let llama = "gpu=rtx-4090&config.type=llama&config.vocab=32000&config.hidden=4096&config.intermediate=11008&config.layers=32&config.heads=32";
    let positions = "&config.positions=4096";
    assert_eq!(request(&format!("{llama}{positions}")).scenario.model, catalog::model("llama-2-7b").unwrap().architecture);
    let qwen = request(&llama.replace("llama", "qwen2")).scenario.model;
    assert!(matches!(qwen, Architecture::Decoder(decoder) if decoder.attention_bias));

    check("gpu=rtx-4090&model=resnet50&config.type=llama", &[("/model/config", "conflict")]);
    check(
        &llama.replace("llama", "gpt2").replace("intermediate=11008", "intermediate=0"),
        &[("/model/config/intermediate_size", "out-of-range")],
    );
    check(&llama.replace("llama", "mamba"), &[("/model/config/model_type", "unknown-value")]);
    check(
        &llama.replace("llama", "mixtral"),
        &[("/model/config/num_experts", "required"), ("/model/config/num_experts_per_tok", "required")],
    );
    check(&llama.replace("heads=32", "heads=31"), &[("/model/config/hidden_size", "not-a-multiple")]);
    check(&format!("{llama}&config.kv_heads=5"), &[("/model/config/num_attention_heads", "not-a-multiple")]);
    check(
        "gpu=rtx-4090&config.type=llama&config.layers=0",
        &[
            ("/model/config/vocab_size", "required"),
            ("/model/config/hidden_size", "required"),
            ("/model/config/intermediate_size", "required"),
            ("/model/config/num_hidden_layers", "out-of-range"),
            ("/model/config/num_attention_heads", "required"),
        ],
    );
}

#[test]
fn configurations_of_other_layouts() {
    let base = "gpu=rtx-4090&config";
    let gpt2 = format!("{base}.type=gpt2&config.vocab=50257&config.hidden=768&config.layers=12&config.heads=12");
    let phi3 = format!(
        "{base}.type=phi3&config.vocab=32064&config.hidden=3072&config.intermediate=8192&config.layers=32&config.heads=32&config.positions=4096"
    );
    let gemma2 = format!(
        "{base}.type=gemma2&config.vocab=256000&config.hidden=2304&config.intermediate=9216&config.layers=26&config.heads=8&config.kv_heads=4&config.positions=8192"
    );
    for (id, query) in [("gpt2", gpt2), ("phi-3-mini", phi3), ("gemma-2-2b", gemma2)] {
        assert_eq!(request(&query).scenario.model, catalog::model(id).unwrap().architecture, "{id}");
    }
}

#[test]
fn detectors_take_the_objects_of_a_picture() {
    let objects = |query: &str| match request(query).scenario.model {
        Architecture::Detector(detector) => detector.objects_per_image,
        other => panic!("{other:?}"),
    };
    let model = "gpu=rtx-4090&model=maskrcnn_resnet50_fpn";
    assert_eq!(objects(model), engine::architecture::Detector::OBJECTS_PER_IMAGE);
    assert_eq!(objects(&format!("{model}&objects=8")), 8);
    for absurd in ["objects=0", "objects=1001", "objects=1000000000000"] {
        check(&format!("{model}&{absurd}"), &[("/data/objects_per_image", "out-of-range")]);
    }
    // What shows no labelled objects is not asked for them.
    check("gpu=rtx-4090&model=resnet50&objects=8", &[]);
}

#[test]
fn methods_suit_the_kind_of_model() {
    for (model, allowed) in [
        ("vgg16_bn", "full frozen-backbone"),
        ("swin_t", "full frozen-backbone"),
        ("vit_b_16", "full frozen-backbone"),
        ("timm_vit_base", "full frozen-backbone lora"),
        ("unet", "full frozen-backbone"),
        ("deeplabv3_resnet101", "full frozen-backbone"),
        ("maskrcnn_resnet50_fpn", "full frozen-backbone"),
        ("gpt2", "full lora qlora"),
        ("mixtral-8x7b", "full lora qlora"),
        ("t5-base", "full lora"),
        ("sd15", "full lora"),
        ("flux-dev", "full lora qlora"),
    ] {
        for method in ["full", "frozen-backbone", "lora", "qlora"] {
            let query = format!("gpu=rtx-4090&model={model}&method={method}&precision=bf16");
            let expected: &[(&str, &str)] =
                if allowed.split(' ').any(|word| word == method) { &[] } else { &[("/training/method", "not-applicable")] };
            check(&query, expected);
        }
    }
}

#[test]
fn images_suit_the_model() {
    for (query, code) in [
        ("vit_b_16&image=230", Some("not-a-multiple")),
        ("vit_b_16&image=384", None),
        ("swin_t&image=225", None),
        ("unet&image=500", None),
        ("smp_unet_resnet34&image=500", Some("not-a-multiple")),
        ("smp_unet_resnet34&image=480", None),
        ("fcn_resnet50&image=513", None),
        ("sd3-medium&image=1000", Some("not-a-multiple")),
        ("sd3-medium&image=3088", Some("out-of-range")),
        ("sd3.5-medium&image=3088", None),
        ("flux-dev&image=1000", Some("not-a-multiple")),
        ("flux-dev&image=1008", None),
    ] {
        let expected: Vec<(&str, &str)> = code.map(|code| ("/data/image_size", code)).into_iter().collect();
        check(&format!("gpu=h200-sxm&model={query}"), &expected);
    }
    check("gpu=h200-sxm&model=unet&image=8192&batch=128&classes=16777216", &[("/data/num_classes", "out-of-range")]);
    check("gpu=h200-sxm&model=flux-dev&image=512&batch=4096&text=8192", &[("/training/micro_batch_size", "out-of-range")]);
}

#[test]
fn a_decoder_is_no_longer_than_its_encoder_by_default() {
    let target = |query: &str| request(&format!("gpu=rtx-4090&model=t5-base{query}")).scenario.data.target_length;
    assert_eq!((target(""), target("&seq=64"), target("&seq=64&target=100")), (128, 64, 100));
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

#[test]
fn every_model_and_card_of_the_catalog_resolves() {
    for model in catalog::models() {
        request(&format!("gpu=rtx-4090&model={}", model.id));
    }
    for gpu in catalog::gpus() {
        request(&format!("gpu={}&model=resnet50", gpu.id));
    }
}
