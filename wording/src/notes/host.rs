//! Notes of the host: memory, drive, processor.

use engine::estimate::HostNote;
use engine::units::{Bytes, Seconds};
use wire::locale::Locale;

use crate::format::{brief, decimal, kit, size, stored, stored_at_least, whole_percent};

/// Times from this ratio on are told as a multiple.
const MULTIPLE: f64 = 1.95;

pub(super) fn english(note: &HostNote) -> String {
    match note {
        HostNote::RamBelowMinimum { installed, minimum, peak, missing } if *missing > Bytes::ZERO => format!(
            "{} of RAM are installed, the run needs {} at its peak: {} are missing; install {} or more",
            size(*installed),
            size(*peak),
            size(*missing),
            kit(*minimum)
        ),
        HostNote::RamBelowMinimum { installed, minimum, peak, .. } => format!(
            "the run's peak of {} only just fits {} of RAM; the smallest kit for it is {}",
            size(*peak),
            size(*installed),
            kit(*minimum)
        ),
        HostNote::RamBelowSystem { installed, least, minimum } => format!(
            "{} of RAM do not even hold the operating system and one training process, which take {}; the run will hardly start: install {} or more",
            size(*installed),
            size(*least),
            kit(*minimum)
        ),
        HostNote::Paging { missing, per_step, step, step_without, workers, micro_batch } => format!(
            "training lacks {} of RAM: each step pages {} through the drive and takes {} instead of {} ({}); without a swap file of at least {} the system ends the run; {}",
            size(*missing),
            size(*per_step),
            brief(*step, Locale::En),
            brief(*step_without, Locale::En),
            times(*step, *step_without),
            size(*missing),
            less_english(*workers, *micro_batch)
        ),
        HostNote::StagingPaged { missing, time } => format!(
            "the copy of the weights lacks {} of RAM while it is loaded or saved: it is paged through the drive, {} more each time",
            size(*missing),
            brief(*time, Locale::En)
        ),
        HostNote::CacheExceedsRam { cache, held, needed } => format!(
            "the cache of the data set needs {} of RAM and finds {}: {} of each epoch are read from the drive; install {}, or do without the cache",
            size(*cache),
            size(*held),
            whole_percent(rest(*cache, *held)),
            kit(*needed)
        ),
        HostNote::LanesShared { lanes, card_lanes, cpu_lanes, cards } => format!(
            "{cards} cards share the {cpu_lanes} PCIe lanes of one processor: each gets x{lanes} instead of x{card_lanes}; a processor for servers or workstations has more lanes"
        ),
        HostNote::NoCores => "the processor names no cores and is taken for one; choose a processor with cores".to_owned(),
        HostNote::DatasetExceedsStorage { data_set, capacity, needed } => format!(
            "the data set of {} exceeds the drive of {} by {}; it needs drives of {} or more in all, with a tenth of room, or to be read as shards over the network",
            stored(*data_set),
            stored(*capacity),
            stored(data_set.saturating_sub(*capacity)),
            stored_at_least(*needed)
        ),
    }
}

