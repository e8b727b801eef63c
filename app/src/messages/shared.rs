//! Texts of a stored plan's page: its revisions, what it was made with, what differs.

messages! {
    tabs { en: "Views of this plan", zh: "方案视图" }
    tab_plan { en: "Plan", zh: "方案" }
    tab_share { en: "Share", zh: "分享" }
    tab_print { en: "Print", zh: "打印" }

    meta(date, revision, newest) { en: "Stored {date}, revision {revision} of {newest}", zh: "保存于 {date}，第 {revision} 版（共 {newest} 版）" }
    until(date) { en: "The link works until {date}", zh: "链接有效至 {date}" }

    older(revision, newest) {
        en: "This is revision {revision}. It stays as it is; the newest is revision {newest}.",
        zh: "这是第 {revision} 版，内容不再变化；最新为第 {newest} 版。",
    }
    to_newest { en: "Open the newest", zh: "打开最新版" }
    what_changed { en: "What changed since", zh: "查看此后的变化" }

    stored_about(engine, catalog) {
        en: "Made with engine {engine} and catalog {catalog}. A stored plan keeps its figures, whatever later versions say.",
        zh: "由引擎 {engine} 和目录 {catalog} 得出。已保存方案的数值不随后续版本变化。",
    }
    newer_title { en: "A newer version of Rigwise stored this plan", zh: "此方案由更新版本的 Rigwise 保存" }
    newer_about {
        en: "Nothing is lost: the plan is shown as it was stored. This server does not know the settings below, so it cannot work the plan out anew, change its settings or write programs for it.",
        zh: "内容没有丢失：此处按保存时的内容显示。本服务器不认识下列设置，因此无法重新计算、修改设置或生成程序。",
    }
    recompute(engine, catalog) {
        en: "Show today's figures (engine {engine}, catalog {catalog}) and what differs",
        zh: "显示今天的数值（引擎 {engine}、目录 {catalog}）及差异",
    }
    recomputed_about(engine, catalog, before) {
        en: "Computed again with engine {engine} and catalog {catalog}. The plan itself was stored with {before}.",
        zh: "由引擎 {engine} 和目录 {catalog} 重新计算。方案保存时使用 {before}。",
    }
    versions(engine, catalog) { en: "engine {engine}, catalog {catalog}", zh: "引擎 {engine}、目录 {catalog}" }
    to_stored { en: "Back to the stored figures", zh: "返回保存时的数值" }
    no_figures { en: "The stored figures cannot be read in full; what can be is below.", zh: "保存的数值无法完整读取，以下为可读部分。" }
    parts_title(title) { en: "Parts of {title}", zh: "{title} 的部件" }
    parts_stored(engine, catalog) {
        en: "Parts and prices as they were stored, the author's own prices included, with engine {engine} and catalog {catalog}. They do not change.",
        zh: "保存时的部件和价格（含作者自己的价格），由引擎 {engine} 和目录 {catalog} 得出，不再变化。",
    }
    parts_computed {
        en: "This plan has no stored bill that this version can read; the one below is computed today.",
        zh: "此方案没有本版本能读取的已存清单，以下为今天计算的结果。",
    }
    parts_anew { en: "Compute the parts anew, with today's prices", zh: "以今天的价格重新计算部件" }
    notes_in_english { en: "As stored, in English", zh: "保存时的英文原文" }

    diff_title { en: "What differs", zh: "差异" }
    diff_settings { en: "Settings", zh: "设置" }
    diff_figures { en: "Figures", zh: "数值" }
    diff_none { en: "Nothing differs: settings and figures are the same.", zh: "没有差异：设置与数值完全相同。" }
    diff_same_settings { en: "The settings are the same.", zh: "设置相同。" }
    diff_same_figures { en: "The figures are the same.", zh: "数值相同。" }
    run_works { en: "It runs", zh: "可以运行" }
    run_kv_in_use { en: "Keys and values in use", zh: "使用中的键值缓存" }
    run_kv_of_token { en: "Keys and values of a token", zh: "每 token 的键值缓存" }
    run_longest { en: "Longest request that fits, tokens", zh: "可容纳的最长请求（token）" }
    run_most_requests { en: "Most at a time", zh: "最大同时请求数" }
    run_within { en: "Requests at a time within your targets", zh: "满足目标的同时请求数" }
    run_within_rate { en: "Requests a second within your targets", zh: "满足目标的每秒请求数" }
    run_in_ram { en: "Weights in RAM", zh: "内存中的权重" }
    run_installed { en: "RAM taken to be installed", zh: "假定安装的内存" }
    run_ram_fits { en: "RAM suffices", zh: "内存足够" }
    run_prefill { en: "Prompt tokens read a second", zh: "每秒处理的提示词 token" }
    run_requests_rate { en: "Requests finished a second", zh: "每秒完成的请求数" }
    run_total { en: "Tokens per second, all requests", zh: "每秒 token 数（合计）" }
    run_alone { en: "Tokens per second, one request alone", zh: "每秒 token 数（单路）" }
    run_batch_low { en: "Time of a batch, low", zh: "每批用时（下限）" }
    run_batch_high { en: "Time of a batch, high", zh: "每批用时（上限）" }
    run_speed_low { en: "Tokens per second, low", zh: "每秒 token 数（下限）" }
    run_speed_high { en: "Tokens per second, high", zh: "每秒 token 数（上限）" }
    run_load_time { en: "Time to read the weights", zh: "读取权重用时" }
    run_most_rate { en: "Most requests a second", zh: "每秒最多请求数" }
    run_under_way { en: "Requests under way", zh: "在途请求数" }
    price { en: "Price of all parts", zh: "全部部件价格" }
    known_price { en: "Sum of the known prices", zh: "已知价格合计" }
    unpriced { en: "Lines without a price", zh: "价格未知的行数" }
    currency { en: "Currency", zh: "币种" }
    diff_more { en: "All other figures that differ", zh: "其他有差异的数值" }
    change { en: "Change", zh: "变化" }
    all_parameters { en: "Parameters, all", zh: "参数总数" }
    trained_parameters { en: "Parameters, trained", zh: "训练的参数" }
    torch_peak { en: "Peak as torch.cuda.max_memory_allocated tells it", zh: "torch.cuda.max_memory_allocated 报告的峰值" }
    vram_low { en: "VRAM of the process, low end", zh: "进程显存，预计范围下限" }
    vram_high { en: "VRAM of the process, high end", zh: "进程显存，预计范围上限" }
    vram_needed { en: "VRAM that a card must have for it", zh: "显卡至少需要的显存" }
    fullest_phase { en: "Phase that needs most RAM", zh: "内存占用最高的阶段" }
    compute_rate { en: "Samples per second of the GPUs alone", zh: "仅 GPU 的每秒样本" }
    epoch_low { en: "Epoch, low end", zh: "每轮预计下限" }
    epoch_high { en: "Epoch, high end", zh: "每轮预计上限" }
    bound_detail { en: "What exactly limits it", zh: "具体瓶颈" }
    flops { en: "Arithmetic of a micro-step", zh: "每个微步的运算量" }
    short_staging { en: "Missing while weights are loaded or saved", zh: "加载或保存权重时缺少" }
    short_system { en: "Missing for the system and one process", zh: "系统与一个进程所缺" }
    side_stored(revision, versions) { en: "Revision {revision}, as stored ({versions})", zh: "第 {revision} 版，保存时（{versions}）" }
    side_now(revision, versions) { en: "Revision {revision}, today ({versions})", zh: "第 {revision} 版，今天（{versions}）" }
    diff_of(title, from, to) { en: "{title}: revision {from} against {to}", zh: "{title}：第 {from} 版与第 {to} 版" }
    compare_revisions { en: "Compare two revisions", zh: "比较两个版本" }
    from { en: "From", zh: "从" }
    to { en: "To", zh: "到" }
    compare_button { en: "Compare", zh: "比较" }
    back_to_plan { en: "Back to the plan", zh: "返回方案" }

    revisions { en: "Revisions", zh: "版本" }
    revisions_about { en: "Each keeps its own link and never changes.", zh: "每一版都有自己的链接，且不再变化。" }
    revisions_more(number) { en: "Older ones are under /r/1 to /r/{number}.", zh: "更早的版本见 /r/1 至 /r/{number}。" }
    revision(number) { en: "Revision {number}", zh: "第 {number} 版" }
    newest { en: "newest", zh: "最新" }
    shown_here { en: "shown here", zh: "当前显示" }
    stored_on { en: "Stored", zh: "保存于" }
    made_with { en: "Made with", zh: "使用版本" }

    headroom { en: "Headroom", zh: "余量" }
    total_time { en: "Whole run", zh: "全部轮次" }
    bound { en: "Limited by", zh: "瓶颈" }
    narrowest_stage { en: "Narrowest stage", zh: "数据通路的瓶颈" }
}
