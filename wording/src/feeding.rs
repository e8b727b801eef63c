//! The loader's settings and the bottleneck's remedies.

use engine::estimate::{Cost, LoaderSetting, SettingAdvice, SettingValue};
use engine::training::Cache;

use wire::locale::Locale;

/// A setting by the name that it has in code, or in words where it has none.
#[must_use]
pub fn setting_name(setting: LoaderSetting, locale: Locale) -> &'static str {
    match setting {
        LoaderSetting::NumWorkers => "num_workers",
        LoaderSetting::BatchedPreprocessing => locale.pick("batch-wise preprocessing", "按批预处理"),
        LoaderSetting::Cache => locale.pick("cache", "缓存"),
        LoaderSetting::PinMemory => "pin_memory",
        LoaderSetting::PrefetchFactor => "prefetch_factor",
        LoaderSetting::PersistentWorkers => "persistent_workers",
    }
}

/// A setting's value.
#[must_use]
pub fn setting_value(value: SettingValue, locale: Locale) -> String {
    let word = match value {
        SettingValue::Count(count) => return count.to_string(),
        SettingValue::Flag(true) => locale.pick("on", "开"),
        SettingValue::Flag(false) => locale.pick("off", "关"),
        SettingValue::Cache(Cache::None) => locale.pick("none", "无"),
        SettingValue::Cache(Cache::Ram) => locale.pick("in RAM", "内存"),
        SettingValue::Cache(Cache::Latents) => locale.pick("latents", "潜变量"),
        SettingValue::Cache(Cache::Tokens) => locale.pick("tokens", "token"),
    };
    word.to_owned()
}

/// What a setting does and where it fits; where it stays as it is, that too.
#[must_use]
pub fn setting_why(advice: &SettingAdvice, locale: Locale) -> String {
    let what = what(advice, locale);
    if advice.before == advice.after {
        return locale.pick("stays as it is; ", "保持不变；").to_owned() + what;
    }
    what.to_owned()
}

fn what(advice: &SettingAdvice, locale: Locale) -> &'static str {
    match (advice.setting, advice.after) {
        (LoaderSetting::NumWorkers, _) => locale.pick(
            "processes that prepare batches while the GPU computes; enough to carry a quarter more than it takes, each costs RAM",
            "在 GPU 计算时准备批次的进程；数量足以超出 GPU 所需四分之一即可，每个进程都占内存",
        ),
        (LoaderSetting::BatchedPreprocessing, _) => locale.pick(
            "pays where Python's handling of single samples is the work: token ids, small tensors; hardly where pictures are decoded",
            "适合以 Python 逐样本处理为主的情形（token、小张量）；以图片解码为主时收效甚微",
        ),
        (LoaderSetting::Cache, SettingValue::Cache(Cache::Latents)) => locale.pick(
            "pictures are encoded once, in the first epoch; later ones read latents and the encoder leaves the card",
            "图片只在首轮编码一次，之后读取潜变量，编码器可离开显卡",
        ),
        (LoaderSetting::Cache, SettingValue::Cache(Cache::Tokens)) => locale.pick(
            "texts are tokenized once, in the first epoch; later ones read token ids",
            "文本只在首轮分词一次，之后直接读取 token",
        ),
        (LoaderSetting::Cache, SettingValue::Cache(Cache::Ram)) => locale.pick(
            "the encoded samples stay in RAM; decoding is still done in every epoch",
            "编码后的样本留在内存；每轮仍需解码",
        ),
        (LoaderSetting::Cache, _) => locale.pick(
            "the system's page cache keeps as many files as there is free RAM, without a copy of one's own; what augmentation changes cannot be kept",
            "系统页缓存会用空闲内存保留文件，无需另存一份；随机增强后的结果无法缓存",
        ),
        (LoaderSetting::PinMemory, _) => locale.pick(
            "the card reads page-locked batches itself, at twice the rate of pageable ones; felt where samples are large",
            "显卡直接读取锁页批次，速率约为可换页内存的两倍；样本较大时才明显",
        ),
        (LoaderSetting::PrefetchFactor, _) => locale.pick(
            "batches that each worker keeps ready: evens out slow ones, which a rate on average does not show; more only costs RAM",
            "每个加载进程预备的批次数：平滑个别慢批次（平均速率中看不出）；再多只会占内存",
        ),
        (LoaderSetting::PersistentWorkers, _) => locale.pick(
            "workers outlive an epoch; saves their start every time, which short epochs feel, on Windows most of all",
            "加载进程跨轮次保留，免去每轮启动；轮次短时明显，Windows 上尤甚",
        ),
    }
}

/// What has to be paid for a remedy.
#[must_use]
pub fn cost(cost: Cost, locale: Locale) -> &'static str {
    match cost {
        Cost::Free => locale.pick("a setting, free", "只改设置，免费"),
        Cost::Ram => locale.pick("more RAM", "增加内存"),
        Cost::Drive => locale.pick("another drive", "更换硬盘"),
        Cost::Cpu => locale.pick("another processor", "更换 CPU"),
    }
}
