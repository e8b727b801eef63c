//! Texts of a bill's money: own prices, energy, rent and upgrades.

messages! {
    yours { en: "Your prices", zh: "您的价格" }
    more_of_yours { en: "Electricity, hours of use, parts that you have, a table of prices", zh: "电价、使用时间、已有的部件、价格表" }
    use_of_it { en: "Use and prices", zh: "使用与价格" }
    currency { en: "Currency of all amounts", zh: "所有金额的货币" }
    dollar { en: "US dollar (USD)", zh: "美元（USD）" }
    yuan { en: "Yuan (CNY)", zh: "人民币（CNY）" }
    other { en: "Other", zh: "其他" }
    code { en: "Code of the other currency (ISO 4217)", zh: "其他货币的代码（ISO 4217）" }
    rate_is { en: "1 USD =", zh: "1 美元 =" }
    show { en: "Show", zh: "显示" }
    rate { en: "Yuan for a US dollar", zh: "1 美元兑人民币" }
    rate_of(code) { en: "1 USD in {code}", zh: "1 美元兑 {code}" }
    rates { en: "Rates of exchange", zh: "汇率" }
    own_price_of(part) { en: "Your price of {part}", zh: "“{part}”的单价" }
    electricity { en: "Price of a kilowatt-hour", zh: "每千瓦时电价" }
    hours { en: "Hours of training a day", zh: "每天训练小时数" }
    days { en: "Days a year", zh: "每年天数" }
    resale { en: "What your parts sell for", zh: "旧部件售价" }
    pue { en: "Site's draw for a watt (PUE)", zh: "场地能效（PUE）" }
    own { en: "Own prices, a part a line", zh: "自有价格，每行一个部件" }
    own_about {
        en: "A header, then id and price; also currency and note. Commas, semicolons or tabs. An id of this page, or a kind such as case; 0 for one that you have.",
        zh: "首行为表头，之后每行为编号和价格，也可加货币和备注。用逗号、分号或制表符分隔。可用本页的编号或 case 等类别；已有一件的部件填 0。",
    }
    owned { en: "Parts that you have", zh: "已有的部件" }
    owned_of(count, quantity) { en: "{count} of {quantity}", zh: "{count} / {quantity} 件" }
    owned_others { en: "Others, by id", zh: "其他部件（编号）" }
    owned_by_id { en: "Parts that you have, by id", zh: "已有的部件（编号）" }
    owned_about {
        en: "Ids of the catalog with how many there are, as in rtx-4090:1, case-tower-mid. They are listed and not charged.",
        zh: "填写目录编号和数量，例如 rtx-4090:1, case-tower-mid。这些部件会列出但不计价。",
    }
    unused {
        en: "Without your prices: this bill and its sum have only the catalog's, until the list of your prices is mended.",
        zh: "未使用您的价格：修正您的价格表之前，此清单及合计只按目录价格计算。",
    }
    no_part(line, given) { en: "line {line}: `{given}` is no part of the catalog", zh: "第 {line} 行：目录中没有部件 `{given}`" }
    nearest(id) { en: "; the nearest is `{id}`", zh: "；最接近的是 `{id}`" }
    in_line(line, detail) { en: "line {line}: {detail}", zh: "第 {line} 行：{detail}" }
    in_cell(line, column, detail) { en: "line {line}, {column} {detail}", zh: "第 {line} 行，{column}{detail}" }
    column_id { en: "the part's id", zh: "部件编号" }
    column_price { en: "the price", zh: "价格" }
    column_currency { en: "the currency", zh: "货币" }
    column_note { en: "the note", zh: "备注" }
    ladder_about {
        en: "This is about adding to this machine or changing its parts. A machine with another card may be cheaper and faster:",
        zh: "此处只讨论为这台机器添加或更换部件。换用其他显卡的机器可能更便宜也更快：",
    }
    other_machines { en: "find machines for this job", zh: "为此任务寻找其他机器" }
    compute { en: "Use these prices", zh: "使用这些价格" }
    energy { en: "Energy", zh: "能耗费用" }
    enter_electricity {
        en: "Enter a price of electricity above to see what the energy costs.",
        zh: "在上方填写电价，即可计算电费。",
    }
    enter_hours {
        en: "Enter hours of use a day to see figures for a year.",
        zh: "在上方填写每日使用时数，即可计算年度数值。",
    }
    what { en: "Of", zh: "项目" }
    cost { en: "Cost", zh: "费用" }
    hour { en: "An hour of training", zh: "训练一小时" }
    epoch { en: "An epoch", zh: "一轮" }
    run { en: "The whole run", zh: "整个运行" }
    year { en: "A year", zh: "一年" }
    rent { en: "Rent or buy", zh: "租还是买" }
    break_even { en: "What it costs by hours of training", zh: "按训练小时数的费用" }
    crossing(offer, hours) { en: "{offer}: after {hours} h", zh: "{offer}：{hours} 小时后" }
    at_hours(provider, hours) { en: "{provider} {hours} h", zh: "{provider} {hours} 小时" }
    bought { en: "This machine", zh: "购买此机器" }
    axis_hours { en: "Hours of training", zh: "训练小时数" }
    offers { en: "Offers of the past for this card", zh: "此显卡过去的租用报价" }
    ladder { en: "What the next money is best spent on", zh: "下一笔钱花在哪里最值" }
    parts_of_it { en: "Parts of it", zh: "查看部件" }
    unpriced(count) {
        en: "{count} more parts or changes have no known price and are not proposed.",
        zh: "另有 {count} 个部件或改动价格未知，不作推荐。",
    }
}
