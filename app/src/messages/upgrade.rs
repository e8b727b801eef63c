//! Texts of the page that says what to add to a machine that is there.

messages! {
    title { en: "Upgrade the machine that I have", zh: "升级现有机器" }
    heading(plan) { en: "Upgrades: {plan}", zh: "升级：{plan}" }
    description {
        en: "More memory, a second card, another card, a faster drive: what each change of your machine gains for a training run, what it costs, and what else it needs.",
        zh: "加内存、加一块显卡、换显卡、换更快的硬盘：每项改动能让训练快多少、花多少钱、还要换什么。",
    }
    about {
        en: "Each change is estimated for this run on this machine. Its price counts only the parts that you do not have. Each one costs more than the one above it and gains more.",
        zh: "每项改动都按此任务在此机器上重新计算，只计入尚缺部件的价格。越靠下花费越多，收益也越大。",
    }
    machine { en: "The machine that is there", zh: "现有机器" }
    read { en: "Read it from the output of its own programs", zh: "从机器自带程序的输出中读取" }
    run { en: "The run", zh: "任务" }
    money { en: "Money", zh: "费用" }
    gpu { en: "GPU", zh: "显卡" }
    gpus { en: "GPUs", zh: "显卡数量" }
    cpu { en: "CPU", zh: "处理器" }
    ram { en: "Memory (RAM), GiB", zh: "内存（RAM），GiB" }
    storage { en: "Data drive", zh: "数据盘" }
    board { en: "Board", zh: "主板" }
    cooler { en: "CPU cooler", zh: "CPU 散热器" }
    psu { en: "Power supply", zh: "电源" }
    case { en: "Case", zh: "机箱" }
    counted_with(part) { en: "not known, counted with {part}", zh: "未知，按 {part} 计算" }
    not_known { en: "not known", zh: "未知" }
    model { en: "Model", zh: "模型" }
    spend(currency) { en: "To spend at most, {currency}", zh: "最多花费，{currency}" }
    sells(currency) { en: "Your card sells for, {currency}", zh: "旧显卡可卖，{currency}" }
    most { en: "To spend at most", zh: "最多花费" }
    brings { en: "What your card sells for", zh: "旧显卡售价" }
    sells_open { en: "not sold", zh: "不出售" }
    money_about {
        en: "What your card sells for goes off the price of each change that puts another in its place. Nothing is assumed: left empty, nothing is sold.",
        zh: "旧卡售价会从换卡方案的价格中扣除。不作任何假定：留空即不出售。",
    }
    find { en: "Find upgrades", zh: "查找升级方案" }
    answer { en: "What to add, by price", zh: "升级方案（按价格排列）" }
    mend_first { en: "Before anything else, this machine has a fault:", zh: "首先，这台机器本身有问题：" }
    now(epoch) { en: "As it is, an epoch takes {epoch}.", zh: "目前每轮用时 {epoch}。" }
    now_not { en: "As it is, this run does not fit the machine.", zh: "目前这台机器无法运行此任务。" }
    best { en: "best value", zh: "性价比最高" }
    gains(before, after, share) { en: "an epoch takes {after} instead of {before}, {share} less", zh: "每轮由 {before}缩短到 {after}，少 {share}" }
    holds(after) { en: "the run fits: an epoch takes {after}", zh: "任务可以运行：每轮用时 {after}" }
    nothing_to_pay { en: "nothing to pay", zh: "无需花费" }
    over(amount) { en: "{amount} left over", zh: "结余 {amount}" }
    gross(amount) { en: "{amount} before the sale", zh: "出售前 {amount}" }
    comes(parts) { en: "Comes with it: {parts}", zh: "同时需要：{parts}" }
    goes(parts) { en: "Replaced: {parts}", zh: "换下：{parts}" }
    sold_for(part, amount) { en: "{part}, sold for {amount}", zh: "{part}，售得 {amount}" }
    part_for(part, amount) { en: "{part} ({amount})", zh: "{part}（{amount}）" }
    plan { en: "Plan with it", zh: "按此规划" }
    parts { en: "Its parts and prices", zh: "部件与价格" }
    whole { en: "Find a whole machine for this run instead", zh: "改为选购整机" }
    mend(goes, comes) {
        en: "To be replaced before anything else, as this machine does not work with it: {goes}. In its place: {comes}.",
        zh: "首先需要更换：{goes} 不能满足这台机器的需要，请换成 {comes}。",
    }
    mend_with(comes) { en: "To be added before anything else: {comes}.", zh: "首先需要添加：{comes}。" }
    same_maker {
        en: "Cards are those of the same maker, as others need other software.",
        zh: "只列同一厂商的显卡，换厂商需更换软件环境。",
    }
    soldered {
        en: "The graphics of this computer are soldered in, and so is the memory that they use: they cannot be upgraded. What settings gain is above; more than that takes another machine.",
        zh: "这台电脑的图形处理器及其内存是焊接的，无法升级。上面是不花钱的设置所能带来的提升；要更快只能换机器。",
    }
    vram(before, after) { en: "VRAM {before} → {after} GB", zh: "显存 {before} → {after} GB" }
    batch(before, after) { en: "batch {before} → {after}", zh: "批大小 {before} → {after}" }
    up_to(amount) { en: "Changes up to {amount} are looked at.", zh: "查看花费不超过 {amount} 的改动。" }
    more_memory { en: "More memory", zh: "加内存" }
    other_drive { en: "Another drive", zh: "换硬盘" }
    other_cpu { en: "Another processor", zh: "换处理器" }
    other_card { en: "Another card", zh: "换显卡" }
    more_cards { en: "More cards", zh: "加显卡" }
    home { en: "What to upgrade in a machine that I have", zh: "现有机器该升级什么" }
    link { en: "What to upgrade in this machine", zh: "这台机器该升级什么" }
    all { en: "All changes by price, and what else each needs", zh: "按价格查看所有升级方案及其附带改动" }
}
