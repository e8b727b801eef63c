//! Texts of the page that finds a machine for a workload.

messages! {
    nav { en: "Machines", zh: "选机器" }
    title { en: "What do I need?", zh: "我需要什么？" }
    description {
        en: "Machines for an AI training run, by price and time: cheapest, best value, fastest, each with parts, dated prices and run settings.",
        zh: "按价格和用时为 AI 训练选择机器：最便宜、性价比最高、最快，附部件、带日期的价格和运行设置。",
    }
    about {
        en: "Say what you train, and what it may cost or take. Every card of the catalog, one to eight of it, is put into a machine that feeds it; the engine plans the run on each that could win.",
        zh: "说明训练任务以及预算或期限。目录中的每种显卡（一到八块）都会搭配不拖慢它的整机；引擎为每台可能胜出的机器规划运行。",
    }
    limits { en: "Limits", zh: "限制" }
    workload { en: "Workload", zh: "训练任务" }
    any_method { en: "Any method", zh: "任意方法" }
    deadline { en: "Done within", zh: "完成期限" }
    no_deadline { en: "No deadline", zh: "不限" }
    budget { en: "Budget, USD", zh: "预算，美元" }
    max_gpus { en: "Most GPUs", zh: "最多 GPU 数" }
    no_limit { en: "Up to 8", zh: "最多 8 块" }
    find { en: "Find machines", zh: "查找机器" }
    and { en: " and ", zh: "、" }
    compare { en: "Compare them side by side", zh: "并排比较这些机器" }
    machines { en: "Machines that hold this run", zh: "能运行此任务的机器" }
    parts { en: "Parts", zh: "部件" }
    part { en: "Part", zh: "部件" }
    price { en: "Price", zh: "价格" }
    price_each(price, date) { en: "{price} each, {date}", zh: "单价 {price}，{date}" }
    unknown { en: "not known", zh: "未知" }
    as_of(month) { en: "oldest price of {month}", zh: "最早价格日期 {month}" }
    run_time { en: "Whole run", zh: "整个训练" }
    settings { en: "Run settings", zh: "运行设置" }
    setting { en: "Setting", zh: "设置" }
    value { en: "Value", zh: "值" }
    open_plan { en: "Open in the planner", zh: "在规划器中打开" }
    open_plan_of(name) { en: "Open {name} in the planner", zh: "在规划器中打开 {name}" }
    picture { en: "Price against time", zh: "价格与用时" }
    picture_about(count) {
        en: "{count} machines, price to the right and time of the whole run upward, both on logarithmic axes; the table below has the same figures.",
        zh: "{count} 台机器，横轴为价格，纵轴为整个训练的用时，均为对数坐标；下表列出相同数值。",
    }
    axis_price { en: "price, USD", zh: "价格，美元" }
    axis_time { en: "run time", zh: "用时" }
    machine { en: "Machine", zh: "机器" }
    label { en: "Best in, and why", zh: "优势与理由" }
    others { en: "Why not another?", zh: "为何不选其他？" }
    rejected_count(count) { en: "{count} kinds of machines were left out, grouped by reason, the nearest miss first.", zh: "{count} 类机器未入选，按原因分组，最接近的在前。" }
    what { en: "Left out", zh: "未入选" }
    reason { en: "Reason", zh: "原因" }
    more(count, name) { en: "{count} more, such as {name}", zh: "另有 {count} 台，例如 {name}" }
    none_title { en: "No machine keeps all of this", zh: "没有机器能同时满足" }
    set_budget(amount) { en: "Set the budget to {amount} USD", zh: "将预算设为 {amount} 美元" }
    set_deadline(time) { en: "Allow {time}", zh: "将期限放宽到 {time}" }
    set_gpus(count) { en: "Allow {count} GPUs", zh: "允许 {count} 块 GPU" }
    set_drives(count) { en: "Take {count} drives", zh: "选 {count} 块硬盘" }
    set_method(method) { en: "Accept {method}", zh: "接受 {method}" }
    leave_out { en: "Leave it out", zh: "去掉此项" }
    call { en: "The same by API", zh: "通过 API 获取相同结果" }
}
