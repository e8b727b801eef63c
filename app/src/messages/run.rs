//! Texts of the page about running a model.

use crate::locale::Locale;

messages! {
    nav { en: "Run", zh: "推理" }
    title { en: "Can I run this model?", zh: "能运行这个模型吗？" }
    description {
        en: "Memory, users and speed of language models, encoders, speech recognition and generators of pictures and videos with vLLM, SGLang, llama.cpp, ExLlama, transformers and diffusers, worked out from the tensors up.",
        zh: "用 vLLM、SGLang、llama.cpp、ExLlama、transformers 和 diffusers 运行语言模型、编码器、语音识别模型以及图片和视频生成模型所需的显存、可服务的用户数和速度，从张量逐个算起。",
    }
    about {
        en: "Pick a model and a card: see how much memory it takes, how many requests fit and how long they can be, and how fast the answers come.",
        zh: "选择模型和显卡，即可得到显存占用、可容纳的上下文长度和请求数，以及回答的速度。",
    }
    home { en: "Run a model", zh: "运行模型" }
    home_about { en: "Answers, not training: users, context, tokens per second.", zh: "推理而非训练：用户数、上下文、每秒 token 数。" }
    ask_run { en: "I want to run", zh: "我想运行" }
    what { en: "What runs where", zh: "运行什么、在哪运行" }
    load { en: "Requests", zh: "请求" }
    more { en: "More settings", zh: "更多设置" }
    model { en: "Model", zh: "模型" }
    gpu { en: "Graphics card", zh: "显卡" }
    gpu_count { en: "Cards", zh: "显卡数量" }
    engine { en: "Engine", zh: "推理引擎" }
    weights_format { en: "Weights", zh: "权重格式" }
    kv_cache_dtype { en: "Keys and values", zh: "键值缓存" }
    context_length { en: "Longest request, tokens", zh: "最长请求（token）" }
    prompt_tokens { en: "Usual prompt, tokens of text", zh: "常见提示词文本长度（token）" }
    images { en: "Pictures in a prompt", zh: "每个提示词的图片数" }
    prefix { en: "Tokens that all prompts begin with", zh: "所有提示词共同的开头（token）" }
    spread { en: "How far lengths vary (0 to 0.95)", zh: "长度的变动幅度（0～0.95）" }
    reads_pictures { en: "Pictures in prompts", zh: "提示词中的图片" }
    reads_pictures_about {
        en: "The model reads pictures beside text. Each takes so many tokens of the prompt, by its size, as vLLM and transformers count them; llama.cpp shrinks large ones. Follow a size to see memory and speed with such a picture; the speeds above are of text alone.",
        zh: "此模型可读取图片。每张图片按尺寸占用提示词的 token 数如下（按 vLLM 与 transformers 的计算；llama.cpp 会缩小大图）。点击尺寸可查看含这样一张图片时的显存与速度；上方速度仅针对纯文本。",
    }
    tokens_of_picture { en: "Tokens of a picture", zh: "每张图片的 token 数" }
    picture_host { en: "A prompt's pictures made ready on one core", zh: "单核预处理一个提示词的图片" }
    picture_card { en: "A prompt's pictures read by the card", zh: "显卡读取一个提示词的图片" }
    per_picture(tokens, rate) {
        en: "{tokens} tokens a picture, {rate} pictures a minute",
        zh: "每张图片 {tokens} 个 token，每分钟 {rate} 张",
    }
    output_tokens { en: "Usual answer, tokens", zh: "常见回答长度（token）" }
    concurrency { en: "Requests at a time", zh: "同时请求数" }
    max_num_seqs { en: "Most requests at a time (max_num_seqs)", zh: "最大同时请求数（max_num_seqs）" }
    max_batched_tokens { en: "Tokens of one pass", zh: "单次处理的 token 数" }
    speculative { en: "Speculative decoding", zh: "推测解码" }
    speculative_mtp { en: "the model's own head (MTP)", zh: "模型自带的 MTP 头" }
    speculative_draft { en: "a smaller model", zh: "更小的模型" }
    draft_model { en: "Smaller model that drafts", zh: "草稿模型" }
    drafts { en: "Tokens drafted ahead", zh: "每次预测的 token 数" }
    acceptance { en: "Chance that a draft is right (0 to 1)", zh: "预测被接受的概率（0～1）" }
    memory_utilization { en: "Share of the card", zh: "显存占用比例" }
    offload { en: "Kept in RAM", zh: "放在内存中的部分" }
    offload_layers { en: "Layers in RAM", zh: "放在内存中的层数" }
    parallel_data { en: "Copies of the model (data parallel)", zh: "模型份数（数据并行）" }
    parallel_tensor { en: "Cards that share each matrix (tensor parallel)", zh: "切分每个矩阵的卡数（张量并行）" }
    parallel_pipeline { en: "Stages of layers (pipeline parallel)", zh: "依次工作的层组数（流水线并行）" }
    parallel_expert { en: "Groups of whole experts (expert parallel)", zh: "整个专家的分组数（专家并行）" }
    ram_field { en: "RAM, GiB", zh: "内存（GiB）" }
    task { en: "Task", zh: "任务" }
    offload_none { en: "nothing", zh: "无" }
    offload_some { en: "layers", zh: "部分层" }
    offload_model { en: "every model but the one that runs", zh: "未在运行的模型" }
    image_size { en: "Picture or video, pixels (height x width)", zh: "图片或视频尺寸（高 x 宽，像素）" }
    num_frames { en: "Frames of a video", zh: "视频帧数" }
    vae_tiling { en: "Videos are decoded", zh: "视频解码方式" }
    tiling_whole { en: "whole", zh: "整段" }
    decoded_in_tiles { en: "decoded in tiles", zh: "分块解码" }
    tiling_tiles { en: "in tiles", zh: "分块" }
    denoising_steps { en: "Denoising steps", zh: "去噪步数" }
    batch_of { en: "Pictures, videos or texts at a time", zh: "每批图片、视频或文本数" }
    windows_of { en: "Windows of 30 seconds at a time", zh: "每批 30 秒音频片段数" }
    window_tokens { en: "Tokens of a window's text", zh: "每个片段的文本 token 数" }
    text_of(tokens) { en: "{tokens} tokens a window", zh: "每个片段 {tokens} 个 token" }
    hours_an_hour { en: "Hours of sound per hour", zh: "每小时可转写的音频时长（小时）" }
    windows_at_a_time { en: "Most windows at a time", zh: "每批最多片段数" }
    text_tokens { en: "Tokens of a text", zh: "文本长度（token）" }
    moves { en: "It runs, with models moved in and out of the card", zh: "可以运行，模型需在内存与显存之间搬移" }
    frames_of(frames) { en: "{frames} frames", zh: "{frames} 帧" }
    steps_of(steps) { en: "{steps} steps", zh: "{steps} 步" }
    tokens_of(tokens) { en: "{tokens} tokens", zh: "{tokens} 个 token" }
    texts { en: "Texts per second", zh: "每秒文本数" }
    pictures { en: "Pictures per second", zh: "每秒图片数" }
    texts_an_hour { en: "Texts per hour", zh: "每小时文本数" }
    videos { en: "Videos per second", zh: "每秒视频数" }
    videos_an_hour { en: "Videos per hour", zh: "每小时视频数" }
    pictures_an_hour { en: "Pictures per hour", zh: "每小时图片数" }
    texts_at_a_time { en: "Most texts at a time", zh: "每批最多文本数" }
    videos_at_a_time { en: "Most videos at a time", zh: "每批最多视频数" }
    pictures_at_a_time { en: "Most pictures at a time", zh: "每批最多图片数" }
    asked_for(count) { en: "asked for: {count}", zh: "要求：{count}" }
    batch_time { en: "Time of a batch", zh: "每批用时" }
    stages { en: "One model after another", zh: "各模型依次运行" }
    parts { en: "Part after part", zh: "各部分依次运行" }
    parts_about {
        en: "What each part of the model takes of the card while it runs, and how long it runs for one batch.",
        zh: "模型各部分运行时占用的显存，以及处理一批所需的时间。",
    }
    stages_about {
        en: "What each model of the pipeline takes of the card while it runs, and how long it runs for one batch.",
        zh: "流程中每个模型运行时占用的显存，以及处理一批所需的时间。",
    }
    stage { en: "What it does", zh: "作用" }
    passes { en: "Passes", zh: "次数" }
    stage_time { en: "Time", zh: "用时" }
    ram_needed { en: "RAM needed", zh: "所需内存" }
    results { en: "Results", zh: "结果" }
    offload_experts { en: "routed experts", zh: "路由专家" }
    chosen(value) { en: "automatic: {value}", zh: "自动：{value}" }
    automatic { en: "chosen for you", zh: "自动选择" }
    any_card { en: "any card: what should I buy?", zh: "任意显卡：推荐购买什么" }
    request_rate { en: "Or: requests per second, arriving at random", zh: "或：每秒随机到来的请求数" }
    first_token { en: "First token within, seconds", zh: "首个 token 延迟上限（秒）" }
    loads { en: "With more users", zh: "用户增多时" }
    loads_steady { en: "A steady number of requests", zh: "请求数保持不变时" }
    loads_about {
        en: "So many requests of the usual length always under way; the last line is as many as fit.",
        zh: "始终有这么多常见长度的请求同时进行；最后一行为能容纳的最大数量。",
    }
    loads_slots {
        en: "So many requests of the usual length always under way, each number with a server started for it (-np, and -c as many times as long); the last line is as many as fit.",
        zh: "始终有这么多常见长度的请求同时进行，每个数目都需按其启动服务器（-np，-c 相应倍增）；最后一行为能容纳的最大数量。",
    }
    loads_cache {
        en: "So many requests of the usual length always under way, each number with a server started for it (--max-batch-size, with a --cache-size that holds them); the last line is as many as fit.",
        zh: "始终有这么多常见长度的请求同时进行，每个数目都需按其启动服务器（--max-batch-size，并使 --cache-size 容得下它们）；最后一行为能容纳的最大数量。",
    }
    at_a_time { en: "Requests at a time", zh: "同时请求数" }
    within(count) { en: "It keeps what you asked for with up to {count} requests at a time.", zh: "同时不超过 {count} 个请求时，能达到所要求的速度。" }
    within_one { en: "It keeps what you asked for with one request at a time, not with two.", zh: "只有一个请求时能达到所要求的速度，两个则不能。" }
    within_none { en: "Not even one request alone gets what you asked for.", zh: "即使只有一个请求，也达不到所要求的速度。" }
    within_rate(rate) {
        en: "Of requests that arrive at random, up to {rate} a second: 95 of 100 then get it.",
        zh: "请求随机到来时，每秒最多 {rate} 个，其中 95% 能达到。",
    }
    queue { en: "Requests that arrive at random", zh: "请求随机到来时" }
    queue_about(rate, most, mean, played) {
        en: "{rate} requests arrive each second; on average {mean} are being answered or waiting. The machine finishes at most {most} a second. Simulated with {played} requests of the usual length.",
        zh: "每秒到来 {rate} 个请求，平均有 {mean} 个在处理或排队；机器每秒最多完成 {most} 个。按 {played} 个常见长度的请求模拟得出。",
    }
    queue_half { en: "Half within", zh: "50% 不超过" }
    queue_95 { en: "95 of 100 within", zh: "95% 不超过" }
    queue_99 { en: "99 of 100 within", zh: "99% 不超过" }
    queue_first { en: "First token", zh: "首个 token" }
    queue_token { en: "From token to token", zh: "相邻 token 间隔" }
    queue_whole { en: "Whole answer", zh: "完整回答" }
    under_way(count, total) {
        en: "a usual request, {count} under way; {total} in all",
        zh: "常见请求的速度，约 {count} 个同时进行；合计 {total}",
    }
    soon(time) { en: "95 of 100 within {time}", zh: "95% 不超过 {time}" }
    pace { en: "Tokens/s for each, at least", zh: "每个请求至少的 token/s" }
    budget { en: "Budget, USD", zh: "预算（美元）" }
    buy_from(price, cards) { en: "From {price}: {cards}", zh: "{price} 起：{cards}" }
    buy_unpriced(cards) { en: "{cards}, at a price that is not known", zh: "{cards}，价格未知" }
    buy_about(model, users, pace) {
        en: "The cheapest machine of each set of cards, on a host that suits them, that runs {model} with {users} under way at a time and at least {pace} tokens/s for each once its answer has begun, all of the model on the cards unless you choose what is kept in RAM. Those that another beats in price, speed and bits of the weights are left out, and of the rest the most different are shown.",
        zh: "每种显卡组合（配以相称的主机）中能运行 {model} 的最便宜机器：同时 {users} 个请求，回答开始后每个至少 {pace} token/s；除非指定放在内存中的部分，模型全部放在显卡上。价格、速度和权重精度都不如其他机器的不列出，其余只显示差别最大的。",
    }
    buy_rate_about(model, rate, pace) {
        en: "The cheapest machine of each set of cards, on a host that suits them, that runs {model} for {rate} requests a second, arriving at random, 95 of 100 with at least {pace} tokens/s once the answer has begun and with the first token as soon as you asked, all of the model on the cards unless you choose what is kept in RAM. Speed and first token are those of a usual request.",
        zh: "每种显卡组合（配以相称的主机）中能运行 {model} 的最便宜机器：每秒随机到来 {rate} 个请求，其中 95% 在回答开始后至少 {pace} token/s，且首个 token 不晚于所要求的时间；除非指定放在内存中的部分，模型全部放在显卡上。速度和首个 token 为常见请求的数值。",
    }
    buy_checked_from(price, cards) { en: "{cards} for {price} is the cheapest whose speed was checked", zh: "速度经实测核对的最低价：{cards}，{price}" }
    buy_first { en: "First token", zh: "首个 token" }
    buy_machines { en: "Machines", zh: "机器" }
    buy_machine { en: "Machine", zh: "机器" }
    buy_way { en: "How", zh: "运行方式" }
    buy_pace { en: "Tokens/s each", zh: "每路 token/s" }
    buy_total { en: "In all", zh: "合计" }
    buy_price { en: "Price", zh: "价格" }
    buy_energy { en: "Million tokens, at most", zh: "每百万 token 最多" }
    buy_cheapest { en: "cheapest", zh: "最便宜" }
    buy_best_value { en: "most tokens for its price", zh: "性价比最高" }
    buy_fastest { en: "fastest", zh: "最快" }
    buy_unchecked { en: "by its data sheet alone", zh: "仅据规格推算" }
    buy_unchecked_about {
        en: "Speeds of cards marked so were never compared with measured ones, and they take no name. Prices are history with dates, not offers. Energy is that of the whole machine at full load; where cards take turns or wait for RAM they draw far less, and none is said.",
        zh: "标注“仅据规格推算”的显卡，其速度未与实测比对，不参与“最便宜”等评选。价格为带日期的历史价格，并非报价。能耗按整机满载计算；显卡轮流工作或等待内存时功耗低得多，故不列出。",
    }
    buy_partly(price) { en: "{price} and parts of unknown price", zh: "{price}，另有价格未知的部件" }
    buy_parts { en: "What each is made of", zh: "各机器的部件" }
    buy_no_price { en: "price not known", zh: "价格未知" }
    buy_within { en: "included", zh: "已包含" }
    buy_copies(count) { en: "{count} copies", zh: "{count} 份" }
    buy_stages(count) { en: "{count} stages", zh: "{count} 段" }
    buy_in_ram(what) { en: "{what} in RAM", zh: "{what}放在内存" }
    go { en: "Work it out", zh: "计算" }
    wrong { en: "This cannot be worked out yet", zh: "暂时无法计算" }
    runs { en: "Yes, it runs", zh: "可以运行" }
    tight { en: "It runs, with little to spare", zh: "可以运行，但余量很小" }
    overloaded { en: "It runs, but more requests come than it can finish", zh: "可以运行，但请求多于其处理能力" }
    slow { en: "It runs, but not as fast as you asked", zh: "可以运行，但达不到所要求的速度" }
    queue_grows { en: "the queue grows without limit", zh: "排队无限增长" }
    at_once(requests) { en: "{requests} at a time", zh: "同时 {requests} 个" }
    compare { en: "Beside other cards", zh: "与其他显卡比较" }
    machine { en: "The machine", zh: "整机" }
    machine_parts { en: "Its parts and prices", zh: "部件与价格" }
    to_answer { en: "How it runs", zh: "查看运行情况" }
    stored_line(card, ram, installed) { en: "{card}; RAM {ram} of {installed} GiB", zh: "{card}；内存 {ram} / {installed} GiB" }
    stored_speed(rate, first) { en: "{rate} tokens/s, the first after {first}", zh: "{rate} token/s，{first} 后输出首个 token" }
    stored_speed_of_each(count, rate, total, first) {
        en: "{rate} tokens/s for each of {count} requests, {total} in all; the first after {first}",
        zh: "{count} 个请求各 {rate} token/s，合计 {total}；{first} 后输出首个 token",
    }
    short { en: "No, not like this", zh: "这样运行不了" }
    memory { en: "Memory of the card", zh: "显存" }
    memory_fullest { en: "Memory of the fullest card", zh: "单卡显存（占用最高）" }
    requests { en: "Requests × context", zh: "请求数 × 上下文" }
    usual_requests { en: "Requests × usual length", zh: "请求数 × 常见长度" }
    spills { en: "It runs, part of it from RAM", zh: "可以运行，部分在内存中计算" }
    speed { en: "Tokens per second", zh: "每秒 token 数" }
    first { en: "First token after", zh: "首个 token 延迟" }
    none_fits { en: "none fits", zh: "一个也放不下" }
    longest(tokens) { en: "one request could have {tokens} tokens", zh: "单个请求最长可达 {tokens} 个 token" }
    kept(tokens) { en: "room for {tokens} tokens", zh: "可缓存 {tokens} 个 token" }
    set_aside(tokens) { en: "{tokens} tokens set aside", zh: "已预留 {tokens} 个 token" }
    each(count, total) { en: "each of {count}; {total} in all", zh: "{count} 个请求各自的速度；合计 {total}" }
    alone { en: "alone on the machine", zh: "只有一个请求时" }
    likely(low, high) { en: "likely {low} to {high}", zh: "约 {low}～{high}" }
    prefill(rate) { en: "prompts at {rate} tokens/s", zh: "读取提示词 {rate} token/s" }
    loading(time) { en: "weights are read from the drive in {time}", zh: "从硬盘读取权重约 {time}" }
    part { en: "Part", zh: "部分" }
    size { en: "Size", zh: "大小" }
    parameters { en: "Weights", zh: "权重" }
    kv_pool { en: "Pool of keys and values", zh: "键值缓存池" }
    kv_cache { en: "Keys and values", zh: "键值缓存" }
    activations { en: "Activations", zh: "激活值" }
    cuda_graphs { en: "CUDA graphs", zh: "CUDA 图" }
    framework { en: "Driver and libraries", zh: "驱动和库" }
    reserved(share, used) {
        en: "This engine takes {share} of the card whatever the load and gives what is left of it to keys and values. All requests that you asked for, at once, would need {used} for theirs.",
        zh: "无论负载如何，此引擎都占用显卡的 {share}，剩余部分全部留给键值缓存。所要求的全部请求同时进行时，其键值缓存需要 {used}。",
    }
    per_token(size) { en: "Every token keeps {size} on the fullest card.", zh: "每个 token 在占用最高的卡上占 {size}。" }
    ram(needed, installed) { en: "The machine needs {needed} RAM; it is taken to have {installed}.", zh: "机器需要 {needed} 内存；假定装有 {installed}。" }
    levers { en: "What would change it", zh: "可以怎样调整" }
    instead(engine, format, rate) {
        en: "It does run with {engine} and {format}: about {rate} tokens/s",
        zh: "改用 {engine} 和 {format} 即可运行：约 {rate} token/s",
    }
    instead_spills(engine, format, rate) {
        en: "It does run with {engine} and {format}, part of it from RAM: about {rate} tokens/s",
        zh: "改用 {engine} 和 {format} 并将部分放在内存中即可运行：约 {rate} token/s",
    }
    after_most { en: "Tokens/s in all, at full load", zh: "满载合计 token/s" }
    after_total { en: "Tokens/s in all", zh: "合计 token/s" }
    lever { en: "Change", zh: "改动" }
    effect { en: "Answers", zh: "对回答的影响" }
    after_tokens { en: "Tokens kept", zh: "可缓存 token" }
    after_requests { en: "Requests", zh: "请求数" }
    after_speed { en: "Tokens/s alone", zh: "单路 token/s" }
    start { en: "Start it", zh: "启动" }
    log { en: "Its log will say about", zh: "日志大致会显示" }
    log_about {
        en: "Compare these lines with those of your start: where they differ by more than a few percent, a setting or a version differs.",
        zh: "与实际启动日志比对：若相差超过百分之几，说明设置或版本不同。",
    }
    load_test { en: "Try the load", zh: "负载测试" }
    load_test_prints(requests, rate) {
        en: "Its {requests} requests should show about {rate} output tokens a second.",
        zh: "其 {requests} 个请求应显示输出约 {rate} token/s。",
    }
    load_test_token(token, low, high) {
        en: "The mean TPOT should be {token} ({low} to {high}).",
        zh: "平均 TPOT 应为 {token}（{low} 至 {high}）。",
    }
    load_test_spread {
        en: "80 of 100 published load tests, most of them on data-center cards, lie between the figures in brackets.",
        zh: "已公布的负载测试（多为数据中心显卡）有 80% 落在括号内的范围。",
    }
    load_test_no_first {
        en: "Nothing is said of the TTFT that it shows: published tests of this engine wait longer than its scheduler explains.",
        zh: "不给出其 TTFT：该引擎已公布测试的等待时间超出其调度方式所能解释的范围。",
    }
    load_test_first(first, low, high) {
        en: "The mean TTFT should be {first} ({low} to {high}).",
        zh: "平均 TTFT 应为 {first}（{low} 至 {high}）。",
    }
    load_test_why {
        en: "All its users begin at once and ask alike, so they wait for each other's prompts: its first tokens come later than in the answer above, whose users know nothing of each other.",
        zh: "测试中所有用户同时开始、长度相同，会互相等待提示词处理，因此首个 token 比上面的答案更晚（上面假定用户互不相关）。",
    }
    call { en: "As a call of the API", zh: "API 调用" }
    grid(gpu) { en: "What else runs on {gpu}", zh: "{gpu} 还能运行什么" }
    grid_of { en: "What it runs", zh: "能运行什么" }
    grid_about {
        en: "Tokens per second of one request with llama.cpp at a context of up to 8,192 tokens, by format of the weights; a dash where it does not fit one card.",
        zh: "llama.cpp 单个请求每秒 token 数（上下文最多 8,192），按权重格式列出；横线表示单卡放不下。",
    }
    grid_cell(model, format, rate) { en: "{model} as {format}: {rate} tokens/s", zh: "{model}，{format}：{rate} token/s" }
    grid_of_model { en: "What runs it", zh: "能运行它的显卡" }
    grid_of_model_about {
        en: "Tokens per second of one request with llama.cpp at a context of up to 8,192 tokens, on one card each, by format of the weights; a dash where it does not fit.",
        zh: "每种显卡单卡运行时，llama.cpp 单个请求每秒 token 数（上下文最多 8,192），按权重格式列出；横线表示放不下。",
    }
    makes { en: "What makes pictures and videos or transcribes speech on it", zh: "能生成图片、视频或转写语音的模型" }
    makes_about {
        en: "One picture or video of the model's own size with diffusers, or 30 seconds of speech with transformers, in the way that is chosen for this card; each line leads to its answer.",
        zh: "用 diffusers 按模型默认尺寸生成一张图片或一段视频，或用 transformers 转写 30 秒语音，采用为此显卡选定的方式；每行均可点击查看答案。",
    }
    makes_of_model_about {
        en: "One at a time, in the way that is chosen for each card; cards that do not hold it are left out.",
        zh: "每批一个，采用为各显卡选定的方式；放不下的显卡不列出。",
    }
    hears_of_model_about {
        en: "30 seconds at a time, in the way that is chosen for each card; cards that do not hold it are left out. One window at a time is paced by the host, which launches its kernels: fast cards pay with larger batches.",
        zh: "每批一个 30 秒片段，采用为各显卡选定的方式；放不下的显卡不列出。单个片段的速度取决于逐个启动内核的主机；批量较大时，快的显卡才有优势。",
    }
    makes_time { en: "Time for one", zh: "单个用时" }
    reads_time { en: "Time of a text", zh: "每条用时" }
    hears_time { en: "Time of 30 seconds of speech", zh: "转写 30 秒语音用时" }
    runs_nowhere {
        en: "None of the cards that are usually asked for holds it alone in these formats. Ask for several, for a smaller file, or with part of it in RAM.",
        zh: "常见显卡单卡都放不下这些格式。请改用多卡、更小的文件，或将部分权重放在内存中。",
    }
    model_about(parameters) {
        en: "{parameters} parameters. Rigwise knows what it takes to run it; its training is not planned yet.",
        zh: "{parameters} 个参数。Rigwise 可估算其推理所需，暂不支持规划其训练。",
    }
    model_description(model, parameters) {
        en: "{model}, {parameters} parameters: which cards run it, in which format and how fast.",
        zh: "{model}，{parameters} 个参数：哪些显卡能运行、用什么格式、速度多快。",
    }
    buy_it { en: "What to buy to run it", zh: "推荐运行它的机器" }
    run_it { en: "Run it", zh: "估算推理" }
    train_it { en: "Train it", zh: "估算训练" }
    how { en: "How this is worked out", zh: "计算方法" }
    how_about {
        en: "Weights are added up tensor by tensor in their format, GGUF files by the blocks of each mixture; keys and values follow from heads and layers; what an engine reserves follows from its own rules. Speed is that of its kernels: reading weights once for all requests, reading each request's keys and values, computing, and starting kernels. Encoders, image networks, speech recognition and pipelines that make pictures or videos are played operator by operator, forward alone.",
        zh: "权重按格式逐个张量相加（GGUF 按各混合方案的块计算）；键值缓存由头数和层数得出；引擎的预留由其自身规则得出。速度由内核得出：所有请求共读一次权重、各自读取键值缓存、计算以及启动内核。编码器、图像网络、语音识别模型以及图片、视频生成流程则逐个算子推演前向计算。",
    }
    checked { en: "How close it is", zh: "准确度" }
}

