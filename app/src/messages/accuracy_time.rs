//! Texts of the accuracy page's section on time.

messages! {
    title { en: "Time", zh: "时间" }
    about(rows) {
        en: "{rows} published figures: samples, sequences or tokens per second of training runs whose data never waited, and rates and memory of data loaders. The engine's compute rate, from a roofline over every operator, stands against each. A configuration counts once, by the middle of its measurements; above 0 the engine takes the card for too fast. The efficiency of the roofline was fitted to part of these runs.",
        zh: "共 {rows} 条公开数据：数据供给从不等待的训练运行每秒处理的样本、序列或 token 数，以及数据加载器的速率与内存。与之对照的是引擎逐算子按屋顶线模型得出的计算速率。同一配置只计一次，取其实测值的中位；大于 0 表示引擎把显卡估得过快。屋顶线的效率参数用其中一部分运行拟合。",
    }
    ranking(apart, right) {
        en: "Which of two cards is faster at the same job: of {apart} pairs that differ by more than 20%, {right} are ranked right.",
        zh: "同一任务上两块显卡哪块更快：在相差超过 20% 的 {apart} 对中，{right} 对的排序正确。",
    }

    plot_title { en: "Predicted against measured rates", zh: "预测速率与实测速率的散点图" }
    plot_about(rows, within) {
        en: "{rows} configurations with every condition known on logarithmic axes from the slowest to the fastest; {within} lie within 20% of the diagonal, where prediction and measurement are equal. The table beside it says the same in figures.",
        zh: "对数坐标上的 {rows} 种条件全部已知的配置，从最慢到最快；{within} 种落在对角线（预测等于实测）的 ±20% 以内。旁边的表格给出相同内容的数字。",
    }
    plot_reading {
        en: "On the diagonal the prediction is exact; the band is ±20%. Above it the engine takes the card for too fast, below it for too slow.",
        zh: "对角线上预测完全准确；色带为 ±20%。在其上方表示引擎把显卡估得过快，在其下方表示估得过慢。",
    }
    plot_table { en: "The plot of rates in figures", zh: "速率散点图的数字" }
    axis_measured { en: "Measured, samples or tokens per second", zh: "实测（样本或 token/秒）" }
    axis_predicted { en: "Predicted, the same unit", zh: "预测（同一单位）" }
    band { en: "±20%", zh: "±20%" }

    measured { en: "Measured", zh: "实测" }
    predicted { en: "Predicted", zh: "预测" }
    rate_between(low, high) { en: "{low} to {high}/s", zh: "{low} 至 {high}/秒" }
    within_20 { en: "Within 20%", zh: "20% 以内" }
    within_45 { en: "Within 45%", zh: "45% 以内" }
    too_slow { en: "Too slow, over 45%", zh: "偏慢超 45%" }
    too_fast { en: "Too fast, over 45%", zh: "偏快超 45%" }
    p90 { en: "90th percentile", zh: "第 90 百分位" }
    near { en: "Within 25%", zh: "25% 以内" }
    all { en: "All", zh: "全部" }

    by_family { en: "Time by family", zh: "时间：按类别" }
    by_generation { en: "Time by generation of card", zh: "时间：按显卡架构代" }
    by_source { en: "Time by source", zh: "时间：按来源" }
    generation { en: "Generation", zh: "架构代" }
    misses { en: "The ten farthest misses in time", zh: "时间偏差最大的十种配置" }

    others { en: "Other runs, and what feeds the card", zh: "其他运行，以及数据供给" }
    others_about {
        en: "Runs with a condition unknown, runs on several cards, and the data path: one thread decoding JPEG files, workers handing decoded pictures over, and the memory of workers. The engine decodes as Pillow does; most other libraries are within a quarter of that.",
        zh: "有条件未知的运行、多卡运行，以及数据通路：单线程解码 JPEG、加载进程传递解码后的图片、加载进程的内存。引擎按 Pillow 的速度解码，多数其他库与之相差不超过四分之一。",
    }
    several_cards { en: "Several cards of one machine", zh: "单机多卡" }
    decode_default { en: "Decoding in one thread, Pillow", zh: "单线程解码，Pillow" }
    decode_other { en: "Decoding in one thread, other libraries", zh: "单线程解码，其他库" }
    loader { en: "Decoding with several workers", zh: "多个加载进程解码" }
    worker_memory { en: "Memory of workers", zh: "加载进程的内存" }

    images { en: "images/s", zh: "张/秒" }
    sequences { en: "sequences/s", zh: "序列/秒" }
    tokens { en: "tokens/s", zh: "token/秒" }
    every_rate { en: "Every rate as CSV", zh: "全部速率数据（CSV）" }
}
