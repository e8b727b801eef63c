//! Parameter counts of the image classifiers equal the published ones, and peaks equal simulated steps of the same networks.

use crate::support::host as machine;
use crate::support::vision as model;
use engine::architecture::Architecture;
use engine::step::simulate;
use engine::training::{
    ActivationCheckpointing, AdapterDtype, Data, DataKind, Lora, LoraTargets, Method, Optimizer, OptimizerImplementation,
    Precision, Training,
};

fn images(side: u64, num_classes: u64) -> Data {
    Data { image_height: side, image_width: side, num_classes, ..machine::data(DataKind::Images, 1, 1) }
}

#[track_caller]
fn check_parameters(model: &Architecture, side: u64, num_classes: u64, expected: u64) {
    let step = simulate(model, &machine::training(), &images(side, num_classes), 1, 1);
    assert_eq!(step.parameters.total, expected);
    assert_eq!(step.parameters.trainable, expected);
}

#[test]
fn parameter_counts_equal_the_published_ones() {
    check_parameters(&model::RESNET50, 224, 1000, 25_557_032);
    check_parameters(&model::RESNET50, 224, 10, 23_528_522);
    check_parameters(&model::RESNEXT50_32X4D, 224, 1000, 25_028_904);
    check_parameters(&model::WIDE_RESNET50_2, 224, 1000, 68_883_240);
    check_parameters(&model::VGG16_BN, 224, 1000, 138_365_992);
    check_parameters(&model::DENSENET121, 224, 1000, 7_978_856);
    check_parameters(&model::MOBILENET_V2, 224, 1000, 3_504_872);
    check_parameters(&model::MOBILENET_V3_LARGE, 224, 1000, 5_483_032);
    check_parameters(&model::EFFICIENTNET_B0, 224, 1000, 5_288_548);
    check_parameters(&model::EFFICIENTNET_B4, 224, 1000, 19_341_616);
    check_parameters(&model::CONVNEXT_TINY, 224, 1000, 28_589_128);
    check_parameters(&model::CONVNEXT_BASE, 224, 1000, 88_591_464);
    check_parameters(&model::SWIN_T, 224, 1000, 28_288_354);
    check_parameters(&model::SWIN_B, 224, 1000, 87_768_224);
    check_parameters(&model::VIT_B_16, 224, 1000, 86_567_656);
    check_parameters(&model::VIT_L_16, 224, 1000, 304_326_632);
    check_parameters(&model::TIMM_DEIT_TINY, 224, 1000, 5_717_416);
    check_parameters(&model::TIMM_VIT_SMALL, 224, 1000, 22_050_664);
    check_parameters(&model::TIMM_VIT_BASE, 224, 1000, 86_567_656);
    check_parameters(&model::TIMM_VIT_LARGE, 224, 1000, 304_326_632);
    check_parameters(&model::TIMM_VIT_BASE_P14, 224, 1000, 86_493_928);
}

#[test]
fn position_embeddings_grow_with_the_image() {
    check_parameters(&model::VIT_B_16, 448, 1000, 87_019_240);
    check_parameters(&model::VIT_L_16, 256, 1000, 304_388_072);
    check_parameters(&model::TIMM_DEIT_TINY, 448, 1000, 5_830_312);
}

/// A setting of the reference simulator and the peak that it found.
struct Simulated {
    model: Architecture,
    training: Training,
    side: u64,
    batch: u64,
    peak: u64,
}

#[track_caller]
fn check_peak(simulated: &Simulated) {
    let Simulated { model, training, side, batch, peak } = simulated;
    let step = simulate(model, training, &images(*side, 1000), *batch, 1);
    let error = step.allocated_peak().0 as f64 / *peak as f64 - 1.0;
    assert!(error.abs() < 0.001, "{model:?}: {} for {peak}", step.allocated_peak().0);
}

fn with(precision: Precision, optimizer: Optimizer, optimizer_implementation: OptimizerImplementation) -> Training {
    Training { precision, optimizer, optimizer_implementation, ..machine::training() }
}

fn checkpointed(training: Training) -> Training {
    Training { activation_checkpointing: ActivationCheckpointing::Full, ..training }
}

/// Models that the shipped reference rows do not cover; torch 2.15, torchvision 0.29, timm 1.0 under the project's simulator, 2026-11.
#[test]
fn peaks_equal_the_simulated_ones() {
    use Optimizer::{Adafactor, Adamw, Adamw8bit, SgdMomentum};
    use OptimizerImplementation::{Foreach, Fused};
    let lora = Lora {
        rank: 16,
        targets: LoraTargets::QueryValue,
        dropout: 0.1,
        adapter_dtype: AdapterDtype::Fp32,
        use_dora: false,
        trains_head: false,
    };
    let adapters = Training { method: Method::Lora(lora), ..checkpointed(with(Precision::Fp16Amp, Adafactor, Foreach)) };
    let frozen = Training { method: Method::FrozenBackbone, weight_decay: 0.0, ..with(Precision::Bf16, SgdMomentum, Foreach) };
    let fused_fp32 = with(Precision::Fp32, Adamw, Fused);
    let small = with(Precision::Fp16Amp, Adamw8bit, Foreach);
    let table = [
        Simulated {
            model: model::DENSENET121,
            training: with(Precision::Fp16Amp, Adamw, Fused),
            side: 128,
            batch: 3,
            peak: 183_499_264,
        },
        Simulated { model: model::DENSENET121, training: frozen, side: 288, batch: 8, peak: 88_686_080 },
        Simulated {
            model: model::EFFICIENTNET_B4,
            training: with(Precision::Bf16Amp, Adamw, Fused),
            side: 224,
            batch: 2,
            peak: 507_762_176,
        },
        Simulated {
            model: model::SWIN_B,
            training: with(Precision::Fp32, Adafactor, Foreach),
            side: 320,
            batch: 4,
            peak: 2_339_348_480,
        },
        Simulated { model: model::RESNEXT50_32X4D, training: small.clone(), side: 320, batch: 4, peak: 692_484_608 },
        Simulated {
            model: model::WIDE_RESNET50_2,
            training: checkpointed(with(Precision::Fp32, Adamw8bit, Foreach)),
            side: 224,
            batch: 1,
            peak: 724_259_840,
        },
        Simulated { model: model::TIMM_VIT_BASE_P14, training: fused_fp32.clone(), side: 336, batch: 1, peak: 1_447_066_112 },
        Simulated { model: model::TIMM_VIT_LARGE, training: checkpointed(fused_fp32), side: 224, batch: 3, peak: 4_884_511_232 },
        Simulated { model: model::TIMM_VIT_LARGE, training: small, side: 384, batch: 2, peak: 3_502_379_520 },
        Simulated { model: model::TIMM_VIT_LARGE, training: adapters, side: 112, batch: 2, peak: 626_334_208 },
    ];
    for simulated in &table {
        check_peak(simulated);
    }
}
