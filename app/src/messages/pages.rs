//! Texts of the pages around the planner.

messages! {
    skip { en: "Skip to content", zh: "跳到正文" }
    nav { en: "Main", zh: "主导航" }
    nav_plan { en: "Planner", zh: "规划器" }
    nav_gpus { en: "GPUs", zh: "GPU" }
    nav_models { en: "Models", zh: "模型" }
    nav_data { en: "Data and sources", zh: "数据与来源" }
    nav_api { en: "API", zh: "API 文档" }
    footer {
        en: "Estimates from the tensors up. Nothing is stored until you create a link.",
        zh: "逐张量估算。不创建链接，就不保存任何内容。",
    }

    home_title { en: "What does your model need?", zh: "你的模型需要什么硬件？" }
    home_sentence {
        en: "To train or to run: Rigwise plays your model tensor by tensor and tells what the card, the memory and the disk must hold, how fast it goes, and what to change when it does not fit.",
        zh: "无论训练还是推理：Rigwise 对模型逐个张量推演，给出显存、内存和硬盘各需多少、速度多快，以及放不下时该怎么改。",
    }
    home_description {
        en: "VRAM, RAM, batch size, users and speed of AI models that you train or run, each number with its reason.",
        zh: "训练或运行 AI 模型所需的显存、内存、批次大小、用户数与速度，每个数字都有依据。",
    }
    door_fit { en: "Does it fit?", zh: "放得下吗？" }
    door_fit_about { en: "The machine is known. See what fills its memory, the largest batch and the narrowest stage.", zh: "已有机器：查看显存由什么占用、最大批次和瓶颈。" }
    door_need { en: "What do I need?", zh: "我需要什么？" }
    door_need_about { en: "The workload is known, and a budget or a deadline. See machines with parts, dated prices and the settings to run.", zh: "已知任务以及预算或期限：查看机器、部件、带日期的价格和运行设置。" }
    ask_train { en: "I want to train", zh: "我要训练" }
    ask_on { en: "on a machine with", zh: "所用显卡" }
    ask_budget { en: "on a machine for at most, USD", zh: "整机预算上限，美元" }
    ask_fit { en: "Does it fit?", zh: "放得下吗？" }
    ask_need { en: "What should I buy?", zh: "应该买什么？" }
    ask_example(plan) { en: "The answer for {plan}", zh: "{plan} 的结论" }
    shown { en: "What it works out", zh: "它能算出什么" }
    shown_step { en: "What fills the card at each moment of a step, tensor by tensor", zh: "一步训练中每个时刻显存由什么占用，逐张量推演" }
    shown_machine { en: "The machine around the card, part by part, with dated prices", zh: "以显卡为核心的整机清单，每件注明价格和日期" }
    shown_accuracy { en: "How close the estimates come to what others have measured", zh: "估算与他人实测结果的接近程度" }
    presets { en: "Start from a known run", zh: "从常见任务开始" }
    preset_classify { en: "Image classification, FP16 mixed precision", zh: "图像分类，FP16 混合精度" }
    preset_text { en: "Text classification, 128 tokens", zh: "文本分类，128 token" }
    preset_qlora { en: "Fine-tuning in 24 GB, 4-bit weights", zh: "24 GB 显存微调，4 位权重" }
    preset_diffusion { en: "A style or a subject, latents cached", zh: "风格或主体微调，缓存潜变量" }
    preset_lora { en: "A larger model on one 48 GB card", zh: "单张 48 GB 卡微调较大模型" }
    preset_full { en: "Every weight, sharded over a node", zh: "全量训练，分片到整台机器" }
    promise_why { en: "Every number says why", zh: "每个数字都有依据" }
    promise_why_about { en: "Formula, this plan's values, source.", zh: "公式、代入的数值、来源。" }
    promise_live { en: "Answers as you type", zh: "边输入边出结果" }
    promise_live_about { en: "The engine runs in your browser; without scripts the server answers the same.", zh: "引擎在浏览器中运行；禁用脚本时由服务器给出相同结果。" }
    promise_api { en: "The same by API", zh: "API 结果相同" }
    promise_api_about { en: "Each plan shows the call that gives its figures as JSON.", zh: "每个方案都给出返回同样数值的 API 调用。" }

    plan_title { en: "Planner", zh: "规划器" }
    shared_title { en: "Shared plan", zh: "分享的方案" }
    shared_untitled { en: "A plan", zh: "一个方案" }
    shared_made_with(engine, catalog) { en: "Made with engine {engine}, catalog {catalog}", zh: "由引擎 {engine}、目录 {catalog} 生成" }
    shared_copy { en: "Copy and edit", zh: "复制并编辑" }
    shared_print_hint { en: "Prints on A4 with patterns instead of colors.", zh: "可打印为 A4，以图案代替颜色。" }
    shared_stored { en: "As stored", zh: "保存时" }
    shared_unreadable { en: "This engine can no longer read the plan in full; the fields below were left out.", zh: "当前引擎无法完整读取此方案；以下字段已忽略。" }
    shared_settings { en: "Settings", zh: "设置" }
    field { en: "Field", zh: "字段" }
    value { en: "Value", zh: "值" }
    chosen_by_advisor { en: "chosen by the advisor", zh: "自动选择" }

    gone_title { en: "This plan was revoked", zh: "此方案已被撤销" }
    gone_about { en: "Whoever created the link has taken it back.", zh: "链接的创建者已将其撤回。" }
    expired_title { en: "This plan has expired", zh: "此方案已过期" }
    expired_about { en: "Its owner let the link work until a day that has passed.", zh: "链接只在创建者设定的日期之前有效，该日期已过。" }
    no_plan_title { en: "No plan has this link", zh: "没有此链接对应的方案" }
    no_plan_about {
        en: "The link is mistyped or cut off, or its plan never existed. Plans that were revoked or have expired say so.",
        zh: "链接有误或不完整，或该方案从未存在。已撤销或过期的方案会另行说明。",
    }
    not_found_title { en: "Nothing is here", zh: "页面不存在" }
    not_found_about { en: "The address is mistyped.", zh: "请检查网址，或从首页查找。" }
    to_planner { en: "Open the planner", zh: "打开规划器" }
    to_home { en: "To the start page", zh: "回到首页" }

    gpus_title { en: "GPUs in the catalog", zh: "目录中的 GPU" }
    gpus_about {
        en: "Capacities are what the driver reports where a reading is known; tensor rates are dense.",
        zh: "容量尽可能取驱动程序读数；张量算力为稠密值。",
    }
    gpu { en: "GPU", zh: "GPU" }
    bandwidth { en: "Bandwidth", zh: "带宽" }
    tensor_rate { en: "16-bit TFLOP/s", zh: "16 位 TFLOP/s" }
    confidence { en: "Confidence", zh: "可信度" }
    high { en: "high", zh: "高" }
    medium { en: "medium", zh: "中" }
    low { en: "low", zh: "低" }
    nominal { en: "nominal", zh: "标称" }
    models_title { en: "Models in the catalog", zh: "目录中的模型" }
    models_about { en: "Built operator by operator; parameter counts are exact.", zh: "逐算子构建；参数量为精确值。" }
    model { en: "Model", zh: "模型" }
    family { en: "Family", zh: "类别" }
    parameters { en: "Parameters", zh: "参数量" }

    data_title { en: "Data and sources", zh: "数据与来源" }
    data_about {
        en: "Every figure of the catalog has a source and a degree of trust. Prices are history with their date, never offers.",
        zh: "目录中的每个数字都有来源和可信度。价格是带日期的历史记录，而非报价。",
    }
    data_counts(gpus, cpus, drives, kits, models) {
        en: "{gpus} GPUs, {cpus} CPUs, {drives} drives, {kits} memory kits, {models} models.",
        zh: "{gpus} 款 GPU、{cpus} 款 CPU、{drives} 款硬盘、{kits} 种内存套装、{models} 个模型。",
    }
    data_collections { en: "Collections used", zh: "所用数据集" }
    data_engine { en: "How the figures are made", zh: "数值如何得出" }
    data_engine_about {
        en: "A model is a graph of operators with tensor shapes. One training step is played over it, tracking which bytes are alive; time follows from each operator's arithmetic and traffic against the card's rates. Formulas and their sources stand behind every \"why\".",
        zh: "模型是带张量形状的算子图。对其推演一步训练并跟踪存活字节；时间由每个算子的计算量和访存量与显卡速率得出。公式及其来源见每处“依据”。",
    }
    data_privacy { en: "What is kept", zh: "保存什么" }
    data_privacy_about {
        en: "The planner sends nothing while you type but the settings that its advice needs; a plan is stored only when you create a link.",
        zh: "输入时只发送生成建议所需的设置；仅在您创建链接时保存方案。",
    }
    data_privacy_more { en: "What is stored, for how long, and how to remove it", zh: "保存什么、保存多久、如何删除" }
    nav_privacy { en: "Privacy", zh: "隐私" }
    nav_plans { en: "My plans", zh: "我的方案" }
    data_license { en: "License", zh: "许可" }
    data_used_for { en: "Used for", zh: "用途" }
}

/// A language by its own name.
#[must_use]
pub const fn language_name(locale: crate::locale::Locale) -> &'static str {
    match locale {
        crate::locale::Locale::En => "English",
        crate::locale::Locale::Zh => "中文",
    }
}
