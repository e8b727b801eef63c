//! Shared steps answer as separate steps do.

use super::Plays;
use crate::architecture::{Architecture, Resnet, ResnetBlock};
use crate::hardware::{Cpu, Gpu, Hardware, NvlinkReach, OperatingSystem, Pcie, Storage, Vendor};
use crate::host::loader::PYTORCH_DEFAULT;
use crate::inputs::Scenario;
use crate::sizing::card::Detail;
use crate::training::{
    ActivationCheckpointing, Attention, AttentionMask, Cache, Data, DataKind, Framework, LinearAttentionKernels, LossLogits,
    MemoryFormat, Method, Offload, Optimizer, OptimizerImplementation, Precision, Sharding, Task, Training,
};
use crate::units::{Bytes, BytesPerSecond, FlopsPerSecond, Watts};

/// Two cards of 16 GiB with a small network.
pub(in crate::sizing) fn scenario() -> Scenario {
    let pcie = Pcie { generation: 4, lanes: 16 };
    Scenario {
        hardware: Hardware {
            gpu: Gpu {
                vendor: Vendor::Nvidia,
                memory: Bytes::from_gib(16),
                memory_is_measured: false,
                memory_bandwidth: BytesPerSecond::from_gb_per_s(700.0),
                l2: Some(Bytes::from_mib(32)),
                fp32: FlopsPerSecond::from_tflops(40.0),
                tf32: None,
                fp16: Some(FlopsPerSecond::from_tflops(80.0)),
                bf16: Some(FlopsPerSecond::from_tflops(80.0)),
                has_stacked_memory: false,
                compute_capability: Some(89),
                pcie,
                nvlink: None,
                nvlink_reach: NvlinkReach::Node,
                pool: None,
                tdp: Watts::new(300.0),
            },
            gpu_count: 2,
            nodes: 1,
            display_attached: false,
            cpu: Cpu {
                performance_cores: 8,
                efficiency_cores: 0,
                threads: 16,
                boost_ghz: 5.0,
                memory_channels: 2,
                channel_rate: BytesPerSecond::from_gb_per_s(38.4),
                max_memory: Bytes::from_gib(128),
                kits_gib: &[],
                pcie,
            },
            ram: Bytes::from_gib(32),
            storage: Storage {
                capacity: Bytes(1_000_000_000_000),
                sequential_read: BytesPerSecond::from_mb_per_s(3000.0),
                sequential_write: BytesPerSecond::from_mb_per_s(2000.0),
                random_read_iops: 5e5,
            },
            os: OperatingSystem::Linux,
        },
        model: Architecture::Resnet(Resnet { block: ResnetBlock::Basic, layers: [2, 2, 2, 2], groups: 1, width_per_group: 64 }),
        training: Training {
            method: Method::Full,
            precision: Precision::Fp16Amp,
            alignment: crate::training::Alignment::None,
            vision_tower: crate::training::VisionTower::Frozen,
            optimizer: Optimizer::Adamw,
            optimizer_implementation: OptimizerImplementation::Foreach,
            weight_decay: 0.01,
            embedding_states_32bit: false,
            activation_checkpointing: ActivationCheckpointing::None,
            attention: Attention::Sdpa,
            linear_attention: LinearAttentionKernels::Torch,
            attention_mask: AttentionMask::None,
            loss_logits: LossLogits::Upcast,
            memory_format: MemoryFormat::Contiguous,
            resident_frozen_models: false,
            micro_batch_size: 16,
            gradient_accumulation_steps: 1,
            sharding: Sharding::Ddp,
            implementation: None,
            offload: Offload::None,
            framework: Framework::Pytorch,
            loader: PYTORCH_DEFAULT,
            epochs: 3,
        },
        data: Data {
            kind: DataKind::Images,
            samples: 50_000,
            bytes_on_disk: Bytes(5_000_000_000),
            image_height: 224,
            image_width: 224,
            images_per_sample: 0,
            sequence_length: 512,
            target_length: 128,
            text_tokens: 512,
            task: Task::Classification,
            num_classes: 1000,
        },
        measured: crate::measured::Measured::default(),
    }
}

/// Changes of every kind: some leave the step as it is, some the kernels' time, most neither.
const CHANGES: [fn(&mut Scenario); 18] = [
    |_| {},
    |s| s.training.loader.num_workers = 4,
    |s| s.training.loader.cache = Cache::Ram,
    |s| s.hardware.ram = Bytes::from_gib(64),
    |s| s.hardware.storage.random_read_iops = 1e4,
    |s| s.data.samples = 1000,
    |s| s.hardware.cpu.boost_ghz = 2.0,
    |s| s.hardware.gpu.compute_capability = Some(90),
    |s| s.hardware.gpu.memory_bandwidth = BytesPerSecond::from_gb_per_s(2000.0),
    |s| s.hardware.gpu_count = 4,
    |s| s.training.micro_batch_size = 32,
    |s| s.training.gradient_accumulation_steps = 4,
    |s| s.training.optimizer = Optimizer::SgdMomentum,
    |s| s.training.precision = Precision::Fp32,
    |s| s.training.activation_checkpointing = ActivationCheckpointing::Full,
    |s| s.training.sharding = Sharding::None,
    |s| s.training.memory_format = MemoryFormat::ChannelsLast,
    |s| s.data.image_height = 320,
];

#[test]
fn a_shared_step_answers_as_one_of_its_own() {
    let mut shared = Plays::default();
    for first in CHANGES {
        for second in CHANGES {
            let mut changed = scenario();
            first(&mut changed);
            second(&mut changed);
            let mut own = Plays::default();
            assert_eq!(shared.path_and_speed(&changed), own.path_and_speed(&changed));
            assert_eq!(shared.ram(&changed), own.ram(&changed));
            for detail in [Detail::Least, Detail::Replayed] {
                assert_eq!(shared.vram(&changed, detail), own.vram(&changed, detail));
            }
            assert_eq!(shared.needed_memory(&mut changed, 8), own.needed_memory(&mut changed, 8));
            assert_eq!(shared.work(&changed), own.work(&changed));
        }
    }
}
