//! Texts of the diagnosis page.

messages! {
    title { en: "Diagnosis", zh: "诊断" }
    description {
        en: "From what you see of a run to ordered checks and remedies, computed for your own plan.",
        zh: "从训练中看到的现象，到针对您的方案计算的检查顺序与对策。",
    }
    start { en: "What went wrong with a run?", zh: "训练出了什么问题？" }
    nav { en: "Diagnose", zh: "诊断" }
    paste { en: "Paste what it said", zh: "粘贴报错信息" }
    kept {
        en: "An error with the lines around it, dmesg, nvidia-smi, torch.cuda.memory_summary(): the last 256 KiB are read. The text is read on the server, answered and forgotten; it is neither stored nor logged.",
        zh: "报错及其前后内容、dmesg、nvidia-smi、torch.cuda.memory_summary() 均可，读取最后 256 KiB。文本在服务器上读取、回答后即丢弃，不保存也不记录日志。",
    }
    read { en: "Read it", zh: "读取" }
    file { en: "Or choose a log, a memory snapshot (.pickle) or a profiler trace (.json, .json.gz)", zh: "或选择日志、显存快照（.pickle）或性能记录（.json、.json.gz）" }
    file_about {
        en: "The file is read in this browser and not sent: of a snapshot or a trace only its sums go into the box.",
        zh: "文件只在此浏览器中读取，不会上传：快照与性能记录只把汇总数字填入文本框。",
    }
    filled { en: "It is in the box. Press \"Read it\".", zh: "已填入文本框，请点击“读取”。" }
    failed { en: "The file is none of these, or could not be read.", zh: "不是上述文件，或无法读取。" }
    nothing_known {
        en: "No message that is known is in this text. Say below what you see; or paste more of it, from the first error on.",
        zh: "文本中没有已知的报错。请在下方选择现象，或粘贴更多内容（从第一个错误开始）。",
    }
    said { en: "What the run says", zh: "报错的含义" }
    also { en: "Also in the text", zh: "文本中还有" }
    from_text { en: "From the text", zh: "文中的数字" }
    weigh { en: "To weigh its causes with figures of your own, describe the run; then paste the text there.", zh: "要用自己的数值比较各种原因，请先描述这次训练，再在那里粘贴。" }
    describe { en: "Describe the run", zh: "描述训练" }
    link { en: "Link to this diagnosis", zh: "此诊断的链接" }
    or_choose { en: "Or choose what you see", zh: "或选择看到的现象" }
    example {
        en: "You have named no run: these figures are an example's. Causes are weighed by model and card.",
        zh: "尚未指定训练：以下数字来自示例。各项原因须结合模型与显卡判断。",
    }
    heading(plan) { en: "What is wrong with {plan}?", zh: "{plan} 出了什么问题？" }
    about {
        en: "Paste the error, or say what you see. Every check is computed for this plan, the likeliest cause comes first, and each remedy shows the plan with it.",
        zh: "请粘贴报错，或选择看到的现象。每项检查都针对此方案计算，最可能的原因在前；每个对策都给出采用后的方案。",
    }
    symptom { en: "Symptom", zh: "现象" }
    rate { en: "Measured samples per second (all GPUs)", zh: "实测每秒样本数（全部 GPU）" }
    step { en: "Step in which it failed (1 is the first)", zh: "失败时的步数（第一步为 1）" }
    step_seconds { en: "Measured seconds of a step", zh: "实测每步秒数" }
    times_slower { en: "Times slower than planned", zh: "比方案慢的倍数" }
    requested { en: "Asked for", zh: "申请" }
    capacity { en: "Card", zh: "显卡容量" }
    free { en: "Free", zh: "空闲" }
    allocated { en: "In use by tensors", zh: "张量占用" }
    reserved { en: "Reserved by the allocator", zh: "分配器已预留" }
    others { en: "Held by other processes", zh: "其他进程占用" }
    resident { en: "Held by the process that was ended", zh: "被结束的进程占用" }
    timeout { en: "Seconds until the processes gave up", zh: "进程等待的秒数" }
    ask { en: "Diagnose", zh: "诊断" }
    none_likely {
        en: "By its figures this plan has no such problem; look for these on the machine.",
        zh: "按数值此方案没有这样的问题；请在机器上查看以下各项。",
    }
    likely_count(count) { en: "Likely causes: {count}", zh: "很可能的原因：{count}" }
    ruled_out(count) { en: "Ruled out by this plan's figures: {count}", zh: "已由此方案的数值排除：{count}" }
    look_with { en: "See for yourself", zh: "自行查看" }
    remedies { en: "Remedies", zh: "对策" }
    change { en: "Change", zh: "改动" }
    speed { en: "Speed", zh: "速度" }
    ram { en: "RAM", zh: "内存（RAM）" }
    batch { en: "Largest batch", zh: "最大批次" }
    now { en: "This plan", zh: "此方案" }
    apply { en: "Apply", zh: "应用" }
    apply_named(name) { en: "Apply: {name}", zh: "应用：{name}" }
    does_not_fit { en: "does not fit", zh: "放不下" }
    source { en: "Source", zh: "来源" }
    api { en: "The same from the API", zh: "用 API 获取同样的内容" }
}

/// A figure of the run, by its name in the API.
pub(crate) fn figure(name: &str, locale: crate::locale::Locale) -> Option<&'static str> {
    Some(match name {
        "samples_per_second" => rate(locale),
        "step_seconds" => step_seconds(locale),
        "times_slower" => times_slower(locale),
        "step" => step(locale),
        "requested_bytes" => requested(locale),
        "capacity_bytes" => capacity(locale),
        "free_bytes" => free(locale),
        "allocated_bytes" => allocated(locale),
        "reserved_bytes" => reserved(locale),
        "other_programs_bytes" => others(locale),
        "resident_bytes" => resident(locale),
        "timeout_seconds" => timeout(locale),
        _ => return None,
    })
}
