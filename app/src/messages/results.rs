//! Texts of the answer.

use crate::locale::Locale;

messages! {
    verdict { en: "Verdict", zh: "结论" }
    verdict_fits { en: "Fits", zh: "放得下" }
    verdict_tight { en: "Tight", zh: "勉强放下" }
    verdict_short { en: "Does not fit", zh: "放不下" }
    verdict_not_modeled { en: "Not modelled", zh: "未建模" }
    bound { en: "Lower bound of VRAM", zh: "显存下界" }
    bound_line(amount, capacity) {
        en: "at least {amount} of {capacity} GiB VRAM; what comes on top is not modelled",
        zh: "显存至少 {amount} / {capacity} GiB；其余部分未建模",
    }
    bound_nothing_more(framework) {
        en: "Memory and time of {framework} are not modelled: there is no largest batch, RAM, speed or advice for it.",
        zh: "{framework} 的显存与用时未建模：没有最大批次、内存、速度或建议。",
    }
    bound_total { en: "Sure, all in all", zh: "确定占用合计" }
    bound_in_pytorch { en: "The same plan in PyTorch, answered in full", zh: "同一方案改用 PyTorch 的完整结果" }
    bound_earlier(framework) {
        en: "An earlier version answered this plan for {framework} with PyTorch's figures; they are not shown.",
        zh: "早期版本曾以 PyTorch 的数值回答此 {framework} 方案；这些数值不再显示。",
    }
    measured { en: "measured", zh: "实测" }
    verdict_host { en: "Too little RAM", zh: "内存不足" }
    verdict_drive { en: "Drive too small", zh: "硬盘容量不足" }
    verdict_host_and_drive { en: "RAM and drive too small", zh: "内存与硬盘容量不足" }
    verdict_late { en: "Too late", zh: "超出期限" }
    verdict_data_set(amount) { en: "the data set of {amount} exceeds the drive", zh: "数据集 {amount}，超出硬盘容量" }
    verdict_idle(idle, gpus) { en: "{idle} of {gpus} GPUs idle", zh: "{gpus} 块 GPU 中 {idle} 块闲置" }
    verdict_run(run, deadline) { en: "{run} for all epochs, deadline {deadline}", zh: "全部轮次需 {run}，期限 {deadline}" }
    step_by_part { en: "The step by part", zh: "一步的时间构成" }
    communication { en: "Between GPUs", zh: "卡间通信" }
    offload_traffic { en: "Offload traffic", zh: "卸载传输" }
    waiting { en: "Waiting for data", zh: "等待数据" }
    beside_system(system) { en: ", plus {system} that the system takes", zh: "，另有系统占用 {system}" }
    verdict_card(name, vram, capacity, system) {
        en: "{name} {vram} of {capacity} GiB{system}",
        zh: "{name} {vram} / {capacity} GiB{system}",
    }
    verdict_line(card, ram, installed, bound) {
        en: "{card}; RAM {ram} of {installed} GiB; {bound}",
        zh: "{card}；内存 {ram} / {installed} GiB；{bound}",
    }
    verdict_pool(card, ram, pool, bound) {
        en: "{card}; system and programs {ram}, out of one memory of {pool} GiB; {bound}",
        zh: "{card}；系统与程序 {ram} GiB，共用 {pool} GiB 统一内存；{bound}",
    }
    if_fitted(speed) { en: "If it fitted: {speed}", zh: "若能放下：{speed}" }
    verdict_in_all(speed, run) { en: "{speed} · {run} in all", zh: "{speed} · 全部轮次 {run}" }

    bound_compute { en: "bound by the GPU's arithmetic", zh: "瓶颈是 GPU 算力" }
    bound_memory_bandwidth { en: "bound by the GPU's memory bandwidth", zh: "瓶颈是显存带宽" }
    bound_interconnect { en: "bound by traffic between GPUs", zh: "瓶颈是卡间通信" }
    bound_launch { en: "bound by the CPU launching kernels", zh: "瓶颈是 CPU 发起内核" }
    bound_preprocess { en: "bound by preprocessing on the CPU", zh: "瓶颈是 CPU 预处理" }
    bound_collate { en: "bound by copies of batches in RAM", zh: "瓶颈是内存中的批次复制" }
    bound_storage { en: "bound by the disk", zh: "瓶颈是硬盘" }
    bound_pcie { en: "bound by PCIe", zh: "瓶颈是 PCIe" }
    bound_offload { en: "bound by offloading to RAM", zh: "瓶颈是卸载到内存（offload）" }

    vram { en: "VRAM of a GPU", zh: "单卡显存（VRAM）" }
    vram_fullest { en: "VRAM of the fullest GPU", zh: "最满的一张卡的显存（VRAM）" }
    vram_summary(name, used, capacity, system, low, high) {
        en: "{name} {used} of {capacity}, which is what nvidia-smi will show{system}; expected range {low} to {high}.",
        zh: "{name} {used}，即 nvidia-smi 将显示的数值，容量 {capacity}{system}；预计范围 {low} 至 {high}。",
    }
    vram_summary_other(name, used, capacity, system, low, high) {
        en: "{name} {used} of {capacity}{system}; expected range {low} to {high}.",
        zh: "{name} {used}，容量 {capacity}{system}；预计范围 {low} 至 {high}。",
    }
    on_card { en: "Process and system", zh: "进程与系统合计" }
    vram_capacity_measured { en: "Capacity as the driver reports it.", zh: "容量取自驱动程序读数。" }
    vram_capacity_nominal { en: "Nominal capacity: no driver reading is known for this card.", zh: "标称容量：尚无该卡的驱动程序读数。" }
    over_capacity(by) { en: "{by} too much", zh: "超出 {by}" }
    free(amount) { en: "{amount} free", zh: "剩余 {amount}" }
    range_label { en: "Expected range", zh: "预计范围" }

    part { en: "Part", zh: "组成" }
    amount { en: "Amount", zh: "大小" }
    share { en: "Share", zh: "占比" }
    total { en: "Total", zh: "合计" }
    why { en: "why", zh: "依据" }
    why_of(part) { en: "Why: {part}", zh: "依据：{part}" }
    formula { en: "Formula", zh: "公式" }
    with_values { en: "With this plan's values", zh: "代入本方案的数值" }
    result { en: "Result", zh: "结果" }
    source { en: "Source", zh: "来源" }

    parameters { en: "Parameters", zh: "参数" }
    gradients { en: "Gradients", zh: "梯度" }
    optimizer_state { en: "Optimizer state", zh: "优化器状态（optimizer state）" }
    activations { en: "Activations", zh: "激活值（activations）" }
    temporary { en: "Temporary", zh: "临时张量" }
    inputs { en: "Input batch", zh: "输入批次" }
    allocator { en: "Allocator and libraries", zh: "分配器与库" }
    context { en: "CUDA context", zh: "CUDA 上下文" }
    device_context { en: "Device runtime", zh: "设备运行时" }

    ram { en: "Memory of the machine (RAM)", zh: "内存（RAM）" }
    ram_summary(used, installed) { en: "{used} of {installed} installed.", zh: "需要 {used}，已装 {installed}。" }
    ram_pool_summary(used, pool) {
        en: "{used} of the {pool} that the machine and its graphics share.",
        zh: "系统与程序需要 {used}，与图形处理器共用 {pool} 统一内存。",
    }
    ram_pool(device, most, pool) {
        en: "Beside it the device takes {device}, and the system lets it take {most} at most: one memory of {pool} for both, with no kits to choose.",
        zh: "此外设备占用 {device}，系统最多允许其使用 {most}：二者共用 {pool} 统一内存，无需选配内存条。",
    }
    ram_page_cache(amount) {
        en: "Reading the weights' files fills up to {amount} of page cache beside it, which the system drops when programs want the memory.",
        zh: "读取权重文件时另会占用至多 {amount} 页缓存（page cache），程序需要内存时系统会自动回收。",
    }
    page_cache { en: "Page cache", zh: "页缓存（page cache）" }
    ram_reserve(reserve, parts) {
        en: "The recommended kit keeps a reserve of {reserve}: {parts}.",
        zh: "推荐容量预留 {reserve}：{parts}。",
    }
    reserve { en: "Reserve", zh: "预留" }
    reserve_evaluation { en: "evaluation", zh: "评估" }
    reserve_write_back { en: "checkpoints on their way to the disk", zh: "检查点写盘" }
    reserve_tools { en: "other programs", zh: "其他程序" }
    reserve_data_set { en: "files of the data set", zh: "数据集文件" }
    reserve_base_weights { en: "base weights' files and merging", zh: "基座权重文件与合并" }
    kit_minimum { en: "Minimum", zh: "最低" }
    kit_recommended { en: "Recommended", zh: "推荐" }
    kit_comfortable { en: "Comfortable", zh: "宽裕" }
    system { en: "Operating system", zh: "操作系统" }
    runtime { en: "Framework and driver", zh: "框架与驱动" }
    workers { en: "Loader workers", zh: "加载进程" }
    prefetch { en: "Prefetched batches", zh: "预取批次" }
    pinned { en: "Pinned memory", zh: "锁页内存（pinned memory）" }
    checkpoint_staging { en: "Checkpoint staging", zh: "检查点暂存" }
    offload { en: "Offloaded states", zh: "卸载的状态（offload）" }
    dataset_cache { en: "Cached data set", zh: "数据集缓存" }
    ram_phases { en: "By phase of the run", zh: "按训练阶段" }
    ram_phase_load { en: "Loading the weights", zh: "加载权重" }
    ram_phase_train { en: "Training", zh: "训练" }
    ram_phase_save { en: "Saving a checkpoint", zh: "保存检查点" }
    ram_phase_fullest { en: "fullest, shown above", zh: "最高，即上图" }
    ram_short { en: "What too little RAM costs", zh: "内存不足的代价" }
    ram_short_missing { en: "Missing while training", zh: "训练时缺少" }
    ram_short_paged { en: "Paged through the drive each step", zh: "每步经硬盘换页" }
    ram_short_time { en: "Paging in each step", zh: "每步换页耗时" }
    ram_short_staging { en: "Paging when weights are loaded or saved", zh: "加载或保存权重时换页耗时" }
    ram_short_cache { en: "Cache that does not fit", zh: "放不下的缓存" }
    ram_short_workers { en: "Workers per GPU that fit", zh: "放得下的每卡加载进程数" }
    ram_short_batch { en: "Batch size per GPU that fits", zh: "放得下的每卡批次大小" }
    ram_short_none { en: "none", zh: "无" }
    paging { en: "of it paging for lack of RAM", zh: "其中内存不足导致的换页" }

    timeline { en: "The step over time", zh: "一步训练中的显存变化" }
    timeline_peak(amount, operator, layer) {
        en: "Live tensors peak at {amount} in {operator}, {layer}",
        zh: "存活张量峰值 {amount}，出现在 {operator}，{layer}",
    }
    timeline_table { en: "Table of the step", zh: "单步数据表" }
    timeline_about { en: "Live tensors after each layer; the allocator's slack and the context come on top.", zh: "每层之后的存活张量；不含分配器余量和上下文。" }
    forward { en: "Forward", zh: "前向" }
    backward { en: "Backward", zh: "反向" }
    optimizer_step { en: "Optimizer", zh: "优化器" }
    moment { en: "Moment", zh: "时刻" }

    path { en: "From disk to GPU", zh: "数据通路：硬盘到 GPU" }
    stage { en: "Stage", zh: "环节" }
    stage_storage { en: "Disk", zh: "硬盘" }
    stage_preprocess { en: "Preprocess", zh: "预处理" }
    stage_collate { en: "Collate and pin", zh: "组批与锁页" }
    stage_pcie { en: "PCIe", zh: "PCIe" }
    stage_compute { en: "GPU", zh: "GPU" }
    first_epoch { en: "First epoch", zh: "首轮" }
    later_epochs { en: "Later epochs", zh: "后续轮次" }
    throughput { en: "Bytes", zh: "数据速率" }
    narrowest { en: "narrowest", zh: "瓶颈" }
    unlimited { en: "no limit", zh: "无限制" }
    remedy_compute { en: "The GPU is the narrowest stage, as it should be.", zh: "瓶颈在 GPU，这是理想状态。" }
    remedy_launch { en: "The GPU waits for the CPU to launch kernels: larger batches, torch.compile or CUDA graphs make them fewer for the same work.", zh: "GPU 在等 CPU 发起内核：增大批次、torch.compile 或 CUDA graphs 可减少同样工作的发起次数。" }
    remedy_none { en: "No setting, memory kit, drive or processor of the catalog widens this stage.", zh: "目录中没有设置、内存、硬盘或 CPU 能拓宽此环节。" }
    remedy_cheapest { en: "Cheapest remedy", zh: "最省钱的办法" }
    remedy_next(stage) { en: "then the narrowest is: {stage}", zh: "之后的瓶颈：{stage}" }
    remedies_more { en: "All remedies, cheapest first", zh: "全部办法，由省到贵" }
    settings { en: "Loader settings, before and after", zh: "加载器设置：调整前后" }
    setting { en: "Setting", zh: "设置" }
    setting_before { en: "Before", zh: "之前" }
    setting_after { en: "Advised", zh: "建议" }
    setting_alone { en: "Alone", zh: "单独调整" }
    setting_so_far { en: "With those above", zh: "连同以上" }

    time { en: "Time", zh: "时间" }
    step_time { en: "Optimizer step", zh: "单步耗时（优化步）" }
    epoch_time { en: "Epoch", zh: "每轮" }
    epoch_range { en: "Epoch, expected range", zh: "每轮预计范围" }
    from_to(low, high) { en: "{low} to {high}", zh: "{low} 至 {high}" }
    whole_run { en: "Whole run", zh: "全部轮次" }
    utilization { en: "GPU busy", zh: "GPU 利用率" }
    mfu { en: "Model FLOPs utilization (MFU)", zh: "算力利用率（MFU）" }
    samples_per_second { en: "Samples per second", zh: "每秒样本" }
    parameters_total(total, trainable) { en: "{total} parameters, {trainable} trained", zh: "{total} 个参数，训练 {trainable} 个" }

    batch { en: "Batch size", zh: "批次大小（batch size）" }
    batch_this { en: "This plan", zh: "本方案" }
    batch_largest { en: "Largest that fits", zh: "可放下的最大值" }
    batch_advised { en: "In the advisor's plan", zh: "推荐方案" }
    batch_none { en: "none", zh: "无" }
    batch_global(number) { en: "Global batch {number}", zh: "全局批次大小 {number}" }
    batch_table { en: "Table of batch sizes", zh: "数据表" }
    batch_size { en: "Batch", zh: "批次" }
    batch_memory { en: "VRAM", zh: "显存" }
    batch_curve { en: "VRAM over the batch size", zh: "显存随批次大小的变化" }
    fits { en: "Fits", zh: "放得下" }
    yes { en: "yes", zh: "是" }
    no { en: "no", zh: "否" }

    levers { en: "What would change it", zh: "可以调整什么" }
    levers_empty { en: "Nothing gains here.", zh: "没有可获益的调整。" }
    lever_before { en: "Before", zh: "之前" }
    lever_after { en: "After", zh: "之后" }
    lever_step { en: "Step", zh: "单步耗时" }
    lever_apply { en: "Apply", zh: "应用" }
    lever_apply_named(name) { en: "Apply: {name}", zh: "应用：{name}" }
    makes_it_fit { en: "makes it fit", zh: "即可放下" }
    gains_nothing { en: "What gains nothing here", zh: "在此无收益的调整" }

    advised { en: "The advisor's plan", zh: "推荐方案" }
    advised_open { en: "Open this plan", zh: "打开此方案" }

    rules { en: "Second opinion: practitioners' rules", zh: "第二意见：业界经验规则" }
    rules_about { en: "Rules of thumb beside the model's own figure; where they differ, the model says why.", zh: "将经验规则与估算结果并列；如有差异，说明原因。" }
    rule { en: "Rule", zh: "规则" }
    rule_says { en: "Rule says", zh: "规则值" }
    model_says { en: "Model says", zh: "估算值" }

    notes { en: "Good to know", zh: "提示" }

    save { en: "Keep and share", zh: "保存与分享" }
    save_faulty { en: "A link can be created once the fields at fault are right.", zh: "改正有误的字段后即可生成链接。" }
    save_about {
        en: "The address of this page already holds the plan. A link is shorter and carries a note; only the holder of the edit key can change it.",
        zh: "本页地址已包含整个方案。链接更短，可附备注；只有持编辑密钥者能修改。",
    }
    save_title { en: "Title", zh: "标题" }
    save_note { en: "Note", zh: "备注" }
    save_button { en: "Create link", zh: "创建链接" }
    api { en: "The same answer from the API", zh: "用 API 获取同样的结果" }
    api_calls { en: "As curl and Python", zh: "curl 与 Python 写法" }
    api_about { en: "Same engine, same figures, as JSON.", zh: "同一引擎、同样的数值，JSON 格式。" }
    versions(engine, catalog) { en: "Engine {engine}, catalog {catalog}", zh: "引擎 {engine}，目录 {catalog}" }
}