/// What a field of serving is called; none for any other.
#[must_use]
pub fn label(pointer: &str, locale: Locale) -> Option<&'static str> {
    Some(match pointer {
        "/task" => task(locale),
        "/serving/engine" => engine(locale),
        "/serving/weights_format" => weights_format(locale),
        "/serving/kv_cache_dtype" => kv_cache_dtype(locale),
        "/serving/context_length" => context_length(locale),
        "/serving/prompt_tokens" => prompt_tokens(locale),
        "/serving/output_tokens" => output_tokens(locale),
        "/serving/images_per_prompt" => images(locale),
        "/serving/shared_prefix_tokens" => prefix(locale),
        "/serving/length_spread" => spread(locale),
        "/serving/concurrency" => concurrency(locale),
        "/serving/min_tokens_per_second" => pace(locale),
        "/serving/request_rate" => request_rate(locale),
        "/serving/max_time_to_first_token_seconds" => first_token(locale),
        "/serving/speculative" => speculative(locale),
        "/serving/draft_model" => draft_model(locale),
        "/serving/speculative_tokens" => drafts(locale),
        "/serving/speculative_acceptance" => acceptance(locale),
        "/serving/max_num_seqs" => max_num_seqs(locale),
        "/serving/max_batched_tokens" => max_batched_tokens(locale),
        "/serving/memory_utilization" => memory_utilization(locale),
        "/serving/offload" => offload(locale),
        "/serving/offload_layers" => offload_layers(locale),
        "/serving/parallel/data" => parallel_data(locale),
        "/serving/parallel/tensor" => parallel_tensor(locale),
        "/serving/parallel/pipeline" => parallel_pipeline(locale),
        "/serving/parallel/expert" => parallel_expert(locale),
        "/serving/image_size" => image_size(locale),
        "/serving/num_frames" => num_frames(locale),
        "/serving/vae_tiling" => vae_tiling(locale),
        "/serving/denoising_steps" => denoising_steps(locale),
        _ => return None,
    })
}

/// What the form calls a choice; none where that is called as the engine calls it.
#[must_use]
pub fn word(pointer: &str, word: &str, locale: Locale) -> Option<&'static str> {
    Some(match (pointer, word) {
        ("/serving/offload" | "/serving/speculative", "none") => offload_none(locale),
        ("/serving/offload", "layers") => offload_some(locale),
        ("/serving/offload", "experts") => offload_experts(locale),
        ("/serving/offload", "model") => offload_model(locale),
        ("/serving/speculative", "mtp") => speculative_mtp(locale),
        ("/serving/speculative", "draft") => speculative_draft(locale),
        ("/serving/vae_tiling", "false") => tiling_whole(locale),
        ("/serving/vae_tiling", "true") => tiling_tiles(locale),
        _ => return None,
    })
}
