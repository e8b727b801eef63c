//! Texts of the cases page; what is said of each study's figures is in the modules below.

pub mod guide_a;
pub mod guide_b;

messages! {
    nav { en: "Cases", zh: "案例" }
    title { en: "What guides report, and what the model says", zh: "指南的报告与引擎的估算" }
    description {
        en: "Nine machines and three tunings that practitioners' guides report, each beside the engine's own figure for the same scenario, with comments where they contradict.",
        zh: "实践指南报告的九台机器与三次调优，每个数字旁边都有引擎对同一方案的回答，并说明矛盾之处。",
    }
    about {
        en: "Guides on matching RAM and VRAM print figures that many people plan by. Here each of them stands beside the engine's own answer to the same scenario. Nothing in the engine is bent towards a report: where the two contradict, the comment says what physics allows and what the report leaves open.",
        zh: "讲内存（RAM）与显存（VRAM）搭配的指南给出了许多人据以规划的数字。这里把每个数字与引擎对同一方案的回答并列。引擎不会为迎合任何报告而调整：两者矛盾时，注释说明物理上可能的范围，以及报告没有交代的条件。",
    }
    sources {
        en: "Guide A and guide B are two Chinese-language guides from 2024 to 2026. Their figures are quoted as facts; they count as reports, not as measurements, as neither code nor raw data came with them. The model's figures are worked out by this server with the engine and catalog named at the foot of the page.",
        zh: "指南 A 与指南 B 是 2024 至 2026 年间的两份中文指南。这里只引用其中的数字；由于没有附带代码或原始数据，它们只算报告，不算实测。“估算”一栏由本服务器用页脚所列版本的引擎与目录计算。",
    }
    reading {
        en: "The deviation is model over report: in percent up to a factor of two, beyond that as the factor. A guide's GB of RAM and VRAM is taken as what tools show, which is GiB; where it was worked out from parameter counts, as 10⁹ bytes. “–” means that there is nothing to compare.",
        zh: "偏差 = 估算 ÷ 报告：两倍以内用百分比，超出则写倍数。指南中内存与显存的 GB 按工具显示的单位（即 GiB）理解；由参数量算出的则按 10⁹ 字节。“–”表示无可比较。",
    }
    contents { en: "Cases on this page", zh: "本页案例" }

    guide_a { en: "Guide A: one card, three amounts of RAM", zh: "指南 A：一张显卡，三种内存容量" }
    guide_b { en: "Guide B: before and after tuning", zh: "指南 B：调优前后" }
    source_of(guide, case) { en: "Guide {guide} (2024–2026), case {case}", zh: "指南 {guide}（2024–2026），案例 {case}" }

    ram_16 { en: "16 GB RAM", zh: "16 GB 内存" }
    ram_32 { en: "32 GB RAM", zh: "32 GB 内存" }
    ram_64 { en: "64 GB RAM", zh: "64 GB 内存" }
    before { en: "Before", zh: "调优前" }
    after { en: "After", zh: "调优后" }
    ratio { en: "After ÷ before", zh: "后 ÷ 前" }

    same_in_all { en: "Every scenario", zh: "所有方案相同" }
    assumed { en: "Assumed", zh: "假设" }
    open { en: "Open in the planner", zh: "在规划器中打开" }
    figures { en: "Reported and modeled figures", zh: "报告值与估算值" }

    figure { en: "Figure", zh: "指标" }
    state { en: "State", zh: "状态" }
    reported { en: "Reported", zh: "报告" }
    model { en: "Model", zh: "估算" }
    deviation { en: "Deviation", zh: "偏差" }
    comment { en: "What to make of it", zh: "如何看待" }

    not_modeled { en: "not modeled", zh: "未建模" }
    fits { en: "fits", zh: "放得下" }
    does_not_fit { en: "does not fit", zh: "放不下" }
    one_epoch(time) { en: "1 epoch: {time}", zh: "1 轮：{time}" }

    load_time { en: "Loading, per epoch", zh: "每轮加载时间" }
    max_batch { en: "Largest batch size", zh: "最大批次大小（batch size）" }
    effective_batch { en: "Global batch size", zh: "全局批次大小" }
    step_rate { en: "Steps per second", zh: "每秒步数" }
    ram_peak { en: "Peak of RAM", zh: "内存峰值" }
    vram_peak { en: "Peak of VRAM", zh: "显存峰值" }
    spill { en: "VRAM spilled into RAM", zh: "溢出到内存的显存" }
    spill_share { en: "Spill as a share", zh: "溢出占比" }
    interrupted { en: "Runs interrupted", zh: "训练中断率" }
    ten_epochs { en: "Ten epochs", zh: "10 轮用时" }
    time_to_accuracy { en: "Time to 85% accuracy", zh: "达到 85% 准确率的时间" }
    total_time { en: "Whole training", zh: "整个训练用时" }
    parameter_vram { en: "VRAM of parameters", zh: "参数占用的显存" }
    optimizer_vram { en: "VRAM of optimizer state", zh: "优化器状态（optimizer state）占用的显存" }
    activation_vram { en: "VRAM of activations", zh: "激活值（activations）占用的显存" }
    epoch_time { en: "One epoch", zh: "每轮用时" }
    oom_rate { en: "Runs out of memory", zh: "显存不足（OOM）的比例" }
    utilization { en: "GPU utilization", zh: "GPU 利用率" }
    accuracy { en: "Accuracy after 5 epochs", zh: "5 轮后的准确率" }
    batch_load_time { en: "Loading, per batch", zh: "每批加载时间" }
    vram_used { en: "VRAM in use", zh: "已用显存" }

    unit_s(value) { en: "{value} s", zh: "{value} 秒" }
    unit_min(value) { en: "{value} min", zh: "{value} 分钟" }
    unit_h(value) { en: "{value} h", zh: "{value} 小时" }

    others { en: "Other contradictions", zh: "其他矛盾" }
    other_latents {
        en: "Latents kept in RAM: guide A counts 1 MB for each picture of 512 × 512, 50 GB for 50,000; guide B 20 GB in all. A latent is 4 × 64 × 64 values, 64 KiB in FP32, and 50,000 of them are 3.3 GB.",
        zh: "缓存在内存里的潜变量（latents）：指南 A 按每张 512 × 512 图片 1 MB 计，5 万张 50 GB；指南 B 总共计 20 GB。一个潜变量是 4 × 64 × 64 个数，FP32 下为 64 KiB，5 万个共 3.3 GB。",
    }
    other_factor {
        en: "RAM as twice the VRAM plus a cache (rule A3): the same guide calls the factor too high and sizes by what RAM must hold (rule A4), which is nearer to the model. The planner shows both rules beside its own figure.",
        zh: "内存 = 2 × 显存 + 缓存（规则 A3）：同一指南也说这个系数偏高，改按内存实际要容纳的内容计算（规则 A4），后者更接近估算。规划器会把两条规则与自己的数字并列显示。",
    }
    other_batch {
        en: "Batch of ResNet-50 on 24 GB: guide A reports 16 in FP32, the linear rule of guide B (B5) arrives at 128 in FP16. Precision explains a factor of two, not of eight.",
        zh: "24 GB 显卡上 ResNet-50 的批次：指南 A 报告 FP32 下为 16，指南 B 的线性公式（B5）在 FP16 下得 128。精度只能解释两倍，解释不了八倍。",
    }
}
