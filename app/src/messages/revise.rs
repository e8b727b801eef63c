//! Texts of the planner where it changes a stored plan, and of how long a link is to work.

messages! {
    revise(number) { en: "Save as revision {number} of the plan", zh: "保存为该方案的第 {number} 版" }
    revise_about { en: "Empty: title, note and expiry stay as they are.", zh: "留空：标题、备注和有效期不变。" }
    revise_key { en: "Edit key", zh: "编辑密钥" }
    expires { en: "The link works", zh: "链接有效期" }
    never { en: "until I revoke it", zh: "直到我撤销" }
    days(number) { en: "{number} days", zh: "{number} 天" }
    year { en: "1 year", zh: "1 年" }
}
