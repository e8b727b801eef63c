//! What is left out follows from card and model, and stays open.

use engine::inputs::Field as Open;
use engine::training::Precision;
use engine::units::Bytes;

use super::asking::request;

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
fn what_is_left_out_is_open() {
    let open = request("gpu=rtx-4090&model=resnet50").open;
    assert_eq!(open.len(), 20);
    assert!(open.is_sorted());
    let open = request("gpu=rtx-4090&model=resnet50&batch=32&workers=8&ram=64&method=full").open;
    for field in [Open::MicroBatchSize, Open::NumWorkers, Open::Ram, Open::Method] {
        assert!(!open.contains(&field), "{field:?}");
    }
}

#[test]
fn a_decoder_is_no_longer_than_its_encoder_by_default() {
    let target = |query: &str| request(&format!("gpu=rtx-4090&model=t5-base{query}")).scenario.data.target_length;
    assert_eq!((target(""), target("&seq=64"), target("&seq=64&target=100")), (128, 64, 100));
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
