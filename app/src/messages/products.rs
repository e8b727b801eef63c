//! Texts of the catalog's pages: lists, cards and models.

messages! {
    show { en: "Show", zh: "显示" }
    any { en: "Any", zh: "不限" }
    filter { en: "Choose and sort", zh: "筛选与排序" }
    vendor { en: "Vendor", zh: "厂商" }
    segment { en: "Made for", zh: "面向" }
    consumer { en: "Desktops", zh: "台式机" }
    workstation { en: "Workstations", zh: "工作站" }
    datacenter { en: "Servers", zh: "服务器" }
    unified { en: "Memory shared with the processor", zh: "与处理器共享内存" }
    laptop { en: "Laptops", zh: "笔记本电脑" }
    memory_at_least { en: "Memory at least", zh: "显存不少于" }
    sort { en: "Sort by", zh: "排序" }
    by_name { en: "Name", zh: "名称" }
    by_memory { en: "Memory", zh: "显存" }
    by_bandwidth { en: "Bandwidth", zh: "带宽" }
    by_rate { en: "16-bit rate", zh: "16 位算力" }
    by_price { en: "Price", zh: "价格" }
    by_parameters { en: "Parameters", zh: "参数量" }
    family { en: "Family", zh: "类别" }
    shown(shown, all) { en: "{shown} of {all}", zh: "显示 {shown} 项，共 {all} 项" }
    none_left { en: "Nothing in the catalog is like this; drop a word or one of the choices.", zh: "目录中没有符合条件的项；请去掉一个词或放宽一个条件。" }
    search { en: "Search", zh: "搜索" }
    search_gpus_hint { en: "Name, maker, architecture, memory: 4090, NVIDIA 24 GB, Ada", zh: "名称、厂商、架构、显存，例如 4090、英伟达 24 GB、Ada" }
    search_models_hint { en: "Name, family, parameters, repository: Llama 8B, SDXL, ResNet 50", zh: "名称、类别、参数量、仓库名，例如 Llama 8B、SDXL、ResNet 50" }
    matches_found { en: "{} found", zh: "找到 {} 项" }
    matches_none { en: "Nothing in the list has these words", zh: "列表中没有包含这些词的项" }
    matches_nearest { en: "Nothing is called that; nearest:", zh: "没有这个名称，最接近的是：" }
    matches_refused { en: "This is none of the list: choose one of its items.", zh: "列表中没有这一项：请从列表中选择。" }
    matches_own { en: "Read a model of your own from its config.json", zh: "用 config.json 读取自己的模型" }
    by_match { en: "Best match", zh: "匹配程度" }
    found_by(reasons) { en: "found by {reasons}", zh: "按{reasons}找到" }
    not_understood(names) { en: "Not understood and left out: {names}", zh: "无法识别，已忽略：{names}" }
    unknown { en: "unknown", zh: "未知" }
    price { en: "Price", zh: "价格" }
    price_of_board(devices) { en: "for the board with {devices} devices", zh: "整板价格，含 {devices} 个设备" }
    all_gpus { en: "All GPUs", zh: "全部 GPU" }
    all_models { en: "All models", zh: "全部模型" }

    plan_on_it { en: "Plan a run on it", zh: "用它规划训练" }
    plan_it { en: "Plan a run of it", zh: "规划它的训练" }
    machine_for_it { en: "Which machine trains it?", zh: "什么机器能训练它？" }
    as_json { en: "As JSON", zh: "JSON 数据" }
    gpu_description(name, memory) {
        en: "{name}: {memory} of memory, rates with source and evidence, and what it trains.",
        zh: "{name}：显存 {memory}，各项数据的来源与依据，以及它能训练什么。",
    }
    model_description(name, parameters) {
        en: "{name}: {parameters} parameters, hyper-parameters with source, and what training takes on known cards.",
        zh: "{name}：{parameters} 个参数，超参数及来源，以及在常见显卡上训练的需求。",
    }
    capacity_measured(box_gb, gib, mib) {
        en: "{box_gb} GB on the box; {gib} GiB of capacity ({mib} MiB, read off a driver).",
        zh: "标称 {box_gb} GB；容量 {gib} GiB（{mib} MiB，取自驱动程序读数）。",
    }
    capacity_nominal(box_gb, gib, mib) {
        en: "{box_gb} GB on the box; no driver reading is known, so {gib} GiB ({mib} MiB, nominal) is planned with.",
        zh: "标称 {box_gb} GB；没有已知的驱动读数，按标称 {gib} GiB（{mib} MiB）规划。",
    }
    low_confidence {
        en: "The sources on this card are thin or contradict each other; take its figures as a first guess.",
        zh: "该卡的资料很少或互相矛盾，数据仅供初步参考。",
    }

    figures { en: "Figures", zh: "数据" }
    figure { en: "Figure", zh: "项目" }
    value { en: "Value", zh: "数值" }
    evidence { en: "Evidence and confidence", zh: "依据与可信度" }
    source { en: "Source", zh: "来源" }
    sources { en: "Sources", zh: "来源" }
    box_memory { en: "Memory on the box", zh: "标称显存" }
    memory_bandwidth { en: "Memory bandwidth", zh: "显存带宽" }
    last_cache { en: "Last cache before the memory", zh: "末级缓存" }
    fp32_rate { en: "FP32 rate", zh: "FP32 算力" }
    tf32_rate { en: "TF32 tensor rate, dense", zh: "TF32 张量算力（稠密）" }
    fp16_rate { en: "FP16 tensor rate, dense", zh: "FP16 张量算力（稠密）" }
    bf16_rate { en: "BF16 tensor rate, dense", zh: "BF16 张量算力（稠密）" }
    compute_capability { en: "CUDA compute capability", zh: "CUDA 计算能力" }
    host_link { en: "Link to the host", zh: "主机连接" }
    card_link { en: "Link to other cards, per direction", zh: "卡间连接（单向）" }
    to_one_card { en: "between two cards", zh: "两卡之间" }
    to_bridged_cards(cards) { en: "between up to {cards} cards, by a bridge", zh: "经桥接器，最多 {cards} 卡之间" }
    to_all_cards { en: "between all cards of the node", zh: "节点内全部卡之间" }
    no_link { en: "none; cards talk over PCI Express", zh: "无；经 PCI Express 通信" }
    board_power { en: "Board power", zh: "整板功耗" }
    share_of_board(devices) { en: "this device's share of a board with {devices}", zh: "含 {devices} 个设备的板卡中该设备的份额" }
    launch { en: "Launch", zh: "发布" }
    not_there { en: "the card has none", zh: "该卡没有" }
    read_off_driver { en: "read off a driver", zh: "取自驱动程序读数" }
    nominal_figure { en: "nominal", zh: "标称" }
    vendor_figure { en: "vendor's figure", zh: "厂商数据" }
    opened { en: "read in the source", zh: "已查阅来源" }
    derived { en: "derived: units x clock x rate of a unit", zh: "推算：单元数 x 频率 x 单元速率" }
    recalled { en: "vendor figure, unverified", zh: "厂商数据，未核实" }
    mounted { en: "Form", zh: "形态" }
    form_card { en: "card for a PCI Express slot", zh: "PCI Express 插卡" }
    form_sxm { en: "module (SXM) on a server's baseboard", zh: "服务器基板模块（SXM）" }
    form_oam { en: "module (OAM or alike) on a server's baseboard", zh: "服务器基板模块（OAM 或同类）" }
    form_superchip { en: "package with its processor, sold as a node", zh: "与处理器同封装，按整机出售" }
    form_computer { en: "part of a computer", zh: "整机的一部分" }
    cooling { en: "Cooling", zh: "散热" }
    cooled_by_fans { en: "its own fans; the warm air stays in the case", zh: "自带风扇，热风留在机箱内" }
    cooled_by_blower { en: "its own blower, out at the back", zh: "自带涡轮风扇，从尾部排出" }
    cooled_by_chassis { en: "passive: needs a server's fans", zh: "被动散热：需要服务器风扇" }
    cooled_by_server { en: "by the server that it is part of", zh: "由所在服务器散热" }
    size { en: "Size", zh: "尺寸" }
    slots(slots) { en: "{slots} slots", zh: "{slots} 槽" }
    partner_cards(median, longest, slots) {
        en: "partners' cards: median {median} mm, up to {longest} mm and {slots} slots",
        zh: "合作厂商卡：长度中位数 {median} mm，最长 {longest} mm，最厚 {slots} 槽",
    }
    connectors { en: "Power connectors", zh: "供电接口" }
    recommended_supply { en: "Recommended power supply", zh: "建议电源" }
    launch_price { en: "Price at launch", zh: "首发价" }
    prices { en: "Prices of the past", zh: "历史价格" }
    older_prices { en: "Older prices", zh: "较早的价格" }
    rented { en: "Rented, on demand", zh: "按需租用" }
    per_hour { en: "An hour of the machine", zh: "整机每小时" }
    what { en: "Date or offer", zh: "日期或产品" }
    above(price) { en: "above {price}", zh: "高于 {price}" }
    below(price) { en: "below {price}", zh: "低于 {price}" }
    cards(count) { en: "{count} × GPU", zh: "{count} × GPU" }
    undated { en: "no date", zh: "无日期" }
    each_card(price) { en: "{price} a GPU", zh: "每 GPU {price}" }
    history { en: "history, not an offer", zh: "历史价格，非报价" }
    confidence_of(word) { en: "confidence {word}", zh: "可信度{word}" }

    trains { en: "What it trains", zh: "能训练什么" }
    trains_about {
        en: "Worked out now by the engine: one card, the planner's defaults, language models with activation checkpointing. Each row opens as a plan.",
        zh: "由引擎即时计算：单卡、规划器默认设置，语言模型启用激活检查点（activation checkpointing）。每行都可打开为方案。",
    }
    model { en: "Model", zh: "模型" }
    gpu { en: "GPU", zh: "GPU" }
    method { en: "Method", zh: "方法" }
    verdict { en: "Verdict", zh: "结论" }
    largest_batch { en: "Largest batch per GPU", zh: "每卡最大批次" }
    samples { en: "Samples", zh: "样本速率" }
    near { en: "Cards near it", zh: "相近的显卡" }
    near_about { en: "The same memory on the box, nearest in bandwidth first.", zh: "标称显存相同，按带宽接近程度排列。" }
    near_about_other { en: "No other card has the same memory on the box; these are nearest.", zh: "没有标称显存相同的其他显卡；以下最为接近。" }

    compare { en: "Compare the nearest side by side", zh: "并排比较最相近的显卡" }

    parameters_by_kind { en: "Parameters", zh: "参数" }
    of_kind { en: "Kind", zh: "种类" }
    count { en: "Count", zh: "数量" }
    share { en: "Share", zh: "占比" }
    hardly_any { en: "< 0.1%", zh: "< 0.1%" }
    all_parameters { en: "All", zh: "合计" }
    matrices { en: "Matrices and convolutions", zh: "矩阵与卷积核" }
    tables { en: "Embedding tables", zh: "嵌入表" }
    vectors { en: "Norms and biases", zh: "归一化与偏置" }
    in_blocks { en: "Of these, in repeated blocks", zh: "其中位于重复块" }
    trainable_with(method) { en: "Trained by {method}", zh: "{method}训练的参数" }
    weights { en: "Weights in memory", zh: "权重大小" }
    precision { en: "Precision", zh: "精度" }
    memory { en: "Memory", zh: "大小" }
    bits_32 { en: "32 bits (FP32, TF32, mixed precision)", zh: "32 位（FP32、TF32、混合精度）" }
    bits_16 { en: "16 bits (BF16, FP16)", zh: "16 位（BF16、FP16）" }
    bits_8 { en: "8 bits (LLM.int8, as PEFT prepares it)", zh: "8 位（LLM.int8，按 PEFT 的处理）" }
    bits_4 { en: "4 bits (NF4, as PEFT prepares it)", zh: "4 位（NF4，按 PEFT 的处理）" }
    hyper_parameters { en: "Hyper-parameters", zh: "超参数" }
    hyper_about { en: "Under the names of the published configuration.", zh: "采用公开配置中的名称。" }
    loaded_as { en: "Loaded as", zh: "加载名称" }
    trained_as { en: "Trained from", zh: "训练所用权重" }
    defaults { en: "Data by default", zh: "默认数据" }
    default_images(side) { en: "Images of {side} × {side} pixels", zh: "{side} × {side} 像素的图像" }
    default_latents(side) { en: "Latents of pictures of {side} × {side} pixels", zh: "{side} × {side} 像素图片的潜变量" }
    default_texts(tokens) { en: "Texts of {tokens} tokens", zh: "{tokens} 个 token 的文本" }
    default_pictures(tokens, size) {
        en: "A picture of {size} and words, {tokens} tokens in all; the tower that reads it is frozen",
        zh: "一张 {size} 的图片与文字，共 {tokens} 个 token；读取图片的视觉塔冻结"
    }
    default_clips(tokens) { en: "Clips of speech of up to 30 seconds, texts of {tokens} tokens", zh: "30 秒以内的语音片段，文本 {tokens} 个 token" }
    default_classes(classes) { en: "{classes} classes", zh: "{classes} 个类别" }
    takes { en: "What training takes", zh: "训练需要什么" }
    takes_about {
        en: "Worked out now by the engine: one card of each kind, the planner's defaults, language models with activation checkpointing. Each row opens as a plan.",
        zh: "由引擎即时计算：每种一张卡、规划器默认设置，语言模型启用激活检查点（activation checkpointing）。每行都可打开为方案。",
    }

    no_such_gpu { en: "No such GPU in the catalog", zh: "目录中没有这款 GPU" }
    no_such_model { en: "No such model in the catalog", zh: "目录中没有这个模型" }
    not_listed(id) { en: "The catalog does not list \"{id}\".", zh: "目录中没有“{id}”。" }
    was_listed(id, reason) { en: "The catalog no longer lists \"{id}\": {reason}.", zh: "目录已不再收录“{id}”：{reason}。" }
    nearest { en: "The nearest that it lists:", zh: "目录中最接近的项：" }
    own_figures { en: "The planner also takes a card by its own figures.", zh: "规划器也可以按自定义数据规划显卡。" }

    missing_title { en: "Part of this plan is no longer in the catalog", zh: "此方案的部分内容已不在目录中" }
    missing_about {
        en: "The plan is shown as it was stored. It cannot be worked out anew until the part is replaced.",
        zh: "此处按保存时的内容显示方案。替换该部分后才能重新计算。",
    }
    take_instead(name) { en: "Open with {name} instead", zh: "改用 {name} 打开" }
}
