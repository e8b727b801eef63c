//! Texts of the accuracy page.

messages! {
    nav { en: "Accuracy", zh: "准确度" }
    title { en: "How accurate are the estimates?", zh: "估算有多准？" }
    description {
        en: "Rigwise's memory estimates against simulated training steps and measured runs: median, 95th percentile, worst, and the farthest misses.",
        zh: "Rigwise 的显存估算与模拟训练步、实测运行的对比：中位数、第 95 百分位、最差值，以及偏差最大的条目。",
    }
    about(rows) {
        en: "{rows} references, each with the engine's own answer to the same question. A deviation is estimate over reference, less 1; a configuration counts once, however often it was measured. The tables give its size, the list of misses also its sign: above 0 the estimate is too high.",
        zh: "共 {rows} 条参考值，每条都附有引擎对同一问题的回答。偏差 = 估算值 ÷ 参考值 − 1；同一配置无论测量多少次只计一次。表格只给大小，偏差列表还给正负，大于 0 表示估算偏高。",
    }

    simulated { en: "Simulated", zh: "模拟" }
    simulated_about {
        en: "A training step traced tensor by tensor on fake tensors, and the same step through a model of the allocator; nothing ran on a card. The engine was written with these rows at hand: they tell how faithfully it reproduces them, not how it does on models that nobody has simulated.",
        zh: "用虚拟张量逐张量追踪的一步训练，以及同一步经过分配器模型的结果；没有在显卡上运行。编写引擎时这些数据就在手边：它们说明引擎对其复现得多忠实，而不是对无人模拟过的模型表现如何。",
    }
    published { en: "Published", zh: "已发表" }
    published_about {
        en: "What others measured on their cards and wrote down. Only runs with every condition known test the engine; elsewhere a condition is unknown or the model is another implementation, and part of the miss is that.",
        zh: "他人在自己的显卡上实测并公布的数值。只有条件全部已知的运行才真正检验引擎；其余的缺少某个条件，或运行的是模型的另一种实现，部分偏差由此而来。",
    }
    measured { en: "Measured by us", zh: "我们实测" }
    measured_about {
        en: "Runs of the project's own measuring kit with random weights: every condition is known, on few cards.",
        zh: "用本项目的测量工具以随机权重运行：条件全部已知，但显卡种类少。",
    }
    no_rows { en: "No rows yet.", zh: "暂无数据。" }
    sets { en: "Three kinds of reference", zh: "三类参考值" }

    allocated { en: "Allocated", zh: "已分配" }
    reserved { en: "Reserved", zh: "已保留" }
    device { en: "Device", zh: "整卡" }
    tensors { en: "Live tensors", zh: "存活张量" }
    replay_allocated { en: "Allocator's blocks", zh: "分配器的块" }
    replay_reserved { en: "Allocator's segments", zh: "分配器的段" }
    complete { en: "Every condition known", zh: "条件全部已知" }
    condition_open { en: "A condition unknown", zh: "有条件未知" }
    near_model { en: "Another implementation", zh: "模型的另一种实现" }
    sharded { en: "Several cards", zh: "多卡分片或卸载" }
    metrics {
        en: "Live tensors are the sum of their sizes; allocated is the blocks that hold them; reserved is what PyTorch's caching allocator keeps of the card for those; device is what the driver counts, with the CUDA context.",
        zh: "“存活张量”是各张量大小之和；“已分配”（allocated）是容纳它们的块；“已保留”（reserved）是 PyTorch 缓存分配器为此占用的显存；“整卡”（device）是驱动程序统计的用量，含 CUDA 上下文。",
    }

    rows { en: "Rows", zh: "条目" }
    configurations { en: "Configurations", zh: "配置" }
    median { en: "Median", zh: "中位数" }
    p95 { en: "95th percentile", zh: "第 95 百分位" }
    worst { en: "Worst", zh: "最差" }
    all_families { en: "All families", zh: "全部类别" }
    median_of(section, configurations) { en: "{section} ({configurations}): median", zh: "{section}（{configurations}）：中位数" }
    worst_of(share) { en: "worst {share}", zh: "最差 {share}" }
    p95_of(share) { en: "95th percentile {share}", zh: "第 95 百分位 {share}" }
    count_of(rows, configurations) { en: "{rows} rows, {configurations} configurations", zh: "{rows} 条，{configurations} 种配置" }

    plot { en: "Predicted against reference", zh: "估算值与参考值" }
    plot_title { en: "Scatter plot of estimates against references", zh: "估算值与参考值的散点图" }
    plot_about(rows, within) {
        en: "{rows} rows on logarithmic axes from the smallest to the largest reference; {within} lie within 15% of the diagonal, where estimate and reference are equal. The table beside it says the same in figures.",
        zh: "对数坐标上的 {rows} 条数据；{within} 落在对角线（估算值等于参考值）的 ±15% 以内。旁边的表格给出相同内容的数字。",
    }
    plot_reading {
        en: "On the diagonal the estimate is exact; the band is ±15%. Above it the engine asks for too much, below it for too little.",
        zh: "对角线上估算完全准确；色带为 ±15%。在其上方表示引擎估高，在其下方表示估低。",
    }
    axis_reference { en: "Reference, GiB", zh: "参考值（GiB）" }
    axis_estimate { en: "Estimate, GiB", zh: "估算值（GiB）" }
    band { en: "±15%", zh: "±15%" }
    plot_table { en: "The plot in figures", zh: "散点图的数字" }
    size { en: "Reference", zh: "参考值" }
    size_below(high) { en: "below {high} GiB", zh: "{high} GiB 以下" }
    size_between(low, high) { en: "{low} to {high} GiB", zh: "{low} 至 {high} GiB" }
    size_above(low) { en: "{low} GiB and more", zh: "{low} GiB 及以上" }
    within_5 { en: "Within 5%", zh: "5% 以内" }
    within_15 { en: "Within 15%", zh: "15% 以内" }
    too_low { en: "Below the band", zh: "低于色带" }
    too_high { en: "Above the band", zh: "高于色带" }

    by_family { en: "By family", zh: "按类别" }
    by_source { en: "By source", zh: "按来源" }
    source { en: "Source", zh: "来源" }
    at_commit(commit) { en: "at {commit}", zh: "提交 {commit}" }
    kind { en: "Kind", zh: "种类" }

    misses { en: "The ten farthest misses", zh: "偏差最大的十条" }
    step { en: "Run", zh: "运行" }
    reference { en: "Reference", zh: "参考值" }
    estimate { en: "Estimate", zh: "估算值" }
    deviation { en: "Deviation", zh: "偏差" }
    reason { en: "Reason, where known", zh: "原因（若已知）" }
    not_known { en: "not known", zh: "未知" }

    run { en: "Check it yourself", zh: "自己验证" }
    run_about {
        en: "In a checkout of the project, this command asks the engine for every row again and prints the same tables. It fails where a limit is passed.",
        zh: "在项目目录中运行以下命令，会让引擎重新回答每一条并打印相同的表格；超出限值则失败。",
    }
    every_row { en: "Every row as CSV", zh: "全部数据（CSV）" }

    sharded_ddp { en: "One GPU of several, DDP", zh: "多卡中的一卡（DDP）" }
    sharded_fsdp2 { en: "One GPU of several, FSDP2", zh: "多卡中的一卡（FSDP2）" }
    sharded_deepspeed { en: "One GPU of several, DeepSpeed", zh: "多卡中的一卡（DeepSpeed）" }
    mixtures { en: "Mixtures of experts", zh: "混合专家模型" }
}
