//! Texts of the diagnosis page.

messages! {
    title { en: "Diagnosis", zh: "诊断" }
    description {
        en: "From what you see of a run to ordered checks and remedies, computed for your own plan.",
        zh: "从训练中看到的现象，到针对您的方案计算的检查顺序与对策。",
    }
    heading(plan) { en: "What is wrong with {plan}?", zh: "{plan} 出了什么问题？" }
    about {
        en: "Say what you see. Every check is computed for this plan, the likeliest cause comes first, and each remedy shows the plan with it.",
        zh: "请选择看到的现象。每项检查都针对此方案计算，最可能的原因在前；每个对策都给出采用后的方案。",
    }
    symptom { en: "Symptom", zh: "现象" }
    questions { en: "What do you see?", zh: "您看到了什么？" }
    rate { en: "Measured samples per second (all GPUs)", zh: "实测每秒样本数（全部 GPU）" }
    step { en: "Step in which it failed (1 is the first)", zh: "失败时的步数（第一步为 1）" }
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
