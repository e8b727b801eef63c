//! Methods, settings and data that suit the model.

use engine::architecture::Architecture;
use scenario::{query, resolve};
use wire::Locale;

use super::asking::{check, request};

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
