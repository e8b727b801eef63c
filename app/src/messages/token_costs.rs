//! Texts of what tokens cost: rented, from an API, on a machine of one's own.

messages! {
    api_input { en: "API: a million input tokens", zh: "API：每百万输入 token" }
    api_output { en: "API: a million output tokens", zh: "API：每百万输出 token" }
    title { en: "Buy, rent or use an API", zh: "购买、租用还是用 API" }
    about(rate) {
        en: "When buying the machine breaks even, running day and night at the load that you asked for: {rate} tokens/s in all.",
        zh: "按所问负载昼夜运行（合计 {rate} token/s），输出多少 token 后购机回本。",
    }
    energy(kwh) { en: "A million output tokens takes up to {kwh} kWh at the wall.", zh: "每百万输出 token 在插座处最多耗电 {kwh} kWh。" }
    energy_cost(kwh, cost) {
        en: "A million output tokens takes up to {kwh} kWh at the wall: {cost}, which is counted.",
        zh: "每百万输出 token 在插座处最多耗电 {kwh} kWh，电费 {cost}，已计入。",
    }
    pue(pue) { en: "The site draws {pue} times as much, which is in the cost.", zh: "电费已按 PUE {pue} 计。" }
    both { en: "To set an API beside it, give both of its prices.", zh: "与 API 对比请填写输入和输出两种价格。" }
    no_energy { en: "Electricity is not counted: give its price.", zh: "未计电费：请填写电价。" }
    way { en: "Instead", zh: "替代方式" }
    price { en: "A million output tokens", zh: "每百万输出 token" }
    after { en: "The machine breaks even after", zh: "回本所需" }
    api { en: "API, prompts included", zh: "API（含提示词）" }
    never { en: "never: its electricity alone costs as much", zh: "无法回本：仅电费已不低于该价格" }
    free { en: "never: it costs nothing", zh: "无法回本：该方式不收费" }
    unknown_energy { en: "How much energy this machine takes for a token is not known, and none is counted.", zh: "此机器每 token 的能耗未知，未计电费。" }
    unpriced { en: "not known: a part has no price", zh: "未知：有部件无价格" }
    break_even(millions, time) { en: "{millions} million tokens: {time}", zh: "{millions} 百万个 token（{time}）" }
    own(currency) { en: "API and electricity prices, {currency}", zh: "API 价格与电价（{currency}）" }
    go { en: "Compare", zh: "比较" }
    rented { en: "What a million output tokens costs rented", zh: "租用时每百万输出 token 的费用" }
    rented_about {
        en: "What machines with these cards once cost to rent, on demand and without taxes, over the tokens that they write in an hour.",
        zh: "配备这些显卡的机器过去的按需租价（不含税）除以每小时写出的 token 数。",
    }
    rented_prompts(times) {
        en: "Reading prompts is in it, which an API bills apart: set it beside the price of a million output tokens and {times} times that of a million input tokens.",
        zh: "其中已含读取提示词；API 则另计：请与每百万输出 token 的价格加上 {times} 倍每百万输入 token 的价格对照。",
    }
    rented_idle { en: "Hours without requests are paid for as well.", zh: "没有请求的时间同样计费。" }
    rented_sources { en: "Sources of the prices", zh: "价格来源" }
    rented_machine { en: "Rented machine", zh: "租用机器" }
    rented_hour { en: "An hour", zh: "每小时" }
    rented_asked { en: "1M tokens, as asked", zh: "每百万 token（按所问）" }
    rented_full(requests) { en: "1M tokens, {requests} requests at a time", zh: "每百万 token（同时 {requests} 个请求）" }
    rented_undated { en: "day unknown", zh: "日期未知" }
}
