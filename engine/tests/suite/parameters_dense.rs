//! Parameter counts of dense-prediction and diffusion-transformer models against the libraries' own (shared oracle,
//! `architectures.json`: torchvision 0.29, segmentation-models-pytorch 0.6, diffusers 0.42).

use engine::architecture::{
    Architecture, Detector, DiffusionTransformer, DiffusionTransformerVariant, Resnet, ResnetBlock, SegmentationHead, Segmenter,
    Unet, UnetEncoder,
};
use engine::models;
use engine::training::{
    ActivationCheckpointing, Attention, AttentionMask, Cache, Data, DataKind, Framework, Loader, LossLogits, MemoryFormat,
    Method, Offload, Optimizer, OptimizerImplementation, Precision, Sharding, Task, Training,
};
use engine::units::Bytes;
use std::borrow::Cow;

const RESNET34: Resnet = Resnet { block: ResnetBlock::Basic, layers: [3, 4, 6, 3], groups: 1, width_per_group: 64 };
const RESNET50: Resnet = Resnet { block: ResnetBlock::Bottleneck, layers: [3, 4, 6, 3], groups: 1, width_per_group: 64 };
const RESNET101: Resnet = Resnet { block: ResnetBlock::Bottleneck, layers: [3, 4, 23, 3], groups: 1, width_per_group: 64 };

const fn residual_unet(encoder: Resnet) -> Architecture {
    Architecture::Unet(Unet { encoder: UnetEncoder::Residual(encoder), decoder_channels: Cow::Borrowed(&[256, 128, 64, 32, 16]) })
}

const fn segmenter(backbone: Resnet, head: SegmentationHead) -> Architecture {
    Architecture::Segmenter(Segmenter { backbone, head, aux_loss: true })
}

const DEEPLAB: SegmentationHead = SegmentationHead::DeepLabV3(Cow::Borrowed(&[12, 24, 36]));

const fn stable_diffusion_3(pos_embed_max_size: u64, dual_attention_layers: u64, qk_norm: bool) -> Architecture {
    Architecture::DiffusionTransformer(DiffusionTransformer {
        variant: DiffusionTransformerVariant::Joint { pos_embed_max_size, dual_attention_layers, qk_norm },
        in_channels: 16,
        patch_size: 2,
        num_layers: 24,
        attention_head_dim: 64,
        num_attention_heads: 24,
        joint_attention_dim: 4096,
        pooled_projection_dim: 2048,
        companion_parameters: 83_819_683 + 123_650_304 + 694_659_840 + 4_762_310_656,
    })
}

const FLUX_DEV: Architecture = Architecture::DiffusionTransformer(DiffusionTransformer {
    variant: DiffusionTransformerVariant::JointThenSingle { num_single_layers: 38, guidance_embeds: true },
    in_channels: 64,
    patch_size: 1,
    num_layers: 19,
    attention_head_dim: 128,
    num_attention_heads: 24,
    joint_attention_dim: 4096,
    pooled_projection_dim: 768,
    companion_parameters: 83_819_683 + 123_060_480 + 4_762_310_656,
});

const fn detector(mask_head: bool) -> Architecture {
    Architecture::Detector(Detector {
        backbone: RESNET50,
        trainable_backbone_layers: 3,
        mask_head,
        objects_per_image: Detector::OBJECTS_PER_IMAGE,
    })
}

pub const UNET: Architecture = Architecture::Unet(Unet {
    encoder: UnetEncoder::Convolutional(Cow::Borrowed(&[64, 128, 256, 512, 1024])),
    decoder_channels: Cow::Borrowed(&[512, 256, 128, 64]),
});

fn training() -> Training {
    Training {
        method: Method::Full,
        precision: Precision::Fp32,
        alignment: engine::training::Alignment::None,
        vision_tower: engine::training::VisionTower::Frozen,
        optimizer: Optimizer::Adamw,
        optimizer_implementation: OptimizerImplementation::Foreach,
        weight_decay: 0.01,
        embedding_states_32bit: false,
        activation_checkpointing: ActivationCheckpointing::None,
        attention: Attention::Sdpa,
        linear_attention: engine::training::LinearAttentionKernels::Torch,
        attention_mask: AttentionMask::None,
        loss_logits: LossLogits::Upcast,
        memory_format: MemoryFormat::Contiguous,
        resident_frozen_models: false,
        micro_batch_size: 1,
        gradient_accumulation_steps: 1,
        sharding: Sharding::None,
        implementation: None,
        offload: Offload::None,
        framework: Framework::Pytorch,
        loader: Loader {
            num_workers: 0,
            prefetch_factor: 2,
            pin_memory: true,
            persistent_workers: true,
            cache: Cache::None,
            batched_preprocessing: false,
        },
        epochs: 1,
    }
}

fn data(num_classes: u64) -> Data {
    Data {
        kind: DataKind::Images,
        samples: 1,
        bytes_on_disk: Bytes(1),
        image_height: 512,
        image_width: 512,
        images_per_sample: 0,
        sequence_length: 0,
        target_length: 0,
        text_tokens: 154,
        task: Task::Classification,
        num_classes,
    }
}

#[track_caller]
fn check(architecture: &Architecture, num_classes: u64, total: u64, trainable: u64) {
    let graph = models::build(architecture, &training(), &data(num_classes), 1);
    assert_eq!((graph.base_parameters(), graph.trainable_parameters()), (total, trainable));
}

#[test]
fn segmentation_networks_have_their_libraries_parameters() {
    for (architecture, num_classes, parameters) in [
        (UNET, 2, 31_037_698),
        (UNET, 21, 31_038_933),
        (residual_unet(RESNET34), 2, 24_436_514),
        (residual_unet(RESNET101), 2, 51_513_378),
        (segmenter(RESNET50, SegmentationHead::Fcn), 21, 35_322_218),
        (segmenter(RESNET101, SegmentationHead::Fcn), 21, 54_314_346),
        (segmenter(RESNET50, DEEPLAB), 21, 42_004_074),
        (segmenter(RESNET101, DEEPLAB), 21, 60_996_202),
    ] {
        check(&architecture, num_classes, parameters, parameters);
    }
}

#[test]
fn diffusion_transformers_have_their_published_parameters() {
    for (architecture, parameters) in [
        (stable_diffusion_3(192, 0, false), 2_028_328_000),
        (stable_diffusion_3(384, 13, true), 2_243_171_520),
        (FLUX_DEV, 11_901_408_320),
    ] {
        check(&architecture, 1, parameters, parameters);
    }
}

#[test]
fn detectors_train_all_but_the_start_of_the_backbone() {
    check(&detector(true), 91, 44_401_393, 44_178_993);
    check(&detector(false), 91, 41_755_286, 41_532_886);
}

/// What trains under `frozen-backbone`: the heads and the way up (oracle rows O0319, O0324, O0338).
#[test]
fn a_frozen_backbone_leaves_the_heads() {
    let frozen = Training { method: Method::FrozenBackbone, ..training() };
    for (architecture, num_classes, trainable) in
        [(UNET, 2, 12_190_530), (residual_unet(RESNET101), 2, 9_013_218), (segmenter(RESNET101, DEEPLAB), 21, 18_496_042)]
    {
        let graph = models::build(&architecture, &frozen, &data(num_classes), 1);
        assert_eq!(graph.trainable_parameters(), trainable);
    }
}
