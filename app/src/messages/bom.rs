//! Texts of the page with a plan's parts.

messages! {
    title { en: "Parts and prices", zh: "部件与价格" }
    description {
        en: "The machine of a plan as parts that one can order: why each one, prices with date and source, power, and what fits together.",
        zh: "将方案中的机器列为可订购的部件：每个部件的理由、带日期和来源的价格、功耗以及兼容性。",
    }
    heading(plan) { en: "Parts for {plan}", zh: "{plan} 的部件" }
    about {
        en: "Every line says which figure asked for it. Prices are history, each with its date and source; unknown prices are left out of the total and counted.",
        zh: "每一行都说明由哪个数值决定。价格是历史记录，各有日期和来源；未知价格不计入合计，并注明项数。",
    }
    keep { en: "Create link", zh: "创建链接" }
    keep_about {
        en: "A plan of its own with these prices, as a link that only the holder of the edit key can change, with a QR code on paper.",
        zh: "以这些价格保存为方案，获得链接，只有持编辑密钥者能修改；打印时带二维码。",
    }
    downloads { en: "Download", zh: "下载" }
    download_as(format) { en: "Download as {format}", zh: "下载 {format} 文件" }
    print_hint { en: "This page prints on A4, with sources as footnotes.", zh: "本页可打印为 A4，来源列为脚注。" }
    total { en: "All parts", zh: "全部部件" }
    as_of(month) { en: "oldest price of {month}", zh: "最早价格日期 {month}" }
    part { en: "Part", zh: "部件" }
    each_costs(amount) { en: "{amount} each", zh: "单价 {amount}" }
    own_about {
        en: "Type what you pay for one of a part, then recalculate; what stays empty keeps the price of the catalog.",
        zh: "填写您购买一件的价格，然后重新计算；留空则沿用目录价格。",
    }
    own_price { en: "Your price", zh: "您的价格" }
    own_price_of(part, currency) { en: " of one {part}, in {currency}", zh: "：{part}，单价以 {currency} 计" }
    swap { en: "Choose another", zh: "换用其他型号" }
    part_of_line { en: "Part of this line", zh: "此行的部件" }
    chosen_for_you(part) { en: "chosen for you: {part}", zh: "自动选择：{part}" }
    choose_for_me { en: "choose for me", zh: "自动选择" }
    use_part { en: "Use it", zh: "采用" }
    swap_about {
        en: "Beside each part stands what the whole machine costs more or less with it: what you have not chosen is chosen again around it. Parts that do not go together with the rest are not listed.",
        zh: "每项之后是整机价格的增减：您未指定的部件会随之重新选择。与其余部件不兼容的型号未列出。",
    }
    swap_for(part, difference) { en: "{part} ({difference})", zh: "{part}（{difference}）" }
    id { en: "Id", zh: "编号" }
    cheaper { en: "Just as fast for less:", zh: "训练同样快，花费更少：" }
    cheaper_cpu(part, amount) { en: "processor {part}, {amount} less", zh: "处理器换成 {part}，省 {amount}" }
    cheaper_drive(part, amount) { en: "drive {part}, {amount} less", zh: "硬盘换成 {part}，省 {amount}" }
    swap_epoch(time) { en: ", an epoch takes {time}", zh: "，每轮 {time}" }
    difference_none { en: "same price", zh: "价格相同" }
    difference_unknown { en: "price unknown", zh: "价格未知" }
    source_of_price { en: "Source of the price", zh: "价格来源" }
    notes_and_source { en: "Notes and source", zh: "说明与来源" }
    recalculate { en: "Recalculate", zh: "重新计算" }
    price { en: "Price", zh: "价格" }
    parts_of(plan) { en: "Parts: {plan}", zh: "部件：{plan}" }
    footnote(number) { en: "Source {number}", zh: "来源 {number}" }
    no_notes { en: "Nothing speaks against this machine.", zh: "此机器没有需要注意的问题。" }
    used_for { en: "for", zh: "用于" }
    failed { en: "This machine cannot be listed as parts", zh: "无法列出此机器的部件" }
    api { en: "The same from the API", zh: "用 API 获取同样的内容" }
}
