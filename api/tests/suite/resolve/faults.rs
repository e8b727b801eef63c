//! What is wrong is named at once, with its unit and the nearest that is right.

use scenario::{query, resolve};
use wire::Locale;

use super::asking::{check, detail};

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