pub(super) fn chinese(note: &HostNote) -> String {
    match note {
        HostNote::RamBelowMinimum { installed, minimum, peak, missing } if *missing > Bytes::ZERO => format!(
            "已装内存 {}，此训练峰值需要 {}，还缺 {}；请安装至少 {}",
            size(*installed),
            size(*peak),
            size(*missing),
            kit(*minimum)
        ),
        HostNote::RamBelowMinimum { installed, minimum, peak, .. } => {
            format!("训练的内存峰值 {} 刚好放进已装的 {}；可购买的最小容量为 {}", size(*peak), size(*installed), kit(*minimum))
        }
        HostNote::RamBelowSystem { installed, least, minimum } => format!(
            "已装内存 {} 连操作系统和一个训练进程（共需 {}）都放不下，训练几乎无法启动；请安装至少 {}",
            size(*installed),
            size(*least),
            kit(*minimum)
        ),
        HostNote::Paging { missing, per_step, step, step_without, workers, micro_batch } => format!(
            "训练还缺 {} 内存：每步经硬盘换页 {}，一步耗时 {} 而不是 {}（{}）；若没有至少 {} 的交换空间，系统会终止训练；{}",
            size(*missing),
            size(*per_step),
            brief(*step, Locale::Zh),
            brief(*step_without, Locale::Zh),
            times_zh(*step, *step_without),
            size(*missing),
            less_chinese(*workers, *micro_batch)
        ),
        HostNote::StagingPaged { missing, time } => {
            format!("加载或保存权重时，权重副本还缺 {} 内存，需经硬盘换页，每次多花 {}", size(*missing), brief(*time, Locale::Zh))
        }
        HostNote::CacheExceedsRam { cache, held, needed } => format!(
            "数据集缓存需要 {} 内存，只有 {} 可用：每轮有 {} 的数据从硬盘读取；请安装 {}，或不使用缓存",
            size(*cache),
            size(*held),
            whole_percent(rest(*cache, *held)),
            kit(*needed)
        ),
        HostNote::LanesShared { lanes, card_lanes, cpu_lanes, cards } => format!(
            "{cards} 块显卡共用一颗处理器的 {cpu_lanes} 条 PCIe 通道：每块为 x{lanes}，而不是 x{card_lanes}；服务器或工作站处理器的通道更多"
        ),
        HostNote::NoCores => "处理器没有给出核心数，按一个核心计算；请选择有核心数的处理器".to_owned(),
        HostNote::DatasetExceedsStorage { data_set, capacity, needed } => format!(
            "数据集 {} 比硬盘 {} 多出 {}；硬盘总容量至少需要 {}（含一成余量），或经网络读取分片",
            stored(*data_set),
            stored(*capacity),
            stored(data_set.saturating_sub(*capacity)),
            stored_at_least(*needed)
        ),
    }
}

/// How far settings would have to go down.
fn less_english(workers: Option<u64>, micro_batch: Option<u64>) -> String {
    let only_ram = "install more RAM: neither fewer workers nor a smaller batch alone makes it fit";
    match (workers, micro_batch) {
        (Some(workers), Some(batch)) => {
            format!("install more RAM, or cut the loader to {}, or the batch size per GPU to {batch}", workers_english(workers))
        }
        (Some(workers), None) => format!("install more RAM, or cut the loader to {}", workers_english(workers)),
        (None, Some(batch)) => format!("install more RAM, or cut the batch size per GPU to {batch}"),
        (None, None) => only_ram.to_owned(),
    }
}

fn workers_english(workers: u64) -> String {
    format!("{workers} {} per GPU", if workers == 1 { "worker" } else { "workers" })
}

fn less_chinese(workers: Option<u64>, micro_batch: Option<u64>) -> String {
    match (workers, micro_batch) {
        (Some(workers), Some(batch)) => {
            format!("请增加内存，或把每卡加载进程减到 {workers} 个，或把每卡批次大小减到 {batch}")
        }
        (Some(workers), None) => format!("请增加内存，或把每卡加载进程减到 {workers} 个"),
        (None, Some(batch)) => format!("请增加内存，或把每卡批次大小减到 {batch}"),
        (None, None) => "请增加内存：只减少加载进程或只减小批次都放不下".to_owned(),
    }
}

/// Share of a cache that it does not hold.
fn rest(cache: Bytes, held: Bytes) -> f64 {
    if cache == Bytes::ZERO { 0.0 } else { 1.0 - held.as_f64() / cache.as_f64() }
}

/// How much longer one time is than another: as a factor where it is a multiple, else as a share.
fn times(longer: Seconds, shorter: Seconds) -> String {
    let factor = factor(longer, shorter);
    if factor >= MULTIPLE {
        format!("{} times as long", decimal(factor, 0))
    } else {
        format!("{} longer", whole_percent(factor - 1.0))
    }
}

fn times_zh(longer: Seconds, shorter: Seconds) -> String {
    let factor = factor(longer, shorter);
    if factor >= MULTIPLE { format!("为 {} 倍", decimal(factor, 0)) } else { format!("长 {}", whole_percent(factor - 1.0)) }
}

fn factor(longer: Seconds, shorter: Seconds) -> f64 {
    if shorter.get() > 0.0 { longer.get() / shorter.get() } else { 1.0 }
}
