//! Texts of the page that finds a machine for a workload.

use wire::v1::choices::CaseStyle;

use crate::locale::Locale;

messages! {
    nav { en: "Machines", zh: "选机器" }
    title { en: "What do I need?", zh: "我需要什么？" }
    description {
        en: "Machines for an AI training run, by price and time: cheapest, best value, fastest, each with parts, dated prices and run settings.",
        zh: "按价格和用时为 AI 训练选择机器：最便宜、性价比最高、最快，附部件、带日期的价格和运行设置。",
    }
    about {
        en: "Say what you want to train and what you can spend. Every graphics card of the catalog, from one to eight of it, is tried in a complete machine built around it; you get those that do the job, with parts, prices and time.",
        zh: "填写要训练的模型和能花的钱。目录中的每种显卡（一到八块）都会配成整机试算，结果是能完成任务的机器，附部件、价格和用时。",
    }
    workload { en: "What you train", zh: "训练什么" }
    workload_about {
        en: "What you leave empty is assumed, or chosen for each machine by what it does best with.",
        zh: "留空的项目按默认值计算，或按每台机器选定最合适的值。",
    }
    limits { en: "Money and time", zh: "预算与时间" }
    wishes { en: "What the machine must suit", zh: "对机器的要求" }
    assumed(value) { en: "{value} assumed", zh: "默认 {value}" }
    unread { en: "not read", zh: "不读取" }
    chosen { en: "best for each", zh: "逐台选定" }
    deadline { en: "Finished within", zh: "最迟完成" }
    no_deadline { en: "any time", zh: "不限" }
    budget { en: "Budget", zh: "预算" }
    no_budget { en: "no limit", zh: "不限" }
    currency { en: "Currency", zh: "货币" }
    rate { en: "One US dollar costs", zh: "1 美元折合" }
    rate_open { en: "if not USD", zh: "非美元时填写" }
    rate_about {
        en: "Prices of the catalog are in US dollars. For another currency, say what a dollar costs in it: no rate is built in.",
        zh: "目录价格以美元计。使用其他货币时，请填写 1 美元折合多少：本站不内置汇率。",
    }
    max_gpus { en: "Graphics cards, at most", zh: "显卡最多几块" }
    no_limit { en: "up to 8", zh: "最多 8 块" }
    circuit { en: "Power outlet", zh: "供电插座" }
    case { en: "Case", zh: "机箱" }
    any_case { en: "any case", zh: "不限机箱" }
    no_case { en: "holds no machine that does the job", zh: "装不下能完成任务的机器" }
    any_circuit { en: "no limit", zh: "不限" }
    circuit_of(volts, amperes, watts) {
        en: "{volts} V, {amperes} A: {watts} W continuously",
        zh: "{volts} V、{amperes} A：可持续 {watts} W",
    }
    without { en: "Brands to leave out, of graphics cards and processors", zh: "不要的品牌（显卡和处理器）" }
    own_prices { en: "I know better prices", zh: "我有更准的价格" }
    own_prices_about {
        en: "These prices decide which machines are recommended and are kept in every link. First line: id,unit_price; then one part a line, in the currency chosen above or in USD. Optional columns: currency, note. The id of a part stands in its notes; enter 0 for a part that you already have.",
        zh: "这些价格决定推荐哪些整机，并保留在每个链接中。首行为 id,unit_price，之后每行一个部件，货币为上方所选货币或美元。可另加 currency（货币）和 note（备注）列。部件编号见各部件的说明；已有的部件填 0。",
    }
    own { en: "I have a PC and keep what I can of it", zh: "我有一台电脑，想留用其中的部件" }
    own_about {
        en: "Parts that you name here are used wherever they fit and cost nothing.",
        zh: "在此选出已有的部件：凡是能用上的都会留用，不再计价。",
    }
    own_read { en: "Have them read from what the PC prints of itself", zh: "从 nvidia-smi、lscpu 等命令的输出中读取" }
    own_gpu { en: "Graphics card", zh: "显卡" }
    own_cpu { en: "Processor", zh: "处理器" }
    own_memory { en: "Memory (RAM)", zh: "内存" }
    own_storage { en: "Drive", zh: "硬盘" }
    own_board { en: "Board", zh: "主板" }
    own_cooler { en: "Processor cooler", zh: "处理器散热器" }
    own_kinds { en: "By kind", zh: "按类别" }
    own_products { en: "By product", zh: "按型号" }
    own_psu { en: "Power supply", zh: "电源" }
    own_case { en: "Case", zh: "机箱" }
    own_none { en: "none to keep", zh: "没有可留用的" }
    own_others { en: "More of them, or others", zh: "更多部件" }
    own_others_about {
        en: "Write each part by its id in the catalog, with a colon and how many there are: rtx-4090:2, case-tower-mid.",
        zh: "填写目录中的编号，数量写在冒号后，例如 rtx-4090:2, case-tower-mid。",
    }
    case_mid { en: "ATX mid tower", zh: "ATX 中塔机箱" }
    case_full { en: "ATX full tower", zh: "ATX 全塔机箱" }
    kept { en: "Also asked by the link", zh: "链接还要求" }
    kept_out { en: "leave these out", zh: "去掉这些" }
    find { en: "Find machines", zh: "查找机器" }
    and { en: " and ", zh: "、" }
    compare { en: "Compare them side by side", zh: "并排比较这些机器" }
    compare_first(count) { en: "Compare the first {count} side by side", zh: "并排比较前 {count} 台" }
    machines { en: "Machines that do the job", zh: "能完成任务的机器" }
    counted(run) {
        en: "Every time below is for the whole run: {run}.",
        zh: "以下用时均指整个训练：{run}。",
    }
    counted_default(run) {
        en: "Every time below is for the whole run: {run}. What you left empty of it is assumed.",
        zh: "以下用时均指整个训练：{run}。未填的部分按默认值计算。",
    }
    at_rate(currency, rate) {
        en: "Prices were US dollars and are told in {currency}, at your rate of {rate} for a dollar.",
        zh: "价格由美元按您的汇率（1 美元折合 {rate}）换算为 {currency}。",
    }
    for_run(run) { en: "for {run}", zh: "{run}" }
    epochs(count) { en: "{count} epochs of ", zh: "{count} 轮，每轮 " }
    epoch { en: "1 epoch of ", zh: "1 轮，共 " }
    of_images(count, size) { en: "{count} images of {size} pixels", zh: "{count} 张 {size} 像素的图像" }
    of_pictures(count, tokens, pictures, size) {
        en: "{count} samples of {tokens} tokens, with pictures: {pictures} of {size}",
        zh: "{count} 条 {tokens} token 的样本，各含 {pictures} 张 {size} 的图片"
    }
    of_texts(count, tokens) { en: "{count} texts of {tokens} tokens", zh: "{count} 条 {tokens} token 的文本" }
    of_samples(count) { en: "{count} samples", zh: "{count} 个样本" }
    parts { en: "Parts", zh: "部件" }
    parts_and_prices { en: "Parts, prices and why each", zh: "部件、价格和理由" }
    part_notes { en: "Notes and source", zh: "说明与来源" }
    part { en: "Part", zh: "部件" }
    price { en: "Price", zh: "价格" }
    price_each(price, date) { en: "{price} each, {date}", zh: "单价 {price}，{date}" }
    unknown { en: "not known", zh: "未知" }
    as_of(month) { en: "oldest price of {month}", zh: "最早价格日期 {month}" }
    run_time { en: "Time", zh: "用时" }
    settings { en: "Run settings", zh: "运行设置" }
    open_plan { en: "Open in the planner", zh: "在规划器中打开" }
    open_plan_of(name) { en: "Open {name} in the planner", zh: "在规划器中打开 {name}" }
    picture { en: "Price against time", zh: "价格与用时" }
    picture_about(count) {
        en: "{count} machines: the further left the cheaper, the further down the faster. Each name leads to its machine; the table below has the same figures.",
        zh: "{count} 台机器：越靠左越便宜，越靠下越快。点击名称可查看该机器；下表列出相同数值。",
    }
    axis_price(currency) { en: "price, {currency}", zh: "价格，{currency}" }
    axis_time { en: "time", zh: "用时" }
    machine { en: "Machine", zh: "机器" }
    label { en: "Why it is here", zh: "入选理由" }
    others { en: "What was left out, and why", zh: "未入选的机器及原因" }
    rejected_count(count) { en: "{count} kinds of machines were left out, grouped by reason, the nearest miss first.", zh: "{count} 类机器未入选，按原因分组，最接近的在前。" }
    what { en: "Left out", zh: "未入选" }
    reason { en: "Reason", zh: "原因" }
    more(count, name) { en: "{count} more, such as {name}", zh: "另有 {count} 类，例如 {name}" }
    none_title { en: "No machine does all of this", zh: "没有机器能同时满足所有要求" }
    none_about { en: "Any of these changes gives an answer:", zh: "任选以下一项改动即可得到结果：" }
    apart_about { en: "One change alone is not enough; both of these together are:", zh: "只改一项还不够，需要同时改动：" }
    least_money(amount) { en: "a machine that keeps the rest costs {amount} or more", zh: "满足其余要求的机器最低需要 {amount}" }
    least_time(time) { en: "a machine that keeps the rest takes {time} or more", zh: "满足其余要求的机器最快需要 {time}" }
    set_budget(amount) { en: "Raise the budget to {amount}", zh: "将预算提高到 {amount}" }
    set_deadline(time) { en: "Allow {time}", zh: "将期限放宽到 {time}" }
    set_both { en: "Change both", zh: "同时改动" }
    set_gpus(count) { en: "Allow {count} graphics cards", zh: "允许 {count} 块显卡" }
    set_drives(count) { en: "Take {count} drives", zh: "选 {count} 块硬盘" }
    set_method(method) { en: "Accept {method}", zh: "接受 {method}" }
    set_vendor(vendor) { en: "Allow {vendor}", zh: "允许 {vendor}" }
    no_circuit { en: "feeds no machine that does the job", zh: "无法为能完成任务的机器供电" }
    no_vendor { en: "are needed: no machine without them does the job", zh: "不可全部排除：去掉它们后没有机器能完成任务" }
    leave_out { en: "Leave it out", zh: "去掉此项" }
    call { en: "The same by API", zh: "通过 API 获取相同结果" }
    usd { en: "US dollar (USD)", zh: "美元（USD）" }
    cny { en: "Chinese yuan (CNY)", zh: "人民币（CNY）" }
    eur { en: "Euro (EUR)", zh: "欧元（EUR）" }
    gbp { en: "Pound sterling (GBP)", zh: "英镑（GBP）" }
    jpy { en: "Japanese yen (JPY)", zh: "日元（JPY）" }
    krw { en: "South Korean won (KRW)", zh: "韩元（KRW）" }
    inr { en: "Indian rupee (INR)", zh: "印度卢比（INR）" }
    twd { en: "New Taiwan dollar (TWD)", zh: "新台币（TWD）" }
    hkd { en: "Hong Kong dollar (HKD)", zh: "港元（HKD）" }
    sgd { en: "Singapore dollar (SGD)", zh: "新加坡元（SGD）" }
    cad { en: "Canadian dollar (CAD)", zh: "加元（CAD）" }
    aud { en: "Australian dollar (AUD)", zh: "澳元（AUD）" }
    chf { en: "Swiss franc (CHF)", zh: "瑞士法郎（CHF）" }
}

/// A kind of case, as a choice.
#[must_use]
pub fn case_of(style: CaseStyle, locale: Locale) -> &'static str {
    match style {
        CaseStyle::Small => locale.pick("small, up to 30 liters", "小型，30 升以内"),
        CaseStyle::Silenced => locale.pick("quiet, panels damp sound", "静音，带隔音板"),
    }
}
