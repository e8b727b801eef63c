//! What the figures of an answer are called for people, by the names that the API gives them.

use crate::locale::Locale;

/// Name in the API, in English, in Chinese.
#[rustfmt::skip]
const NAMES: &[(&str, &str, &str)] = &[
    ("parameters.total", "Parameters of the model", "模型参数量"),
    ("parameters.trainable", "Parameters that are trained", "训练的参数量"),
    ("vram.parameters", "VRAM: parameters", "显存：参数"),
    ("vram.gradients", "VRAM: gradients", "显存：梯度"),
    ("vram.optimizer_state", "VRAM: optimizer state", "显存：优化器状态"),
    ("vram.activations", "VRAM: activations", "显存：激活值"),
    ("vram.temporary", "VRAM: temporary tensors", "显存：临时张量"),
    ("vram.inputs", "VRAM: input batch", "显存：输入批次"),
    ("vram.allocated_peak_bytes", "VRAM: live tensors at the peak", "显存：峰值时的存活张量"),
    ("vram.torch_allocated_peak_bytes", "VRAM: allocated, as PyTorch counts", "显存：PyTorch 统计的已分配"),
    ("vram.reserved_peak_bytes", "VRAM: reserved by the allocator", "显存：分配器保留"),
    ("vram.device_peak_bytes", "VRAM: the process at its peak", "显存：进程峰值"),
    ("vram.range_bytes", "VRAM: high end of the range", "显存：范围上限"),
    ("vram.capacity_bytes", "VRAM: capacity of the card", "显存：显卡容量"),
    ("vram.desktop_bytes", "VRAM: taken by the system", "显存：系统占用"),
    ("limits.max_micro_batch_size", "Largest batch that fits", "可放下的最大批次"),
    ("ram.system", "RAM: operating system", "内存：操作系统"),
    ("ram.runtime", "RAM: framework and driver", "内存：框架与驱动"),
    ("ram.workers", "RAM: loader workers", "内存：加载进程"),
    ("ram.prefetch", "RAM: prefetched batches", "内存：预取批次"),
    ("ram.pinned", "RAM: pinned memory", "内存：锁页内存"),
    ("ram.checkpoint_staging", "RAM: checkpoint staging", "内存：检查点暂存"),
    ("ram.offload", "RAM: offloaded states", "内存：卸载的状态"),
    ("ram.dataset_cache", "RAM: cached data set", "内存：数据集缓存"),
    ("ram.peak_bytes", "RAM: peak", "内存：峰值"),
    ("ram.page_cache_bytes", "RAM: page cache", "内存：页缓存"),
    ("ram.reserve", "RAM: reserve", "内存：预留"),
    ("ram.minimum_gib", "RAM to buy: minimum", "建议内存：最低"),
    ("ram.recommended_gib", "RAM to buy: recommended", "建议内存：推荐"),
    ("ram.comfortable_gib", "RAM to buy: comfortable", "建议内存：宽裕"),
    ("ram.shortage_bytes", "RAM: missing while training", "内存：训练时缺少"),
    ("ram.paged_bytes_per_step", "RAM: paged in each step", "内存：每步换页"),
    ("ram.staging_paging_seconds", "RAM: paging when weights are loaded or saved", "内存：加载或保存权重时换页"),
    ("ram.cache_missing_bytes", "RAM: cache that does not fit", "内存：放不下的缓存"),
    ("speed.flops_per_micro_step", "Arithmetic of a micro-step", "一个微步的运算量"),
    ("speed.forward_seconds", "Time: forward", "时间：前向"),
    ("speed.backward_seconds", "Time: backward", "时间：反向"),
    ("speed.optimizer_seconds", "Time: optimizer", "时间：优化器"),
    ("speed.communication_seconds", "Time: between GPUs", "时间：卡间通信"),
    ("speed.offload_seconds", "Time: offload traffic", "时间：卸载传输"),
    ("speed.paging_seconds", "Time: paging", "时间：换页"),
    ("speed.step_seconds", "Time: an optimizer step", "时间：单步耗时"),
    ("speed.epoch_seconds", "Time: an epoch", "时间：每轮"),
    ("speed.first_epoch_seconds", "Time: the first epoch", "时间：首轮"),
    ("speed.range", "Time: expected range", "时间：预计范围"),
    ("speed.samples_per_second", "Samples per second", "每秒样本"),
    ("speed.compute_samples_per_second", "Samples per second of the GPUs alone", "仅 GPU 计算的每秒样本"),
    ("speed.gpu_utilization", "GPU busy", "GPU 利用率"),
    ("speed.mfu", "Model FLOPs utilization (MFU)", "算力利用率（MFU）"),
    ("path.storage", "Data path: disk", "数据通路：硬盘"),
    ("path.preprocess", "Data path: preprocessing", "数据通路：预处理"),
    ("path.collate", "Data path: collate and pin", "数据通路：组批与锁页"),
    ("path.pcie", "Data path: PCIe", "数据通路：PCIe"),
    ("path.compute", "Data path: GPU", "数据通路：GPU"),
    ("path.cached_share", "Data path: share in the page cache", "数据通路：页缓存命中比例"),
];

/// What a figure is called; its name in the API where it has no other.
#[must_use]
pub fn name(id: &str, locale: Locale) -> &str {
    NAMES.iter().find(|(known, ..)| *known == id).map_or(id, |(_, english, chinese)| locale.pick(*english, *chinese))
}
