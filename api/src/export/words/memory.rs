//! Names of the rows of memory; the ids are those of an estimate's JSON.

use wire::locale::Locale;

/// A row of the table of memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Memory {
    Parameters,
    Gradients,
    OptimizerState,
    Activations,
    Temporary,
    Inputs,
    KvCache,
    CudaGraphs,
    Framework,
    Allocated,
    TorchAllocated,
    Reserved,
    Device,
    Low,
    High,
    Desktop,
    Capacity,
    Headroom,
    System,
    Runtime,
    Workers,
    Prefetch,
    Pinned,
    CheckpointStaging,
    Offload,
    DatasetCache,
    RamWeights,
    RamPeak,
    Bought,
    Reserve,
    Minimum,
    /// The whole of a memory in common.
    Pool,
    Recommended,
    Comfortable,
    Installed,
}

impl Memory {
    /// Where the figure stands in an estimate.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Self::Parameters => "vram.parts.parameters",
            Self::Gradients => "vram.parts.gradients",
            Self::OptimizerState => "vram.parts.optimizer_state",
            Self::Activations => "vram.parts.activations",
            Self::Temporary => "vram.parts.temporary",
            Self::Inputs => "vram.parts.inputs",
            Self::KvCache => "vram.parts.kv_cache",
            Self::CudaGraphs => "vram.parts.cuda_graphs",
            Self::Framework => "vram.parts.framework",
            Self::Allocated => "vram.allocated_peak_bytes",
            Self::TorchAllocated => "vram.torch_allocated_peak_bytes",
            Self::Reserved => "vram.reserved_peak_bytes",
            Self::Device => "vram.device_peak_bytes",
            Self::Low => "vram.range_bytes.0",
            Self::High => "vram.range_bytes.1",
            Self::Desktop => "vram.desktop_bytes",
            Self::Capacity => "vram.capacity_bytes",
            Self::Headroom => "vram.headroom_bytes",
            Self::System => "ram.parts.system",
            Self::Runtime => "ram.parts.runtime",
            Self::Workers => "ram.parts.workers",
            Self::Prefetch => "ram.parts.prefetch",
            Self::Pinned => "ram.parts.pinned",
            Self::CheckpointStaging => "ram.parts.checkpoint_staging",
            Self::Offload => "ram.parts.offload",
            Self::DatasetCache => "ram.parts.dataset_cache",
            Self::RamWeights => "ram.weights_bytes",
            Self::RamPeak => "ram.peak_bytes",
            Self::Bought => "ram.installed_bytes",
            Self::Reserve => "ram.reserve_bytes",
            Self::Minimum | Self::Pool => "ram.minimum_gib",
            Self::Recommended => "ram.recommended_gib",
            Self::Comfortable => "ram.comfortable_gib",
            Self::Installed => "inputs.hardware.ram_gib",
        }
    }

    /// What it is.
    #[must_use]
    pub fn name(self, locale: Locale) -> &'static str {
        let (english, chinese) = match self {
            Self::Allocated => return wording::live_tensors(locale),
            Self::Device => return wording::process_vram(locale),
            Self::Desktop => return wording::system_vram(locale),
            Self::Capacity => return wording::card_capacity(locale),
            Self::Parameters => ("Parameters", "参数"),
            Self::Gradients => ("Gradients", "梯度"),
            Self::OptimizerState => ("Optimizer state", "优化器状态（optimizer state）"),
            Self::Activations => ("Activations", "激活值（activations）"),
            Self::Temporary => ("Temporary", "临时张量"),
            Self::Inputs => ("Input batch", "输入批次"),
            Self::KvCache => ("Keys and values", "键值缓存"),
            Self::CudaGraphs => ("CUDA graphs", "CUDA 图"),
            Self::Framework => ("Driver and libraries", "驱动和库"),
            Self::RamPeak => ("Sum at the peak", "峰值时合计"),
            Self::RamWeights => ("of which weights", "其中权重"),
            Self::TorchAllocated => ("torch.cuda.max_memory_allocated()", "torch.cuda.max_memory_allocated()"),
            Self::Reserved => ("torch.cuda.max_memory_reserved()", "torch.cuda.max_memory_reserved()"),
            Self::Low => ("The same, low end of the range", "同上，区间下限"),
            Self::High => ("The same, high end of the range", "同上，区间上限"),
            Self::Headroom => ("Headroom", "余量"),
            Self::System => ("Operating system", "操作系统"),
            Self::Runtime => ("Framework and driver", "框架与驱动"),
            Self::Workers => ("Loader workers", "加载进程"),
            Self::Prefetch => ("Prefetched batches", "预取批次"),
            Self::Pinned => ("Pinned memory", "锁页内存（pinned memory）"),
            Self::CheckpointStaging => ("Checkpoint staging", "检查点暂存"),
            Self::Offload => ("Offloaded states", "卸载的状态（offload）"),
            Self::DatasetCache => ("Cached data set", "数据集缓存"),
            Self::Reserve => ("Reserve", "预留"),
            Self::Pool => ("Memory that machine and device share", "主机与设备共用的统一内存"),
            Self::Minimum => ("Smallest kit that holds the peak", "能容纳峰值的最小容量"),
            Self::Recommended => ("Recommended capacity", "推荐容量"),
            Self::Comfortable => ("Comfortable capacity", "宽裕容量"),
            Self::Installed | Self::Bought => ("Installed", "已安装"),
        };
        locale.pick(english, chinese)
    }
}
