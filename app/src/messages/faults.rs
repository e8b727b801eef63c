//! What is wrong with a field, in the words of the page.

messages! {
    too_short(time) {
        en: "is shorter than the fastest plan, which takes {time}",
        zh: "短于最快的方案所需的 {time}",
    }
    no_time(most) { en: "must be more than 0 and at most {most} hours", zh: "须大于 0，且不超过 {most} 小时" }
    not_with_model(model) { en: "does not apply to {model}", zh: "不适用于 {model}" }
    not_with(label, value) { en: "does not go with {label} {value}", zh: "与{label}“{value}”不能同时使用" }
    choose(choices) { en: "; choose {choices}", zh: "；请选择 {choices}" }
    not_a_choice(given) { en: "“{given}” is none of the choices", zh: "“{given}”不在可选项中" }
    unknown_kind(given) { en: "models of the kind “{given}” are not modelled", zh: "尚不能计算“{given}”类模型" }
    nearest_kind(nearest) {
        en: "; the nearest that is: {nearest}, by which figures would be no more than an approximation",
        zh: "；最接近的可计算类型是 {nearest}，按它算出的数只是近似",
    }
    not_modeled(framework) {
        en: "memory and time of {framework} are not modelled, so there is no answer here; choose PyTorch, or see the lower bound in the planner",
        zh: "{framework} 的显存与用时未建模，此处没有答案；请选择 PyTorch，或在规划器中查看下界",
    }
    excludes(label) { en: "cannot be given together with {label}; remove one of the two", zh: "不能与“{label}”同时给出，请去掉其中一个" }
    repeated(last) {
        en: "is given more than once; this page goes by the last, “{last}”",
        zh: "重复给出；本页以最后一个“{last}”为准",
    }
    no_size { en: "must be a number of pixels such as 224, or height and width such as 224x384", zh: "须为像素数（如 224），或高和宽（如 224x384）" }
    no_config { en: "is empty: paste the model's config.json, or choose a model of the list", zh: "为空：请粘贴模型的 config.json，或从列表中选择模型" }
    no_object { en: "must be the whole config.json, from its first brace to its last", zh: "须为完整的 config.json，从第一个花括号到最后一个" }
    key_missing { en: "is missing in this config.json", zh: "在此 config.json 中缺失" }
    leave_out { en: "Leave it out", zh: "去掉此项" }

    reset_model(model, fields) { en: "These do not apply to {model} and were reset: {fields}", zh: "以下各项不适用于 {model}，已恢复为自动：{fields}" }
    reset_method(method, fields) { en: "These do not go with {method} and were reset: {fields}", zh: "以下各项不适用于“{method}”，已恢复为自动：{fields}" }
    reset_card(card, fields) { en: "{card} is a whole machine, so that these cannot be chosen and were reset: {fields}", zh: "{card} 是一台整机，以下各项无法另选，已恢复为自动：{fields}" }
    showing(plan) { en: "Showing the answer for {plan}", zh: "当前显示：{plan}" }
    no_answer { en: "There is no answer until the fields below are right.", zh: "更正以下字段后才有结果。" }
}
