//! Texts of the sheet that a bill is printed as.

messages! {
    kicker { en: "Purchase sheet", zh: "采购单" }
    for_plan(plan) { en: "Purchase sheet: {plan}", zh: "采购单：{plan}" }
    quantity { en: "Quantity", zh: "数量" }
    each { en: "Each", zh: "单价" }
    as_of { en: "As of", zh: "价格日期" }
    own { en: "own", zh: "自有" }
    owned(count) { en: "{count} there already", zh: "已有 {count} 件" }
    settings { en: "Settings of the run", zh: "任务设置" }
    conditions { en: "Conditions", zh: "条件" }
    sources { en: "Sources of the prices", zh: "价格来源" }
    link { en: "This plan on the web", zh: "在线查看此方案" }
}
