//! Texts of the page that puts machines side by side.

messages! {
    title { en: "Compare machines", zh: "比较机器" }
    description {
        en: "Two to six machines or cards side by side for one training run: what fits, how fast, at what price and energy.",
        zh: "为同一训练任务并排比较两到六台机器或显卡：是否放得下、速度、价格与能耗。",
    }
    heading(model) { en: "Machines for {model}", zh: "{model} 的机器比较" }
    about {
        en: "One job, two to six machines, each answered as the planner answers it. What the job leaves open is decided for each machine; the settings below say how.",
        zh: "同一任务，两到六台机器，每台的结果与规划器相同。任务未指定的设置按各机器分别决定，见下方设置。",
    }
    suggested {
        en: "Only one machine was named, so the next slower, faster and larger cards stand beside it.",
        zh: "只给出了一台机器，因此并列了更慢、更快和显存更大的相邻显卡。",
    }

    run_title { en: "Compare how a model runs", zh: "比较模型运行" }
    run_description {
        en: "Two to six cards or settings side by side for running one model: users, tokens per second, first token, price and energy.",
        zh: "并排比较运行同一模型的两到六种显卡或设置：用户数、每秒 token 数、首个 token、价格与能耗。",
    }
    run_heading(model) { en: "How {model} runs, side by side", zh: "{model} 运行情况并排比较" }
    run_about {
        en: "One question, two to six machines, each answered as its own page answers it; engine and format that you leave open are chosen for each.",
        zh: "同一问题，两到六台机器，每台的结果与其单独页面相同；未指定的引擎和格式按各机器分别选择。",
    }
    run_suggested {
        en: "Only one card was named, so the next slower, faster and larger cards stand beside it.",
        zh: "只给出了一种显卡，因此并列了更慢、更快和显存更大的相邻显卡。",
    }
    run_group { en: "Running the model", zh: "运行模型" }
    run_way { en: "Engine and weights", zh: "引擎与权重" }
    run_change { en: "Add a card or leave one out", zh: "添加或移除显卡" }
    run_best_about {
        en: "A machine on which the model does not run is best in nothing; a price with unknown parts is not compared.",
        zh: "无法运行该模型的机器不参与比较；含未知价格的机器不参与价格比较。",
    }
    run_open(name) { en: "How it runs on {name}", zh: "{name} 上的运行情况" }
    change { en: "Change the job or the machines", zh: "修改任务或机器" }
    job { en: "Job", zh: "任务" }
    machines { en: "Machines", zh: "机器" }
    first { en: "Machine 1: GPU", zh: "机器 1：GPU" }
    choose { en: "Choose a GPU", zh: "选择 GPU" }
    keep { en: "Further machines, ticked to keep", zh: "其他机器（勾选保留）" }
    add { en: "Add a GPU", zh: "添加 GPU" }
    add_none { en: "None", zh: "不添加" }
    add_count { en: "How many of it", zh: "数量" }
    add_plan { en: "Or add a plan: its address in the planner", zh: "或添加方案：其在规划器中的地址" }
    submit { en: "Compare", zh: "比较" }
    open_fields { en: "Empty: decided for each machine.", zh: "留空则按各机器分别决定。" }

    machine_number(number, name) { en: "Machine {number} ({name})", zh: "机器 {number}（{name}）" }
    use_nearest(id) { en: "Use {id}", zh: "改用 {id}" }
    plan_unreadable {
        en: "is no address of a plan; paste one that has its settings after a question mark",
        zh: "不是方案地址；请粘贴问号后带有设置的地址",
    }
    what_works { en: "The machines that can be answered are shown.", zh: "以下显示可以计算的机器。" }

    side_by_side { en: "Side by side", zh: "并排比较" }
    all_rows { en: "All rows", zh: "全部行" }
    differences_only { en: "Differences only", zh: "仅看差异" }
    rows { en: "Rows", zh: "显示行" }
    no_differences { en: "The machines do not differ in anything.", zh: "这些机器没有任何差异。" }
    measure { en: "Measure", zh: "指标" }
    best { en: "best", zh: "最佳" }
    best_about {
        en: "A machine that cannot hold the run is best in nothing but the largest batch; a price with unknown parts is not compared.",
        zh: "放不下此任务的机器只参与最大批次的比较；含未知价格的机器不参与价格比较。",
    }
    open { en: "Plan", zh: "方案" }
    open_of(name) { en: "Open {name} in the planner", zh: "在规划器中打开 {name}" }
    remove { en: "Remove", zh: "移除" }
    remove_of(name) { en: "Remove {name}", zh: "移除 {name}" }

    group_run { en: "The run", zh: "训练" }
    group_cost { en: "Price and energy", zh: "价格与能耗" }
    group_settings { en: "Machine and settings", zh: "机器与设置" }
    group_notes { en: "Good to know", zh: "须知" }
    run_notes { en: "On the run", zh: "关于训练" }
    order_notes { en: "On an order", zh: "关于配置" }
    headroom { en: "Free VRAM", zh: "剩余显存" }
    of_capacity(capacity, system) { en: "of {capacity}{system}", zh: "共 {capacity}{system}" }
    missing(amount) { en: "{amount} missing", zh: "缺 {amount}" }
    largest_batch { en: "Largest batch per GPU", zh: "每卡最大批次" }
    ram { en: "RAM needed", zh: "所需内存" }
    ram_kits(installed, recommended) { en: "{installed} installed, {recommended} recommended", zh: "已装 {installed}，建议 {recommended}" }
    step_samples(samples) { en: "samples: {samples}", zh: "样本数：{samples}" }
    bound { en: "Bound by", zh: "瓶颈" }
    price { en: "Price", zh: "价格" }
    price_unknown { en: "not known", zh: "未知" }
    price_as_of(month) { en: "oldest price of {month}", zh: "最早价格日期 {month}" }
    epoch_energy { en: "Energy of an epoch", zh: "每轮能耗" }
    run_energy { en: "Energy of the run", zh: "整个训练能耗" }
    shared_notes { en: "True of all of them", zh: "各机器共有的提示" }

    times { en: "Time of an epoch", zh: "每轮用时" }
    times_about { en: "Shorter is better; the line under a bar is the expected range.", zh: "越短越好；条形下方的线为预计范围。" }
    memory { en: "VRAM of a GPU", zh: "单卡显存（VRAM）" }
    memory_about { en: "Process and system by part against the card's capacity, the upright line.", zh: "进程与系统占用的组成；竖线为显卡容量。" }
    rest { en: "Allocator, driver and system", zh: "分配器、驱动与系统" }
    prices { en: "Price against time of an epoch", zh: "价格与每轮用时" }
    prices_about(count) {
        en: "{count} machines by their numbers, price to the right and time of an epoch upward, both on logarithmic axes; lower left is better.",
        zh: "{count} 台机器（以编号表示），横轴为价格，纵轴为每轮用时，均为对数坐标；左下更优。",
    }
    prices_none { en: "Fewer than two machines have a known price and hold the run, so there is no picture.", zh: "价格已知且能运行任务的机器不足两台，因此没有图。" }
    not_drawn { en: "Not in the picture", zh: "未画出" }
    no_price(name) { en: "{name}: price not known in full", zh: "{name}：价格不完整" }
    does_not_hold(name) { en: "{name}: does not hold the run", zh: "{name}：无法运行此任务" }
    does_not_hold_short { en: "does not hold the run", zh: "无法运行此任务" }
    axis_price(currency) { en: "price, {currency}", zh: "价格，{currency}" }
    axis_time { en: "epoch", zh: "每轮用时" }
    picture_table { en: "Table of the pictures", zh: "图中数据" }
    machine { en: "Machine", zh: "机器" }
    range { en: "Expected range", zh: "预计范围" }
    call { en: "The same by API", zh: "通过 API 获取相同结果" }
    syntax {
        en: "Each \"with\" in the address is one more machine: pairs name:value with commas between them, under the planner's names, laid over the job; a card's id alone in front will do, and an empty value leaves a field open.",
        zh: "地址中的每个 with 代表一台机器：以逗号分隔的 name:value，名称与规划器相同，叠加在任务之上；开头可只写显卡编号，值留空表示不指定该字段。",
    }
}
