//! Names of what limits a run, of stages, phases and layers.

use engine::estimate::{Bound, Layer, Phase, StageKind};

use wire::locale::Locale;

/// What limits a run, as in "bound by the drive".
#[must_use]
pub fn bound(bound: Bound, locale: Locale) -> &'static str {
    match bound {
        Bound::Compute => locale.pick("GPU arithmetic", "GPU 算力"),
        Bound::MemoryBandwidth => locale.pick("VRAM bandwidth", "显存带宽"),
        Bound::Interconnect => locale.pick("traffic between GPUs", "GPU 间通信"),
        Bound::Launch => locale.pick("the CPU launching kernels", "CPU 发起内核"),
        Bound::Preprocess => locale.pick("preprocessing on the CPU", "CPU 预处理"),
        Bound::Collate => locale.pick("copying batches in RAM", "内存中复制批次"),
        Bound::Storage => locale.pick("the drive", "硬盘"),
        Bound::Pcie => locale.pick("batches over PCIe", "经 PCIe 传输批次"),
        Bound::Offload => locale.pick("offloaded states over PCIe and in RAM", "卸载的状态（PCIe 与内存）"),
    }
}

/// A stage of the data path.
#[must_use]
pub fn stage(kind: StageKind, locale: Locale) -> &'static str {
    match kind {
        StageKind::Storage => locale.pick("drive to RAM", "硬盘到内存"),
        StageKind::Preprocess => locale.pick("preprocessing", "预处理"),
        StageKind::Collate => locale.pick("batching in RAM", "内存中组批"),
        StageKind::Pcie => locale.pick("RAM to VRAM over PCIe", "经 PCIe 从内存到显存"),
        StageKind::Compute => locale.pick("GPU", "GPU"),
    }
}

/// A phase of a training step.
#[must_use]
pub fn phase(phase: Phase, locale: Locale) -> &'static str {
    match phase {
        Phase::Forward => locale.pick("forward pass", "前向传播"),
        Phase::Backward => locale.pick("backward pass", "反向传播"),
        Phase::OptimizerStep => locale.pick("optimizer step", "优化器更新"),
    }
}

/// A layer of the model; blocks are counted from 1 for people.
#[must_use]
pub fn layer(layer: Layer, locale: Locale) -> String {
    match layer {
        Layer::Stem => locale.pick("input layers", "输入层").to_owned(),
        Layer::Vision => locale.pick("vision tower, input and output layers", "视觉塔输入与输出层").to_owned(),
        Layer::VisionBlock(index) => match locale {
            Locale::En => format!("vision tower, layer {}", index + 1),
            Locale::Zh => format!("视觉塔第 {} 层", index + 1),
        },
        Layer::Block(index) => match locale {
            Locale::En => format!("block {}", index + 1),
            Locale::Zh => format!("第 {} 个模块", index + 1),
        },
        Layer::Head => locale.pick("output layers", "输出层").to_owned(),
        Layer::Loss => locale.pick("loss", "损失").to_owned(),
        Layer::Optimizer => locale.pick("optimizer", "优化器").to_owned(),
    }
}
