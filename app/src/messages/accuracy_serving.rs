//! Texts about the accuracy of answers about models that are served.

use crate::locale::Locale;

messages! {
    title { en: "Models that answer", zh: "推理" }
    about {
        en: "Memory and speed of served models against what engines printed and others measured, every condition known. Prompts of several cards, and first tokens under load, are the least certain.",
        zh: "推理所需显存和速度与各引擎的日志及他人实测的比较（条件全部已知）。多卡的提示词处理和高负载下的首个 token 最不确定。",
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
    between { en: "time from token to token", zh: "token 间隔时间" }
}

/// A figure's name by its word in the table.
#[must_use]
pub fn figure(word: &'static str, locale: Locale) -> &'static str {
    match word {
        "weights" | "weights_on_cards" | "weights_on_host" => weights(locale),
        "kv_cache" | "kv_cache_total" => kv(locale),
        "compute_buffer" | "activation_peak" => compute(locale),
        "peak" => peak(locale),
        "decode_tokens_per_second" => decode(locale),
        "prefill_tokens_per_second" => prefill(locale),
        "request_tokens_per_second" => request(locale),
        "total_output_tokens_per_second" => total(locale),
        "ttft_seconds" => first(locale),
        "tpot_seconds" => between(locale),
        other => other,
    }
}