/// What a run does in a second, and how long an epoch takes.
#[must_use]
pub fn verdict_speed(locale: Locale, rate: &str, epoch: &str) -> String {
    match locale {
        Locale::En => format!("Samples: {rate} · {epoch} an epoch"),
        Locale::Zh => format!("{} · 每轮 {epoch}", chinese_rate(rate)),
    }
}

/// The narrowest stage of the data path.
#[must_use]
pub fn path_summary(locale: Locale, stage: &str, rate: &str) -> String {
    match locale {
        Locale::En => format!("Narrowest: {stage}, samples {rate}"),
        Locale::Zh => format!("瓶颈：{stage}，{}", chinese_rate(rate)),
    }
}

/// What a remedy does to rate and run.
#[must_use]
pub fn remedy_effect(locale: Locale, before: &str, after: &str, run_before: &str, run_after: &str) -> String {
    match locale {
        Locale::En => format!("samples {before} → {after}, whole run {run_before} → {run_after}"),
        Locale::Zh => format!("{}，全部轮次 {run_before} → {run_after}", chinese_rates(before, after)),
    }
}

/// What all of the loader's settings together do to rate and epoch.
#[must_use]
pub fn settings_together(locale: Locale, before: &str, after: &str, epoch_before: &str, epoch_after: &str) -> String {
    match locale {
        Locale::En => format!("All together: samples {before} → {after}, an epoch {epoch_before} → {epoch_after}."),
        Locale::Zh => format!("全部调整：{}，每轮 {epoch_before} → {epoch_after}。", chinese_rates(before, after)),
    }
}

/// A rate of samples as Chinese sentences have it, of its short form: `1,135/s` is 1,135 样本/秒.
pub(super) fn chinese_rate(rate: &str) -> String {
    rate.strip_suffix("/s").map_or_else(|| rate.to_owned(), |number| [number, " 样本/秒"].concat())
}

/// A rate before and after, with its unit once.
fn chinese_rates(before: &str, after: &str) -> String {
    [before.trim_end_matches("/s"), " → ", &chinese_rate(after)].concat()
}
