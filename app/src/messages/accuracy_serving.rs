//! Texts about the accuracy of answers about models that are served.

use crate::locale::Locale;

messages! {
    title { en: "Models that answer", zh: "推理" }
    about {
        en: "Memory and speed of served models against what engines printed and others measured, every condition known. Prompts of several cards, and first tokens under load, are the least certain.",
        zh: "推理所需显存和速度与各引擎的日志及他人实测的比较（条件全部已知）。多卡的提示词处理和高负载下的首个 token 最不确定。",
    }
    others(count) {
        en: "{count} figures of runs that are not known whole, or that contradict themselves, are in the table of all and in no median.",
        zh: "另有 {count} 项数据的运行条件不全或自相矛盾，列在全表中，不计入中位数。",
    }
    every_row { en: "Every figure of served models as CSV", zh: "推理的全部数据（CSV）" }
    what { en: "Engine and figure", zh: "引擎与指标" }
    rows { en: "Rows", zh: "行数" }
    median { en: "Median deviation", zh: "偏差中位数" }
    p95 { en: "95th percentile", zh: "第 95 百分位" }
    weights { en: "weights", zh: "权重" }
    kv { en: "keys and values", zh: "键值缓存" }
    compute { en: "compute buffer or activations", zh: "计算缓冲或激活值" }
    peak { en: "peak memory of a run", zh: "运行的显存峰值" }
    decode { en: "tokens per second of one request", zh: "单个请求每秒 token 数" }
    prefill { en: "prompt tokens per second", zh: "每秒处理的提示词 token 数" }
    request { en: "tokens per second, prompt included", zh: "含提示词处理的每秒 token 数" }
    total { en: "tokens per second of all requests", zh: "所有请求合计每秒 token 数" }
    first { en: "time to the first token", zh: "首个 token 延迟" }
    other { en: "libraries beside the framework", zh: "框架之外的库" }
    batch { en: "time of a picture", zh: "每张图片用时" }
    steps { en: "denoising steps per second", zh: "每秒去噪步数" }
    images { en: "pictures per second of image networks", zh: "图像网络每秒图片数" }
    pass { en: "what a pass computes beside weights, simulated", zh: "单次前向在权重之外的显存（模拟）" }
    between { en: "time from token to token", zh: "token 间隔时间" }
}

/// What a word of the table is a figure of: parts of the same are told together.
#[must_use]
pub fn kind(word: &str) -> &'static str {
    match word {
        "weights" | "weights_on_cards" | "weights_on_host" => "weights",
        "kv_cache" | "kv_cache_total" => "kv_cache",
        "compute_buffer" | "activation_peak" => "activations",
        "peak" => "peak",
        "decode_tokens_per_second" => "decode",
        "prefill_tokens_per_second" => "prefill",
        "request_tokens_per_second" => "request",
        "total_output_tokens_per_second" => "total",
        "ttft_seconds" => "first",
        "tpot_seconds" => "between",
        "batch_seconds" => "batch",
        "denoising_steps_per_second" => "steps",
        "images_per_second" => "images",
        "pass_activations" => "pass",
        _ => "other",
    }
}

/// What a kind of figure is called.
#[must_use]
pub fn figure(kind: &str, locale: Locale) -> &'static str {
    match kind {
        "weights" => weights(locale),
        "kv_cache" => kv(locale),
        "activations" => compute(locale),
        "peak" => peak(locale),
        "decode" => decode(locale),
        "prefill" => prefill(locale),
        "request" => request(locale),
        "total" => total(locale),
        "first" => first(locale),
        "between" => between(locale),
        "batch" => batch(locale),
        "steps" => steps(locale),
        "images" => images(locale),
        "pass" => pass(locale),
        _ => other(locale),
    }
}
